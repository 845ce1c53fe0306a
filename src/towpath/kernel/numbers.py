"""What a game's course is told in: how rich everybody was, what things cost and what they earned, round by round.

A title says what it counts (``Rules.measures``, ``measured``, ``prices``, ``earnings``); who walks the log and who draws the
curves knows nothing else of it.
"""

from __future__ import annotations

import msgspec


class Measure(msgspec.Struct, frozen=True):
    """Something that seats have an amount of. ``adds``: it is a part of the score, so that these parts can be stacked; else it
    is a curve of its own. ``money``: in the title's currency."""

    id: str
    label: str
    adds: bool = True
    money: bool = True


class Part(msgspec.Struct, frozen=True):
    """What one source of an earning brought: ``by`` whom or what (a train), ``amount``, ``places`` in their order."""

    by: str
    amount: int
    places: tuple[str, ...] = ()


class Earning(msgspec.Struct, frozen=True):
    """One distribution. ``round``: when; ``earner`` (a company) had ``total`` to give, of which ``paid`` went to its owners
    and the rest was kept. ``share``: what one share got, ``None`` where there are no shares. ``parts`` may add up to more
    than ``total`` when something was taken from it first. ``number``: the log entry that did it."""

    round: str
    earner: str
    total: int
    paid: int
    share: int | None = None
    parts: tuple[Part, ...] = ()
    number: int = 0

    @property
    def way(self) -> str:
        """``nothing``, ``kept``, ``split`` or ``paid``."""
        if not self.total:
            return "nothing"
        return "kept" if not self.paid else "paid" if self.paid == self.total else "split"


class Point(msgspec.Struct, frozen=True):
    """One moment of the curves: after log entry ``number``, when ``round`` was over (``open``: it is still going on).

    ``measures``: seat -> measure -> amount; ``prices``: what has a price -> its price.
    """

    number: int
    round: str
    measures: dict[str, dict[str, int]]
    prices: dict[str, int] = {}
    open: bool = False


class Course(msgspec.Struct, frozen=True):
    """The numbers of a game up to a moment. ``points``: the first is the start, whose round has no name, the last one the
    moment itself, unless a round has just ended there; ``earnings``: all that was earned, in order."""

    points: tuple[Point, ...]
    earnings: tuple[Earning, ...]
