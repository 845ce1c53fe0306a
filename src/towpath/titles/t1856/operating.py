"""A company's turn in 1856: the CGR runs a lent train, and it forms after the turn in which the first 6 was bought."""

from __future__ import annotations

from towpath.rail import helped_purchase
from towpath.rail.issue_state import IssueDraft
from towpath.rail.turn import Turn
from towpath.rail.turn_procedure import TurnProcedure
from towpath.titles.t1856 import cgr, cgr_life
from towpath.titles.t1856.state import Draft1856


class TurnProcedure1856(TurnProcedure):
    """The turn of every company, and what the CGR's brings besides."""

    def before_run(self, draft: IssueDraft, frame: Turn) -> bool:
        """The bank lends the CGR a train to run [14.12]."""
        assert isinstance(draft, Draft1856)
        before = draft.national.borrowed
        if frame.company == self.rules.national and helped_purchase.has_route(self.rules, draft, frame.company):
            cgr_life.borrow(self.rules, draft, frame.company)
        return draft.national.borrowed != before

    def leave(self, draft: IssueDraft, frame: Turn) -> None:
        """The lent train goes back when trains have been bought."""
        assert isinstance(draft, Draft1856)
        if frame.step == "trains":
            cgr_life.hand_back(self.rules, draft)
        super().leave(draft, frame)

    def end(self, draft: IssueDraft, frame: Turn) -> None:
        """If the first 6 was bought in the turn, the CGR forms now [14.1]."""
        assert isinstance(draft, Draft1856)
        cgr_life.hand_back(self.rules, draft)
        super().end(draft, frame)
        cgr.begin_if_due(self.rules, draft, frame.company)
