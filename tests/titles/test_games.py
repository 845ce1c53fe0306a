"""Random games of every title, variant and number of players keep every property of ``towpath.testing.conformance``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.titles.variants import LONG, VARIANTS, Variant, draw_for, weight_for
from towpath.testing import Report, conformance

GAMES = 400
"""Games of the long proof, over all variants; at least 200 a title."""


def play(variant: Variant, games: int, most: int, every: int, seed: str) -> Report:
    """Random games of one variant."""
    return conformance(
        variant.title,
        players=variant.players,
        options=variant.options,
        games=games,
        max_actions=most,
        weight=weight_for(variant.title),
        draw=draw_for(variant.title),
        every=every,
        seed=seed,
    )


@pytest.mark.parametrize("variant", [*VARIANTS, *LONG], ids=lambda variant: variant.name)
def test_the_beginning_of_a_random_game_keeps_every_property(variant: Variant) -> None:
    report = play(variant, 1, 220, 11, f"sample-{variant.name}")
    assert report.ok, str(report)


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_a_whole_random_game_keeps_every_property(title: str) -> None:
    report = play(Variant(title, 3, {}), 1, 6_000, 25, "whole")
    assert report.ok, str(report)
    assert not report.capped


@pytest.mark.prove
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_many_random_games_end_without_a_fault(variant: Variant, proof: Callable[[str], None]) -> None:
    of_title = sum(other.title == variant.title for other in VARIANTS)
    report = play(variant, -(-GAMES // 2 // of_title), 8_000, 60, "prove")
    proof(f"{variant.name}: {report}")
    assert report.ok, str(report)
    assert report.capped <= 0.05 * report.games


@pytest.mark.prove
@pytest.mark.parametrize("variant", LONG, ids=lambda variant: variant.name)
def test_long_games_go_on_without_a_fault(variant: Variant, proof: Callable[[str], None]) -> None:
    report = play(variant, 3, 6_000, 60, "long")
    proof(f"{variant.name}: {report} (capped games are expected: only a broken bank ends them)")
    assert report.ok, str(report)
    assert Counter(report.endings).keys() <= {"bank"}
