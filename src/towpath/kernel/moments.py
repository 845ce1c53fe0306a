"""The parts of a timeline: what is true after each log entry, and what can be wrong with the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

import msgspec

from towpath.kernel.reasons import Reason
from towpath.kernel.record import Seat
from towpath.kernel.state import Event, GameState
from towpath.language import say

S = TypeVar("S", bound=GameState)


class LogError(Exception):
    """An entry makes no sense in the log as it stands; the message is a sentence for people."""


class NothingToUndo(LogError):
    """There is no standing action to take back."""


class NothingToRedo(LogError):
    """Nothing was undone, or something was done since."""


class Unreachable(LogError):
    """A position between a divergence and the stored position: these rules cannot give it."""


class Conflict(LogError):
    """The decision that an action was made for is no longer open: somebody answered it, or it was taken back.

    ``entity`` wanted to act, having seen the log up to ``after``; it now has ``now`` entries.
    """

    def __init__(self, entity: str, after: int, now: int, text: str) -> None:
        super().__init__(text)
        self.entity = entity
        self.after = after
        self.now = now


class Divergence(msgspec.Struct, frozen=True):
    """Where replaying parted from what the record says.

    ``number``: the log entry, from 1. ``action_number``: which standing action it would be, from 1. ``expected`` and
    ``found`` in words. ``resumed_at``: the length of the log at the stored position that play goes on from, or ``None``
    when there was none: then the game stands before the entry.
    """

    number: int
    action_number: int
    expected: str
    found: str
    reasons: tuple[Reason, ...] = ()
    resumed_at: int | None = None

    @property
    def sentence(self) -> str:
        """All of it in one sentence or two."""
        text = say(
            "Entry {number} of the log (action {action}): expected {expected}; found {found}.",
            number=self.number, action=self.action_number, expected=self.expected, found=self.found,
        )  # fmt: skip
        if not self.resumed_at:
            return text
        return f"{text} {say('Play goes on from the position stored after entry {entry}.', entry=self.resumed_at)}"


class Agreement(msgspec.Struct, frozen=True):
    """A proposal to end the game. ``agreed``: the seats that agree; ``missing``: those still to be asked."""

    agreed: tuple[str, ...]
    missing: tuple[str, ...]


class Wish(msgspec.Struct, frozen=True):
    """The question whether something may be taken back or brought back, asked by log entry ``number``."""

    number: int
    by: str
    what: str
    to: int | None
    agreed: frozenset[str]
    reshuffled: bool = False


class UndoRequest(msgspec.Struct, frozen=True):
    """An open ``Wish``. ``number``: the log entry that asked; ``by``: the seat that did; ``what``: undo or redo; ``to``:
    everything after that entry (``None``: the last action); ``agreed``: the seats that agree; ``missing``: those still to be
    asked."""

    number: int
    by: str
    what: str
    to: int | None
    agreed: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Node(Generic[S]):
    """A standing action: the log entry that did it, the position after it (``None``: these rules cannot give it) and
    what stood before. The start has number 0. ``revealed``: since ``parent`` something was seen that was hidden there."""

    number: int
    state: S | None
    parent: Node[S] | None
    depth: int
    revealed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Moment(Generic[S]):
    """Everything that is true after a log entry. Moments share nodes, so keeping them all costs a few words each."""

    node: Node[S]
    undone: tuple[Node[S], Any] | None
    seats: tuple[Seat, ...]
    away: frozenset[str] = frozenset()
    agreed: frozenset[str] | None = None
    wish: Wish | None = None
    events: tuple[Event, ...] = ()
    waived: tuple[Reason, ...] = ()

    def persons(self) -> tuple[str, ...]:
        """The people at the table."""
        return tuple(seat.id for seat in self.seats if seat.kind == "person" and seat.id not in self.away)


def grown(node: Node[S], number: int, state: S | None, revealed: bool = False) -> Node[S]:
    """One more standing action."""
    return Node(number, state, node, node.depth + 1, revealed)


def back(node: Node[S]) -> Iterator[Node[S]]:
    """The node and all before it, the start last."""
    each: Node[S] | None = node
    while each is not None:
        yield each
        each = each.parent


def before(node: Node[S], to: int | None) -> Node[S]:
    """Where an undo leads: the last action standing up to entry ``to``, or one back; the node itself if it cannot."""
    if to is None:
        return node.parent or node
    return next((each for each in back(node) if each.number <= to), node)


def reveals(node: Node[S], target: Node[S]) -> bool:
    """Whether going back from a node to one before it takes back something that was seen."""
    for each in back(node):
        if each is target:
            break
        if each.revealed:
            return True
    return False


def changed(moment: Moment[S], **values: Any) -> Moment[S]:
    """The moment with other values."""
    kept = {field.name: getattr(moment, field.name) for field in fields(moment)}
    return Moment(**{**kept, **values})
