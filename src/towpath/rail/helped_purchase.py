"""Buying trains: from the bank, the pool and other companies; with the president's help where one is a must [1856: 12.1-12.4]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from towpath.kernel.offers import Offer, Range
from towpath.kernel.reasons import Reason, broken
from towpath.rail import capital, consent, phases, raising_money, verbs
from towpath.rail.actions import BuyTrain
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.state import BANK, POOL, YARD
from towpath.rail.train_deals import TrainDealMove
from towpath.rail.train_purchase import LEAST_PRICE, list_price, market_trains, others_trains
from towpath.rail.turn import Turn, power


class Sale(NamedTuple):
    """A train at its fixed price: from bank or pool, perhaps with one handed in."""

    train: str
    price: int
    exchange: str | None = None


def has_route(rules: IssueRules, pos: IssuePosition, company: str) -> bool:
    """Whether a train of the company could run: a way from one of its tokens to another stop."""
    return any(len(rules.reach_of(pos, company, node).nodes) > 1 for node in rules.tokens_of(pos, company))


def own_trains(rules: IssueRules, pos: IssuePosition, company: str) -> list[str]:
    """The company's trains without those that the bank has lent."""
    lent = rules.lent_trains(pos)
    return [train for train in rules.trains_of(pos, company) if train not in lent]


def must_own(rules: IssueRules, pos: IssuePosition, company: str) -> bool:
    """Whether a train is a must: none owned, and a route to run [12.4]."""
    return not own_trains(rules, pos, company) and rules.must_own(pos, company) and has_route(rules, pos, company)


def may_own(rules: IssueRules, company: str, train: str) -> bool:
    """Whether trains of that kind are open to the company."""
    return not any(rules.train_faults(company, train))


def has_room(rules: IssueRules, pos: IssuePosition, company: str) -> bool:
    """Whether the train limit lets it buy one more."""
    return len(own_trains(rules, pos, company)) < rules.train_limit(pos, company)


def fixed_sales(rules: IssueRules, pos: IssuePosition, company: str) -> list[Sale]:
    """Everything in bank and pool that the company may own, whatever it costs; trade-ins included [12.1, 12.2]."""
    found = []
    for train in market_trains(rules, pos):
        if not may_own(rules, company, train):
            continue
        if has_room(rules, pos, company):
            found.append(Sale(train, list_price(rules, train)))
        trade = rules.train_kind(train).trade_in
        kinds: set[str] = set()
        for old in own_trains(rules, pos, company) if trade and pos.trains[train] == YARD else ():
            name = rules.train_kind(old).name
            if trade is not None and name in trade.kinds and name not in kinds:
                kinds.add(name)
                found.append(Sale(train, trade.price, old))
    return found


def helped(rules: IssueRules, pos: IssuePosition, company: str) -> list[Sale]:
    """What the president helps to buy: the cheapest, when it is a must and the treasury is short [12.4]."""
    if not must_own(rules, pos, company):
        return []
    found = fixed_sales(rules, pos, company)
    least = min((sale.price for sale in found), default=0)
    if pos.cash.get(company, 0) >= least:
        return []
    return [sale for sale in found if sale.price == least]


def sales(rules: IssueRules, pos: IssuePosition, company: str) -> list[Sale]:
    """What it may buy from bank and pool now."""
    cash = pos.cash.get(company, 0)
    return [sale for sale in fixed_sales(rules, pos, company) if sale.price <= cash] + helped(rules, pos, company)


def from_others(
    rules: IssueRules, pos: IssuePosition, company: str, frame: Turn, cash: int
) -> Iterator[tuple[str, int, int]]:
    """(train, least price, greatest price) of other companies' trains for so much money; between some only at the
    printed price."""
    if not has_room(rules, pos, company):
        return
    for train in others_trains(rules, pos, company):
        if not may_own(rules, company, train) or train in rules.lent_trains(pos):
            continue
        least = max(LEAST_PRICE, consent.highest_refused(frame.declined, train) + 1)
        most = cash
        if rules.at_face_value(company, pos.trains[train]):
            least, most = max(least, list_price(rules, train)), min(most, list_price(rules, train))
        if least <= most:
            yield train, least, most


def waits(rules: IssueRules, pos: IssuePosition, frame: Turn) -> bool:
    """Whether the step has anything to decide: with the loan that may still be taken, unless only as that site has it."""
    company = frame.company
    if must_own(rules, pos, company) or rules.must_spend(pos, company):
        return True
    cash = pos.cash.get(company, 0) if rules.policies.waits_as_site else power(rules, pos, frame)
    if any(sale.price <= cash for sale in fixed_sales(rules, pos, company)):
        return True
    return any(from_others(rules, pos, company, frame, cash))


def must_buy_reasons(rules: IssueRules, pos: IssuePosition, company: str) -> Iterator[Reason]:
    """Why the step may not be ended."""
    if must_own(rules, pos, company):
        yield broken("must_buy_train", "12.4.a", "{company} must buy a train.", company=company)
    elif rules.must_spend(pos, company):
        yield broken("must_buy_train", "P.14.12.c", "{company} has the money and must buy a train.", company=company)


class BuyTrainMove(TrainDealMove):
    """One train."""

    rule = "P.12.1.a"
    rules: IssueRules

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """Trains at fixed prices, others' trains at every price."""
        rules, company = self.rules, frame.company
        for sale in sales(rules, pos, company):
            fixed: dict[str, Any] = {"entity": company, "train": sale.train, "price": sale.price}
            rule = self.rule
            if sale.exchange is not None:
                fixed["exchange"] = sale.exchange
                rule = "12.2.a"
            yield Offer(BuyTrain, fixed, rule=rule)
        for train, least, most in from_others(rules, pos, company, frame, pos.cash.get(company, 0)):
            yield Offer(BuyTrain, {"entity": company, "train": train}, Range("price", least, most), rule=self.rule)

    def check(self, pos: IssuePosition, frame: Turn, action: BuyTrain) -> Iterator[Reason]:
        """Limit, source, kind, price and money."""
        rules, company = self.rules, frame.company
        holder = pos.trains[action.train]
        yield from rules.train_faults(company, action.train)
        if action.exchange is None and not has_room(rules, pos, company):
            yield broken(
                "train_limit", "P.12.1.d", "{company} is at its limit of {limit} trains.",
                company=company, limit=rules.train_limit(pos, company),
            )  # fmt: skip
        if holder in (YARD, POOL):
            yield from self._market_faults(pos, company, action)
        elif holder not in rules.certificates or holder == company or action.train in rules.lent_trains(pos):
            yield broken("not_for_sale", "P.12.1.a", "{train} is not for sale: it is with {holder}.",
                         train=action.train, holder=holder)  # fmt: skip
        else:
            yield from self._deal_faults(pos, frame, action, holder)

    def _market_faults(self, pos: IssuePosition, company: str, action: BuyTrain) -> Iterator[Reason]:
        rules = self.rules
        on_sale = market_trains(rules, pos)
        if action.train not in on_sale:
            yield broken("not_on_sale", "P.12.1.a", "{trains} are on sale now, not {train}.",
                         trains=on_sale, train=action.train)  # fmt: skip
            return
        price = list_price(rules, action.train)
        if action.exchange is not None:
            trade = rules.train_kind(action.train).trade_in
            if trade is None or pos.trains[action.train] != YARD:
                yield broken("no_exchange", "12.2.a", "Nothing is handed in for {train}.", train=action.train)
                return
            if action.exchange not in own_trains(rules, pos, company):
                yield broken("not_own_train", "12.2.a", "{company} does not own {old}.", company=company,
                             old=action.exchange)  # fmt: skip
            elif rules.train_kind(action.exchange).name not in trade.kinds:
                yield broken("exchange_kind", "12.2.a", "One of {kinds} is handed in, not {old}.",
                             kinds=list(trade.kinds), old=action.exchange)  # fmt: skip
            price = trade.price
        if action.price != price:
            yield broken("list_price", "1.f", "{train} costs {price}, not {offered}.",
                         train=action.train, price=price, offered=action.price)  # fmt: skip
        cash = pos.cash.get(company, 0)
        if price > cash and action.train not in [sale.train for sale in helped(rules, pos, company)]:
            rule = "12.4.b" if must_own(rules, pos, company) else "P.12.1.a"
            yield broken(
                "too_dear", rule, "{train} costs {price}; {company} has {cash}, and its president helps only to the cheapest "
                "train, when one is a must.", train=action.train, price=price, company=company, cash=cash,
            )  # fmt: skip

    def _deal_faults(self, pos: IssuePosition, frame: Turn, action: BuyTrain, holder: str) -> Iterator[Reason]:
        rules, company = self.rules, frame.company
        if action.exchange is not None:
            yield broken("no_exchange", "12.2.a", "Nothing is handed in for a train of another company.")
        price = list_price(rules, action.train)
        if rules.at_face_value(company, holder) and action.price != price:
            yield broken(
                "face_value", "P.14.11.a", "Between {company} and {holder} a train costs its printed price {price}.",
                company=company, holder=holder, price=price,
            )  # fmt: skip
        if action.price < LEAST_PRICE:
            yield broken("train_price", "P.12.1.b", "The least price is 1; you offered {price}.", price=action.price)
        yield from consent.refusal_faults(frame.declined, action.train, action.price, "P.12.1.b")
        cash = pos.cash.get(company, 0)
        if action.price > cash:
            yield broken("too_dear", "P.12.1.c", "{company} has {cash}, not {price}.", company=company, cash=cash,
                         price=action.price)  # fmt: skip

    def perform(self, draft: IssueDraft, frame: Turn, action: BuyTrain) -> None:
        """Money, train, and what a first train brings. A president who has to sell first does so; then it is bought."""
        rules, company = self.rules, frame.company
        holder = draft.trains[action.train]
        seller = BANK if holder in (YARD, POOL) else holder
        short = action.price - draft.cash.get(company, 0)
        if short > 0:
            if not raising_money.raise_for(rules, draft, company, short, "train"):
                return
            verbs.pay(
                rules, draft, raising_money.president(rules, draft, company), company, short, f"help to {company}"
            )
        verbs.pay(rules, draft, company, seller, action.price, f"train {action.train}")
        if action.exchange is not None:
            verbs.move_train(rules, draft, action.exchange, POOL)
        verbs.move_train(rules, draft, action.train, company)
        rules.train_bought(draft, company)
        if holder == YARD:
            phases.train_acquired(rules, draft, action.train, company)
            capital.note_sale_of_train(rules, draft)
