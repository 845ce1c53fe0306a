"""A title without rails is played at the table: what it does not have is not shown."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor

PARTS = ("act", "map", "market", "players", "log", "companies", "sheet", "trains", "tiles")


@pytest.fixture
def at_brass(visitor: Visitor) -> str:
    """A game of Brass that has begun; its address."""
    path = visitor.sit_with("table", "Brass", ("Ann", "Bob", "Cleo", "Dora"))
    visitor.get(path)
    for _ in range(6):
        action = next(each for each in visitor.offered(path) if each["type"] == "pass")
        card = action["domains"][0]["rows"][0][0]
        answer = visitor.act(path, {"type": "pass", **action["fixed"], "card": card}, visitor.length(path))
        assert answer.status_code in (200, 303), answer.text
    return path


def test_a_game_is_set_up_and_played(visitor: Visitor, at_brass: str) -> None:
    assert visitor.length(at_brass) == 6
    page = visitor.get(at_brass)
    assert page.status_code == 200
    assert "Ann" in page.text


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_the_table_breaks(client: TestClient[Any], at_brass: str, part: str) -> None:
    assert client.get(f"{at_brass}?tab={part}").status_code == 200
    assert client.get(f"{at_brass}?tab={part}&at=3").status_code == 200


def test_the_position_is_told_by_the_programming_interface(client: TestClient[Any], at_brass: str) -> None:
    position = client.get(f"/api{at_brass}").json()
    assert position["state"]["period"] == "canal"
    assert set(position["state"]["deck"]) == {"?"}
    assert len(position["commitment"]) == 64
    assert position["commitment"] in client.get(f"{at_brass}?tab=log").text
    assert client.get(f"/api{at_brass}/offers").status_code == 200


def test_disputed_points_are_folded_away_on_the_page_that_sets_a_game_up(visitor: Visitor) -> None:
    page = visitor.get("/new/Brass").text
    before, _, after = page.partition("disputed points")
    assert 'name="o.edition"' in before
    assert 'name="o.takeover"' not in before
    assert 'name="o.takeover"' in after
    assert "disputed points" not in visitor.get("/new/1867").text


def test_a_number_of_players_that_an_edition_is_not_for_is_answered_in_a_sentence(visitor: Visitor) -> None:
    visitor.get("/new/Brass")
    answer = visitor.post("/games", title="Brass", player1="Ann", player2="Bob", **{"o.edition": "2007"})
    assert answer.status_code == 422
    assert "for 2 choose edition 2018 or 2009" in answer.text
    assert (
        visitor.post("/games", title="Brass", player1="Ann", player2="Bob", **{"o.edition": "2018"}).status_code == 303
    )
