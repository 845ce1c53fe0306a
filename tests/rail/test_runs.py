"""Running trains [8.8]: what a route may be and what it pays."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both, route
from towpath.rail.actions import BuyTrain, Run, RunRoutes
from towpath.rail.runs import ready_trains

UKRAINE = (
    ("D14", "635", 0), ("E13", "58", 5), ("F14", "9", 2), ("E15", "9", 2), ("F16", "8", 2), ("G15", "207", 0),
    ("G17", "8", 1), ("F18", "57", 1),
)  # fmt: skip
"""1861: Kiev and Kharkov joined twice, once past the town of Chernigov, and Kharkov with Ekaterinoslav."""

OVER_TOWN = ("D14/2", "D14 E13", "E13/0", "E13 F14 G15", "G15/0")
STRAIGHT = ("D14/2", "D14 E15 F16 G15", "G15/0")
TO_EKATERINOSLAV = ("G15/0", "G15 G17 F18", "F18/0")


def back(*parts: str) -> tuple[str, ...]:
    """The same run the other way round."""
    return tuple(" ".join(part.split()[::-1]) for part in parts[::-1])


def ukraine(*trains: str, phase: str = "3", step: str = "run", **options: str) -> Operating:
    """KR at home in Kharkov with these trains, about to run."""
    scene = Operation("1861", **options).phase(phase)
    for tile in UKRAINE:
        scene.lay(*tile)
    return scene.minor("KR", "p1", 60).has("KR", 0, trains=trains).turn("KR", step)


def paid(play: Operating, *runs: Run) -> list[int]:
    """What each train of these runs earns."""
    play.run(*runs)
    return [data["revenue"] for data in play.happened("train_ran")]


@both("8.8.a", "8.8.1.e", "8.8.1.g", "8.8.1.i", "8.8.2.a", "8.8.1.f", "8.8.1.l")
def test_the_rulebook_earns_a_hundred_and_eighty_with_a_two_and_a_three() -> None:
    """A5: the 2 passes the town without counting it."""
    play = ukraine("2", "3")
    assert paid(play, route("2-0", *OVER_TOWN), route("3-0", *STRAIGHT, *TO_EKATERINOSLAV[1:])) == [80, 100]
    assert play.state.revenues["KR"] == 180
    assert play.cash("KR") == 90


@both("8.8.a")
def test_what_is_offered_is_the_best_set_and_passes() -> None:
    play = ukraine("2", "3")
    (action,) = play.offered(RunRoutes)
    assert play.engine.check(play.state, action) == ()
    play.do(action)
    assert play.state.revenues["KR"] == 180


@both("P.10.9.a", "8.8.a")
@pytest.mark.parametrize(
    ("runs", "revenue"),
    [((), 0), ((route("2-0", *TO_EKATERINOSLAV),), 60), ((route("3-0", *TO_EKATERINOSLAV),), 60)],
)
def test_the_president_may_run_less_than_the_best(runs: tuple[Run, ...], revenue: int) -> None:
    play = ukraine("2", "3").run(*runs)
    assert play.state.revenues["KR"] == revenue


BAD: list[tuple[str, tuple[Run, ...], str, str]] = [
    ("one centre", (route("2-0", "G15/0"),), "route_too_few_stops", "8.8.1.d"),
    ("no centre", (route("2-0"),), "route_too_few_stops", "8.8.1.d"),
    ("no token", (route("2-0", "D14/2", "D14 E13", "E13/0"),), "route_no_token", "8.8.1.a"),
    (
        "three cities for a two",
        (route("2-0", *STRAIGHT, *TO_EKATERINOSLAV[1:]),),
        "route_too_many_mandatory",
        "8.8.1.e",
    ),
    ("home twice", (route("3-0", *back(*STRAIGHT), *OVER_TOWN[1:]),), "route_stop_twice", "8.8.1.h"),
    (
        "there and back",
        (route("3-0", *TO_EKATERINOSLAV, *back(*TO_EKATERINOSLAV)[1:]),),
        "route_track_twice",
        "8.8.1.b",
    ),
    (
        "one track for both",
        (route("2-0", *TO_EKATERINOSLAV), route("3-0", *TO_EKATERINOSLAV)),
        "route_track_shared",
        "8.8.1.b",
    ),
    ("one train for both", (route("2-0", *TO_EKATERINOSLAV), route("2-0", *STRAIGHT)), "route_train_twice", "P.10.9.b"),
    ("no track there", (route("2-0", "D14/2", "D14 E13 F14 G15", "G15/0"),), "no_track", "8.8.1.l"),
    ("a gap", (route("3-0", "E13/0", "E13", "D14/2"),), "no_track", "8.8.1.l"),
    ("another's train", (route("4-0", *STRAIGHT),), "not_ready", "P.10.9.b"),
    ("no such stop", (route("2-0", "G15/0", "G15 G17 F18", "F18/1"),), "no_such_stop", ""),
    ("a giant number", (route("2-0", "G15/0", "G15 G17 F18", "F18/" + "9" * 400),), "no_such_stop", ""),
    ("a negative number", (route("2-0", "G15/0", "G15 G17 F18", "F18/-1"),), "no_such_stop", ""),
    ("a way too few", (Run(train="2-0", stops=("G15/0", "F18/0"), ways=()),), "ways_of_run", ""),
    ("a way too many", (Run(train="2-0", stops=("G15/0",), ways=(("G15",),)),), "ways_of_run", ""),
    ("no such train", (route("9-9", *STRAIGHT),), "no_such_train", ""),
]


@both("8.8.1.a", "8.8.1.b", "8.8.1.d", "8.8.1.e", "8.8.1.h", "8.8.1.l", "8.8.a")
@pytest.mark.parametrize(("runs", "code", "rule"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_no_route_may_be(runs: tuple[Run, ...], code: str, rule: str) -> None:
    play = ukraine("2", "3")
    assert play.why_not(*runs)[code] == rule


@both("8.8.1.e", "8.8.1.g")
def test_towns_are_counted_only_as_far_as_the_train_goes() -> None:
    assert paid(ukraine("3"), route("3-0", *OVER_TOWN)) == [90]
    assert paid(ukraine("2"), route("2-0", *OVER_TOWN)) == [80]
    assert paid(ukraine("2"), route("2-0", *OVER_TOWN[2:])) == [50]


@both("8.8.1.k", "P.9.4.a")
def test_a_city_full_of_others_is_an_end_of_the_route() -> None:
    scene = Operation("1861").phase("4")
    for tile in UKRAINE:
        scene.lay(*tile)
    scene.minor("KR", "p1", 60).major("SW", 90, p2=2, token="G15/0")
    play = scene.major("NW", 100, p1=2, token="F18/0").has("NW", 0, trains=["4"]).turn("NW", "run")
    assert play.why_not(route("4-0", *back(*STRAIGHT, *TO_EKATERINOSLAV[1:]))) == {"route_passes_full": "8.8.1.k"}
    assert paid(play, route("4-0", *back(*TO_EKATERINOSLAV))) == [60]


@both("P.9.3", "8.8.1.k")
def test_an_empty_reserved_place_stops_no_route() -> None:
    scene = Operation("1861").phase("4")
    for tile in UKRAINE:
        scene.lay(*tile)
    scene.major("SW", 90, p2=2, token="G15/0")  # the other place of Kharkov is kept for KR
    play = scene.major("NW", 100, p1=2, token="F18/0").has("NW", 0, trains=["4"]).turn("NW", "run")
    assert paid(play, route("4-0", *back(*STRAIGHT, *TO_EKATERINOSLAV[1:]))) == [100]


@both("8.8.1.j")
def test_a_route_visits_one_centre_of_a_hex() -> None:
    scene = Operation("1861").phase("3").lay("H8", "637", 0).lay("G9", "7", 3).lay("G7", "30", 5).lay("H10", "4", 0)
    play = scene.minor("M-K", "p1", 60).has("M-K", 0, trains=["2"]).turn("M-K", "run")
    found = play.why_not(route("2-0", "H8/0", "H8 G9 G7 H8", "H8/1"))
    assert found == {"route_one_of_group": "8.8.1.j"}


@both("8.8.1.b")
def test_two_trains_may_cross_but_not_share_a_hex_side() -> None:
    """C033. In G17 the two ways cross without joining; in the other G17 they share the side to Kharkov."""
    forked = [("G15", "623", 0), ("G17", "23", 3), ("F18", "57", 1), ("G19", "58", 3)]
    scene = Operation("1861").phase("5")
    for tile in forked:
        scene.lay(*tile)
    play = scene.minor("KR", "p1", 60).has("KR", 0, trains=["5", "5"]).turn("KR", "run")
    one, two = route("5-0", "G15/0", "G15 G17 G19", "G19/0"), route("5-1", "G15/0", "G15 G17 F18", "F18/0")
    for alone in (one, two):
        assert play.engine.check(play.state, RunRoutes(entity="KR", runs=(alone,))) == ()
    assert play.why_not(one, two) == {"route_track_shared": "8.8.1.b"}
    # 20 joins Kharkov's side with G19 and, crossing it, H16 with F18
    crossed = [("G15", "623", 0), ("G17", "20", 0), ("H16", "7", 1), ("F18", "57", 1), ("G19", "58", 3)]
    scene = Operation("1861").phase("5")
    for tile in crossed:
        scene.lay(*tile)
    play = scene.minor("KR", "p1", 60).has("KR", 0, trains=["5", "5"]).turn("KR", "run")
    assert paid(play, one, route("5-1", "G15/0", "G15 H16 G17 F18", "F18/0")) == [60, 70]


@both("P.10.9.b")
def test_a_train_runs_once_in_a_round_whoever_owns_it() -> None:
    """C071: A's train has run, B buys it, B may not run it."""
    scene = Operation("1861").phase("4")
    for tile in UKRAINE:
        scene.lay(*tile)
    scene.major("SW", 90, p2=2, token="F18/0").has("SW", 500)
    play = scene.major("NW", 100, p1=2, token="D14/2").has("NW", 0, trains=["4", "4"]).turn("NW", "run")
    play.run(route("4-0", *STRAIGHT))
    assert {"4-0", "4-1"} <= set(next(f for f in play.state.stack if hasattr(f, "ran")).ran)


@both("P.10.9.b")
def test_a_train_that_has_run_stands_still_for_its_buyer() -> None:
    scene = Operation("1861").phase("4")
    for tile in UKRAINE:
        scene.lay(*tile)
    scene.major("SW", 90, p2=2, token="F18/0").has("SW", 500, trains=["4", "4"]).ran("4-0")
    play = scene.turn("SW", "run")
    assert ready_trains(play.rules, play.state, "SW") == ["4-1"]
    assert play.why_not(route("4-0", *TO_EKATERINOSLAV)) == {"not_ready": "P.10.9.b"}
    assert paid(play, route("4-1", *TO_EKATERINOSLAV)) == [60]


@both("P.10.9.b", "8.11.b")
def test_c071_a_train_that_ran_is_sold_and_stands_still_for_the_rest_of_the_round() -> None:
    """A runs a 3 and sells it to B, which acts later and owns it, and may not run it before the next round."""
    scene = Operation("1861").phase("3")
    for tile in UKRAINE:
        scene.lay(*tile)
    scene.minor("KR", "p1", 90).has("KR", 300, trains=["3", "3"])
    play = scene.minor("KB", "p1", 60, token="D14/2").has("KB", 500).turn("KR", "run")
    play.run(route("3-0", *TO_EKATERINOSLAV), route("3-1", *STRAIGHT))
    while play.acting == "KR":
        play.done()
    while play.step != "trains":
        play.done()
    play.do(BuyTrain(entity="KB", train="3-0", price=1))
    assert (play.trains("KB"), play.trains("KR"), play.price("KB")) == (["3"], ["3"], 55)
    again = RunRoutes(entity="KB", runs=(route("3-0", *STRAIGHT),))
    assert play.refusal(again).keys() == {"other_step"}
    assert ready_trains(play.rules, play.state, "KB") == []
    while play.state.round != "OR 1.2":
        play.done()
    assert ready_trains(play.rules, play.state, "KB") == ["3-0"]


def test_a_company_whose_trains_have_all_run_does_not_stop_to_run() -> None:
    scene = Operation("1861").phase("4")
    for tile in UKRAINE:
        scene.lay(*tile)
    scene.major("SW", 90, p2=2, token="F18/0").has("SW", 500, trains=["4"]).ran("4-0")
    assert scene.turn("SW", "run").step not in ("run", "dividend")


@pytest.mark.parametrize("title", TITLES)
def test_without_a_second_centre_nothing_runs(title: str) -> None:
    home = {"1861": "E9", "1867": "I15"}[title]
    name = {"1861": "MB", "1867": "BO"}[title]
    scene = Operation(title).lay(home, "57", 2).minor(name, "p1", 60, token=f"{home}/0").has(name, 500, trains=["2"])
    play = scene.turn(name, "run")
    assert play.step not in ("run", "dividend")
    assert play.price(name) == 55
