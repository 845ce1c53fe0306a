"""The flow of play of Brass as data."""

from __future__ import annotations

from typing import Literal

from towpath.kernel.state import Frame

Stage = Literal["income", "turns", "order", "refill"]


class Game(Frame, frozen=True):
    """The whole game: the period is played round by round, then scored."""


class Round(Frame, frozen=True):
    """One round. ``stage``: what is being done, ``waiting``: who still has to have it done, the next first."""

    stage: Stage
    waiting: tuple[str, ...]


class Turn(Frame, frozen=True):
    """A player's turn; ``actions`` are left, each with a card."""

    player: str
    actions: int


class SecondRail(Frame, frozen=True):
    """A player has built a rail and may build a second one with the same action."""

    player: str


class Selling(Frame, frozen=True):
    """A player sells cotton and may go on selling."""

    player: str


class Shortfall(Frame, frozen=True):
    """A player owes ``due`` pounds for negative income and removes counters until he can pay."""

    player: str
    due: int
