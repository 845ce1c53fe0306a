"""Going back and forth: the slider over all positions, undo and redo, and the log by rounds."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.server.chronicle import Line
from towpath.server.looking import Look
from towpath.server.shell import csrf_field

OPEN_CHAPTERS = 2
"""Rounds at the end of the log that are unfolded."""


def history(look: Look, token: str) -> Node:
    """The bar with the slider."""
    at, now = look.number, look.now
    timeline = look.game.timeline

    def step(label: str, mark: str, to: int, hotkey: str) -> Node:
        if to == at:
            return h.span(".button.small.off", aria_hidden="true")[mark]
        href = look.href(at=None if to == now else to)
        return h.a(".button.small", href=href, data_swap="push", data_hotkey=hotkey, aria_label=label, title=label)[
            mark
        ]

    marks = [chapter.first - 1 for chapter in look.opened.chronicle.chapters(look.names)]
    return [
        h.div(".steps")[
            step("Start of the game", "«", 0, "Home"),
            step("One entry back", "‹", max(at - 1, 0), "ArrowLeft"),
            h.label(".slider")[
                h.span(".sr")["Position in the game"],
                h.input(
                    type="range", min="0", max=str(now), value=str(at), list="rounds", data_slider=True,
                    aria_valuetext=f"entry {at} of {now}", disabled=now == 0,
                ),
                h.datalist("#rounds")[[h.option(value=str(mark)) for mark in marks[:200]]],
            ],
            step("One entry on", "›", min(at + 1, now), "ArrowRight"),
            step("Back to now", "»", now, "End"),
        ],
        h.div(".undo")[
            _post(look, token, "undo", "Undo", "Take back the last action (U)", "u", timeline.can_undo and look.is_now),
            _post(look, token, "redo", "Redo", "Bring back what was undone (Shift U)", "U", timeline.can_redo and look.is_now),
            h.button(".small", type="button", data_help=True, aria_label="Keys", title="Keys (?)")["?"],
        ],
    ]  # fmt: skip


def _post(look: Look, token: str, what: str, label: str, title: str, hotkey: str, possible: bool) -> Node:
    return h.form(method="post", action=f"/games/{look.opened.id}/{what}", data_swap="push")[
        csrf_field(token),
        h.input(type="hidden", name="after", value=str(look.now)),
        h.input(type="hidden", name="tab", value=look.asked.tab),
        h.button(".small", type="submit", title=title, disabled=not possible, data_hotkey=hotkey)[label],
    ]


def log(look: Look) -> Node:
    """All entries by rounds, the newest round first and unfolded, each with a link to the position it led to."""
    chapters = look.opened.chronicle.chapters(look.names)
    undone = look.opened.chronicle.undone()
    if not chapters:
        return h.p(".dim")["Nothing has happened yet."]
    return h.div(".log")[
        [
            h.details(open=index < OPEN_CHAPTERS or _holds(chapter.lines, look.number))[
                h.summary[h.h3[chapter.round or "Game"], h.span(".dim")[f"{len(chapter.lines)} entries"]],
                h.ol[[_line(look, line, line.number in undone) for line in reversed(chapter.lines)]],
            ]
            for index, chapter in enumerate(reversed(chapters))
        ]
    ]


def _holds(lines: tuple[Line, ...], number: int) -> bool:
    return lines[0].number <= number <= lines[-1].number


def _line(look: Look, line: Line, undone: bool) -> Node:
    kinds = ["undone"] if undone else []
    kinds += ["here"] if line.number == look.number else []
    to = None if line.number == look.now else line.number
    return h.li({"class": " ".join(kinds), "value": str(line.number)})[
        h.a(href=look.href(at=to), data_swap="push", aria_label=f"Position after entry {line.number}")[
            str(line.number)
        ],
        h.p[line.sentences[0], h.span(".then")[" ".join(["", *line.sentences[1:]])] if line.sentences[1:] else None],
        h.span(".sr")["(taken back)"] if undone else None,
        h.span(".hand")[{"bot": "bot", "program": "by itself", "absent": "for an absent player"}.get(line.hand, "")]
        if line.hand in ("bot", "program", "absent")
        else None,
    ]
