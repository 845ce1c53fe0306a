"""Distributing a run: all or nothing [11]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, shape
from towpath.rail import holdings, shares, verbs
from towpath.rail.actions import PayDividend
from towpath.rail.state import BANK, POOL
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import Draft1856, Pos
from towpath.titles.t1856.turn import Turn

KINDS = ("full", "withhold")


def has_choice(rules: Rules1856, pos: Pos, frame: Turn) -> bool:
    """Whether something is there to pay and the company may pay it."""
    return frame.revenue > 0 and not rules.withholds(pos, frame.company)


def distribute(rules: Rules1856, draft: Draft1856, frame: Turn, kind: str) -> None:
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


class PayMove(Move[Turn, PayDividend]):
    """The president pays or withholds."""

    action = PayDividend
    label = "distribute earnings"
    rule = "P.11.1.a"

    def __init__(self, rules: Rules1856) -> None:
        self.rules = rules

    def shape(self, pos: Pos, action: PayDividend) -> Iterator[Reason]:
        """Is it one of the two ways?"""
        if action.kind not in KINDS:
            yield shape("no_such_pay", "Earnings are paid {kinds}, not {kind}.", kinds=list(KINDS), kind=action.kind)

    def offers(self, pos: Pos, frame: Turn) -> Iterator[Offer]:
        """Both ways."""
        yield Offer(PayDividend, {"entity": frame.company}, Options("kind", KINDS), rule=self.rule)

    def check(self, pos: Pos, frame: Turn, action: PayDividend) -> Iterator[Reason]:
        """Either is allowed where there is a choice."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: Turn, action: PayDividend) -> None:
        """Pay and move the price."""
        assert isinstance(draft, Draft1856)
        draft.update(0, step="trains")
        distribute(self.rules, draft, frame, action.kind)
