"""Time limits and cancelling, asked from inside every loop that can be long."""

from collections.abc import Callable
from time import monotonic

INTERVAL = 256
"""Nodes between two looks at the clock."""


class StoppedError(Exception):
    """The deadline has passed, the work is used up, or the caller has cancelled; what was found so far stands."""


class HardError(Exception):
    """The search has used the nodes it was given; another method may do better."""


class LapError(Exception):
    """One search of several has used the nodes it was given; its best so far will do."""


class Clock:
    """Counts work and raises :class:`StoppedError` when time is up."""

    def __init__(
        self,
        deadline: float | None = None,
        cancelled: Callable[[], bool] | None = None,
        most: int | None = None,
        work: int | None = None,
    ) -> None:
        self.ends = None if deadline is None else monotonic() + deadline
        self.cancelled = cancelled
        self.most = most
        self.work = work
        self.watched = deadline is not None or cancelled is not None
        self.nodes = 0
        self.lap: int | None = None
        self._lap_ends = 0
        self._next = 0

    def __call__(self, nodes: int) -> int:
        """Account for ``nodes`` more; returns how many may pass until the next call."""
        self.nodes += nodes
        if self.nodes >= self._next:
            self._next = self.nodes + INTERVAL
            self.look()
            if self.work is not None and self.nodes > self.work:
                raise StoppedError
            if self.most is not None and self.nodes > self.most:
                raise HardError
            if self.lap is not None and self.nodes > self._lap_ends:
                raise LapError
        return INTERVAL

    def begin_lap(self) -> None:
        """Give the next search ``lap`` nodes, if that is set."""
        if self.lap is not None:
            self._lap_ends = self.nodes + self.lap

    def over(self) -> bool:
        """Whether time is up."""
        return (self.ends is not None and monotonic() >= self.ends) or bool(self.cancelled and self.cancelled())

    def look(self) -> None:
        """Raise if time is up."""
        if self.over():
            raise StoppedError

    def left(self) -> float | None:
        """Seconds until the deadline, None without one."""
        return None if self.ends is None else max(0.0, self.ends - monotonic())
