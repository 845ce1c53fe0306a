"""Coal and iron: where they must come from, what they cost, and development, which uses iron."""

from __future__ import annotations

import pytest

from tests.brass.scenes import scene

CHAIN = {"bury--manchester": "p2", "bolton--bury": "p3", "bolton--manchester": "p4", "manchester--oldham": "p4"}


def mill_at_bury(**more):
    """Somebody wants to build a cotton mill of level 2, which takes a coal, in Bury."""
    return scene(**{"hands": {"p1": ["bury", "bolton"]}, "developed": {"p1/cotton": 3}, "links": CHAIN, **more})


def build(at, *coal):
    return at.codes("build", card="bury", space="bury-1", industry="cotton", coal=list(coal))


@pytest.mark.rule("Brass:P.7.1", "Brass:P.1.3")
def test_the_nearest_mine_must_be_used_whoever_owns_it():  # case 41
    at = mill_at_bury(counters={"oldham-1": ("p1", "coal", 1), "bolton-1": ("p2", "coal", 1)})
    assert build(at, "oldham-1") == {"not_the_nearest_coal"}
    assert not build(at, "bolton-1")
    at.play("build", card="bury", space="bury-1", industry="cotton", coal=["bolton-1"])
    assert at.state.counters["bolton-1"].cubes == 1
    assert at.state.cash["p1"] == 30 - 14


@pytest.mark.rule("Brass:P.7.1")
def test_of_equally_near_mines_the_player_chooses():
    at = mill_at_bury(counters={"manchester-1": ("p1", "coal", 1), "bolton-1": ("p2", "coal", 1)})
    assert not build(at, "manchester-1")
    assert not build(at, "bolton-1")


@pytest.mark.rule("Brass:P.7.1")
def test_a_mine_in_the_town_itself_needs_no_link():  # case 56
    at = mill_at_bury(links={}, counters={"bury-2": ("p2", "coal", 1)})
    assert not build(at, "bury-2")


@pytest.mark.rule("Brass:P.7.2")
def test_nothing_is_bought_while_a_connected_mine_has_coal():  # case 43
    counters = {"oldham-1": ("p1", "coal", 1), "warrington_runcorn-2": ("p2", "port", 1)}
    at = mill_at_bury(counters=counters, links={**CHAIN, "manchester--warrington_runcorn": "p2"})
    assert build(at, "track") == {"not_the_nearest_coal"}


@pytest.mark.rule("Brass:P.7.2", "Brass:P.1.5")
def test_coal_is_bought_with_port_access_though_others_mines_lie_apart():  # cases 44 and 47
    counters = {"wigan-1": ("p1", "coal", 1), "warrington_runcorn-2": ("p2", "port", 1, -1)}
    at = mill_at_bury(counters=counters, links={**CHAIN, "manchester--warrington_runcorn": "p2"})
    assert build(at, "wigan-1") == {"coal_is_bought"}
    assert not build(at, "track")
    at.play("build", card="bury", space="bury-1", industry="cotton", coal=["track"])
    assert at.state.cash["p1"] == 30 - 14 - 1
    assert at.state.spent["p1"] == 15


@pytest.mark.rule("Brass:P.7.3", "Brass:P.1.5")
def test_without_mine_and_port_there_is_no_coal():
    at = mill_at_bury(counters={"wigan-1": ("p1", "coal", 1), "oldham-1": ("p1", "coal", 2, 0)})
    assert build(at, "track") == {"no_coal"}
    assert build(at) == {"coal_count"}


@pytest.mark.rule("Brass:P.1.5")
def test_an_external_place_is_as_good_as_a_port():
    at = mill_at_bury(
        links={"bury--rochdale": "p2", "rochdale--yorkshire": "p3"},
        period="rail",
        hands={"p1": ["bury", "wigan"]},
    )
    assert not build(at, "track")


@pytest.mark.rule("Brass:P.7.2")
def test_the_cheapest_cube_is_bought_first_and_an_empty_track_asks_five():  # case 46
    at = scene()
    rules, state = at.rules, at.state
    assert rules.cost(state, "coal", 3) == 1 + 1 + 2
    assert rules.price(state, "coal", 3) == 2
    assert rules.cost(state, "iron", 10) == 20 + 5 + 5
    assert rules.sale_prices(scene(demand={"coal": 5}).state, "coal", 4) == (2, 1, 1)


@pytest.mark.rule("Brass:5.2.a", "Brass:P.7.1")
def test_an_emptied_mine_flips_on_anybodys_turn_and_its_owner_rises_at_once():  # case 55
    at = mill_at_bury(counters={"bolton-1": ("p2", "coal", 2, 1)})
    at.play("build", card="bury", space="bury-1", industry="cotton", coal=["bolton-1"])
    assert at.state.counters["bolton-1"].flipped
    assert at.state.income["p2"] == 17  # case 8
    assert at.level("p2") == 4
    assert at.state.income["p1"] == 10


# -- iron -----------------------------------------------------------------------------------------------------------------


WORKS = {"bolton-3": ("p2", "iron", 1, 1), "rochdale-3": ("p3", "iron", 2, 1)}


def develop(at, industries, iron):
    return at.codes("develop", card="bury", industries=industries, iron=iron)


@pytest.mark.rule("Brass:P.8.1")
def test_iron_comes_from_any_works_as_the_player_likes():
    at = mill_at_bury(counters=WORKS, links={})
    assert not develop(at, ["cotton"], ["bolton-3"])
    assert not develop(at, ["cotton"], ["rochdale-3"])
    assert develop(at, ["cotton"], ["preston-3"]) == {"iron_on_the_board"}


@pytest.mark.rule("Brass:P.8.1", "Brass:P.8.2")
def test_iron_is_not_bought_while_any_works_has_some():  # case 49
    at = mill_at_bury(counters=WORKS, links={})
    assert develop(at, ["cotton"], ["track"]) == {"iron_on_the_board"}
    assert develop(at, ["cotton", "port"], ["bolton-3", "track"]) == {"iron_on_the_board"}
    assert not develop(mill_at_bury(links={}), ["cotton"], ["track"])
    assert develop(mill_at_bury(links={}), ["cotton"], ["bolton-3"]) == {"iron_is_bought"}


@pytest.mark.rule("Brass:P.8.1", "Brass:P.8.2", "Brass:P.9.1")
def test_two_developed_with_the_last_iron_on_the_board_and_one_bought():  # case 85
    at = mill_at_bury(counters={"bolton-3": ("p2", "iron", 1, 1)}, links={})
    at.play("develop", card="bury", industries=["cotton", "coal"], iron=["bolton-3", "track"])
    assert [kind for kind in at.kinds() if kind in ("cube_used", "flipped", "cube_bought", "developed")] == [
        "cube_used", "flipped", "cube_bought", "developed", "developed",
    ]  # fmt: skip
    assert at.state.cash["p1"] == 29
    assert at.state.income["p2"] == 13
    assert at.state.removed["p1/cotton"] == (1, 1, 1, 2)


@pytest.mark.rule("Brass:P.9.1")
def test_one_or_two_counters_of_any_kind_are_developed():
    at = mill_at_bury(links={}, developed={"p1/iron": 3})
    assert not develop(at, ["shipyard", "shipyard"], ["track", "track"])
    assert not develop(at, ["iron"], ["track"])
    assert develop(at, ["iron", "iron"], ["track", "track"]) == {"no_counter_left"}
    assert develop(at, [], []) == {"wrong_count"}
    assert develop(at, ["coal"] * 3, ["track"] * 3) == {"wrong_count"}
    assert develop(at, ["coal", "coal"], ["track"]) == {"iron_count"}


@pytest.mark.rule("Brass:P.8.2")
def test_iron_that_is_bought_must_be_paid():
    at = mill_at_bury(links={}, demand={"iron": 0}, cash={"p1": 9})
    assert not develop(at, ["coal"], ["track"])
    assert develop(at, ["coal", "coal"], ["track", "track"]) == {"not_enough_money"}
