"""Commands that keep games safe: backup, restore."""

from __future__ import annotations

from pathlib import Path

import click

from towpath.cli.main import Problem

DATABASE = click.option(
    "--database", metavar="WHERE", help="File or database URL (default: TOWPATH_DATABASE, else your data folder)."
)
"""``--database WHERE``."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
@click.option("--overwrite", is_flag=True, help="Put the copy in the place of a file that is there.")
def backup(file: Path, database: str | None, overwrite: bool) -> None:
    """Copy all games into FILE, also while they are played.

    The copy is one SQLite file, of PostgreSQL too, as everything was at one moment. "towpath restore" puts it back, and
    "towpath serve --database FILE" opens it as it is.

    \b
    Examples
      towpath backup games-monday.sqlite3
      towpath backup --database postgresql:///towpath nightly.sqlite3 --overwrite
    """
    from towpath.server.backup import back_up
    from towpath.server.copies import BackupError
    from towpath.server.database import DatabaseError
    from towpath.server.settings import database_url

    try:
        kept = back_up(database_url(database), file, overwrite)
    except (BackupError, DatabaseError) as error:
        raise Problem(str(error)) from None
    click.echo(f"{file}: {_counted(kept.games, 'game')}, {_counted(kept.entries, 'log entry', 'log entries')}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
@click.option("--replace", is_flag=True, help="Put the copy in the place of the games that are there, for good.")
def restore(file: Path, database: str | None, replace: bool) -> None:
    """Put the games of a backup FILE into a database, of either kind.

    Stop the servers of that database first. Nothing is changed when there are games in it already, unless --replace says so.

    \b
    Examples
      towpath restore games-monday.sqlite3 --replace
      towpath restore games-monday.sqlite3 --database postgresql:///towpath
    """
    from towpath.server.backup import restore as run
    from towpath.server.copies import BackupError
    from towpath.server.database import DatabaseError
    from towpath.server.settings import database_url

    try:
        kept = run(file, database_url(database), replace)
    except (BackupError, DatabaseError) as error:
        raise Problem(str(error)) from None
    click.echo(f"{_counted(kept.games, 'game')} restored, {_counted(kept.entries, 'log entry', 'log entries')}")


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"
