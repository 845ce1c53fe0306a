"""Building industries: cards, spaces, counters, building over."""

from __future__ import annotations

import pytest

from tests.brass.scenes import scene

TRACK = ["track"]


def hand(*cards: str) -> dict[str, list[str]]:
    return {"p1": [*cards, *["stockport"] * (2 - len(cards))]}


# -- cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Brass:P.5.2.a", "Brass:5.3.f")
def test_a_town_card_allows_any_industry_there_without_a_network():  # case 22
    at = scene(hands=hand("bolton"), cash={"p1": 40})
    assert not at.codes("build", card="bolton", space="bolton-1", industry="cotton")
    assert not at.codes("build", card="bolton", space="bolton-2", industry="coal")
    assert at.codes("build", card="bolton", space="bolton-3", industry="iron", coal=TRACK) == {"no_coal"}
    assert at.codes("build", card="bolton", space="bury-1", industry="cotton") == {"wrong_card"}
    at.play("build", card="bolton", space="bolton-1", industry="cotton")
    assert at.state.counters["bolton-1"].owner == "p1"
    assert at.state.cash["p1"] == 28


@pytest.mark.rule("Brass:P.5.2.b", "Brass:P.1.4")
def test_an_industry_card_serves_where_an_own_canal_ends():  # case 23
    at = scene(
        hands=hand("cotton"), links={"manchester--stockport": "p1"}, counters={"manchester-1": ("p1", "coal", 1)}
    )
    assert not at.codes("build", card="cotton", space="stockport-1", industry="cotton")
    assert at.codes("build", card="cotton", space="bury-1", industry="cotton") == {"not_in_network"}
    assert at.codes("build", card="cotton", space="stockport-1", industry="coal") == {"wrong_card", "wrong_industry"}


@pytest.mark.rule("Brass:P.1.4")
def test_rivals_links_do_not_extend_a_network():
    at = scene(
        hands=hand("cotton"), links={"manchester--stockport": "p2"}, counters={"manchester-1": ("p1", "coal", 1)}
    )
    assert at.codes("build", card="cotton", space="stockport-1", industry="cotton") == {"not_in_network"}


@pytest.mark.rule("Brass:P.5.2.c")
def test_with_nothing_on_the_board_an_industry_card_serves_anywhere():  # case 25
    at = scene(
        hands=hand("cotton"), links={"manchester--stockport": "p2"}, counters={"manchester-1": ("p2", "coal", 1)}
    )
    assert not at.codes("build", card="cotton", space="bury-1", industry="cotton")
    assert not at.codes("build", card="cotton", space="colne-2", industry="cotton")


@pytest.mark.rule("Brass:P.5.2.c")
def test_so_it_is_when_all_own_counters_left_with_the_canal_period():  # case 26
    at = scene(period="rail", number=1, hands=hand("port"), developed={"p1/port": 2})
    assert not at.codes("build", card="port", space="fleetwood-1", industry="port")


@pytest.mark.rule("Brass:P.5.2.c")
def test_whether_links_alone_count_as_something_is_an_option():
    links = {"manchester--stockport": "p1"}
    common = {"hands": hand("cotton"), "links": links}
    at = scene(**common)
    assert at.codes("build", card="cotton", space="bury-1", industry="cotton") == {"not_in_network"}
    at = scene(**common, options={"empty_board": "no_counters"})
    assert not at.codes("build", card="cotton", space="bury-1", industry="cotton")


@pytest.mark.rule("Brass:P.5.2.d", "Brass:5.3.d", "Brass:5.3.i")
def test_two_cards_serve_as_one_of_any_town():
    at = scene(hands={"p1": ["barrow", "wigan", "wigan"]})
    assert not at.codes("build", card="barrow", second_card="wigan", space="bury-1", industry="cotton")
    assert not at.codes("build", card="wigan", second_card="wigan", space="bury-1", industry="cotton")
    assert at.codes("build", card="barrow", second_card="barrow", space="bury-1", industry="cotton") == {"not_in_hand"}
    at.play("build", card="wigan", second_card="barrow", space="bury-1", industry="cotton")
    assert at.state.hands["p1"] == ("wigan",)
    assert at.state.stack[-1].player == "p2"


@pytest.mark.rule("Brass:P.5.2.d", "Brass:5.3.c")
def test_two_cards_as_one_take_both_actions_of_a_turn():  # case 34
    at = scene(actions=1, hands={"p1": ["barrow", "wigan", "wigan"]})
    assert at.codes("build", card="barrow", second_card="wigan", space="bury-1", industry="cotton") == {
        "one_action_left"
    }
    assert at.cited("build", card="barrow", second_card="wigan", space="bury-1", industry="cotton") == {"P.5.2.d"}


@pytest.mark.rule("Brass:P.5.2.d", "Brass:P.7.3")
def test_all_else_still_holds_for_two_cards_as_one():  # case 35
    at = scene(hands={"p1": ["barrow", "wigan"]}, developed={"p1/cotton": 3})
    where = {"card": "barrow", "second_card": "wigan", "space": "manchester-1", "industry": "cotton", "coal": TRACK}
    assert at.codes("build", **where) == {"no_coal"}


@pytest.mark.rule("Brass:P.5.3")
def test_an_industry_card_in_an_own_town_without_canals_is_an_option():
    common = {
        "hands": hand("port"), "counters": {"preston-1": ("p1", "port", 1), "wigan-1": ("p1", "coal", 1)},
        "developed": {"p1/port": 1}, "links": {"bolton--manchester": "p1"},
    }  # fmt: skip
    over = {"card": "port", "space": "preston-1", "industry": "port"}
    assert not scene(**common).codes("build", **over)
    strict = scene(**common, options={"industry_card_over_own": "off"})
    assert strict.codes("build", **over) == {"not_in_network"}
    linked = {**common, "links": {"lancaster--preston": "p1"}}
    assert not scene(**linked, options={"industry_card_over_own": "off"}).codes("build", **over)


@pytest.mark.rule("Brass:5.3.b")
def test_a_card_that_is_not_in_hand_serves_nobody():
    at = scene(hands=hand("bolton"))
    assert at.codes("build", card="wigan", space="wigan-1", industry="coal") == {"not_in_hand"}
    assert at.codes("pass", card="wigan") == {"not_in_hand"}


# -- virtual link ---------------------------------------------------------------------------------------------------------


RAILS = {"birkenhead--ellesmere_port": "p2", "liverpool--wigan": "p2"}


def near_the_mersey(**more: object):
    counters = {"liverpool-1": ("p1", "port", 2), "ellesmere_port-1": ("p2", "port", 2), "bolton-3": ("p2", "iron", 2)}
    common = {
        "period": "rail", "hands": hand("shipyard"), "counters": counters, "links": RAILS, "cash": {"p1": 60},
        "developed": {"p1/shipyard": 4},
    }  # fmt: skip
    return scene(**{**common, **more})


def built_at_birkenhead(at, **values):
    where = {"card": "shipyard", "space": "birkenhead-1", "industry": "shipyard", "coal": TRACK, "iron": ["bolton-3"]}
    return at.codes("build", **{**where, **values})


@pytest.mark.rule("Brass:P.5.10.a")
def test_presence_in_liverpool_lets_an_industry_card_serve_in_birkenhead():
    assert not built_at_birkenhead(near_the_mersey())


@pytest.mark.rule("Brass:P.5.10.a")
def test_and_the_other_way_round_unless_it_is_one_way():
    counters = {"birkenhead-1": ("p1", "shipyard", 2), "bolton-3": ("p2", "iron", 2)}
    common = {"counters": counters, "hands": hand("port"), "developed": {"p1/port": 2}}
    where = {"card": "port", "space": "liverpool-1", "industry": "port"}
    assert not near_the_mersey(**common).codes("build", **where)
    one_way = near_the_mersey(**common, options={"virtual_link": "one_way"})
    assert one_way.codes("build", **where) == {"not_in_network"}
    assert not built_at_birkenhead(near_the_mersey(options={"virtual_link": "one_way"}))


@pytest.mark.rule("Brass:P.5.10.a")
def test_2018_has_it_as_a_classic_rule_only():
    assert built_at_birkenhead(near_the_mersey(options={"edition": "2018"})) == {"not_in_network"}
    assert not built_at_birkenhead(near_the_mersey(options={"edition": "2018", "virtual_link": "both"}))


@pytest.mark.rule("Brass:P.5.10.b")
def test_no_coal_crosses_the_mersey():  # case 37
    counters = {"liverpool-1": ("p1", "port", 2), "wigan-1": ("p2", "coal", 2), "bolton-3": ("p2", "iron", 2)}
    at = near_the_mersey(counters=counters, links={"liverpool--wigan": "p2"})
    assert built_at_birkenhead(at, coal=["wigan-1"]) == {"no_coal"}
    assert built_at_birkenhead(at) == {"no_coal"}


@pytest.mark.rule("Brass:P.5.10.b", "Brass:P.6.3")
def test_no_link_starts_across_the_mersey():  # case 38
    at = near_the_mersey(links={"liverpool--wigan": "p1"}, hands=hand("wigan"))
    assert at.codes("build_link", card="wigan", line="birkenhead--ellesmere_port", coal=TRACK) == {"not_in_network"}


# -- spaces ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Brass:P.5.4.a")
def test_a_space_takes_what_it_shows():
    at = scene(hands=hand("manchester"))
    assert at.codes("build", card="manchester", space="manchester-4", industry="cotton") == {"wrong_industry"}


@pytest.mark.rule("Brass:P.5.4.b")
def test_which_free_space_of_a_town_comes_first():  # case 40
    common = {"hands": hand("lancaster")}
    mixed = {"card": "lancaster", "space": "lancaster-2", "industry": "port"}
    alone = {"card": "lancaster", "space": "lancaster-1", "industry": "port"}
    assert not scene(**common).codes("build", **mixed)
    for options in ({"edition": "2018"}, {"spaces": "single_first"}, {"spaces": "printed_order"}):
        at = scene(**common, options=options)
        assert at.codes("build", **mixed) == {"other_space_first"}
        assert not at.codes("build", **alone)
    taken = scene(**common, counters={"lancaster-1": ("p2", "port", 1)}, options={"edition": "2018"})
    assert not taken.codes("build", **mixed)


@pytest.mark.rule("Brass:P.5.6")
def test_one_counter_in_a_town_in_the_canal_period():
    counters = {"bolton-1": ("p1", "cotton", 1)}
    at = scene(hands=hand("bolton"), counters=counters)
    assert at.codes("build", card="bolton", space="bolton-2", industry="coal") == {"own_counter_in_town"}
    rails = scene(
        period="rail", hands=hand("bolton"), counters={"bolton-1": ("p1", "cotton", 2)}, developed={"p1/coal": 1}
    )
    assert not rails.codes("build", card="bolton", space="bolton-2", industry="coal")  # case 28


@pytest.mark.rule("Brass:P.5.6")
def test_others_may_be_in_that_town():  # case 29
    at = scene(hands=hand("bolton"), counters={"bolton-1": ("p2", "coal", 1)})
    assert not at.codes("build", card="bolton", space="bolton-2", industry="cotton")


# -- counters and periods -------------------------------------------------------------------------------------------------


@pytest.mark.rule("Brass:P.5.5.a")
def test_level_1_is_of_the_canal_period():
    at = scene(period="rail", hands=hand("bolton"))
    assert at.codes("build", card="bolton", space="bolton-1", industry="cotton") == {"canal_only"}


@pytest.mark.rule("Brass:P.5.5.b", "Brass:P.5.5.c")
def test_shipyards_of_level_0_never_and_of_level_2_by_rail():
    counters = {"wigan-1": ("p2", "coal", 1), "bolton-3": ("p2", "iron", 1)}
    links = {"liverpool--wigan": "p2"}
    where = {
        "card": "liverpool",
        "space": "liverpool-3",
        "industry": "shipyard",
        "coal": ["wigan-1"],
        "iron": ["bolton-3"],
    }
    common = {"hands": hand("liverpool"), "counters": counters, "links": links, "cash": {"p1": 60}}
    assert "never_built" in scene(**common).codes("build", **{**where, "coal": [], "iron": []})
    assert not scene(**common, developed={"p1/shipyard": 2}).codes("build", **where)
    assert scene(**common, developed={"p1/shipyard": 4}).codes("build", **where) == {"rail_only"}


@pytest.mark.rule("Brass:P.5.11", "Brass:P.7.3")
def test_nothing_is_built_in_barrow_and_birkenhead_in_the_canal_period():  # cases 31 and 32
    at = scene(
        hands=hand("barrow", "birkenhead"), developed={"p1/shipyard": 2}, cash={"p1": 90},
        counters={"wigan-1": ("p2", "coal", 1), "liverpool-1": ("p1", "port", 1), "bolton-3": ("p2", "iron", 1)},
        links={"liverpool--wigan": "p1"},
    )  # fmt: skip
    built = [action for action in at.offered("build") if action.second_card is None]
    assert not built
    both = [action for action in at.offered("build") if action.space.startswith(("barrow", "birkenhead"))]
    assert not both
    where = {
        "card": "birkenhead",
        "space": "birkenhead-1",
        "industry": "shipyard",
        "coal": ["wigan-1"],
        "iron": ["bolton-3"],
    }
    assert at.codes("build", **where) == {"no_coal"}
    assert not at.codes("pass", card="barrow")


@pytest.mark.rule("Brass:2.b")
def test_counters_come_from_the_top_of_the_stack_until_it_is_used_up():
    at = scene(hands=hand("bolton"), developed={"p1/iron": 4}, counters={"bolton-1": ("p2", "coal", 1)})
    assert at.codes("build", card="bolton", space="bolton-3", industry="iron", coal=["bolton-1"]) == {"no_counter_left"}
    at = scene(hands=hand("bolton"), developed={"p1/coal": 2}, cash={"p1": 30})
    at.play("build", card="bolton", space="bolton-1", industry="coal")
    assert at.state.counters["bolton-1"].level == 2
    assert at.state.stacks["p1/coal"] == (3, 3, 4, 4)


@pytest.mark.rule("Brass:P.5.1")
def test_money_must_be_there_for_everything():
    at = scene(hands=hand("bolton"), cash={"p1": 11})
    assert at.codes("build", card="bolton", space="bolton-1", industry="cotton") == {"not_enough_money"}
    links = {"liverpool--wigan": "p2", "bolton--manchester": "p2"}
    at = scene(
        hands=hand("wigan"), cash={"p1": 8}, counters={"liverpool-1": ("p2", "port", 1)}, links=links,
        developed={"p1/coal": 3},
    )  # fmt: skip
    assert at.codes("build", card="wigan", space="wigan-1", industry="coal", iron=TRACK) == {"not_enough_money"}


# -- what new counters do -------------------------------------------------------------------------------------------------


@pytest.mark.rule("Brass:P.5.8.a", "Brass:P.5.8.e", "Brass:P.1.5")
def test_a_mine_without_port_access_keeps_its_cubes_also_when_a_port_is_joined_later():  # case 52
    at = scene(
        hands={"p1": ["wigan", "wigan"]}, developed={"p1/coal": 3}, counters={"bolton-3": ("p2", "iron", 1)},
        demand={"coal": 4}, links={"preston--wigan": "p1"},
    )  # fmt: skip
    at.play("build", card="wigan", space="wigan-1", industry="coal", iron=["bolton-3"])
    assert at.state.counters["wigan-1"].cubes == 4
    assert at.state.demand["coal"] == 4
    at.play("build_link", card="wigan", line="liverpool--wigan")
    assert (at.state.counters["wigan-1"].cubes, at.state.demand["coal"]) == (4, 4)


@pytest.mark.rule("Brass:P.5.8.a", "Brass:P.5.8.c")
def test_a_mine_with_access_must_move_what_fits():  # case 53
    at = scene(
        hands=hand("wigan"), developed={"p1/coal": 3}, demand={"coal": 6}, links={"liverpool--wigan": "p2"},
        counters={"liverpool-1": ("p2", "port", 1), "bolton-3": ("p2", "iron", 1)},
    )  # fmt: skip
    at.play("build", card="wigan", space="wigan-1", industry="coal", iron=["bolton-3"])
    assert at.told("cubes_sold")[0]["prices"] == [1, 1]
    assert at.state.cash["p1"] == 30 - 8 + 2
    assert at.state.counters["wigan-1"].cubes == 2
    assert not at.state.counters["wigan-1"].flipped


@pytest.mark.rule("Brass:P.5.8.b", "Brass:P.5.8.c", "Brass:5.2.a")
def test_an_iron_works_sells_dearest_space_first_and_flips_when_it_is_empty():  # case 50
    at = scene(
        hands=hand("bolton"), developed={"p1/iron": 1}, demand={"iron": 4}, counters={"bolton-1": ("p2", "coal", 1)},
    )  # fmt: skip
    at.play("build", card="bolton", space="bolton-3", industry="iron", coal=["bolton-1"])
    assert at.told("cubes_sold")[0]["prices"] == [2, 2, 1, 1]
    assert at.state.cash["p1"] == 30 - 7 + 6
    assert at.state.counters["bolton-3"].flipped
    assert at.state.income["p1"] == 13
    assert at.state.demand["iron"] == 8


@pytest.mark.rule("Brass:P.5.7")
def test_what_a_counter_sells_does_not_help_to_pay_for_it():
    common = {
        "hands": hand("bolton"), "developed": {"p1/iron": 1}, "demand": {"iron": 4}, "cash": {"p1": 5},
        "counters": {"bolton-1": ("p2", "coal", 1)},
    }  # fmt: skip
    where = {"card": "bolton", "space": "bolton-3", "industry": "iron", "coal": ["bolton-1"]}
    assert scene(**common).codes("build", **where) == {"not_enough_money"}
    at = scene(**common, options={"sale_helps_to_pay": "on"})
    assert not at.codes("build", **where)
    at.play("build", **where)
    assert at.state.cash["p1"] == 4


@pytest.mark.rule("Brass:P.5.8.d")
def test_a_shipyard_flips_at_once():
    at = scene(
        hands=hand("liverpool"), developed={"p1/shipyard": 2}, cash={"p1": 20}, links={"liverpool--wigan": "p2"},
        counters={"wigan-1": ("p2", "coal", 1), "bolton-3": ("p2", "iron", 1)},
    )  # fmt: skip
    at.play("build", card="liverpool", space="liverpool-3", industry="shipyard", coal=["wigan-1"], iron=["bolton-3"])
    assert at.state.counters["liverpool-3"].flipped
    assert at.state.income["p1"] == 12
    at = scene(hands=hand("bolton"))
    at.play("build", card="bolton", space="bolton-1", industry="cotton")
    assert not at.state.counters["bolton-1"].flipped


@pytest.mark.rule("Brass:P.5.8.f")
def test_whether_cubes_run_out_is_an_option():
    counters = {
        f"{town}-1": ("p2", "coal", level) for town, level in (("wigan", 4), ("bolton", 4), ("bury", 3), ("oldham", 3))
    }
    common = {
        "hands": hand("rochdale"), "counters": {**counters, "burnley-1": ("p3", "coal", 4)},
    }  # fmt: skip
    where = {"card": "rochdale", "space": "rochdale-1", "industry": "coal"}
    at = scene(**common, options={"edition": "2018"})
    assert at.state.stock["coal"] < 0
    assert not at.codes("build", **where)
    assert scene(**common, options={"edition": "2018", "cube_limit": "on"}).codes("build", **where) == {"too_few_cubes"}


# -- building over --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Brass:P.5.9.a", "Brass:P.5.9.b")
def test_a_higher_level_of_the_same_industry_goes_over_an_own_counter():  # case 77
    at = scene(
        hands=hand("bolton"), developed={"p1/cotton": 5}, cash={"p1": 40}, income={"p1": 15},
        counters={"bolton-1": ("p1", "cotton", 1, -1), "bolton-2": ("p2", "coal", 1), "wigan-1": ("p2", "coal", 2),
                  "rochdale-3": ("p2", "iron", 1)},
    )  # fmt: skip
    at.play("build", card="bolton", space="bolton-1", industry="cotton", coal=["bolton-2"], iron=["rochdale-3"])
    assert at.state.counters["bolton-1"].level == 3
    assert at.state.removed["p1/cotton"][-1] == 1
    assert at.state.income["p1"] == 15


@pytest.mark.rule("Brass:P.5.9.b")
def test_cubes_on_the_counter_that_goes_are_not_sold():
    at = scene(
        hands=hand("bolton"), counters={"bolton-1": ("p1", "coal", 1)}, demand={"coal": 4},
        links={"bolton--manchester": "p1", "manchester--warrington_runcorn": "p1"},
    )  # fmt: skip
    stock = at.state.stock["coal"]
    at.play("build", card="bolton", space="bolton-1", industry="coal")
    assert at.state.stock["coal"] == stock + 2 - 3
    assert at.state.demand["coal"] == 4
    assert at.state.cash["p1"] == 23


@pytest.mark.rule("Brass:P.5.9.a")
def test_not_another_industry_and_not_the_same_level():  # cases 79 and 83
    at = scene(hands=hand("bolton"), counters={"bolton-1": ("p1", "coal", 1)})
    assert at.codes("build", card="bolton", space="bolton-1", industry="cotton") == {"other_industry"}
    same = scene(
        hands=hand("bolton"), developed={"p1/cotton": 2},
        counters={"bolton-1": ("p1", "cotton", 2), "bolton-2": ("p2", "coal", 1)},
    )  # fmt: skip
    assert same.state.stacks["p1/cotton"][0] == 1
    assert same.codes("build", card="bolton", space="bolton-1", industry="cotton") == {"not_higher"}


RIVAL = {"bolton-3": ("p2", "iron", 1, 0), "bolton-1": ("p3", "coal", 1)}
OVER = {"card": "bolton", "space": "bolton-3", "industry": "iron", "coal": ["bolton-1"]}


@pytest.mark.rule("Brass:P.5.9.c")
def test_a_rivals_works_only_when_no_iron_is_left_anywhere():  # case 80
    common = {"hands": hand("bolton"), "developed": {"p1/iron": 1}}
    assert scene(**common, counters=RIVAL, demand={"iron": 1}).codes("build", **OVER) == {"cubes_left"}
    elsewhere = {**RIVAL, "rochdale-3": ("p4", "iron", 1, 1)}
    assert scene(**common, counters=elsewhere, demand={"iron": 0}).codes("build", **OVER) == {"cubes_left"}
    at = scene(**common, counters=RIVAL, demand={"iron": 0}, income={"p2": 13})
    assert not at.codes("build", **OVER)
    at.play("build", **OVER)
    assert at.state.counters["bolton-3"].owner == "p1"
    assert at.state.removed["p2/iron"] == (1,)
    assert at.state.income["p2"] == 13
    lax = scene(**common, counters=elsewhere, demand={"iron": 1}, options={"takeover": "empty_counter"})
    assert not lax.codes("build", **OVER)


@pytest.mark.rule("Brass:P.5.9.c")
def test_a_rivals_mine_likewise():
    common = {"hands": hand("wigan"), "developed": {"p1/coal": 1}, "counters": {"wigan-1": ("p2", "coal", 1, 0)}}
    where = {"card": "wigan", "space": "wigan-1", "industry": "coal"}
    assert scene(**common, demand={"coal": 1}).codes("build", **where) == {"cubes_left"}
    assert not scene(**common, demand={"coal": 0}).codes("build", **where)


@pytest.mark.rule("Brass:P.5.9.c")
def test_never_a_rivals_port_or_mill():  # case 82
    at = scene(hands=hand("preston"), developed={"p1/port": 2}, counters={"preston-1": ("p2", "port", 1, -1)})
    assert at.codes("build", card="preston", space="preston-1", industry="port") == {"rivals_counter"}
    at = scene(
        hands=hand("bury"), developed={"p1/cotton": 3}, counters={"bury-1": ("p2", "cotton", 1), "bury-2": ("p3", "coal", 1)},
    )  # fmt: skip
    assert at.codes("build", card="bury", space="bury-1", industry="cotton", coal=["bury-2"]) == {"rivals_counter"}


@pytest.mark.rule("Brass:P.5.9.e")
def test_building_over_a_rival_does_not_lift_the_limit_of_a_town():
    common = {
        "hands": hand("bolton"), "developed": {"p1/iron": 1}, "demand": {"iron": 0},
        "counters": {**RIVAL, "bolton-2": ("p1", "cotton", 1)},
    }  # fmt: skip
    assert scene(**common).codes("build", **OVER) == {"own_counter_in_town"}
    assert not scene(**common, options={"takeover_in_own_town": "on"}).codes("build", **OVER)
