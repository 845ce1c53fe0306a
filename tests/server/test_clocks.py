"""Clocks show how long each seat has thought, whatever was taken back, handed over or brought along; they never force."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.sitting import Seats
from towpath.api import Game
from towpath.kernel.record import EndOffer, HandOver, Leave, Undo
from towpath.server.clocks import Clocks, Reading, dial, moment, spoken

START = datetime(2026, 3, 1, 20, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def at(seconds: float) -> str:
    return after(seconds).isoformat()


def game() -> Game:
    """Ann, Bob and Cleo in that order, all of whom may pass."""
    return Game.new("1867", ["Ann", "Bob", "Cleo"], {"first_player": "seat1"}, seed="clocks")


def pass_on(played: Game, seconds: float) -> str:
    """Whoever is to decide passes, at a time; the seat."""
    (seat,) = played.to_move
    played.play({"type": "pass", "entity": seat}, at=at(seconds))
    return seat


def test_a_clock_runs_while_a_seat_is_asked() -> None:
    played = game()
    clocks = Clocks(played, START)
    assert clocks.readings(at=after(7)) == {"p1": Reading(7, 7), "p2": Reading(0), "p3": Reading(0)}
    assert pass_on(played, 10) == "p1"
    assert pass_on(played, 70) == "p2"
    assert clocks.readings(at=after(75)) == {"p1": Reading(10), "p2": Reading(60), "p3": Reading(5, 5)}


def test_the_clocks_of_the_past_stand_as_they_stood() -> None:
    played = game()
    clocks = Clocks(played, START)
    pass_on(played, 10)
    pass_on(played, 70)
    assert clocks.readings(1) == {"p1": Reading(10), "p2": Reading(0, 0), "p3": Reading(0)}
    assert clocks.readings(0) == {"p1": Reading(0, 0), "p2": Reading(0), "p3": Reading(0)}


def test_what_was_spent_stays_spent_when_it_is_taken_back() -> None:
    played = game()
    clocks = Clocks(played, START)
    pass_on(played, 10)
    played.write(Undo(by="p1", at=at(30)))
    assert clocks.readings(at=after(34)) == {"p1": Reading(14, 4), "p2": Reading(20), "p3": Reading(0)}


def test_a_turn_of_several_decisions_is_one_turn() -> None:
    played = Game.new("1867", ["Ann", "Bob"], {"first_player": "seat1"}, seed="clocks")
    rng = Random(3)
    clocks, waits = Clocks(played, START), 0
    for n in range(1, 120):
        before = played.to_move
        played.play(played.sample(rng), at=at(10 * n))
        if before == played.to_move and before:
            waits += 1
            thinking = clocks.readings(at=after(10 * n))[before[0]].thinking
            assert thinking is not None
            assert thinking >= 10
    assert waits


def test_the_time_of_bots_is_no_thought() -> None:
    played = game()
    clocks = Clocks(played, START)
    played.write(HandOver(seat="p1", name="Robot", kind="bot", at=at(10)))
    assert clocks.readings(at=after(500)) == {"p2": Reading(0), "p3": Reading(0)}
    played.write(HandOver(seat="p1", name="Dora", at=at(600)))
    assert clocks.readings(at=after(605))["p1"] == Reading(15, 5)


def test_a_seat_handed_to_another_person_keeps_its_clock() -> None:
    played = game()
    clocks = Clocks(played, START)
    played.write(HandOver(seat="p1", name="Dora", at=at(10)))
    assert clocks.readings(at=after(20))["p1"] == Reading(20, 20)


def test_somebody_who_has_left_does_not_think() -> None:
    played = game()
    clocks = Clocks(played, START)
    played.write(Leave(seat="p2", by="p2", at=at(5)))
    pass_on(played, 10)
    assert played.to_move == ("p3",)
    assert clocks.readings(at=after(90))["p2"] == Reading(0)


def test_entries_without_times_and_clocks_set_back_count_nothing() -> None:
    played = game()
    clocks = Clocks(played, START)
    pass_on(played, 10)
    played.play({"type": "pass", "entity": "p2"})
    assert pass_on(played, 4) == "p3"
    assert {seat: each.used for seat, each in clocks.readings(at=after(4)).items()} == {"p1": 10, "p2": 0, "p3": 0}


def test_time_before_a_game_came_here_counts_as_far_as_it_was_played() -> None:
    """A file of last year: the moves have their times, the months on a disk are nobody's thought."""
    played = game()
    pass_on(played, 10)
    pass_on(played, 30)
    clocks = Clocks(played, after(100_000))
    assert clocks.readings(at=after(100_007)) == {"p1": Reading(0), "p2": Reading(20), "p3": Reading(7, 7)}
    pass_on(played, 100_010)
    assert clocks.readings()["p3"].used == 10


def test_the_end_stops_all_clocks() -> None:
    played = Game.new("1867", ["Ann", "Bob"], {"market": "column"}, seed="clocks")
    played.write(EndOffer(hand="host", at=at(5)))
    assert all(each.thinking is None for each in Clocks(played, START).readings(at=after(500)).values())
    assert sum(each.used for each in Clocks(played, START).readings(at=after(500)).values()) == 5


class Scripted:
    """A game of which only is known who must decide after each entry."""

    def __init__(self, asked: list[tuple[str, ...]], times: list[float | None]) -> None:
        real = game()
        self.seats, self.number = real.seats, len(asked) - 1
        self.engine, self.timeline = self, self
        self.setup = real.timeline.setup
        self._asked = asked
        self.log = tuple(Undo(at=None if each is None else at(each)) for each in times)

    def position(self, number: int) -> tuple[str, ...]:
        return self._asked[number]

    def seats_to_act(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return state


def test_several_who_decide_at_once_all_think() -> None:
    clocks = Clocks(Scripted([("p1", "p2"), ("p2",), ("p2", "p3")], [10, 15]), START)  # type: ignore[arg-type]
    assert clocks.readings(at=after(20)) == {"p1": Reading(10), "p2": Reading(20, 20), "p3": Reading(5, 5)}


SEATS = st.lists(st.sampled_from(("p1", "p2", "p3")), unique=True, max_size=3).map(tuple)
STEPS = st.lists(st.tuples(SEATS, st.one_of(st.none(), st.integers(-50, 5000))), max_size=25)


@settings(max_examples=150, deadline=None)
@given(SEATS, STEPS, st.integers(0, 10_000))
def test_no_clock_runs_backwards_and_growing_gives_what_reading_anew_gives(
    first: tuple[str, ...], steps: list[tuple[tuple[str, ...], int | None]], later: int
) -> None:
    asked, times = [first, *(each for each, _ in steps)], [when for _, when in steps]
    grown = Clocks(Scripted(asked, times), START)  # type: ignore[arg-type]
    before = dict.fromkeys(("p1", "p2", "p3"), 0)
    for number in range(len(asked)):
        now = {seat: each.used for seat, each in grown.readings(number, at=after(0)).items()}
        assert all(now[seat] >= before[seat] for seat in now)
        before = now
    anew = Clocks(Scripted(asked, times), START)  # type: ignore[arg-type]
    end = after(later)
    assert grown.readings(at=end) == anew.readings(at=end)
    for seat, reading in anew.readings(at=end).items():
        assert (reading.thinking is not None) == (seat in asked[-1])
        assert reading.thinking is None or 0 <= reading.thinking <= reading.used + 1


@pytest.mark.parametrize(
    ("seconds", "face", "words"),
    [
        (0, "0:00", "0 s"), (7, "0:07", "7 s"), (60, "1:00", "1 min"), (725, "12:05", "12 min"),
        (7510, "2:05:10", "2 h 5 min"), (3600, "1:00:00", "1 h"), (86_399, "23:59:59", "23 h 59 min"),
        (3 * 86_400 + 4 * 3600 + 600, "3 d 04:10", "3 d 4 h"), (-5, "0:00", "0 s"),
    ],
)  # fmt: skip
def test_times_are_told(seconds: int, face: str, words: str) -> None:
    assert dial(seconds) == face
    assert spoken(seconds) == words


def test_what_is_no_time_is_none() -> None:
    assert moment(None) is None
    assert moment("yesterday") is None
    assert moment("2026-03-01T20:00:00") == START


# -- at the table ---------------------------------------------------------------------------------------------------------


def test_the_table_the_seats_and_the_api_tell_the_time(client: TestClient[Any]) -> None:
    table = Seats(client, options={"first_player": "seat1"})
    page = table.browser("p1").get(table.path).text
    assert page.count("data-ticks=") == 2
    assert "Time used" in page
    seats = table.browser("p2").get(f"{table.path}/seats").text
    assert seats.count("has been thinking for") == 1
    assert seats.count("used in all") == 3
    told = table.guest("p2").get(f"{table.path}/seats").json()["seats"]
    assert [each["thinking"] is not None for each in told] == [True, False, False]
    assert [each["used"] >= 0 for each in told] == [True] * 3


def test_a_table_shows_no_clocks_where_none_are_wanted(client: TestClient[Any]) -> None:
    table = Seats(client, clocks=False)
    browser = table.browser("p1")
    assert "data-ticks" not in browser.get(table.path).text
    assert "used in all" not in browser.get(f"{table.path}/seats").text
    told = table.guest("p2").get(f"{table.path}/seats").json()
    assert {each["used"] for each in told["seats"]} == {None}
    changed = client.patch(f"/api{table.path}", json={"clocks": True}, headers=table.guest("").headers).json()
    assert changed["terms"]["clocks"]
    assert "data-ticks" in browser.get(table.path).text


def test_the_form_asks_for_clocks(visitor: Visitor) -> None:
    path = visitor.sit(clocks="yes")
    assert "data-ticks" in visitor.get(path).text
    assert "data-ticks" not in visitor.get(visitor.sit()).text


def test_bots_have_no_clock_and_plans_none_at_all(client: TestClient[Any]) -> None:
    table = Seats(client, bots={"Cleo": "random"}, options={"first_player": "seat1"})
    page = table.browser("p1").get(table.path).text
    part = page[page.index('data-part="clocks"') : page.index('data-part="hand"')]
    assert "Ann" in part
    assert "Cleo" not in part
    plan = table.guest("p1").post(f"{table.path}/plans").json()["game"]["id"]
    answer = client.get(f"/games/{plan}", headers=table.guest("p1").headers)
    assert answer.status_code == 200
    assert "data-ticks" not in answer.text
