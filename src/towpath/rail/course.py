"""The course of the game: auction, then stock, operating and merger rounds in turn [6, sheet 4]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from towpath.kernel.draft import Draft
from towpath.kernel.procedure import Procedure
from towpath.kernel.state import Frame
from towpath.rail import ending, standstill
from towpath.rail.frames import Course
from towpath.rail.rules import RailRules
from towpath.rail.state import RailDraft

Opening = Callable[[RailRules, RailDraft], Frame]
"""Makes the first frame of a round and does what happens at its start."""

QUIET_ROUNDS = 120
"""So many rounds in a row without a decision end the game: nobody will ever be able to do anything again. The exports that
lead through all phases by themselves need fewer."""


class CourseProcedure(Procedure[Course]):
    """Pushes one round after the other and ends the game. It decides nothing itself."""

    frame = Course
    label = "go on"

    def __init__(
        self, rules: RailRules, auction: Opening, stock: Opening, operating: Opening, merger: Opening | None = None
    ) -> None:
        self.rules = rules
        self._auction = auction
        self._stock = stock
        self._operating = operating
        self._merger = merger

    def advance(self, draft: Draft[Any], frame: Course) -> bool:
        """Begin the next round."""
        assert isinstance(draft, RailDraft)
        if sum(event.kind == "round_begun" for event in draft.events) >= QUIET_ROUNDS:
            self.rules.end_now(draft, ending.STALEMATE)
        elif frame.stage == "start":
            self._begin(draft, Course(stage="auction"), "AR", self._auction)
        elif frame.stage == "auction":
            self._stock_round(draft)
        elif frame.stage == "stock":
            ending.note_bank(self.rules, draft, stock_round=True)
            draft.put("set_length", ending.next_set_length(self.rules, draft, draft.set_number))
            self._operating_round(draft, 1)
        elif frame.stage == "operating":
            self._after_operating(draft, frame)
        else:
            self._after_merger(draft, frame)
        return True

    def _begin(self, draft: RailDraft, frame: Course, label: str, opening: Opening) -> None:
        before = ending.course(draft)
        draft.replace(msgspec.structs.replace(frame, mark=before.mark, still=before.still))
        draft.put("round", label)
        draft.emit("round_begun", round=label)
        draft.push(opening(self.rules, draft))

    def _stock_round(self, draft: RailDraft) -> None:
        """A stock round, or the end of a game in which nothing has changed for so many of them."""
        before, mark = ending.course(draft), standstill.fingerprint(self.rules, draft)
        still = before.still + 1 if mark == before.mark else 1
        if still > standstill.STILL_ROUNDS:
            self.rules.end_now(draft, ending.STALEMATE)
            return
        draft.update(0, mark=mark, still=still)
        draft.put("set_number", draft.set_number + 1)
        self._begin(draft, Course(stage="stock"), f"SR {draft.set_number}", self._stock)

    def _operating_round(self, draft: RailDraft, number: int) -> None:
        label = f"OR {draft.set_number}.{number}"
        self._begin(draft, Course(stage="operating", number=number), label, self._operating)

    def _after_operating(self, draft: RailDraft, frame: Course) -> None:
        ending.note_bank(self.rules, draft, stock_round=False)
        if ending.is_last_round(draft):
            self._end(draft)
        elif self._merger is not None and self.rules.flag(draft, "merger_rounds"):
            label = f"MR {draft.set_number}.{frame.number}"
            self._begin(draft, Course(stage="merger", number=frame.number), label, self._merger)
        else:
            self._after_merger(draft, frame)

    def _after_merger(self, draft: RailDraft, frame: Course) -> None:
        if frame.number < draft.set_length:
            self._operating_round(draft, frame.number + 1)
        else:
            self._stock_round(draft)

    def _end(self, draft: RailDraft) -> None:
        assert draft.ending is not None
        self.rules.end_now(draft, draft.ending.reason)
