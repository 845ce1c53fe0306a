"""Companies that leave the game for good, with all that belonged to them [1856: 4.11, 14.9]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import charters, verbs
from towpath.rail.issue_state import IssueDraft
from towpath.rail.state import BANK, CLOSED, EXPORTED, POOL

if TYPE_CHECKING:
    from towpath.rail.issue_rules import IssueRules


def retire(rules: IssueRules, draft: IssueDraft, company: str, keep_tokens: bool = False) -> None:
    """Certificates, tokens (but for those that are replaced later), kept places, loans and what is remembered of a company
    that is out for good."""
    for certificate in rules.certificates[company]:
        if draft.certificates[certificate] != BANK:
            verbs.transfer(rules, draft, certificate, BANK)
    for hex_id, city in [] if keep_tokens else rules.tokens_of(draft, company):
        verbs.lift_token(draft, company, hex_id, city, None)
    verbs.drop_reservations(draft, company)
    charters.set_tokens(draft, company, ())
    if company in draft.cells:
        verbs.leave_market(draft, company)
    if draft.loans.get(company, 0):
        verbs.drop_loans(draft, company, draft.loans[company])
    charters.clear(draft, company)
    for table in ("escrow", "capital"):
        if company in getattr(draft, table):
            draft.edit(table).pop(company)
    verbs.set_standing(draft, company, "gone")


def close_company(rules: IssueRules, draft: IssueDraft, company: str) -> None:
    """A company in the closed zone is out for good, with all that it has but its trains [4.11]."""
    draft.emit("company_closed", company=company)
    verbs.pay(rules, draft, company, BANK, draft.cash.get(company, 0), f"treasury of {company}")
    keep = rules.policies.closed_company_trains == "pool"
    for train in rules.trains_of(draft, company):
        verbs.move_train(rules, draft, train, POOL if keep else EXPORTED)
    for private in charters.privates_of(rules, draft, company):
        verbs.take_private(draft, private, CLOSED)
    drop_bonuses(draft, company)
    retire(rules, draft, company)
    rules.company_closed(draft, company)


def drop_bonuses(draft: IssueDraft, company: str) -> None:
    """Rights and markers of a company that is gone."""
    for private, owners in list(draft.rights.items()):
        if company in owners:
            draft.edit("rights")[private] = tuple(owner for owner in owners if owner != company)
    for hex_id, owner in list(draft.marks.items()):
        if owner == company:
            draft.edit("marks").pop(hex_id)
