"""What players of Brass submit.

``card`` is the card played: the id of its town or industry. Where cubes come from is said one by one: the space of a mine or
iron works, or ``track`` for the demand track.
"""

from __future__ import annotations

from towpath.brass.data import Industry
from towpath.kernel.state import Action

TRACK = "track"
"""A cube is bought from the demand track."""
DISTANT = "distant"
"""Cotton is sold to the distant market."""


class Build(Action, frozen=True):
    """Build the top counter of an industry on a space. ``second_card``: two cards with both actions of the turn serve as one
    location card of any town."""

    card: str
    space: str
    industry: Industry
    coal: tuple[str, ...] = ()
    iron: tuple[str, ...] = ()
    second_card: str | None = None


class BuildLink(Action, frozen=True):
    """Build a canal or a rail on a line."""

    card: str
    line: str
    coal: tuple[str, ...] = ()


class BuildSecondRail(Action, frozen=True):
    """Build another rail with the same action."""

    line: str
    coal: tuple[str, ...] = ()


class StopBuilding(Action, frozen=True):
    """Build no second rail."""


class Develop(Action, frozen=True):
    """Remove the top counters of one or two stacks (twice the same: its two top ones) from the game."""

    card: str
    industries: tuple[Industry, ...]
    iron: tuple[str, ...]


class SellCotton(Action, frozen=True):
    """Sell the cotton of a mill: ``to`` is the space of a port, or ``distant``."""

    card: str
    mill: str
    to: str


class SellMore(Action, frozen=True):
    """Sell the cotton of another mill with the same action."""

    mill: str
    to: str


class StopSelling(Action, frozen=True):
    """Sell no more."""


class TakeLoan(Action, frozen=True):
    """Borrow pounds; every 10 cost a level of income."""

    card: str
    amount: int


class Pass(Action, frozen=True):
    """Do nothing with a card."""

    card: str


class RemoveCounter(Action, frozen=True):
    """Remove an own counter from the board for half its cost, to pay for negative income."""

    space: str
