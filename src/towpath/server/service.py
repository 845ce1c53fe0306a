"""The HTTP API: the same powers as the pages, as JSON. Its description is at ``/api/openapi.json``."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from towpath.api import Reason
from towpath.kernel.codec import plain
from towpath.server import wording
from towpath.server.catalogue import TitleCard, cards
from towpath.server.files import new_seed, read_game
from towpath.server.games import Games, OpenGame, record_bytes
from towpath.server.looking import Asked, Look
from towpath.server.security import harden
from towpath.server.settings import MAX_NAME, MAX_UPLOAD

At = Annotated[int | None, Parameter(ge=0, description="the position after so many log entries; without: now")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """What a game is started with. ``players``: names in seating order; ``options`` as the title lists them."""

    title: str
    players: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=12)]
    options: dict[str, bool | int | str] = {}
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    seed: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Deed(msgspec.Struct, forbid_unknown_fields=True):
    """An action. ``after``: the length of the log that its maker had seen; ``seat``: who acts (without: whoever may)."""

    action: dict[str, Any]
    after: int | None = None
    seat: str | None = None


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """An undo or redo. ``after`` as for actions; ``to``: take back everything after that entry."""

    after: int | None = None
    to: int | None = None


class GameInfo(msgspec.Struct, frozen=True):
    """A game in short."""

    id: str
    name: str
    title: str
    players: tuple[str, ...]
    length: int
    finished: bool
    turn: str
    changed_at: datetime | None = None


class Position(msgspec.Struct, frozen=True):
    """A position: ``state`` as a spectator may know it, ``to_move`` the seats that must decide, ``events`` what the last
    entry made happen, ``told`` the same in sentences."""

    game: GameInfo
    number: int
    to_move: tuple[str, ...]
    step: str
    state: Any
    events: list[Any]
    told: list[str]
    scores: dict[str, int]


class Offered(msgspec.Struct, frozen=True):
    """What may be done now, as shapes with allowed values."""

    number: int
    offers: list[dict[str, Any]]


class Verdict(msgspec.Struct, frozen=True):
    """What an action would do: its events in data and sentences, or all reasons against it."""

    legal: bool
    events: list[Any]
    told: list[str]
    reasons: tuple[Reason, ...]
    stopped: bool


def _info(opened: OpenGame) -> GameInfo:
    game = opened.game
    turn = wording.moment_of(game.rules, game.state).line(game.rules, opened.names)
    names = tuple(opened.names.values())
    return GameInfo(opened.id, opened.name, game.rules.title, names, game.number, game.is_over, turn)


def _position(opened: OpenGame, at: int | None = None) -> Position:
    with opened.lock:
        look = Look(opened, Asked(at=at))
        events = opened.game.events_for(look.viewer, look.number)
        return Position(
            game=_info(opened),
            number=look.number,
            to_move=tuple(dict.fromkeys(seat for _, seat in look.moment.actors)),
            step=look.moment.step,
            state=plain(look.state),
            events=plain(events),
            told=wording.story(look.rules, events, look.names),
            scores=look.rules.scores(look.full),
        )


@get("/titles", sync_to_thread=True, summary="The titles and their options")
def list_titles() -> list[TitleCard]:
    """All titles."""
    return cards()


@get("/games", sync_to_thread=True, summary="All games, last changed first")
def list_games(games: NamedDependency[Games]) -> list[GameInfo]:
    """All games."""
    return [
        GameInfo(
            each.id, each.name, each.title, each.summary.players, each.length, each.summary.finished,
            "" if each.summary.finished else each.summary.turn, each.changed_at,
        )
        for each in games.listed()
    ]  # fmt: skip


@post("/games", sync_to_thread=True, summary="Start a game")
def create_game(data: JSONBody[NewGame], games: NamedDependency[Games]) -> Position:
    """Start a game."""
    try:
        return _position(games.create(data.title, data.players, data.options, data.seed or new_seed(), data.name))
    except ValueError as error:
        raise ClientException(str(error)) from None


@post(
    "/games/import",
    sync_to_thread=True,
    request_max_body_size=MAX_UPLOAD,
    summary="Take in a record or an export of 18xx.games",
)
def import_game(data: JSONBody[dict[str, Any]], games: NamedDependency[Games]) -> Position:
    """Take in a game."""
    found = read_game(msgspec.json.encode(data))
    return _position(games.adopt(found.game, found.name, found.note))


@get("/games/{game_id:str}", sync_to_thread=True, summary="A position")
def get_game(game_id: FromPath[str], games: NamedDependency[Games], at: At = None) -> Position:
    """A position of a game."""
    return _position(games.get(game_id), at)


@get("/games/{game_id:str}/offers", sync_to_thread=True, summary="What may be done now")
def get_offers(game_id: FromPath[str], games: NamedDependency[Games], seat: FromQuery[str | None] = None) -> Offered:
    """The offers, of one seat or of all."""
    opened = games.get(game_id)
    with opened.lock:
        game = opened.game
        shown = [o for o in opened.offers() if seat in (None, game.rules.controller(game.state, o.entity))]
        return Offered(game.number, [offer.described() for offer in shown])


@post(
    "/games/{game_id:str}/preview",
    sync_to_thread=True,
    status_code=200,
    summary="What an action would do, or why it may not",
)
def preview(game_id: FromPath[str], data: JSONBody[Deed], games: NamedDependency[Games]) -> Verdict:
    """Try an action on a copy."""
    opened = games.get(game_id)
    with opened.lock:
        glimpse = opened.game.preview(data.action, data.seat)
        rules = opened.game.rules
        told = wording.story(rules, glimpse.events, opened.names)
        return Verdict(not glimpse.reasons, plain(glimpse.events), told, glimpse.reasons, glimpse.stopped)


@post("/games/{game_id:str}/act", sync_to_thread=True, status_code=200, summary="Play an action")
def play(game_id: FromPath[str], data: JSONBody[Deed], games: NamedDependency[Games]) -> Position:
    """Play an action; stored when this answers."""
    return _position(games.act(game_id, data.action, data.after, data.seat))


@post("/games/{game_id:str}/undo", sync_to_thread=True, status_code=200, summary="Take back")
def take_back(game_id: FromPath[str], data: JSONBody[Step], games: NamedDependency[Games]) -> Position:
    """Take back the last action, or all after an entry."""
    return _position(games.undo(game_id, data.after, to=data.to))


@post("/games/{game_id:str}/redo", sync_to_thread=True, status_code=200, summary="Bring back what was taken back")
def bring_back(game_id: FromPath[str], data: JSONBody[Step], games: NamedDependency[Games]) -> Position:
    """Bring back."""
    return _position(games.redo(game_id, data.after))


@get("/games/{game_id:str}/record", sync_to_thread=True, media_type=MediaType.JSON, summary="The whole record")
def get_record(game_id: FromPath[str], games: NamedDependency[Games]) -> Response[bytes]:
    """The record as a file has it."""
    opened = games.get(game_id)
    with opened.lock:
        return harden(Response(record_bytes(opened), media_type="application/json"))


@delete("/games/{game_id:str}", sync_to_thread=True, summary="Forget a game for good")
def delete_game(game_id: FromPath[str], games: NamedDependency[Games]) -> None:
    """Delete."""
    games.delete(game_id)


def json_only(request: Request[Any, Any, Any]) -> None:
    """What changes something comes as JSON: no foreign page can send that without asking first."""
    if request.method in ("POST", "PUT", "PATCH") and request.content_type[0] != MediaType.JSON:
        raise ClientException("the API takes application/json", status_code=415)


HANDLERS = (
    list_titles, list_games, create_game, import_game, get_game, get_offers, preview, play, take_back, bring_back,
    get_record, delete_game,
)  # fmt: skip
