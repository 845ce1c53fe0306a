"""What pages tell beforehand is what the rules then do: prices in whole games, loans and destinations in positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rail.operation import Operation
from tests.t1856.scenes import Scene1856
from towpath.api import open_game
from towpath.rail.outlook import PriceMove

GOLDEN = Path(__file__).parents[1] / "golden"
WHENS = {
    "dividend": ("it pays", "it earns something"),
    "no dividend": ("it pays nothing", "it withholds", "it earns nothing"),
    "president sold": ("its president sells",),
    "shares sold": ("a share of it is sold", "shares of it are sold"),
    "sold out": ("players hold all of it",),
}


def told(moves: tuple[PriceMove, ...], why: str) -> set[int]:
    """The cells that were told for a cause."""
    return {move.cell for move in moves if any(when in move.when for when in WHENS[why])}


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_every_price_of_a_whole_game_moves_as_was_told_before(title: str) -> None:
    game = open_game(GOLDEN / f"{title}.record.json")
    rules: Any = game.rules
    seen: dict[str, int] = {}
    before = 0
    for number in game.timeline.standing():
        state, moved = game.position(before), set()
        for event in game.events(number):
            company, why = event.data.get("company"), event.data.get("why")
            if event.kind == "market_entered":
                moved.add(company)
            if event.kind != "price_moved" or why not in WHENS or company in moved:
                continue
            moved.add(company)
            assert event.data["cell"] in told(rules.outlook.price_moves(rules, state, company), why), (number, event)
            seen[why] = seen.get(why, 0) + 1
        before = number
    assert seen["dividend"] > 9
    assert seen["no dividend"] > 9


def test_a_dividend_below_the_price_of_a_major_leaves_it_where_it_is() -> None:
    scene = Operation("1867").phase("4").cash(p1=0, p2=0, p3=0)
    play = scene.major("CNR", 120, p1=4, p2=1, token="I15/0").round()
    moves = {move.when: move.cell for move in play.rules.outlook.price_moves(play.rules, play.state, "CNR")}
    here = play.state.cells["CNR"]
    assert moves["it pays less"] == here != moves["it pays 120 or more in all"]
    assert play.rules.outlook.price_moves(play.rules, play.state, "CPR") == ()


def test_loans_that_may_be_taken_and_must_be_repaid() -> None:
    scene = Scene1856().phase("3").company("GT", 80, p1=3, p2=1).has("GT", 0, loans=1)
    play = scene.company("WGB", 90, p1=2, p2=1).has("WGB", 0, loans=5).turn("GT", "trains")
    outlook, rules, state = play.rules.outlook, play.rules, play.state
    assert (outlook.loan_room(rules, state, "GT"), outlook.loans_due(rules, state, "GT")) == (3, 0)
    assert (outlook.loan_room(rules, state, "WGB"), outlook.loans_due(rules, state, "WGB")) == (0, 2)
    assert outlook.loan_worth(rules, state) == 100
    late = Scene1856().phase("6").company("GT", 80, p1=3, p2=1).turn("GT", "trains")
    assert late.rules.outlook.loan_room(late.rules, late.state, "GT") is None


def test_minors_and_majors_of_1867_borrow_up_to_their_limits() -> None:
    scene = Operation("1867").phase("4").cash(p1=0, p2=0, p3=0)
    scene.minor("BO", "p1", 70, token="I15/0").has("BO", 100, loans=1)
    play = scene.major("CNR", 120, p1=4, p2=1, token="C17/0").has("CNR", 0, loans=5).round()
    outlook, rules = play.rules.outlook, play.rules
    assert outlook.loan_room(rules, play.state, "BO") == 1
    assert outlook.loan_room(rules, play.state, "CNR") == 0
    assert outlook.loan_room(rules, play.state, "CN") is None
    assert outlook.loan_worth(rules, play.state) == 45


def test_what_a_company_of_1856_is_held_to_is_told() -> None:
    scene = Scene1856().phase("2").company("GT", 80, p1=4, p2=2, operated=False).escrow("GT", 80)
    play = scene.company("CA", 80, p1=4, p2=2).destined("CA").turn("CA", "trains")
    outlook, rules, state = play.rules.outlook, play.rules, play.state
    found = dict(outlook.particulars(rules, state, "GT"))
    assert found["Paid for"] == "half at once, half at its destination"
    assert found["Held for it"] == "$80"
    assert found["Operates"] == "from 20 % sold on; 60 % are"
    assert "not reached yet" in found["Destination"]
    assert dict(outlook.particulars(rules, state, "CA"))["Destination"].endswith(": reached")
