"""A hub for several server processes over one PostgreSQL: what one stores, the listeners of all are told.

It uses the database's own LISTEN and NOTIFY on a connection that it keeps and mends. Litestar's channels would carry the same
news, but their PostgreSQL backend connects anew for every message and stays deaf once its connection is lost.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import psycopg
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from towpath.server.database import Database
from towpath.server.live import LocalHub

CHANNEL = "towpath"
LOOK_SECONDS = 0.5
"""How long the listening thread waits before it looks whether the server ends."""
WAITS = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to get a lost connection back; the last goes on for ever."""
KEPT_ALIVE = {"connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""So that a database that went away without a word is noticed within half a minute."""

log = logging.getLogger("towpath.server")


class SharedHub(LocalHub):
    """A hub that tells other processes too, and hears them. ``others``: called with the id of a game that another process has
    changed."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self.others: list[Callable[[str], None]] = []
        self._database = database
        self._name = secrets.token_hex(8)
        self._ended = Event()

    def open(self) -> None:
        """Begin to hear the others."""
        Thread(target=self._listen, name="hub", daemon=True).start()

    def tell(self, game_id: str) -> None:
        """See ``Hub``. Without a database nobody else is told; they look for themselves when it is back."""
        super().tell(game_id)
        try:
            with self._database.engine.begin() as connection:
                connection.execute(select(func.pg_notify(CHANNEL, f"{self._name} {game_id}")))
        except SQLAlchemyError as error:
            log.warning("other servers could not be told of game %s: %s", game_id, error)

    def close(self) -> None:
        """See ``Hub``."""
        self._ended.set()
        super().close()

    def _listen(self) -> None:
        tried = 0
        while not self._ended.is_set():
            try:
                with self._connection() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    tried = 0
                    # What was told while nobody listened is lost, so everybody looks.
                    self.tell_all()
                    self._hear(connection)
            except psycopg.Error as error:
                log.warning("the connection on which other servers are heard is lost: %s", error)
                self._ended.wait(WAITS[min(tried, len(WAITS) - 1)])
                tried += 1

    def _hear(self, connection: psycopg.Connection[Any]) -> None:
        while not self._ended.is_set():
            for notice in connection.notifies(timeout=LOOK_SECONDS):
                name, _, game_id = notice.payload.partition(" ")
                if name != self._name:
                    super().tell(game_id)
                    for other in self.others:
                        other(game_id)

    def _connection(self) -> psycopg.Connection[Any]:
        engine = self._database.engine
        args, options = engine.dialect.create_connect_args(engine.url)
        return psycopg.connect(*args, **{**KEPT_ALIVE, **options, "autocommit": True})
