"""The position of a railway game: small tables that refer to everything by id.

Ids share one space: players ``p1`` … ``p6``, companies and privates as in the title's data, ``bank`` (money, unsold
papers), ``pool`` (the bank pool of certificates and trains). Money is whole units of the title's currency.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from towpath.kernel.draft import Draft
from towpath.kernel.state import GameState
from towpath.kernel.table import Table

BANK = "bank"
POOL = "pool"
YARD = "yard"
RUSTED = "rusted"
EXPORTED = "exported"
CLOSED = "closed"

Token = tuple[int, int, str]
"""(city, slot, company): the stop's index on the tile, the space in it, whose token."""
Reservation = tuple[int, int, str]
"""(city, slot, company): that space of the city is kept for that company's token."""
Standing = Literal["unstarted", "started", "gone"]
"""``gone``: out of the game for good (a minor converted, merged or nationalized)."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How the game will end once that is known. ``reason``: ``bank`` or ``last_train``; ``sets`` and ``rounds``: the
    operating round ``sets.rounds`` is the last one; ``length``: how many operating rounds its set has."""

    reason: str
    set_number: int
    round_number: int


class RailState(GameState, frozen=True, kw_only=True):
    """A position.

    ``round``: label of the round in progress ("AR", "SR 1", "OR 1.1", "MR 1.1"); ``set_number``: which stock round the
    game is in or came from; ``set_length``: operating rounds in this set. ``certificates``: certificate id (``GT_0`` is the
    president's) -> holder (player, company treasury, ``pool``, ``bank`` for companies not started). ``privates``: id -> holder
    (``bank``, player, company, ``closed``). ``trains``: id -> holder (``yard``, ``pool``, company, ``rusted``, ``exported``).
    ``tiles``: hex -> (tile, rotation) of laid tiles; ``supply``: tile -> how many are left (unlimited ones are absent).
    ``tokens``: hex -> tokens there; ``charter``: company -> prices of its tokens not on the map, next one first.
    ``cells``: company -> market cell; ``stacks``: cell -> companies, top first. ``pars``: company -> price it started at.
    ``revenues``: company -> last revenue. ``broken_bank``: the bank has run out at least once.
    """

    seating: tuple[str, ...]
    priority: str
    phase: str
    round: str
    set_number: int = 0
    set_length: int = 2
    cash: Table[str, int]
    certificates: Table[str, str]
    privates: Table[str, str]
    trains: Table[str, str]
    tiles: Table[str, tuple[str, int]]
    supply: Table[str, int]
    tokens: Table[str, tuple[Token, ...]]
    reservations: Table[str, tuple[Reservation, ...]]
    charter: Table[str, tuple[int, ...]]
    cells: Table[str, int]
    stacks: Table[int, tuple[str, ...]]
    pars: Table[str, int]
    loans: Table[str, int]
    standing: Table[str, Standing]
    operated: Table[str, bool]
    homes: Table[str, str]
    revenues: Table[str, int]
    broken_bank: bool = False
    ending: Ending | None = None


class RailDraft(Draft[RailState]):
    """A draft of a ``RailState``; reads like one."""

    if TYPE_CHECKING:
        seating: tuple[str, ...]
        priority: str
        phase: str
        round: str
        set_number: int
        set_length: int
        cash: Table[str, int]
        certificates: Table[str, str]
        privates: Table[str, str]
        trains: Table[str, str]
        tiles: Table[str, tuple[str, int]]
        supply: Table[str, int]
        tokens: Table[str, tuple[Token, ...]]
        reservations: Table[str, tuple[Reservation, ...]]
        charter: Table[str, tuple[int, ...]]
        cells: Table[str, int]
        stacks: Table[int, tuple[str, ...]]
        pars: Table[str, int]
        loans: Table[str, int]
        standing: Table[str, Standing]
        operated: Table[str, bool]
        homes: Table[str, str]
        revenues: Table[str, int]
        broken_bank: bool
        ending: Ending | None


Position = RailState | RailDraft
"""What every reading function takes: a state, or a draft of one."""
