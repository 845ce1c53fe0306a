"""Who has a table before his eyes: he needs no notice of what he sees there."""

from __future__ import annotations

from typing import Any

from litestar import Request

from towpath.server.games import Games
from towpath.server.gate import Access

HIDDEN = "x-towpath-hidden"
"""Header of our own scripts: the page that asks is behind others, or the screen is off."""
AHEAD = ("prefetch", "prerender")
"""Purposes of requests that a browser makes before anybody wants to see the page."""


def saw(request: Request[Any, Any, Any], access: Access, games: Games, number: int) -> None:
    """Whoever holds seats has been given the position after so many entries to look at."""
    purpose = request.headers.get("sec-purpose", "")
    if not access.seats or access.every or HIDDEN in request.headers or any(each in purpose for each in AHEAD):
        return
    games.outbox.seen(access.table.id, access.seats, number, access.table.terms.reminder_hours)
