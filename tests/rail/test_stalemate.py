"""A game in which nobody can ever act again, or nobody does, ends instead of turning in circles."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from towpath.api import Game
from towpath.kernel.engine import Outcome
from towpath.kernel.table import Table
from towpath.rail.actions import StartMajor
from towpath.rail.course import Course
from towpath.rail.standstill import STILL_ROUNDS

OPTIONS = {"1856": {"consent": "off"}, "1861": {"long_game": "on"}, "1867": {"long_game": "on"}}


class Idle:
    """Three players, the auction is over, all privates are closed: nothing happens unless a player wants it to."""

    def __init__(self, title: str, **changes: Any) -> None:
        game = Game.new(title, 3, options=OPTIONS[title])
        self.engine, self.scores = game.engine, game.rules.scores
        gone = Table(dict.fromkeys(game.state.privates, "closed"))
        self.state: Any = msgspec.structs.replace(
            game.state, stack=(Course(stage="auction"),), privates=gone, **changes
        )
        self.rounds: list[str] = []
        self.go_on(self.engine.settled(self.state))

    def go_on(self, outcome: Outcome[Any]) -> None:
        """What an action led to."""
        self.state = outcome.state
        self.rounds += [event.data["round"] for event in outcome.events if event.kind == "round_begun"]

    def quiet(self) -> None:
        """Whoever is to act does as little as he may."""
        self.go_on(
            self.engine.apply(self.state, self.engine.quiet_action(self.state, self.engine.actors(self.state)[0]))
        )

    def all_quiet(self, most: int = 400) -> list[str]:
        """The stock rounds that follow while everybody does as little as he may."""
        before = len(self.rounds)
        for _ in range(most):
            if self.state.finished:
                break
            self.quiet()
        return [label for label in self.rounds[before:] if label.startswith("SR")]


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_a_long_game_without_money_papers_or_companies_ends(title: str) -> None:
    cash = Table({"bank": 15_000, "p1": 0, "p2": 0, "p3": 0})
    broke = Idle(title, cash=cash)
    assert broke.state.finished == "stalemate"
    assert broke.scores(broke.state) == {"p1": 0, "p2": 0, "p3": 0}


@pytest.mark.rule("1856:P.13.1.b", "1861:P.19.5", "1867:P.19.5")
@pytest.mark.parametrize("title", OPTIONS)
def test_ten_stock_rounds_that_begin_with_nothing_changed_are_the_last(title: str) -> None:
    """Everybody has money and could start a company; nobody does. The game ends before an eleventh such round."""
    idle = Idle(title)
    assert idle.state.finished is None
    idle.all_quiet()
    assert idle.state.finished == "stalemate"
    assert [label for label in idle.rounds if label.startswith("SR")] == [f"SR {n}" for n in range(1, STILL_ROUNDS + 1)]
    assert idle.scores(idle.state) == {seat: idle.state.cash[seat] for seat in idle.state.seating}


@pytest.mark.rule("1856:P.13.1.b")
def test_a_change_makes_the_count_begin_anew() -> None:
    """In the last stock round before the end somebody starts a company; it has no train, and its price falls until it is
    closed. Ten more rounds that begin alike are needed."""
    idle = Idle("1856")
    while idle.state.round != f"SR {STILL_ROUNDS}":
        idle.quiet()
    start = next(a for a in idle.engine.legal_actions(idle.state) if isinstance(a, StartMajor))
    idle.go_on(idle.engine.apply(idle.state, start))
    begun = []
    while idle.state.finished is None:
        idle.quiet()
        if idle.rounds[-1].startswith("SR") and (not begun or begun[-1][0] != idle.rounds[-1]):
            begun.append((idle.rounds[-1], dict(idle.state.cells)))
    assert idle.state.finished == "stalemate"
    assert [cells for _, cells in begun[-STILL_ROUNDS - 1 :]] == [begun[-STILL_ROUNDS - 1][1]] + [{}] * STILL_ROUNDS
    assert begun[-STILL_ROUNDS - 1][1].keys() == {start.company}
