"""Games from files: our records and the exports of 18xx.games, told apart by what is in them."""

from __future__ import annotations

import re
import secrets
from typing import Any

from towpath.api import FormatError, Record
from towpath.kernel import record as records
from towpath.kernel.codec import parse_json


def read_game(content: bytes) -> Record:
    """The record in a file. ``FormatError`` says what is wrong with it."""
    if not content.strip():
        raise FormatError("the file is empty; choose one that holds a game")
    data = parse_json(content)
    if isinstance(data, dict) and "actions" in data and "log" not in data:
        return _foreign(data)
    return records.from_plain(data)


def _foreign(data: dict[str, Any]) -> Record:
    # Late: reading one of our own files must not load what reads those of others.
    from towpath import interop

    record: Record = interop.read_18xx(data)
    return record


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(8)


def file_word(text: str) -> str:
    """A text as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", text).strip("-") or "game"
