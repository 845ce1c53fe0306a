"""One look at a game: a position, who asks, and what the reader has in hand (a tab, a hex, a half-made choice)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlencode

import msgspec

from towpath.api import Action, Event, Glimpse, Reason, Refused
from towpath.kernel import views
from towpath.kernel.offers import Lazy, Offer
from towpath.kernel.record import Act
from towpath.kernel.rules import Rules
from towpath.server import wording
from towpath.server.chronicle import Chapter, Line
from towpath.server.controls import BadChoice, read_choice
from towpath.server.games import OpenGame
from towpath.server.gate import Access

TABS = (
    "act", "map", "market", "players", "log", "companies", "sheet", "graphs", "trains", "tiles", "mats", "income", "scoring",
)  # fmt: skip
"""The tabs of all titles; on a wide screen ``act``, ``map`` and ``players`` are always in sight."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the address of a page asks for. ``at``: a position (``None``: now). ``choice``: an action in hand, as plain
    data. ``begun``: what is settled of an action that is composed.
    ``hex``: a place picked on the map. ``why``: a hex or a type of action whose refusal is to be explained.
    ``find``: search what is searched only when somebody asks, and take the
    ``best`` in hand or ``list`` what was found. ``chapter``: a past round of the log to
    unfold, by its first entry, or ``all``. ``sort``: the column of the spreadsheet that it is sorted by.
    ``seat``: who is at the screen, when several decide at the same time. ``sandbox``: the company of which is tried out what
    it could do, or ``any``; ``step``: what of it. ``edit``: the train whose run is
    in hand, ``tap``: the stop by which it is changed."""

    at: int | None = None
    tab: str = "act"
    choice: Mapping[str, Any] | None = None
    begun: Mapping[str, Any] | None = None
    hex: str = ""
    why: str = ""
    find: str = ""
    chapter: str = ""
    sort: str = ""
    seat: str = ""
    sandbox: str = ""
    step: str = ""
    edit: str = ""
    tap: str = ""
    problem: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Asked:
        """From the query of an address. What makes no sense is dropped; a faulty choice becomes ``problem``."""
        at = query.get("at", "")
        choice, begun, problem = None, None, ""
        try:
            choice = read_choice(query)
            begun = read_choice({"choice": query.get("begun", "")})
        except BadChoice as error:
            problem = str(error)
        return cls(
            at=int(at) if at.isascii() and at.isdigit() and len(at) < 8 else None,
            tab=query["tab"] if query.get("tab") in TABS else "act",
            choice=choice,
            begun=begun,
            hex=query.get("hex", "")[:60],
            why=query.get("why", "")[:60],
            find=query["find"] if query.get("find") in ("best", "list") else "",
            chapter=query.get("chapter", "")[:8],
            sort=query.get("sort", "")[:20],
            seat=query.get("seat", "")[:20],
            sandbox=query.get("sandbox", "")[:20],
            step=query.get("step", "")[:20],
            edit=query.get("edit", "")[:20],
            tap=query.get("tap", "")[:20],
            problem=problem,
        )


class Look:
    """What the pages, the API and everything else that leaves the server read, as whoever has the ``access`` may know it.
    Make and use one under the game's lock."""

    def __init__(self, opened: OpenGame, asked: Asked, access: Access) -> None:
        """``LogError`` when there is no such position."""
        self.opened = opened
        self.asked = asked
        self.access = access
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
        """Whose secrets may be shown, of the seats that are his: the one there is, else the one that is to act, or of several
        the one who says he sits there. ``None``: nobody's."""
        if len(self.held) == 1 and (self.access.hung or not self.access.every):
            return self.held[0]
        mine = [seat for seat in self.deciders if self.access.may(seat)]
        if len(mine) == 1:
            return mine[0]
        several = mine if self.access.every else self.held
        return next((seat for seat in several if seat == self.asked.seat), None)

    @property
    def eyes(self) -> str | None:
        """Whose eyes a drawing of the position depends on: the viewer's where anything is secret, nobody's in an open game."""
        return self.viewer if self.rules.secrets else None

    @cached_property
    def held(self) -> tuple[str, ...]:
        """The seats of whoever looks."""
        return self.access.held(self.game)

    @cached_property
    def must_choose(self) -> tuple[str, ...]:
        """The seats of which whoever looks must say who is at the screen; none when that is plain."""
        mine = tuple(seat for seat in self.deciders if self.access.may(seat))
        return mine if self.is_now and self.viewer is None and len(mine) > 1 else ()

    @property
    def asker(self) -> str | None:
        """In whose name the engine is asked about actions: nobody's in an open game, where everybody may ask everything; in
        one with secrets the viewer's, as a reason against another's action could betray what he holds."""
        return (self.viewer or "") if self.rules.secrets else None

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
        if self.access.every and self.deciders == (self.viewer,):
            return found
        return [offer for offer in found if self.rules.controller(self.full, offer.entity) == self.viewer]

    @cached_property
    def actor(self) -> str:
        """The first entity that is to act, of the viewer's if there is one; in a game with secrets only of his. Empty when
        nobody is."""
        mine = [entity for entity, seat in self.moment.actors if seat == self.viewer]
        others = [] if self.rules.secrets else [entity for entity, _ in self.moment.actors]
        return next(iter([*mine, *others]), "")

    @cached_property
    def programmer(self) -> str | None:
        """The seat whose programs may be shown and set here: the viewer's, while the game goes on."""
        mine = self.is_now and not self.game.is_over and self.access.may(self.viewer)
        return self.viewer if mine and self.rules.program_types() else None

    @property
    def asks(self) -> bool:
        """Whether somebody is asked to agree to what another wants to do."""
        return isinstance(getattr(self.state.frame, "action", None), Action)

    @property
    def asked_at(self) -> str | None:
        """When that was asked; ``None`` where nobody knows, and where nothing is asked."""
        log = self.game.timeline.log[: self.number] if self.asks else ()
        entry = next(
            (each for each in reversed(log) if isinstance(each, Act) and each.action.get("type") != "accept"), None
        )
        return entry.at if entry is not None else None

    @cached_property
    def glimpse(self) -> Glimpse | None:
        """What the choice in hand would lead to."""
        if self.asked.choice is None or not self.is_now:
            return None
        return self.preview(self.asked.choice)

    def preview(self, action: Mapping[str, Any], seat: str | None = None) -> Glimpse:
        """What an action (of ``seat``) would lead to from the position shown. Its events may hold secrets: ``told`` and
        ``shown`` filter them."""
        try:
            made = self.game.action(action)
        except Refused as refused:
            return Glimpse((), False, refused.reasons)
        return self.game.engine.preview(self.full, made, seat if self.asker is None else self.asker)

    def may_play(self, action: Mapping[str, Any]) -> bool:
        """Whether whoever looks may do that action if it is legal."""
        entity = action.get("entity")
        known = isinstance(entity, str) and self.rules.exists(entity)
        everything = self.access.every and not self.access.hung
        return everything or (known and self.access.may(self.rules.controller(self.full, str(entity))))

    def lines(self) -> list[Line]:
        """The log in words."""
        return self.opened.chronicle.lines(self.names, self.viewer)

    def chapters(self) -> list[Chapter]:
        """The log in words, by rounds."""
        return self.opened.chronicle.chapters(self.names, self.viewer)

    def shown(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Events as far as the viewer may know them."""
        return views.events_for(self.rules, events, self.viewer)

    def told(self, events: Iterable[Event]) -> list[str]:
        """What happens, in sentences, as far as the viewer may know it."""
        return wording.story(self.rules, self.shown(events), self.names)

    def against(self, action: Mapping[str, Any]) -> tuple[Reason, ...]:
        """All reasons against an action at the position shown."""
        try:
            return self.game.engine.explain(self.full, self.game.action(action), self.asker)
        except Refused as refused:
            return refused.reasons

    def href(self, **changes: object) -> str:
        """The address of this game with tab and position kept, and other things as given (``None`` drops)."""
        query: dict[str, object] = {}
        if self.asked.tab != "act":
            query["tab"] = self.asked.tab
        if not self.is_now:
            query["at"] = self.number
        if self.asked.seat and (len(self.deciders) > 1 or len(self.held) > 1):
            query["seat"] = self.asked.seat
        for name, value in changes.items():
            if value is None:
                query.pop(name, None)
            else:
                query[name] = value
        return f"/games/{self.opened.id}" + (f"?{urlencode(query)}" if query else "")


def with_best(look: Look) -> Look:
    """The look with what a search finds taken in hand, where it finds one thing alone."""
    asked = look.asked
    if asked.find != "best" or asked.choice is not None:
        return look
    lazy = [offer for offer in look.offers if any(isinstance(domain, Lazy) for domain in offer.domains)]
    found = [wording.plain(action) for offer in lazy for action in islice(offer.actions(0), 2)]
    if len(found) != 1:
        return Look(look.opened, msgspec.structs.replace(asked, find="list"), look.access)
    return Look(look.opened, msgspec.structs.replace(asked, choice=found[0], find=""), look.access)
