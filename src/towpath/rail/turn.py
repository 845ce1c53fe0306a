"""A company's turn with loans and powers of privates, as data, and what it may borrow [1856: 6.2, 7]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import holdings
from towpath.rail.frames import OperatingTurn, Step
from towpath.rail.issue_state import IssuePosition

if TYPE_CHECKING:
    from towpath.rail.issue_rules import IssueRules


class Turn(OperatingTurn, frozen=True, kw_only=True):
    """``borrowed``: a loan was taken in this turn; ``charged``: interest has been paid; ``repaid``: a loan was paid back;
    ``laid_by``: the private by whose power the company may still place a token in this turn [12.7]."""

    step: Step = "home"
    borrowed: bool = False
    charged: bool = False
    repaid: bool = False
    laid_by: str | None = None


def loan_room(rules: IssueRules, pos: IssuePosition, company: str) -> int:
    """How many more loans shares in players' hands allow; negative: so many are too many [7.2]."""
    return holdings.player_percent(rules, pos, company) // rules.unit(pos, company) - pos.loans.get(company, 0)


def loan_value(rules: IssueRules, frame: Turn) -> int:
    """What a loan brings now: less its interest once that of the turn has been paid [7.3]."""
    loan = rules.data.loans
    return loan.value - loan.interest if frame.charged else loan.value


def may_borrow(rules: IssueRules, pos: IssuePosition, frame: Turn) -> bool:
    """Whether the company may take a loan at this moment [7.1, 7.2, 7.5]."""
    return (
        rules.flag(pos, "loans")
        and not frame.borrowed
        and not frame.repaid
        and frame.company != rules.national
        and loan_room(rules, pos, frame.company) > 0
    )


def power(rules: IssueRules, pos: IssuePosition, frame: Turn) -> int:
    """Treasury with the loan that may still be taken; what decides whether a step waits."""
    extra = loan_value(rules, frame) if may_borrow(rules, pos, frame) else 0
    return pos.cash.get(frame.company, 0) + extra
