"""Buying trains [8.11; sheet 13]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Range
from towpath.kernel.reasons import Reason, broken
from towpath.rail import consent, loans, nationalization, phases, verbs
from towpath.rail.actions import BuyTrain
from towpath.rail.frames import OperatingTurn
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, YARD, Position, RailDraft
from towpath.rail.train_deals import TrainDealMove

LEAST_PRICE = 1


def market_trains(rules: RailRules, pos: Position) -> list[str]:
    """The trains at list price: the yard's, and one of each kind in the pool."""
    seen: set[str] = set()
    pool = []
    for train in rules.trains_of(pos, POOL):
        name = rules.train_kind(train).name
        if name not in seen:
            seen.add(name)
            pool.append(train)
    return pool + rules.yard(pos)


def others_trains(rules: RailRules, pos: Position, company: str) -> list[str]:
    """The trains of other companies; the national sells none [sheet 13.1]."""
    return sorted(
        (
            train
            for train, holder in pos.trains.items()
            if holder != company and holder in rules.certificates and pos.standing[holder] == "started"
        ),
        key=rules.train_order,
    )


def must_own(rules: RailRules, pos: Position, company: str) -> bool:
    """Every company must own a train at the end of the step, even without a route [8.11.3]."""
    return not rules.trains_of(pos, company)


def has_room(rules: RailRules, pos: Position, company: str) -> bool:
    """Whether the train limit lets it buy one more."""
    return len(rules.trains_of(pos, company)) < rules.train_limit(pos, company)


def list_price(rules: RailRules, train: str) -> int:
    """The printed price."""
    return rules.train_kind(train).price


def power(rules: RailRules, pos: Position, company: str) -> int:
    """What it can pay for a train from yard or pool: with loans only while the purchase is compulsory."""
    if must_own(rules, pos, company):
        return loans.buying_power(rules, pos, company)
    return pos.cash.get(company, 0)


def affordable(rules: RailRules, pos: Position, company: str) -> list[str]:
    """The trains of yard and pool that it can pay for."""
    most = power(rules, pos, company)
    return [train for train in market_trains(rules, pos) if list_price(rules, train) <= most]


def exchanges(rules: RailRules, pos: Position, company: str) -> list[tuple[str, str, int]]:
    """(train wanted, train handed in, price) of every exchange that the treasury can pay [1867, 8.11; sheet 13.6]."""
    if not rules.flag(pos, "train_exchange") or rules.kind(company) != "major":
        return []
    found = []
    kinds: set[str] = set()
    for old in rules.trains_of(pos, company):
        if rules.train_kind(old).name in kinds:
            continue
        kinds.add(rules.train_kind(old).name)
        for train in market_trains(rules, pos):
            if not any(_exchange_faults(rules, pos, company, train, old)):
                found.append((train, old, exchange_price(rules, train, old)))
    return found


def exchange_price(rules: RailRules, train: str, old: str) -> int:
    """List price less half the list price of the train handed in."""
    return list_price(rules, train) - list_price(rules, old) // 2


def waits(rules: RailRules, pos: Position, frame: OperatingTurn) -> bool:
    """Whether the step has anything to decide."""
    company = frame.company
    cash = pos.cash.get(company, 0)
    if exchanges(rules, pos, company):
        return True
    if not has_room(rules, pos, company):
        return False
    if affordable(rules, pos, company):
        return True
    return any(cash > consent.highest_refused(frame.declined, train) for train in others_trains(rules, pos, company))


def must_buy_reasons(rules: RailRules, pos: Position, company: str) -> Iterator[Reason]:
    """Why the step may not be ended: a train is compulsory and one can be paid for [8.11.3]."""
    if must_own(rules, pos, company) and affordable(rules, pos, company):
        yield broken(
            "must_buy_train", "8.11.3.a", "{company} has no train and can pay for one; it must buy.", company=company
        )


def insolvent(rules: RailRules, draft: RailDraft, company: str) -> None:
    """No train could be bought: no loan is taken, the company is nationalized [8.11.3]."""
    draft.emit("insolvent", company=company)
    nationalization.nationalize(rules, draft, company)


def _no_exchange(rules: RailRules) -> Reason:
    first = rules.first_phase("train_exchange")
    if first is None:
        return broken("no_exchange", "8.11.a", "This game has no exchange of trains; each costs its full price.")
    return broken("no_exchange", "8.11.f", "Trains are exchanged only by majors, from phase {phase} on.", phase=first)


def _exchange_faults(rules: RailRules, pos: Position, company: str, train: str, old: str) -> Iterator[Reason]:
    if rules.kind(company) != "major" or not rules.flag(pos, "train_exchange"):
        yield _no_exchange(rules)
        return
    if pos.trains.get(old) != company:
        yield broken("not_own_train", "8.11.f", "{company} does not own {old}.", company=company, old=old)
        return
    kind, last = rules.train_kind(train), rules.data.phases[-1].on
    if rules.policies.exchange_special_only and not (kind.special or kind.name == last):
        yield broken(
            "exchange_kind", "P.13.6.b", "A train is exchanged only for one of {last} or a special one.", last=last
        )
    price = exchange_price(rules, train, old)
    if price < 0 and not rules.policies.exchange_special_only:
        yield broken("negative_price", "P.13.6.c", "The exchange of {old} for {train} would cost {price}.",
                     waivable=True, old=old, train=train, price=price)  # fmt: skip
    if price > pos.cash.get(company, 0):
        yield broken("too_dear", "8.2.d", "The exchange costs {price}; {company} has {cash} and may not borrow for it.",
                     price=price, company=company, cash=pos.cash.get(company, 0))  # fmt: skip


class BuyTrainMove(TrainDealMove):
    """One train from yard or pool at list price, or from another company at any price from 1."""

    rule = "8.11.a"

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """Trains at list price, others' trains at every price, exchanges."""
        rules, company = self.rules, frame.company
        if has_room(rules, pos, company):
            for train in affordable(rules, pos, company):
                fixed: dict[str, Any] = {"entity": company, "train": train, "price": list_price(rules, train)}
                yield Offer(BuyTrain, fixed, rule=self.rule)
            cash = pos.cash.get(company, 0)
            if cash >= LEAST_PRICE:
                for train in others_trains(rules, pos, company):
                    fixed = {"entity": company, "train": train}
                    least = max(LEAST_PRICE, consent.highest_refused(frame.declined, train) + 1)
                    if least <= cash:
                        yield Offer(BuyTrain, fixed, Range("price", least, cash), rule="8.11.b")
        for train, old, price in exchanges(rules, pos, company):
            fixed = {"entity": company, "train": train, "price": price, "exchange": old}
            yield Offer(BuyTrain, fixed, rule="8.11.f")

    def check(self, pos: Position, frame: OperatingTurn, action: BuyTrain) -> Iterator[Reason]:
        """Limit, source, price and money."""
        rules, company = self.rules, frame.company
        holder = pos.trains[action.train]
        if action.exchange is None and not has_room(rules, pos, company):
            yield broken(
                "train_limit", "8.11.2.b", "{company} is at its limit of {limit} trains and may buy none.",
                company=company, limit=rules.train_limit(pos, company),
            )  # fmt: skip
        if holder in (YARD, POOL):
            yield from self._market_faults(pos, company, action, holder)
        elif holder not in rules.certificates or holder == company:
            yield broken(
                "not_for_sale", "P.13.1", "{train} is not for sale: it is with {holder}.",
                train=action.train, holder=holder,
            )  # fmt: skip
        else:
            yield from self._deal_faults(pos, company, action)
            yield from consent.refusal_faults(frame.declined, action.train, action.price, "8.11.b")

    def _market_faults(self, pos: Position, company: str, action: BuyTrain, holder: str) -> Iterator[Reason]:
        rules = self.rules
        names = [rules.train_kind(train).name for train in rules.yard(pos)]
        if holder == YARD and rules.train_kind(action.train).name not in names:
            yield broken(
                "not_on_sale", "8.11.d", "The yard sells {names} now, not {train}.", names=names, train=action.train
            )
        if action.exchange is not None:
            price = exchange_price(rules, action.train, action.exchange)
            yield from _exchange_faults(rules, pos, company, action.train, action.exchange)
        else:
            price = list_price(rules, action.train)
            if price > power(rules, pos, company):
                yield broken(
                    "too_dear", "8.2.h", "{train} costs {price}; {company} can raise {power} for it.",
                    train=action.train, price=price, company=company, power=power(rules, pos, company),
                )  # fmt: skip
        if action.price != price:
            yield broken(
                "list_price", "8.11.a", "{train} costs {price}, not {offered}.",
                train=action.train, price=price, offered=action.price,
            )  # fmt: skip

    def _deal_faults(self, pos: Position, company: str, action: BuyTrain) -> Iterator[Reason]:
        rules = self.rules
        if action.exchange is not None:
            if rules.first_phase("train_exchange") is None:
                yield _no_exchange(rules)
            else:
                yield broken("no_exchange", "P.13.6.b", "A train of another company is not exchanged for.")
        if action.price < LEAST_PRICE:
            yield broken("train_price", "8.11.b", "The least price is 1; you offered {price}.", price=action.price)
        cash = pos.cash.get(company, 0)
        if action.price > cash:
            yield broken(
                "too_dear", "8.2.h", "{company} has {cash}, not {price}; no loan is taken for a train of another company.",
                company=company, cash=cash, price=action.price,
            )  # fmt: skip

    def perform(self, draft: Draft[Any], frame: OperatingTurn, action: BuyTrain) -> None:
        """Loans, money, train, and what a first train brings, in this order [sheet 18.1]."""
        assert isinstance(draft, RailDraft)
        rules, company = self.rules, frame.company
        holder = draft.trains[action.train]
        seller = BANK if holder in (YARD, POOL) else holder
        if seller == BANK and action.exchange is None:
            loans.borrow_for(rules, draft, company, action.price)
        if action.price >= 0:
            verbs.pay(rules, draft, company, seller, action.price, f"train {action.train}")
        else:
            verbs.pay(rules, draft, BANK, company, -action.price, f"exchange for {action.train}")
        if action.exchange is not None:
            verbs.move_train(rules, draft, action.exchange, POOL)
        verbs.move_train(rules, draft, action.train, company)
        if holder == YARD:
            phases.train_acquired(rules, draft, action.train, company)
