"""What the API tells of a table besides its position: notes, the log, clocks, tables, news, and why something is not possible."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server import hidden
from tests.server.sitting import Seats
from towpath.api import books
from towpath.server import stream


@pytest.fixture
def table(client: TestClient[Any]) -> Seats:
    return Seats(client)


def _put(table: Seats, by: str | None, path: str, **data: Any) -> Any:
    headers = table.guest(by).headers
    return table.client.put(f"/api{table.path}{path}", json=data, headers=headers)


def test_notes_are_read_by_the_token_that_keeps_them_alone(table: Seats) -> None:
    kept = _put(table, "p1", "/notes", text="  watch Bob's trains\r\nand mine ")
    assert kept.json() == {"text": "watch Bob's trains\nand mine", "behind": {}}
    assert table.guest("p1").get(f"{table.path}/notes").json() == kept.json()
    for other in ("p2", ""):
        assert table.guest(other).get(f"{table.path}/notes").json() == {"text": "", "behind": {}}
        assert "watch Bob" not in table.guest(other).get(f"{table.path}/record").text
    stranger = table.guest(None).get(f"{table.path}/notes")
    assert stranger.status_code == 400
    assert "the holder of a token" in stranger.json()["error"]
    assert _put(table, "p1", "/notes", text="x" * 20_001).status_code == 400
    assert _put(table, "p1", "/notes", text="").json() == {"text": "", "behind": {}}


def test_behind_a_curtain_notes_are_of_the_seat_that_is_named(client: TestClient[Any]) -> None:
    table = Seats(client, "Brass", sitting="screen", players=hidden.PLAYERS)
    assert _put(table, "", "/notes", text="nobody's").status_code == 403
    assert _put(table, "", "/notes", text="Ann's", seat="p1").json() == {"text": "Ann's", "behind": {}}
    asked = {seat: table.guest("").get(f"{table.path}/notes", seat=seat) for seat in ("p1", "p2", "p9", "")}
    assert asked["p1"].json() == {"text": "Ann's", "behind": {}}
    assert asked["p2"].json() == {"text": "", "behind": {}}
    assert asked["p9"].status_code == asked[""].status_code == 403


def test_the_log_in_words_and_what_was_taken_back(table: Seats) -> None:
    seat, action = table.some_action()
    guest = table.guest(seat)
    assert guest.post(f"{table.path}/act", action=action).status_code == 200
    assert guest.post(f"{table.path}/talk", text="hello").status_code == 200
    assert guest.post(f"{table.path}/undo").status_code == 200
    told = table.guest(None).get(f"{table.path}/log").json()
    assert told["number"] == 3
    assert [line["number"] for line in told["lines"]] == [1, 2, 3]
    done, talk, undo = told["lines"]
    assert (done["by"], done["action"], done["undone"]) == (seat, True, True)
    assert done["told"]
    assert (talk["talk"], talk["told"], talk["undone"]) == (True, ["hello"], False)
    assert "takes back" in undo["told"][0]
    later = table.guest(None).get(f"{table.path}/log", after=2).json()
    assert later["lines"] == told["lines"][2:]


def test_clocks_where_the_table_shows_them(client: TestClient[Any], table: Seats) -> None:
    found = table.guest(None).get(f"{table.path}/clocks").json()
    assert [each["seat"] for each in found] == ["p1", "p2", "p3"]
    thinking = {each["seat"] for each in found if each["thinking"] is not None}
    assert thinking == set(table.guest(None).get(table.path).json()["to_move"])
    without = Seats(client, clocks=False)
    assert without.guest(None).get(f"{without.path}/clocks").json() == []


def test_the_tables_are_those_of_the_page(table: Seats) -> None:
    tables = {each["name"]: each for each in table.guest(None).get(f"{table.path}/tables").json()}
    assert set(tables) == {"sheet", "worth", "prices", "earnings"}
    for name, each in tables.items():
        assert each["label"]
        assert all(len(row) == len(each["columns"]) for row in each["rows"])
        file = table.guest(None).get(f"{table.path}/tables/{name}", at=0)
        assert file.headers["content-type"].startswith("text/csv")
        assert file.content == table.client.get(f"{table.path}/tables/{name}.csv?at=0").content
    assert table.guest(None).get(f"{table.path}/tables/none").status_code == 404


def test_why_not_is_what_the_page_says(table: Seats) -> None:
    seat = table.guest(None).get(table.path).json()["to_move"][0]
    guest, browser = table.guest(seat), table.browser(seat)
    told = guest.get(f"{table.path}/whynot").json()
    assert told["refusals"] == []
    assert "Nothing stands" in told["undo"]
    assert told["redo"]
    for kind in [each["type"] for each in told["closed"]][:3]:
        page = browser.get(f"{table.path}?why={kind}").text
        found = guest.get(f"{table.path}/whynot", about=kind).json()["refusals"]
        assert all(reason["sentence"].split("’")[0][:20] in page for each in found for reason in each["reasons"])
        assert all(each["reasons"] for each in found)
    place = guest.get(f"{table.path}/whynot", about="D2").json()["refusals"]
    assert [each["label"] for each in place] == [] or place[0]["reasons"]
    wrong = guest.get(f"{table.path}/whynot", about="nonsense")
    assert wrong.status_code == 400
    assert "neither a place" in wrong.json()["error"]


def test_a_list_says_what_is_ones_own_and_where_one_must_decide(table: Seats) -> None:
    seat = table.guest(None).get(table.path).json()["to_move"][0]
    card = next(each for each in table.guest(seat).get("/games").json() if each["id"] == table.id)
    assert (card["host"], card["seats"], card["your_turn"]) == (False, [seat], True)
    assert card["last"] == "Nothing has happened yet."
    assert card["moment"]
    host = next(each for each in table.guest("").get("/games").json() if each["id"] == table.id)
    assert (host["host"], host["seats"], host["your_turn"]) == (True, [], False)


def test_whoever_brings_a_file_is_its_host(table: Seats) -> None:
    record = table.guest("").get(f"{table.path}/record").json()
    # The token of another table does not stand in the way.
    taken = table.client.post("/api/games/import", json=record, headers=table.guest("p1").headers)
    assert taken.status_code == 201, taken.text
    made, (host,) = taken.json()["game"]["id"], taken.json()["invitations"]
    assert host["seat"] == ""
    assert table.client.delete(f"/api/games/{made}", headers=table.guest("").headers).status_code == 401
    headers = {"Authorization": f"Bearer {host['token']}"}
    assert table.client.get(f"/api/games/{made}/me", headers=headers).json()["host"] is True
    assert table.client.delete(f"/api/games/{made}", headers=headers).status_code == 204


def test_a_preview_says_what_comes_then(table: Seats) -> None:
    seat, action = table.some_action()
    told = table.guest(seat).post(f"{table.path}/preview", action=action).json()
    assert told["legal"]
    played = table.guest(seat).post(f"{table.path}/act", action=action).json()
    assert told["state"] == played["state"]
    assert told["next"] == played["game"]["turn"]
    assert table.guest(seat).post(f"{table.path}/preview", action={"type": "pass"}).json()["state"] is None


def test_what_could_be_taken_for_what_is_asked_is_not(table: Seats) -> None:
    seat, action = table.some_action()
    guest = table.guest(seat)
    for data in ({"after": "0"}, {"after": True}, {"after": 0.5}, {"seat": 1}):
        answer = guest.post(f"{table.path}/act", action=action, **data)
        assert answer.status_code == 400, data
        assert "of the wrong kind" in answer.json()["error"]
    assert guest.post(f"{table.path}/ending/answer", agree=1).status_code == 400
    assert guest.post(f"{table.path}/act", action=action, after=0.0).status_code == 200


def test_rules_and_guide(client: TestClient[Any]) -> None:
    ledger = books.ledger("1867")
    assert ledger is not None
    rules = client.get("/api/titles/1867/rules").json()
    assert [each["id"] for each in rules] == [rule.id for rule in ledger]
    guide = client.get("/api/titles/1867/guide").json()
    assert guide["lead"]
    assert all(each["heading"] and (each["text"] or each["points"]) for each in guide["chapters"])
    for part in ("rules", "guide"):
        missing = client.get(f"/api/titles/1999/{part}")
        assert missing.status_code == 404
    assert client.get("/api/languages").json() == [{"code": "en", "name": "English"}]
    assert {"random", "greedy"} <= set(client.get("/api/titles").json()[0]["bots"])


def _waiting(table: Seats, found: list[Any]) -> threading.Thread:
    """Somebody who waits for the first entry, in a thread of his own."""

    def wait() -> None:
        answer = TestClient(table.client.app).get(f"/api{table.path}/now", params={"after": 0, "wait": 30})
        found.append((answer.status_code, answer.json()))

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_news_come_to_whoever_waits_for_them(table: Seats) -> None:
    ask, found = table.guest(None).get, list[Any]()
    at_once = [ask(f"{table.path}/now", **query) for query in ({}, {"after": 0}, {"after": 0, "wait": 0})]
    assert [each.json()["number"] for each in at_once] == [0, 0, 0]
    assert ask(f"{table.path}/now", after=0, wait=31).status_code == 400
    assert ask(f"{table.path}/now", after=-1, wait=1).status_code == 400
    late = ask(f"{table.path}/now", after=0, wait=1).json()
    assert late["number"] == 0
    assert late["turn"]
    thread = _waiting(table, found)
    assert table.guest("p1").post(f"{table.path}/talk", text="now").status_code == 200
    thread.join(20)
    assert [(status, told["number"]) for status, told in found] == [(200, 1)]
    assert ask(f"{table.path}/now", after=0, wait=30).json()["number"] == 1


def test_whoever_waits_hears_when_the_table_is_gone(table: Seats) -> None:
    found = list[Any]()
    thread = _waiting(table, found)
    gone = table.client.delete(f"/api{table.path}", headers=table.guest("").headers)
    assert gone.status_code == 204
    thread.join(20)
    assert [status for status, _ in found] == [404]


def test_one_address_keeps_so_many_waiting_and_no_more(table: Seats, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MOST_OF_ADDRESS", 0)
    assert table.guest(None).get(f"{table.path}/now", after=0, wait=1).status_code == 429
    assert table.guest(None).get(f"{table.path}/now", after=0).status_code == 200
