"""Opening the database: SQLite in a file by default, brought to the present shape before anything else."""

from __future__ import annotations

import secrets
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from towpath.server.models import ValueRow

BUSY_SECONDS = 20
SECRET = "form_secret"


class DatabaseError(Exception):
    """The database cannot be opened; the message says which and why."""


class Database:
    """An open database at the present shape."""

    def __init__(self, url: str) -> None:
        """``DatabaseError`` when it cannot be opened or is no database."""
        self.url = make_url(url)
        self.lite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = self._engine()
            migrate(self.engine)
        except (SQLAlchemyError, OSError, ImportError) as error:
            shown = self.url.render_as_string(hide_password=True)
            raise DatabaseError(f"the database {shown} cannot be opened: {_cause(error)}") from None
        self.session = sessionmaker(self.engine, expire_on_commit=False)

    def _engine(self) -> Engine:
        if not self.lite:
            return create_engine(self.url, pool_pre_ping=True)
        if self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(self.url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
        event.listen(engine, "connect", _tune)
        return engine

    def secret(self) -> str:
        """The secret that signs form tokens. It is kept, so that a page from before a restart still works."""
        with self.session.begin() as session:
            row = session.get(ValueRow, SECRET)
            if row is None:
                row = ValueRow(key=SECRET, value=secrets.token_hex(32))
                session.add(row)
            return row.value

    def alive(self) -> bool:
        """Whether the database answers."""
        with Session(self.engine) as session:
            return session.scalar(select(1)) == 1

    def close(self) -> None:
        """Give back all connections."""
        self.engine.dispose()


def migrate(engine: Engine) -> None:
    """Apply the migrations that the database has not had."""
    with as_file(files("towpath.server").joinpath("migrations")) as folder, engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _tune(connection: Any, _: Any) -> None:
    # FULL: a commit is on the disk before it is answered, so that not even a power cut loses it.
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _cause(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
