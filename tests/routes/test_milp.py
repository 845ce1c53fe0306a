"""The MILP behind the same interface gives the same totals."""

import sys
from pathlib import Path
from random import Random

import pytest

from tests.routes.positions import entries, label, position
from towpath.routes import Instance, RouteError, best, check, milp

needs_highspy = pytest.mark.skipif(not milp.installed(), reason="highspy is not installed (the extra towpath[milp])")


@needs_highspy
@pytest.mark.parametrize("style", ["1867", "1856", "1761", "1860"])
def test_random_positions_have_the_same_total(style: str) -> None:
    for seed in range(12):
        random = Random(seed)
        instance = position(random, style, random.randint(8, 14), random.randint(12, 24), 1 if style == "1860" else 2)
        answer = best(instance, use_milp=True)
        assert (answer.total, answer.proved) == (best(instance, use_milp=False).total, True), f"seed {seed}"
        assert check(instance, answer.runs) == (), f"seed {seed}"


@needs_highspy
def test_recorded_positions_have_the_same_total(shared: Path) -> None:
    for entry in entries(shared, "instances-a")[::40]:
        answer = best(Instance.from_corpus(entry), use_milp=True)
        assert (answer.total, answer.proved) == (entry["optimum"], True), label(entry)


@needs_highspy
def test_the_solver_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert best(position(Random(3), "1867", 8, 14, 2), use_milp=True).proved
    assert capfd.readouterr() == ("", "")


def test_asking_for_a_solver_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = position(Random(1), "1867", 6, 8, 1)
    monkeypatch.setitem(sys.modules, "highspy", None)
    milp.installed.cache_clear()
    try:
        with pytest.raises(RouteError, match=r"towpath\[milp\]"):
            best(instance, use_milp=True)
        assert best(instance).proved
    finally:
        milp.installed.cache_clear()
