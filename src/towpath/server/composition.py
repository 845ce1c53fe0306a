"""An action that is being composed: what is settled of it, what still fits, and what is asked next. No rule is known here; what
is offered decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from towpath.kernel.offers import Offer
from towpath.server import wording
from towpath.server.drawn import Steps
from towpath.server.looking import Look

PLACE, PAIR = "place", "pair"
"""What is settled besides fields: a place of the board, whichever field names it; that two cards serve as one."""
Settled = dict[str, Any]


class Composition:
    """``begun``: what is settled; ``fitting``: the actions on offer that agree with it."""

    def __init__(self, look: Look, steps: Steps) -> None:
        self.look = look
        self.steps = steps
        self.begun: Settled = {
            field: value for field, value in (look.asked.begun or {}).items() if _can_be(field, value)
        }
        if look.asked.hex:
            self.begun[PLACE] = look.asked.hex

    @cached_property
    def fitting(self) -> list[Settled]:
        """The actions that agree with all that is settled, as plain data."""
        return self.those(self.begun)

    @cached_property
    def can_pair(self) -> bool:
        """Whether anything is offered for two cards as one."""
        return any(self._pairs(offer) for offer in self.look.offers)

    def those(self, begun: Mapping[str, Any]) -> list[Settled]:
        """The actions that agree with ``begun``; with two cards as one only where that is settled."""
        wanted = bool(begun.get(PAIR))
        cards = (self.steps.card, self.steps.pair) if wanted else ()
        rest = {key: value for key, value in begun.items() if key not in (PAIR, "type", *cards)}
        chosen = Counter(str(begun[field]) for field in cards if field in begun)
        return [
            action
            for offer in self.look.offers
            if self._pairs(offer) == wanted and begun.get("type", offer.type) == offer.type
            for action in _plain(offer)
            if chosen <= Counter(action.get(field) for field in cards)
            and all(self._agrees(action, key, value) for key, value in rest.items())
        ]

    def cards(self) -> list[str]:
        """The cards that may be chosen now, each once: of two that serve together, those that go with one chosen already."""
        one, other = self.steps.card, self.steps.pair
        if not self.begun.get(PAIR):
            return [] if one in self.begun else [str(card) for card in self.values(one).values()]
        if other in self.begun:
            return []
        chosen = Counter([str(self.begun[one])] if one in self.begun else [])
        left = (Counter((str(action[one]), str(action[other]))) - chosen for action in self.fitting)
        return sorted({card for cards in left for card in cards})

    def place(self, action: Mapping[str, Any]) -> str:
        """The place on the board that an action is about; empty for one about none."""
        return next((str(action[field]) for field in self.steps.places if field in action), "")

    def places(self) -> dict[str, Settled]:
        """Place -> the first action there, of those that fit by type, cards and what was chosen before a place: the places that
        can be picked now, whatever has been picked already."""
        kept = {
            key: value for key, value in self.begun.items() if key in ("type", PAIR, self.steps.card, self.steps.pair)
        }
        found: dict[str, Settled] = {}
        for action in self.those(kept):
            place = self.place(action)
            if place:
                found.setdefault(place, action)
        return found

    def values(self, field: str) -> dict[str, Any]:
        """The values of a field, or places, among what fits: as text -> as they are, each once and in order."""
        found: dict[str, Any] = {}
        for action in self.fitting:
            value = self.place(action) if field == PLACE else action.get(field)
            if value not in (None, ""):
                found.setdefault(msgspec.json.encode(value).decode(), value)
        return found

    @cached_property
    def one_goal(self) -> bool:
        """Whether it is settled, or plain, what is done."""
        return "type" in self.begun or len(self.values("type")) == 1

    def source(self, field: str, value: Any) -> str:
        """The place on the board that a value stands for, so that it can be clicked: where all cubes come from, or who buys;
        empty where it is none or where the place stands for something else already."""
        named = {str(each) for each in value} if isinstance(value, list) else {str(value)}
        place = named.pop() if field in self.steps.sources and len(named) == 1 else ""
        known = place and wording.is_place(self.look.rules, place) and place not in self.places()
        return place if known else ""

    def sources(self) -> dict[str, Any]:
        """The places that stand for the values of what is asked next."""
        field = self.next()
        found = {self.source(field, value): value for value in self.values(field).values()} if field else {}
        return {place: value for place, value in found.items() if place}

    def next(self) -> str:
        """The field that is asked next; empty when nothing is open."""
        cards = (self.steps.card, self.steps.pair)
        for field in self.steps.order:
            if field not in self.begun and len(self.cards() if field in cards else self.values(field)) > 1:
                return field
        return ""

    def plus(self, **more: Any) -> Settled:
        """What would be settled with more."""
        return {**self.begun, **more}

    def without(self, *fields: str) -> Settled:
        """What would be settled without these fields."""
        return {key: value for key, value in self.begun.items() if key not in fields}

    def example(self, field: str, value: Any) -> Settled:
        """An action that fits and has that value."""
        return next(action for action in self.fitting if self._agrees(action, field, value))

    def _pairs(self, offer: Offer) -> bool:
        return bool(self.steps.pair) and any(
            self.steps.pair in getattr(domain, "fields", ()) for domain in offer.domains
        )

    def _agrees(self, action: Mapping[str, Any], field: str, value: Any) -> bool:
        if field == PLACE:
            return bool(self.place(action) == value)
        return bool(action.get(field) == value)


def _can_be(field: str, value: Any) -> bool:
    """Whether something in an address can be a settled value at all."""
    if field == PAIR:
        return value is True
    if isinstance(value, list):
        return field != PLACE and all(isinstance(each, str) for each in value)
    return isinstance(value, str) or type(value) is int


def _plain(offer: Offer) -> Iterable[Settled]:
    for action in offer.actions(0):
        data: Settled = msgspec.to_builtins(action)
        yield {
            field: list(value) if isinstance(value, tuple) else value
            for field, value in data.items()
            if value is not None
        }
