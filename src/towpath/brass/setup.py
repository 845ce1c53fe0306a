"""The first position and the dealing of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.brass.data import CUBES, INDUSTRIES, Period
from towpath.brass.frames import Game
from towpath.brass.state import BANK, BrassState
from towpath.kernel import chance
from towpath.kernel.table import Table

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


def first_position(rules: BrassRules, seed: str) -> BrassState:
    """Everything as it stands before the first round; order, cards and tiles come from the seed."""
    seats, cash = rules.seats, rules.edition.cash
    luck = chance.start(seed)
    order, luck = _order(rules, luck)
    deck, luck = chance.shuffled(luck, rules.cards)
    tiles, luck = chance.shuffled(luck, rules.tiles)
    hands, rest, aside = dealt(rules, deck, order, "canal")
    spaces = len(rules.prices_of_demand)
    return BrassState(
        stack=(Game(),),
        chance=luck,
        period="canal",
        number=0,
        order=order,
        cash=Table({BANK: -cash * len(seats), **dict.fromkeys(seats, cash)}),
        spent=Table(dict.fromkeys(seats, 0)),
        income=Table(dict.fromkeys(seats, rules.data.start_income)),
        points=Table(dict.fromkeys(seats, 0)),
        stacks=Table({rules.stack_key(seat, each): full_stack(rules, each) for seat in seats for each in INDUSTRIES}),
        removed=Table({rules.stack_key(seat, each): () for seat in seats for each in INDUSTRIES}),
        counters=Table(),
        links=Table(),
        demand=Table((cube, spaces) for cube in CUBES),
        stock=Table((cube, rules.edition.cubes[cube] - spaces) for cube in CUBES),
        cotton=0,
        distant=tiles,
        turned=(),
        hands=Table(hands),
        deck=rest,
        aside=aside,
        discards=(),
    )


def full_stack(rules: BrassRules, industry: str) -> tuple[int, ...]:
    """The levels of a whole stack, the lowest on top."""
    kinds = sorted((kind for kind in rules.data.counters if kind.industry == industry), key=lambda kind: kind.level)
    return tuple(kind.level for kind in kinds for _ in range(kind.count))


def dealt(
    rules: BrassRules, deck: tuple[str, ...], order: tuple[str, ...], period: Period
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """A shuffled deck dealt out: hands, what is left to draw, and what is put aside unseen."""
    size = rules.data.hand
    hands = {seat: deck[place * size : (place + 1) * size] for place, seat in enumerate(order)}
    rest = deck[size * len(order) :]
    left = len(rest) - rules.players.aside[period]
    return hands, rest[:left], rest[left:]


def _order(rules: BrassRules, luck: int) -> tuple[tuple[str, ...], int]:
    seats = rules.seats
    if rules.policies.first_player == "seat1":
        return seats, luck
    if rules.policies.seating == "random":
        return chance.shuffled(luck, seats)
    first, luck = chance.draw(luck, len(seats))
    return (*seats[first:], *seats[:first]), luck
