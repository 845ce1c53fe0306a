"""How companies are paid for: escrow, shares one by one, or all at once; and what floats them [1856: 5].

The data of the title (``flotation``) say what holds while which train is the lowest left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import holdings, verbs
from towpath.rail.data import Capital, Flotation
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.state import BANK, YARD

if TYPE_CHECKING:
    from towpath.rail.issue_rules import IssueRules

SHARES = 10
DIRECT = 5
"""So many shares of a company with escrow pay its treasury; those after them pay what is held [5.2]."""


def train_for_sale(rules: IssueRules, pos: IssuePosition) -> str:
    """The kind that decides what floats companies and how they are paid: the lowest in the bank [5.1]."""
    return rules.train_kind(rules.trains_of(pos, YARD)[0]).name


def terms(rules: IssueRules, pos: IssuePosition) -> Flotation:
    """What the train for sale means for companies."""
    return rules.data.floats_with(train_for_sale(rules, pos))


def full_for_sale(rules: IssueRules, pos: IssuePosition) -> bool:
    """Whether new companies get their capital at once (in 1856 while a 6 or D is for sale)."""
    return terms(rules, pos).capital == "full"


def kind_of_start(rules: IssueRules, pos: IssuePosition, company: str) -> Capital:
    """How a company that starts now is paid for: no escrow for one whose destination is reached already [5.5]."""
    kind = terms(rules, pos).capital
    if kind == "incremental" and rules.policies.escrow_while_incremental:
        kind = "escrow"
    return "incremental" if kind == "escrow" and pos.destined.get(company, False) else kind


def sold(rules: IssueRules, pos: IssuePosition, company: str) -> int:
    """Percent of a company that has been sold from its first issue: what players and the pool hold [5.6]."""
    return 100 - holdings.percent(rules, pos, company, company)


def may_operate(rules: IssueRules, pos: IssuePosition, company: str) -> bool:
    """Whether enough is sold for a first turn; one that has operated always does [5.6]."""
    return pos.operated.get(company, False) or sold(rules, pos, company) >= terms(rules, pos).percent


def holds_back(rules: IssueRules, pos: IssuePosition, company: str) -> bool:
    """Whether money of later shares is held for the company now [5.2, 5.4]."""
    if pos.capital.get(company) != "escrow" or pos.destined.get(company, False):
        return False
    return not (rules.policies.full_capital_ends_escrow and full_for_sale(rules, pos))


def take_payment(rules: IssueRules, draft: IssueDraft, company: str, player: str, shares: int, before: int) -> None:
    """A player pays par for ``shares`` of the first issue; ``before``: how many had been sold [5.2, 5.3]."""
    par = draft.pars[company]
    why = f"purchase of {company}"
    if not rules.paid_by_sales(draft, company):
        verbs.pay(rules, draft, player, BANK, par * shares, why)
        return
    direct = shares
    if holds_back(rules, draft, company):
        direct = max(0, min(shares, DIRECT - before))
    verbs.pay(rules, draft, player, company, par * direct, why)
    held = par * (shares - direct)
    if held:
        verbs.pay(rules, draft, player, BANK, held, f"{why}, held for {company}")
        draft.edit("escrow")[company] = draft.escrow.get(company, 0) + held
        draft.emit("escrow_held", company=company, amount=held, held=draft.escrow[company])


def pay_in_full(rules: IssueRules, draft: IssueDraft, company: str, before: int) -> None:
    """A company with full capital gets ten times par when the share that floats it is sold [5.3]."""
    needed = rules.data.floats_with(rules.data.flotation[-1].train).percent
    if draft.capital.get(company) == "full" and before < needed <= sold(rules, draft, company):
        verbs.pay(rules, draft, BANK, company, SHARES * draft.pars[company], f"capital of {company}")


def release(rules: IssueRules, draft: IssueDraft, company: str) -> None:
    """What is held for a company is paid over."""
    held = draft.escrow.get(company, 0)
    if held:
        verbs.pay(rules, draft, BANK, company, held, f"escrow of {company}")
    drop_escrow(draft, company)


def drop_escrow(draft: IssueDraft, company: str) -> None:
    """Nothing is held for a company any more."""
    if company in draft.escrow:
        draft.edit("escrow").pop(company)


def note_sale_of_train(rules: IssueRules, draft: IssueDraft) -> None:
    """After a purchase from the bank: once capital comes all at once all escrow is paid over, where the policy says so."""
    if rules.policies.full_capital_ends_escrow and full_for_sale(rules, draft):
        for company in sorted(draft.escrow):
            release(rules, draft, company)
