"""Opening the database: SQLite in a file by default, or PostgreSQL; brought to the present shape before anything else."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, Executable, Row, create_engine, event, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Session, sessionmaker

from towpath.server.models import ValueRow

BUSY_SECONDS = 20
CONNECTIONS = 20
"""Connections to PostgreSQL that one process has at most, besides that of its hub."""
MIGRATING = 0x746F7770
"""The advisory lock of PostgreSQL under which the shape is changed, so that processes that start at once do it in turn."""
POSTGRES = ("postgresql", "postgres")
"""How addresses of PostgreSQL begin; the driver is always the same."""
SECRET = "form_secret"


class DatabaseError(Exception):
    """The database cannot be opened; the message says which and why."""


class Database:
    """An open database at the present shape."""

    def __init__(self, url: str) -> None:
        """``DatabaseError`` when it cannot be opened or is no database."""
        self.url = address(url)
        self.lite = self.url.get_backend_name() == "sqlite"
        try:
            self.engine = _engine(self.url)
            migrate(self.engine)
        except CommandError:
            newer = "a newer version of Towpath has changed it; install that one, or restore a backup of before"
            raise DatabaseError(f"the database {shown_address(url)} cannot be opened: {newer}") from None
        except (SQLAlchemyError, OSError, ImportError) as error:
            raise DatabaseError(f"the database {shown_address(url)} cannot be opened: {cause(error)}") from None
        self.session = sessionmaker(self.engine, expire_on_commit=False)

    @property
    def shared(self) -> bool:
        """Whether several servers may use it at once and hear of each other."""
        return not self.lite

    def secret(self) -> str:
        """The secret that signs form tokens. It is kept, so that a page from before a restart still works."""
        with self.session.begin() as session:
            add_missing(session, ValueRow, key=SECRET, value=secrets.token_hex(32))
            return session.scalars(select(ValueRow.value).where(ValueRow.key == SECRET)).one()

    @contextmanager
    def only_one(self, what: str) -> Iterator[bool]:
        """Whether nobody in another server process is at ``what``; then nobody gets at it there until this ends."""
        if not self.shared:
            yield True
            return
        key = int.from_bytes(sha256(what.encode()).digest()[:8], signed=True)
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            ours = bool(connection.scalar(select(func.pg_try_advisory_lock(key))))
            try:
                yield ours
            finally:
                if ours:
                    connection.execute(select(func.pg_advisory_unlock(key)))

    def rows(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        """What a query finds, with ``values`` for its parameters: for what is asked at every request, by a query that is made
        once. That takes a fifth of the time of one made anew in a session."""
        with self.engine.connect() as connection:
            return connection.execute(query, values).all()

    def row(self, query: Executable, **values: object) -> Row[Any] | None:
        """The first row that a query finds; see ``rows``."""
        return next(iter(self.rows(query, **values)), None)

    def alive(self) -> bool:
        """Whether the database answers."""
        with Session(self.engine) as session:
            return session.scalar(select(1)) == 1

    def close(self) -> None:
        """Give back all connections."""
        self.engine.dispose()


def address(url: str) -> URL:
    """The URL of a database, for PostgreSQL with the driver that we bring. ``DatabaseError`` for what is none."""
    try:
        found = make_url(url)
    except (SQLAlchemyError, ValueError):
        raise DatabaseError(
            "the database's address cannot be read; postgresql://user:password@host/name is one"
        ) from None
    if found.drivername in POSTGRES:
        return found.set(drivername="postgresql+psycopg")
    return found


def _engine(url: URL) -> Engine:
    """What connects to a database; of SQLite the file is made when it is needed."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, pool_size=5, max_overflow=CONNECTIONS - 5)
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", _tune)
    return engine


def shown_address(url: str) -> str:
    """The file of a database, or its address without its password."""
    found = address(url)
    in_file = found.get_backend_name() == "sqlite" and found.database
    return str(found.database) if in_file else found.render_as_string(hide_password=True)


def add_missing(session: Session, table: type[DeclarativeBase], **values: object) -> bool:
    """Write a row unless one with its key is there, whoever else may be writing the same at this moment; whether it was
    written."""
    lite = session.get_bind().dialect.name == "sqlite"
    statement = (sqlite if lite else postgresql).insert(table).values(**values).on_conflict_do_nothing()
    return session.execute(statement).rowcount == 1  # type: ignore[attr-defined, no-any-return]


def put(session: Session, table: type[DeclarativeBase], key: Mapping[str, object], **values: object) -> None:
    """Write a row, in place of the one with its key if there is one."""
    lite = session.get_bind().dialect.name == "sqlite"
    statement = (sqlite if lite else postgresql).insert(table).values(**key, **values)
    session.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))


def migrate(engine: Engine) -> None:
    """Apply the migrations that the database has not had, all of them or none, in turn with others who do the same."""
    with engine.begin() as connection:
        alone(connection)
        upgrade(connection)


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a shape, by the migrations that it has not had, within the transaction that is open."""
    with as_file(files("towpath.server").joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def alone(connection: Connection) -> None:
    """Keep other processes from changing the shape until this transaction ends."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))


def _tune(connection: Any, _: Any) -> None:
    # FULL: a commit is on the disk before it is answered, so that not even a power cut loses it.
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def cause(error: BaseException) -> str:
    """What went wrong with a database, in a line."""
    if isinstance(error, ImportError):
        return f"{error}; PostgreSQL needs the extra of that name: pip install 'towpath[postgres]'"
    return (str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__])[0]
