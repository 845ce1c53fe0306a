"""A major takes its own shares back from the pool [8.5; sheet 6.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Range
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.rail import holdings, verbs
from towpath.rail.actions import Redeem
from towpath.rail.frames import OperatingTurn
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, Position, RailDraft


def most(rules: RailRules, pos: Position, company: str) -> int:
    """How many shares the treasury can pay for; loans are not allowed for it."""
    if rules.kind(company) != "major":
        return 0
    return min(
        len(holdings.held(rules, pos, company, POOL)), pos.cash.get(company, 0) // rules.market.price(pos, company)
    )


def possible(rules: RailRules, pos: Position, company: str) -> bool:
    """Whether there is anything to decide."""
    return most(rules, pos, company) > 0


class RedeemMove(Move[OperatingTurn, Redeem]):
    """Any number at the current price; the price stays."""

    action = Redeem
    label = "redeem shares"
    rule = "8.5.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """One share up to as many as can be paid."""
        top = most(self.rules, pos, frame.company)
        if top:
            yield Offer(Redeem, {"entity": frame.company}, Range("shares", 1, top), rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: Redeem) -> Iterator[Reason]:
        """Shares in the pool, and money for them."""
        there = len(holdings.held(self.rules, pos, frame.company, POOL))
        if not 1 <= action.shares <= there:
            yield broken(
                "not_in_pool", self.rule, "{company} has {there} shares in the pool; you asked for {shares}.",
                company=frame.company, there=there, shares=action.shares,
            )  # fmt: skip
            return
        cost = action.shares * self.rules.market.price(pos, frame.company)
        if cost > pos.cash.get(frame.company, 0):
            yield broken(
                "too_dear", "8.2.d", "{shares} shares cost {cost}, {company} has {cash}, and no loan may be taken for it.",
                company=frame.company, shares=action.shares, cost=cost, cash=pos.cash.get(frame.company, 0),
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: Redeem) -> None:
        """Pay the bank, take the shares, end the step."""
        assert isinstance(draft, RailDraft)
        company = frame.company
        verbs.pay(
            self.rules, draft, company, BANK, action.shares * self.rules.market.price(draft, company), "shares redeemed"
        )
        for cert in holdings.held(self.rules, draft, company, POOL)[: action.shares]:
            verbs.transfer(self.rules, draft, cert, company)
        draft.update(0, step="track")
