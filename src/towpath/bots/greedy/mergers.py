"""When the greedy bot turns its minors into majors."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.bots.greedy.appraisal import Appraisal, written
from towpath.bots.greedy.auctions import Scored
from towpath.kernel.offers import Offer
from towpath.rail.actions import Merge


def conversions(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """A minor by itself, when it has the money for a major's life."""
    cash = view.state.cash.get(offer.entity, 0)
    for action in offer.actions(0):
        yield (5.0 if cash >= view.price_of_next() / 2 else -1.0), action


def additions(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Its own minors together, the dearest first: nobody has to be asked, and the treasuries are joined."""
    for action in written(offer, Merge):
        if view.mine(action.minor):
            yield 10.0 + view.rules.market.price(view.state, action.minor) / 100, action


def first(view: Appraisal, offer: Offer) -> Iterator[Scored]:
    """Whatever comes first, where it makes no difference."""
    for action in offer.actions(2):
        yield 1.0, action
        return
