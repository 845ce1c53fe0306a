"""The frame of the measurements: median, percentile, and what it says of unknown names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.timing import percentile, seconds


def test_each_measurement_warms_up_and_runs_five_times() -> None:
    calls: list[int] = []
    assert seconds(lambda: calls.append(1)) >= 0
    assert len(calls) == 6


def test_percentiles() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert percentile(values, 0) == 1
    assert percentile(values, 50) == 51
    assert percentile(values, 99) == 100
    assert percentile(values, 100) == 100
    with pytest.raises(ValueError, match="needs values"):
        percentile([], 50)


def test_an_unknown_measurement_is_refused_by_name(root: Path) -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "bench", "moon"], cwd=root, capture_output=True, text=True, check=False
    )
    assert asked.returncode == 2
    assert asked.stderr.startswith("no measurement moon; there are: ")
