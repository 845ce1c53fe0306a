"""PostgreSQL keeps games as SQLite does: brought to the present shape by whoever comes first, and nothing that SQLite takes
is refused by it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import create_engine

from tests.server.conftest import Visitor
from tests.server.postgres import Cluster
from tests.server.sitting import Seats
from tests.server.test_upgrade import at_version, old_game
from towpath.server.app import create_app
from towpath.server.database import Database, DatabaseError, address, migrate
from towpath.server.models import GameRow
from towpath.server.settings import Settings


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


def test_servers_that_start_at_once_make_one_shape_and_one_secret(url: str) -> None:
    def opened(_: int) -> str:
        database = Database(url)
        try:
            return database.secret()
        finally:
            database.close()

    with ThreadPoolExecutor(4) as together:
        assert len(set(together.map(opened, range(4)))) == 1


def test_the_migrations_make_what_the_models_say_there_too(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    engine = create_engine(address(url))
    migrate(engine)
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), GameRow.metadata)
    engine.dispose()
    assert not found


def test_games_of_the_first_version_are_played_on_there_too(url: str) -> None:
    at_version(str(address(url)), "0001")
    game = old_game(str(address(url)))
    with TestClient(create_app(Settings(database=url, local=True)), raise_server_exceptions=False) as client:
        visitor = Visitor(client)
        path = "/games/old-game"
        visitor.get(path)
        assert visitor.act(path, visitor.some_action(path), game.number).status_code == 303
        assert visitor.length(path) == game.number + 1


@pytest.fixture
def table(url: str) -> Any:
    with TestClient(create_app(Settings(database=url)), raise_server_exceptions=False) as client:
        yield Seats(client)


def test_everything_that_is_kept_about_a_table_is_kept_there(table: Seats) -> None:
    seat, action = table.some_action()
    assert table.guest(seat).post(f"{table.path}/act", action=action, after=0).status_code == 200
    assert table.guest(seat).post(f"{table.path}/talk", text="Well played").status_code == 200
    assert table.guest(seat).post(f"{table.path}/undo").status_code in (200, 403)
    browser = table.browser("p1")
    browser.get(table.path)
    assert browser.post(f"{table.path}/notes", text="a thought").status_code == 303
    assert browser.post(f"{table.path}/notes", text="another").status_code == 303
    host = table.guest("")
    assert host.post(f"{table.path}/seats/p2/link").status_code == 200
    assert table.guest("p2").get(table.path).status_code == 401
    assert table.guest("p3").post(f"{table.path}/plans").status_code == 201
    assert host.client.delete(f"/api{table.path}", headers=host.headers).status_code == 204
    assert table.guest(None).get(table.path).status_code == 404


def test_signs_that_a_database_cannot_keep_are_told_and_never_a_fault(table: Seats) -> None:
    assert table.guest(None).get("/games/a%00b").status_code in (400, 404)
    browser = table.browser("p1")
    browser.get(table.path)
    assert browser.post(f"{table.path}/notes", text="a\0b").status_code == 303
    for text in ("a\0b", "a" * 400):
        assert table.guest("p1").post(f"{table.path}/talk", text=text).status_code == 200
        answer = table.guest("p1").post(f"{table.path}/programs/stop", slot=text)
        assert answer.status_code in (200, 400), answer.text


def test_an_address_that_is_none_and_a_database_that_is_not_there_are_told() -> None:
    with pytest.raises(DatabaseError, match="cannot be read"):
        address("://nothing")
    with pytest.raises(DatabaseError, match=r"postgresql\+psycopg://me:\*\*\*@localhost:1/x cannot be opened"):
        Database("postgresql://me:secret@localhost:1/x")
