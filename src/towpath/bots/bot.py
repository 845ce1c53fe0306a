"""What a bot is, and letting bots play a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple, Protocol

from towpath.api import Action, Game
from towpath.kernel.engine import Engine

MOST_ACTIONS = 4_000
"""Random games that go on longer are given up: no real game has half as many actions."""


class Bot(Protocol):
    """A program that plays. It keeps nothing from one decision to the next, so that a game may be taken up anywhere."""

    def choose(self, engine: Engine[Any], state: Any, rng: Random, seat: str | None = None) -> Action:
        """A legal action for ``seat`` (``None``: whoever may act) in a position of the engine's title.

        ``LookupError`` when nothing is asked of it.
        """
        ...


class Played(NamedTuple):
    """How bots brought a game on: ``actions`` they made, and whether it was ``capped``, given up before its end."""

    actions: int
    capped: bool


def play_on(
    game: Game,
    bots: Bot | Mapping[str, Bot],
    rng: Random,
    most: int = MOST_ACTIONS,
    watch: Callable[[Game], None] | None = None,
) -> Played:
    """Let bots play a game from where it is until it is over or ``most`` actions have been made.

    ``bots``: one for all seats, or seat -> bot; seats without one end the play when it is their turn. ``watch`` is called
    after every action.
    """
    count = 0
    while not game.is_over and count < most:
        seat = next((seat for seat in game.to_move if not isinstance(bots, Mapping) or seat in bots), None)
        if seat is None:
            break
        bot = bots[seat] if isinstance(bots, Mapping) else bots
        game.play(bot.choose(game.engine, game.state, rng, seat), seat, hand="bot")
        count += 1
        if watch is not None:
            watch(game)
    return Played(count, not game.is_over and count >= most)
