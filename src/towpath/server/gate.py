"""The one gate of the server: who asks for a game, what he may see of it and for whom he may act.

Everything that leaves the server about a game (pages and their parts, answers of the API, streams, files) is made through a
``Look`` with the ``Access`` that this module gives, and the secrets in it are filtered by ``kernel.views`` for the viewer of
that look. Everything that comes in names a seat that the access holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request

from towpath.api import Game
from towpath.language import listed, say
from towpath.server.browsers import Browsers
from towpath.server.curtain import Curtain, Screens
from towpath.server.seating import HOST, Role, Seating, Table, seats_in
from towpath.server.store import NoSuchGame

BEARER = "bearer "
BROWSER, TOKEN = "browser ", "token "
"""How the names begin of those who ask."""
PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""Headers of a request that a proxy has passed on."""


class NotYours(Exception):
    """Somebody wanted to act for a seat that he does not hold, or do what only the host may; the message says what to do."""


class NotAdmitted(Exception):
    """A table that only those who sit at it may look at."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Only those who sit at this table may look at it. Open the link to your seat again, or ask the host for one."
            )
        )


class BadToken(Exception):
    """A token that opens nothing: it was replaced by a newer one, or is mistyped."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "This link is not valid, or not any more: a newer one may have been sent out. Ask the host of the table for it."
            )
        )


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody may do at a table. ``who``: a name for whoever asks, the same each time, that is nobody else's (his
    browser's, or his token's). ``every``: all seats are his, as on one screen; otherwise ``seats`` are. ``host``: he made the
    table. ``known``: it is in his own list of tables. ``curtain``: what hangs between those who share the screen."""

    table: Table
    who: str = ""
    host: bool = False
    every: bool = False
    seats: tuple[str, ...] = ()
    known: bool = False
    curtain: Curtain | None = None

    @property
    def browser(self) -> str:
        """The id of the browser that asks; empty for a program."""
        return self.who.removeprefix(BROWSER) if self.who.startswith(BROWSER) else ""

    @property
    def token(self) -> str:
        """What the token hashes to by which a program asks; empty for a browser."""
        return self.who.removeprefix(TOKEN) if self.who.startswith(TOKEN) else ""

    @property
    def hung(self) -> bool:
        """Whether all seats are his, but only by turns: a curtain hides each player's secrets from the others."""
        return self.every and self.curtain is not None and self.curtain.hung

    @property
    def present(self) -> str | None:
        """Who is at a screen with a curtain; ``None``: nobody has said that he is there."""
        return self.curtain.present if self.curtain is not None and self.hung else None

    @property
    def pen(self) -> str:
        """Whose notes and plans are at hand: his own; behind a curtain those of whoever is at the screen."""
        present = self.present
        return f"{self.who} as {present}" if present and self.who else self.who

    @property
    def pens(self) -> dict[str, str]:
        """Whose notes and plans may be seen, with the seat that each was kept for, or none: those at hand, and once a curtain
        has gone, as it does when the game is over, what was kept behind it."""
        found = {self.pen: ""}
        if self.who and self.every and self.curtain is not None and not self.hung:
            found |= {f"{self.who} as {seat}": seat for seat in self.curtain.people}
        return found

    def naming(self, seat: str | None) -> Access:
        """The same, asking for a seat: what programs do instead of drawing the curtain."""
        if self.curtain is None or not seat:
            return self
        return msgspec.structs.replace(self, curtain=msgspec.structs.replace(self.curtain, named=seat))

    @property
    def plays(self) -> bool:
        """Whether he plays at all."""
        return self.every or bool(self.seats)

    def may(self, seat: str | None) -> bool:
        """Whether he may act for a seat."""
        if self.hung:
            return seat is not None and seat == self.present
        return self.every or (seat is not None and seat in self.seats)

    def covers(self, older: Access) -> bool:
        """Whether he still may all that he might by an ``older`` access."""
        return (self.host or not older.host) and (self.every or not older.every) and all(map(self.may, older.seats))

    def held(self, game: Game) -> tuple[str, ...]:
        """His seats, in seating order."""
        return tuple(seat.id for seat in game.seats if self.may(seat.id))

    def seat_for(self, game: Game, action: Mapping[str, Any], wanted: str | None = None) -> str | None:
        """The seat in whose name he does an action: that of whoever decides for its entity, else the ``wanted`` one.

        ``NotYours`` when it is not his. ``None`` leaves it to the engine, as on one screen.
        """
        if wanted is not None and not self.may(wanted):
            raise self.not_yours(game, wanted)
        if self.every and not self.hung:
            return wanted
        entity = action.get("entity")
        seat = (
            game.rules.controller(game.state, entity) if isinstance(entity, str) and game.rules.exists(entity) else None
        )
        mine = self.held(game)
        if not mine or (seat is not None and not self.may(seat)):
            raise self.not_yours(game, seat)
        return wanted or seat or mine[0]

    def player(self, game: Game) -> str:
        """One of his seats, for what is done by a player and not for an entity: the one that decides, else the first. Empty
        on one screen. ``NotYours`` when he has none."""
        if self.every:
            return ""
        mine = self.held(game)
        if not mine:
            raise self.not_yours(game, None)
        return next((seat for seat in game.to_move if seat in mine), mine[0])

    def seat_of_program(self, game: Game, wanted: str | None) -> str:
        """The seat whose programs he sets or sees: the ``wanted`` one, else his only one, else that of his which is to act.

        ``NotYours`` when it is not his or it is not plain which.
        """
        mine = self.held(game)
        if wanted is not None and (wanted not in mine):
            raise self.not_yours(game, wanted)
        if not mine:
            raise self.not_yours(game, None)
        deciding = [seat for seat in game.to_move if seat in mine]
        found = [wanted] if wanted is not None else mine if len(mine) == 1 else deciding
        if len(found) != 1:
            raise NotYours(say("Several seats are yours here; say which one this is for."))
        return found[0]

    def not_yours(self, game: Game, seat: str | None) -> NotYours:
        """Why he may not act for a seat, and what to do."""
        names = {each.id: each.name for each in game.seats}
        if self.hung:
            return NotYours(
                say("The curtain is down. Say at the table who is at the screen, then go on; programs name their seat.")
            )
        theirs = (
            say("{player} decides here", player=names[seat]) if seat in names else say("Only the players decide here")
        )
        mine = listed([names[each] for each in self.held(game)])
        here = say("you have {player}'s seat", player=mine) if mine else say("you are looking on")
        return NotYours(
            say(
                "{theirs}, and {here}. To act, open the link to that seat in this browser; the host can make a new one.",
                theirs=theirs,
                here=here,
            )
        )

    def need_host(self) -> None:
        """``NotYours`` unless he is the host."""
        if not self.host:
            raise NotYours(
                say(
                    "Only the host of this table may do that. If that is you, open your host link in this browser first."
                )
            )


class Gate:
    """Tells who asks. ``local``: the server is reached from this machine alone, so that the tables on one screen belong to
    whoever is at it."""

    def __init__(self, seating: Seating, browsers: Browsers, screens: Screens, local: bool = False) -> None:
        self.seating = seating
        self.browsers = browsers
        self.screens = screens
        self._local = local

    def local(self, request: Request[Any, Any, Any]) -> bool:
        """Whether a request comes from somebody at this machine. One that was passed on may come from anywhere, even where nobody
        has said that there is a proxy."""
        return self._local and not any(name in request.headers for name in PASSED_ON)

    def browser(self, request: Request[Any, Any, Any]) -> str:
        """The id of the browser that asks; empty for programs, which bring none."""
        return str(request.state.get("browser") or self.browsers.known(request))

    def own(self, request: Request[Any, Any, Any]) -> dict[str, tuple[tuple[Role, str], ...]]:
        """The games that whoever asks has come to, with the roles in which he did; a token opens its one game."""
        token = bearer(request)
        if not token:
            return self.seating.tables_of(self.browser(request))
        key = self.seating.key(token)
        if key is None:
            raise BadToken
        return {key.game_id: (("host", "") if key.seat == HOST else ("seat", key.seat),)}

    def access(self, request: Request[Any, Any, Any], game_id: str) -> Access:
        """What somebody may do with a game. ``NoSuchGame`` also for the plan of another, ``NotAdmitted`` for a stranger where
        no spectators are wanted, ``BadToken`` when he brings a token that opens nothing here."""
        token = bearer(request)
        if token:
            return self.by_token(token, game_id)
        browser = self.browser(request)
        table, roles = self.seating.looked_up(game_id, browser)
        who = f"{BROWSER}{browser}" if browser else ""
        if table.plan_of is not None:
            return self._plan(table, who)
        screen = table.terms.sitting == "screen"
        access = Access(
            table=table, who=who, host=("host", "") in roles or (screen and self.local(request)), every=screen,
            seats=() if screen else seats_in(roles), known=bool(roles), curtain=self._curtain(table, who),
        )  # fmt: skip
        return _admitted(access)

    def by_token(self, token: str, game_id: str) -> Access:
        """What the holder of a token may do with a game; see ``access``."""
        table, _ = self.seating.looked_up(game_id, "")
        key = self.seating.key(token)
        if key is None or key.game_id != (table.plan_of or game_id):
            raise BadToken
        who = f"{TOKEN}{key.hash}"
        if table.plan_of is not None:
            return self._plan(table, who)
        screen = table.terms.sitting == "screen"
        seats = () if screen or key.seat == HOST else (key.seat,)
        return Access(
            table=table, who=who, host=key.seat == HOST, every=screen, seats=seats, known=True,
            curtain=self._curtain(table, who),
        )  # fmt: skip

    def _curtain(self, table: Table, who: str) -> Curtain | None:
        hangs = table.terms.sitting == "screen" and table.terms.curtain and table.plan_of is None
        return self.screens.curtain(table.id, who) if hangs else None

    def _plan(self, table: Table, who: str) -> Access:
        """A plan is its owner's alone, who plays all seats of it; nobody else is told that there is one. One that was made
        behind a curtain is there while its maker is at the screen; programs, which have no screen, have all of theirs."""
        assert table.plan_of is not None
        root = self.seating.table(table.plan_of)
        above = Access(table=root, who=who, every=root.terms.sitting == "screen", curtain=self._curtain(root, who))
        programs = who.startswith(TOKEN) and table.owner.startswith(f"{who} as ")
        if not who or not (table.owner in (who, *above.pens) or programs):
            raise NoSuchGame(table.id)
        return Access(table=table, who=table.owner, host=True, every=True, known=True)


def _admitted(access: Access) -> Access:
    if not (access.every or access.host or access.seats or access.table.terms.spectators):
        raise NotAdmitted
    return access


def bearer(request: Request[Any, Any, Any]) -> str:
    """The token that a program brings along; empty when it brings none."""
    header = request.headers.get("authorization", "")
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else ""
