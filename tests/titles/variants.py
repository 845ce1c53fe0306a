"""Every way of setting the railway titles up that random play is let loose on."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from towpath.kernel.offers import Offer, Range
from towpath.kernel.state import Action
from towpath.rail.actions import PayDividend
from towpath.testing.conformance import Draw, Weight


class Variant(NamedTuple):
    """A title, a number of players, options."""

    title: str
    players: int
    options: Mapping[str, str]

    @property
    def name(self) -> str:
        """For test ids."""
        return "-".join([self.title, str(self.players), *(f"{key}={value}" for key, value in self.options.items())])


WEIGHTS = {
    "pass": 0.2,
    "decline": 0.3,
    "lay_tile": 3.0,
    "buy_train": 3.0,
    "run_routes": 5.0,
    "redeem": 0.3,
    "sell_shares": 0.4,
}
"""Progress first: laying, running and buying before passing, selling and redeeming seldom."""


WEIGHTS_1856 = {
    "pass": 0.25,
    "lay_tile": 4.0,
    "run_routes": 6.0,
    "buy_share": 3.0,
    "sell_shares": 0.05,
    "buy_private": 0.02,
    "take_loan": 0.5,
    "repay_loan": 0.3,
    "start_major": 0.5,
    "buy_right": 0.1,
    "mark_hex": 0.2,
}
"""Few sales, so that companies live to see the CGR; privates change hands seldom, or a stock round has no end."""


def towards_progress(offer: Offer) -> float:
    """How likely random play takes an offer."""
    return WEIGHTS.get(offer.type, 1.0)


def towards_the_national(offer: Offer) -> float:
    """As ``towards_progress``, for 1856: trains come from the bank, hardly ever from other companies at any price; standing
    bids are few, or they hold everybody's money."""
    if offer.type == "buy_train":
        return 0.05 if offer.domains else 1.2
    if offer.type == "bid":
        return 0.3 if any(isinstance(domain, Range) for domain in offer.domains) else 1.0
    return WEIGHTS_1856.get(offer.type, 1.0)


PAID = 0.3
"""How often random play of 1856 pays a dividend without thinking: withheld for ever, prices fall until companies close."""


def paying(offer: Offer, rng: Random) -> Action:
    """A random action of an offer; dividends are paid more often than not."""
    if offer.type == "pay_dividend" and rng.random() < PAID:
        for action in offer.actions():
            if isinstance(action, PayDividend) and action.kind == "full":
                return action
    return offer.draw(rng)


def weight_for(title: str) -> Weight:
    """How random play of a title leans."""
    return towards_the_national if title == "1856" else towards_progress


def draw_for(title: str) -> Draw:
    """How random play of a title fills in values."""
    return paying if title == "1856" else Offer.draw


COMMON: tuple[Mapping[str, str], ...] = (
    {},
    {"consent": "off"},
    {"limited_special_trains": "on"},
    {"no_price_floor": "on"},
    {"left_of_auctioneer": "on"},
    {"profile": "rulebook"},
    {"profile": "designer"},
    {"profile": "18xx.games", "consent": "off"},
)

VARIANTS: tuple[Variant, ...] = (
    *(Variant(title, players, {}) for title in ("1861", "1867") for players in (2, 3, 4, 5, 6)),
    *(Variant(title, 3, options) for title in ("1861", "1867") for options in COMMON[1:]),
    Variant("1861", 4, {"market": "column"}),
    Variant("1867", 4, {"market": "grid"}),
    Variant("1867", 3, {"market": "grid", "profile": "18xx.games"}),
    Variant("1861", 3, {"market": "column", "profile": "rulebook"}),
    Variant("1861", 4, {"train_exports": "on"}),
    Variant("1861", 3, {"end_on_six": "on"}),
    *(Variant("1861", players, {"bundles": "on", "train_exports": "on", "end_on_six": "on"}) for players in (3, 4, 5)),
    Variant("1861", 3, {"bundles": "on"}),
    Variant("1861", 2, {"two_players": "short"}),
    *(Variant("1856", players, {}) for players in (3, 4, 5, 6)),
    *(Variant("1856", 4, {"profile": profile}) for profile in ("rulebook", "designer")),
    Variant("1856", 4, {"profile": "18xx.games", "consent": "off"}),
    Variant("1856", 5, {"alternate_destinations": "on", "consent": "off"}),
    Variant("1856", 4, {"unlimited_bonus_tokens": "on"}),
    Variant("1856", 3, {"eight_train_variant": "on"}),
    Variant("1856", 4, {"cgr_borrow": "whenever_trainless", "cgr_takes_fours": "on", "cgr_tokens_compulsory": "off"}),
    Variant("1856", 4, {"cgr_timing": "purchase", "cgr_odd_share": "pool", "cert_limit_after_six": "recomputed"}),
)

LONG: tuple[Variant, ...] = (Variant("1861", 3, {"long_game": "on"}), Variant("1867", 3, {"long_game": "on"}))
"""Games that end only by a broken bank: random players hardly ever break it, so these may be capped."""
