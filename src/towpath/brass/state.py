"""Positions of Brass."""

from __future__ import annotations

from typing import Any

import msgspec

from towpath.brass.data import Industry, Period
from towpath.kernel.draft import Draft
from towpath.kernel.state import GameState
from towpath.kernel.table import Table

BANK = "bank"
HIDDEN_CARD = "?"
"""What stands in a view for a card that its seat may not know."""
HIDDEN_TILE = -1
"""What stands in a view for a distant market tile that lies face down."""


class Counter(msgspec.Struct, frozen=True):
    """An industry counter on the board, with the cubes that lie on it."""

    owner: str
    industry: Industry
    level: int
    cubes: int = 0
    flipped: bool = False


class BrassState(GameState, frozen=True, kw_only=True):
    """A position.

    ``number``: the round within the period, from 1. ``order``: the players in the order of this round. ``cash``: with the
    bank's, which starts at nothing, so that the sum is always 0. ``spent``: pounds spent this round. ``income``: the space
    on the income track. ``stacks``: ``p1/cotton`` -> levels of the counters left on the mat, the top one first; ``removed``:
    likewise those out of the game. ``counters``: space -> counter on the board. ``links``: line -> owner. ``demand``: cubes
    on the coal and the iron track; ``stock``: cubes beside the board (less than none where the box has too few and that is
    no limit). ``cotton``: the row of the marker, from 0; the row after the last is the bottom. ``distant``: the tiles face
    down, the next one first; ``turned``: those face up. ``hands``, ``deck`` (next first), ``aside`` (put aside unseen) and
    ``discards`` hold cards by the ids of their towns and industries.
    """

    period: Period
    number: int
    order: tuple[str, ...]
    cash: Table[str, int]
    spent: Table[str, int]
    income: Table[str, int]
    points: Table[str, int]
    stacks: Table[str, tuple[int, ...]]
    removed: Table[str, tuple[int, ...]]
    counters: Table[str, Counter]
    links: Table[str, str]
    demand: Table[str, int]
    stock: Table[str, int]
    cotton: int
    distant: tuple[int, ...]
    turned: tuple[int, ...]
    hands: Table[str, tuple[str, ...]]
    deck: tuple[str, ...]
    aside: tuple[str, ...]
    discards: tuple[str, ...]

    @property
    def round(self) -> str:
        """The period and the number of the round, as ``canal 3``."""
        return f"{self.period} {self.number}"


BrassDraft = Draft[BrassState]
Pos = Any
"""A position or a draft of one."""
