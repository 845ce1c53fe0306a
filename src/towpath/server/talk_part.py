"""Talk at the table, which is in the log for all, and beside it the reader's own notes, which nobody else is shown."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.kernel.record import Note
from towpath.language import say
from towpath.server.looking import Look
from towpath.server.notes import MOST_NOTES
from towpath.server.settings import MOST_TALK
from towpath.server.shell import csrf_field


def talk(look: Look, token: str) -> Node:
    """The field for a remark, and the notes. It is the same until the reader himself says something, so that what is half
    typed stays whatever others do."""
    access = look.access
    mine = bool(access.who) and (access.present is not None or not access.hung)
    return [_speak(look, token) if access.held(look.game) else None, _notes(look, token) if mine else None]


def _speak(look: Look, token: str) -> Node:
    speakers = look.access.held(look.game)
    said = sum(isinstance(entry, Note) and entry.by in speakers for entry in look.game.timeline.log)
    choice: Node = h.input(type="hidden", name="seat", value=speakers[0] if speakers else "")
    if speakers[1:]:
        choice = h.label(".speaker")[
            h.span[h.span(".sr")[say("Who says it")]],
            h.select(name="seat")[[h.option(value=seat)[look.names.get(seat, seat)] for seat in speakers]],
        ]
    return h.form(
        ".talk", method="post", action=f"/games/{look.opened.id}/talk", data_swap="replace", data_said=str(said)
    )[
        csrf_field(token),
        h.input(type="hidden", name="tab", value="log"),
        choice,
        h.label(".remark")[
            h.span(".sr")[say("Say something to the table")],
            h.input(
                name="text", maxlength=str(MOST_TALK), required=True, autocomplete="off",
                placeholder=say("Say something to the table"),
            ),
        ],
        h.button(type="submit")[say("Say")],
    ]  # fmt: skip


def _notes(look: Look, token: str) -> Node:
    mine = look.opened.notes_of(look.access.pen)
    behind = {seat: look.opened.notes_of(pen) for pen, seat in look.access.pens.items() if seat}
    return h.details(".notes", open=bool(mine or any(behind.values())))[
        h.summary[say("My notes"), h.span(".dim")[say("only you see them")]],
        h.form(method="post", action=f"/games/{look.opened.id}/notes", data_swap="replace")[
            csrf_field(token),
            h.input(type="hidden", name="tab", value="log"),
            h.label[
                h.span(".sr")[say("My notes on this game")],
                h.textarea(name="text", rows="5", maxlength=str(MOST_NOTES))[f"\n{mine}"],
            ],
            h.span(".row")[h.button(type="submit")[say("Keep")], h.output(".dim")],
        ],
        [
            h.section[h.h3[say("What {player} wrote behind the curtain", player=look.names[seat])], h.p[text]]
            for seat, text in behind.items()
            if text
        ],
    ]
