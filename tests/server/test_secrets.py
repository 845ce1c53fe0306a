"""A title that is no railway and has secrets: the table plays it, and shows nobody what only another may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.kernel import fair
from tests.server.conftest import Visitor
from towpath.api import titles

TITLE = "Lantern Fair"


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    titles.register(TITLE, fair.compose)
    yield
    titles._LOADERS.pop(TITLE)


def start(client: TestClient[Any]) -> str:
    answer = client.post("/api/games", json={"title": TITLE, "players": ["Ann", "Bob"], "seed": "s", "curtain": False})
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['game']['id']}"


def test_hands_and_deck_do_not_leave_the_server(client: TestClient[Any]) -> None:
    path = start(client)
    state = client.get(f"/api{path}").json()["state"]
    assert state["chance"] == 0
    assert all(card == fair.HIDDEN for hand in state["hands"].values() for card in hand)
    assert all(card == fair.HIDDEN for card in state["deck"])


def test_a_title_without_map_or_market_is_played_to_its_end(visitor: Visitor) -> None:
    path = start(visitor.client)
    for number in range(200):
        page = visitor.get(path)
        assert page.status_code == 200
        if "The game is over" in page.text:
            break
        answer = visitor.act(path, visitor.some_action(path), visitor.length(path))
        assert answer.status_code == 303, (number, answer.text)
    else:
        pytest.fail("the fair never ends")
    for tab in ("map", "market", "log", "players", "sheet"):
        assert visitor.get(path, params={"tab": tab}).status_code == 200
    assert visitor.get(path, params={"at": 2}).status_code == 200


def test_of_several_who_decide_the_one_at_the_screen_is_asked_for(visitor: Visitor) -> None:
    path = start(visitor.client)
    page = visitor.get(path).text
    assert "Who is at the screen?" in page
    assert 'data-kind="lay_card"' not in page
    page = visitor.get(path, params={"seat": "p2"}).text
    assert 'data-kind="lay_card"' in page
    assert "%22entity%22%3A%22p2%22" in page
    assert "%22entity%22%3A%22p1%22" not in page


def test_a_choice_that_ends_in_chance_says_so(visitor: Visitor) -> None:
    path = start(visitor.client)
    visitor.get(path)
    visitor.act(path, visitor.some_action(path), 0)
    choice = msgspec.json.encode(visitor.some_action(path)).decode()
    page = visitor.get(path, params={"choice": choice})
    assert "What comes then is hidden until you confirm." in page.text
