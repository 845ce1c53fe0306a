"""The frame around every page: head, skip link, notices, error pages."""

from __future__ import annotations

from collections.abc import Mapping

import htpy as h
from htpy import Node

from towpath import language
from towpath.language import say
from towpath.render.writing import written
from towpath.server.script_words import translations

BRAND = "Towpath"
SCRIPTED = ("table", "new", "seats")
"""Kinds of pages that have a script."""


def document(title: str, body: Node, *, page: str, attributes: Mapping[str, str] | None = None) -> str:
    """A whole page."""
    root = h.html(lang=language.current())[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(name="color-scheme", content="light dark"),
            h.title[f"{title} · {BRAND}" if title != BRAND else BRAND],
            h.link(rel="icon", href="/assets/mark.svg", type="image/svg+xml"),
            h.link(rel="stylesheet", href="/drawing.css"),
            h.link(rel="stylesheet", href="/assets/base.css"),
            h.link(rel="stylesheet", href="/assets/table.css") if page == "table" else None,
            h.script(type="module", src=f"/assets/{page}.js") if page in SCRIPTED else None,
            translations() if page in SCRIPTED else None,
        ],
        h.body({"class": f"page-{page}", **(attributes or {})})[
            h.a(".skip", href="#main")[say("Skip to the main part")], body
        ],
    ]
    return written(root)


def plain_page(title: str, *content: Node, page: str = "plain", attributes: Mapping[str, str] | None = None) -> str:
    """A page with the brand on top and one column."""
    return document(
        title,
        [
            h.header(".brandbar")[
                h.a(".brand", href="/")[h.img(src="/assets/mark.svg", alt="", width="28", height="28"), BRAND]
            ],
            h.main("#main.column")[content],
        ],
        page=page,
        attributes=attributes,
    )


def csrf_field(token: str) -> Node:
    """The hidden field that proves that a form is ours."""
    return h.input(type="hidden", name="_csrf_token", value=token)


def error_page(status: int, heading: str, sentence: str, back: str = "/") -> str:
    """An error in a sentence, with a way out."""
    return plain_page(
        heading,
        h.section(".card.error")[
            h.p(".code")[str(status)],
            h.h1[heading],
            h.p[sentence],
            h.p[h.a(".button", href=back)[say("Back to the table") if back != "/" else say("To the games")]],
        ],
    )
