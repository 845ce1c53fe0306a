"""Every run of the shared recordings, on the graph that the engine makes of the position: the best is the corpus's, and
nobody ever earned more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.routes.positions import entries
from towpath.interop import read_game
from towpath.kernel.record import Act
from towpath.rail import runs
from towpath.rail.actions import RunRoutes
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState

RECORDINGS = [f"{title}-{name}" for title in ("1861", "1867") for name in "ab"]
LEAST = {"1861-a": 87, "1861-b": 98, "1867-a": 78, "1867-b": 21}
"""Runs of each recording; most of them are in the corpus."""


def recorded(shared: Path, name: str) -> Iterator[tuple[int, RailRules, RailState, RunRoutes, int]]:
    """(id in the file, rules, position before, the run, what it earned) of every run in a recording."""
    path = shared / "conformance" / name.partition("-")[0] / f"{name}.flat.json"
    imported = read_game(path.read_bytes())
    game = imported.game
    assert isinstance(game.rules, RailRules)
    for each in imported.applied:
        for number in each.entries:
            entry = game.timeline.log[number - 1]
            if isinstance(entry, Act) and entry.action["type"] == "run_routes":
                action = game.action(entry.action)
                assert isinstance(action, RunRoutes)
                earned = game.position(number).revenues[action.entity]
                yield each.action.number, game.rules, game.position(number - 1), action, earned


@pytest.mark.parametrize("name", RECORDINGS)
def test_the_best_of_every_recorded_run_is_the_known_one(shared: Path, name: str) -> None:
    known = {(e["action"], e["company"]): e for e in entries(shared, "instances-a") if e["game"] == name}
    found = 0
    for number, rules, before, action, earned in recorded(shared, name):
        trains = runs.ready_trains(rules, before, action.entity)
        _, answer = runs.best_runs(rules, before, action.entity, trains)
        assert answer.proved, (name, number)
        assert earned <= answer.total, (name, number)
        entry = known.pop((number, action.entity), None)
        if entry is not None:
            assert (answer.total, earned) == (entry["optimum"], entry["played"]), (name, number)
        found += 1
    assert known == {}, "a run of the corpus is not among the recorded ones"
    assert found >= LEAST[name]
