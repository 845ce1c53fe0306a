"""Brass: random play, legal actions, views and made-up positions. Wanted: 5,000 actions/s, legal actions in under 1 ms."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from bench.timing import percentile, seconds
from towpath.api import Game
from towpath.kernel.engine import Engine

GAMES: tuple[tuple[str, int], ...] = (("2007", 4), ("2007", 3), ("2018", 4), ("2018", 2))
"""Edition and number of players."""
SEEDS = range(5)
"""Random games of each."""


def measure() -> Iterator[str]:
    """One line a figure."""
    for edition, players in GAMES:
        yield from lines(edition, players)


def lines(edition: str, players: int) -> Iterator[str]:
    """Random play and what is asked of a position, over some random games."""
    game = Game.new("Brass", players, options={"edition": edition}, seed="bench")
    name = f"Brass {edition}, {players} players"
    positions = [state for seed in SEEDS for state in played(game, seed)]
    taken = seconds(lambda: [played(game, seed) for seed in SEEDS])
    yield f"{name}: random play {len(positions)} actions, {len(positions) / taken:,.0f} actions/s"
    fresh = Game.new(
        "Brass", players, options={"edition": edition}, seed="fresh"
    ).engine  # which has worked out nothing yet
    times = [_timed(fresh, state) for state in positions]
    yield f"{name}: legal actions median {1e3 * percentile(times, 50):.2f} ms, p99 {1e3 * percentile(times, 99):.2f} ms"
    rules, rng = game.rules, Random(1)
    view = seconds(lambda: [rules.redact(state, "p1") for state in positions]) / len(positions)
    made = seconds(lambda: [rules.determinize(rules.redact(state, "p1"), rng) for state in positions]) / len(positions)
    yield f"{name}: a view {1e6 * view:.0f} µs, a made-up position {1e6 * made:.0f} µs"


def played(game: Game, seed: int) -> list[Any]:
    """The positions of a random game, from a start of its own, without the end."""
    engine, rng = game.engine, Random(seed)
    state, found = engine.start(f"bench {seed}"), []
    while not state.finished:
        found.append(state)
        state = engine.apply(state, engine.sample(state, rng)).state
    return found


def _timed(engine: Engine[Any], state: Any) -> float:
    begun = perf_counter()
    for _ in engine.legal_actions(state):
        pass
    return perf_counter() - begun
