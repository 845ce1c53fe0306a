"""The HTTP API of notices: for whoever brings the token of a seat."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from towpath.api import FormatError
from towpath.server.notices.addresses import Linked, Shown
from towpath.server.notices.desk import Desk
from towpath.server.notices.services import LONGEST, BadAddress
from towpath.server.service import Door

Counter = NamedDependency[Desk]


class NoticeAddress(msgspec.Struct, forbid_unknown_fields=True):
    """Where a seat's notices go. ``address``: as Apprise writes it; ``link``: whether they bring a link to the ``seat``, by
    which anybody who reads them can play it, to the ``table``, or as it fits the service (``auto``)."""

    address: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
    link: Linked = "auto"


class NoticeLink(msgspec.Struct, forbid_unknown_fields=True):
    """What notices bring. ``link``: a link to the ``seat``, to the ``table``, or as it fits the service (``auto``)."""

    link: Linked


class Notices(msgspec.Struct, frozen=True):
    """What the owner of a seat is told of its notices. ``address``: in short, ``None`` where none was given; ``link``: what
    they bring; ``problem``: why the last one could not be delivered; ``reminder_hours``: when the table reminds, 0 never."""

    address: str | None
    link: Linked
    problem: str
    reminder_hours: int


def _told(access: Door, shown: Shown | None) -> Notices:
    hours = access.table.terms.reminder_hours
    if shown is None:
        return Notices(None, "auto", "", hours)
    return Notices(shown.address, shown.link, shown.problem, hours)


@get("/games/{game_id:str}/seats/{seat:str}/notices", sync_to_thread=True, summary="Where one's own notices go")
def get_notices(game_id: FromPath[str], seat: FromPath[str], access: Door, desk: Counter) -> Notices:
    """For whoever holds the seat alone."""
    return _told(access, desk.shown(access, seat))


@put("/games/{game_id:str}/seats/{seat:str}/notices", sync_to_thread=True, summary="Have notices sent to an address")
def give_address(
    request: Request[Any, Any, Any],
    game_id: FromPath[str],
    seat: FromPath[str],
    data: JSONBody[NoticeAddress],
    access: Door,
    desk: Counter,
) -> Notices:
    """For whoever holds the seat. The address is looked at first, which takes a moment; one that points into the server's own
    network is refused."""
    try:
        return _told(access, desk.give(access, seat, data.address, data.link, desk.links.origin(request)))
    except BadAddress as error:
        raise FormatError(str(error)) from None


@patch("/games/{game_id:str}/seats/{seat:str}/notices", sync_to_thread=True, summary="Have notices bring another link")
def change_link(
    game_id: FromPath[str], seat: FromPath[str], data: JSONBody[NoticeLink], access: Door, desk: Counter
) -> Notices:
    """For whoever holds the seat and has given an address, which stays."""
    desk.change_link(access, seat, data.link)
    return _told(access, desk.shown(access, seat))


@delete("/games/{game_id:str}/seats/{seat:str}/notices", sync_to_thread=True, summary="Have no notices sent any more")
def drop_address(game_id: FromPath[str], seat: FromPath[str], access: Door, desk: Counter) -> None:
    """For whoever holds the seat."""
    desk.drop(access, seat)


@post(
    "/games/{game_id:str}/seats/{seat:str}/notices/test",
    sync_to_thread=True,
    status_code=200,
    summary="Send a notice to try it",
)
def test_address(game_id: FromPath[str], seat: FromPath[str], access: Door, desk: Counter) -> Notices:
    """For whoever holds the seat. ``problem`` says what became of it."""
    return _told(access, desk.test(access, seat))


HANDLERS = (get_notices, give_address, change_link, drop_address, test_address)
