"""Points, line by line, and who wins."""

from __future__ import annotations

import pytest

from tests.brass.scenes import Scene, scene
from towpath.brass.scoring import ranking


def last_card(period: str = "rail", **more) -> Scene:
    """The last card of a period is played."""
    common = {
        "period": period,
        "number": 8,
        "actions": 1,
        "waiting": (),
        "hand_size": 0,
        "deck": 0,
        "hands": {"p1": ["bury"]},
    }
    at = scene(**{**common, **more})
    at.play("pass", card="bury")
    return at


@pytest.mark.rule("Brass:6.a", "Brass:6.b")
def test_a_link_scores_the_circles_at_both_ends():  # case 86
    counters = {
        "manchester-1": ("p1", "cotton", 2, -1), "manchester-2": ("p2", "coal", 2, -1), "manchester-4": ("p3", "iron", 2, -1),
        "stockport-1": ("p4", "cotton", 2, -1), "stockport-2": ("p2", "cotton", 2),
    }  # fmt: skip
    at = last_card(counters=counters, links={"manchester--stockport": "p4"})
    line = next(each for each in at.told("scored") if each["source"] == "link")
    assert line == {
        "seat": "p4", "source": "link", "what": "manchester--stockport", "points": 4,
        "circles": {"manchester": 3, "stockport": 1},
    }  # fmt: skip


@pytest.mark.rule("Brass:6.c")
@pytest.mark.parametrize(
    ("line", "points"),
    [("lancaster--scotland", 2), ("blackpool--preston", 2), ("southport--wigan", 2), ("northwich--the_midlands", 4),
     ("colne--yorkshire", 2)],
)  # fmt: skip
def test_printed_circles(line, points):
    at = last_card(links={line: "p2"}, cash=dict.fromkeys(("p1", "p2", "p3", "p4"), 0))
    assert at.state.points["p2"] == points


@pytest.mark.rule("Brass:6.d")
def test_only_flipped_counters_score_what_they_show():
    counters = {
        "manchester-1": ("p1", "cotton", 4, -1), "liverpool-3": ("p1", "shipyard", 2, -1), "preston-1": ("p1", "port", 4),
        "wigan-1": ("p2", "coal", 4, 1),
    }  # fmt: skip
    at = last_card(counters=counters, cash={"p1": 0, "p2": 0})
    assert at.state.points["p1"] == 12 + 18
    assert at.state.points["p2"] == 0


@pytest.mark.rule("Brass:6.e")
def test_cash_scores_at_the_end_of_the_rail_period_only():  # case 92
    assert last_card("canal", cash={"p2": 39}).state.points["p2"] == 0
    assert last_card(cash={"p2": 39}).state.points["p2"] == 3


@pytest.mark.rule("Brass:3.a", "Brass:8.a")
def test_the_game_is_over_after_the_rail_period_and_most_points_win():
    at = last_card(points={"p3": 9})
    assert at.state.finished == "played_out"
    assert at.told("game_over")[0]["ranking"][0] == ["p3"]
    assert at.rules.scores(at.state) == dict(at.state.points.items())
    assert at.engine.actors(at.state) == ()


@pytest.mark.rule("Brass:8.b")
def test_income_breaks_ties():  # case C048
    at = last_card(points={"p1": 118, "p2": 119}, cash={"p1": 27, "p2": 19}, income={"p1": 34, "p2": 31})
    assert (at.state.points["p1"], at.state.points["p2"]) == (120, 120)
    assert at.told("game_over")[0]["ranking"][:2] == [["p1"], ["p2"]]


@pytest.mark.rule("Brass:8.c", "Brass:P.13.2.a")
def test_then_cash_as_the_level_counts_and_not_its_space():  # case 94
    common = {"points": {"p1": 100, "p2": 100}, "cash": {"p1": 25, "p2": 28}, "income": {"p1": 33, "p2": 31}}
    assert last_card(**common).told("game_over")[0]["ranking"][:2] == [["p2"], ["p1"]]
    spaces = last_card(**common, options={"income_tie": "space"})
    assert spaces.told("game_over")[0]["ranking"][:2] == [["p1"], ["p2"]]


@pytest.mark.rule("Brass:8.d", "Brass:P.13.2.b")
def test_then_the_order_of_the_next_round_or_the_place_is_shared():
    common = {"points": {"p1": 100, "p2": 100}, "spent": {"p1": 5}}
    assert last_card(**common).told("game_over")[0]["ranking"] == [["p2"], ["p1"], ["p3"], ["p4"]]
    shared = last_card(**common, options={"edition": "2018"})
    assert shared.told("game_over")[0]["ranking"] == [["p1", "p2"], ["p3", "p4"]]


@pytest.mark.rule("Brass:P.14.1", "Brass:3.a")
def test_the_introductory_game_ends_with_the_canals():
    counters = {
        "manchester-1": ("p1", "cotton", 2, -1),
        "bolton-1": ("p1", "cotton", 1, -1),
        "wigan-1": ("p2", "coal", 2, -1),
    }
    at = last_card(
        "canal", counters=counters, cash={"p1": 30, "p2": 80, "p3": 0}, income={"p1": 23, "p2": 10, "p3": 5},
        options={"edition": "2018", "introductory": "on"},
    )  # fmt: skip
    assert at.state.finished == "played_out"
    assert at.state.points["p1"] == 5 + 5 + 5 + 7 + 7  # both mills, the higher one again, 30 pounds, level 7
    assert at.state.points["p2"] == 2 + 2 + 15 + 0
    assert at.state.points["p3"] == 0


@pytest.mark.rule("Brass:P.14.2")
def test_what_a_first_mill_scores():
    def scored(**options: str) -> int:
        at = last_card("canal", counters={"bolton-1": ("p2", "cotton", 1, -1)}, options=options)
        return int(at.state.points["p2"])

    assert scored() == 3
    assert scored(edition="2018") == 5
    assert scored(edition="2018", first_mill_points="three") == 3
    assert scored(first_mill_points="five") == 5


def test_every_line_is_told_and_they_add_up():
    counters = {"manchester-1": ("p1", "cotton", 4, -1), "wigan-1": ("p2", "coal", 4, -1)}
    at = last_card(counters=counters, links={"bolton--manchester": "p2", "liverpool--wigan": "p1"})
    sums = dict.fromkeys(at.rules.seats, 0)
    for line in at.told("scored"):
        sums[line["seat"]] += line["points"]
    assert at.told("points") == [{"gained": sums, "points": dict(sorted(at.state.points.items()))}]
    assert sums == {"p1": 12 + 1 + 3, "p2": 4 + 1 + 3, "p3": 3, "p4": 3}


def test_the_standing_tells_what_the_game_would_end_with_now():
    counters = {"manchester-1": ("p1", "cotton", 4, -1)}
    at = scene(period="rail", counters=counters, links={"bolton--manchester": "p2"}, points={"p1": 20})
    assert at.rules.scores(at.state) == {"p1": 20 + 12 + 3, "p2": 1 + 3, "p3": 3, "p4": 3}
    measured = at.rules.measured(at.state)
    assert measured["p1"] == {"scored": 20, "links": 0, "counters": 12, "cash_points": 3, "cash": 30, "income": 0}
    assert ranking(at.rules, at.state)[0] == ("p1",)
