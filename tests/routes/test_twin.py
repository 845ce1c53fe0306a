"""Small random positions against the brute-force twin, over all kinds of train and quirks."""

from collections.abc import Callable
from random import Random

import pytest

from tests.routes.positions import TRAINS, position
from tests.routes.twin import best_by_trial
from towpath.routes import best, check

STYLES = sorted(TRAINS)


def agree(seed: int) -> bool:
    """Compare one position; True if there was something to earn."""
    random = Random(seed)
    instance = position(
        random, STYLES[seed % len(STYLES)], random.randint(4, 8), random.randint(5, 13), random.choice([1, 2, 2, 3])
    )
    answer = best(instance, use_milp=False)
    found = answer.total, sum(run.subsidy for run in answer.runs)
    assert found == best_by_trial(instance), f"seed {seed}"
    assert answer.proved
    assert answer.upper == answer.total
    assert check(instance, answer.runs) == (), f"seed {seed}"
    return answer.total > 0


@pytest.mark.parametrize("style", STYLES)
def test_a_sample_of_small_positions(style: str) -> None:
    earning = sum(agree(seed) for seed in range(STYLES.index(style), 500, len(STYLES)))
    assert earning > 70


@pytest.mark.prove
def test_two_thousand_small_positions(proof: Callable[[str], None]) -> None:
    earning = sum(agree(seed) for seed in range(10_000, 12_000))
    assert earning > 1_500
    proof(f"routes: 2000 small positions equal to brute force, {earning} of them with revenue")
