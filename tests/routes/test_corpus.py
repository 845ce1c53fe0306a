"""Real positions with proved optima: ours are the same, and proved."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.routes.positions import entries, label
from towpath.routes import Given, Instance, best, check, score


def solved(entry: dict[str, Any]) -> None:
    instance = Instance.from_corpus(entry)
    answer = best(instance, use_milp=False)
    assert (answer.total, answer.upper, answer.proved) == (entry["optimum"],) * 2 + (True,), label(entry)
    assert check(instance, answer.runs) == (), label(entry)
    assert sum(run.revenue for run in answer.runs) == answer.total


def test_a_sample_of_recorded_positions(shared: Path) -> None:
    for entry in entries(shared, "instances-a")[::4]:
        solved(entry)


@pytest.mark.prove
def test_every_recorded_position(shared: Path, proof: Callable[[str], None]) -> None:
    found = entries(shared, "instances-a")
    for entry in found:
        solved(entry)
    proof(f"routes: {len(found)} of {len(found)} recorded positions solved to the known optimum and proved")


def test_the_known_best_sets_are_accepted_and_score_as_known(shared: Path) -> None:
    for entry in entries(shared, "instances-a"):
        instance = Instance.from_corpus(entry)
        runs = [Given(train, tuple(stops), (), tuple(tracks)) for train, stops, tracks, _ in entry["best"]]
        assert check(instance, runs) == (), label(entry)
        for run, (_, _, _, revenue) in zip(runs, entry["best"], strict=True):
            paid = score(instance, run)
            assert paid is not None, label(entry)
            assert paid.revenue == revenue, label(entry)


def test_no_recorded_run_beats_the_optimum(shared: Path) -> None:
    assert all(entry["played"] <= entry["optimum"] for entry in entries(shared, "instances-a"))


def test_the_published_benchmark(shared: Path) -> None:
    known = {entry["company"]: entry for entry in entries(shared, "benchmark-1867")}
    for company, total in (("GW", 840), ("C&O", 900)):
        answer = best(Instance.from_corpus(known[company]), use_milp=False)
        assert (answer.total, answer.proved) == (total, True)
