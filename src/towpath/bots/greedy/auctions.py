"""What the greedy bot bids for privates, minors and bundles."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.bots.greedy.appraisal import Appraisal, hex_of
from towpath.kernel.offers import Offer, Options, Range
from towpath.kernel.state import Action
from towpath.rail.stock_turn import StockRound

Scored = tuple[float, Action]
"""What an action is worth beside passing, which is worth nothing."""

PRIVATE = 1.15
"""What a private is worth against its face value: it pays, and a company buys it."""
MOST_OF_CASH = 0.6
"""Part of its cash that goes into one private at most: the rest starts a company."""
MINOR = 200
"""What a minor is worth beyond the money that it takes along: that is not lost, half of it is its price per share."""
SPARE = 30
"""Money that a new company wants beside the price of its first train, for track."""


def bids(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """The bids of an offer with what each lot is worth above its least price."""
    values = dict(offer.fixed)
    cities: tuple[str, ...] = ()
    lots = (str(values["target"]),) if "target" in values else ()
    least = most = step = 0
    for domain in offer.domains:
        if isinstance(domain, Range):
            least, most, step = domain.least, domain.most, domain.step
        elif isinstance(domain, Options) and domain.field == "target":
            lots = domain.values
        elif isinstance(domain, Options) and domain.field == "city":
            cities = domain.values
        elif isinstance(domain, Options):
            least, most, step = min(domain.values), min(domain.values), 1
    opening = isinstance(view.state.frame, StockRound)
    for lot in lots:
        if lot in view.rules.companies:
            price = _opening(view, least, most, step) if opening else least
            bonus, city = _home(view, lot, cities)
            limit = minor_limit(view)
            if price <= limit:
                place = {} if city is None else {"city": city}
                yield bonus + limit - price + 1, offer.action(**{**values, "target": lot, "price": price, **place})
        else:
            limit = private_limit(view, lot)
            if least <= limit:
                yield limit - least + 1, offer.action(**{**values, "target": lot, "price": least})


def private_limit(view: Appraisal, private: str) -> float:
    """The most to pay for a private; a bundle is worth a minor and its privates."""
    facts = view.rules.privates.get(private)
    cash = view.state.cash[view.seat]
    if facts is None:
        return 0.9 * cash
    return min(PRIVATE * facts.face, MOST_OF_CASH * cash)


def minor_limit(view: Appraisal) -> float:
    """The most to bid for a minor: enough for a train and then some, as long as the money lasts."""
    return min(view.state.cash[view.seat], max(MINOR, view.price_of_next() + 2 * SPARE))


def _opening(view: Appraisal, least: int, most: int, step: int) -> int:
    """What to open with: the next train and some track, or all there is."""
    wanted = view.price_of_next() + SPARE
    price = least + max(0, -(-(wanted - least) // step)) * step
    return max(least, min(price, most))


def _home(view: Appraisal, minor: str, cities: tuple[str, ...]) -> tuple[float, str | None]:
    """What the home of a minor is worth, and which city to choose where there is a choice."""
    printed = view.rules.companies[minor].home
    if printed is not None or not cities:
        return (view.neighbourhood(hex_of(printed)) if printed else 0.0), None
    best = max(cities, key=lambda city: view.neighbourhood(hex_of(city)))
    return view.neighbourhood(hex_of(best)), best
