"""A national railway that only sends trains abroad [8.13 of 1867, option 14 of 1861; sheet 15.7, 20.5]."""

from __future__ import annotations

from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.state import Frame
from towpath.rail import ending, national_tokens, phases, verbs
from towpath.rail.national import National, NationalTurn
from towpath.rail.rules import RailRules
from towpath.rail.state import EXPORTED, RailDraft


class ExportingNational(National):
    """Exports the next train of the yard, which counts as bought. It has no money and runs no trains.

    ``once_a_set``: only after the last operating round of a set, else after every one. ``keeps_assets``: trains and
    privates of nationalized companies stay with it. ``places_token``: with its first export it takes the places that
    other nationals take when they first operate.
    """

    label = "export a train"

    def __init__(
        self, rules: RailRules, *, once_a_set: bool = False, keeps_assets: bool = False, places_token: bool = False
    ) -> None:
        super().__init__(rules)
        self.keeps_assets = keeps_assets
        self._once_a_set = once_a_set
        self._places_token = places_token

    def begin(self, draft: RailDraft) -> Frame | None:
        """After each operating round, or each set, of the phases in which it operates. Policy C22: not when the bank ends
        the game with this round."""
        rules = self.rules
        between = self._once_a_set and ending.course(draft).number < draft.set_length
        if not rules.flag(draft, "national_operates") or between:
            return None
        if rules.policies.no_last_export and ending.ends_by_bank(rules, draft):
            return None
        return NationalTurn()

    def advance(self, draft: Draft[Any], frame: NationalTurn) -> bool:
        """Export, then wait for what it brings."""
        assert isinstance(draft, RailDraft)
        if frame.step == "trains":
            finish(draft, self.rules)
            return True
        draft.update(0, step="trains")
        if self._places_token:
            national_tokens.first_operation(self.rules, draft)
        for train in self.rules.yard(draft)[:1]:
            verbs.move_train(self.rules, draft, train, EXPORTED)
            phases.train_acquired(self.rules, draft, train, None)
        return True
