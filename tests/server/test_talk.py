"""Talk, private notes, and a log that is read by rounds and turns."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.test_numbers import played
from towpath.server.app import create_app
from towpath.server.notes import MOST_NOTES
from towpath.server.settings import MOST_TALK, Settings


def said(visitor: Visitor, path: str, text: str, **fields: object) -> Any:
    return visitor.post(f"{path}/talk", text=text, tab="log", **fields)


def test_what_is_said_stands_in_the_log_with_who_said_it(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    assert said(visitor, path, " <b>Good   luck</b> ", seat="p2").status_code == 303
    page = visitor.get(f"{path}?tab=log").text
    assert re.search(r"<b>Bob: </b>&lt;b&gt;Good luck&lt;/b&gt;", page)
    assert visitor.length(path) == 1


def test_talk_is_no_move(visitor: Visitor) -> None:
    """The decision stays open, undo takes back the action before, and lists of games do not show it."""
    path = visitor.sit()
    visitor.get(path)
    action = visitor.some_action(path)
    assert visitor.act(path, action, 0).status_code == 303
    before = visitor.get("/").text
    said(visitor, path, "Hm.")
    assert "Hm." not in visitor.get("/").text
    assert visitor.get("/").text.count("Last: ") == before.count("Last: ")
    assert "Hm." not in visitor.get(path).text.split('data-part="decision"')[1].split("</section>")[0]
    visitor.post(f"{path}/undo", after=2)
    assert visitor.client.get(f"/api{path}").json()["state"] == visitor.client.get(f"/api{path}?at=0").json()["state"]


@pytest.mark.parametrize("text", ["", "   ", "x" * (MOST_TALK + 1)])
def test_what_cannot_be_said_is_refused(visitor: Visitor, text: str) -> None:
    path = visitor.sit()
    visitor.get(path)
    assert said(visitor, path, text).status_code == 400
    assert visitor.length(path) == 0


def test_nobody_speaks_for_a_seat_that_is_not_there(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    assert said(visitor, path, "I?", seat="p9").status_code == 403
    assert visitor.length(path) == 0


def test_spectators_listen(client: TestClient[Any], database: Path) -> None:
    asked = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "sitting": "seats"}
    made = client.post("/api/games", json=asked).json()
    path = f"/games/{made['game']['id']}"
    with TestClient(create_app(Settings(database=f"sqlite:///{database}")), raise_server_exceptions=False) as other:
        watcher = Visitor(other)
        page = watcher.get(path).text
        assert 'action="' + path + '/talk"' not in page
        assert said(watcher, path, "May I?").status_code == 403
        assert other.post(f"/api{path}/talk", json={"text": "May I?"}).status_code == 403
    assert client.get(f"/api{path}").json()["number"] == 0
    token = next(each["token"] for each in made["invitations"] if each["seat"] == "p2")
    bearer = {"Authorization": f"Bearer {token}"}
    assert client.post(f"/api{path}/talk", json={"text": "Hello"}, headers=bearer).status_code == 200
    assert client.post(f"/api{path}/talk", json={"text": "I?", "seat": "p1"}, headers=bearer).status_code == 403
    (told,) = client.get(f"/api{path}/talk").json()
    assert (told["by"], told["text"], told["number"]) == ("p2", "Hello", 1)


def test_notes_are_kept_and_shown_to_nobody_else(client: TestClient[Any], database: Path) -> None:
    visitor = Visitor(client)
    path = visitor.sit()
    visitor.get(path)
    kept = visitor.post(f"{path}/notes", text="Sell <GT>\r\n\r\nbefore the 6\n", tab="log")
    assert kept.status_code == 303
    assert re.search(r"<textarea[^>]*>\nSell &lt;GT&gt;\n\nbefore the 6</textarea>", visitor.get(path).text)
    with TestClient(create_app(Settings(database=f"sqlite:///{database}")), raise_server_exceptions=False) as other:
        assert "before the 6" not in other.get(path).text
        for address in (f"/api{path}", f"/api{path}/record", f"{path}/record", f"{path}?tab=log"):
            assert "before the 6" not in other.get(address).text
    for address in (f"/api{path}", f"/api{path}/record", f"{path}/record"):
        assert "before the 6" not in client.get(address).text
    visitor.post(f"{path}/notes", text="", tab="log")
    assert "before the 6" not in visitor.get(path).text


def test_notes_have_an_end(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    visitor.post(f"{path}/notes", text="short", tab="log")
    assert visitor.post(f"{path}/notes", text="x" * (MOST_NOTES + 1), tab="log").status_code == 400
    assert "short" in visitor.get(path).text


def test_notes_go_with_their_game(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    visitor.post(f"{path}/notes", text="short", tab="log")
    assert visitor.client.delete(f"/api{path}").status_code == 204


def test_what_is_half_typed_stays_while_others_act(visitor: Visitor) -> None:
    """The part with the fields is the same until the reader himself has said something."""
    path = visitor.sit()
    visitor.get(path)

    def version() -> str:
        found = re.search(r'data-part="talk" data-version="([0-9a-f]+)"', visitor.get(path).text)
        assert found is not None
        return found[1]

    before = version()
    visitor.act(path, visitor.some_action(path), 0)
    assert version() == before
    said(visitor, path, "Hm.")
    assert version() != before


def test_the_log_is_grouped_by_rounds_and_by_the_turns_of_companies(client: TestClient[Any]) -> None:
    path = played(client, "1867", 700)
    page = client.get(f"{path}?tab=log&chapter=all").text
    log = page[page.index('class="log"') :]
    rounds = re.findall(r"<h3>([^<]+)</h3>", log)
    assert rounds[0].startswith(("Operating", "Merger", "Stock"))
    assert "Auction round" in rounds[-1]
    chapter = log.split("<details")[next(i for i, name in enumerate(rounds, 1) if name.startswith("Operating"))]
    turns = re.findall(r"<h4>(Player \d for [^<]+)</h4>", chapter)
    assert len(turns) > 1
    assert all(one != other for one, other in pairwise(turns))
