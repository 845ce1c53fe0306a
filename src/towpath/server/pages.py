"""The pages' addresses. Handlers run in worker threads, so that no game keeps the event loop waiting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from litestar.template.base import csrf_token

from towpath.api import Conflict, LogError, Refused, UnknownTitle
from towpath.language import capital, say
from towpath.server import files, hosting, seat_handlers, table_page
from towpath.server.browsers import returning
from towpath.server.catalogue import TitleCard, card_of, cards
from towpath.server.composing import with_begun
from towpath.server.controls import BadChoice, read_choice, read_program
from towpath.server.games import Games, OpenGame
from towpath.server.gate import Access, Gate, NotYours
from towpath.server.home_page import home, shown
from towpath.server.looking import Asked, Look, with_best
from towpath.server.new_page import SetUp, new_game
from towpath.server.recording import record_bytes
from towpath.server.runs_in_hand import with_tap
from towpath.server.security import harden
from towpath.server.seen import saw
from towpath.server.settings import MAX_UPLOAD
from towpath.server.table_page import Notice
from towpath.server.undoing import Question

Form = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]
Upload = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
AnyRequest = Request[Any, Any, Any]
Door = NamedDependency[Access]
"""What whoever asks may do at the game in the address (see ``gate``)."""

PARTS = "x-towpath-parts"
"""Header of our own scripts: they want the page's parts as JSON."""
HAVE = "x-towpath-have"
"""Header with the versions that they have: ``name=version`` with commas between."""
SINCE = "x-towpath-since"
"""Header with the entry after which everything is news to the reader."""


def _token(request: AnyRequest) -> str:
    return csrf_token({"request": request})


def _html(text: str, status: int = 200) -> Response[str]:
    return harden(Response(text, status_code=status, media_type=MediaType.HTML))


def _texts(form: Mapping[str, Any]) -> dict[str, str]:
    """The fields that are text, each once."""
    return {key: value for key, value in form.items() if isinstance(value, str)}


@get("/", sync_to_thread=True)
def home_page(request: AnyRequest, games: NamedDependency[Games], gate: NamedDependency[Gate]) -> Response[str]:
    """All titles, and the games that this browser has to do with; on a table of this machine alone all games."""
    own, local = gate.own(request), gate.local(request)
    found = shown(games.listed(None if local else own), own, local)
    return _html(home(cards(), found, _token(request)))


@get("/new/{title:str}", sync_to_thread=True)
def new_page(request: AnyRequest, title: FromPath[str]) -> Response[str]:
    """Set up a game."""
    return _html(new_game(_card(title), {}, _token(request)))


def _card(title: str) -> TitleCard:
    card = card_of(title)
    if card is None:
        raise UnknownTitle(say("there is no title “{title}” on this table", title=title))
    return card


@post("/games", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def start(request: AnyRequest, data: Form, games: NamedDependency[Games], gate: NamedDependency[Gate]) -> Response[Any]:
    """Start a game and go to it."""
    form = _texts(data)
    card = _card(form.get("title", ""))
    try:
        wanted = SetUp(card, form)
        opened = games.create(
            card.id, wanted.players, wanted.options, files.new_seed(), wanted.name, wanted.terms, wanted.bots
        )
    except ValueError as error:
        text = str(error)
        return _html(new_game(card, form, _token(request), capital(text)), 422)
    browser = gate.browser(request)
    tokens = hosting.invite(games, opened)
    gate.seating.hold(opened.id, browser, "host")
    if wanted.terms.sitting == "screen":
        return _to(opened)
    if wanted.own_seat:
        gate.seating.hold(opened.id, browser, "seat", wanted.own_seat)
    return seat_handlers.shown(request, gate.access(request, opened.id), games, tokens, status=201)


@post("/import", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER, request_max_body_size=MAX_UPLOAD)
def import_file(
    request: AnyRequest, data: Upload, games: NamedDependency[Games], gate: NamedDependency[Gate]
) -> Response[Any]:
    """Take in a game from a file of ours or of 18xx.games. ``FormatError`` says what is wrong with it."""
    file = data.get("file")
    content = file.file.read() if isinstance(file, UploadFile) else b""
    found = files.read_game(content)
    opened = games.adopt(found.game, found.name, found.note)
    gate.seating.hold(opened.id, gate.browser(request), "host")
    return _to(opened)


@get("/games/{game_id:str}", sync_to_thread=True)
def table(
    request: AnyRequest,
    game_id: FromPath[str],
    access: Door,
    games: NamedDependency[Games],
    gate: NamedDependency[Gate],
) -> Response[Any]:
    """The table. A browser that comes back to it keeps it in its list."""
    if not access.known and returning(request):
        gate.seating.hold(access.table.id, gate.browser(request), "watch")
    asked = Asked.read(_texts(dict(request.query_params)))
    opened = games.get(game_id)
    saw(request, access, games, opened.game.number)
    return _answer(request, opened, access, asked)


def _answer(
    request: AnyRequest, opened: OpenGame, access: Access, asked: Asked, notice: Notice | None = None, status: int = 200
) -> Response[Any]:
    """The page, or its parts for our own scripts."""
    with opened.lock:
        if asked.at is not None and asked.at >= opened.game.number:
            asked = msgspec.structs.replace(asked, at=None)
        if access.hung and access.present is None:
            # What the one before had in hand is nobody's now.
            asked = msgspec.structs.replace(asked, choice=None, begun=None, hex="", why="", find="", problem="")
        look = with_begun(with_tap(with_best(Look(opened, asked, access))))
        token = _token(request)
        if PARTS not in request.headers:
            return _html(table_page.page(look, token, notice), status)
        have = dict(pair.split("=", 1) for pair in request.headers.get(HAVE, "").split(",") if "=" in pair)
        made = table_page.parts(look, token, notice, have, _entry(request.headers.get(SINCE, "")))
        answer = {
            "title": table_page.title(look),
            "tab": look.asked.tab,
            "url": _url(look),
            "number": look.now,
            "parts": made,
        }
    return harden(Response(answer, status_code=status, media_type=MediaType.JSON))


def _entry(text: str) -> int | None:
    """The number of a log entry."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


def _url(look: Look) -> str:
    asked = look.asked
    names = ("hex", "why", "chapter", "sort", "sandbox", "step", "edit")
    kept: dict[str, Any] = {name: getattr(asked, name) or None for name in names}
    if asked.begun:
        kept["begun"] = msgspec.json.encode(asked.begun).decode()
    elif asked.choice is not None:
        kept["choice"] = msgspec.json.encode(asked.choice).decode()
        kept["find"] = asked.find if asked.sandbox and asked.find else None
    return look.href(**kept)


def _to(opened: OpenGame, tab: str = "act") -> Redirect:
    query = "" if tab == "act" else f"?tab={tab}"
    return harden(Redirect(f"/games/{opened.id}{query}", status_code=HTTP_303_SEE_OTHER))


@post("/games/{game_id:str}/act", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def act(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Play the action in the form."""
    form = _texts(data)
    try:
        action = read_choice(form)
    except BadChoice as error:
        return _stay(request, games.get(game_id), access, form, str(error), 400)
    if action is None:
        return _stay(request, games.get(game_id), access, form, say("Nothing was chosen."), 400)
    return _change(request, access, form, games, lambda after: games.act(access, action, after))


@post("/games/{game_id:str}/screen", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def take_screen(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Say who is at the screen now, or with no seat that nobody is: the curtain between players who share it."""
    form = _texts(data)
    opened, seat = games.get(game_id), form.get("seat", "")
    if access.curtain is None:
        text = say("No curtain hangs at this table, so there is no screen to hand round.")
        return _stay(request, opened, access, form, text, 422)
    try:
        access.curtain.take(seat)
    except LookupError as error:
        return _stay(request, opened, access, form, str(error), 422)
    return _done(request, opened, access, form)


@post("/games/{game_id:str}/undo", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def undo(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Take back the last action."""
    return _change(request, access, _texts(data), games, lambda after: games.undo(access, after))


@post("/games/{game_id:str}/redo", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def redo(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Bring back what was taken back."""
    return _change(request, access, _texts(data), games, lambda after: games.redo(access, after))


@post("/games/{game_id:str}/program", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def program(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Have something done for the seat in the form from now on."""
    form = _texts(data)
    try:
        wanted = read_program(form)
    except BadChoice as error:
        return _stay(request, games.get(game_id), access, form, str(error), 400)
    return _change(request, access, form, games, lambda after: games.program(access, form.get("seat"), wanted))


@post("/games/{game_id:str}/program/stop", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def stop_program(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Stop what the seat in the form has programmed, or put it away."""
    form = _texts(data)
    slot = form.get("slot", "")
    return _change(request, access, form, games, lambda after: games.stop_program(access, form.get("seat"), slot))


def _change(
    request: AnyRequest, access: Access, form: Mapping[str, str], games: Games, change: Callable[[int | None], OpenGame]
) -> Response[Any]:
    """Do it and show the table; a refusal or a conflict is told above the table as it stands."""
    try:
        opened = change(_entry(form.get("after", "")))
    except (Refused, NotYours, LogError) as error:
        text, status = _refusal(error)
        return _stay(request, games.get(access.table.id), access, form, text, status)
    return _done(request, opened, access, form)


def _done(request: AnyRequest, opened: OpenGame, access: Access, form: Mapping[str, str]) -> Response[Any]:
    """The table as it is now, on the tab that the form was sent from."""
    asked = Asked.read({"tab": form.get("tab", "")})
    return _answer(request, opened, access, asked) if PARTS in request.headers else _to(opened, asked.tab)


def _refusal(error: Exception) -> tuple[str, int]:
    """What is told above the table, with its status."""
    match error:
        case Refused():
            return say("Not possible: {error}", error=error), 422
        case Conflict():
            return say("Nothing was done: {error}", error=error), 409
        case NotYours():
            return str(error), 403
    return str(error), 400


def _stay(
    request: AnyRequest, opened: OpenGame, access: Access, form: Mapping[str, str], text: str, status: int
) -> Response[Any]:
    asked = Asked.read({"tab": form.get("tab", "")})
    return _answer(request, opened, access, asked, Notice(text, bad=True), status)


@get("/games/{game_id:str}/record", sync_to_thread=True)
def record(game_id: FromPath[str], access: Door, games: NamedDependency[Games]) -> Response[bytes]:
    """The game as a file, as far as whoever asks may know it."""
    opened = games.get(game_id)
    with opened.lock:
        content = record_bytes(Look(opened, Asked(), access))
    name = f"towpath-{files.file_word(opened.game.rules.title)}-{opened.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return harden(Response(content, media_type="application/json", headers=headers))


@post("/games/{game_id:str}/answer", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def answer(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Answer what the other players ask."""
    form = _texts(data)
    question: Question = "end" if form.get("question") == "end" else "undo"
    agree = form.get("agree") == "yes"
    return _change(request, access, form, games, lambda after: games.answer(access, question, agree, after))


@post("/games/{game_id:str}/rename", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def rename(game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]) -> Redirect:
    """Give a game another name."""
    access.need_host()
    form = _texts(data)
    name = form.get("name", "").strip()[:120]
    if name:
        games.rename(game_id, name)
    return _out(access, stay=form.get("back") == "seats")


@post("/games/{game_id:str}/delete", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def delete(game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]) -> Redirect:
    """Forget a game, if the box is ticked."""
    access.need_host()
    if _texts(data).get("sure") == "yes":
        games.delete(game_id)
    return _out(access)


def _out(access: Access, stay: bool = False) -> Redirect:
    """From a table to the list of games; from a plan to the seats of its table, where the plans are listed."""
    plan_of = access.table.plan_of
    seats = f"/games/{plan_of or access.table.id}/seats"
    return harden(Redirect(seats if stay or plan_of else "/", status_code=HTTP_303_SEE_OTHER))


@post("/games/{game_id:str}/end", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def end(game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]) -> Redirect:
    """End a game as it stands, if the box is ticked. It can be undone like anything else."""
    if _texts(data).get("sure") == "yes":
        return _to(games.end(access))
    return harden(Redirect("/", status_code=HTTP_303_SEE_OTHER))


@post("/games/{game_id:str}/talk", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def speak(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Say something to the table, for one of one's own seats."""
    form = _texts(data)
    try:
        opened = games.say(access, form.get("text", ""), form.get("seat", ""))
    except ValueError as error:
        return _stay(request, games.get(game_id), access, form, str(error), 400)
    return _done(request, opened, access, form)


@post("/games/{game_id:str}/notes", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def note_down(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Keep one's own notes on the game."""
    form = _texts(data)
    opened = games.get(game_id)
    try:
        games.notes.write(game_id, access.pen, form.get("text", ""))
    except ValueError as error:
        return _stay(request, opened, access, form, str(error), 400)
    return _done(request, opened, access, form)


HANDLERS = (
    home_page,
    new_page,
    start,
    import_file,
    table,
    act,
    take_screen,
    undo,
    redo,
    answer,
    program,
    stop_program,
    record,
    rename,
    end,
    delete,
    speak,
    note_down,
)
