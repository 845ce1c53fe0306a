"""What happens around the rules, in real titles: a player leaves, all agree to end, owners are asked."""

from __future__ import annotations

from random import Random

import pytest

from towpath.api import Game
from towpath.bots import RandomBot, play_on
from towpath.kernel.record import EndAnswer, EndOffer, Leave, Return

TITLES = ("1861", "1867")


def begun(title: str, actions: int, players: int = 3) -> Game:
    """A game some way on."""
    game = Game.new(title, players, {"first_player": "seat1"}, seed="table")
    play_on(game, RandomBot(), Random(8), actions)
    assert not game.is_over
    return game


@pytest.mark.parametrize("actions", [0, 3, 40, 150])
@pytest.mark.parametrize("title", TITLES)
def test_who_left_holds_nobody_up_and_the_game_comes_to_its_end(title: str, actions: int) -> None:
    game = begun(title, actions)
    gone = game.to_move[0]
    game.write(Leave(by=gone, seat=gone))
    own = [entry for entry in game.timeline.log if getattr(entry, "hand", "") == "absent"]
    assert own
    assert {entry.by for entry in own} == {gone}
    assert gone not in game.to_move
    play_on(game, RandomBot(), Random(9), 120)
    assert gone not in game.to_move
    assert game.rules.conservation(game.state) == []
    game.write(Return(by=gone, seat=gone))
    while not game.is_over and gone not in game.to_move:
        game.play(game.sample(Random(game.number)))
    again = Game(game.record)
    assert again.divergence is None
    assert again.state == game.state


def test_a_table_with_one_player_left_plays_to_the_end() -> None:
    game = begun("1867", 60)
    for seat in ("p2", "p3"):
        game.write(Leave(by=seat, seat=seat))
    play_on(game, RandomBot(), Random(3), 6000)
    assert game.is_over
    assert set(game.scores) == {"p1", "p2", "p3"}


@pytest.mark.parametrize("actions", [0, 40, 150])
@pytest.mark.parametrize("title", TITLES)
def test_the_game_ends_as_it_stands_when_all_agree(title: str, actions: int) -> None:
    game = begun(title, actions)
    worth = game.scores
    game.write(EndOffer(by="p2"))
    game.write(EndAnswer(by="p1", agree=False))
    assert not game.is_over
    game.write(EndOffer(by="p2"))
    for seat in ("p1", "p3"):
        game.write(EndAnswer(by=seat, agree=True))
    assert game.is_over
    assert game.scores == worth
    assert game.to_move == ()
    assert Game(game.record).state == game.state
