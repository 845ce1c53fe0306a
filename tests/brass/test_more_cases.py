"""Situations near the disputed ones: other towns, the other edition, the other end of a track."""

from __future__ import annotations

import pytest

from tests.brass.scenes import scene


@pytest.mark.rule("Brass:P.10.3.b")
def test_the_first_sale_may_fail_and_then_nothing_is_sold_and_the_action_is_over():
    at = scene(
        period="rail", cotton=7, distant=[3], hands={"p1": ["bolton", "bury"]}, links={"colne--yorkshire": "p1"},
        counters={"colne-1": ("p1", "cotton", 2), "colne-2": ("p1", "cotton", 3)},
    )  # fmt: skip
    before = at.state.income["p1"]
    at.play("sell_cotton", card="bury", mill="colne-1", to="distant")
    assert at.state.cotton == 8
    assert not at.state.counters["colne-1"].flipped
    assert at.state.income["p1"] == before
    assert at.kinds() == ["card_played", "tile_turned", "market_failed"]
    assert at.offered("sell_more") == []


@pytest.mark.rule("Brass:P.5.10.a", "Brass:P.7.1")
def test_a_shipyard_in_birkenhead_by_presence_in_liverpool_with_coal_that_comes_by_rail():
    links = {
        "birkenhead--ellesmere_port": "p2", "ellesmere_port--warrington_runcorn": "p2", "warrington_runcorn--wigan": "p2",
    }  # fmt: skip
    yard = {"space": "birkenhead-1", "industry": "shipyard", "coal": ["wigan-1"], "iron": ["bolton-3"]}
    at = scene(
        period="rail", cash={"p1": 60}, links=links, developed={"p1/shipyard": 4}, hands={"p1": ["shipyard", "bury"]},
        counters={"liverpool-1": ("p1", "port", 2), "wigan-1": ("p2", "coal", 2), "bolton-3": ("p3", "iron", 2)},
    )  # fmt: skip
    assert at.codes("build", card="shipyard", **yard) == set()


@pytest.mark.rule("Brass:P.5.9.c", "Brass:P.5.8.b")
def test_in_2018_too_a_rivals_empty_works_gives_way_when_no_iron_is_left():
    at = scene(
        period="rail", options={"edition": "2018"}, cash={"p1": 90}, developed={"p1/iron": 1}, demand={"iron": 0},
        hands={"p1": ["bolton", "bury"]}, counters={"bolton-3": ("p2", "iron", 1, -1), "bolton-1": ("p3", "coal", 2)},
    )  # fmt: skip
    rising = at.state.income["p2"]
    at.play("build", card="bolton", space="bolton-3", industry="iron", coal=["bolton-1"], iron=[])
    assert at.state.removed["p2/iron"] == (1,)
    assert at.state.counters["bolton-3"].owner == "p1"
    assert at.state.counters["bolton-3"].flipped
    assert at.state.income["p2"] == rising


@pytest.mark.rule("Brass:P.7.1", "Brass:P.6.4")
def test_the_second_rail_takes_its_coal_from_the_next_mine_when_the_first_has_emptied_the_nearest():
    at = scene(
        period="rail", cash={"p1": 60}, hands={"p1": ["bury", "bolton"]},
        counters={"bury-1": ("p1", "cotton", 2), "bolton-1": ("p2", "coal", 2, 1), "manchester-1": ("p3", "coal", 2)},
        links={"bolton--bury": "p1", "bolton--manchester": "p2"},
    )  # fmt: skip
    assert at.codes("build_link", card="bury", line="bury--rochdale", coal=["manchester-1"]) != set()
    at.play("build_link", card="bury", line="bury--rochdale", coal=["bolton-1"])
    assert at.state.counters["bolton-1"].flipped
    assert at.codes("build_second_rail", line="burnley--bury", coal=["manchester-1"]) == set()


@pytest.mark.rule("Brass:P.5.6")
@pytest.mark.parametrize(("period", "level", "reasons"), [("canal", 1, {"own_counter_in_town"}), ("rail", 2, set())])
def test_a_second_counter_in_bolton_waits_for_the_rails(period, level, reasons):
    at = scene(
        period=period, hands={"p1": ["bolton", "bury"]}, counters={"bolton-1": ("p1", "cotton", level)},
        developed={"p1/coal": 1},
    )  # fmt: skip
    assert at.codes("build", card="bolton", space="bolton-2", industry="coal", coal=[], iron=[]) == reasons


@pytest.mark.rule("Brass:P.11.2", "Brass:P.11.1")
@pytest.mark.parametrize(("space", "amounts"), [(0, ()), (1, (10,)), (2, (10, 20)), (3, (10, 20, 30))])
@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_which_loans_are_left_near_the_bottom(edition, space, amounts):
    at = scene(options={"edition": edition}, income={"p1": space}, hands={"p1": ["bolton", "bury"]})
    legal = tuple(n for n in (10, 20, 30) if not at.codes("take_loan", card="bury", amount=n))
    assert legal == amounts
