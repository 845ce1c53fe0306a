"""The position of 1856: what every railway game has, and this title's own tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from towpath.kernel.table import Table
from towpath.rail.data import Capital
from towpath.rail.state import RailDraft, RailState

Forming = Literal["waiting", "due", "formed", "never"]
"""The CGR: nobody has bought a 6 yet; its event is to come at the end of this turn; it is there; it never will be."""


class National(msgspec.Struct, frozen=True, kw_only=True):
    """What is remembered of the CGR [14].

    ``forming``: see there. ``permanent``: it has owned a train that never rusts. ``acting``: a player with one share who
    presides and has yet to buy a second one [14.6]. ``borrowed``: the train lent by the bank for this turn [14.12].
    ``ipo_closed``: most of it began in the pool, so that its new shares wait [14.15].
    """

    forming: Forming = "waiting"
    permanent: bool = False
    acting: str | None = None
    borrowed: str | None = None
    ipo_closed: bool = False


class State1856(RailState, frozen=True, kw_only=True):
    """A position of 1856.

    ``capital``: company -> how it is paid for, fixed at its start; ``escrow``: company -> what the bank holds for it;
    ``destined``: companies that have reached their destination; ``rights``: private -> companies with the right to its
    bonus; ``marks``: hex with the port marker -> company it pays; ``used``: privates whose power is spent;
    ``limit_left``: companies left when the certificate limit was last set, ``None`` before the first 6; ``bankrupt``: who
    could not pay and so ended the game.
    """

    capital: Table[str, Capital] = Table()
    escrow: Table[str, int] = Table()
    destined: Table[str, bool] = Table()
    rights: Table[str, tuple[str, ...]] = Table()
    marks: Table[str, str] = Table()
    used: tuple[str, ...] = ()
    limit_left: int | None = None
    bankrupt: str | None = None
    national: National = National()


class Draft1856(RailDraft):
    """A draft of a ``State1856``; reads like one."""

    __slots__ = ()

    if TYPE_CHECKING:
        capital: Table[str, Capital]
        escrow: Table[str, int]
        destined: Table[str, bool]
        rights: Table[str, tuple[str, ...]]
        marks: Table[str, str]
        used: tuple[str, ...]
        limit_left: int | None
        bankrupt: str | None
        national: National


Pos = State1856 | Draft1856
"""What every reading function of this title takes."""


def set_national(draft: Draft1856, **changes: object) -> None:
    """Change what is remembered of the CGR."""
    draft.put("national", msgspec.structs.replace(draft.national, **changes))
