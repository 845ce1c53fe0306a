"""The terms of a table: what its maker chose about sitting down at it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Sitting: TypeAlias = Literal["screen", "seats"]
UndoPolicy: TypeAlias = Literal["free", "own", "consent"]

MOST_HOURS = 24 * 30
"""The longest time after which a table can want to remind somebody."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the maker of a table chose.

    ``sitting``: all seats on one ``screen`` (whoever has the table's address may play), or ``seats`` taken by invitation
    links. ``undo``: ``free`` (any seat), ``own`` (only one's own last action) or with ``consent`` of the others; on one
    screen it is free. ``listed``: shown on the home page to everybody. ``spectators``: whether whoever has the bare address
    of a table with seats may look on. ``reminder_hours``: after how long somebody is reminded of his turn; 0 never.
    ``clocks``: whether the time that everybody uses is shown.
    ``curtain``: whether players on one screen who have secrets from one another say that they are there before they see theirs.
    """

    sitting: Sitting = "screen"
    undo: UndoPolicy = "free"
    listed: bool = False
    spectators: bool = True
    curtain: bool = True
    reminder_hours: Annotated[int, msgspec.Meta(ge=0, le=MOST_HOURS)] = 0
    clocks: bool = True


def terms_columns(terms: Terms) -> dict[str, object]:
    """The terms as columns of a game."""
    return msgspec.structs.asdict(terms)
