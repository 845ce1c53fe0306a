"""Two servers over one database: whatever is done at one is true at the other before it shows or judges anything."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor, written
from tests.server.sitting import Guest, Seats
from towpath.api import Game
from towpath.kernel import record as records
from towpath.server.app import create_app
from towpath.server.games import Games
from towpath.server.settings import Settings


class Doors:
    """One table, with two servers to come in by."""

    def __init__(self, first: TestClient[Any], second: TestClient[Any], **fields: Any) -> None:
        self.clients = (first, second)
        self.table = Seats(first, undo="consent", **fields)
        self.path = self.table.path

    def guest(self, door: int, seat: str | None) -> Guest:
        """Somebody with a seat's token at one of the doors."""
        return Guest(self.clients[door], "" if seat is None else self.table.tokens[seat])

    def position(self, door: int) -> dict[str, Any]:
        """What a spectator sees there."""
        answer = self.guest(door, None).get(self.path)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def act(self, door: int, prefer: str = "") -> dict[str, Any]:
        """Whoever must decide does something at one of the doors."""
        position = self.position(door)
        guest = self.guest(door, position["to_move"][0])
        offers = guest.get(f"{self.path}/offers").json()["offers"]
        offer = next((each for each in offers if each["type"] == prefer), offers[-1])
        answer = guest.post(f"{self.path}/act", action=written(offer), after=position["number"])
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def same(self) -> dict[str, Any]:
        """What both show, which is the same."""
        first, second = self.position(0), self.position(1)
        assert first == second
        return first


@pytest.fixture
def doors(kept: str) -> Iterator[Doors]:
    settings = Settings(database=kept)
    with (
        TestClient(create_app(settings), raise_server_exceptions=False) as first,
        TestClient(create_app(settings), raise_server_exceptions=False) as second,
    ):
        yield Doors(first, second)


def test_actions_talk_and_questions_at_either_door_are_known_at_the_other(doors: Doors) -> None:
    for step in range(6):
        done = doors.act(step % 2)
        assert doors.same()["state"] == done["state"]
    assert doors.guest(1, "p1").post(f"{doors.path}/talk", text="hello").status_code == 200
    assert doors.guest(0, "p2").get(f"{doors.path}/talk").json()[-1]["text"] == "hello"
    asked = doors.guest(0, "p1").post(f"{doors.path}/undo")
    assert asked.status_code == 200, asked.text
    assert doors.guest(1, "p2").get(f"{doors.path}/seats").json()["undoing"]["missing"] == ["p2", "p3"]
    after = doors.position(1)["number"]
    assert doors.guest(1, "p2").post(f"{doors.path}/undoing/answer", agree=True, after=after).status_code == 200
    after = doors.position(0)["number"]
    done = doors.guest(0, "p3").post(f"{doors.path}/undoing/answer", agree=True, after=after)
    assert doors.same()["state"] == done.json().get("state", doors.same()["state"])
    assert doors.same()["number"] == 10
    assert doors.guest(1, "p1").post(f"{doors.path}/ending").status_code == 200
    for door, seat in ((0, "p2"), (1, "p3")):
        assert doors.guest(door, seat).post(f"{doors.path}/ending/answer", agree=True).status_code == 200
    assert doors.same()["game"]["finished"]


def test_a_decision_answered_at_one_door_is_closed_at_the_other(doors: Doors) -> None:
    before = doors.same()
    seat = before["to_move"][0]
    offer = doors.guest(1, seat).get(f"{doors.path}/offers").json()["offers"][-1]
    doors.act(0)
    late = doors.guest(1, seat).post(f"{doors.path}/act", action=written(offer), after=before["number"])
    assert late.status_code == 409
    assert "no longer open" in late.json()["error"]
    assert doors.same()["number"] == before["number"] + 1


def test_seats_links_names_and_terms_changed_at_one_door_hold_at_the_other(doors: Doors) -> None:
    host = doors.guest(1, "")
    assert doors.guest(0, "p2").get(f"{doors.path}/me").json()["seats"] == ["p2"]
    assert host.post(f"{doors.path}/seats/p2/link").status_code == 200
    assert doors.guest(0, "p2").get(f"{doors.path}/me").status_code == 401
    handed = host.client.put(f"/api{doors.path}/seats/p3/player", json={"name": "Dora"}, headers=host.headers)
    assert handed.status_code == 200
    assert doors.guest(0, "p3").get(f"{doors.path}/me").status_code == 401
    assert {each["name"] for each in doors.guest(0, "p1").get(f"{doors.path}/seats").json()["seats"]} == {
        "Ann", "Bob", "Dora"
    }  # fmt: skip
    new = {"name": "Another name", "spectators": False}
    assert host.client.patch(f"/api{doors.path}", json=new, headers=host.headers).status_code == 200
    assert doors.guest(0, None).get(doors.path).status_code == 403
    assert doors.guest(0, "p1").get(doors.path).json()["game"]["name"] == "Another name"
    assert host.client.delete(f"/api{doors.path}", headers=host.headers).status_code == 204
    assert doors.guest(0, "p1").get(doors.path).status_code == 404


def test_notes_written_at_one_door_are_read_at_the_other(doors: Doors) -> None:
    first = doors.table.browser("p1")
    first.get(doors.path)
    assert first.post(f"{doors.path}/notes", text="sell the C&SL").status_code == 303
    second = Visitor(TestClient(doors.clients[1].app, raise_server_exceptions=False))
    second.client.cookies.update(first.client.cookies)
    assert "sell the C&amp;SL" in second.get(f"{doors.path}?tab=notes").text + second.get(doors.path).text


def bid(seat: str, price: int) -> dict[str, Any]:
    return {"type": "bid", "entity": seat, "target": "C&SL", "price": price}


def up_to(most: int) -> dict[str, Any]:
    return {"type": "bid_up_to", "target": "C&SL", "most": most}


@pytest.fixture
def auction(doors: Doors) -> Doors:
    """Before the first bid of p1, seen by both."""
    doors.table = Seats(doors.clients[0], options={"first_player": "seat1"})
    doors.path = doors.table.path
    doors.same()
    return doors


def test_what_was_programmed_at_one_door_is_done_once_whoever_acts_next(auction: Doors) -> None:
    path = auction.path
    assert auction.guest(1, "p2").post(f"{path}/programs", program=up_to(30)).status_code == 200
    assert auction.guest(0, "p1").post(f"{path}/act", action=bid("p1", 20), after=0).status_code == 200
    assert auction.same()["number"] == 2
    for door in (0, 1):
        assert [each["acted"] for each in auction.guest(door, "p2").get(f"{path}/programs").json()["programs"]] == [1]
    assert auction.guest(0, "p2").post(f"{path}/programs/stop", slot=slot(auction, "p2")).status_code == 200
    assert auction.guest(1, "p3").post(f"{path}/act", action=bid("p3", 30), after=2).status_code == 200
    assert auction.guest(1, "p1").post(f"{path}/act", action=bid("p1", 35), after=3).status_code == 200
    assert auction.same()["to_move"] == ["p2"]


def slot(doors: Doors, seat: str) -> str:
    found = doors.guest(0, seat).get(f"{doors.path}/programs").json()["programs"]
    return str(found[0]["slot"])


def test_a_program_set_while_the_other_door_stores_is_asked_about_that_too(auction: Doors) -> None:
    """Otherwise it would wait for a change that has happened, and nobody would ever ask it."""
    games = games_of(auction, 0)
    store = games.store.append

    def late(*given: Any, **named: Any) -> bool:
        games.store.append = store  # type: ignore[method-assign]
        assert auction.guest(1, "p2").post(f"{auction.path}/programs", program=up_to(30)).status_code == 200
        return store(*given, **named)

    games.store.append = late  # type: ignore[method-assign]
    assert auction.guest(0, "p1").post(f"{auction.path}/act", action=bid("p1", 20), after=0).status_code == 200
    assert auction.same()["number"] == 2
    assert auction.same()["to_move"] == ["p3"]


def test_a_program_set_on_a_position_that_is_past_is_judged_on_the_new_one(auction: Doors) -> None:
    games = games_of(auction, 0)
    put = games.programs.put

    def late(*given: Any) -> bool:
        games.programs.put = put  # type: ignore[method-assign]
        answer = auction.guest(1, "p1").post(f"{auction.path}/act", action=bid("p1", 20), after=0)
        assert answer.status_code == 200
        return put(*given)

    games.programs.put = late  # type: ignore[method-assign]
    assert auction.guest(0, "p2").post(f"{auction.path}/programs", program=up_to(30)).status_code == 200
    assert auction.same()["number"] == 2
    assert auction.same()["to_move"] == ["p3"]


def games_of(doors: Doors, door: int) -> Games:
    found = doors.clients[door].app.dependencies["games"].dependency()
    assert isinstance(found, Games)
    return found


def test_what_could_not_be_stored_is_not_shown_to_those_who_waited(doors: Doors) -> None:
    """The other server stores first, between judging and storing here."""
    games = games_of(doors, 0)
    opened = games.get(doors.table.id)
    known, state = opened.game.number, opened.game.state
    store, seen = games.store.append, []

    def late(*given: Any, **named: Any) -> bool:
        if not seen:
            doors.guest(1, "p1").post(f"{doors.path}/talk", text="me first")
            stored = store(*given, **named)
            seen.append(stored)
            return stored
        seen.append((opened.game.number, opened.game.state == state))
        return store(*given, **named)

    games.store.append = late  # type: ignore[method-assign]
    assert doors.guest(0, "p2").post(f"{doors.path}/talk", text="me second").status_code == 200
    assert seen == [False, (known + 2, True)]
    said = [each["text"] for each in doors.guest(1, "p3").get(f"{doors.path}/talk").json()]
    assert said == ["me first", "me second"]
    assert opened.chronicle.lines(opened.names)[-1].sentences == ("me second",)
    doors.same()


def test_random_play_by_either_door_leaves_one_log(kept: str) -> None:
    settings, rng = Settings(database=kept), Random(5)
    with TestClient(create_app(settings)) as first, TestClient(create_app(settings)) as second:
        path = ""
        answer = first.post("/api/games", json={"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "either"})
        path = f"/api/games/{answer.json()['game']['id']}"
        mirror = Game.new("1867", ["Ann", "Bob", "Cleo"], seed="either")
        for _ in range(60):
            door = rng.choice((first, second))
            if rng.random() < 0.15 and mirror.timeline.can_undo:
                assert door.post(f"{path}/undo", json={"after": mirror.number}).status_code == 200
                mirror.undo()
                continue
            action = mirror.timeline.codec.plain(mirror.sample(rng))
            answer = door.post(f"{path}/act", json={"action": action, "after": mirror.number})
            assert answer.status_code == 200, answer.text
            mirror.play(action)
        found = [door.get(f"{path}/record").json() for door in (first, second)]
        assert found[0] == found[1]
        assert Game(records.from_plain(found[0])).state == mirror.state


def test_a_curtain_falls_at_both_doors(kept: str) -> None:
    """A plan made behind it is there while its maker decides, wherever that is asked, and wherever he has decided."""
    settings = Settings(database=kept)
    with TestClient(create_app(settings)) as first, TestClient(create_app(settings)) as second:
        one = Visitor(first)
        path = one.sit_with("curtain", "Brass", ("Ann", "Bob", "Cleo"), curtain=True)
        two = Visitor(second)
        one.get(path)
        two.client.cookies.update(one.client.cookies)
        (seat,) = one.client.get(f"/api{path}").json()["to_move"]
        assert one.post(f"{path}/screen", seat=seat).status_code == 303
        one.get(path)
        plan = one.post(f"{path}/plans").headers["location"]
        assert [door.get(plan).status_code for door in (one, two)] == [200, 200]
        while seat in one.client.get(f"/api{path}").json()["to_move"]:
            offers = one.client.get(f"/api{path}/offers?seat={seat}").json()["offers"]
            action = written(next(each for each in offers if each["type"] == "pass"))
            one.get(path)
            assert one.act(path, action, one.length(path)).status_code == 303
        assert [door.get(plan).status_code for door in (two, one)] == [404, 404]
