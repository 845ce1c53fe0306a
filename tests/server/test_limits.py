"""Whoever posts more than any game needs is told to wait; everybody else plays on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import select, update

from tests.server.conftest import Visitor
from tests.server.postgres import Cluster
from tests.server.sitting import Guest, Seats
from towpath.server import limits, tallies
from towpath.server.app import create_app
from towpath.server.database import Database
from towpath.server.models import TallyRow
from towpath.server.settings import Settings


@pytest.fixture
def settings(database: Path) -> Settings:
    return Settings(database=f"sqlite:///{database}", limits=True)


def test_making_tables_has_an_end(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_AN_HOUR", 3)
    with TestClient(create_app(settings)) as client:
        table = Seats(client)
        assert table.guest("p1").post(f"{table.path}/plans").status_code == 201
        visitor = Visitor(client)
        visitor.sit()
        new = {"title": "1867", "players": ["Ann", "Bob"]}
        refused = client.post("/api/games", json=new)
        assert refused.status_code == 429
        assert "wait a minute" in refused.json()["error"]
        visitor.get("/new/1867")
        page = visitor.post("/games", title="1867", player1="Ann", player2="Bob")
        assert page.status_code == 429
        assert "wait a minute" in page.text
        assert table.guest("p1").post(f"{table.path}/ending").status_code == 200


def test_posting_has_an_end_for_each_token(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "POSTS_A_MINUTE", 4)
    with TestClient(create_app(settings)) as client:
        table = Seats(client)
        answers = [table.guest("p1").post(f"{table.path}/undo").status_code for _ in range(6)]
        assert answers == [400] * 4 + [429] * 2
        assert table.guest("p2").post(f"{table.path}/undo").status_code == 400
        assert table.guest("p1").get(table.path).status_code == 200


def test_giving_and_trying_addresses_for_notices_has_an_end(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NOTICES_AN_HOUR", 2)
    with TestClient(create_app(settings)) as client:
        table = Seats(client)
        path, headers = f"/api{table.path}/seats/p1/notices", table.guest("p1").headers
        wrong = {"address": "file:///x"}
        assert [client.put(path, json=wrong, headers=headers).status_code for _ in range(3)] == [400, 400, 429]
        assert client.post(f"{path}/test", json={}, headers=headers).status_code == 429
        assert client.get(path, headers=headers).status_code == 200


def test_new_cookies_do_not_help(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "POSTS_OF_ADDRESS", 5)
    with TestClient(create_app(settings)) as client:
        table = Seats(client)
        answers: list[Any] = []
        for _ in range(6):
            client.cookies.clear()
            visitor = Visitor(client)
            visitor.get(table.path)
            answers.append(visitor.post(f"{table.path}/undo", after="0").status_code)
        assert answers[-1] == 429


def test_a_table_of_one_machine_has_none(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "POSTS_A_MINUTE", 1)
    table = Seats(client)
    assert [table.guest("p1").post(f"{table.path}/undo").status_code for _ in range(4)] == [400] * 4


def test_several_servers_count_together(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "POSTS_A_MINUTE", 4)
    monkeypatch.setattr(tallies, "SECONDS", {"minute": 10**9, "hour": 10**9})
    settings = Settings(database=postgres.database(), limits=True)
    with TestClient(create_app(settings)) as first, TestClient(create_app(settings)) as second:
        table = Seats(first)
        doors = [Guest(each, table.tokens["p1"]) for each in (first, second, first, second, first, second)]
        assert [each.post(f"{table.path}/undo").status_code for each in doors] == [400] * 4 + [429] * 2
        other = Guest(second, table.tokens["p2"])
        with ThreadPoolExecutor(8) as together:
            answers = list(together.map(lambda _: other.post(f"{table.path}/undo").status_code, range(8)))
        assert sorted(answers) == [400] * 4 + [429] * 4


def test_what_is_past_is_thrown_away(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "SWEEPING", 1.0)
    database = Database(postgres.database())
    counting = tallies.Tallies(database)
    assert counting.count([("Ann", 10**9), ("Ann", 60)]) == [1, 1]
    assert counting.count([("Ann", 10**9)]) == [2]
    with database.session.begin() as session:
        session.execute(update(TallyRow).values(ends=TallyRow.ends - 10**9))
    assert counting.count([("Ann", 10**9)]) == [1]
    with database.session() as session:
        (row,) = session.scalars(select(TallyRow))
    assert "Ann" not in row.name
    database.close()
