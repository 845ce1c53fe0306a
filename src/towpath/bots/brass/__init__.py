"""A bot for Brass that takes what looks best at the moment: mills with ports, works that flip at once, rails two by two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import ClassVar

from towpath.api import Action
from towpath.bots.bot import Bot, Sight
from towpath.bots.brass import cotton, network, progress, sites
from towpath.bots.brass.hand import Hand
from towpath.bots.brass.outlook import Outlook
from towpath.brass.actions import Pass
from towpath.kernel.offers import Offer

Judge = Callable[[Outlook, Hand, Offer], Iterator[tuple[float, Action]]]
"""Actions of an offer, each with what it is worth in points at the end of the game beside doing nothing."""


def _idle(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    card = hand.least()
    yield -hand.worth(card), Pass(entity=view.seat, card=card)


def _stop(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    for action in offer.actions():
        yield 0.0, action


JUDGES: Mapping[str, Judge] = {
    "build": sites.builds,
    "build_link": network.links,
    "build_second_rail": network.seconds,
    "stop_building": _stop,
    "develop": progress.develops,
    "sell_cotton": cotton.sales,
    "sell_more": cotton.more,
    "stop_selling": _stop,
    "take_loan": progress.loans,
    "remove_counter": progress.removals,
    "pass": _idle,
}
"""Type of action -> who judges it: every type that Brass has."""


class BrassBot(Bot):
    """Judges everything on offer by rules of thumb and takes the best; it looks no further than one action ahead."""

    name: ClassVar[str] = "greedy"
    titles: ClassVar[frozenset[str] | None] = frozenset({"Brass"})

    def decide(self, sight: Sight, rng: Random) -> Action:
        """The action worth most; of several alike one at random."""
        view = Outlook(sight)
        hand = Hand(view)
        best: list[Action] = []
        top = float("-inf")
        for offer in sight.offers:
            for worth, action in JUDGES[offer.type](view, hand, offer):
                if worth > top:
                    best, top = [], worth
                if worth == top:
                    best.append(action)
        return rng.choice(best)
