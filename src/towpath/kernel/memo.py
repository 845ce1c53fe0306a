"""Facts derived from tables, cached on the versions of the tables they read."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Memo(Generic[V]):
    """A bounded cache, least recently used out first. Keys hold table versions, so nothing is ever invalidated by hand.

    ``latest``: the value made last. A fact that is much like it may be made of its parts, if the outcome is the same.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._found: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()
        self._again: tuple[Hashable, V] | None = None
        self.latest: V | None = None

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value under a key, made when it is not there."""
        again = self._again
        if again is not None and again[0] == key:
            return again[1]
        found = self._found
        # Each of these steps is atomic, so a hit needs no lock; a key that another thread drops in between is made again.
        try:
            value = found[key]
            found.move_to_end(key)
            self._again = key, value
            return value
        except KeyError:
            pass
        self.latest = value = make()
        with self._lock:
            found[key] = value
            if len(found) > self._size:
                found.popitem(last=False)
        self._again = key, value
        return value
