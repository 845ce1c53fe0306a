"""Copies of all games while they are played, and the way back. A copy is one SQLite file, whatever database it was made of, in
the shape that the database had; it can be served as it is, or restored into either kind.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic.util import CommandError
from sqlalchemy import URL, Connection, MetaData, Table, create_engine, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from towpath.server.copies import VERSIONS, BackupError, Kept, checked, lite, need_replaceable
from towpath.server.database import BUSY_SECONDS, address, alone, cause, shown_address, upgrade

ROWS = 500
"""Rows that are copied at a time."""


def back_up(url: str, target: Path, overwrite: bool = False) -> Kept:
    """Write all that a database holds at one moment into a file; others may go on writing. The file appears in one step, whole.

    ``BackupError`` when there is no such database, a game in it is damaged, or the file is there already and is not to be
    overwritten or no older copy.
    """
    source = address(url)
    if target.exists() and not overwrite:
        raise BackupError(f"{target} is there already; --overwrite puts the new copy in its place")
    if source.database and target.exists() and Path(source.database).exists() and target.samefile(source.database):
        raise BackupError(f"{target} is the database itself; name another file for the copy")
    if target.exists():
        need_replaceable(target)
    with _told(f"{shown_address(url)} cannot be copied to {target}"):
        if source.get_backend_name() == "sqlite":
            _need_file(Path(source.database or ""))
        with _new_file(target) as part:
            if source.get_backend_name() == "sqlite":
                _copy_pages(Path(source.database or ""), part)
            else:
                _copy_rows_out(source, part)
            return checked(part)


def restore(copy: Path, url: str, replace: bool = False) -> Kept:
    """Put what a copy holds into a database, all of it or nothing. The servers of that database should be stopped.

    ``BackupError`` when the file is no copy, or the database holds games already and they are not to be replaced.
    """
    target = address(url)
    with _told(f"{copy} cannot be restored to {shown_address(url)}"):
        _need_file(copy)
        kept = checked(copy)
        if target.get_backend_name() == "sqlite":
            file = Path(target.database or "")
            if file.exists() and file.samefile(copy):
                raise BackupError(f"{copy} is the database itself; there is nothing to restore")
            if file.exists() and not replace and _holds_games(target):
                raise BackupError(_occupied(url))
            file.parent.mkdir(parents=True, exist_ok=True)
            _copy_pages(copy, file)
        else:
            _copy_rows_in(copy, url, replace)
        return kept


def _occupied(url: str) -> str:
    return f"there are games in {shown_address(url)} already; --replace puts those of the copy in their place, for good"


@contextmanager
def _told(what: str) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, ImportError, CommandError) as error:
        raise BackupError(f"{what}: {_cause(error)}") from None


def _cause(error: BaseException) -> str:
    if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "it is in use; stop the server that has it open first"
    return cause(error)


def _need_file(path: Path) -> None:
    if not path.is_file():
        raise BackupError(f"there is no file {path}")


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """A file that takes the place of ``target`` when all has gone well."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    os.close(handle)
    part = Path(name)
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _copy_pages(source: Path, target: Path) -> None:
    """SQLite's own copying, of one moment, while others write."""
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)) as old,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as new,
    ):
        # Refused while anybody has the target open: found out before anything in it is replaced.
        new.execute("PRAGMA journal_mode=DELETE")
        old.backup(new)
        # One file, without a journal beside it; whoever serves it sets that anew.
        new.execute("PRAGMA journal_mode=DELETE")


def _holds_games(url: URL) -> bool:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return _occupies(connection)
    finally:
        engine.dispose()


def _occupies(connection: Connection) -> bool:
    if "games" not in inspect(connection).get_table_names():
        return False
    return bool(connection.scalar(text("SELECT count(*) FROM games")))


def _copy_rows_out(source: URL, part: Path) -> None:
    """From a database of another kind, as it is at one moment."""
    theirs, ours = create_engine(source), lite(part)
    try:
        with theirs.connect().execution_options(isolation_level="REPEATABLE READ") as old, ours.begin() as new:
            _copy_rows(old, new)
    finally:
        theirs.dispose()
        ours.dispose()


def _copy_rows_in(copy: Path, url: str, replace: bool) -> None:
    """Into a database of another kind, in one transaction."""
    ours, theirs = lite(copy), create_engine(address(url))
    try:
        with ours.connect() as old, theirs.begin() as new:
            alone(new)
            if _occupies(new) and not replace:
                raise BackupError(_occupied(url))
            _clear(new)
            _copy_rows(old, new)
    finally:
        ours.dispose()
        theirs.dispose()


def _clear(connection: Connection) -> None:
    """Drop the tables of ours."""
    from towpath.server.models import GameRow

    present = set(inspect(connection).get_table_names())
    names = present & {VERSIONS, *GameRow.metadata.tables}
    found = MetaData()
    found.reflect(connection, only=sorted(names))
    found.drop_all(connection)


def _copy_rows(old: Connection, new: Connection) -> None:
    """All rows, into tables made as the migrations made them up to the version that the old database has."""
    if VERSIONS not in inspect(old).get_table_names():
        raise BackupError("it holds no games of Towpath")
    upgrade(new, str(old.scalar(text(f"SELECT version_num FROM {VERSIONS}"))))
    found = MetaData()
    found.reflect(new)
    for table in found.sorted_tables:
        if table.name != VERSIONS:
            _copy_table(table, old, new)


def _copy_table(table: Table, old: Connection, new: Connection) -> None:
    to_lite = new.dialect.name == "sqlite"
    theirs = Table(table.name, MetaData(), autoload_with=old)
    new.execute(table.delete())
    rows = old.execution_options(yield_per=ROWS).execute(select(theirs)).mappings()
    for some in rows.partitions():
        new.execute(table.insert(), [_fitting(row, to_lite) for row in some])
    if new.scalar(select(func.count()).select_from(table)) != old.scalar(select(func.count()).select_from(theirs)):
        raise BackupError(f"not all rows of {table.name} could be copied")


def _fitting(row: Mapping[Any, Any], lite: bool) -> dict[str, Any]:
    """A row as the other kind of database keeps it: SQLite knows no time zones, and all its times are of UTC."""
    return {str(name): _moment(value, lite) if isinstance(value, datetime) else value for name, value in row.items()}


def _moment(value: datetime, lite: bool) -> datetime:
    known = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    return known.astimezone(UTC).replace(tzinfo=None) if lite else known
