"""The one error that bad data of a title gives, and how its sentences are made."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_SHOWN = 120
"""Characters of a faulty value that a message repeats; a message is one sentence."""


MOST_TOLD = 300
"""Characters of a message about data that cannot be read."""


class DataError(ValueError):
    """A data file says something that cannot be.

    ``where`` names file and key (``tiles.toml: tiles.57``), ``value`` is what stands there, ``expected`` what would be
    right.
    """

    def __init__(self, where: str, value: object, expected: str) -> None:
        self.where = where
        self.value = value
        self.expected = expected
        super().__init__(f"{where}: {shown(value)} is wrong here; expected {expected}")


def shown(value: object) -> str:
    """A value as messages show it: of something long the beginning."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def one_of(words: Iterable[str], got: object) -> str:
    """Text listing the words allowed, with the closest one first when ``got`` looks like a slip of the pen."""
    allowed = [str(w) for w in words]
    near = difflib.get_close_matches(str(got), allowed, n=1)
    shown = ", ".join(allowed[:12]) + (", …" if len(allowed) > 12 else "")
    return f"one of {shown}" + (f" (did you mean {near[0]!r}?)" if near else "")


def brief(message: str) -> str:
    """A message about foreign data, which may repeat a value of any length: too long ones lose their middle."""
    half = MOST_TOLD // 2
    return message if len(message) <= MOST_TOLD else f"{message[:half]} … {message[-half:]}"
