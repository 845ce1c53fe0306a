"""Loans, income, and what becomes of those who cannot pay."""

from __future__ import annotations

import pytest

from tests.brass.scenes import rules_for, scene

TOWNS = ["bury", "bolton", "wigan", "oldham"]


def borrowing(space: int, **more):
    return scene(**{"hands": {"p1": TOWNS}, "income": {"p1": space}, **more})


@pytest.mark.rule("Brass:P.11.1", "Brass:5.2.b")
@pytest.mark.parametrize(("space", "amount", "after"), [(14, 10, 12), (31, 20, 28), (10, 30, 7)])  # cases 1, 2 and 4
def test_a_loan_goes_down_by_levels_to_the_highest_space_of_the_new_one(space, amount, after):
    at = borrowing(space)
    at.play("take_loan", card="bury", amount=amount)
    assert at.state.income["p1"] == after
    assert at.state.cash["p1"] == 30 + amount


@pytest.mark.rule("Brass:P.11.2", "Brass:P.10.5")
def test_no_loan_takes_income_below_its_least():  # case 5
    at = borrowing(2)
    assert at.codes("take_loan", card="bury", amount=30) == {"income_too_low"}
    at.play("take_loan", card="bury", amount=20)
    assert at.state.income["p1"] == 0
    assert at.level() == -10


@pytest.mark.rule("Brass:P.11.1")
def test_loans_are_of_ten_twenty_and_thirty_in_every_edition():
    for options in ({}, {"edition": "2018"}):
        at = borrowing(30, options=options)
        assert at.codes("take_loan", card="bury", amount=40) == {"wrong_amount"}
        assert [action.amount for action in at.offered("take_loan") if action.card == "bury"] == [10, 20, 30]


@pytest.mark.rule("Brass:P.11.3")
def test_no_loans_in_the_rail_period_once_the_deck_is_used_up():  # cases 10 and 11
    assert borrowing(10, period="rail", deck=0).codes("take_loan", card="bury", amount=10) == {"no_more_loans"}
    assert not borrowing(10, period="rail", deck=8).codes("take_loan", card="bury", amount=10)
    assert not borrowing(10, deck=0).codes("take_loan", card="bury", amount=10)


@pytest.mark.rule("Brass:P.4.1", "Brass:5.3.h")
def test_what_is_borrowed_is_not_spent():  # case 13
    at = borrowing(10)
    at.play("take_loan", card="bury", amount=30)
    at.play("build", card="bolton", space="bolton-1", industry="cotton")
    assert at.state.spent["p1"] == 12


# -- income -----------------------------------------------------------------------------------------------------------


def round_end(**more):
    """The last turn of a round with one action left: what follows is the order, the hands, and the next round's income."""
    hands = {
        "p1": TOWNS[:3],
        "p2": ["wigan", "manchester"],
        "p3": ["manchester", "manchester"],
        "p4": ["oldham", "preston"],
    }
    return scene(**{"waiting": (), "actions": 1, "hands": hands, "deck": 0, **more})


@pytest.mark.rule("Brass:5.1.a", "Brass:5.1.b", "Brass:5.b")
def test_everybody_gets_his_level_or_pays_it_at_the_start_of_a_round():
    at = round_end(income={"p1": 13, "p2": 10, "p3": 7, "p4": 50})
    at.play("pass", card="bury")
    assert {seat: at.state.cash[seat] for seat in at.rules.seats} == {"p1": 32, "p2": 30, "p3": 27, "p4": 47}
    assert at.state.number == 4


@pytest.mark.rule("Brass:P.4.1")
def test_negative_income_is_not_money_spent_unless_so_agreed():
    at = round_end(income={"p3": 7})
    at.play("pass", card="bury")
    assert at.state.spent["p3"] == 0
    at = round_end(income={"p3": 7}, options={"upkeep_is_spent": "on"})
    at.play("pass", card="bury")
    assert at.state.spent["p3"] == 3


BOARD = {"bolton-1": ("p2", "coal", 1), "bury-1": ("p2", "cotton", 2, -1), "oldham-1": ("p1", "coal", 1)}


@pytest.mark.rule("Brass:5.1.c", "Brass:5.1.d", "Brass:P.10.4.a")
def test_who_cannot_pay_removes_a_counter_of_his_choice_for_half_its_cost():  # case 14
    at = round_end(income={"p2": 6}, cash={"p2": 1}, counters=BOARD)
    at.play("pass", card="bury")
    assert at.engine.actors(at.state) == ("p2",)
    assert at.codes("remove_counter", entity="p2", space="oldham-1") == {"not_own_counter"}
    assert at.codes("pass", entity="p2", card="wigan") == {"other_step"}
    at.play("remove_counter", entity="p2", space="bury-1")
    assert at.state.cash["p2"] == 1 + 7 - 4
    assert "bolton-1" in at.state.counters
    assert at.state.income["p2"] == 6
    assert at.state.removed["p2/cotton"][-1] == 2
    assert at.engine.actors(at.state) == ("p1",)
    assert at.state.stack[-1].actions == 2


@pytest.mark.rule("Brass:5.1.d")
def test_one_after_the_other_until_he_can_pay():
    at = round_end(income={"p2": 4}, cash={"p2": 0}, counters={**BOARD, "wigan-1": ("p2", "coal", 2)})
    at.play("pass", card="bury")
    at.play("remove_counter", entity="p2", space="bolton-1")  # 5 // 2 = 2 of 6 pounds
    assert at.engine.actors(at.state) == ("p2",)
    at.play("remove_counter", entity="p2", space="bury-1")
    assert at.state.cash["p2"] == 2 + 7 - 6
    assert "wigan-1" in at.state.counters


@pytest.mark.rule("Brass:5.1.c")
def test_the_only_counter_goes_unasked():
    at = round_end(income={"p2": 6}, cash={"p2": 1}, counters={"bury-1": ("p2", "cotton", 2)})
    at.play("pass", card="bury")
    assert "bury-1" not in at.state.counters
    assert at.state.cash["p2"] == 4


@pytest.mark.rule("Brass:P.10.4.b")
def test_what_cannot_be_paid_is_forgiven_or_costs_points():  # case 16
    common = {"income": {"p2": 8, "p3": 8}, "cash": {"p2": 0, "p3": 0}, "points": {"p2": 7, "p3": 1}}
    at = round_end(**common)
    at.play("pass", card="bury")
    assert (at.state.points["p2"], at.state.cash["p2"]) == (7, 0)
    at = round_end(**common, options={"edition": "2018"})
    at.play("pass", card="bury")
    assert (at.state.points["p2"], at.state.points["p3"]) == (5, 0)
    assert round_end(options={"edition": "2018", "shortfall": "forgiven"}).rules.policies.shortfall == "forgiven"


@pytest.mark.rule("Brass:P.10.4.a")
def test_whether_a_removed_counter_lowers_income_is_an_option():
    common = {"income": {"p2": 6}, "cash": {"p2": 1}, "counters": {"bury-1": ("p2", "cotton", 2, -1)}}
    at = round_end(**common, options={"removal_lowers_income": "on"})
    at.play("pass", card="bury")
    assert at.state.income["p2"] == 2


@pytest.mark.rule("Brass:5.2.a", "Brass:5.2.c", "Brass:P.10.5")
def test_the_income_track():
    levels = rules_for().levels
    assert len(levels) == 100
    assert [levels[space] for space in (0, 5, 10, 11, 12, 25, 30, 31, 50, 60, 61, 80, 96, 97, 99)] == [
        -10, -5, 0, 1, 1, 8, 10, 11, 17, 20, 21, 25, 29, 30, 30,
    ]  # fmt: skip
    assert rules_for().highest_space(-11) is None


@pytest.mark.rule("Brass:P.4.2")
def test_receipts_reduce_what_was_spent_only_by_agreement():
    common = {
        "hands": {"p1": ["bolton", "wigan"]}, "developed": {"p1/iron": 1}, "demand": {"iron": 4},
        "counters": {"bolton-1": ("p2", "coal", 1)},
    }  # fmt: skip
    where = {"card": "bolton", "space": "bolton-3", "industry": "iron", "coal": ["bolton-1"]}
    at = scene(**common)
    at.play("build", **where)
    assert at.state.spent["p1"] == 7
    at = scene(**common, options={"receipts_reduce_spent": "on"})
    at.play("build", **where)
    assert at.state.spent["p1"] == 1
