"""Selling cotton."""

from __future__ import annotations

import pytest

from tests.brass.scenes import scene

LINKS = {"bolton--manchester": "p2", "manchester--warrington_runcorn": "p3", "bury--manchester": "p1"}


def mills(count: int = 2, **more):
    """Mills of one player in towns that links join with the port of another in Warrington & Runcorn."""
    places = ["bolton-1", "bury-1", "manchester-1", "manchester-2"][:count]
    counters = dict.fromkeys(places[:3], ("p1", "cotton", 1))
    counters |= dict.fromkeys(places[3:], ("p1", "cotton", 2))
    counters["warrington_runcorn-2"] = ("p2", "port", 1)
    common = {"hands": {"p1": ["bury", "bolton"]}, "counters": counters, "links": LINKS, "period": "rail"}
    return scene(**{**common, **more})


@pytest.mark.rule("Brass:P.10.2.a", "Brass:P.1.3", "Brass:5.2.a")
def test_a_rivals_port_is_used_and_both_counters_flip():  # case 73
    at = mills(1)
    at.play("sell_cotton", card="bury", mill="bolton-1", to="warrington_runcorn-2")
    assert at.state.counters["bolton-1"].flipped
    assert at.state.counters["warrington_runcorn-2"].flipped
    assert at.state.income["p1"] == 15  # case 7: five spaces, level 3
    assert at.level() == 3
    assert at.state.income["p2"] == 13


@pytest.mark.rule("Brass:P.10.2.b", "Brass:P.10.3.c", "Brass:P.10.1")
def test_a_port_serves_one_mill_and_lets_others_through_to_the_distant_market():  # case 71
    at = mills(2, distant=[0])
    at.play("sell_cotton", card="bury", mill="bolton-1", to="warrington_runcorn-2")
    assert at.codes("sell_more", mill="bury-1", to="warrington_runcorn-2") == {"port_used"}
    at.play("sell_more", mill="bury-1", to="distant")
    assert at.state.counters["bury-1"].flipped
    assert at.state.income["p1"] == 10 + 5 + 5 + 3


@pytest.mark.rule("Brass:P.10.3.c")
def test_the_row_reached_adds_spaces_and_no_cash():  # cases C006 and 76
    at = mills(1, cotton=2, distant=[0], income={"p1": 15}, cash={"p1": 10})
    at.play("sell_cotton", card="bury", mill="bolton-1", to="distant")
    assert at.state.income["p1"] == 15 + 7
    assert at.state.cash["p1"] == 10


@pytest.mark.rule("Brass:P.10.3.c")
def test_no_port_is_used_up_by_the_distant_market():  # case 70
    at = mills(1, distant=[1])
    at.play("sell_cotton", card="bury", mill="bolton-1", to="distant")
    assert not at.state.counters["warrington_runcorn-2"].flipped


@pytest.mark.rule("Brass:P.10.3.b", "Brass:P.10.3.c")
def test_tiles_move_the_marker_down_until_a_sale_fails():  # case 67
    at = mills(4, distant=[2, 1, 3, 3])
    moved = []
    for number, mill in enumerate(["bolton-1", "bury-1", "manchester-1", "manchester-2"]):
        before = at.state.income["p1"]
        card = {"card": "bury"} if number == 0 else {}
        at.play("sell_more" if number else "sell_cotton", mill=mill, to="distant", **card)
        moved.append(at.state.income["p1"] - before)
    assert moved == [5 + 2, 5 + 2, 5 + 0, 0]
    assert at.state.cotton == 8
    assert [at.state.counters[mill].flipped for mill in ("manchester-1", "manchester-2")] == [True, False]
    assert at.state.turned == (2, 1, 3, 3)


@pytest.mark.rule("Brass:P.10.3.b")
def test_a_failed_sale_ends_the_action_though_a_port_is_free():  # case 68
    at = mills(2, cotton=6, distant=[4])
    at.play("sell_cotton", card="bury", mill="bolton-1", to="distant")
    assert "market_failed" in at.kinds()
    assert not at.state.counters["bolton-1"].flipped
    assert at.state.income["p1"] == 10
    assert at.state.stack[-1].actions == 1
    assert at.codes("sell_more", mill="bury-1", to="warrington_runcorn-2") == {"other_step"}


@pytest.mark.rule("Brass:P.10.3.a", "Brass:P.10.2.a")
def test_at_the_bottom_the_distant_market_is_closed_and_ports_still_work():  # case 74
    at = mills(1, cotton=8)
    assert at.codes("sell_cotton", card="bury", mill="bolton-1", to="distant") == {"market_closed"}
    assert not at.codes("sell_cotton", card="bury", mill="bolton-1", to="warrington_runcorn-2")


@pytest.mark.rule("Brass:P.10.3.a", "Brass:P.10.2.a")
def test_chains_of_links_must_lead_there():
    at = mills(1, links={"bolton--manchester": "p2"})
    assert at.codes("sell_cotton", card="bury", mill="bolton-1", to="distant") == {"no_port_access"}
    assert at.codes("sell_cotton", card="bury", mill="bolton-1", to="warrington_runcorn-2") == {"not_joined"}
    assert at.codes("sell_cotton", card="bury", mill="bolton-1", to="fleetwood-1") == {"no_port"}


@pytest.mark.rule("Brass:P.10.2.a")
def test_a_port_in_the_own_town_needs_no_link():
    counters = {"warrington_runcorn-1": ("p1", "cotton", 1), "warrington_runcorn-2": ("p2", "port", 1)}
    at = mills(counters=counters, links={})
    assert not at.codes("sell_cotton", card="bury", mill="warrington_runcorn-1", to="warrington_runcorn-2")


@pytest.mark.rule("Brass:P.10.1")
def test_only_own_mills_that_have_not_sold_yet_and_one_may_stop_at_any_time():
    at = mills(2, distant=[0, 0])
    assert at.codes("sell_cotton", card="bury", mill="oldham-1", to="distant") == {"no_mill"}
    at.play("sell_cotton", card="bury", mill="bolton-1", to="distant")
    assert at.codes("sell_more", mill="bolton-1", to="distant") == {"mill_sold"}
    at.play("stop_selling")
    assert not at.state.counters["bury-1"].flipped
    assert at.state.stack[-1].actions == 1


@pytest.mark.rule("Brass:P.10.1")
def test_where_nothing_is_left_to_sell_nobody_is_asked():
    at = mills(1, distant=[0])
    at.play("sell_cotton", card="bury", mill="bolton-1", to="distant")
    assert at.state.stack[-1].actions == 1


@pytest.mark.rule("Brass:5.2.c")
def test_income_stops_at_the_end_of_the_track():
    at = mills(1, distant=[0], income={"p1": 97})
    at.play("sell_cotton", card="bury", mill="bolton-1", to="distant")
    assert at.state.income["p1"] == 99
    assert at.level() == 30
