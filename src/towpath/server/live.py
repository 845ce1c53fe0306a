"""Telling everybody who watches a game that something about it has changed.

A hub carries no content, only which game it is: whoever is told reads what he may know through the gate. ``LocalHub`` serves
one process; ``shared_hub`` has one for several.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Circle:
    """All who listen to one game on one event loop. ``told``: how often they have been told that there is news."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.told = 0
        self._reading: tuple[int, asyncio.Task[Any]] | None = None

    async def read(self, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What ``read`` finds out about the game, found out once for all who ask at the same time. It is begun anew for whoever
        has heard of news since, as it might have come too early for that. They all have to ask the same."""
        if self._reading is None or self._reading[0] != self.told or self._reading[1].done():
            self._reading = self.told, asyncio.ensure_future(read())
        # Whoever leaves does not take it from the others.
        return await asyncio.shield(self._reading[1])


class Listener:
    """Somebody who waits for news of one game, on the event loop that he was made on."""

    def __init__(self, circle: Circle) -> None:
        self.circle = circle
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self.is_closed = False

    async def news(self, seconds: float) -> bool:
        """Wait for news, so long at most; whether there is any. However much happened since the last time, it is told once."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True

    def wake(self, close: bool = False) -> None:
        """From any thread: there is news. ``close``: the last there will be."""
        self.is_closed = self.is_closed or close
        try:
            self._loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            self.is_closed = True  # the loop has ended, and whoever listened on it with it


class Hub(Protocol):
    """What the table asks of a hub."""

    def tell(self, game_id: str) -> None:
        """From any thread: something about a game has changed and is stored."""

    @contextmanager
    def listening(self, game_id: str) -> Iterator[Listener]:
        """Hear of a game, on the running event loop. Everything told from now on is heard."""
        ...

    def open(self) -> None:
        """The server begins."""

    def close(self) -> None:
        """From any thread: the server ends; every listener is told so."""


class LocalHub:
    """A hub within one process."""

    def __init__(self) -> None:
        self._circles: dict[str, Circle] = {}
        self._lock = Lock()
        self._closed = False

    def tell(self, game_id: str) -> None:
        """See ``Hub``."""
        with self._lock:
            circle = self._circles.get(game_id)
            if circle is None:
                return
            circle.told += 1
            found = tuple(circle.listeners)
        for listener in found:
            listener.wake()

    @contextmanager
    def listening(self, game_id: str) -> Iterator[Listener]:
        """See ``Hub``."""
        with self._lock:
            circle = self._circles.setdefault(game_id, Circle())
            listener = Listener(circle)
            listener.is_closed = self._closed
            circle.listeners.add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                circle.listeners.discard(listener)
                if not circle.listeners:
                    del self._circles[game_id]

    def tell_all(self) -> None:
        """From any thread: whatever anybody listens to may have changed."""
        with self._lock:
            games = tuple(self._circles)
        for game_id in games:
            LocalHub.tell(self, game_id)

    def open(self) -> None:
        """See ``Hub``. There is nobody else to hear."""

    def close(self) -> None:
        """See ``Hub``."""
        with self._lock:
            self._closed = True
            everybody = [listener for each in self._circles.values() for listener in each.listeners]
        for listener in everybody:
            listener.wake(close=True)

    @property
    def count(self) -> int:
        """How many listen."""
        with self._lock:
            return sum(len(each.listeners) for each in self._circles.values())
