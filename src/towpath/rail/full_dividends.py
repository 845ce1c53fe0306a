"""Distributing a run: all or nothing, the company paid for the pool [1856: 11]."""

from __future__ import annotations

from typing import Any

from towpath.kernel.draft import Draft
from towpath.rail import holdings, shares, verbs
from towpath.rail.actions import PayDividend
from towpath.rail.dividends import PayDividendMove
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.state import BANK, POOL
from towpath.rail.turn import Turn


def has_choice(rules: IssueRules, pos: IssuePosition, frame: Turn) -> bool:
    """Whether something is there to pay and the company may pay it."""
    return frame.revenue > 0 and not rules.withholds(pos, frame.company)


def distribute(rules: IssueRules, draft: IssueDraft, frame: Turn, kind: str) -> None:
    """Pay the holders, the company for the pool, rounded up a holder; or keep it. The price moves right or left [11]."""
    company, revenue = frame.company, frame.revenue
    paid = revenue if kind == "full" else 0
    if paid:
        for holder, percent in sorted(holdings.by_holder(rules, draft, company).items()):
            if holder != company:
                payee = company if holder == POOL else holder
                verbs.pay(rules, draft, BANK, payee, -(-paid * percent // 100), f"dividend of {company}")
    else:
        verbs.pay(rules, draft, BANK, company, revenue, "kept earnings")
    draft.emit("dividend", company=company, revenue=revenue, paid=paid)
    verbs.mark_operated(draft, company)
    shares.move_price(rules, draft, company, "right" if paid else "left", 1, "dividend" if paid else "no dividend")


class PayMove(PayDividendMove):
    """The president pays or withholds."""

    rule = "P.11.1.a"
    kinds = ("full", "withhold")
    rules: IssueRules

    def apply(self, draft: Draft[Any], frame: Any, action: PayDividend) -> None:
        """Pay and move the price."""
        assert isinstance(draft, IssueDraft)
        draft.update(0, step="trains")
        distribute(self.rules, draft, frame, action.kind)
