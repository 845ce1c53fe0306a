"""Distributing earnings and moving the price [8.9; sheet 11, 2.8]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, shape
from towpath.rail import holdings, verbs
from towpath.rail.actions import PayDividend
from towpath.rail.frames import OperatingTurn
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, Position, RailDraft

KINDS = ("full", "half", "withhold")


def has_choice(rules: RailRules, frame: OperatingTurn) -> bool:
    """Only a major that has earned something chooses."""
    return frame.revenue > 0 and rules.kind(frame.company) == "major"


def kept(kind: str, revenue: int) -> int:
    """What stays in a major's treasury: nothing, half rounded down to tens, or all [8.9.1]."""
    return {"full": 0, "half": revenue // 20 * 10, "withhold": revenue}[kind]


def pay_without_choice(rules: RailRules, draft: RailDraft, frame: OperatingTurn) -> None:
    """A minor always pays half; without earnings nothing is paid."""
    company, revenue = frame.company, frame.revenue
    if revenue and rules.kind(company) == "minor":
        owner = holdings.president(rules, draft, company)
        assert owner is not None
        verbs.pay(rules, draft, BANK, company, revenue // 2, "kept earnings")
        verbs.pay(rules, draft, BANK, owner, revenue - revenue // 2, f"dividend of {company}")
        _close(rules, draft, company, revenue, revenue - revenue // 2)
    else:
        _close(rules, draft, company, revenue, 0)


def distribute(rules: RailRules, draft: RailDraft, company: str, revenue: int, kind: str) -> None:
    """Pay a major's earnings: a tenth of what is not kept to each share of players and of its own treasury."""
    keep = kept(kind, revenue)
    per_share = (revenue - keep) // 10
    verbs.pay(rules, draft, BANK, company, keep, "kept earnings")
    for holder, percent in sorted(holdings.by_holder(rules, draft, company).items()):
        if holder != POOL:
            verbs.pay(rules, draft, BANK, holder, per_share * percent // 10, f"dividend of {company}")
    _close(rules, draft, company, revenue, revenue - keep)


def _close(rules: RailRules, draft: RailDraft, company: str, revenue: int, paid: int) -> None:
    draft.emit("dividend", company=company, revenue=revenue, paid=paid)
    if not paid:
        verbs.move_price(rules, draft, company, "left", why="no dividend")
    elif rules.kind(company) == "minor" or paid >= rules.market.price(draft, company):
        verbs.move_price(rules, draft, company, "right", why="dividend")
    verbs.mark_operated(draft, company)


class PayDividendMove(Move[OperatingTurn, PayDividend]):
    """The president chooses full, half or no pay."""

    action = PayDividend
    label = "distribute earnings"
    rule = "8.9.1.a"

    kinds: tuple[str, ...] = KINDS

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: PayDividend) -> Iterator[Reason]:
        """Is it one of the ways that the title has?"""
        if action.kind not in self.kinds:
            kinds = list(self.kinds)
            yield shape("no_such_pay", "Earnings are paid {kinds}, not {kind}.", kinds=kinds, kind=action.kind)

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """All of them."""
        yield Offer(PayDividend, {"entity": frame.company}, Options("kind", self.kinds), rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: PayDividend) -> Iterator[Reason]:
        """Each way is always allowed."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: PayDividend) -> None:
        """Pay and move the price."""
        assert isinstance(draft, RailDraft)
        draft.update(0, step="private_early")
        distribute(self.rules, draft, frame.company, frame.revenue, action.kind)
