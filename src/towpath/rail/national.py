"""The national railway: its turn as data, and what its two kinds have in common [8.13; sheet 15]."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from towpath.kernel.procedure import Procedure
from towpath.kernel.state import Frame
from towpath.rail.state import Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


class NationalTurn(Frame, frozen=True, kw_only=True):
    """The national's turn at the end of an operating round; ``step``: where it stands (one that only exports starts and
    ends with ``trains``)."""

    step: Literal["token", "run", "loans", "trains"] = "token"


class National(Procedure[NationalTurn]):
    """What a kind of national answers. A title composes exactly one; see ``state_railway`` and ``exports``.

    ``keeps_money``: it has a treasury, which takes that of nationalized companies (else the bank does). ``keeps_assets``:
    their trains and privates go to it (else they are out of play).
    """

    frame = NationalTurn
    label = "operate the national railway"
    keeps_money: ClassVar[bool] = False
    keeps_assets: bool = False

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def begin(self, draft: RailDraft) -> Frame | None:
        """Its turn now that all companies have operated, or ``None`` when it has none in this round."""
        return NationalTurn() if self.rules.flag(draft, "national_operates") else None

    def actors(self, pos: Position, frame: NationalTurn) -> tuple[str, ...]:
        """The national, through the player who runs it."""
        return (self.rules.national,)


def of(rules: RailRules) -> National:
    """The national of the composed title."""
    found = rules.procedures[NationalTurn]
    assert isinstance(found, National)
    return found


def begin(rules: RailRules, draft: RailDraft) -> Frame | None:
    """The frame of the national's turn at the end of an operating round, or ``None``."""
    return of(rules).begin(draft)
