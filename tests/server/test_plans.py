"""Private plans: branches that only their maker can find."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.kernel import fair
from tests.server.conftest import Visitor
from tests.server.sitting import Seats
from towpath.api import titles
from towpath.server.games import MOST_PLANS


def plan(visitor: Visitor, path: str, at: int | str = "", name: str = "") -> str:
    """The address of a plan begun there."""
    visitor.get(path)
    answer = visitor.post(f"{path}/plans", at=str(at), name=name)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_plan_plays_all_seats_and_leaves_the_table_alone(client: TestClient[Any]) -> None:
    table = Seats(client)
    for _ in range(3):
        seat, action = table.some_action()
        table.guest(seat).post(f"{table.path}/act", action=action)
    ann = table.browser("p1")
    here = plan(ann, table.path, 2, "What if")
    page = ann.get(here).text
    assert "This is your plan." in page
    assert f'href="{table.path}"' in page
    assert ann.length(here) == 2
    for number in range(2, 6):
        ann.get(here)
        assert ann.act(here, ann.some_action(here), number).status_code == 303
    assert ann.length(here) == 6
    assert ann.length(table.path) == 3
    ann.get(here)
    assert ann.post(f"{here}/undo", after="6").status_code == 303


def test_nobody_else_finds_a_plan(client: TestClient[Any]) -> None:
    table = Seats(client)
    ann, bob = table.browser("p1"), table.browser("p2")
    here = plan(ann, table.path, name="Secret thoughts")
    for other in (bob, table.browser(""), table.browser()):
        for address in (here, f"{here}/seats", f"{here}/record", f"{here}/stream", f"/api{here}"):
            assert other.get(address).status_code == 404, address
        assert "Secret thoughts" not in other.get(f"{table.path}/seats").text
        assert "Secret thoughts" not in other.get("/").text
    for who in ("", "p1", "p2"):
        assert table.guest(who).get(here).status_code == 404
    assert "Secret thoughts" in ann.get(f"{table.path}/seats").text
    assert "Secret thoughts" not in ann.get("/").text


def test_plans_stand_side_by_side_are_named_and_thrown_away(client: TestClient[Any]) -> None:
    table = Seats(client)
    ann = table.browser("p1")
    first, second = plan(ann, table.path, name="One"), plan(ann, table.path, name="Two")
    page = ann.get(f"{table.path}/seats").text
    assert "One" in page
    assert "Two" in page
    ann.post(f"{first}/rename", name="Uno")
    assert "Uno" in ann.get(f"{table.path}/seats").text
    third = plan(ann, second)
    assert "Plan from entry 0" in ann.get(f"{table.path}/seats").text
    assert ann.post(f"{second}/delete", sure="yes").headers["location"] == f"{table.path}/seats"
    assert ann.get(second).status_code == 404
    assert ann.get(third).status_code == 200
    host = table.browser("")
    host.get(f"{table.path}/seats")
    assert host.post(f"{table.path}/delete", sure="yes").status_code == 303
    assert ann.get(third).status_code == 404


def test_there_is_an_end_to_plans(client: TestClient[Any]) -> None:
    table = Seats(client)
    ann = table.guest("p1")
    for _ in range(MOST_PLANS):
        assert ann.post(f"{table.path}/plans").status_code == 201
    refused = ann.post(f"{table.path}/plans")
    assert refused.status_code == 400
    assert "throw one away" in refused.json()["error"]
    assert len(ann.get(f"{table.path}/plans").json()) == MOST_PLANS
    assert ann.post(f"{table.path}/plans", at=99).status_code == 400


def test_a_program_plays_its_plan_with_the_token_of_its_seat(client: TestClient[Any]) -> None:
    table = Seats(client)
    ann = table.guest("p1")
    here = f"/games/{ann.post(f'{table.path}/plans', name='mine').json()['game']['id']}"
    offer = ann.get(f"{here}/offers").json()["offers"][-1]
    answer = ann.post(f"{here}/act", action={"type": offer["type"], **offer["fixed"]})
    assert answer.status_code == 200
    assert client.delete(f"/api{here}", headers=ann.headers).status_code == 204


@pytest.fixture
def registered() -> Iterator[None]:
    titles.register("Lantern Fair", fair.compose)
    yield
    titles._LOADERS.pop("Lantern Fair")


def test_a_plan_makes_up_what_is_hidden_and_says_so(registered: None, client: TestClient[Any]) -> None:
    table = Seats(client, "Lantern Fair", players=["Ann", "Bob"])
    ann = table.guest("p1")
    made = ann.post(f"{table.path}/plans")
    assert made.status_code == 201
    plan = f"/games/{made.json()['game']['id']}"
    mine = ann.get(table.path).json()["state"]["hands"]["p1"]
    record = ann.get(f"{plan}/record").json()
    assert record["origin"]["hands"]["p1"] == mine
    assert record["log"][0]["text"] == "What you may not know has been made up at random for this plan."
    assert ann.get(f"{table.path}/record").json()["position"]["deck"] != record["origin"]["deck"]


def test_who_may_see_nothing_makes_no_plan(registered: None, client: TestClient[Any]) -> None:
    table = Seats(client, "Lantern Fair", players=["Ann", "Bob"])
    assert table.guest(None).post(f"{table.path}/plans").status_code == 400
    ann = table.browser("p1")
    page = ann.get(table.path)
    assert "all that is hidden made up" in page.text
    answer = ann.post(f"{table.path}/plans")
    assert answer.status_code == 303
    assert "made up at random" in ann.get(answer.headers["location"]).text
