"""Sitting down: the links to seats, and opening one."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from towpath.language import say
from towpath.server.browsers import asking, returning
from towpath.server.games import Games
from towpath.server.gate import BadToken, Gate
from towpath.server.seating import HOST
from towpath.server.security import harden
from towpath.server.shell import error_page

AnyRequest = Request[Any, Any, Any]

SECOND_TRY = "again"
NO_COOKIES = (
    "The table knows you by a cookie of its own, and this browser does not keep it. Allow cookies for this site, then open "
    "the link again. Nothing else is stored, and nobody else can read it."
)


def link_path(seat: str, token: str) -> str:
    """The path of the link that a token is sent in."""
    return f"/host/{token}" if seat == HOST else f"/seat/{token}"


@get("/seat/{token:str}", sync_to_thread=True)
def take_seat(
    request: AnyRequest, token: FromPath[str], gate: NamedDependency[Gate], games: NamedDependency[Games]
) -> Response[Any]:
    """Take the seat that a link leads to."""
    return _take(request, token, gate, games)


@get("/host/{token:str}", sync_to_thread=True)
def take_hosting(
    request: AnyRequest, token: FromPath[str], gate: NamedDependency[Gate], games: NamedDependency[Games]
) -> Response[Any]:
    """Be the host of a table in this browser."""
    return _take(request, token, gate, games)


def _take(request: AnyRequest, token: str, gate: Gate, games: Games) -> Response[Any]:
    """Take the seat that a link leads to for this browser, and go to the table. ``BadToken`` for a link that is void."""
    key = gate.seating.key(token)
    if key is None:
        raise BadToken
    return sit_down(request, key.game_id, key.seat, gate, games)


def sit_down(request: AnyRequest, game_id: str, seat: str, gate: Gate, games: Games) -> Response[Any]:
    """Have this browser hold a seat (``HOST``: be the host), and go to the table.

    A browser that does not know us yet is sent here a second time, with the cookie that it has got: programs that look at
    links in letters bring no cookie along and so take no seat.
    """
    if not returning(request):
        if SECOND_TRY in request.query_params:
            page = error_page(403, say("Your browser keeps no cookies"), NO_COOKIES)
            return harden(Response(page, status_code=403, media_type=MediaType.HTML))
        return harden(Redirect(f"{request.url.path}?{SECOND_TRY}=1", status_code=HTTP_303_SEE_OTHER))
    if seat == HOST:
        gate.seating.hold(game_id, asking(request), "host")
    else:
        gate.seating.hold(game_id, asking(request), "seat", seat)
    games.tell(game_id)
    return harden(Redirect(f"/games/{game_id}", status_code=HTTP_303_SEE_OTHER))


HANDLERS = (take_seat, take_hosting)
