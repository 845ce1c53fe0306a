"""What a cheat, a clumsy hand or a fuzzer sends: refused with a sentence, and the game goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.test_files import upload
from towpath.api import Game
from towpath.server.app import create_app
from towpath.server.settings import Settings

NEW: dict[str, Any] = {"title": "1867", "players": ["Ann", "Bob", "Cleo"]}
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("body", [b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 20_000 + b"1" + b"}" * 20_000])
def test_a_body_that_is_nested_too_deeply_is_no_fault_of_ours(visitor: Visitor, body: bytes) -> None:
    path = visitor.sit()
    for address in (f"/api{path}/act", f"/api{path}/preview", f"/api{path}/undo", "/api/games", "/api/games/import"):
        answer = visitor.client.post(address, content=b'{"action":' + body + b"}", headers=JSON)
        assert answer.status_code == 400, address
        assert "nested too deeply" in answer.json()["error"]


@pytest.mark.parametrize("to", [-1, 5, 10**15])
def test_an_undo_to_nowhere_is_refused_and_the_game_can_still_be_read(database: Path, to: int) -> None:
    settings = Settings(database=f"sqlite:///{database}")
    with TestClient(create_app(settings)) as client:
        game = client.post("/api/games", json=NEW).json()["game"]["id"]
        offer = client.get(f"/api/games/{game}/offers").json()["offers"][-1]
        client.post(f"/api/games/{game}/act", json={"action": {"type": offer["type"], **offer["fixed"]}})
        answer = client.post(f"/api/games/{game}/undo", json={"to": to})
        assert answer.status_code == 400
        assert "must be an earlier entry" in answer.json()["error"]
    with TestClient(create_app(settings)) as client:
        assert client.get(f"/api/games/{game}").json()["number"] == 1


@pytest.mark.parametrize("players", [["Ann", "ann ", "Cleo"], ["Ann", " ", "Cleo"], ["Ann", "Bob\x00", "Cleo"]])
def test_names_that_nobody_can_read_or_tell_apart(visitor: Visitor, players: list[str]) -> None:
    assert visitor.client.post("/api/games", json={**NEW, "players": players}).status_code == 400


def test_a_file_with_a_forged_position_is_told_at_the_table(visitor: Visitor) -> None:
    """A hundred from the bank to a player, all else in order: the log does not lead there, so all may know."""
    game = Game.new("1867", 3, seed="forged")
    record = msgspec.json.decode(msgspec.json.encode(game.record))
    record["head"]["position"]["cash"]["p1"] += 100
    record["head"]["position"]["cash"]["bank"] -= 100
    answer = upload(visitor, msgspec.json.encode(record))
    assert answer.status_code == 303
    path = answer.headers["location"]
    assert "holds what its log does not lead to" in visitor.get(path, params={"tab": "log"}).text
