"""The HTTP API of what a table tells besides its position: news, the log in words, clocks, tables of numbers, private notes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, put
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from towpath.api import FormatError
from towpath.language import say
from towpath.render.figures import Value
from towpath.server import clocks_part, numbers_part
from towpath.server.games import Games
from towpath.server.gate import Access, Gate
from towpath.server.looking import Asked, Look
from towpath.server.notes import MOST_NOTES
from towpath.server.number_files import csv_file
from towpath.server.service import At, Door
from towpath.server.stream import Told, waited

MOST_WAIT = 30
"""Seconds that a program may have itself kept waiting for news; proxies give up on much longer ones."""

Wait = Annotated[
    Annotated[int, msgspec.Meta(gt=-1, le=MOST_WAIT)],
    Parameter(gt=-1, le=MOST_WAIT, description="seconds to wait for news, where there is none after `after`"),
]
After = Annotated[
    Annotated[int, msgspec.Meta(gt=-1)] | None,
    Parameter(gt=-1, description="the length of the log that is known already"),
]


class LogLine(msgspec.Struct, frozen=True):
    """An entry of the log in words. ``number``: the position it led to; ``by``: the seat, empty for the table itself;
    ``who``: the name of who decided or spoke; ``at``: when; ``round``: the round in which it was done; ``turn``: whose turn
    it was, where a turn is more than one decision; ``told``: what happened, in sentences; ``hand``: ``bot``, ``absent`` for
    what was done for a player who is away, else empty; ``action``: whether it is one of the game; ``talk``: whether it is a
    remark; ``undone``: whether it was taken back."""

    number: int
    by: str
    who: str
    at: str | None
    round: str
    turn: str
    told: tuple[str, ...]
    hand: str
    action: bool
    talk: bool
    undone: bool


class Log(msgspec.Struct, frozen=True):
    """The log in words. ``number``: how many entries there are; ``lines``: those that were asked for."""

    number: int
    lines: list[LogLine]


class ClockReading(msgspec.Struct, frozen=True):
    """A seat's clock. ``seat``: whose; ``used``: seconds that its people have thought in all; ``thinking``: seconds since
    the seat was last asked, ``None`` where it is not."""

    seat: str
    used: int
    thinking: int | None


class NumberTable(msgspec.Struct, frozen=True):
    """A table of numbers. ``name``: by which its file is asked for; ``label``: what it is called; ``columns``: their headings;
    ``rows``: a cell for each column, empty ones ``None``."""

    name: str
    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


class Notebook(msgspec.Struct, frozen=True):
    """One's own notes on a game. ``text``: all of them; ``behind``: seat -> what was kept for it behind a curtain, once that
    has gone with the game."""

    text: str
    behind: dict[str, str] = {}


class NewNotes(msgspec.Struct, forbid_unknown_fields=True):
    """What to keep in place of the notes of before. ``text``: all of it, nothing to have none; ``seat``: behind a curtain,
    whose notes they are."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_NOTES)]
    seat: str = ""


@get("/games/{game_id:str}/now", summary="How far a game has come, or news of it", faults={429: "Too many wait"})
async def get_now(
    request: Request[Any, Any, Any],
    state: State,
    game_id: FromPath[str],
    access: Door,
    games: NamedDependency[Games],
    gate: NamedDependency[Gate],
    after: After = None,
    wait: Wait = 0,
) -> Told:
    """The length of the log and who decides what. With ``after`` and ``wait`` the answer comes as soon as the log is longer
    than that, or when the seconds are over: so a program hears at once of what others do, and need not ask again and
    again."""
    return await waited(request, state, games, gate, access, after, wait)


@get("/games/{game_id:str}/log", sync_to_thread=True, summary="The log in words")
def get_log(
    game_id: FromPath[str],
    access: Door,
    games: NamedDependency[Games],
    after: After = None,
    seat: FromQuery[str | None] = None,
) -> Log:
    """All entries, or those after one, as whoever asks may know them."""
    opened = games.get(game_id)
    with opened.lock:
        look = Look(opened, Asked(seat=seat or ""), access.naming(seat))
        undone, entries = opened.chronicle.undone(), opened.game.timeline.log
        lines = [
            LogLine(
                line.number, entry.by, line.who, entry.at, line.round, line.turn, line.sentences, line.told_hand,
                line.is_action, line.is_talk, line.number in undone,
            )
            for line, entry in list(zip(look.lines(), entries, strict=True))[after or 0 :]
        ]  # fmt: skip
        return Log(look.now, lines)


@get("/games/{game_id:str}/clocks", sync_to_thread=True, summary="How long each seat has thought")
def get_clocks(
    game_id: FromPath[str], access: Door, games: NamedDependency[Games], at: At = None
) -> list[ClockReading]:
    """The clocks of all seats that people play, now or after an entry; none where the table shows none."""
    opened = games.get(game_id)
    with opened.lock:
        readings = clocks_part.readings(Look(opened, Asked(at=at), access))
        return [ClockReading(seat, each.used, each.thinking) for seat, each in readings.items()]


@get("/games/{game_id:str}/tables", sync_to_thread=True, summary="The numbers as tables")
def get_tables(game_id: FromPath[str], access: Door, games: NamedDependency[Games], at: At = None) -> list[NumberTable]:
    """Every table of numbers that the title has, at a position."""
    opened = games.get(game_id)
    with opened.lock:
        look = Look(opened, Asked(at=at), access)
        found = ((name, numbers_part.table(look, name)) for name in numbers_part.TABLES)
        return [
            NumberTable(name, numbers_part.table_name(look, name), table.columns, table.rows)
            for name, table in found
            if table is not None
        ]


@get(
    "/games/{game_id:str}/tables/{table:str}",
    sync_to_thread=True,
    media_type="text/csv",
    summary="A table of numbers as a CSV file",
)
def get_table(
    game_id: FromPath[str], table: FromPath[str], access: Door, games: NamedDependency[Games], at: At = None
) -> Response[bytes]:
    """One of the tables of ``…/tables``, by its name, in UTF-8."""
    return csv_file(games.get(game_id), access, table, at)


@get("/games/{game_id:str}/notes", sync_to_thread=True, summary="One's own notes on a game")
def get_notes(
    game_id: FromPath[str], access: Door, games: NamedDependency[Games], seat: FromQuery[str | None] = None
) -> Notebook:
    """Notes are read by the one who made them alone: by the same token or browser, behind a curtain for the same seat."""
    return _notebook(games, access.naming(seat))


@put("/games/{game_id:str}/notes", sync_to_thread=True, summary="Keep one's own notes on a game")
def keep_notes(
    game_id: FromPath[str], data: JSONBody[NewNotes], access: Door, games: NamedDependency[Games]
) -> Notebook:
    """What was kept before is gone then."""
    access = access.naming(data.seat)
    games.notes.write(game_id, _writer(games, access), data.text)
    return _notebook(games, access)


def _notebook(games: Games, access: Access) -> Notebook:
    own = games.notes.read(access.table.id, _writer(games, access))
    kept = {seat: games.notes.read(access.table.id, pen) for pen, seat in access.pens.items() if seat}
    return Notebook(own, {seat: text for seat, text in kept.items() if text})


def _writer(games: Games, access: Access) -> str:
    """Whose notes are asked for. ``FormatError`` for who has no name here, ``NotYours`` behind a curtain for nobody's."""
    if not access.who:
        raise FormatError(say("notes belong to a browser or to the holder of a token; this request comes from neither"))
    if access.hung and access.present is None:
        raise access.not_yours(games.get(access.table.id).game, None)
    return access.pen


HANDLERS = (get_now, get_log, get_clocks, get_tables, get_table, get_notes, keep_notes)
