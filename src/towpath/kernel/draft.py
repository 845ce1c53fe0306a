"""Writing: a draft copies a table on the first write and becomes the next state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from towpath.kernel import chance
from towpath.kernel.state import Event, Frame, GameState
from towpath.kernel.table import Table

S = TypeVar("S", bound=GameState)
T = TypeVar("T")


class PreviewStopped(Exception):
    """A preview reached chance or a secret, which it must not show."""


class Draft(Generic[S]):
    """The next state in the making. Attributes read as those of the state, with what was written so far.

    Only verbs write: ``edit`` opens a table, ``put`` replaces a value. ``revealed``: chance or a secret was met on the way.
    Drafts for previews stop there.
    """

    def __init__(self, base: S, preview: bool = False) -> None:
        self.__dict__.update(msgspec.structs.asdict(base))
        self._base = base
        self._changes: dict[str, Any] = {}
        self._preview = preview
        self.events: list[Event] = []
        self.revealed = False

    def __getattr__(self, name: str) -> Any:
        """What a state has besides its fields."""
        return getattr(object.__getattribute__(self, "_base"), name)

    def edit(self, name: str) -> Table[Any, Any]:
        """The table of that name, open for writing."""
        table: Table[Any, Any] = getattr(self, name)
        if table.sealed:
            table = table.opened()
            self.put(name, table)
        return table

    def put(self, name: str, value: Any) -> None:
        """Replace a value that is not a table (or a whole table)."""
        self._changes[name] = self.__dict__[name] = value

    def emit(self, kind: str, /, seen_by: tuple[str, ...] | None = None, **data: Any) -> None:
        """Add an event."""
        self.events.append(Event(kind, data, seen_by))

    @property
    def frame(self) -> Frame | None:
        """The innermost frame."""
        stack: tuple[Frame, ...] = self.stack
        return stack[-1] if stack else None

    def push(self, frame: Frame) -> None:
        """Let another frame decide first."""
        self.put("stack", (*self.stack, frame))

    def pop(self) -> Frame:
        """Take the innermost frame away and return it."""
        stack: tuple[Frame, ...] = self.stack
        self.put("stack", stack[:-1])
        return stack[-1]

    def replace(self, frame: Frame) -> None:
        """Put another frame in the place of the innermost."""
        self.put("stack", (*self.stack[:-1], frame))

    def update(self, depth: int, **changes: Any) -> Frame:
        """Change fields of the frame ``depth`` places from the top (0 = innermost) and return it."""
        stack: list[Frame] = list(self.stack)
        frame = msgspec.structs.replace(stack[-1 - depth], **changes)
        stack[-1 - depth] = frame
        self.put("stack", tuple(stack))
        return frame

    def draw(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        if self._preview:
            raise PreviewStopped
        self.revealed = True
        value, state = chance.draw(self.chance, n)
        self.put("chance", state)
        return value

    def shuffle(self, things: Sequence[T]) -> tuple[T, ...]:
        """The things in a random order."""
        if self._preview:
            raise PreviewStopped
        self.revealed = True
        order, state = chance.shuffled(self.chance, things)
        self.put("chance", state)
        return order

    def reveal(self) -> None:
        """Say that something hidden is about to be seen: a preview stops here, and an undo across it shuffles anew."""
        if self._preview:
            raise PreviewStopped
        self.revealed = True

    def commit(self) -> S:
        """The next state. The draft may go on being written afterwards without touching it."""
        for value in self._changes.values():
            if isinstance(value, Table):
                value.seal()
        if not self._changes:
            return self._base
        return msgspec.structs.replace(self._base, **self._changes)
