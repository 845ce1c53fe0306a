"""Days and times of the server's clock, and spans of time, in the reader's words."""

from __future__ import annotations

from datetime import datetime

from towpath.language import msg, say

MONTHS = (
    msg("January"), msg("February"), msg("March"), msg("April"), msg("May"), msg("June"),
    msg("July"), msg("August"), msg("September"), msg("October"), msg("November"), msg("December"),
)  # fmt: skip


def day(when: datetime) -> str:
    """``3 May 2026``."""
    return say("{day} {month} {year}", day=when.day, month=say(MONTHS[when.month - 1]), year=when.year)


def day_and_time(when: datetime) -> str:
    """``3 May, 14:05 UTC``."""
    return say("{day} {month}, {time} UTC", day=when.day, month=say(MONTHS[when.month - 1]), time=f"{when:%H:%M}")
