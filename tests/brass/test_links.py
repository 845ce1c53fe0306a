"""Canals and rails."""

from __future__ import annotations

import pytest

from tests.brass.scenes import rules_for, scene

MINES = {"wigan-1": ("p2", "coal", 2), "wigan-2": ("p3", "coal", 2)}


def rails(**more):
    common = {
        "period": "rail",
        "hands": {"p1": ["bury", "bolton"]},
        "counters": MINES,
        "links": {"preston--wigan": "p1"},
    }
    return scene(**{**common, **more})


@pytest.mark.rule("Brass:P.6.1", "Brass:P.6.3")
def test_a_canal_costs_three_pounds_and_touches_the_own_network():
    at = scene(counters={"bolton-1": ("p1", "coal", 1)}, hands={"p1": ["bury", "bolton"]})
    assert at.codes("build_link", card="bury", line="bury--manchester") == {"not_in_network"}
    at.play("build_link", card="bury", line="bolton--manchester")
    assert at.state.cash["p1"] == 27
    assert at.state.links["bolton--manchester"] == "p1"
    assert not at.codes("build_link", card="bolton", line="bury--manchester")


@pytest.mark.rule("Brass:P.6.1")
def test_a_canal_action_builds_one_canal():  # case 62
    at = scene(counters={"bolton-1": ("p1", "coal", 1)}, hands={"p1": ["bury", "bolton"]})
    at.play("build_link", card="bury", line="bolton--manchester")
    assert at.codes("build_second_rail", line="bury--manchester") == {"other_step"}
    at.play("build_link", card="bolton", line="bury--manchester")
    assert at.state.cash["p1"] == 24


@pytest.mark.rule("Brass:P.6.1")
def test_two_rails_are_one_action_for_fifteen_pounds_and_two_coal():
    at = rails()
    at.play("build_link", card="bury", line="bolton--wigan", coal=["wigan-1"])
    assert at.state.cash["p1"] == 25
    at.play("build_second_rail", line="liverpool--wigan", coal=["wigan-2"])
    assert at.state.cash["p1"] == 15
    assert at.state.hands["p1"] == ("bolton",)
    assert at.state.stack[-1].actions == 1


@pytest.mark.rule("Brass:P.6.1")
def test_a_second_rail_is_no_duty_and_not_offered_to_whoever_cannot_pay():
    at = rails()
    at.play("build_link", card="bury", line="bolton--wigan", coal=["wigan-1"])
    assert at.codes("build_link", card="bolton", line="liverpool--wigan", coal=["wigan-2"]) == {"other_step"}
    at.play("stop_building")
    assert at.state.stack[-1].actions == 1
    poor = rails(cash={"p1": 14})
    poor.play("build_link", card="bury", line="bolton--wigan", coal=["wigan-1"])
    assert poor.state.stack[-1].actions == 1


@pytest.mark.rule("Brass:P.6.3", "Brass:P.6.4")
def test_the_second_rail_may_touch_only_the_first_and_get_its_coal_over_it():  # cases 58 and 59
    at = rails()
    at.play("build_link", card="bury", line="bolton--wigan", coal=["wigan-1"])
    assert not at.codes("build_second_rail", line="bolton--bury", coal=["wigan-1"])
    assert not at.codes("build_second_rail", line="bolton--bury", coal=["wigan-2"])
    assert at.codes("build_second_rail", line="manchester--oldham", coal=["track"]) == {"not_in_network", "no_coal"}
    at.play("build_second_rail", line="bolton--bury", coal=["wigan-2"])
    assert at.state.links["bolton--bury"] == "p1"


@pytest.mark.rule("Brass:P.6.4")
def test_coal_may_reach_either_end_of_a_rail():  # case 61
    at = rails(links={"bolton--manchester": "p1"})
    assert not at.codes("build_link", card="bury", line="bolton--wigan", coal=["wigan-1"])
    assert at.codes("build_link", card="bury", line="bolton--bury", coal=["wigan-1"]) == {"no_coal"}


@pytest.mark.rule("Brass:P.6.4", "Brass:P.7.1")
def test_the_nearer_of_both_ends_decides_where_coal_comes_from():
    counters = {"wigan-1": ("p2", "coal", 2), "manchester-1": ("p3", "coal", 2)}
    at = rails(links={"preston--wigan": "p1", "bolton--manchester": "p2"}, counters=counters)
    line = {"card": "bury", "line": "bolton--wigan"}
    assert not at.codes("build_link", **line, coal=["wigan-1"])
    assert at.codes("build_link", **line, coal=["manchester-1"]) == {"not_the_nearest_coal"}


@pytest.mark.rule("Brass:P.6.2")
def test_a_line_takes_what_it_shows_and_one_link():
    at = scene(
        counters={"bolton-1": ("p1", "coal", 1)}, links={"bolton--manchester": "p2"}, hands={"p1": ["bury", "bolton"]}
    )
    assert at.codes("build_link", card="bury", line="bolton--wigan") == {"wrong_period"}
    assert at.codes("build_link", card="bury", line="bolton--manchester") == {"line_taken"}
    by_rail = rails(counters={**MINES, "liverpool-1": ("p1", "port", 2)})
    line = {"card": "bury", "line": "ellesmere_port--liverpool", "coal": ["track"]}
    assert by_rail.codes("build_link", **line) == {"wrong_period"}


@pytest.mark.rule("Brass:P.6.6", "Brass:P.6.2")
def test_the_lines_of_the_board():
    lines = rules_for().board.lines.values()
    assert len(lines) == 36
    assert [line.id for line in lines if not line.rail] == ["ellesmere_port--liverpool"]
    assert sum(not line.canal for line in lines) == 13
    assert sum(line.canal and line.rail for line in lines) == 22


@pytest.mark.rule("Brass:P.6.2", "Brass:P.15.1")
def test_lancaster_scotland_takes_canals_on_the_map_of_2009_only():  # case 64
    counters = {"lancaster-1": ("p1", "port", 1)}
    line = {"card": "preston", "line": "lancaster--scotland"}
    hands = {"p1": ["preston", "preston"]}
    assert scene(counters=counters, hands=hands).codes("build_link", **line) == {"wrong_period"}
    unofficial = scene(2, counters=counters, hands=hands, options={"edition": "2009"})
    assert not unofficial.codes("build_link", **line)


@pytest.mark.rule("Brass:P.1.2", "Brass:P.6.1")
def test_a_waypoint_ends_a_link_of_the_ordinary_price():  # case 65
    at = rails(counters={"ellesmere_port-1": ("p1", "port", 2)}, links={"birkenhead--ellesmere_port": "p2"})
    at.play("build_link", card="bury", line="ellesmere_port--northwich", coal=["track"])
    assert at.state.cash["p1"] == 30 - 5 - 1
    assert "northwich--the_midlands" not in at.state.links
    assert not at.codes("build_second_rail", line="northwich--the_midlands", coal=["track"])


@pytest.mark.rule("Brass:P.6.5")
def test_without_anything_on_the_board_no_link_is_built():
    at = scene(hands={"p1": ["bury", "bolton"]})
    assert at.codes("build_link", card="bury", line="bolton--manchester") == {"not_in_network"}
    assert at.cited("build_link", card="bury", line="bolton--manchester") == {"P.6.5"}
    anywhere = scene(hands={"p1": ["bury", "bolton"]}, options={"link_without_network": "on"})
    assert not anywhere.codes("build_link", card="bury", line="bolton--manchester")


@pytest.mark.rule("Brass:P.6.7", "Brass:1.b")
def test_fourteen_links_are_all():
    lines = [line.id for line in rules_for().board.lines.values() if line.rail][:15]
    at = rails(links=dict.fromkeys(lines[:14], "p1"))
    assert at.codes("build_link", card="bury", line=lines[14], coal=["track"]) >= {"no_link_left"}
    assert not at.offered("build_link")
    thirteen = rails(links=dict.fromkeys(lines[:13], "p1"), cash={"p1": 60})
    action = thirteen.offered("build_link")[0]
    thirteen.play("build_link", card="bury", line=action.line, coal=list(action.coal))
    assert thirteen.state.stack[-1].actions == 1
    assert not thirteen.offered("build_link")
