"""The page of the seats, and everything that may be done about them: links anew, names, leaving, hand-overs, lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.sitting import Seats
from towpath.server.app import create_app
from towpath.server.settings import Settings


@pytest.fixture
def public(database: Path) -> Iterator[TestClient[Any]]:
    """A table that strangers reach."""
    settings = Settings(database=f"sqlite:///{database}")
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        yield opened


def links(page: Response) -> dict[str, str]:
    """Seat -> the path of its link, of those that a page shows."""
    found = re.findall(r'data-link="http://[^/"]+(/[^"]+)" data-seat="([^"]+)"', page.text)
    return {seat: link for link, seat in found}


def make(client: TestClient[Any], **fields: object) -> tuple[Visitor, str, dict[str, str]]:
    """A table with links made through the form: its host, its address and its links."""
    host = Visitor(TestClient(client.app, raise_server_exceptions=False))
    host.get("/new/1867")
    names = {"player1": "Ann", "player2": "Bob", "player3": "Cleo"}
    defaults = {"title": "1867", "sitting": "seats", "own": "1", "undo": "own", "spectators": "yes"}
    page = host.post("/games", **{**defaults, **names, **fields})
    assert page.status_code == 201, page.text
    found = re.search(r'data-address="(/games/[^"]+)/seats"', page.text)
    assert found
    host.get(f"{found[1]}/seats")
    return host, found[1], links(page)


def test_making_a_table_shows_its_links_once_and_seats_its_maker(public: TestClient[Any]) -> None:
    host, path, made = make(public)
    assert set(made) == {"host", "p1", "p2", "p3"}
    page = host.get(f"{path}/seats")
    assert links(page) == {}
    assert page.text.count("nobody has opened the link yet") == 2
    assert "has come" in page.text
    assert "For the host" in page.text
    bob = Visitor(TestClient(public.app))
    bob.get(made["p2"])
    assert host.get(f"{path}/seats").text.count("nobody has opened the link yet") == 1
    assert "For the host" not in bob.get(f"{path}/seats").text


def test_the_host_comes_back_from_another_device(public: TestClient[Any]) -> None:
    _, path, made = make(public)
    other = Visitor(TestClient(public.app))
    assert "For the host" not in other.get(f"{path}/seats").text
    other.get(made["host"])
    assert "For the host" in other.get(f"{path}/seats").text


def test_a_new_link_makes_the_old_one_and_whoever_came_by_it_void(public: TestClient[Any]) -> None:
    host, path, made = make(public)
    bob = Visitor(TestClient(public.app))
    bob.get(made["p2"])
    assert '<span class="badge">you' in bob.get(f"{path}/seats").text
    fresh = links(host.post(f"{path}/issue", seat="p2"))
    assert set(fresh) == {"p2"}
    assert '<span class="badge">you' not in bob.get(f"{path}/seats").text
    assert bob.get(made["p2"]).status_code == 401
    bob.get(fresh["p2"])
    assert '<span class="badge">you' in bob.get(f"{path}/seats").text
    renewed = links(host.post(f"{path}/issue", seat=""))
    assert host.get(f"{path}/seats").text.count("For the host") == 1
    assert bob.get(made["host"]).status_code == 401
    assert bob.get(renewed["host"]).status_code == 200


@pytest.mark.parametrize("what", ["issue", "hand", "terms", "rename", "delete", "end", "invite"])
def test_only_the_host_may(public: TestClient[Any], what: str) -> None:
    _, path, made = make(public)
    bob = Visitor(TestClient(public.app, raise_server_exceptions=False))
    bob.get(made["p2"])
    answer = bob.post(f"{path}/{what}", seat="p1", name="Eve", bot="", sure="yes", undo="own")
    assert answer.status_code in (403, 422)
    assert "Only the host" in answer.text
    assert bob.length(path) == 0


def test_a_seat_changes_its_name_leaves_and_comes_back(public: TestClient[Any]) -> None:
    _, path, made = make(public)
    bob = Visitor(TestClient(public.app, raise_server_exceptions=False))
    bob.get(made["p2"])
    bob.get(f"{path}/seats")
    assert bob.post(f"{path}/call", seat="p2", name="Robert").status_code == 303
    assert "Robert" in bob.get(path).text
    refused = bob.post(f"{path}/call", seat="p2", name="ann")
    assert refused.status_code == 422
    assert "same name" in refused.text
    assert bob.post(f"{path}/call", seat="p1", name="Eve").status_code == 403
    assert bob.post(f"{path}/leave", seat="p2").status_code == 303
    assert "has left" in bob.get(f"{path}/seats").text
    assert "p2" not in bob.client.get(f"/api{path}").json()["to_move"]
    assert bob.post(f"{path}/return", seat="p2").status_code == 303
    assert "has left" not in bob.get(f"{path}/seats").text


def test_a_table_on_one_screen_is_given_links(public: TestClient[Any]) -> None:
    host = Visitor(TestClient(public.app, raise_server_exceptions=False))
    path = host.sit()
    stranger = Visitor(TestClient(public.app, raise_server_exceptions=False))
    host.get(f"{path}/seats")
    page = host.post(f"{path}/invite", undo="consent")
    assert page.status_code == 200
    made = links(page)
    assert set(made) == {"host", "p1", "p2", "p3"}
    stranger.get(path)
    assert stranger.act(path, {"type": "pass", "entity": "p1"}, 0).status_code == 403
    assert "For the host" in host.get(f"{path}/seats").text


def test_the_home_page_shows_ones_own_tables_and_listed_ones(public: TestClient[Any]) -> None:
    host, path, made = make(public, name="Friday night")
    other, listed, _ = make(public, name="Open house", listed="yes")
    to_move = public.get(f"/api{path}").json()["to_move"][0]
    player = Visitor(TestClient(public.app))
    assert "Friday night" not in player.get("/").text
    assert "Open house" in player.get("/").text
    player.get(made[to_move])
    page = player.get("/").text
    assert "Friday night" in page
    assert "your turn" in page
    assert "Delete for good" not in page
    assert "Delete for good" in host.get("/").text
    assert "Friday night" not in other.get("/").text
    assert {game["name"] for game in player.client.get("/api/games").json()} == {"Friday night", "Open house"}
    watcher = Visitor(TestClient(public.app))
    watcher.get("/")
    watcher.get(path)
    assert "Friday night" in watcher.get("/").text
    watcher.get(f"{path}/seats")
    watcher.post(f"{path}/forget")
    assert "Friday night" not in watcher.get("/").text
    assert listed != path


def test_the_terms_are_changed_by_the_host(public: TestClient[Any]) -> None:
    host, path, _ = make(public)
    assert host.post(f"{path}/terms", reminder_hours="12").status_code == 303
    stranger = Visitor(TestClient(public.app, raise_server_exceptions=False))
    assert stranger.get(path).status_code == 403
    host.get(f"{path}/seats")
    assert host.post(f"{path}/terms", spectators="yes", listed="yes").status_code == 303
    assert stranger.get(path).status_code == 200
    refused = host.post(f"{path}/terms", reminder_hours="-3")
    assert refused.status_code == 422
    assert "0 to 720 hours" in refused.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"undo": "never"}, "no undo policy"),
        ({"reminder_hours": "9999"}, "hours"),
        ({"bot2": "genius"}, "no bot"),
        ({"player2": "", "player3": ""}, "One player is named"),
    ],
)
def test_a_faulty_choice_for_the_table_is_told(client: TestClient[Any], fields: dict[str, str], words: str) -> None:
    visitor = Visitor(client)
    visitor.get("/new/1867")
    given = {"player1": "Ann", "player2": "Bob", "player3": "Cleo", "sitting": "seats", **fields}
    answer = visitor.post("/games", title="1867", **given)
    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="Ann"' in answer.text


def test_bots_without_names_get_one(client: TestClient[Any]) -> None:
    visitor = Visitor(client)
    path = visitor.sit(players=("Ann",), bot2="random", bot3="random")
    names = [seat["name"] for seat in visitor.get(f"{path}/record").json()["seats"]]
    assert names == ["Ann", "Random bot", "Random bot 2"]


# -- the API --------------------------------------------------------------------------------------------------------------


def test_a_program_does_all_of_it(public: TestClient[Any]) -> None:
    table = Seats(public, undo="consent", reminder_hours=5)
    host, bob = table.guest(""), table.guest("p2")
    me = bob.get(f"{table.path}/me").json()
    assert me == {"host": False, "seats": ["p2"], "viewer": "p2", "sitting": "seats", "undo": "consent"}
    assert host.get(f"{table.path}/me").json()["host"]
    assert table.guest(None).get(f"{table.path}/me").json()["seats"] == []
    assert [game["id"] for game in bob.get("/games").json()] == [table.id]
    assert table.guest(None).get("/games").json() == []
    seats = bob.get(f"{table.path}/seats").json()
    assert [seat["name"] for seat in seats["seats"]] == ["Ann", "Bob", "Cleo"]
    assert seats["terms"]["reminder_hours"] == 5
    put = {"headers": bob.headers}
    named = public.put(f"/api{table.path}/seats/p2/name", json={"name": "Robert"}, **put)
    assert named.json()["seats"][1]["name"] == "Robert"
    assert public.put(f"/api{table.path}/seats/p2/name", json={"name": "Ann"}, **put).status_code == 400
    gone = public.put(f"/api{table.path}/seats/p2/presence", json={"away": True}, **put).json()
    assert gone["seats"][1]["away"]
    back = public.put(f"/api{table.path}/seats/p2/presence", json={"away": False}, **put).json()
    assert not back["seats"][1]["away"]
    assert bob.post(f"{table.path}/seats/p3/link").status_code == 403
    link = host.post(f"{table.path}/seats/p3/link").json()
    assert table.guest("p3").get(f"{table.path}/me").status_code == 401
    assert public.get(link["link"]).status_code == 200
    changed = public.patch(f"/api{table.path}", json={"listed": True, "name": "Ours"}, headers=host.headers).json()
    assert changed["terms"]["listed"]
    assert host.get(table.path).json()["game"]["name"] == "Ours"
    assert public.patch(f"/api{table.path}", json={"listed": True}, headers=bob.headers).status_code == 403
    handed = public.put(f"/api{table.path}/seats/p3/player", json={"name": "Dora"}, headers=host.headers).json()
    assert handed["name"] == "Dora"
    assert public.put(f"/api{table.path}/seats/p3/player", json={}, headers=host.headers).status_code == 400
    assert public.put(f"/api{table.path}/seats/p9/player", json={"name": "X"}, headers=host.headers).status_code == 400


def test_the_end_is_proposed_and_agreed(public: TestClient[Any]) -> None:
    table = Seats(public)
    asked = table.guest("p1").post(f"{table.path}/ending").json()
    assert asked["ending"] == {"agreed": ["p1"], "missing": ["p2", "p3"]}
    page = table.browser("p2").get(table.path).text
    assert "Ann would end the game as it stands." in page
    assert "Do not agree" in page
    bob = table.browser("p2")
    bob.get(table.path)
    answer = bob.post(f"{table.path}/answer", question="end", agree="yes", after="1")
    assert answer.status_code == 303
    assert table.guest(None).post(f"{table.path}/ending/answer", agree=True).status_code == 403
    assert table.guest("p3").post(f"{table.path}/ending/answer", agree=True).status_code == 200
    assert public.get(f"/api{table.path}").json()["game"]["finished"]
