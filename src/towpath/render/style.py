"""The stylesheet of all pictures and page parts, with its light and dark sets of colours."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def stylesheet() -> str:
    """The CSS text. Pages set ``data-theme`` to ``light`` or ``dark`` on the root to overrule the reader's system."""
    return (files(__package__) / "style.css").read_text(encoding="utf-8")
