"""What a file with a copy of all games holds, and whether all of it can be read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy import URL, Connection, Engine, create_engine, inspect, text

from towpath.kernel.codec import FormatError
from towpath.server.database import BUSY_SECONDS
from towpath.server.store import read_record

VERSIONS = "alembic_version"
"""The table in which the shape of a database is noted."""
OURS = frozenset({"games", "entries", VERSIONS})
"""Tables that every database of ours has had since the first version."""


class BackupError(Exception):
    """A copy cannot be made or restored; the message says which, why and what to do."""


class Kept(msgspec.Struct, frozen=True):
    """What a copy holds: how many games, and how many entries of their logs."""

    games: int
    entries: int


def lite(path: Path) -> Engine:
    """A SQLite file, opened."""
    return create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": BUSY_SECONDS})


def checked(copy: Path) -> Kept:
    """What a copy holds. ``BackupError`` when it is no database of ours, or any game in it is not whole."""
    engine = lite(copy)
    try:
        with engine.connect() as connection:
            if not set(inspect(connection).get_table_names()) >= OURS:
                raise BackupError(f"{copy} holds no games of Towpath")
            fault = str(connection.scalar(text("PRAGMA integrity_check(1)")))
            if fault != "ok":
                raise BackupError(f"{copy} is damaged: {fault}")
            games = connection.execute(text("SELECT id, heading, head, length FROM games ORDER BY id")).all()
            for game, heading, head, length in games:
                _read(copy, connection, str(game), heading, head, length)
            entries = connection.scalar(text("SELECT count(*) FROM entries")) or 0
    finally:
        engine.dispose()
    kept = Kept(len(games), entries)
    if kept.entries != sum(length for *_, length in games):
        raise BackupError(f"{copy} is damaged: it holds log entries of games that are not there")
    return kept


def _read(copy: Path, connection: Connection, game: str, heading: str, head: str, length: int) -> None:
    query = text("SELECT number, entry FROM entries WHERE game_id = :game ORDER BY number")
    rows = connection.execute(query, {"game": game}).all()
    if [number for number, _ in rows] != list(range(1, length + 1)):
        raise BackupError(f"{copy} is damaged: game {game} has not as many entries as it should, {length} in a row")
    try:
        read_record(heading, head, (entry for _, entry in rows))
    except FormatError as error:
        raise BackupError(f"{copy} is damaged: game {game} cannot be read: {error}") from None


def need_replaceable(target: Path) -> None:
    """``BackupError`` unless a file is an older copy that no server has open: nothing else may be overwritten by a new one."""
    # A served database has its journal beside it, and after a crash what was answered last is nowhere else.
    if target.with_name(f"{target.name}-wal").exists():
        raise BackupError(f"{target} is in use by a server, or was when it ended; name another file for the copy")
    if not _holds_ours(target):
        raise BackupError(f"{target} is no copy of games; only an older copy can be overwritten, so name another file")


def _holds_ours(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as opened:
            found = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except sqlite3.Error:
        return False
    return {name for (name,) in found} >= OURS
