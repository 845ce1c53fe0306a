"""The HTTP API: the same powers as the pages, as JSON. Its description is at ``/api/openapi.json``."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, SerializationException, ValidationException
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from towpath import language
from towpath.api import FormatError, UnknownTitle
from towpath.kernel import views
from towpath.kernel.codec import plain
from towpath.kernel.numbers import Course
from towpath.kernel.offers import Lazy, Offer
from towpath.kernel.record import Note
from towpath.server import drawing, wording
from towpath.server.catalogue import TitleCard, cards
from towpath.server.faults import ReasonTold, reasons_told
from towpath.server.files import new_seed, read_game
from towpath.server.games import Games, OpenGame, summary
from towpath.server.gate import Access, Gate
from towpath.server.home_page import shown
from towpath.server.hosting import chosen_bots, invite
from towpath.server.looking import Asked, Look
from towpath.server.recording import record_bytes
from towpath.server.seating import HOST, seats_in
from towpath.server.seats import link_path
from towpath.server.security import harden
from towpath.server.settings import MAX_NAME, MAX_UPLOAD, MOST_TALK
from towpath.server.store import Listed
from towpath.server.terms import MOST_HOURS, Sitting, Terms, UndoPolicy

Door = NamedDependency[Access]
# Greater than -1, as Litestar leaves a limit of 0 out of the description.
At = Annotated[
    Annotated[int, msgspec.Meta(gt=-1)] | None,
    Parameter(gt=-1, description="the position after so many log entries; without: now"),
]
Hours = Annotated[int, msgspec.Meta(ge=0, le=MOST_HOURS)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """What a game is started with. ``title``: by its id; ``players``: names in seating order; ``options``: as the title
    lists them; ``name``: of the table; ``seed``: of all chance (without: one that nobody knows). ``sitting``: ``screen``
    (whoever has the game's address plays all seats) or ``seats`` (each is taken with a token of its own; they are in the
    answer). ``undo``: ``free``, ``own`` (only one's own last action) or ``consent`` (the others are asked). ``bots``: name
    of a player -> the program that plays him. ``listed``: everybody finds the table; ``spectators``: whoever has its address
    may look on. ``reminder_hours``: after how long somebody is reminded of his turn; 0 never. ``clocks``: whether the time
    that everybody uses is shown. ``curtain``: on one screen, whether players who have secrets from one another say that they
    are there; a program then names the seat that it asks for (``seat``)."""

    title: str
    players: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=12)]
    options: dict[str, bool | int | str] = {}
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    seed: Annotated[str, msgspec.Meta(max_length=100)] = ""
    sitting: Sitting = "screen"
    undo: UndoPolicy = "free"
    bots: dict[Name, str] = {}
    listed: bool = False
    spectators: bool = True
    reminder_hours: Hours = 0
    clocks: bool = True
    curtain: bool = True


class Deed(msgspec.Struct, forbid_unknown_fields=True):
    """An action. ``action``: its ``type`` and fields, as an offer has them; ``after``: the length of the log that its maker had
    seen; ``seat``: who acts (without: whoever may)."""

    action: dict[str, Any]
    after: int | None = None
    seat: str | None = None


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """An undo or redo. ``after``: the length of the log that its maker had seen; ``to``: take back everything after that entry;
    ``seat``: behind a curtain, whose position is answered."""

    after: int | None = None
    to: int | None = None
    seat: str | None = None


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """``{}``: there is nothing to say."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game in short. ``id``: by which it is asked for; ``name``: of the table; ``title``: what is played; ``players``: their
    names in seating order; ``length``: entries of its log; ``finished``: whether it is over; ``turn``: who decides what, in
    words, or the result; ``moment``: the round, in words; ``last``: the last thing that happened; ``changed_at``: when, in
    lists."""

    id: str
    name: str
    title: str
    players: tuple[str, ...]
    length: int
    finished: bool
    turn: str
    moment: str
    last: str
    changed_at: datetime | None = None


class GameCard(GameInfo, frozen=True, kw_only=True):
    """A game in a list, with what whoever asks has to do with it. ``host``: he is its host; ``seats``: his seats there;
    ``your_turn``: one of them must decide; ``plan_at``: of a plan, the entry of the game's log that it begins after."""

    host: bool = False
    seats: tuple[str, ...] = ()
    your_turn: bool = False
    plan_at: int | None = None

    @classmethod
    def listed(cls, each: Listed, **more: Any) -> GameCard:
        """Of a game in a list, with what ``more`` there is to say of it."""
        summary, told = each.summary, each.summary.told(language.current())
        return cls(
            each.id, each.name, each.title, summary.players, each.length, summary.finished, told.turn, told.moment,
            told.last, each.changed_at, **more,
        )  # fmt: skip


class Language(msgspec.Struct, frozen=True):
    """A language. ``code``: by which it is asked for; ``name``: what it calls itself."""

    code: str
    name: str


class Position(msgspec.Struct, frozen=True):
    """A position. ``game``: the game as it stands now; ``number``: after how many entries of its log; ``to_move``: the seats
    that must decide; ``step``: what; ``round``, ``phase``: in words, where the title has such; ``open``: what stands open,
    in sentences, such as a bid or what somebody is asked to agree to; ``asked_at``: when that was asked; ``state``: the
    position as whoever asks may know it; ``events``: what the last entry made happen; ``told``: the same in sentences;
    ``scores``: what each seat has or would have; ``commitment``: what was promised of chance in a game with secrets."""

    game: GameInfo
    number: int
    to_move: tuple[str, ...]
    step: str
    round: str
    phase: str
    open: list[str]
    asked_at: str | None
    state: Any
    events: list[Any]
    told: list[str]
    scores: dict[str, int]
    commitment: str


class Invitation(msgspec.Struct, frozen=True):
    """A seat's token, which is told once; the host can have another made. ``seat``: whose, empty for the host; ``name``: who
    sits there; ``token``: what a program sends; ``link``: the path of the link that takes the seat in a browser."""

    seat: str
    name: str
    token: str
    link: str


class Started(Position, frozen=True):
    """A new game. ``invitations``: the tokens, the host's first."""

    invitations: tuple[Invitation, ...] = ()


class Offered(msgspec.Struct, frozen=True):
    """What may be done now. ``number``: the position; ``offers``: shapes of actions with the values that their fields may
    have."""

    number: int
    offers: list[dict[str, Any]]


class Speech(msgspec.Struct, forbid_unknown_fields=True):
    """A remark. ``text``: the words; ``seat``: which of one's own says it."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TALK)]
    seat: str = ""


class Remark(msgspec.Struct, frozen=True):
    """Something said at the table. ``number``: the log entry; ``by``: the seat; ``at``: when; ``text``: the words."""

    number: int
    by: str
    at: str | None
    text: str


class Verdict(msgspec.Struct, frozen=True):
    """What an action would do. ``legal``: whether it may be done; ``events``, ``told``: what would happen, as data and in
    sentences; ``further``: what it leads to besides; ``reasons``: all that stands against it; ``stopped``: chance or a
    secret decides what comes then, which nobody may see yet; ``next``: who would decide what then, in words; ``state``:
    the position then, or the last one before what is hidden, as whoever asks may know it, where the action is over then."""

    legal: bool
    events: list[Any]
    told: list[str]
    further: list[str]
    reasons: tuple[ReasonTold, ...]
    stopped: bool
    next: str
    state: Any


def _info(opened: OpenGame) -> GameInfo:
    game = opened.game
    told = summary(opened)
    return GameInfo(
        opened.id,
        opened.name,
        game.rules.title,
        told.players,
        game.number,
        game.is_over,
        told.turn,
        told.moment,
        told.last,
    )


def position(opened: OpenGame, access: Access, at: int | None = None, seat: str | None = None) -> Position:
    """A position (``None``: now) as whoever has the access may know it; ``seat``: who of several that are his looks."""
    with opened.lock:
        look = Look(opened, Asked(at=at, seat=seat or ""), access.naming(seat))
        events = look.shown(opened.game.events(look.number))
        return Position(
            game=_info(opened),
            number=look.number,
            to_move=look.deciders,
            step=look.moment.step,
            round=look.moment.round,
            phase=look.moment.phase,
            open=wording.situation(look.rules, look.state, look.names),
            asked_at=look.asked_at,
            state=plain(look.state),
            events=plain(events),
            told=wording.story(look.rules, events, look.names),
            scores=look.rules.scores(look.state),
            commitment=look.game.commitment,
        )


def decider(opened: OpenGame, action: dict[str, Any]) -> str | None:
    """The seat of whoever decides for the entity of an action; ``None`` where it names none."""
    with opened.lock:
        entity, game = action.get("entity"), opened.game
        known = isinstance(entity, str) and game.rules.exists(entity)
        return game.rules.controller(game.state, str(entity)) if known else None


@get("/titles", sync_to_thread=True, summary="The titles and their options")
def list_titles() -> list[TitleCard]:
    """All titles."""
    return cards()


@get("/languages", sync_to_thread=True, summary="The languages that one can be answered in")
def list_languages() -> list[Language]:
    """A program asks for one of them by ``Accept-Language``."""
    return [Language(code, name) for code, name in language.offered().items()]


@get("/games", sync_to_thread=True, summary="One's games, and those listed for everybody")
def list_games(
    request: Request[Any, Any, Any], games: NamedDependency[Games], gate: NamedDependency[Gate]
) -> list[GameCard]:
    """The games that whoever asks has to do with, and those that are listed for everybody; on a table of one machine all. Those
    in which a seat of his must decide come first, then by when they were changed last."""
    own, local = gate.own(request), gate.local(request)
    return [
        GameCard.listed(each.game, host=each.host, your_turn=each.turn, seats=seats_in(own.get(each.game.id, ())))
        for each in shown(games.listed(None if local else own), own, local)
    ]


@post("/games", sync_to_thread=True, summary="Start a game")
def create_game(data: JSONBody[NewGame], games: NamedDependency[Games], gate: NamedDependency[Gate]) -> Started:
    """Start a game. The answer holds the tokens, the host's first: send them as ``Authorization: Bearer TOKEN``."""
    terms = msgspec.convert({name: getattr(data, name) for name in Terms.__struct_fields__}, Terms)
    try:
        bots = chosen_bots(data.title, data.players, data.bots)
        opened = games.create(data.title, data.players, data.options, data.seed or new_seed(), data.name, terms, bots)
    except UnknownTitle:
        raise
    except ValueError as error:
        raise FormatError(str(error)) from None
    return _started(games, opened, gate)


def _started(games: Games, opened: OpenGame, gate: Gate) -> Started:
    """A new game as its host sees it, with all tokens to it."""
    tokens = invite(games, opened)
    seen = position(opened, gate.by_token(tokens[HOST], opened.id))
    made = tuple(
        Invitation(seat, opened.names.get(seat, ""), token, link_path(seat, token)) for seat, token in tokens.items()
    )
    fields = {name: getattr(seen, name) for name in Position.__struct_fields__}
    return Started(**fields, invitations=made)


@post(
    "/games/import",
    sync_to_thread=True,
    request_max_body_size=MAX_UPLOAD,
    summary="Take in a record or an export of 18xx.games",
)
def import_game(data: JSONBody[dict[str, Any]], games: NamedDependency[Games], gate: NamedDependency[Gate]) -> Started:
    """Take in a game; whoever brings it is its host, and the answer holds his token."""
    found = read_game(msgspec.json.encode(data))
    return _started(games, games.adopt(found.game, found.name, found.note), gate)


@get("/games/{game_id:str}", sync_to_thread=True, summary="A position")
def get_game(
    game_id: FromPath[str],
    access: Door,
    games: NamedDependency[Games],
    at: At = None,
    seat: FromQuery[str | None] = None,
) -> Position:
    """A position of a game, as whoever asks may know it."""
    return position(games.get(game_id), access, at, seat)


@get("/games/{game_id:str}/offers", sync_to_thread=True, summary="What may be done now")
def get_offers(
    game_id: FromPath[str],
    access: Door,
    games: NamedDependency[Games],
    seat: FromQuery[str | None] = None,
    find: FromQuery[bool] = False,
) -> Offered:
    """The offers, of one seat or of all that whoever asks holds. ``find``: search what is searched only on demand (runs), and
    give what was found as rows."""
    opened, access = games.get(game_id), access.naming(seat)
    with opened.lock:
        game = opened.game
        pairs = [(offer, game.rules.controller(game.state, offer.entity)) for offer in opened.offers()]
        mine = [offer for offer, who in pairs if seat in (None, who) and access.may(who)]
        return Offered(game.number, [described(offer, find) for offer in mine])


def described(offer: Offer, find: bool) -> dict[str, Any]:
    """An offer as programs read it. ``find``: with what is searched only on demand."""
    told = offer.described()
    if find:
        told["domains"] = [_found(each) if isinstance(each, Lazy) else each.described() for each in offer.domains]
    return told


def _found(domain: Lazy) -> dict[str, Any]:
    """What a search found, as a domain of rows: whether it is ``proved`` that nothing is better, and by how much it may fall
    short at most (``spare``)."""
    rows = [[msgspec.to_builtins(found[field]) for field in domain.fields] for found in domain.found()]
    proof = {"proved": bool(domain.proved), "spare": domain.findings.spare}
    return {"domain": "rows", "fields": list(domain.fields), "rows": rows, **proof}


@post(
    "/games/{game_id:str}/preview",
    sync_to_thread=True,
    status_code=200,
    summary="What an action would do, or why it may not",
)
def preview(game_id: FromPath[str], data: JSONBody[Deed], access: Door, games: NamedDependency[Games]) -> Verdict:
    """Try an action on a copy."""
    opened = games.get(game_id)
    with opened.lock:
        access = access.naming(data.seat or decider(opened, data.action))
        look = Look(opened, Asked(seat=data.seat or "", choice=data.action), access)
        glimpse = look.preview(data.action, data.seat)
        state, so_far = glimpse.state, glimpse.state or glimpse.until
        return Verdict(
            legal=not glimpse.reasons,
            events=plain(look.shown(glimpse.events)),
            told=look.told(glimpse.events),
            further=drawing.of(look.rules).further(look, glimpse),
            reasons=reasons_told(glimpse.reasons),
            stopped=glimpse.stopped,
            next=wording.moment_of(look.rules, state).line(look.rules, look.names) if state is not None else "",
            state=plain(views.view(look.rules, so_far, look.viewer)) if so_far is not None else None,
        )


@post("/games/{game_id:str}/act", sync_to_thread=True, status_code=200, summary="Play an action")
def play(game_id: FromPath[str], data: JSONBody[Deed], access: Door, games: NamedDependency[Games]) -> Position:
    """Play an action; stored when this answers."""
    named = access.naming(data.seat or decider(games.get(game_id), data.action))
    return position(games.act(named, data.action, data.after, data.seat), access, seat=data.seat)


@post("/games/{game_id:str}/undo", sync_to_thread=True, status_code=200, summary="Take back")
def take_back(game_id: FromPath[str], data: JSONBody[Step], access: Door, games: NamedDependency[Games]) -> Position:
    """Take back the last action, or all after an entry."""
    return position(games.undo(access, data.after, to=data.to), access, seat=data.seat)


@post("/games/{game_id:str}/redo", sync_to_thread=True, status_code=200, summary="Bring back what was taken back")
def bring_back(game_id: FromPath[str], data: JSONBody[Step], access: Door, games: NamedDependency[Games]) -> Position:
    """Bring back what the last undo took."""
    return position(games.redo(access, data.after), access, seat=data.seat)


@post("/games/{game_id:str}/end", sync_to_thread=True, status_code=200, summary="End the game as it stands")
def end_game(game_id: FromPath[str], data: JSONBody[Nothing], access: Door, games: NamedDependency[Games]) -> Position:
    """End the game at once: the host may, and whoever has all seats on one screen."""
    return position(games.end(access), access)


@get("/games/{game_id:str}/talk", sync_to_thread=True, summary="All that was said at the table")
def get_talk(game_id: FromPath[str], access: Door, games: NamedDependency[Games]) -> list[Remark]:
    """The remarks, in their order."""
    opened = games.get(game_id)
    with opened.lock:
        return _remarks(opened)


@post("/games/{game_id:str}/talk", sync_to_thread=True, status_code=200, summary="Say something to the table")
def say(game_id: FromPath[str], data: JSONBody[Speech], access: Door, games: NamedDependency[Games]) -> list[Remark]:
    """Say something for one of one's own seats."""
    try:
        opened = games.say(access.naming(data.seat), data.text, data.seat)
    except ValueError as error:
        raise FormatError(str(error)) from None
    with opened.lock:
        return _remarks(opened)


def _remarks(opened: OpenGame) -> list[Remark]:
    log = opened.game.timeline.log
    return [Remark(n, each.by, each.at, each.text) for n, each in enumerate(log, 1) if isinstance(each, Note)]


@get("/games/{game_id:str}/numbers", sync_to_thread=True, summary="Worth, prices and earnings, round by round")
def get_numbers(game_id: FromPath[str], access: Door, games: NamedDependency[Games], at: At = None) -> Course:
    """The numbers up to a position: a point for every round that is over and one for now, and all that was earned."""
    opened = games.get(game_id)
    with opened.lock:
        return opened.numbers.course(at)


@get("/games/{game_id:str}/record", sync_to_thread=True, media_type=MediaType.JSON, summary="The whole record")
def get_record(
    game_id: FromPath[str], access: Door, games: NamedDependency[Games], seat: FromQuery[str | None] = None
) -> Response[Any]:
    """The record as a file has it; of a running game with secrets what whoever asks may know of it."""
    opened = games.get(game_id)
    with opened.lock:
        look = Look(opened, Asked(), access.naming(seat))
        return harden(Response(record_bytes(look), media_type="application/json"))


@delete("/games/{game_id:str}", sync_to_thread=True, summary="Forget a game for good")
def delete_game(game_id: FromPath[str], access: Door, games: NamedDependency[Games]) -> None:
    """Delete."""
    access.need_host()
    games.delete(game_id)


def _whole(value: Any) -> Any:
    """The same with whole numbers as such: ``2.0`` is one in JSON."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    return [_whole(each) for each in value] if isinstance(value, list) else value


async def json_only(request: Request[Any, Any, Any]) -> None:
    """What changes something comes as JSON: no foreign page can send that without asking first. It is what the description asks
    for and not what could be taken for it, such as a number for yes and no."""
    if request.method not in ("POST", "PUT", "PATCH"):
        return
    if request.content_type[0] != MediaType.JSON:
        raise ClientException("the API takes application/json", status_code=415)
    field = request.route_handler.parsed_fn_signature.parameters.get("data")
    if field is None or not issubclass(field.annotation, msgspec.Struct):
        return
    try:
        msgspec.convert(_whole(await request.json()), field.annotation)
    except (msgspec.ValidationError, SerializationException):
        raise ValidationException from None


HANDLERS = (
    list_titles, list_languages, list_games, create_game, import_game, get_game, get_offers, preview, play, take_back, bring_back,
    end_game, get_talk, say, get_numbers, get_record, delete_game,
)  # fmt: skip
