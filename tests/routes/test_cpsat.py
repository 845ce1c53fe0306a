"""Bigger random positions against CP-SAT (ortools, if it is there)."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.routes.cpsat import best_by_circuits
from tests.routes.positions import position
from towpath.routes import Instance, best, check

STYLES = ["1867", "1856", "1761"]


def bigger(seed: int) -> Instance:
    random = Random(seed)
    return position(
        random, STYLES[seed % len(STYLES)], random.randint(10, 18), random.randint(16, 30), random.choice([1, 2, 2, 3])
    )


@pytest.fixture(scope="module")
def cp_model() -> Any:
    return pytest.importorskip("ortools.sat.python.cp_model", reason="ortools is not installed")


def test_a_sample_of_bigger_positions(cp_model: Any) -> None:
    for seed in range(15):
        answer = best(bigger(seed), use_milp=False)
        assert (answer.total, answer.proved) == (best_by_circuits(bigger(seed), cp_model), True), f"seed {seed}"
        assert check(bigger(seed), answer.runs) == (), f"seed {seed}"


@pytest.mark.prove
def test_three_hundred_bigger_positions(cp_model: Any, proof: Callable[[str], None]) -> None:
    for seed in range(1_000, 1_300):
        answer = best(bigger(seed), use_milp=False)
        assert (answer.total, answer.proved) == (best_by_circuits(bigger(seed), cp_model), True), f"seed {seed}"
    proof("routes: 300 bigger positions equal to CP-SAT")
