"""How everything here is measured: the median of five, after one run that warms caches."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

RUNS = 5


def seconds(run: Callable[[], object], runs: int = RUNS) -> float:
    """The median time of a run, in seconds."""
    run()
    times = []
    for _ in range(runs):
        begun = perf_counter()
        run()
        times.append(perf_counter() - begun)
    return median(times)


def percentile(values: list[float], percent: float) -> float:
    """The value below which this share of the values lies, 0 to 100 percent. ``ValueError`` without values."""
    if not values or not 0 <= percent <= 100:
        raise ValueError(f"a percentile needs values and a percent from 0 to 100, not {len(values)} and {percent}")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
