"""What every game's position has: the stack of frames, chance, and whether it is over."""

from __future__ import annotations

import re
from typing import Any

import msgspec


def snake_case(name: str) -> str:
    """``BuyTrain`` -> ``buy_train``: how class names are written in files."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="frame", tag=snake_case):
    """One entry of the flow stack: what is being decided, as data. Subclasses add what they must remember."""


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a position that the kernel reads. Titles subclass it with their tables.

    ``stack``: the frames, innermost last; empty only when the game is over. ``chance``: the state of the
    generator (see ``kernel.chance``). ``finished``: the reason the game ended, or ``None`` while it goes on.
    """

    stack: tuple[Frame, ...]
    chance: int
    finished: str | None = None

    @property
    def frame(self) -> Frame | None:
        """The innermost frame, the one that decides."""
        return self.stack[-1] if self.stack else None


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case, forbid_unknown_fields=True):
    """What a player submits: intent only. ``entity`` is who acts: a player, or a company through its owner."""

    entity: str


class Event(msgspec.Struct, frozen=True):
    """Something that happened. ``kind`` names it, ``data`` holds ids and numbers, ``seen_by`` the seats that may
    know it (``None``: everyone)."""

    kind: str
    data: dict[str, Any] = {}
    seen_by: tuple[str, ...] | None = None
