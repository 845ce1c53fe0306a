"""A bot that plays at random, leaning towards what brings a game on: buy, lay and run rather than pass."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from towpath.api import Action
from towpath.bots.bot import Bot, Sight
from towpath.kernel.offers import Options, Range

WEIGHTS: Mapping[str, float] = {
    "bid": 4,
    "pass": 1,
    "buy_share": 6,
    "sell_shares": 0.2,
    "start_major": 6,
    "redeem": 0.3,
    "lay_tile": 5,
    "place_token": 3,
    "buy_train": 12,
    "buy_private": 0.5,
    "convert": 6,
    "merge": 3,
    "accept": 4,
    "decline": 1,
}
"""How likely each kind of action is to be taken up when others are open too; 1 where nothing is said."""

DEAL = 0.4
"""What a purchase at a price to be agreed counts against one at the list price: the likes of it bring no game on."""

KINDS: Mapping[str, int] = {"full": 6, "half": 2, "withhold": 1}
"""Dividends."""

RAISE = 0.35
"""How likely a bid goes one step further up."""


class RandomBot(Bot):
    """Chooses a kind of action by weight, then its values at random; bids stay near the least one."""

    name: ClassVar[str] = "random"

    def __init__(self, seed: str = "0", weights: Mapping[str, float] = WEIGHTS) -> None:
        super().__init__(seed)
        self.weights = weights

    def decide(self, sight: Sight, rng: Random) -> Action:
        """A legal action."""
        offers = sight.offers
        if len(offers) == 1:
            chosen = offers[0]
        else:
            weights = [self._weight(offer.type, offer.domains) for offer in offers]
            chosen = rng.choices(offers, weights)[0]
        values = dict(chosen.fixed)
        for domain in chosen.domains:
            if chosen.type == "bid" and isinstance(domain, Range):
                values[domain.field] = _low(domain, rng)
            elif chosen.type == "pay_dividend" and isinstance(domain, Options):
                values[domain.field] = rng.choices(domain.values, [KINDS.get(kind, 1) for kind in domain.values])[0]
            else:
                values.update(domain.draw(rng))
        return chosen.action(**values)

    def _weight(self, kind: str, domains: tuple[Any, ...]) -> float:
        weight = self.weights.get(kind, 1)
        if kind == "buy_train" and any(isinstance(domain, Range) for domain in domains):
            weight *= DEAL / max(1, len(domains))
        return weight


def _low(domain: Range, rng: Random) -> int:
    """The least value, or a few steps more."""
    value = domain.least
    while value + domain.step <= domain.most and rng.random() < RAISE:
        value += domain.step
    return value
