"""The HTTP API of the seats: who one is, links anew, handing over, leaving, what players ask each other, plans."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from towpath.api import FormatError
from towpath.api.names import check_table_name
from towpath.kernel.moments import Agreement, UndoRequest
from towpath.server import hosting
from towpath.server.games import Games
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.seating import HOST, Place
from towpath.server.seats import link_path
from towpath.server.service import Door, GameCard, Hours, Invitation, Name, Nothing, Position, position
from towpath.server.terms import Terms, UndoPolicy

HOSTING = "host"
"""How the host's place is named in an address, where a seat is expected."""


class Me(msgspec.Struct, frozen=True):
    """What whoever asks may do at a table. ``host``: whether it is his; ``seats``: which he plays; ``viewer``: as which he
    sees it now; ``sitting``: ``screen`` or ``seats``; ``undo``: who may take back."""

    host: bool
    seats: tuple[str, ...]
    viewer: str | None
    sitting: str
    undo: str


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat. ``seat``: its id; ``name``: who sits there; ``kind``: person or bot; ``bot``: the program; ``away``: its
    player has left; ``to_move``: it must decide; ``come``: since when somebody has held the link. ``used``: seconds that its
    people have thought in all, ``thinking``: since the seat was last asked; both ``None`` where the table shows no clocks or
    a bot plays."""

    seat: str
    name: str
    kind: str
    bot: str
    away: bool
    to_move: bool
    come: datetime | None
    used: int | None
    thinking: int | None


class Table(msgspec.Struct, frozen=True):
    """A table. ``game``: its id; ``seats``: who sits where; ``terms``: what its maker chose; ``ending``, ``undoing``: what
    the players are asking each other, if anything."""

    game: str
    seats: tuple[SeatInfo, ...]
    terms: Terms
    ending: Agreement | None
    undoing: UndoRequest | None


class Hand(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to have a seat. ``name``: a person's, or the bot's if it is to have another than its own; ``bot``: the program,
    if one is to play."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name. ``name``: the new one."""

    name: Name


class Presence(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a player is there. ``away``: he has left."""

    away: bool


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to what the others ask. ``agree``: whether it may be; ``after``: the length of the log that was seen."""

    agree: bool
    after: int | None = None


class NewTerms(msgspec.Struct, forbid_unknown_fields=True):
    """What is to change; what is left out stays as it is. ``spectators``: whether whoever has the table's address may look
    on; ``listed``: whether everybody finds it; ``reminder_hours``: after how long somebody is reminded of his turn, 0 never;
    ``clocks``: whether the time that everybody uses is shown; ``curtain``: on one screen, whether secrets are hidden between
    turns; ``name``: of the table."""

    spectators: bool | None = None
    listed: bool | None = None
    reminder_hours: Hours | None = None
    clocks: bool | None = None
    curtain: bool | None = None
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)] | None = None


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    """How the table with links will be. ``undo``: who may take back."""

    undo: UndoPolicy = "own"


class NewPlan(msgspec.Struct, forbid_unknown_fields=True):
    """A plan. ``at``: it begins after so many entries of the log (without: now); ``name``: what to call it; ``seat``: behind
    a curtain, whose plan it is."""

    at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=120)] = ""
    seat: str = ""


def _table(games: Games, access: Access) -> Table:
    opened = games.get(access.table.id)
    places = games.seating.places(access.table.id)
    with opened.lock:
        game = opened.game
        clocks = opened.clocks.readings() if access.table.terms.clocks else {}
        seats = tuple(
            SeatInfo(
                seat.id, seat.name, seat.kind, places.get(seat.id, Place()).bot, seat.id in game.timeline.away,
                seat.id in game.to_move, places.get(seat.id, Place()).since,
                clocks[seat.id].used if seat.id in clocks else None,
                clocks[seat.id].thinking if seat.id in clocks else None,
            )
            for seat in game.seats
        )  # fmt: skip
        return Table(opened.id, seats, access.table.terms, game.timeline.agreement, game.timeline.request)


def _invitation(games: Games, access: Access, seat: str, token: str) -> Invitation:
    name = games.get(access.table.id).names.get(seat, "")
    return Invitation(seat, name, token, link_path(seat, token))


@get("/games/{game_id:str}/me", sync_to_thread=True, summary="Who one is at a table")
def whoami(game_id: FromPath[str], access: Door, games: NamedDependency[Games]) -> Me:
    """What the token (or the cookie) that the request brings along may do."""
    opened, terms = games.get(game_id), access.table.terms
    with opened.lock:
        look = Look(opened, Asked(), access)
        return Me(access.host, look.held, look.viewer, terms.sitting, terms.undo)


@get("/games/{game_id:str}/seats", sync_to_thread=True, summary="Who sits where, and what players ask each other")
def get_seats(game_id: FromPath[str], access: Door, games: NamedDependency[Games]) -> Table:
    """The seats of a table."""
    return _table(games, access)


@post(
    "/games/{game_id:str}/seats/{seat:str}/link",
    sync_to_thread=True,
    status_code=200,
    summary="Make a new link to a seat",
)
def new_link(
    game_id: FromPath[str], seat: FromPath[str], data: JSONBody[Nothing], access: Door, games: NamedDependency[Games]
) -> Invitation:
    """For the host. The old link is void then, and whoever came by it has lost the seat. ``host`` stands for the host's own."""
    wanted = HOST if seat == HOSTING else seat
    return _invitation(games, access, wanted, hosting.issue(games, access, wanted))


@post("/games/{game_id:str}/links", sync_to_thread=True, status_code=200, summary="Give a table on one screen links")
def send_links(
    game_id: FromPath[str], data: JSONBody[Sent], access: Door, games: NamedDependency[Games]
) -> list[Invitation]:
    """For the host: from now on each seat is taken by a link."""
    tokens = hosting.send_invitations(games, access, data.undo)
    return [_invitation(games, access, seat, token) for seat, token in tokens.items()]


@put("/games/{game_id:str}/seats/{seat:str}/player", sync_to_thread=True, summary="Hand a seat over")
def hand_over(
    game_id: FromPath[str], seat: FromPath[str], data: JSONBody[Hand], access: Door, games: NamedDependency[Games]
) -> Invitation | None:
    """For the host: to a bot, or to a person, for whom the new link is in the answer."""
    if not data.name.strip() and not data.bot:
        raise FormatError("say who is to have the seat: a name, or a bot")
    try:
        token = hosting.hand_over(games, access, seat, data.name, data.bot)
    except ValueError as error:
        raise FormatError(str(error)) from None
    return _invitation(games, access, seat, token) if token else None


@put("/games/{game_id:str}/seats/{seat:str}/name", sync_to_thread=True, summary="Change the name of one's seat")
def call(
    game_id: FromPath[str], seat: FromPath[str], data: JSONBody[NewName], access: Door, games: NamedDependency[Games]
) -> Table:
    """For whoever holds the seat."""
    try:
        hosting.call(games, access, seat, data.name)
    except ValueError as error:
        raise FormatError(str(error)) from None
    return _table(games, access)


@put("/games/{game_id:str}/seats/{seat:str}/presence", sync_to_thread=True, summary="Leave the table, or come back")
def presence(
    game_id: FromPath[str], seat: FromPath[str], data: JSONBody[Presence], access: Door, games: NamedDependency[Games]
) -> Table:
    """While a player is away the least that may be done is done for him."""
    hosting.leave(games, access, seat, back=not data.away)
    return _table(games, access)


@post("/games/{game_id:str}/ending", sync_to_thread=True, status_code=200, summary="Propose to end the game")
def propose_end(game_id: FromPath[str], data: JSONBody[Nothing], access: Door, games: NamedDependency[Games]) -> Table:
    """Ask the other players whether the game is to end as it stands."""
    games.propose_end(access)
    return _table(games, access)


@post(
    "/games/{game_id:str}/ending/answer",
    sync_to_thread=True,
    status_code=200,
    summary="Answer whether the game is to end",
)
def answer_end(game_id: FromPath[str], data: JSONBody[Answer], access: Door, games: NamedDependency[Games]) -> Table:
    """The last one to agree ends it; one refusal ends the question."""
    games.answer(access, "end", data.agree, data.after)
    return _table(games, access)


@post(
    "/games/{game_id:str}/undoing/answer",
    sync_to_thread=True,
    status_code=200,
    summary="Answer whether something may be taken back",
)
def answer_undo(game_id: FromPath[str], data: JSONBody[Answer], access: Door, games: NamedDependency[Games]) -> Table:
    """It is asked by ``undo`` and ``redo`` where the table wants consent. The last one to agree does it; one refusal ends the
    question."""
    games.answer(access, "undo", data.agree, data.after)
    return _table(games, access)


@patch("/games/{game_id:str}", sync_to_thread=True, summary="Change the terms or the name of a table")
def change_terms(
    game_id: FromPath[str], data: JSONBody[NewTerms], access: Door, games: NamedDependency[Games]
) -> Table:
    """For the host: spectators, listed, clocks, reminders, the curtain, the name. How one sits and what may be undone stay."""
    given: dict[str, Any] = {
        name: value for name, value in msgspec.structs.asdict(data).items() if value is not None and name != "name"
    }
    terms = msgspec.structs.replace(access.table.terms, **given)
    if data.name is not None:
        check_table_name(data.name)
    hosting.settle(games, access, terms)
    if data.name is not None:
        games.rename(game_id, data.name)
    return _table(games, msgspec.structs.replace(access, table=games.seating.table(game_id)))


@get("/games/{game_id:str}/plans", sync_to_thread=True, summary="One's own plans of a game")
def get_plans(
    game_id: FromPath[str], access: Door, games: NamedDependency[Games], seat: FromQuery[str | None] = None
) -> list[GameCard]:
    """Plans are seen by the one who made them alone: by the same token or browser, behind a curtain for the same seat."""
    access = access.naming(seat)
    return (
        [GameCard.listed(plan, plan_at=plan.plan_at) for plan in games.store.plans(game_id, access.pens)]
        if access.who
        else []
    )


@post("/games/{game_id:str}/plans", sync_to_thread=True, summary="Begin a plan")
def new_plan(game_id: FromPath[str], data: JSONBody[NewPlan], access: Door, games: NamedDependency[Games]) -> Position:
    """A game of one's own that goes on from a position, all seats to be played. It is deleted like any game."""
    at = games.get(game_id).game.number if data.at is None else data.at
    access = access.naming(data.seat)
    opened = games.plan(access, at, data.name)
    own = Access(table=games.seating.table(opened.id), who=access.pen, host=True, every=True, known=True)
    return position(opened, own)


HANDLERS = (
    whoami, get_seats, new_link, send_links, hand_over, call, presence, propose_end, answer_end, answer_undo,
    change_terms, get_plans, new_plan,
)  # fmt: skip
