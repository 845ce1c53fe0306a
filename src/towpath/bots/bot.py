"""What a bot is, what it sees, and letting bots play a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

import msgspec

from towpath.api import Action, Game, Glimpse
from towpath.kernel import views
from towpath.kernel.engine import Engine
from towpath.kernel.offers import Offer
from towpath.kernel.rules import Rules
from towpath.kernel.state import GameState

MOST_ACTIONS = 4_000
"""Random games that go on longer are given up: no real game has half as many actions."""


class Sight:
    """What the player at a seat has before him: the rules, the position as he may know it, what he may do, and what each of it
    would lead to. A bot decides from this alone."""

    def __init__(self, engine: Engine[Any], state: Any, seat: str) -> None:
        self.rules: Rules[Any] = engine.rules
        self.seat = seat
        self._engine = engine
        self._state = state

    @cached_property
    def state(self) -> Any:
        """The position, with everything hidden that the seat may not know."""
        return views.view(self.rules, self._state, self.seat)

    @cached_property
    def offers(self) -> list[Offer]:
        """What the seat may do now."""
        return self._engine.offers(self._state, self.seat)

    def preview(self, action: Action) -> Glimpse:
        """What an action would lead to, up to the next decision, chance or secret, as the seat may know it."""
        seen = self._engine.preview(self._state, action, self.seat)
        state: GameState | None = None if seen.state is None else views.view(self.rules, seen.state, self.seat)
        events = views.events_for(self.rules, seen.events, self.seat)
        return msgspec.structs.replace(seen, events=events, state=state)


class Bot(ABC):
    """A program that plays. It keeps nothing from one decision to the next, so that a game may be taken up anywhere.

    ``name``: what the command line and the table call it; ``titles``: those it can play, ``None`` for all of them. With the same
    ``seed`` it plays the same game in the same way.
    """

    name: ClassVar[str]
    titles: ClassVar[frozenset[str] | None] = None

    def __init__(self, seed: str = "0") -> None:
        self.seed = seed

    @abstractmethod
    def decide(self, sight: Sight, rng: Random) -> Action:
        """One of the actions on offer; there is at least one."""

    def choose(self, engine: Engine[Any], state: Any, rng: Random, seat: str | None = None) -> Action:
        """A legal action for ``seat`` (``None``: whoever is to act first) in a position of the engine's title.

        ``LookupError`` when nothing is asked of it.
        """
        if seat is None:
            seat = next(iter(engine.seats_to_act(state)), None)
        sight = None if seat is None else Sight(engine, state, seat)
        if sight is None or not sight.offers:
            raise LookupError("nobody may act: the game is over or it is not this seat's turn")
        return self.decide(sight, rng)

    def move(self, game: Game, seat: str) -> Action:
        """A legal action for a seat of a game as it stands, the same whenever it is asked for. ``LookupError`` as above."""
        return self.choose(game.engine, game.state, Random(f"{self.seed} {seat} {game.number}"), seat)


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
