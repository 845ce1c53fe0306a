"""What the cards in hand are still good for."""

from __future__ import annotations

from functools import cached_property

from towpath.bots.brass.outlook import Outlook
from towpath.brass.data import INDUSTRIES

INDUSTRY: dict[str, float] = {"cotton": 1.6, "iron": 1.5, "coal": 1.2, "port": 1.1, "shipyard": 0.6}
"""Points of an industry card that may still be played."""
TOWN = 0.45
"""Points of a town card for every free space there."""
SECOND = 0.6
"""What a second card alike is worth against the first."""


class Hand:
    """The cards of the seat, with what each would be missed for."""

    def __init__(self, view: Outlook) -> None:
        self._view = view
        self.cards = view.state.hands[view.seat]

    @cached_property
    def _worths(self) -> dict[str, float]:
        return {card: self._missed(card) for card in set(self.cards)}

    def worth(self, card: str) -> float:
        """Points that a card is still good for."""
        return self._worths[card]

    def least(self) -> str:
        """The card that is missed least."""
        return min(self._worths, key=lambda card: (self._worths[card], card))

    def pair(self) -> tuple[dict[str, str], float]:
        """The two cards that are missed least together, as fields of an action, and what they are worth."""
        first, second = sorted(self.cards, key=lambda card: (self._worths[card], card))[:2]
        one, other = sorted((first, second))
        return {"card": one, "second_card": other}, self._worths[first] + self._worths[second]

    def _missed(self, card: str) -> float:
        view = self._view
        if not view.rounds and len(self.cards) == 1:
            return 0.0
        lasting = min(1.0, (view.rounds + 1) / 4)
        again = SECOND if self.cards.count(card) > 1 else 1.0
        if card in INDUSTRIES:
            return INDUSTRY[card] * lasting * again
        if view.state.period == "canal" and card in view.ground.towns[view.seat]:
            return 0.1
        free = sum(1 for space in view.board.in_town[card] if space.id not in view.state.counters)
        return TOWN * free * lasting * again
