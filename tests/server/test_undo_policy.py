"""Who may take back, by the policy of the table."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.sitting import Seats


def played(client: TestClient[Any], undo: str, actions: int = 2) -> tuple[Seats, list[str]]:
    """A table with some actions played, and the seats that played them."""
    table, seats = Seats(client, undo=undo), []
    for _ in range(actions):
        seat, action = table.some_action()
        assert table.guest(seat).post(f"{table.path}/act", action=action).status_code == 200
        seats.append(seat)
    assert seats[-1] != seats[-2]
    return table, seats


def number(table: Seats) -> int:
    return int(table.guest(None).get(table.path).json()["number"])


def test_free_lets_any_seat(client: TestClient[Any]) -> None:
    table, seats = played(client, "free")
    other = next(seat for seat in ("p1", "p2", "p3") if seat != seats[-1])
    assert table.guest(other).post(f"{table.path}/undo").status_code == 200
    assert table.guest(seats[-1]).post(f"{table.path}/redo").status_code == 200


def test_ones_own_last_action_alone(client: TestClient[Any]) -> None:
    table, seats = played(client, "own")
    before = table.guest(None).get(table.path).json()["state"]
    refused = table.guest(seats[0]).post(f"{table.path}/undo")
    assert refused.status_code == 403
    assert "one's own last action only" in refused.json()["error"]
    assert table.guest(seats[-1]).post(f"{table.path}/undo", to=0).status_code == 403
    assert number(table) == 2
    page = table.browser(seats[0])
    page.get(table.path)
    assert page.post(f"{table.path}/undo", after="2").status_code == 403
    assert table.guest(seats[-1]).post(f"{table.path}/undo").status_code == 200
    assert table.guest(seats[0]).post(f"{table.path}/redo").status_code == 403
    assert table.guest(seats[-1]).post(f"{table.path}/redo").status_code == 200
    assert table.guest(None).get(table.path).json()["state"] == before


@pytest.mark.parametrize("agree", [True, False])
def test_with_consent_the_others_are_asked(client: TestClient[Any], agree: bool) -> None:
    table, seats = played(client, "consent")
    before = table.guest(None).get(table.path, at=1).json()["state"]
    now = table.guest(None).get(table.path).json()["state"]
    asked = table.guest(seats[0]).post(f"{table.path}/undo", after=2)
    assert asked.json()["state"] == now
    others = [seat for seat in ("p1", "p2", "p3") if seat != seats[0]]
    request = table.guest(None).get(f"{table.path}/seats").json()["undoing"]
    assert (request["by"], request["missing"]) == (seats[0], others)
    page = table.browser(others[0]).get(table.path).text
    assert "asks to take back the last action" in page
    assert "Take the question back" in table.browser(seats[0]).get(table.path).text
    assert "Agree<" not in table.browser().get(table.path).text
    assert table.guest(others[0]).post(f"{table.path}/undoing/answer", agree=True, after=3).status_code == 200
    last = table.guest(others[1]).post(f"{table.path}/undoing/answer", agree=agree, after=3)
    assert last.status_code == 200
    assert table.guest(None).get(table.path).json()["state"] == (before if agree else now)
    late = table.guest(others[0]).post(f"{table.path}/undoing/answer", agree=True)
    assert late.status_code == 400


def test_somebody_with_two_seats_is_asked_once(client: TestClient[Any]) -> None:
    table, seats = played(client, "consent")
    others = [seat for seat in ("p1", "p2", "p3") if seat != seats[0]]
    couple = table.browser(others[0])
    couple.get(table.links[others[1]])
    before = table.guest(None).get(table.path, at=1).json()["state"]
    table.guest(seats[0]).post(f"{table.path}/undo")
    couple.get(table.path)
    assert couple.post(f"{table.path}/answer", question="undo", agree="yes", after="3").status_code == 303
    assert table.guest(None).get(table.path).json()["state"] == before


def test_on_one_screen_taking_back_is_free(client: TestClient[Any]) -> None:
    table = Seats(client, sitting="screen", undo="consent")
    host = table.guest(None)
    offer = host.get(f"{table.path}/offers").json()["offers"][-1]
    host.post(f"{table.path}/act", action={"type": offer["type"], **offer["fixed"]})
    assert host.post(f"{table.path}/undo").status_code == 200
    assert number(table) == 2


def greyed(page: str) -> dict[str, str]:
    """What is greyed in the bar above: its word, and where it leads."""
    found = re.findall(r'<a class="button small off" href="([^"]+)"[^>]*>([^<]+)</a>', page)
    return {word: html.unescape(href) for href, word in found}


def test_what_cannot_be_taken_or_brought_back_says_why(client: TestClient[Any]) -> None:
    table = Seats(client, undo="free")
    visitor = table.browser("p1")
    first = greyed(visitor.get(table.path).text)
    assert set(first) == {"«", "‹", "›", "»", "Undo", "Redo"}
    told = {word: visitor.get(href).text for word, href in first.items()}
    assert "Nothing stands that could be taken back." in told["Undo"]
    assert "Nothing was taken back, or something else has been done since." in told["Redo"]
    assert "This is the start of the game" in told["‹"]
    assert "This is the present" in told["›"]


def test_in_the_past_and_after_anothers_action_undo_says_why(client: TestClient[Any]) -> None:
    table, seats = played(client, "own")
    past = table.browser(seats[-1]).get(f"{table.path}?at=1").text
    assert "You are looking back." in table.browser(seats[-1]).get(greyed(past)["Undo"]).text
    other = table.browser(seats[0])
    shut = greyed(other.get(table.path).text)
    assert "one&#39;s own last action only" in other.get(shut["Undo"]).text
    assert "Undo" not in greyed(table.browser(seats[-1]).get(table.path).text)
