"""A database of an earlier version is brought up to this one, and no game is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from litestar.testing import TestClient
from sqlalchemy import create_engine, text

from tests.server.conftest import Visitor
from towpath import server
from towpath.api import Game
from towpath.server.app import create_app
from towpath.server.database import Database, DatabaseError, migrate
from towpath.server.models import GameRow
from towpath.server.settings import Settings


def at_version(url: str, revision: str) -> None:
    """A new database as an earlier version made it."""
    engine = create_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(server.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def old_game(url: str) -> Game:
    """A game written into the tables that version 0001 had."""
    game = Game.new("1867", ["Ann", "Bob", "Cleo"], seed="old")
    rng = Random(4)
    for _ in range(12):
        game.play(game.sample(rng))
    record: dict[str, Any] = msgspec.to_builtins(game.record)
    log, head = record.pop("log"), record.pop("head")
    row = {
        "id": "old-game", "name": "Last year", "heading": msgspec.json.encode(record).decode(), "length": len(log),
        "head": msgspec.json.encode(head).decode(), "title": "1867", "players": '["Ann","Bob","Cleo"]', "moment": "",
        "turn": "", "last": "", "finished": False, "at": "2025-01-02 03:04:05.000000",
    }  # fmt: skip
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO games VALUES (:id, :name, :heading, :length, :head, :title, :players, :moment, :turn, :last,"
                " :finished, :at, :at)"
            ),
            row,
        )
        for number, entry in enumerate(log, 1):
            values = {"id": "old-game", "n": number, "entry": msgspec.json.encode(entry).decode()}
            connection.execute(text("INSERT INTO entries VALUES (:id, :n, :entry)"), values)
        connection.execute(text("INSERT INTO server_values VALUES ('form_secret', 'kept')"))
    engine.dispose()
    return game


@pytest.mark.parametrize("local", [True, False])
def test_games_of_the_first_version_are_played_on(database: Path, local: bool) -> None:
    database.parent.mkdir()
    url = f"sqlite:///{database}"
    at_version(url, "0001")
    game = old_game(url)
    settings = Settings(database=url, local=local)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        visitor = Visitor(client)
        path = "/games/old-game"
        assert ("Last year" in visitor.get("/").text) == local
        assert client.get(f"/api{path}").json()["state"] == msgspec.json.decode(game.view_json(None))
        assert client.get(f"/api{path}/record").json()["log"] == msgspec.json.decode(
            msgspec.json.encode(game.record.log)
        )
        visitor.get(path)
        assert visitor.act(path, visitor.some_action(path), game.number).status_code == 303
        assert visitor.length(path) == game.number + 1
    assert Database(url).secret() == "kept"


def test_the_migrations_make_what_the_models_say(database: Path) -> None:
    """Every table and column, its type and whether it may be empty."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    database.parent.mkdir()
    engine = create_engine(f"sqlite:///{database}")
    migrate(engine)
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), GameRow.metadata)
    engine.dispose()
    assert not found


def test_a_database_of_a_newer_version_is_left_alone(database: Path) -> None:
    database.parent.mkdir()
    url = f"sqlite:///{database}"
    at_version(url, "head")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    before = contents(database)
    with pytest.raises(DatabaseError, match="a newer version of Towpath"):
        Database(url)
    assert contents(database) == before


def contents(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return list(opened.iterdump())


def test_a_game_whose_rules_have_changed_goes_on_from_the_position_it_had_reached(database: Path) -> None:
    """These rules refuse an action of the log: the position stored with it is the one that counts."""
    database.parent.mkdir()
    url = f"sqlite:///{database}"
    at_version(url, "0001")
    game = old_game(url)
    engine = create_engine(url)
    with engine.begin() as connection:
        refused = '{"entry":"act","by":"p1","action":{"type":"an old way to bid","entity":"p1"}}'
        connection.execute(text("UPDATE entries SET entry = :entry WHERE number = 5"), {"entry": refused})
    engine.dispose()
    with TestClient(create_app(Settings(database=url, local=True)), raise_server_exceptions=False) as client:
        visitor, path = Visitor(client), "/games/old-game"
        assert client.get(f"/api{path}").json()["state"] == msgspec.json.decode(game.view_json(None))
        assert visitor.get(path).status_code == 200
        assert visitor.act(path, visitor.some_action(path), game.number).status_code == 303
        assert visitor.length(path) == game.number + 1
        for number in range(game.number):
            assert visitor.get(f"{path}?at={number}").status_code in (200, 400), number
    with TestClient(create_app(Settings(database=url, local=True))) as again:
        assert again.get(f"/api{path}").json()["number"] == game.number + 1
