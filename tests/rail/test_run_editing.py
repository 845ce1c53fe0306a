"""A run is changed by tapping stops: off at an end, cut in the middle, on to anywhere that free track leads."""

from __future__ import annotations

import pytest

from tests.api.test_sandbox import until
from towpath.api import Game
from towpath.rail import runs
from towpath.rail.actions import Run
from towpath.rail.rules import RailRules
from towpath.rail.run_editing import NoWay, next_stops, stop_at, tapped


@pytest.fixture(scope="module")
def game() -> Game:
    return until("1867", "run_routes")


@pytest.fixture(scope="module")
def company(game: Game) -> str:
    (found,) = game.engine.actors(game.state)
    return found


def rails(game: Game) -> RailRules:
    assert isinstance(game.rules, RailRules)
    return game.rules


def best(game: Game, company: str) -> tuple[Run, ...]:
    trains = runs.ready_trains(rails(game), game.state, company)
    return runs.best_runs(rails(game), game.state, company, trains)[0]


def test_every_best_run_of_any_company_is_made_again_stop_by_stop(game: Game) -> None:
    made = 0
    for company in game.state.cells:
        trains = rails(game).trains_of(game.state, company)
        found, _ = runs.best_runs(rails(game), game.state, company, trains)
        for run in found:
            mine: tuple[Run, ...] = ()
            for stop in run.stops:
                mine = tapped(rails(game), game.state, company, mine, run.train, stop)
            assert mine[0].stops == run.stops
            assert runs.run_reasons(rails(game), game.state, company, trains, mine) == []
            made += 1
    assert made


def test_an_end_is_taken_off_and_put_on_again(game: Game, company: str) -> None:
    found = best(game, company)
    run = found[0]
    less = tapped(rails(game), game.state, company, found, run.train, run.stops[-1])
    assert less[0].stops == run.stops[:-1]
    assert run.stops[-1] in next_stops(rails(game), game.state, company, less, run.train)
    again = tapped(rails(game), game.state, company, less, run.train, run.stops[-1])
    assert set(again[0].stops) == set(run.stops)
    left = less
    while left:
        left = tapped(rails(game), game.state, company, left, run.train, left[0].stops[0])
    assert left == ()


def test_a_stop_in_the_middle_cuts_the_shorter_piece_off(game: Game, company: str) -> None:
    long = Run(train="2-0", stops=("A/0", "B/0", "C/0", "D/0"), ways=(("x",), ("y",), ("z",)))
    cut = tapped(rails(game), game.state, company, (long,), "2-0", "B/0")
    assert cut == (Run(train="2-0", stops=("B/0", "C/0", "D/0"), ways=(("y",), ("z",))),)
    cut = tapped(rails(game), game.state, company, (long,), "2-0", "C/0")
    assert cut == (Run(train="2-0", stops=("A/0", "B/0", "C/0"), ways=(("x",), ("y",))),)


def test_where_no_track_leads_a_run_does_not_go(game: Game, company: str) -> None:
    found = best(game, company)
    for stop in ("O7/0", "nowhere", "H9/0"):
        with pytest.raises(NoWay):
            tapped(rails(game), game.state, company, found, found[0].train, stop)


def test_a_hex_stands_for_its_first_stop(game: Game) -> None:
    assert stop_at(rails(game), game.state, "F16/1") == "F16/1"
    assert stop_at(rails(game), game.state, "F16") == "F16/0"
    assert stop_at(rails(game), game.state, "G3") is None
    assert stop_at(rails(game), game.state, "ZZ9") is None
