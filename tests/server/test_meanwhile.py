"""What is on its way while a seat goes to somebody else, or two do the same at once: nothing is done in another's name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import written
from tests.server.receiver import Kept
from tests.server.sitting import Guest, Seats
from towpath.server import hosting
from towpath.server.app import create_app
from towpath.server.games import Games
from towpath.server.settings import Settings


def before(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, do: Callable[[], object]) -> None:
    """Have something happen when a request has been let in and comes to ``name``, the first time."""
    real, todo = getattr(owner, name), [do]

    def late(*args: Any, **fields: Any) -> Any:
        if todo:
            todo.pop()()
        return real(*args, **fields)

    monkeypatch.setattr(owner, name, late)


TAKEN: dict[str, Callable[[Seats, str], Any]] = {
    "a new player": lambda table, seat: table.client.put(
        f"/api{table.path}/seats/{seat}/player", json={"name": "Dora"}, headers=table.guest("").headers
    ),
    "a new link": lambda table, seat: table.guest("").post(f"{table.path}/seats/{seat}/link"),
}


@pytest.mark.parametrize("how", list(TAKEN))
@pytest.mark.parametrize("by", ["token", "browser"])
def test_an_action_that_was_on_its_way_when_the_seat_was_taken_is_not_done(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, how: str, by: str
) -> None:
    table = Seats(client)
    seat, action = table.some_action()
    browser = table.browser(seat)
    browser.get(table.path)
    before(monkeypatch, Games, "act", lambda: TAKEN[how](table, seat).raise_for_status())
    if by == "token":
        answer = table.guest(seat).post(f"{table.path}/act", action=action, after=0)
    else:
        answer = browser.act(table.path, action, 0)
    assert answer.status_code == 403
    assert "changed in the meantime" in answer.text
    log = table.guest("").get(f"{table.path}/record").json()["log"]
    assert [entry["entry"] for entry in log] == (["hand_over"] if how == "a new player" else [])


def test_a_program_that_was_on_its_way_when_the_seat_was_taken_is_not_set(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Seats(client)
    seat = "p1"
    kind = table.guest(seat).get(f"{table.path}/programs").json()["offers"][0]
    before(monkeypatch, Games, "program", lambda: TAKEN["a new player"](table, seat).raise_for_status())
    answer = table.guest(seat).post(f"{table.path}/programs", program=written(kind), seat=seat)
    assert answer.status_code == 403, answer.text
    token = table.guest("").post(f"{table.path}/seats/{seat}/link").json()["token"]
    assert not Guest(client, token).get(f"{table.path}/programs").json()["programs"]


def test_an_address_for_notices_that_was_looked_at_while_the_seat_was_taken_is_not_kept(database: Path) -> None:
    """Otherwise whoever had the seat would be sent the link of whoever has it now."""
    receiver = Kept()
    with TestClient(create_app(Settings(database=f"sqlite:///{database}"), receiver)) as client:
        table = Seats(client)
        check = receiver.check

        def slowly(address: str) -> Any:
            TAKEN["a new player"](table, "p1").raise_for_status()
            return check(address)

        receiver.check = slowly  # type: ignore[method-assign]
        path = f"/api{table.path}/seats/p1/notices"
        answer = client.put(path, json={"address": "ntfys://somewhere"}, headers=table.guest("p1").headers)
        assert answer.status_code == 403, answer.text
        token = table.guest("").post(f"{table.path}/seats/p1/link").json()["token"]
        assert client.get(path, headers=Guest(client, token).headers).json()["address"] is None


def test_two_that_take_one_name_at_once_are_told_apart(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Seats(client)

    def call(seat: str) -> Any:
        return client.put(
            f"/api{table.path}/seats/{seat}/name", json={"name": "Dora"}, headers=table.guest(seat).headers
        )

    before(monkeypatch, Games, "change", lambda: call("p2").raise_for_status())
    assert call("p1").status_code == 400
    names = [seat["name"] for seat in table.guest("").get(f"{table.path}/seats").json()["seats"]]
    assert names == ["Ann", "Dora", "Cleo"]


def test_links_that_are_asked_for_twice_at_once_are_given_once(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Seats(client, sitting="screen")
    given: list[Any] = []
    before(monkeypatch, hosting, "send_invitations", lambda: given.append(table.guest("").post(f"{table.path}/links")))
    assert table.guest("").post(f"{table.path}/links").status_code == 409
    assert given[0].status_code == 200
    for each in given[0].json():
        assert Guest(client, each["token"]).get(f"{table.path}/me").status_code == 200


def test_who_played_all_seats_on_one_screen_plays_none_once_links_are_given(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Seats(client, sitting="screen")
    offer = client.get(f"/api{table.path}/offers").json()["offers"][0]
    before(monkeypatch, Games, "act", lambda: table.guest("").post(f"{table.path}/links").raise_for_status())
    answer = client.post(f"/api{table.path}/act", json={"action": written(offer)})
    assert answer.status_code == 403
    assert client.get(f"/api{table.path}").json()["number"] == 0
