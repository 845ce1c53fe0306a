"""Chance of 18xx.games: with two players, which privates it takes out before the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from towpath.api import Game
from towpath.interop.document import Document
from towpath.kernel.record import Option
from towpath.rail.state import CLOSED, RailState

MULTIPLIER, ADDEND, MODULUS = 1_103_515_245, 12_345, 2**31
MOST_SEEDS = 4_000
"""Far more seeds than are needed until one takes out a given pair of five."""


def removed(privates: Sequence[str], seed: int, number: int) -> frozenset[str]:
    """The privates that the site takes out: it gives each the next number of its generator and drops the lowest."""
    numbers = []
    for private in privates:
        seed = (MULTIPLIER * seed + ADDEND) % MODULUS
        numbers.append((seed, private))
    return frozenset(private for _, private in sorted(numbers)[:number])


def out_of_play(state: RailState) -> frozenset[str]:
    """The privates that were taken out before the first action."""
    return frozenset(private for private, holder in state.privates.items() if holder == CLOSED)


def seed_for(document: Document, options: Mapping[str, Option]) -> str:
    """A seed of ours with which the game begins as it did there."""
    names = [name for _, name in document.players]
    seed = document.seed if document.seed is not None else 1
    first = Game.new(document.title, names, options, seed=str(seed))
    out = out_of_play(first.state)
    if not out:
        return str(seed)
    wanted = removed(tuple(first.rules.privates), seed, len(out))  # type: ignore[attr-defined]
    for attempt in range(MOST_SEEDS):
        name = f"{seed}.{attempt}"
        if out_of_play(Game.new(document.title, names, options, seed=name).state) == wanted:
            return name
    raise AssertionError("every pair of privates comes up in a few tries")


def site_seed(game: Game) -> int:
    """A seed of the site with which the game begins as this one did; its own number where nothing depends on it."""
    out = out_of_play(game.position(0))
    written = game.timeline.record(head=False).seed
    if not out:
        number = int(written) if written.isascii() and written.isdigit() and len(written) <= 10 else 1
        return number if number < MODULUS else 1
    privates = tuple(game.rules.privates)  # type: ignore[attr-defined]
    return next(seed for seed in range(1, MOST_SEEDS) if removed(privates, seed, len(out)) == out)
