"""What changes of phase bring in 1856 alone [12.6, 14.1]."""

from __future__ import annotations

from towpath.rail.phases import PhaseChange, PhaseChangeProcedure
from towpath.rail.rules import RailRules
from towpath.rail.state import RailDraft
from towpath.titles.t1856 import cgr
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import Draft1856


class PhaseChangeProcedure1856(PhaseChangeProcedure):
    """With the privates the port closes; the first 6 may form the CGR."""

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, Rules1856)
        self.own = rules
        super().__init__(rules, {"national_forms": self._national})

    def close_privates(self, draft: RailDraft, frame: PhaseChange) -> None:
        """All privates close; a port that was placed pays no more (C6)."""
        assert isinstance(draft, Draft1856)
        super().close_privates(draft, frame)
        cgr.end_ports(self.own, draft, "first_5")

    def _national(self, draft: RailDraft, frame: PhaseChange) -> None:
        """The first 6."""
        assert isinstance(draft, Draft1856)
        cgr.note_six(self.own, draft)
