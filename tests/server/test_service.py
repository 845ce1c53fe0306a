"""The HTTP API."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

NEW = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "api"}


def start(client: TestClient[Any]) -> str:
    answer = client.post("/api/games", json=NEW)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game"]["id"])


def test_a_game_is_played_by_a_program(client: TestClient[Any]) -> None:
    game = start(client)
    for number in range(8):
        offers = client.get(f"/api/games/{game}/offers").json()
        assert offers["number"] == number
        offer = offers["offers"][-1]
        action = {"type": offer["type"], **offer["fixed"]}
        tried = client.post(f"/api/games/{game}/preview", json={"action": action}).json()
        assert tried["legal"], tried
        position = client.post(f"/api/games/{game}/act", json={"action": action, "after": number})
        assert position.status_code == 200, position.text
        assert position.json()["number"] == number + 1
        assert position.json()["told"]
    assert client.get(f"/api/games/{game}", params={"at": 3}).json()["number"] == 3
    assert client.post(f"/api/games/{game}/undo", json={"after": 8}).json()["number"] == 9
    assert client.post(f"/api/games/{game}/redo", json={}).json()["number"] == 10
    record = client.get(f"/api/games/{game}/record").json()
    assert len(record["log"]) == 10
    assert client.post("/api/games/import", json=record).json()["number"] == 10
    assert len(client.get("/api/games").json()) == 2
    assert client.delete(f"/api/games/{game}").status_code == 204
    assert client.get(f"/api/games/{game}").status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({**NEW, "title": "1830"}, 404),
        ({**NEW, "players": ["A"]}, 400),
        ({**NEW, "players": ["x" * 500, "B"]}, 400),
        ({**NEW, "players": 3}, 400),
        ({**NEW, "options": {"nonsense": True}}, 400),
        ({**NEW, "extra": 1}, 400),
        ([], 400),
    ],
)
def test_a_faulty_new_game_is_refused(client: TestClient[Any], body: Any, status: int) -> None:
    answer = client.post("/api/games", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]


def test_refusals_name_their_rules(client: TestClient[Any]) -> None:
    game = start(client)
    seat = client.get(f"/api/games/{game}").json()["to_move"][0]
    action = {"type": "bid", "entity": seat, "target": "C&SL", "price": 7}
    refused = client.post(f"/api/games/{game}/act", json={"action": action, "after": 0})
    assert refused.status_code == 422
    assert [reason["rule"] for reason in refused.json()["reasons"]]
    tried = client.post(f"/api/games/{game}/preview", json={"action": action}).json()
    assert not tried["legal"]
    assert tried["reasons"] == refused.json()["reasons"]


def test_a_seat_cannot_act_for_another(client: TestClient[Any]) -> None:
    game = start(client)
    seat = client.get(f"/api/games/{game}").json()["to_move"][0]
    other = next(each for each in ("p1", "p2", "p3") if each != seat)
    action = {"type": "pass", "entity": seat}
    assert client.post(f"/api/games/{game}/act", json={"action": action, "seat": other}).status_code == 422
    assert client.post(f"/api/games/{game}/act", json={"action": action, "seat": seat}).status_code == 200


def test_a_late_action_is_a_conflict(client: TestClient[Any]) -> None:
    game = start(client)
    seat = client.get(f"/api/games/{game}").json()["to_move"][0]
    action = {"type": "pass", "entity": seat}
    assert client.post(f"/api/games/{game}/act", json={"action": action, "after": 0}).status_code == 200
    late = client.post(f"/api/games/{game}/act", json={"action": action, "after": 0})
    assert late.status_code == 409
    assert "no longer open" in late.json()["error"]


def test_the_description_lists_every_address(client: TestClient[Any]) -> None:
    described = client.get("/api/openapi.json").json()
    assert {"/api/games", "/api/games/{game_id}/act", "/api/games/{game_id}/offers"} <= set(described["paths"])
    assert not [path for path in described["paths"] if not path.startswith("/api")]
    assert all(deed.get("summary") for path in described["paths"].values() for deed in path.values())
