"""What a cheat, a clumsy hand or a fuzzer sends: refused with a sentence, and the game goes on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.test_files import upload
from towpath.api import Game
from towpath.kernel.codec import plain
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


@pytest.mark.parametrize("title", ["1861", "1867"])
@pytest.mark.parametrize(
    "made_up",
    [
        {"tile": "\x00"}, {"tile": "9" * 300}, {"tile": "no such tile"}, {"tile": 7}, {"tile": None}, {"rotation": "x"},
        {"rotation": None}, {"rotation": 1.5}, {"rotation": 10**30}, {"hex": "ZZ99"}, {"hex": 7},
    ],
)  # fmt: skip
def test_a_made_up_tile_in_hand_is_told_to_be_none(visitor: Visitor, title: str, made_up: dict[str, object]) -> None:
    path, lay = about_to_lay(visitor, title)
    answer = visitor.get(path, params={"choice": json.dumps({**lay, **made_up})})
    assert answer.status_code == 200, answer.text
    assert "This is not possible" in answer.text


@pytest.mark.parametrize("without", ["tile", "rotation", "hex"])
def test_a_tile_in_hand_that_lacks_something_is_told(visitor: Visitor, without: str) -> None:
    path, lay = about_to_lay(visitor, "1867")
    del lay[without]
    answer = visitor.get(path, params={"choice": json.dumps(lay)})
    assert answer.status_code == 200, answer.text
    assert "This is not possible" in answer.text


@cache
def _before_a_lay(title: str) -> tuple[bytes, dict[str, Any]]:
    game, rng = Game.new(title, 3, seed="tiles"), Random(3)
    while True:
        found = next((offer for offer in game.offers() if offer.type == "lay_tile"), None)
        if found is not None:
            return msgspec.json.encode(game.timeline.codec.plain(game.record)), plain(next(found.actions(1)))
        offers = [offer for offer in game.offers() if offer.type != "pass"]
        game.play(rng.choice(offers if offers and rng.random() < 0.8 else game.offers()).draw(rng))
        assert game.number < 900


def about_to_lay(visitor: Visitor, title: str) -> tuple[str, dict[str, Any]]:
    """A table at which a company may lay a tile: its address, and one lay that is offered."""
    record, lay = _before_a_lay(title)
    answer = visitor.client.post("/api/games/import", json=msgspec.json.decode(record))
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['game']['id']}", dict(lay)


@pytest.mark.parametrize(
    "query",
    [
        {"choice": '{"type":"build","entity":"p1","coal":7}'}, {"choice": '{"type":"build","entity":"p1","iron":null}'},
        {"choice": '{"type":"build","entity":"p1","coal":[[7],null],"iron":"x"}'},
        {"choice": '{"type":"take_loan","entity":"p1","amount":"x"}'},
        {"choice": '{"type":"develop","entity":"p1","industries":"A1"}'},
        {"choice": '{"type":"develop","entity":"p1","industries":[7]}'},
        {"begun": '{"place":["x"]}'}, {"begun": '{"type":["x"]}'}, {"begun": '{"place":{"a":1}}'},
    ],
)  # fmt: skip
def test_what_is_made_up_of_an_action_of_brass_is_told(visitor: Visitor, query: dict[str, str]) -> None:
    assert visitor.get(visitor.sit("Brass"), params=query).status_code == 200
