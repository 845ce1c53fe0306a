"""Random games of every edition and number of players keep every property of ``towpath.testing.conformance``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from tests.brass.test_secrets import scramble
from towpath.api import Game
from towpath.kernel.offers import Offer
from towpath.testing import Report, conformance

VARIANTS: tuple[tuple[int, Mapping[str, str]], ...] = (
    (3, {}),
    (4, {}),
    (2, {"edition": "2018"}),
    (3, {"edition": "2018"}),
    (4, {"edition": "2018"}),
    (4, {"edition": "2018", "introductory": "on"}),
    (4, {"edition": "2018", "virtual_link": "both"}),
    (2, {"edition": "2009"}),
)
DISPUTED: Mapping[str, str] = {
    "spaces": "printed_order", "shortfall": "points", "refill_order": "old", "upkeep_is_spent": "on",
    "receipts_reduce_spent": "on",
    "empty_board": "no_counters", "industry_card_over_own": "off", "sale_helps_to_pay": "on", "takeover": "empty_counter",
    "takeover_in_own_town": "on", "link_without_network": "on", "removal_lowers_income": "on", "refill_demand": "on",
    "income_tie": "space", "cube_limit": "on",
}  # fmt: skip
"""Every disputed point the other way."""
GAMES = 1_000
"""Games of the long proof for each edition and number of players."""
WEIGHTS = {"build": 8.0, "build_link": 5.0, "build_second_rail": 4.0, "sell_cotton": 9.0, "sell_more": 6.0, "pass": 0.1,
           "develop": 0.8, "take_loan": 1.2, "stop_selling": 0.3}  # fmt: skip


def towards_industry(offer: Offer) -> float:
    """How likely random play takes an offer: building and selling before all else."""
    return WEIGHTS.get(offer.type, 1.0)


def named(variant: tuple[int, Mapping[str, str]]) -> str:
    return "-".join([str(variant[0]), *(f"{name}={value}" for name, value in variant[1].items())])


def play(players: int, options: Mapping[str, str], games: int, every: int, seed: str) -> Report:
    return conformance(
        "Brass", players=players, options=options, games=games, weight=towards_industry, scramble=scramble, every=every,
        seed=seed, checked_offers=12,
    )  # fmt: skip


@pytest.mark.parametrize(
    "variant", [*VARIANTS, (4, DISPUTED), (2, {"edition": "2018", **DISPUTED})], ids=lambda v: named(v)[:40]
)
def test_a_random_game_keeps_every_property(variant):
    report = play(*variant, games=1, every=9, seed="sample")
    assert report.ok, str(report)
    assert report.endings == {"played_out": 1}


@pytest.mark.parametrize("variant", VARIANTS, ids=named)
def test_random_games_conserve_everything_after_every_action(variant):
    players, options = variant
    game = Game.new("Brass", players, options=options, seed="conserve")
    rng, state, engine = Random(5), game.state, game.engine
    while not state.finished:
        offers = engine.offers(state)
        weights = [towards_industry(offer) for offer in offers]
        state = engine.apply(state, rng.choices(offers, weights)[0].draw(rng)).state
        assert not game.rules.conservation(state)


@pytest.mark.prove
@pytest.mark.parametrize("variant", VARIANTS, ids=named)
def test_a_thousand_random_games_end_without_a_fault(variant, proof: Callable[[str], None]):
    report = play(*variant, games=GAMES, every=60, seed="prove")
    proof(f"Brass {named(variant)}: {report}")
    assert report.ok, str(report)
    assert report.endings == {"played_out": GAMES}
