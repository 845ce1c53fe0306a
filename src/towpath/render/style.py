"""The stylesheet of all pictures and page parts, with its light and dark sets of colours."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

FILES = ("style.css", "brass.css")


@cache
def stylesheet() -> str:
    """The CSS text. Pages set ``data-theme`` to ``light`` or ``dark`` on the root to overrule the reader's system."""
    return "".join((files(__package__) / name).read_text(encoding="utf-8") for name in FILES)
