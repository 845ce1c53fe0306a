"""The addresses of a seat's notices, and the links that notices bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_303_SEE_OTHER

from towpath.api import LogError
from towpath.language import say
from towpath.server.games import Games
from towpath.server.gate import Access, BadToken, Gate, NotYours
from towpath.server.notices.addresses import Linked
from towpath.server.notices.desk import Desk
from towpath.server.seat_handlers import shown
from towpath.server.seats import sit_down

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
AnyRequest = Request[Any, Any, Any]
Door = NamedDependency[Access]
Counter = NamedDependency[Desk]


@post("/games/{game_id:str}/notices", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def give(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games], desk: Counter
) -> Response[Any]:
    """Set the address of one's own seat, or with an empty one the link that notices bring."""

    def change() -> str:
        link, seat, address = linked(data.get("link", "auto")), data.get("seat", ""), data.get("address", "").strip()
        if not address:
            desk.change_link(access, seat, link)
            return say("Saved.")
        desk.give(access, seat, address, link, desk.links.origin(request))
        return say("Your notices go there from now on. Send yourself a test notice to see whether they arrive.")

    return _do(request, access, games, change)


@post("/games/{game_id:str}/notices/drop", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def drop(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games], desk: Counter
) -> Response[Any]:
    """Forget the address of one's own seat."""

    def change() -> str:
        desk.drop(access, data.get("seat", ""))
        return say("The address is forgotten; you get no more notices.")

    return _do(request, access, games, change)


@post("/games/{game_id:str}/notices/test", sync_to_thread=True, status_code=HTTP_303_SEE_OTHER)
def test(
    request: AnyRequest, game_id: FromPath[str], data: Form, access: Door, games: NamedDependency[Games], desk: Counter
) -> Response[Any]:
    """Send a notice to try it."""

    def change() -> str:
        found = desk.test(access, data.get("seat", ""))
        return "" if found.problem else say("A test notice has been sent.")

    return _do(request, access, games, change)


def _do(request: AnyRequest, access: Access, games: Games, change: Callable[[], str]) -> Response[Any]:
    """Do it and show the seats, with what there is to say."""
    try:
        note = change()
    except (LogError, NotYours, ValueError) as error:
        return shown(request, access, games, problem=str(error), status=403 if isinstance(error, NotYours) else 422)
    return shown(request, access, games, note=note)


def linked(text: str) -> Linked:
    """A kind of link by its name. ``ValueError`` for one that there is not."""
    try:
        found: Linked = msgspec.convert(text, Linked)
    except msgspec.ValidationError:
        raise ValueError(say("A notice brings a link to the seat, to the table, or as it fits.")) from None
    return found


@get("/games/{game_id:str}/come/{seat:str}/{mark:str}", sync_to_thread=True)
def come(
    request: AnyRequest,
    game_id: FromPath[str],
    seat: FromPath[str],
    mark: FromPath[str],
    gate: NamedDependency[Gate],
    games: NamedDependency[Games],
    desk: Counter,
) -> Response[Any]:
    """Take the seat that a notice's link leads to."""
    if not desk.links.opens(game_id, seat, mark):
        raise BadToken
    return sit_down(request, game_id, seat, gate, games)


HANDLERS = (give, drop, test, come)
