"""Names that people can read and tell apart: of players and of tables."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from towpath.kernel.codec import FormatError
from towpath.language import say

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of everything after them, also of the sentence that a name stands in."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""


def visible(text: str) -> str:
    """What there is to be seen of a text: without signs that have no width, and with one space where there are several."""
    seen = "".join(sign for sign in text if sign not in BLANK and unicodedata.category(sign) != "Cf")
    return " ".join(seen.split())


def can_be_shown(text: str) -> bool:
    """Whether a text is without signs that cannot be shown, or that turn what stands after them."""
    return not any(sign in TURNING or unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def is_readable(text: str) -> bool:
    """Whether a name shows something, and only itself."""
    return can_be_shown(text) and bool(visible(text))


def check_names(names: Sequence[str]) -> None:
    """``ValueError`` in plain words for players' names that nobody can read or tell apart. Files may hold such names; a new
    game should not."""
    for name in names:
        if not can_be_shown(name):
            raise ValueError(say("The name {name} has signs in it that cannot be shown.", name=f"{name!r:.60}"))
        if not visible(name):
            raise ValueError(say("A player has no name."))
    folded = [unicodedata.normalize("NFKC", visible(name)).casefold() for name in names]
    if len(set(folded)) < len(folded):
        raise ValueError(say("Two players have the same name; tell them apart."))


def check_table_name(name: str) -> None:
    """``FormatError`` for the name of a table that nobody could read."""
    if not is_readable(name):
        raise FormatError(say("a table's name shows something, all in one line"))
