"""Games played beforehand by random bots, whose actions are then played again at tables: nobody has to think while we measure."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from towpath.api import Game, Record
from towpath.bots import RandomBot
from towpath.kernel.record import Act

LONG = (("1856", "long 4"), ("1861", "long 4"), ("1867", "long 4"))
"""Titles, with seeds of random games for four that go on for a thousand actions."""
BRASS = ("Brass", "long 4")
"""A game of Brass is over after some 130 actions."""


def played(title: str, seed: str, most: int) -> Game:
    """A random game for four, up to a number of actions."""
    options = {} if title == "Brass" else {"consent": "off"}
    game, bot, rng = Game.new(title, 4, seed=seed, options=options), RandomBot(), Random(seed)
    while not game.is_over and game.number < most:
        game.play(bot.choose(game.engine, game.state, rng))
    return game


def cut(game: Game, number: int) -> Record:
    """The record as it was after so many entries."""
    record = game.record
    return replace(record, log=record.log[:number], head=None)


def acts(game: Game) -> list[Act]:
    """The log of a game in which nothing was done but to play."""
    return [entry for entry in game.record.log if isinstance(entry, Act)]
