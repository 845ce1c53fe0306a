"""Every way of setting 1861 and 1867 up that random play is let loose on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from towpath.kernel.offers import Offer


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


def towards_progress(offer: Offer) -> float:
    """How likely random play takes an offer."""
    return WEIGHTS.get(offer.type, 1.0)


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
)

LONG: tuple[Variant, ...] = (Variant("1861", 3, {"long_game": "on"}), Variant("1867", 3, {"long_game": "on"}))
"""Games that end only by a broken bank: random players hardly ever break it, so these may be capped."""
