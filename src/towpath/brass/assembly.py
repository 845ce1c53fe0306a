"""The procedures of Brass."""

from __future__ import annotations

from towpath.brass.course import GameProcedure, RoundProcedure
from towpath.brass.income import ShortfallProcedure
from towpath.brass.linking import SecondRailProcedure
from towpath.brass.rules import ProcedureMaker
from towpath.brass.selling import SellingProcedure
from towpath.brass.turn import TurnProcedure

PROCEDURES: tuple[ProcedureMaker, ...] = (
    GameProcedure,
    RoundProcedure,
    TurnProcedure,
    SecondRailProcedure,
    SellingProcedure,
    ShortfallProcedure,
)
