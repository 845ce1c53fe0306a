"""Games between bots, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from towpath.api import Game
from towpath.bots import Bot, make


class Battle(NamedTuple):
    """One game. ``won``: whether the hero has the best score, shared or not; ``seconds``: process time of each decision of a
    greedy bot; ``actions``: how often each type was taken by them."""

    game: Game
    won: bool
    seconds: list[float]
    actions: Counter[str]


def battle(
    title: str, players: int, number: int, rivals: str = "random", options: Mapping[str, str] | None = None
) -> Battle:
    """A greedy bot against ``rivals``; the hero's seat goes round with the number, which seeds everything."""
    game, rng = Game.new(title, players, options, seed=f"arena {number}"), Random(number)
    seats = [seat.id for seat in game.seats]
    hero = seats[number % players]
    bots: dict[str, Bot] = {seat: make("greedy" if seat == hero else rivals, title=title) for seat in seats}
    seconds: list[float] = []
    actions: Counter[str] = Counter()
    while not game.is_over and game.number < 6_000:
        seat = game.to_move[0]
        begun = time.process_time()
        action = bots[seat].choose(game.engine, game.state, rng, seat)
        if bots[seat].name == "greedy":
            seconds.append(time.process_time() - begun)
            actions[str(action.__struct_config__.tag)] += 1
        game.play(action, seat, hand="bot")
    scores = game.scores
    return Battle(game, game.is_over and scores[hero] == max(scores.values()), seconds, actions)
