"""The greedy bot plays whole games to a proper end, quickly and as a sensible player would, and beats random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from statistics import median

import pytest

from tests.bots.arena import Battle, battle
from tests.rail.positions import Play, Scene
from tests.rail.test_auction import LOTS, bid, no, privates
from tests.rail.test_dividends import earning
from tests.rail.test_trains import MAJOR, buying
from towpath.bots import make
from towpath.kernel.state import Action
from towpath.rail.actions import Bid, BuyTrain, Pass, PayDividend

TITLES = ("1856", "1861", "1867")
ENDINGS = {"bank", "last_train", "bankrupt"}
"""How these games end by their rules; never because nothing goes on."""
MEDIAN, WORST = 0.15, 1.0
"""Seconds that a decision may take."""
GAMES = 100


def chosen(play: Play) -> Action:
    """What the bot does in a position."""
    return make("greedy").choose(play.engine, play.state, Random(0))


def sound(game: Battle) -> None:
    assert game.game.state.finished in ENDINGS
    assert median(game.seconds) < MEDIAN
    assert max(game.seconds) < WORST


# Single decisions


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_it_bids_for_a_private_about_its_face_value_and_no_more(title: str) -> None:
    lot = LOTS[title][0]
    play = privates(title)
    face = play.rules.privates[lot].face
    assert chosen(play) == bid("p1", lot, play.rules.privates[lot].least_bid)
    play.do(bid("p1", lot, 2 * face))
    assert chosen(play) == no("p2")


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_it_buys_the_train_that_a_company_without_one_can_pay(title: str) -> None:
    action = chosen(buying(title, "4", 400))
    assert isinstance(action, BuyTrain)
    assert action.price == 350


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_it_keeps_the_money_for_a_train_that_would_earn_nothing_more(title: str) -> None:
    play = buying(title, "4", 360, "4")
    assert chosen(play) == Pass(entity=MAJOR[title])


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_it_pays_out_and_keeps_only_what_buys_the_train_that_is_needed(title: str) -> None:
    rich = chosen(earning(title, 200, 100, cash=500))
    assert isinstance(rich, PayDividend)
    assert rich.kind == "full"


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_it_starts_companies_as_soon_as_it_can(title: str) -> None:
    action = chosen(Scene(title, 3).cash(p1=300, p2=300, p3=300).stock_round("p1").play())
    assert isinstance(action, Bid)
    assert 100 <= action.price <= 200


# Whole games


@pytest.mark.parametrize(("title", "players"), [("1856", 3), ("1861", 2), ("1867", 2)])
def test_greedy_bots_play_a_game_to_its_proper_end(title: str, players: int) -> None:
    """They lay track, buy trains and pay dividends while they do."""
    game = battle(title, players, 1, rivals="greedy")
    sound(game)
    assert game.game.state.phase not in ("2", "3")
    for kind, least in {"lay_tile": 40, "buy_train": 12, "pay_dividend": 20, "run_routes": 40}.items():
        assert game.actions[kind] >= least, (kind, game.actions)
    assert game.actions["redeem"] == game.actions["declare_bankrupt"] == 0


@pytest.mark.parametrize("title", TITLES)
def test_it_beats_random_bots(title: str) -> None:
    """A sample of the long proof."""
    game = battle(title, 3, 1)
    sound(game)
    assert game.won


@pytest.mark.prove
@pytest.mark.parametrize("title", TITLES)
def test_it_beats_three_random_bots_in_nine_games_of_ten(title: str, proof: Callable[[str], None]) -> None:
    games = [battle(title, 4, number) for number in range(GAMES)]
    seconds = sorted(each for game in games for each in game.seconds)
    won = sum(game.won for game in games)
    proof(
        f"{title}: greedy won {won} of {GAMES} against three random bots; a decision took {1000 * median(seconds):.1f} ms "
        f"in the median, {1000 * seconds[-1]:.0f} ms at worst"
    )
    for game in games:
        sound(game)
    assert won >= 0.9 * GAMES


@pytest.mark.prove
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", range(2, 7))
def test_greedy_games_of_every_size_end_properly(title: str, players: int, proof: Callable[[str], None]) -> None:
    if title == "1856" and players == 2:
        pytest.skip("1856 is for three to six players")
    games = [battle(title, players, number, rivals="greedy") for number in range(5)]
    endings = Counter(str(game.game.state.finished) for game in games)
    proof(
        f"{title} with {players} greedy bots: {dict(endings)}, last phases {[game.game.state.phase for game in games]}"
    )
    for game in games:
        sound(game)
