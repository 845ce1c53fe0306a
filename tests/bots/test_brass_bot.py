"""The greedy bot for Brass plays whole games quickly, scores as a sensible player would, and beats random play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median

import pytest

from tests.bots.arena import Battle, battle
from tests.brass.scenes import Scene, scene
from towpath.api import Game
from towpath.bots import BrassBot, Sight, make, names
from towpath.bots.brass import JUDGES
from towpath.brass.actions import Build, BuildSecondRail, SellCotton, SellMore, TakeLoan
from towpath.kernel.state import Action

SIZES = (("2007", 3), ("2007", 4), ("2018", 2), ("2018", 3), ("2018", 4), ("2009", 2))
"""Every edition with every number of players it is for."""
QUICK = 0.03
"""Seconds of process time that a decision may take in the median."""
GOOD = 90
"""Points that four of them have in the median, at least."""


def chosen(given: Scene) -> Action:
    """What the bot does in a position."""
    return make("greedy", title="Brass").choose(given.engine, given.state, Random(0))


def arena(edition: str, players: int, number: int, rivals: str) -> Battle:
    game = battle("Brass", players, number, rivals, {"edition": edition})
    assert game.game.state.finished == "played_out"
    assert median(game.seconds) < QUICK
    return game


def test_brass_has_a_greedy_bot_of_its_own() -> None:
    assert names("Brass") == ("random", "greedy")
    assert isinstance(make("greedy", "7", "Brass"), BrassBot)


def test_every_type_of_action_has_its_judge() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in Game.new("Brass", 4).rules.action_types()}
    assert set(JUDGES) == kinds


# Single decisions


def test_it_sells_all_its_mills_with_one_action() -> None:
    given = scene(
        counters={
            "manchester-1": ("p1", "cotton", 1),
            "oldham-1": ("p1", "cotton", 1),
            "warrington_runcorn-2": ("p1", "port", 1),
            "preston-1": ("p2", "port", 1),
        },
        links={
            "manchester--warrington_runcorn": "p1",
            "manchester--oldham": "p1",
            "warrington_runcorn--wigan": "p2",
            "preston--wigan": "p2",
        },
        cotton=8,
    )
    first = chosen(given)
    assert isinstance(first, SellCotton)
    given.play("sell_cotton", card=first.card, mill=first.mill, to=first.to)
    second = chosen(given)
    assert isinstance(second, SellMore)
    assert {first.to, second.to} == {"warrington_runcorn-2", "preston-1"}


def test_it_plays_the_card_of_a_town_that_is_full_before_one_that_still_serves() -> None:
    given = scene(
        number=2,
        hands={"p1": ("bury", "cotton", "iron", "liverpool", "preston", "coal")},
        counters={"bury-1": ("p1", "coal", 1)},
        cash={"p1": 0},
        income={"p1": 12},
    )
    action = chosen(given)
    assert isinstance(action, TakeLoan)
    assert action.card == "bury"


def test_it_builds_iron_works_that_sell_all_their_iron_at_once() -> None:
    given = scene(
        hands={"p1": ("iron", "cotton", "coal")},
        counters={"manchester-1": ("p2", "coal", 1, 1)},
        links={"bolton--manchester": "p1"},
        demand={"iron": 2},
    )
    action = chosen(given)
    assert isinstance(action, Build)
    assert action.industry == "iron"
    assert action.space in ("manchester-4", "bolton-3")


def test_it_builds_rails_two_by_two() -> None:
    given = scene(
        period="rail",
        hands={"p1": ("barrow", "birkenhead")},
        counters={
            "wigan-1": ("p1", "coal", 2),
            "preston-3": ("p2", "iron", 2, -1),
            "warrington_runcorn-2": ("p2", "port", 2, -1),
        },
        cash={"p1": 40},
    )
    first = chosen(given)
    assert first.__struct_config__.tag == "build_link"
    given.play("build_link", card=first.card, line=first.line, coal=first.coal)  # type: ignore[attr-defined]
    assert isinstance(chosen(given), BuildSecondRail)


def test_with_its_last_card_it_builds_no_mill_that_cannot_be_sold_any_more() -> None:
    given = scene(
        period="rail",
        number=8,
        actions=1,
        hands={"p1": ("cotton",), "p2": (), "p3": (), "p4": ()},
        counters={"bury-1": ("p1", "cotton", 2), "wigan-1": ("p2", "coal", 2)},
        links={"bury--manchester": "p1"},
        developed={"p1/cotton": 3},
        cash={"p1": 20},
    )
    assert not isinstance(chosen(given), Build)


def test_it_knows_no_more_than_its_seat() -> None:
    """What a seat may not know changes nothing in what it does."""
    game, bot = Game.new("Brass", 4, seed="unseen"), make("greedy", title="Brass")
    for number in range(40):
        seat = game.to_move[0]
        sight = Sight(game.engine, game.state, seat)
        other = game.rules.determinize(sight.state, Random(number))
        action = bot.decide(sight, Random(1))
        assert action == bot.decide(Sight(game.engine, other, seat), Random(1))
        game.play(action, seat, hand="bot")


# Whole games


@pytest.mark.parametrize(("edition", "players"), SIZES)
def test_it_plays_every_edition_to_the_end(edition: str, players: int) -> None:
    game = arena(edition, players, 1, "greedy")
    assert median(game.game.scores.values()) > GOOD / 2
    assert game.actions["pass"] < sum(game.actions.values()) / 4


def test_it_beats_random_bots() -> None:
    """A sample of the long proof."""
    assert arena("2007", 4, 1, "random").won


@pytest.mark.prove
def test_it_beats_three_random_bots_in_nineteen_games_of_twenty(proof: Callable[[str], None]) -> None:
    games = [arena(("2007", "2018")[number // 4 % 2], 4, number, "random") for number in range(100)]
    won = sum(game.won for game in games)
    proof(f"Brass: greedy won {won} of 100 against three random bots")
    assert won >= 95


@pytest.mark.prove
@pytest.mark.parametrize(("edition", "players"), SIZES)
def test_games_of_greedy_bots_score_as_good_ones_do(edition: str, players: int, proof: Callable[[str], None]) -> None:
    games = [arena(edition, players, number, "greedy") for number in range(20)]
    scores = sorted(points for game in games for points in game.game.scores.values())
    seconds = [each for game in games for each in game.seconds]
    proof(
        f"Brass {edition} with {players} greedy bots: {scores[0]} to {scores[-1]} points, {median(scores):.0f} in the median; "
        f"a decision took {1000 * median(seconds):.1f} ms in the median, {1000 * max(seconds):.0f} ms at worst"
    )
    assert median(scores) > GOOD
