"""One look at a game: a position, who asks, and what the reader has in hand (a tab, a hex, a half-made choice)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlencode

import msgspec

from towpath.api import Event, Glimpse, Reason, Refused
from towpath.kernel import views
from towpath.kernel.offers import Lazy, Offer
from towpath.kernel.rules import Rules
from towpath.server import wording
from towpath.server.controls import BadChoice, read_choice
from towpath.server.games import OpenGame

TABS = ("act", "map", "market", "players", "log", "companies", "sheet", "trains", "tiles")
"""The tabs; on a wide screen ``act``, ``map`` and ``players`` are always in sight."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the address of a page asks for. ``at``: a position (``None``: now). ``choice``: an action in hand, as plain
    data. ``hex``: a place picked on the map. ``why``: a hex or a type of action whose refusal is to be explained.
    ``find``: search what is searched only when somebody asks, and take the
    ``best`` in hand or ``list`` what was found. ``chapter``: a past round of the log to
    unfold, by its first entry, or ``all``. ``seat``: who is at the screen, when several decide at the same time."""

    at: int | None = None
    tab: str = "act"
    choice: Mapping[str, Any] | None = None
    hex: str = ""
    why: str = ""
    find: str = ""
    chapter: str = ""
    seat: str = ""
    problem: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Asked:
        """From the query of an address. What makes no sense is dropped; a faulty choice becomes ``problem``."""
        at = query.get("at", "")
        choice, problem = None, ""
        try:
            choice = read_choice(query)
        except BadChoice as error:
            problem = str(error)
        return cls(
            at=int(at) if at.isascii() and at.isdigit() and len(at) < 8 else None,
            tab=query["tab"] if query.get("tab") in TABS else "act",
            choice=choice,
            hex=query.get("hex", "")[:20],
            why=query.get("why", "")[:60],
            find=query["find"] if query.get("find") in ("best", "list") else "",
            chapter=query.get("chapter", "")[:8],
            seat=query.get("seat", "")[:20],
            problem=problem,
        )


def with_best(opened: OpenGame, asked: Asked) -> Asked:
    """Take in hand what a search finds, where it finds one thing alone."""
    if asked.find != "best" or asked.choice is not None:
        return asked
    game = opened.game
    lazy = [offer for offer in opened.offers() if any(isinstance(domain, Lazy) for domain in offer.domains)]
    found = [wording.plain(action) for offer in lazy for action in islice(offer.actions(0), 2)]
    if len(found) != 1 or asked.at not in (None, game.number):
        return msgspec.structs.replace(asked, find="list")
    return msgspec.structs.replace(asked, choice=found[0], find="")


class Look:
    """What the pages read. Make and use one under the game's lock."""

    def __init__(self, opened: OpenGame, asked: Asked) -> None:
        """``LogError`` when there is no such position."""
        self.opened = opened
        self.asked = asked
        self.game = opened.game
        self.rules: Rules[Any] = self.game.rules
        self.names = opened.names
        self.now = self.game.number
        self.number = self.now if asked.at is None else asked.at
        self.full = self.game.position(self.number)
        self.is_now = self.number == self.now
        self.moment = wording.moment_of(self.rules, self.full)

    @cached_property
    def viewer(self) -> str | None:
        """Whose secrets may be shown: at one screen, the one who is to act, or of several the one who says he sits there."""
        return (
            self.deciders[0]
            if len(self.deciders) == 1
            else next((s for s in self.deciders if s == self.asked.seat), None)
        )

    @cached_property
    def deciders(self) -> tuple[str, ...]:
        """The seats that must decide."""
        return tuple(dict.fromkeys(seat for _, seat in self.moment.actors))

    @cached_property
    def state(self) -> Any:
        """The position as the viewer may know it."""
        return views.view(self.rules, self.full, self.viewer)

    @cached_property
    def offers(self) -> list[Offer]:
        """What the viewer may do; nothing in the past, and nothing while it is open who of several looks."""
        if not self.is_now or self.viewer is None:
            return []
        found = self.opened.offers()
        if len(self.deciders) == 1:
            return found
        return [offer for offer in found if self.rules.controller(self.full, offer.entity) == self.viewer]

    @cached_property
    def actor(self) -> str:
        """The first entity that is to act (of the viewer's, if there is one); empty when nobody is."""
        mine = [entity for entity, seat in self.moment.actors if self.viewer in (None, seat)]
        return mine[0] if mine else ""

    @cached_property
    def glimpse(self) -> Glimpse | None:
        """What the choice in hand would lead to."""
        if self.asked.choice is None or not self.is_now:
            return None
        return self.game.preview(self.asked.choice)

    def preview(self, action: Mapping[str, Any]) -> Glimpse:
        """What an action would lead to from the position shown."""
        try:
            made = self.game.action(action)
        except Refused as refused:
            return Glimpse((), False, refused.reasons)
        return self.game.engine.preview(self.full, made)

    def told(self, events: Iterable[Event]) -> list[str]:
        """What happens, in sentences, as far as the viewer may know it."""
        return wording.story(self.rules, views.events_for(self.rules, events, self.viewer), self.names)

    def against(self, action: Mapping[str, Any]) -> tuple[Reason, ...]:
        """All reasons against an action at the position shown."""
        try:
            return self.game.engine.explain(self.full, self.game.action(action))
        except Refused as refused:
            return refused.reasons

    def href(self, **changes: object) -> str:
        """The address of this game with tab and position kept, and other things as given (``None`` drops)."""
        query: dict[str, object] = {}
        if self.asked.tab != "act":
            query["tab"] = self.asked.tab
        if not self.is_now:
            query["at"] = self.number
        if self.asked.seat and len(self.deciders) > 1:
            query["seat"] = self.asked.seat
        for name, value in changes.items():
            if value is None:
                query.pop(name, None)
            else:
                query[name] = value
        return f"/games/{self.opened.id}" + (f"?{urlencode(query)}" if query else "")
