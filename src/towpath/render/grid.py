"""Tables of many rows as text at once: a graph's numbers, a history. Short tables are written with elements instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

Column = tuple[str | Markup, bool]
"""What stands in the head, and whether the column holds amounts."""
Row = tuple[str, str | Markup, Sequence[str | Markup]]
"""Attributes as text, the row's head, the other cells."""


def grid(title: str, columns: Sequence[Column], rows: Iterable[Row]) -> Markup:
    """A table with a head to each row, which scrolls by itself where it is too wide and can be reached by the keyboard."""
    kinds = [' class="tp-number"' if amounts else "" for _, amounts in columns]
    head = "".join(
        f'<th{kind} scope="col">{escape(label)}</th>' for kind, (label, _) in zip(kinds, columns, strict=True)
    )
    body = "".join(
        f'<tr{attributes}><th scope="row">{escape(first)}</th>'
        + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds[1:], cells, strict=True))
        + "</tr>"
        for attributes, first, cells in rows
    )
    name = escape(title)
    return Markup(
        f'<div class="tp-scroll" role="region" tabindex="0" aria-label="{name}"><table class="tp-table">'
        f'<caption class="tp-hidden">{name}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def link(href: str, label: str) -> Markup:
    """A link to another position of the game."""
    return Markup(f'<a href="{escape(href)}" data-swap="push">{escape(label)}</a>')
