"""Games from files: our records and the exports of 18xx.games, told apart by what is in them."""

from __future__ import annotations

import re
import secrets
from typing import Any

import msgspec

from towpath.api import FormatError, Game, UnknownTitle
from towpath.kernel import record as records
from towpath.kernel.codec import parse_json
from towpath.language import english

NAME_LENGTH = 120


class Found(msgspec.Struct, frozen=True):
    """A game from a file. ``note`` is what there is to say about it, such as where it could not be followed."""

    game: Game
    name: str = ""
    note: str = ""


def read_game(content: bytes) -> Found:
    """The game in a file. ``FormatError`` says what is wrong with it, ``UnknownTitle`` which titles there are. What is said of a
    file is English: it is written into the log."""
    with english():
        return _read(content)


def _read(content: bytes) -> Found:
    if not content.strip():
        raise FormatError("the file is empty; choose one that holds a game")
    try:
        data = parse_json(content)
    except FormatError as error:
        raise FormatError(
            f"no game can be read from this file ({error}); choose a record of Towpath or the game data that 18xx.games exports"
        ) from None
    if isinstance(data, dict) and "log" not in data and ("actions" in data or "data" in data):
        return _foreign(data)
    if isinstance(data, dict) and "transcript" in data:
        raise FormatError(
            "the file is a transcript of a game that was still running; what was secret then is left out, so it cannot be "
            "opened: download the record when the game is over"
        )
    record = records.from_plain(data)
    try:
        game = Game(record)
    except UnknownTitle:
        raise
    except ValueError as error:
        raise FormatError(f"record: {error}") from None
    return _cut(game)


def _cut(game: Game) -> Found:
    """Leave out what these rules cannot follow; the game goes on before it."""
    if game.divergence is None:
        return Found(game)
    if not game.timeline.unplayed:
        return Found(game, "", f"The file holds what its log does not lead to. {game.divergence.sentence}")
    game.timeline.cut()
    return Found(game, "", f"The file could not be followed to its end. {game.divergence.sentence}")


def _foreign(data: dict[str, Any]) -> Found:
    # Late: a table that never opens such a file need not load what reads it.
    from towpath.interop.imported import Diverged
    from towpath.interop.reading import read_game as read_site_game

    note = ""
    try:
        imported = read_site_game(data)
    except Diverged as diverged:
        imported = diverged.imported
        note = f"The file could not be followed to its end. {diverged}"
    name = data.get("description")
    return Found(imported.game, name.strip()[:NAME_LENGTH] if isinstance(name, str) else "", note)


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(16)


def file_word(text: str) -> str:
    """A text as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", text).strip("-") or "game"
