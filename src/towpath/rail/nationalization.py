"""What happens to a company or private that the national railway takes over [10; sheet 17]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import charters, holdings, national, national_tokens, verbs
from towpath.rail.state import BANK, CLOSED, EXPORTED, Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules

MINOR_SHARES = 2
"""A minor's certificate is paid as so many shares [10.1D]."""

FLOOR_STEP = 5
"""What each step below the lowest price takes off the payment, under the option without a lowest price [14]."""


def nationalize(rules: RailRules, draft: RailDraft, company: str) -> None:
    """Nationalize a minor or major, in the order of the rulebook [10.1]: it repays loans, its price falls, its holders are
    paid by the bank, what it owns goes to the national or out of play, its tokens are replaced. A minor is out of the
    game, a major may be started again."""
    draft.emit("nationalization", company=company)
    _repay(rules, draft, company)
    _pay_holders(rules, draft, company, _lowered_price(rules, draft, company))
    verbs.drop_loans(draft, company, draft.loans.get(company, 0))
    _hand_over(rules, draft, company)
    national_tokens.take_over(rules, draft, company)
    _retire(rules, draft, company)


def steps_left(rules: RailRules, pos: Position, company: str) -> int:
    """How many steps to the left a company moves when it is nationalized with the loans it has now [10.1B, 10.1C]."""
    facts = rules.data.nationalization
    return facts.steps + facts.steps_per_loan * pos.loans.get(company, 0)


def _repay(rules: RailRules, draft: RailDraft, company: str) -> None:
    while draft.loans.get(company, 0) and draft.cash.get(company, 0) >= rules.data.loans.value:
        verbs.repay_loan(rules, draft, company)


def _lowered_price(rules: RailRules, draft: RailDraft, company: str) -> int:
    """Move the price and return what a share is paid: the new price, less (option) what the market has no cells for."""
    steps = steps_left(rules, draft, company)
    minor = rules.kind(company) == "minor"
    cell, beyond = draft.cells[company], 0
    for _ in range(steps):
        following = rules.market.moved(cell, "left", minor)
        beyond += following == cell
        cell = following
    verbs.move_price(rules, draft, company, "left", steps, "nationalization")
    price = rules.market.cells[cell].price
    return max(0, price - FLOOR_STEP * beyond) if rules.policies.no_price_floor else price


def _pay_holders(rules: RailRules, draft: RailDraft, company: str, price: int) -> None:
    """The bank pays the players; shares in treasury and pool bring nothing. All certificates go back to the bank."""
    shares = holdings.by_holder(rules, draft, company)
    for player in draft.seating:
        if player in shares:
            number = MINOR_SHARES if rules.kind(company) == "minor" else shares[player] // 10
            verbs.pay(rules, draft, BANK, player, number * price, f"nationalization of {company}")
    for certificate in rules.certificates[company]:
        verbs.transfer(rules, draft, certificate, BANK)
    verbs.leave_market(draft, company)


def _hand_over(rules: RailRules, draft: RailDraft, company: str) -> None:
    keeper = national.of(rules)
    payee = rules.national if keeper.keeps_money else BANK
    verbs.pay(rules, draft, company, payee, draft.cash.get(company, 0), f"treasury of {company}")
    for train in rules.trains_of(draft, company):
        verbs.move_train(rules, draft, train, rules.national if keeper.keeps_assets else EXPORTED)
    for private in charters.privates_of(rules, draft, company):
        verbs.take_private(draft, private, rules.national if keeper.keeps_assets else CLOSED)


def _retire(rules: RailRules, draft: RailDraft, company: str) -> None:
    minor = rules.kind(company) == "minor"
    verbs.drop_reservations(draft, company)
    charters.set_tokens(draft, company, () if minor else rules.companies[company].tokens)
    charters.clear(draft, company)
    verbs.set_standing(draft, company, "gone" if minor else "unstarted")


def nationalize_private(rules: RailRules, draft: RailDraft, private: str) -> None:
    """The bank pays the owner, player or company, the face value; the national takes the private. One that it has already
    brings nothing; one that is out of play stays out [10, sheet 17.8]."""
    holder = draft.privates[private]
    if holder in (rules.national, CLOSED):
        return
    if holder != BANK:
        verbs.pay(rules, draft, BANK, holder, rules.privates[private].face, f"nationalization of {private}")
    verbs.take_private(draft, private, rules.national)
