"""Runs of 1856's trains [10, 2]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import Operating, Scene1856, route, rule
from towpath.rail.actions import BuyTrain, PayDividend, Run, RunRoutes

J9, J11, J13, J15 = "J9/0", "J11/0", "J13/0", "J15/0"
UP, MID, DOWN = "J9 J11", "J11 J13", "J13 J15"


def line(phase: str = "3") -> Scene1856:
    """A small city and three large ones one below the other; WGB is at home in J11."""
    scene = Scene1856().phase(phase).company("WGB", 80, p1=6, p2=2)
    return scene.lay("J9", "4", 0).lay("J11", "57", 0).lay("J13", "57", 0).lay("J15", "57", 0)


def running(*trains: str, phase: str = "3") -> Operating:
    return line(phase).has("WGB", 0, trains=trains).turn("WGB", "run")


def earned(play: Operating, *runs: Run) -> list[int]:
    """What each run brings."""
    play.run(*runs)
    return [event["revenue"] for event in play.happened("train_ran")]


@rule("P.10.1.a")
def test_a_train_stops_so_many_times_at_most_small_cities_included() -> None:
    three = (J9, UP, J11, MID, J13)
    assert running("2").why_not(route("2-0", *three)) == {"route_too_many_mandatory": "P.10.1.a"}
    assert earned(running("2"), route("2-0", J9, UP, J11)) == [30]
    play = running("3")
    assert earned(play, route(train_of(play), *three)) == [50]


def train_of(play: Operating) -> str:
    """The one train of WGB."""
    return play.rules.trains_of(play.state, "WGB")[0]


@rule("P.10.1.a")
def test_a_d_stops_as_often_as_it_likes() -> None:
    play = running("D", phase="D")
    assert earned(play, route(train_of(play), J9, UP, J11, MID, J13, DOWN, J15)) == [70]


@rule("P.10.2.a")
def test_two_stops_and_an_own_token_among_them() -> None:
    play = running("2")
    assert play.why_not(route("2-0", J11)) == {"route_too_few_stops": "P.10.2.a"}
    assert play.why_not(route("2-0", J13, DOWN, J15)) == {"route_no_token": "P.10.2.a"}
    assert earned(play, route("2-0", J11, MID, J13)) == [40]


@rule("P.10.2.b")
def test_no_track_twice_over_all_trains() -> None:
    play = running("2", "2")
    one, other = play.rules.trains_of(play.state, "WGB")
    shared = play.why_not(route(one, J11, MID, J13), route(other, J13, "J13 J11", J11))
    assert shared["route_track_shared"] == "P.10.2.b"
    assert earned(play, route(one, J11, MID, J13), route(other, J9, UP, J11)) == [40, 30]


@rule("P.10.2.b", "P.10.2.c")
def test_no_track_and_no_stop_twice_in_a_run() -> None:
    play = running("3")
    reasons = play.why_not(route(train_of(play), J11, MID, J13, "J13 J11", J11))
    assert reasons["route_stop_twice"] == "P.10.2.c"
    assert reasons["route_track_twice"] == "P.10.2.b"


def loop() -> Scene1856:
    """Brantford and a way round through both small cities of J17."""
    scene = Scene1856().phase("4").company("BB", 80, p1=6, p2=2)
    return scene.lay("J15", "57", 0).lay("J17", "56", 3).lay("K18", "7", 2).lay("K16", "3", 0)


@rule("P.10.3.a")
def test_both_small_cities_of_a_hex_are_stops_of_their_own() -> None:
    play = loop().has("BB", 0, trains=["4"]).turn("BB", "run")
    train = play.rules.trains_of(play.state, "BB")[0]
    run = route(train, J15, "J15 J17", "J17/0", "J17 K18 K16", "K16/0", "K16 J17", "J17/1")
    assert earned(play, run) == [20 + 10 + 10 + 10]


@rule("P.10.3.a")
def test_both_cities_of_an_oo_tile_are_stops_of_their_own() -> None:
    """Kitchener's 59: the city with the token does not bring the other one."""
    scene = Scene1856().phase("3").company("WGB", 80, p1=6, token="J11/0").lay("I12", "59", 0)
    scene.lay("J11", "5", 1).lay("I14", "2", 0)
    play = scene.has("WGB", 0, trains=["2"], tokens=["I12/0"]).turn("WGB", "run")
    places = {node for node in play.rules.reach(play.state, "WGB").nodes if node[0] == "I12"}
    assert places == {("I12", 0)}
    assert earned(play, route("2-0", "I12/0", "I12 I14", "I14/0")) == [50]


@rule("P.10.2.d")
def test_a_full_city_of_others_is_an_end_and_no_passage() -> None:
    scene = line().company("BB", 70, p2=6).has("BB", 0, tokens=[J13]).has("WGB", 0, trains=["3"])
    play = scene.turn("WGB", "run")
    train = train_of(play)
    assert play.why_not(route(train, J11, MID, J13, DOWN, J15)) == {"route_passes_full": "P.10.2.d"}
    assert earned(play, route(train, J9, UP, J11, MID, J13)) == [50]


@rule("P.10.2.d")
@pytest.mark.parametrize("own", [False, True])
def test_an_own_token_or_a_free_space_lets_it_pass(own: bool) -> None:
    scene = line().has("WGB", 0, trains=["3"]).lay("J13", "14", 0)
    scene.company("BB", 70, p2=6).has("BB", 0, tokens=[J13])
    if own:
        scene.has("WGB", 0, tokens=[J13])
    play = scene.turn("WGB", "run")
    assert earned(play, route(train_of(play), J11, MID, J13, DOWN, J15)) == [20 + 30 + 20]


def falls(*trains: str) -> Operating:
    """Niagara Falls and O18, both joined with Buffalo's northern hex; O18 with the southern one too."""
    scene = Scene1856().phase("3").company("WR", 80, p1=6, p2=2).lay("O16", "57", 2).lay("O18", "15", 3)
    return scene.has("WR", 0, trains=trains, tokens=["O18/0"]).turn("WR", "run")


@rule("P.10.2.e")
def test_an_offboard_area_is_an_end() -> None:
    play = falls("3")
    train = play.rules.trains_of(play.state, "WR")[0]
    through = ("O16/0", "O16 P17", "P17/0", "P17 O18", "O18/0")
    assert "route_passes_offboard" in play.why_not(route(train, *through))
    assert earned(play, route(train, *through[:3])) == [20 + 30]


@rule("P.2.a")
def test_of_an_area_of_several_hexes_a_run_visits_one() -> None:
    play = falls("3")
    train = play.rules.trains_of(play.state, "WR")[0]
    assert play.why_not(route(train, "P17/0", "P17 O18", "O18/0", "O18 P19", "P19/0")) == {
        "route_one_of_group": "P.2.a"
    }
    assert earned(play, route(train, "O18/0", "O18 P19", "P19/0")) == [30 + 30]


@rule("P.2.b", "P.10.2.e")
def test_a_run_may_go_on_through_goderich() -> None:
    scene = Scene1856().phase("3").company("WGB", 80, p1=6).lay("G12", "57", 0).lay("G10", "8", 0).lay("F11", "9", 0)
    play = scene.lay("F13", "55", 0).has("WGB", 0, trains=["3"], tokens=["G12/0"]).turn("WGB", "run")
    run = route(train_of(play), "G12/0", "G12 G10 F9", "F9/0", "F9 F11 F13", "F13/0")
    assert earned(play, run) == [20 + 30 + 10]


@rule("P.10.2.f")
def test_a_train_makes_one_run() -> None:
    play = running("2")
    assert play.why_not(route("2-0", J11, MID, J13), route("2-0", J9, UP, J11)).keys() >= {"route_train_twice"}
    play.run(route("2-0", J11, MID, J13))
    assert play.step == "dividend"
    assert play.why_not(route("2-0", J9, UP, J11))


@rule("P.10.2.f")
def test_a_train_bought_this_turn_makes_no_run() -> None:
    play = line().has("WGB", 300).turn("WGB", "trains")
    play.do(BuyTrain(entity="WGB", train="3-1", price=225))
    assert play.trains("WGB") == ["3"]
    assert play.offered(RunRoutes) == []
    assert play.why_not(route("3-1", J11, MID, J13))


@rule("P.10.2.f")
def test_a_train_that_has_run_and_is_sold_does_not_run_for_its_buyer() -> None:
    """C071."""
    scene = line().has("WGB", 0, trains=["3"]).company("BB", 70, p1=6).has("BB", 300)
    play = scene.turn("WGB", "run")
    train = train_of(play)
    play.run(route(train, J11, MID, J13)).do(PayDividend(entity="WGB", kind="full"))
    while play.acting == "WGB":
        play.done()
    assert play.acting == "BB"
    while play.step != "trains":
        play.done()
    play.do(BuyTrain(entity="BB", train=train, price=1))
    assert play.trains("BB") == ["3"]
    second = line().has("WGB", 0, trains=["3"]).company("BB", 90, p1=6).has("BB", 300, trains=["2"]).turn("BB", "run")
    sold = second.rules.trains_of(second.state, "BB")[0]
    second.run(route(sold, J15, "J15 J13", J13)).do(PayDividend(entity="BB", kind="full"))
    while second.acting == "BB":
        second.done()
    assert second.acting == "WGB"
    draft = second.rules.draft(second.state)
    draft.edit("trains")[sold] = "WGB"
    moved = Operating(second.rules, draft)
    while moved.step != "run":
        moved.done()
    assert moved.why_not(route(sold, J11, MID, J13)) == {"not_ready": "P.10.2.f"}


def test_less_than_the_best_is_allowed() -> None:
    """The sheet's 10.4: any legal set of runs, even none."""
    play = running("3")
    assert earned(play, route(train_of(play), J9, UP, J11)) == [30]
    assert earned(running("3")) == []
