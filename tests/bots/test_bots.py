"""What every bot keeps to: it sees what its seat may see, does what is offered, and plays alike with the same seed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.kernel.fair import HIDDEN
from tests.kernel.play import game as fair
from tests.kernel.play import random_play
from towpath.api import Action, Game, title_names
from towpath.bots import Bot, GreedyBot, RandomBot, Sight, UnknownBot, make, names, play_on
from towpath.bots.greedy import JUDGES
from towpath.kernel.record import EndOffer


class Spy(Bot):
    """Notes what it is shown."""

    name = "spy"

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Any] = []

    def decide(self, sight: Sight, rng: Random) -> Action:
        action = sight.offers[0].draw(rng)
        self.shown.append((sight.seat, sight.state, sight.preview(action)))
        return action


def test_bots_are_made_by_name_for_the_titles_that_they_play() -> None:
    assert names() == ("random", "greedy")
    for title in ("1856", "1861", "1867"):
        assert isinstance(make("greedy", "7", title), GreedyBot)
    assert all("random" in names(title) for title in title_names())
    assert names("no such title") == ("random",)
    with pytest.raises(UnknownBot, match="no bot 'genius' for 1867; there are random, greedy"):
        make("genius", title="1867")
    with pytest.raises(UnknownBot, match="there are random"):
        make("greedy", title="no such title")


def test_a_bot_sees_no_more_than_its_seat() -> None:
    """The invented title of the kernel has hidden hands."""
    game, spy = fair(3), Spy()
    random_play(game, 4)
    for _ in range(6):
        seat = game.to_move[0]
        game.play(spy.choose(game.engine, game.state, Random(1), seat), seat, hand="bot")
    assert spy.shown
    for seat, state, glimpse in spy.shown:
        assert state.chance == 0
        for shown in filter(None, (state, glimpse.state)):
            others = [card for other, hand in shown.hands.items() if other != seat for card in hand]
            assert set(others) <= {HIDDEN}
        assert all(event.seen_by is None or seat in event.seen_by for event in glimpse.events)


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot()])
def test_nobody_is_asked_when_the_game_is_over_or_another_seat_is_to_move(bot: Bot) -> None:
    game = Game.new("1867", 3)
    waiting = next(seat.id for seat in game.seats if seat.id not in game.to_move)
    with pytest.raises(LookupError):
        bot.choose(game.engine, game.state, Random(0), waiting)
    game.write(EndOffer(by="p1", hand="import"))
    with pytest.raises(LookupError):
        bot.choose(game.engine, game.state, Random(0))


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_plays_alike_whenever_it_is_asked(name: str) -> None:
    game = Game.new("1861", 3, seed="alike")
    for _ in range(60):
        seat = game.to_move[0]
        move = make(name, "5").move(game, seat)
        assert make(name, "5").move(game, seat) == move
        assert not game.engine.check(game.state, move, seat)
        game.play(move, seat, hand="bot")


def test_every_judge_is_of_a_type_of_action_that_some_title_has() -> None:
    kinds = {
        str(kind.__struct_config__.tag)
        for title in ("1856", "1861", "1867")
        for kind in Game.new(title, 3).rules.action_types()
    }
    assert JUDGES.keys() <= kinds


def test_play_stops_where_a_person_is_to_move() -> None:
    game = Game.new("1867", 3)
    first = game.to_move[0]
    rest = {seat.id: make("greedy") for seat in game.seats if seat.id != first}
    assert play_on(game, rest, Random(0)).actions == 0
