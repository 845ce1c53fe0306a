"""What others did since somebody last did something here: a few lines that go away by themselves."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.language import say
from towpath.server.looking import Look

MOST_LINES = 4
"""The newest ones; the log has all."""


def news(look: Look, since: int | None) -> Node:
    """The entries after ``since``; nothing when there are none, or when nobody has asked."""
    if since is None:
        return None
    fresh = look.lines()[since:]
    if not fresh:
        return None
    more = len(fresh) - MOST_LINES
    return h.div(".news")[
        h.div[
            h.strong[say("New:"), " "],
            h.ul[[h.li[" ".join(line.sentences[:2])] for line in fresh[-MOST_LINES:]]],
            h.a(href=look.href(tab="log", at=None), data_swap="replace")[say("{n} more in the log", n=more)]
            if more > 0
            else None,
        ],
        h.button(type="button", data_close=True, aria_label=say("Close the news"))["×"],
    ]
