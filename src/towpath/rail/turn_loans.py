"""Loans: one a turn in phases with loans, interest before the dividend, repayment at the end of the turn [1856: 7]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Range
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.rail import raising_money, verbs
from towpath.rail.actions import RepayLoan, TakeLoan
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.state import BANK
from towpath.rail.turn import Turn, loan_room, loan_value, may_borrow


class TakeLoanMove(Move[Turn, TakeLoan]):
    """Take one loan."""

    action = TakeLoan
    label = "take a loan"
    rule = "7.1.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """When it is allowed."""
        if may_borrow(self.rules, pos, frame):
            yield Offer(TakeLoan, {"entity": frame.company}, rule=self.rule)

    def check(self, pos: IssuePosition, frame: Turn, action: TakeLoan) -> Iterator[Reason]:
        """Phase, one a turn, before repayment, not more than players' shares."""
        rules, company = self.rules, frame.company
        if not rules.flag(pos, "loans") or company == rules.national:
            yield broken("no_loans", "7.1.b", "No loan is given any more; this is phase {phase}.", phase=pos.phase)
        if frame.borrowed:
            yield broken("one_loan", "7.1.a", "{company} has taken its loan of this round.", company=company)
        if frame.repaid:
            yield broken("loan_repaid", "P.7.5.a", "{company} has repaid a loan in this turn.", company=company)
        if loan_room(rules, pos, company) <= 0:
            yield broken(
                "loan_limit", "7.2.a", "{company} has {loans} loans; players hold no more of its shares.",
                company=company, loans=pos.loans.get(company, 0),
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: TakeLoan) -> None:
        """The money, less interest if that of this turn has been paid [7.3]."""
        assert isinstance(draft, IssueDraft)
        company = frame.company
        loans = draft.edit("loans")
        loans[company] = loans.get(company, 0) + 1
        verbs.pay(self.rules, draft, BANK, company, loan_value(self.rules, frame), "loan")
        draft.emit("loan_taken", company=company, loans=loans[company])
        draft.update(0, borrowed=True)


def charge(rules: IssueRules, draft: IssueDraft, frame: Turn) -> bool:
    """Interest on all loans: from the treasury (in whole multiples where the policy says so), then from this run, then from
    the president [7.3, 7.4].

    ``False`` when he has to sell shares first; it is asked again when he has the money.
    """
    company = frame.company
    owed = rules.data.loans.interest * draft.loans.get(company, 0)
    cash = draft.cash.get(company, 0)
    step = rules.data.loans.interest if rules.policies.interest_in_tens else 1
    own = min(owed, cash // step * step)
    earned = min(owed - own, frame.revenue)
    rest = owed - own - earned
    if rest and not raising_money.raise_for(rules, draft, company, rest, "interest"):
        return False
    verbs.pay(rules, draft, company, BANK, own, "interest")
    if rest:
        verbs.pay(rules, draft, raising_money.president(rules, draft, company), BANK, rest, f"interest of {company}")
    if owed:
        draft.emit("interest", company=company, treasury=own, run=earned, president=rest)
    draft.update(0, revenue=frame.revenue - earned, charged=True)
    return True


def due(rules: IssueRules, pos: IssuePosition, company: str) -> int:
    """How many loans the company must repay because they are more than players' shares [7.5]."""
    return max(0, -loan_room(rules, pos, company))


def most_repaid(rules: IssueRules, pos: IssuePosition, company: str) -> int:
    """The most loans that its treasury can repay now."""
    return min(pos.loans.get(company, 0), pos.cash.get(company, 0) // rules.data.loans.value)


def repay_due(rules: IssueRules, draft: IssueDraft, company: str) -> bool:
    """Repay the loans that are too many, from the treasury and then with the president's money [7.5]. ``False`` when he has
    to sell shares first; it is asked again when he has the money."""
    number = due(rules, draft, company)
    short = number * rules.data.loans.value - draft.cash.get(company, 0)
    if short > 0:
        if not raising_money.raise_for(rules, draft, company, short, "repayment"):
            return False
        verbs.pay(
            rules, draft, raising_money.president(rules, draft, company), company, short, f"repayment of {company}"
        )
    for _ in range(number):
        verbs.repay_loan(rules, draft, company)
    return True


class RepayMove(Move[Turn, RepayLoan]):
    """Pay loans back from the treasury."""

    action = RepayLoan
    label = "repay loans"
    rule = "7.5.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """Any number that it can pay."""
        most = most_repaid(self.rules, pos, frame.company)
        if most:
            yield Offer(RepayLoan, {"entity": frame.company}, Range("number", 1, most), rule=self.rule)

    def check(self, pos: IssuePosition, frame: Turn, action: RepayLoan) -> Iterator[Reason]:
        """As many as there are and the treasury can pay."""
        most = most_repaid(self.rules, pos, frame.company)
        if not 1 <= action.number <= most:
            yield broken(
                "repayment", self.rule, "{company} can repay up to {most} loans now, not {number}.",
                company=frame.company, most=most, number=action.number,
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: RepayLoan) -> None:
        """Pay; no loan may be taken any more in this turn."""
        assert isinstance(draft, IssueDraft)
        for _ in range(action.number):
            verbs.repay_loan(self.rules, draft, frame.company)
        draft.update(0, repaid=True)
