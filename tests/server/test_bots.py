"""Bots at a table: they play by themselves, survive restarts and undo, and no fault of theirs stops a game."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.kernel import fair
from tests.server.conftest import Visitor
from tests.server.sitting import Seats
from towpath import bots
from towpath.api import Action, titles
from towpath.server.app import create_app
from towpath.server.settings import Settings

PATIENCE = 30


def until(holds: Callable[[], bool]) -> None:
    """Wait for what bots do in their own time."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "the bots do not come to it"
        time.sleep(0.02)


def to_move(client: TestClient[Any], path: str) -> list[str]:
    return list(client.get(f"/api{path}").json()["to_move"])


def test_bots_play_until_a_person_is_to_move(client: TestClient[Any]) -> None:
    table = Seats(client, bots={"Bob": "random", "Cleo": "random"})
    until(lambda: to_move(client, table.path) == ["p1"])
    for _ in range(3):
        seat, action = table.some_action()
        assert seat == "p1"
        assert table.guest("p1").post(f"{table.path}/act", action=action).status_code == 200
        until(lambda: to_move(client, table.path) == ["p1"])
    log = client.get(f"/api{table.path}/record").json()["log"]
    assert {entry["by"]: entry.get("hand", "person") for entry in log} == {"p1": "person", "p2": "bot", "p3": "bot"}
    assert "bot" in table.browser("p1").get(table.path, params={"tab": "log"}).text
    assert "p2" not in table.tokens


def test_an_undo_goes_back_over_what_bots_did(client: TestClient[Any]) -> None:
    table = Seats(client, bots={"Bob": "random", "Cleo": "random"}, undo="own")
    until(lambda: to_move(client, table.path) == ["p1"])
    before = table.guest("p1").get(table.path).json()
    _, action = table.some_action()
    table.guest("p1").post(f"{table.path}/act", action=action)
    until(lambda: to_move(client, table.path) == ["p1"])
    undone = table.guest("p1").post(f"{table.path}/undo")
    assert undone.status_code == 200, undone.text
    assert undone.json()["state"] == before["state"]
    assert undone.json()["to_move"] == ["p1"]


def test_a_restart_takes_a_table_up_when_somebody_looks(database: Path) -> None:
    settings = Settings(database=f"sqlite:///{database}", local=True, bot_pause=0.3)
    with TestClient(create_app(settings)) as client:
        table = Seats(client, bots={"Ann": "random", "Bob": "random", "Cleo": "random"})
        until(lambda: client.get(f"/api{table.path}").json()["number"] > 0)
    with TestClient(create_app(settings)) as client:
        was = client.get(f"/api{table.path}").json()["number"]
        until(lambda: client.get(f"/api{table.path}").json()["number"] > was + 1)


def test_a_game_of_bots_alone_comes_to_its_end(client: TestClient[Any]) -> None:
    titles.register("Lantern Fair", fair.compose)
    try:
        table = Seats(client, "Lantern Fair", players=["Ann", "Bob"], bots={"Ann": "random", "Bob": "random"})
        until(lambda: client.get(f"/api{table.path}").json()["game"]["finished"])
    finally:
        titles._LOADERS.pop("Lantern Fair")
    log = client.get(f"/api{table.path}/record").json()["log"]
    assert {entry["hand"] for entry in log} == {"bot"}


@pytest.mark.parametrize("fault", ["raises", "cheats"])
def test_a_faulty_bot_does_the_least_that_may_be_done(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    class Faulty(bots.Bot):
        name = "faulty"

        def decide(self, sight: bots.Sight, rng: Random) -> Action:
            if fault == "raises":
                raise RuntimeError("out of ideas")
            return next(offer.action(**offer.fixed | {"entity": "p1"}) for offer in sight.offers if not offer.domains)

    monkeypatch.setattr(bots, "_BOTS", (*bots._BOTS, Faulty))
    table = Seats(client, bots={"Bob": "faulty", "Cleo": "faulty"})
    until(lambda: to_move(client, table.path) == ["p1"])
    seat, action = table.some_action()
    table.guest(seat).post(f"{table.path}/act", action=action)
    until(lambda: to_move(client, table.path) == ["p1"])
    log = client.get(f"/api{table.path}/record").json()["log"]
    assert [entry["action"]["type"] for entry in log if entry["by"] != "p1"]
    assert all(entry["action"]["type"] == "pass" for entry in log if entry["by"] != "p1")


def test_two_processes_with_the_same_bots_play_each_decision_once(database: Path) -> None:
    settings = Settings(database=f"sqlite:///{database}", local=True)
    with TestClient(create_app(settings)) as first, TestClient(create_app(settings)) as second:
        table = Seats(first, bots={"Ann": "random", "Bob": "random", "Cleo": "random"})
        for number in (20, 60):
            until(
                lambda number=number: (
                    min(each.get(f"/api{table.path}").json()["number"] for each in (first, second)) >= number
                )  # type: ignore[misc]
            )
    with TestClient(create_app(Settings(database=f"sqlite:///{database}", bot_pause=60))) as again:
        log = again.get(f"/api{table.path}/record").json()["log"]
        assert len(log) >= 60
        assert again.get(f"/api{table.path}").json()["number"] == len(log)


def test_a_seat_is_handed_to_a_bot_and_back(client: TestClient[Any]) -> None:
    table = Seats(client)
    seat, _ = table.some_action()
    old = table.browser(seat)
    host = table.browser("")
    host.get(f"{table.path}/seats")
    assert host.post(f"{table.path}/hand", seat=seat, bot="random").status_code == 303
    until(lambda: seat not in to_move(client, table.path))
    assert "Random bot" in host.get(table.path).text
    assert old.client.get(table.links[seat]).status_code == 401
    assert table.guest(seat).get(table.path).status_code == 401
    back = host.post(f"{table.path}/hand", seat=seat, name="Dora")
    assert back.status_code == 200
    link = back.text.split('data-link="http://testserver.local')[1].split('"')[0]
    newcomer = table.browser()
    assert newcomer.get(link).status_code == 200
    assert "you" in newcomer.get(f"{table.path}/seats").text
    assert "Dora" in host.get(table.path).text


def test_an_unknown_bot_is_refused(client: TestClient[Any], visitor: Visitor) -> None:
    new = {"title": "1867", "players": ["Ann", "Bob"], "bots": {"Bob": "genius"}}
    answer = client.post("/api/games", json=new)
    assert answer.status_code == 400
    assert "genius" in answer.text
    answer = client.post("/api/games", json={**new, "bots": {"Zoe": "random"}})
    assert "no player “Zoe”" in answer.json()["error"]
    visitor.get("/new/1867")
    assert visitor.post("/games", title="1867", player1="Ann", player2="Bob", bot2="genius").status_code == 422
