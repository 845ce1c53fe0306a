"""What the greedy bot does for its companies beside track: trains, dividends, loans, privates."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.bots.greedy.appraisal import TREASURY, Appraisal, written
from towpath.bots.greedy.auctions import Scored
from towpath.kernel.offers import Offer, Range
from towpath.rail.actions import BuyPrivate, BuyTrain, DiscardTrain, Merge, PayDividend, RepayLoan
from towpath.rail.consent import Consent
from towpath.rail.frames import OperatingTurn

MUST = 1_000
"""What a company's only train is worth beside what it earns."""
IDLE = 1.1
"""A company that has so much more than a train costs buys it, whatever it earns at once."""
FAIR_TRAIN = 0.8
"""Part of the list price for which a train is let go."""


def trains(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """A train at its fixed price, with what it earns until it rusts."""
    if any(isinstance(domain, Range) for domain in offer.domains):
        return
    company = offer.entity
    own = view.rules.trains_of(view.state, company)
    before = view.earning(company)
    for action in written(offer, BuyTrain):
        kind = view.rules.train_kind(action.train)
        kept = [train for train in own if train != action.exchange]
        gain = view.earning(company, [*kept, action.train]) - before
        worth = gain * view.life(kind) * _share_of_owner(view, company) - TREASURY * action.price
        if not view.lasting(company):
            worth += MUST if view.life(kind) > 2 or not own else MUST / 4
        elif view.state.cash.get(company, 0) >= IDLE * action.price and view.life(kind) > 2:
            # Money that lies idle does nothing for anybody; a better train runs on better track, which it brings.
            worth = max(worth, 1.0)
        elif gain <= 0:
            continue
        yield worth, action


def _share_of_owner(view: Appraisal, company: str) -> float:
    """How much of what the company earns is for the seat: its part of the shares, and what a rising price brings it."""
    return 0.6 if view.rules.kind(company) == "minor" else 0.1 + view.held(company) / 10


def dividends(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Paying out, unless what is kept buys a train that the company could not have otherwise."""
    company = offer.entity
    cash, price = view.state.cash.get(company, 0), view.price_of_next()
    frame = view.state.frame
    revenue = frame.revenue if isinstance(frame, OperatingTurn) else 0
    needs = not view.lasting(company) and price > 0
    for action in written(offer, PayDividend):
        kind = action.kind
        kept = {"full": 0, "half": revenue // 2, "withhold": revenue}[kind]
        saved = needs and kept > 0 and cash < price
        worth = {"full": 3.0, "half": 2.0, "withhold": 1.0}[kind]
        if saved:
            reach = cash + kept + _loans(view, company) >= price
            worth += 3.0 if reach else 1.5 if view.phases_left < 4 else 0.0
        yield worth, action


def _loans(view: Appraisal, company: str) -> int:
    """What a company could borrow beside, more or less."""
    facts = view.rules.data.loans
    limit = facts.limits.get(view.rules.companies[company].kind, 0)
    return facts.value * max(0, limit - view.state.loans.get(company, 0)) if limit else 0


def privates(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Its own privates at the best price, once the company has a train: money of the treasury becomes its own."""
    company = offer.entity
    if company == view.seat:
        return
    for domain in offer.domains:
        if not isinstance(domain, Range):
            continue
        private = str(offer.fixed["private"])
        mine = view.state.privates[private] == view.seat
        left = view.state.cash.get(company, 0) - domain.most
        safe = bool(view.lasting(company)) or left >= view.price_of_next()
        if mine and safe:
            action = BuyPrivate(entity=company, private=private, price=domain.most)
            yield domain.most * (1 - TREASURY) + 1, action


def answers(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """What another owner asks: a good price for a train or private; a merger that the minor gains by."""
    frame = view.state.frame
    if not isinstance(frame, Consent):
        return
    wanted = frame.action
    worth = -1.0
    if isinstance(wanted, BuyPrivate):
        worth = wanted.price - view.rules.privates[wanted.private].face * 0.99
    elif isinstance(wanted, BuyTrain):
        holder = view.state.trains[wanted.train]
        kind = view.rules.train_kind(wanted.train)
        spare = len(view.rules.trains_of(view.state, holder)) > 1
        worth = wanted.price - FAIR_TRAIN * kind.price if spare else -1.0
    elif isinstance(wanted, Merge):
        worth = 1.0 if not view.lasting(wanted.minor) else -1.0
    for action in offer.actions(0):
        yield worth, action


def borrowing(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """A loan where it brings the money for the train that is needed."""
    company = offer.entity
    cash, price = view.state.cash.get(company, 0), view.price_of_next()
    short = not view.lasting(company) and cash < price <= cash + view.rules.data.loans.value
    for action in offer.actions(0):
        yield (50.0 if short else -1.0), action


def repaying(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Loans back as soon as the company has a lasting train or too much money."""
    company = offer.entity
    cash = view.state.cash.get(company, 0)
    for action in written(offer, RepayLoan):
        left = cash - action.number * view.rules.data.loans.value
        free = bool(view.lasting(company)) or left >= view.price_of_next()
        yield (10.0 * action.number if free else -1.0), action


def discards(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """The train that is missed least."""
    company = offer.entity
    own = view.rules.trains_of(view.state, company)
    for action in written(offer, DiscardTrain):
        rest = [each for each in own if each != action.train]
        yield (
            1 + view.earning(company, rest) + 10 * min(map(view.life, map(view.rules.train_kind, rest)), default=0),
            action,
        )
