"""Games as files: down, up again, and whatever else people open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from httpx import Response

from tests.server.conftest import Visitor
from towpath.api import Game


def upload(visitor: Visitor, content: bytes, name: str = "game.json") -> Response:
    visitor.get("/")
    return visitor.client.post(
        "/import", data={"_csrf_token": visitor.token}, files={"file": (name, content)}, follow_redirects=False
    )


def test_a_downloaded_record_opens_as_the_same_game(visitor: Visitor) -> None:
    path = visitor.sit()
    for number in range(4):
        visitor.get(path)
        visitor.act(path, visitor.some_action(path), number)
    answer = visitor.get(f"{path}/record")
    assert answer.headers["content-disposition"].startswith('attachment; filename="towpath-1867-')
    again = upload(visitor, answer.content)
    assert again.status_code == 303
    other = again.headers["location"]
    assert other != path
    assert visitor.client.get(f"/api{other}").json()["state"] == visitor.client.get(f"/api{path}").json()["state"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"not json", "choose a record of Towpath"),
        (b"\xff\xfe\x00bad", "JSON"),
        (b"[]", "an object with title"),
        (b"7", "an object with title"),
        (b"{}", "format"),
        (b'{"title": "1867"}', "format"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested"),
        (b'{"actions": 7, "title": "1867", "players": []}', ""),
        (b'{"actions": [], "title": "1830", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}', "1830"),
        (b'{"actions": [{"type": "pass"}], "title": "1867"}', ""),
        (b"PK\x03\x04 a zip", "choose a record of Towpath"),
    ],
)
def test_garbage_gets_a_clear_page(visitor: Visitor, content: bytes, words: str) -> None:
    answer = upload(visitor, content)
    assert answer.status_code in (400, 404), answer.text
    assert words in answer.text
    assert "Traceback" not in answer.text
    assert 'class="card error"' in answer.text


def faulty(change: dict[str, Any]) -> bytes:
    record = msgspec.json.decode(msgspec.json.encode(Game.new("1867", 3).record))
    return msgspec.json.encode(record | change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": "1830"}, "no title"),
        ({"seats": []}, "seats is empty"),
        ({"seats": [{"id": "p1", "name": "A"}]}, "players"),
        ({"options": {"market": "circle"}}, "circle"),
        ({"options": {"nonsense": True}}, "nonsense"),
        ({"overlays": {"title.toml": "id = 7"}}, "title.toml"),
        ({"overlays": {"map.toml": "= broken"}}, "map.toml"),
        ({"log": [{"entry": "act", "action": {}, "hand": "ghost"}]}, "log entry 1"),
        ({"format": 999}, "format"),
    ],
)
def test_a_record_that_makes_no_sense_says_where(visitor: Visitor, change: dict[str, Any], words: str) -> None:
    answer = upload(visitor, faulty(change))
    assert answer.status_code in (400, 404), answer.text
    assert words in answer.text


def test_a_record_that_cannot_be_followed_is_opened_as_far_as_it_can(visitor: Visitor) -> None:
    game = Game.new("1867", 3)
    game.play(next(action for action in game.legal_actions() if action.__struct_config__.tag == "bid"))
    record = msgspec.json.decode(msgspec.json.encode(game.record)) | {"head": None}
    record["log"].append(
        {"entry": "act", "by": "p1", "action": {"type": "place_token", "entity": "CN", "city": "F16/0"}}
    )
    answer = upload(visitor, msgspec.json.encode(record))
    assert answer.status_code == 303
    page = visitor.get(answer.headers["location"]).text
    assert "could not be followed to its end" in page
    assert visitor.length(answer.headers["location"]) == 2


def test_games_of_18xx_games_open(visitor: Visitor, shared: Path) -> None:
    file = next((shared / "conformance" / "1867").glob("*.record.json"))
    answer = upload(visitor, file.read_bytes())
    assert answer.status_code == 303, answer.text
    page = visitor.get(answer.headers["location"])
    assert page.status_code == 200
    assert visitor.length(answer.headers["location"]) > 100
