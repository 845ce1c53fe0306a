"""Texts for people in the data of titles: what a title is, its options and switches, how it is played, its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from words.python_texts import Text

KEYS = {
    "title.toml": {"about", "label", "help", "meaning"},
    "guide.toml": {"lead", "credit", "heading", "text", "points", "chapters"},
    "rules.toml": {"text", "why"},
    "market.toml": {"label"},
}
"""File -> the keys whose values are texts, wherever in the file they are."""
NOTES = {
    "guide.toml": "Keep what stands in square brackets: it names rules.",
}


def texts(path: Path) -> Iterator[Text]:
    """All texts of a data file, in its order."""
    keys = KEYS.get(path.name)
    if keys is None:
        return
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for number, text in enumerate(_found(data, keys), 1):
        note = NOTES.get(path.name, "") if "[" in text else ""
        yield Text(number, text, note=note)


def _found(data: Any, keys: set[str], wanted: bool = False) -> Iterator[str]:
    match data:
        case dict():
            for key, value in data.items():
                yield from _found(value, keys, wanted or key in keys)
        case list():
            for value in data:
                yield from _found(value, keys, wanted)
        case str() if wanted and data.strip():
            yield data
