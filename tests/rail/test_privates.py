"""Privates bought by companies [8.12] and their income [6.2, 8.12]."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both
from towpath.rail.actions import Accept, BuyPrivate, Decline, Pass
from towpath.rail.frames import Course

MINOR = {"1861": ("KR", "G15/0"), "1867": ("BO", "I15/0")}
SECOND = {"1861": ("OK", "D20/0"), "1867": ("CS", "C17/0")}
FACE_45 = {"1861": "BSS", "1867": "NFB"}
FACE_30 = {"1861": "TSR", "1867": "C&SL"}


def bargaining(title: str, phase: str = "3", cash: int = 100, step: str = "track", **options: str) -> Operating:
    """A minor of p1 in its turn; p2 owns the private of face value 45, p1 that of 30."""
    name, home = MINOR[title]
    scene = Operation(title, **options).phase(phase).minor(name, "p1", 60, token=home)
    scene.private(FACE_45[title], "p2").private(FACE_30[title], "p1")
    return scene.has(name, cash, trains=[phase] if phase != "8" else []).turn(name, step)


def buy(title: str, price: int, private: str = "") -> BuyPrivate:
    return BuyPrivate(entity=MINOR[title][0], private=private or FACE_45[title], price=price)


@both("8.12.b", "8.12.a", "P.14.1")
@pytest.mark.parametrize("title", TITLES)
def test_a_private_costs_between_one_and_its_face_value(title: str) -> None:
    """C077."""
    play = bargaining(title)
    prices = [action.price for action in play.offered(BuyPrivate) if action.private == FACE_45[title]]
    assert prices == list(range(1, 46))
    for wrong in (46, 0, -1, -45, 10**15):
        assert play.refusal(buy(title, wrong))["private_price"] == "8.12.b"
    for right in (1, 45):
        assert play.legal(buy(title, right))


@both("8.12.d", "8.12.a", "P.14.1", "8.2.d")
@pytest.mark.parametrize("title", TITLES)
def test_the_owner_gets_the_price_and_the_company_the_private(title: str) -> None:
    play = bargaining(title)
    before = play.cash("p2")
    play.do(buy(title, 40))
    name = MINOR[title][0]
    assert (play.cash("p2") - before, play.cash(name), play.loans(name)) == (40, 60, 0)
    assert play.state.privates[FACE_45[title]] == name
    assert play.step == "track"  # it takes no step of the turn


@both("8.12.a")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("phase", "open_now"), [("2", False), ("3", True), ("4", True), ("5", True), ("6", False), ("7", False)]
)
def test_privates_are_sold_in_phases_three_to_five(title: str, phase: str, open_now: bool) -> None:
    play = bargaining(title, phase)
    assert bool(play.offered(BuyPrivate)) == open_now
    if not open_now:
        assert play.refusal(buy(title, 40)) == {"not_this_phase": "8.12.a"}


@both("8.12.a", "8.4.a")
@pytest.mark.parametrize("step", ["track", "run", "dividend", "private_early", "trains", "private_late"])
def test_at_every_step_of_the_turn(step: str) -> None:
    scene = Operation("1861").phase("3").lay("G15", "202", 1).lay("G13", "4", 0)
    scene.major("NW", 100, p1=6, token="G15/0").private("BSS", "p2").private("TSR", "p3")
    scene.private("MRR", "p2")  # the last step waits for this one
    play = scene.has("NW", 300, trains=["3"]).turn("NW", step, revenue=100)
    assert play.step == step
    play.do(BuyPrivate(entity="NW", private="BSS", price=5), BuyPrivate(entity="NW", private="TSR", price=6))
    assert play.step == step
    assert play.cash("NW") == 300 - 11


@both("8.12.c")
@pytest.mark.parametrize("title", TITLES)
def test_not_from_a_company_the_national_or_the_bank(title: str) -> None:
    """C077, last part: a second company wants it from the first."""
    other, home = SECOND[title]
    for holder in (other, Operation(title).rules.national, "bank", "closed"):
        name, at = MINOR[title]
        scene = Operation(title).phase("3").minor(name, "p1", 60, token=at).minor(other, "p2", 55, token=home)
        scene.private(FACE_45[title], holder).private(FACE_30[title], "p1")
        play = scene.has(name, 100, trains=["3"]).turn(name, "track")
        assert play.refusal(buy(title, 40)) == {"not_a_players": "8.12.c"}


@both("8.2.d")
@pytest.mark.parametrize("title", TITLES)
def test_no_loan_is_taken_for_a_private(title: str) -> None:
    play = bargaining(title, cash=39)
    assert play.refusal(buy(title, 40)) == {"too_dear": "8.2.d"}
    assert max(action.price for action in play.offered(BuyPrivate)) == 39


@both("P.14.1")
@pytest.mark.parametrize("title", TITLES)
def test_another_owner_is_asked_and_may_refuse(title: str) -> None:
    play = bargaining(title, consent="on")
    play.do(buy(title, 20))
    assert play.acting == "p2"
    assert play.refusal(Accept(entity="p1")).keys() == {"not_your_turn"}
    play.do(Decline(entity="p2"))
    assert (play.acting, play.cash(MINOR[title][0])) == (MINOR[title][0], 100)
    assert play.refusal(buy(title, 20)) == {"declined": "8.12.a"}
    play.do(buy(title, 21), Accept(entity="p2"))
    assert play.state.privates[FACE_45[title]] == MINOR[title][0]
    play.do(buy(title, 1, FACE_30[title]))  # one's own needs no answer
    assert play.state.privates[FACE_30[title]] == MINOR[title][0]


@both("8.10.d", "8.12.a")
def test_money_may_be_spent_on_a_private_before_a_loan_goes_back() -> None:
    """Between paying and the loan step [12.3 of the sheet]."""
    scene = Operation("1861").phase("3").minor("KR", "p1", 60).private("BSS", "p2").private("MRR", "p3")
    scene.has("KR", 40, loans=1, trains=["3"])
    play = scene.turn("KR", "dividend", revenue=40)
    assert (play.step, play.cash("KR")) == ("private_early", 60)
    play.do(BuyPrivate(entity="KR", private="BSS", price=45)).done()
    assert (play.cash("KR"), play.loans("KR")) == (10, 1)


@both("8.12.d", "6.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_incomes_are_paid_before_anybody_operates(title: str) -> None:
    name, home = MINOR[title]
    scene = Operation(title).phase("3").minor(name, "p1", 60, token=home).has(name, 7, trains=["3"])
    scene.private(FACE_45[title], name).private(FACE_30[title], "p2")
    before = scene.draft.cash["p2"]
    play = scene.begun(Course(stage="stock"))
    assert play.state.round == "OR 1.1"
    assert (play.cash(name), play.cash("p2") - before) == (7 + 15, 10)
    assert play.acting == name


def test_names_of_privates_and_owners() -> None:
    play = bargaining("1861")
    assert play.refusal(buy("1861", 40, "B&O")) == {"no_such_private": ""}
    for entity in ("p1", "OK", "RSR"):
        refused = play.refusal(BuyPrivate(entity=entity, private="BSS", price=40))
        assert "not_your_turn" in refused
    assert play.engine.check(play.state, buy("1861", 40), seat="p2")[0].code == "not_yours"
    play.do(Pass(entity="KR"))
