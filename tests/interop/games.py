"""Games to read and write: random ones under that site's rules, played once a test run."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from towpath.api import Game
from towpath.bots import RandomBot, play_on
from towpath.interop import write_game

PLAYED = {"profile": "18xx.games", "consent": "off", "first_player": "seat1"}


SEEDS = {"1856": "3"}
"""Of the games that are played unless another one is asked for: "1" ends too early there."""


@cache
def played(title: str, players: int, most: int, seed: str = "", **options: str) -> Game:
    """A game that bots have played for at most so many actions."""
    seed = seed or SEEDS.get(title, "1")
    game = Game.new(title, players, {**PLAYED, **options}, seed=seed)
    play_on(game, RandomBot(), Random(seed), most)
    return game


@cache
def _written(title: str, players: int, most: int) -> dict[str, Any]:
    return write_game(played(title, players, most))


def written(title: str, players: int = 3, most: int = 220) -> dict[str, Any]:
    """Such a game as game data, to be changed at will."""
    return deepcopy(_written(title, players, most))
