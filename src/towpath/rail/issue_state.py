"""The position of a title whose companies sell a first issue of shares at par, with what their privates may leave on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.kernel.table import Table
from towpath.rail.data import Capital
from towpath.rail.state import Position, RailDraft, RailState


class IssueState(RailState, frozen=True, kw_only=True):
    """A position.

    ``capital``: company -> how it is paid for, fixed at its start; ``escrow``: company -> what the bank holds for it;
    ``destined``: companies that have reached their destination; ``rights``: private -> companies with the right to its
    bonus; ``marks``: hex with the marker of a private -> company it pays; ``used``: privates whose power is spent;
    ``limit_left``: companies left when the certificate limit was last set, ``None`` while it goes by players;
    ``bankrupt``: who could not pay and so ended the game.
    """

    capital: Table[str, Capital] = Table()
    escrow: Table[str, int] = Table()
    destined: Table[str, bool] = Table()
    rights: Table[str, tuple[str, ...]] = Table()
    marks: Table[str, str] = Table()
    used: tuple[str, ...] = ()
    limit_left: int | None = None
    bankrupt: str | None = None


class IssueDraft(RailDraft):
    """A draft of an ``IssueState``; reads like one."""

    if TYPE_CHECKING:
        capital: Table[str, Capital]
        escrow: Table[str, int]
        destined: Table[str, bool]
        rights: Table[str, tuple[str, ...]]
        marks: Table[str, str]
        used: tuple[str, ...]
        limit_left: int | None
        bankrupt: str | None


IssuePosition = IssueState | IssueDraft
"""What the reading functions of mechanisms for such titles take."""


def of_issue(pos: Position) -> IssuePosition:
    """The position of such a title, which is all that its rules are ever given."""
    assert isinstance(pos, IssueState | IssueDraft)
    return pos
