"""Loans of companies [8.2, 8.10; sheet 7, 12]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import nationalization, verbs
from towpath.rail.frames import OperatingRound
from towpath.rail.state import BANK, Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules

NO_LIMIT = 10_000
"""More loans than any company could use."""


def round_frame(pos: Position) -> OperatingRound:
    """The operating round in progress."""
    for frame in reversed(pos.stack):
        if isinstance(frame, OperatingRound):
            return frame
    raise LookupError("no operating round is in progress")


def net(rules: RailRules) -> int:
    """What a loan adds to the treasury: its value less the first interest."""
    return rules.data.loans.value - rules.data.loans.interest


def free_loans(rules: RailRules, pos: Position, company: str) -> int:
    """How many more loans the company may take; none above its limit (after a merger)."""
    limit = rules.data.loans.limits.get(rules.companies[company].kind)
    return NO_LIMIT if limit is None else max(0, limit - pos.loans.get(company, 0))


def buying_power(rules: RailRules, pos: Position, company: str) -> int:
    """Treasury with every loan it may take."""
    return pos.cash.get(company, 0) + net(rules) * free_loans(rules, pos, company)


def loans_needed(rules: RailRules, pos: Position, company: str, cost: int) -> int:
    """The fewest loans with which the treasury covers a cost."""
    short = cost - pos.cash.get(company, 0)
    return 0 if short <= 0 else -(-short // net(rules))


def borrow_for(rules: RailRules, draft: RailDraft, company: str, cost: int) -> None:
    """Take as few loans as the cost needs. The caller has checked that they are allowed."""
    for _ in range(loans_needed(rules, draft, company, cost)):
        verbs.take_loan(rules, draft, company)


def settle(rules: RailRules, draft: RailDraft, company: str, base: int) -> bool:
    """Pay interest on ``base`` loans, borrowing if need be, then repay what can be repaid. ``False``: it cannot pay."""
    owed = rules.data.loans.interest * base
    while draft.cash.get(company, 0) < owed and free_loans(rules, draft, company):
        verbs.take_loan(rules, draft, company)
    if draft.cash.get(company, 0) < owed:
        return False
    verbs.pay(rules, draft, company, BANK, owed, "interest")
    while draft.loans.get(company, 0) and draft.cash.get(company, 0) >= rules.data.loans.value:
        verbs.repay_loan(rules, draft, company)
    return True


def settle_or_nationalize(rules: RailRules, draft: RailDraft, company: str, base: int) -> None:
    """The loan step: a company that cannot pay its interest is nationalized at once [8.10, 10]."""
    if not settle(rules, draft, company, base):
        nationalization.nationalize(rules, draft, company)
