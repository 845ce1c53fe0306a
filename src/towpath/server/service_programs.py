"""The HTTP API of programmed actions: what a seat has set, what it can set, setting and stopping."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from towpath.api import programs
from towpath.api.programs import Standing
from towpath.kernel.codec import plain
from towpath.server.games import Games, OpenGame
from towpath.server.gate import Access

Door = NamedDependency[Access]


class Programmed(msgspec.Struct, frozen=True):
    """A program of the seat. ``slot``: what to stop it by; ``program``: its ``type`` and fields; ``acted``: how many actions
    it has made; ``stopped``: why it is over, a sentence, and ``code`` the same for programs; both empty while it runs;
    ``reached``: whether it is over because it did what it was for."""

    slot: str
    program: Any
    acted: int
    stopped: str = ""
    code: str = ""
    reached: bool = False


class Programs(msgspec.Struct, frozen=True):
    """What a seat has programmed; nobody else is told. ``seat``: whose; ``programs``: those that run and those that are over
    and not put away; ``offers``: what it can program, as kinds with allowed values."""

    seat: str
    programs: list[Programmed]
    offers: list[dict[str, Any]]


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """A wish. ``program``: ``type`` and the fields of an offer; ``seat``: whose; it can be left out where that is plain."""

    program: dict[str, Any]
    seat: str | None = None


class Halt(msgspec.Struct, forbid_unknown_fields=True):
    """Which program to stop or put away. ``slot``: what it has; ``seat``: whose; it can be left out where that is plain."""

    slot: str
    seat: str | None = None


def _told(each: Standing) -> Programmed:
    stop = each.stop
    if stop is None:
        return Programmed(each.program.slot, plain(each.program), each.acted)
    return Programmed(each.program.slot, plain(each.program), each.acted, stop.sentence, stop.code, stop.reached)


def _programs(opened: OpenGame, access: Access, seat: str | None) -> Programs:
    with opened.lock:
        who = access.seat_of_program(opened.game, seat)
        offered = [offer.described() for offer in programs.offers(opened.game, who)]
        return Programs(who, [_told(each) for each in opened.programs(who)], offered)


@get("/games/{game_id:str}/programs", sync_to_thread=True, summary="What a seat has programmed and can program")
def get_programs(
    game_id: FromPath[str], access: Door, games: NamedDependency[Games], seat: FromQuery[str | None] = None
) -> Programs:
    """Of one of the seats of whoever asks."""
    return _programs(games.get(game_id), access.naming(seat), seat)


@post("/games/{game_id:str}/programs", sync_to_thread=True, status_code=200, summary="Have something done from now on")
def set_program(game_id: FromPath[str], data: JSONBody[Wish], access: Door, games: NamedDependency[Games]) -> Programs:
    """Set a program; it acts at once if it is its moment."""
    named = access.naming(data.seat)
    return _programs(games.program(named, data.seat, data.program), named, data.seat)


@post("/games/{game_id:str}/programs/stop", sync_to_thread=True, status_code=200, summary="Stop a program")
def halt_program(game_id: FromPath[str], data: JSONBody[Halt], access: Door, games: NamedDependency[Games]) -> Programs:
    """Stop a program that runs, or put away one that is over."""
    named = access.naming(data.seat)
    return _programs(games.stop_program(named, data.seat, data.slot), named, data.seat)


HANDLERS = (get_programs, set_program, halt_program)
