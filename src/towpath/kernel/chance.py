"""Seeded chance that lives in the state: the same seed gives the same game on every machine and version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


def start(seed: str | int) -> int:
    """The first state of the generator for a seed (any text or number)."""
    return int.from_bytes(sha256(f"towpath:{seed}".encode()).digest()[:8], "big")


def _next(state: int) -> tuple[int, int]:
    """SplitMix64: the next 64 bits and the next state."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31), state


def draw(state: int, n: int) -> tuple[int, int]:
    """A number from 0 to n - 1, each as likely as any other, and the next state. ``ValueError`` when n < 1."""
    if n < 1:
        raise ValueError(f"cannot draw from {n} things")
    limit = (1 << 64) - (1 << 64) % n
    while True:
        value, state = _next(state)
        if value < limit:
            return value % n, state


def shuffled(state: int, things: Sequence[T]) -> tuple[tuple[T, ...], int]:
    """The things in a random order, and the next state."""
    order = list(things)
    for i in range(len(order) - 1, 0, -1):
        j, state = draw(state, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order), state
