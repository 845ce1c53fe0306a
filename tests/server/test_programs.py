"""Programmed actions at the table: set on the page or by the API, acting by themselves, secret from everybody else."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.interop.games import written as site_file
from tests.server.sitting import Seats
from towpath.interop import read_game
from towpath.kernel import record as records
from towpath.kernel.record import Aside
from towpath.rail import advising
from towpath.server import table_page
from towpath.server.app import create_app
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.recording import record_bytes
from towpath.server.seating import Table
from towpath.server.settings import Settings
from towpath.server.terms import Terms

FIRST = "C&SL"
"""The private that is auctioned first; p1 is asked first."""
DECLINE = {"type": "pass_until", "places": ["auction"], "until": ["phase"]}


@pytest.fixture
def public(database: Path) -> Iterator[TestClient[Any]]:
    """A table that strangers reach."""
    settings = Settings(database=f"sqlite:///{database}")
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture
def table(public: TestClient[Any]) -> Seats:
    """A game of 1867 before the first bid of p1."""
    return Seats(public, options={"first_player": "seat1"})


def bid(seat: str, price: int) -> dict[str, Any]:
    return {"type": "bid", "entity": seat, "target": FIRST, "price": price}


def up_to(most: int) -> dict[str, Any]:
    return {"type": "bid_up_to", "target": FIRST, "most": most}


def state(table: Seats) -> dict[str, Any]:
    found: dict[str, Any] = table.guest(None).get(table.path).json()
    return found


def of(table: Seats, seat: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.guest(seat).get(f"{table.path}/programs").json()["programs"]
    return found


# Acting


def test_it_acts_when_it_is_its_moment_and_its_entries_are_stored(table: Seats, database: Path) -> None:
    answer = table.guest("p2").post(f"{table.path}/programs", program=up_to(30))
    assert answer.status_code == 200, answer.text
    assert state(table)["number"] == 0
    table.guest("p1").post(f"{table.path}/act", action=bid("p1", 20))
    assert state(table)["number"] == 2
    assert state(table)["to_move"] == ["p3"]
    assert [each["acted"] for each in of(table, "p2")] == [1]
    log = table.guest("p2").get(f"{table.path}/record").json()["log"]
    assert [(entry["by"], entry["action"]["price"]) for entry in log] == [("p1", 20), ("p2", 25)]
    with TestClient(create_app(Settings(database=f"sqlite:///{database}"))) as again:
        assert again.get(f"/api{table.path}").json()["number"] == 2


def test_set_in_ones_own_turn_it_acts_at_once(table: Seats) -> None:
    table.guest("p1").post(f"{table.path}/programs", program=up_to(25))
    assert state(table)["number"] == 1
    assert of(table, "p1")[0]["acted"] == 1


def test_it_stops_by_itself_and_says_why(table: Seats) -> None:
    table.guest("p2").post(f"{table.path}/programs", program=up_to(25))
    table.guest("p3").post(f"{table.path}/programs", program=DECLINE)
    table.guest("p1").post(f"{table.path}/act", action=bid("p1", 20))
    table.guest("p1").post(f"{table.path}/act", action=bid("p1", 30))
    (mine,) = of(table, "p2")
    assert (mine["code"], mine["stopped"]) == ("lost", f"p1 has bought {FIRST} for 30.")
    page = table.browser("p2").get(table.path).text
    assert "Stopped: " in page
    assert "Ann has bought" in page
    assert table.guest("p2").post(f"{table.path}/programs/stop", slot=mine["slot"]).json()["programs"] == []


def test_an_undo_gives_the_decision_back(table: Seats) -> None:
    table.guest("p2").post(f"{table.path}/programs", program=DECLINE)
    table.guest("p1").post(f"{table.path}/act", action=bid("p1", 20))
    assert state(table)["number"] == 2
    table.guest("p2").post(f"{table.path}/undo", to=1)
    assert state(table)["to_move"] == ["p2"]
    assert [each["code"] for each in of(table, "p2")] == ["taken_back"]


def test_two_of_a_kind_exclude_each_other_and_there_is_a_limit(table: Seats) -> None:
    guest = table.guest("p2")
    for most in (30, 40):
        guest.post(f"{table.path}/programs", program=up_to(most))
    assert [each["program"]["most"] for each in of(table, "p2")] == [40]


def test_a_fault_in_a_program_costs_nobody_his_action(table: Seats, monkeypatch: pytest.MonkeyPatch) -> None:
    table.guest("p2").post(f"{table.path}/programs", program=DECLINE)

    def broken(*_: Any) -> None:
        raise RuntimeError("a fault of the title")

    monkeypatch.setattr(advising, "advise", broken)
    assert table.guest("p1").post(f"{table.path}/act", action=bid("p1", 20)).status_code == 200
    assert state(table)["number"] == 1
    assert [each["code"] for each in of(table, "p2")] == ["fault"]


# On the page


def test_it_is_set_and_stopped_by_forms(table: Seats) -> None:
    visitor = table.browser("p2")
    page = visitor.get(table.path).text
    assert "When it is my turn…" in page
    assert "Bid up to a limit" in page
    fields = {
        "seat": "p2", "base": '{"type":"pass_until"}', "m.places": "", "m.places.auction": "on", "m.until": "",
        "m.until.phase": "on", "v.last": '{"last":1}',
    }  # fmt: skip
    assert visitor.post(f"{table.path}/program", **fields).status_code == 303
    page = visitor.get(table.path).text
    assert "Pass in auctions until a new phase begins; to the end of stock round 1" in page
    assert "(1 set)" in page
    assert visitor.post(f"{table.path}/program/stop", seat="p2", slot="pass_until").status_code == 303
    assert "Pass in auctions until" not in visitor.get(table.path).text


def test_all_that_is_offered_can_be_set_as_it_stands(table: Seats) -> None:
    """Every form on the page, sent as it is filled in at first."""
    visitor = table.browser("p2")
    page = visitor.get(table.path).text
    forms = re.findall(rf'<form[^>]*action="{table.path}/program"[^>]*>(.*?)</form>', page, re.S)
    assert len(forms) >= 2
    for form in forms:
        fields = {}
        for tag in re.findall(r"<input[^>]*>", form):
            name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
            if name and value and ("checkbox" not in tag or "checked" in tag):
                fields[name[1]] = value[1].replace("&#34;", '"').replace("&quot;", '"').replace("&amp;", "&")
        for name, value in re.findall(r'<select name="([^"]*)">\s*<option value="([^"]*)"', form):
            fields[name] = value.replace("&#34;", '"').replace("&quot;", '"').replace("&amp;", "&")
        assert visitor.post(f"{table.path}/program", **fields).status_code == 303
    assert len(of(table, "p2")) == len(forms)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ({"type": "dance"}, "unknown program"),
        ({"type": "pass_until", "until": ["never"]}, "program pass_until"),
        ({"type": "bid_up_to", "target": "nothing", "most": 50}, "Target is nothing"),
        ({"type": "buy_until_floated", "company": "CNR"}, "cannot be programmed"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(table: Seats, program: dict[str, Any], said: str) -> None:
    answer = table.guest("p2").post(f"{table.path}/programs", program=program)
    assert answer.status_code == 400
    assert said in answer.json()["error"]
    visitor = table.browser("p2")
    visitor.get(table.path)
    answer = visitor.post(f"{table.path}/program", seat="p2", base=msgspec.json.encode(program).decode())
    assert answer.status_code == 400
    assert "That cannot be programmed" in answer.text
    assert visitor.post(f"{table.path}/program", seat="p2", base="[]").status_code == 400
    assert of(table, "p2") == []


# Secret


PASSING = r'value="[0-9a-f]{64,}"|<span class="clock".*?</span>|data-part="clocks" data-version="[0-9a-f]+"'
"""Of a page what differs each time it is asked for: the form token, and how long somebody has been thinking."""


def test_nobody_else_is_told_that_a_seat_has_a_program(table: Seats) -> None:
    """Pages, positions, offers, records and lists of the others are the same with it and without it."""
    others = {who: table.browser(who) for who in ("p1", "p3", "", None)}

    def seen() -> dict[tuple[Any, str], str]:
        found: dict[tuple[Any, str], str] = {}
        for who, visitor in others.items():
            for tab in ("act", "log", "players"):
                page = visitor.get(table.path, params={"tab": tab}).text
                found[who, tab] = re.sub(PASSING, "", page)
            for path in ("", "/offers", "/record", "/log", "/whynot"):
                found[who, path] = table.guest(who).get(f"{table.path}{path}").text
        return found | {("list", ""): table.client.get("/api/games").text}

    before = seen()
    table.guest("p2").post(f"{table.path}/programs", program=DECLINE)
    assert seen() == before
    for who in ("p1", "p3", "", None):
        guest = table.guest(who)
        for query in ({}, {"seat": "p2"}):
            answer = guest.get(f"{table.path}/programs", **query)
            assert "until" not in msgspec.json.encode(answer.json().get("programs", [])).decode()
            assert answer.status_code == (200 if who in ("p1", "p3") and not query else 403)
        assert guest.post(f"{table.path}/programs", program=DECLINE, seat="p2").status_code == 403
        assert guest.post(f"{table.path}/programs/stop", slot="pass_until", seat="p2").status_code == 403
    assert len(of(table, "p2")) == 1


def test_when_it_has_acted_its_entry_looks_like_any_other_to_the_others(table: Seats) -> None:
    table.guest("p2").post(f"{table.path}/programs", program=DECLINE)
    table.guest("p1").post(f"{table.path}/act", action=bid("p1", 20))

    def hands(who: str | None) -> list[str]:
        log = table.guest(who).get(f"{table.path}/record").json()["log"]
        return [entry.get("hand", "person") for entry in log]

    assert hands("p2") == ["person", "program"]
    for who in ("p1", "p3", "", None):
        assert hands(who) == ["person", "person"]
        lines = table.guest(who).get(f"{table.path}/log").json()["lines"]
        assert [line["hand"] for line in lines] == ["", ""]
        page = table.browser(who).get(table.path, params={"tab": "log"}).text
        assert "by itself" not in page
        assert "acted once" not in page
    assert "It has acted once." in table.browser("p2").get(table.path).text


def test_at_one_screen_each_sees_his_own_when_it_is_his_turn(public: TestClient[Any]) -> None:
    table = Seats(public, sitting="screen", options={"first_player": "seat1"})
    public.post(f"/api{table.path}/programs", json={"program": DECLINE, "seat": "p3"})
    page = public.get(table.path).text
    assert "When it is my turn… for Ann" in page
    assert "Pass in auctions" not in page
    assert public.get(f"/api{table.path}/programs").json()["seat"] == "p1"


def test_a_deleted_game_takes_its_programs_along(table: Seats, database: Path) -> None:
    table.guest("p2").post(f"{table.path}/programs", program=DECLINE)
    assert table.guest("").client.delete(f"/api{table.path}", headers=table.guest("").headers).status_code == 204
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM programs").fetchone() == (0,)


def test_programs_of_an_imported_file_are_in_their_own_seats_record_alone() -> None:
    data = site_file("1867")
    who = {"entity": data["players"][0]["id"], "entity_type": "player"}
    data["actions"].insert(9, {"type": "program_share_pass", **who, "until": "sold"})
    game = read_game(data).game

    def kept(seat: str) -> list[dict[str, Any]]:
        table = Table(id="aside", name="", terms=Terms(sitting="seats"), length=game.number)
        look = Look(OpenGame("aside", "Aside", game), Asked(), Access(table=table, seats=(seat,)))
        shown = record_bytes(look)
        assert seat == "p1" or b"program_share_pass" not in shown
        assert "share_pass" not in table_page.page(look, "token")
        return [entry.data for entry in records.load(shown).log if isinstance(entry, Aside)]

    assert kept("p1") == [{"type": "program_share_pass", "until": "sold"}]
    assert kept("p2") == [{}]
