"""Distributing earnings and moving the price, as ``dividends`` of the title's data says [8.9; sheet 11, 2.8]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, shape
from towpath.rail import holdings, verbs
from towpath.rail.actions import PayDividend
from towpath.rail.frames import OperatingTurn, Step
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, Position, RailDraft


def has_choice(rules: RailRules, pos: Position, frame: OperatingTurn) -> bool:
    """Only a company of shares that has earned something, and may pay it, chooses."""
    return frame.revenue > 0 and rules.kind(frame.company) == "major" and not rules.withholds(pos, frame.company)


def kept(kind: str, revenue: int) -> int:
    """What stays in the treasury: nothing, half rounded down to tens, or all [8.9.1]."""
    return {"full": 0, "half": revenue // 20 * 10, "withhold": revenue}[kind]


def pay_without_choice(rules: RailRules, draft: RailDraft, frame: OperatingTurn) -> None:
    """A minor always pays half; others keep what there is."""
    company, revenue = frame.company, frame.revenue
    if revenue and rules.kind(company) == "minor":
        owner = holdings.president(rules, draft, company)
        assert owner is not None
        verbs.pay(rules, draft, BANK, company, revenue // 2, "kept earnings")
        verbs.pay(rules, draft, BANK, owner, revenue - revenue // 2, f"dividend of {company}")
        _close(rules, draft, company, revenue, revenue - revenue // 2)
    else:
        distribute(rules, draft, company, revenue, "withhold")


def distribute(rules: RailRules, draft: RailDraft, company: str, revenue: int, kind: str) -> None:
    """Pay what is not kept to the holders of the shares."""
    keep = kept(kind, revenue)
    paid = revenue - keep
    verbs.pay(rules, draft, BANK, company, keep, "kept earnings")
    for holder, percent in sorted(holdings.by_holder(rules, draft, company).items()):
        payee = _payee(rules, company, holder)
        if payee is not None:
            verbs.pay(rules, draft, BANK, payee, _part(rules, draft, company, paid, percent), f"dividend of {company}")
    _close(rules, draft, company, revenue, paid)


def _payee(rules: RailRules, company: str, holder: str) -> str | None:
    """Who is paid for the shares of a holder."""
    facts = rules.data.dividends
    if holder == POOL:
        return company if facts.pool == "company" else None
    return holder if holder != company or facts.own_shares else None


def _part(rules: RailRules, pos: Position, company: str, paid: int, percent: int) -> int:
    """What so many percent get."""
    if not rules.data.dividends.whole_shares:
        return -(-paid * percent // 100)
    unit = rules.unit(pos, company)
    return paid * unit // 100 * (percent // unit)


def _close(rules: RailRules, draft: RailDraft, company: str, revenue: int, paid: int) -> None:
    """Note it and move the price."""
    draft.emit("dividend", company=company, revenue=revenue, paid=paid)
    verbs.mark_operated(draft, company)
    if not paid:
        rules.move_price(draft, company, "left", 1, "no dividend")
        return
    price = rules.market.price(draft, company)
    steps = sum(paid >= multiple * price for multiple in rules.data.dividends.rises)
    if steps or rules.kind(company) == "minor":
        rules.move_price(draft, company, "right", steps or 1, "dividend")


class PayDividendMove(Move[OperatingTurn, PayDividend]):
    """The president chooses one of the title's ways; ``then`` is the step that follows."""

    action = PayDividend
    label = "distribute earnings"

    def __init__(self, rules: RailRules, then: Step, rule: str) -> None:
        self.rules = rules
        self.rule = rule
        self._then = then
        self._kinds = rules.data.dividends.kinds

    def shape(self, pos: Position, action: PayDividend) -> Iterator[Reason]:
        """Is it one of them?"""
        if action.kind not in self._kinds:
            kinds = list(self._kinds)
            yield shape("no_such_pay", "Earnings are paid {kinds}, not {kind}.", kinds=kinds, kind=action.kind)

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """All of them."""
        yield Offer(PayDividend, {"entity": frame.company}, Options("kind", self._kinds), rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: PayDividend) -> Iterator[Reason]:
        """Each way is always allowed."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: PayDividend) -> None:
        """Pay and move the price."""
        assert isinstance(draft, RailDraft)
        draft.update(0, step=self._then)
        distribute(self.rules, draft, frame.company, frame.revenue, action.kind)
