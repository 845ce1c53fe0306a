"""The addresses of a table's seats: links, names, leaving, handing over, questions, plans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from litestar.template.base import csrf_token

from towpath.api import LogError
from towpath.language import capital, say
from towpath.server import hosting
from towpath.server.games import Games
from towpath.server.gate import Access, Gate, NotYours
from towpath.server.seats_page import Seats, seats_page
from towpath.server.security import harden
from towpath.server.terms import MOST_HOURS, Terms, UndoPolicy

Form = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]
AnyRequest = Request[Any, Any, Any]
Door = NamedDependency[Access]
Tokens = Mapping[str, str]


@get("/games/{game_id:str}/seats", sync_to_thread=True)
def seats(request: AnyRequest, game_id: FromPath[str], access: Door, games: NamedDependency[Games]) -> Response[str]:
    """Who sits where, the links, one's plans."""
    return shown(request, access, games)


def shown(
    request: AnyRequest,
    access: Access,
    games: Games,
    tokens: Tokens | None = None,
    problem: str = "",
    status: int = 200,
    note: str = "",
) -> Response[str]:
    """The page of the seats, with new ``tokens`` shown this once, a ``problem``, or a ``note`` of what was done."""
    opened = games.get(access.table.id)
    mine = () if opened.game.is_over or access.every else access.held(opened.game)
    root = access.table.plan_of or access.table.id
    made = Seats(
        opened=opened,
        access=access,
        places=games.seating.places(access.table.id),
        plans=games.store.plans(root, access.pens) if access.who else (),
        origin=str(request.base_url).rstrip("/"),
        tokens=tokens or {},
        token=csrf_token({"request": request}),
        problem=problem,
        note=note,
        notices={seat: games.addresses.shown(access.table.id, seat) for seat in mine},
    )
    with opened.lock:
        text = seats_page(made)
    return harden(Response(text, status_code=status, media_type=MediaType.HTML))


def _back(access: Access) -> Redirect:
    return harden(Redirect(f"/games/{access.table.id}/seats", status_code=HTTP_303_SEE_OTHER))


def _do(request: AnyRequest, access: Access, games: Games, change: Callable[[], Tokens | None]) -> Response[Any]:
    """Do it and show the seats: with new tokens on the answer itself, as they are shown once, else by going there."""
    try:
        tokens = change()
    except (LogError, NotYours, ValueError) as error:
        text = str(error)
        status = 403 if isinstance(error, NotYours) else 422
        return shown(request, access, games, problem=capital(text), status=status)
    return shown(request, access, games, tokens) if tokens else _back(access)


def _text(form: Mapping[str, Any], name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


@post("/games/{game_id:str}/issue", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def issue(
    request: AnyRequest,
    game_id: FromPath[str],
    data: Form,
    access: Door,
    games: NamedDependency[Games],
    gate: NamedDependency[Gate],
) -> Response[Any]:
    """A new link to a seat, or to hosting: then this browser stays the host."""
    seat = _text(data, "seat")
    keep = gate.browser(request) if not seat else ""
    return _do(request, access, games, lambda: {seat: hosting.issue(games, access, seat, keep)})


@post("/games/{game_id:str}/hand", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def hand(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Hand a seat to somebody else or to a bot."""
    seat = _text(data, "seat")

    def change() -> Tokens | None:
        token = hosting.hand_over(games, access, seat, _text(data, "name"), _text(data, "bot"))
        return {seat: token} if token else None

    return _do(request, access, games, change)


@post("/games/{game_id:str}/invite", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def invite(
    request: AnyRequest,
    game_id: FromPath[str],
    data: Form,
    access: Door,
    games: NamedDependency[Games],
    gate: NamedDependency[Gate],
) -> Response[Any]:
    """Turn a table on one screen into one with links."""
    try:
        tokens = hosting.send_invitations(games, access, undo_policy(_text(data, "undo")))
    except (LogError, NotYours, ValueError) as error:
        return shown(request, access, games, problem=str(error), status=422)
    gate.seating.hold(game_id, gate.browser(request), "host")
    return shown(request, gate.access(request, game_id), games, tokens)


def undo_policy(text: str) -> UndoPolicy:
    """A policy by its name. ``ValueError`` for one that there is not."""
    try:
        policy: UndoPolicy = msgspec.convert(text, UndoPolicy)
    except msgspec.ValidationError:
        raise ValueError(
            say("There is no undo policy “{policy}”; there are free, own and consent.", policy=text[:20])
        ) from None
    return policy


@post("/games/{game_id:str}/terms", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def terms(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Spectators, listed, clocks, reminders, the curtain."""
    with_curtain = access.every and games.get(game_id).game.rules.secrets

    def change() -> None:
        settled = Terms(
            spectators=_text(data, "spectators") == "yes",
            listed=_text(data, "listed") == "yes",
            clocks=_text(data, "clocks") == "yes",
            reminder_hours=hours(_text(data, "reminder_hours")),
            curtain=_text(data, "curtain") == "yes" if with_curtain else access.table.terms.curtain,
        )
        hosting.settle(games, access, settled)

    return _do(request, access, games, change)


def hours(text: str) -> int:
    """A number of hours; nothing is 0. ``ValueError`` for what is none."""
    if not text.strip():
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MOST_HOURS):
        raise ValueError(
            say("A reminder comes after 0 to {most} hours, not “{hours}”.", most=MOST_HOURS, hours=text[:20])
        )
    return int(text)


@post("/games/{game_id:str}/call", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def call(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Change the name of one's own seat."""
    return _do(
        request, access, games, lambda: _nothing(hosting.call(games, access, _text(data, "seat"), _text(data, "name")))
    )


@post("/games/{game_id:str}/leave", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def leave(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Leave the table for a while."""
    return _do(request, access, games, lambda: _nothing(hosting.leave(games, access, _text(data, "seat"))))


@post("/games/{game_id:str}/return", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def come_back(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Come back to the table."""
    return _do(request, access, games, lambda: _nothing(hosting.leave(games, access, _text(data, "seat"), back=True)))


def _nothing(_: object) -> None:
    return None


@post("/games/{game_id:str}/propose-end", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def propose_end(
    request: AnyRequest, game_id: FromPath[str], access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Ask the others to end the game; they find the question at the table."""
    try:
        games.propose_end(access)
    except (LogError, NotYours) as error:
        return shown(request, access, games, problem=str(error), status=422)
    return harden(Redirect(f"/games/{access.table.id}", status_code=HTTP_303_SEE_OTHER))


@post("/games/{game_id:str}/plans", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def plan(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games]
) -> Response[Any]:
    """Begin a plan from a position and go to it."""
    at = _text(data, "at")
    try:
        number = int(at) if at.isascii() and at.isdigit() and len(at) < 8 else games.get(game_id).game.number
        opened = games.plan(access, number, _text(data, "name"))
    except LogError as error:
        return shown(request, access, games, problem=str(error), status=422)
    return harden(Redirect(f"/games/{opened.id}", status_code=HTTP_303_SEE_OTHER))


@post("/games/{game_id:str}/forget", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def forget(request: AnyRequest, game_id: FromPath[str], access: Door, gate: NamedDependency[Gate]) -> Redirect:
    """Take a table that one only looked at off one's own list."""
    if not (access.host or access.seats):
        gate.seating.release(access.table.id, gate.browser(request))
    return harden(Redirect("/", status_code=HTTP_303_SEE_OTHER))


HANDLERS = (seats, issue, hand, invite, terms, call, leave, come_back, propose_end, plan, forget)
