"""What the scripts of the pages say. They are English in ``web/src``; a page in another language brings translations along."""

from __future__ import annotations

import json

import htpy as h
from htpy import Node
from markupsafe import Markup

from towpath import language
from towpath.language import msg, say

WORDS = (
    msg("{days} d {time}"),
    msg("Start"),
    msg("{round}, entry {at} of {now}"),
    msg("What you had filled in is no longer possible: {fields}."),
    msg("What you had filled in is kept until it is possible again: {fields}."),
    msg("Connection lost. Trying again…"),
    msg("a bot"),
    msg("Settled by “{option}: {value}”."),
    msg("Close this notice"),
    msg("Copied"),
    msg("Kept"),
    msg("Not kept yet"),
    msg("Selected"),
    msg("The table does not answer. Is it still running? Try again in a moment."),
)
"""All of it; a test compares it with the scripts."""


def translations() -> Node:
    """The words in the reader's language, as data for the scripts; nothing in English."""
    if language.current() == language.ENGLISH:
        return None
    words = json.dumps({text: say(text) for text in WORDS}, ensure_ascii=False).replace("<", "\\u003c")
    return h.script("#words", type="application/json")[Markup(words)]
