"""What stands on the table for everybody: the banner of a plan, and what the players ask each other."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.language import listed, say
from towpath.server.looking import Look
from towpath.server.shell import csrf_field


def banner(look: Look, token: str) -> Node:
    """That this is a plan, with the way back; or that one is only looking on."""
    table = look.access.table
    if table.plan_of is not None:
        return [
            h.p[
                h.strong[say("This is your plan.")],
                " ",
                say(
                    "It began after entry {entry}; you play all seats, and nobody else sees it.",
                    entry=table.plan_at,
                ),
                [" ", say("What you may not know was made up at random.")]
                if look.game.timeline.setup.origin is not None
                else None,
            ],
            h.a(".button", href=f"/games/{table.plan_of}")[say("Back to the table")],
            h.form(method="post", action=f"/games/{table.id}/delete")[
                csrf_field(token),
                h.input(type="hidden", name="sure", value="yes"),
                h.button(type="submit")[say("Throw it away")],
            ],
        ]
    if look.access.plays or look.game.is_over:
        return None
    return h.p[say("You are looking on. To play, open the link to your seat in this browser.")]


def plan_button(look: Look, token: str) -> Node:
    """To begin a plan from the position shown. What is hidden there is made up."""
    made_up = look.rules.secrets and not look.game.is_over
    label = (
        say("Play on for all seats, seen by nobody else, with all that is hidden made up")
        if made_up
        else say("Play on for all seats, seen by nobody else")
    )
    return h.form(".planning", method="post", action=f"/games/{look.opened.id}/plans")[
        csrf_field(token),
        h.input(type="hidden", name="at", value=str(look.number)),
        h.button(".small", type="submit", title=label)[say("Plan")],
    ]


def questions(look: Look, token: str) -> Node:
    """What is asked, who has answered, and the buttons for whoever is asked. Whoever plays all seats asks nobody."""
    if not look.is_now or look.access.every:
        return None
    timeline = look.game.timeline
    return [
        _question(look, token, "end", _wants_end(look), timeline.agreement.agreed, timeline.agreement.missing)
        if timeline.agreement is not None
        else None,
        _question(look, token, "undo", _wants_undo(look), timeline.request.agreed, timeline.request.missing)
        if timeline.request is not None
        else None,
    ]


def _wants_end(look: Look) -> str:
    agreement = look.game.timeline.agreement
    assert agreement is not None
    return say("{names} would end the game as it stands.", names=_names(look, agreement.agreed[:1]))


def _wants_undo(look: Look) -> str:
    request = look.game.timeline.request
    assert request is not None
    who = _names(look, (request.by,))
    if request.what == "redo":
        return say("{who} asks to bring back what was taken back.", who=who)
    if request.to is None:
        return say("{who} asks to take back the last action.", who=who)
    return say("{who} asks to take back everything after entry {to}.", who=who, to=request.to)


def _question(
    look: Look, token: str, question: str, text: str, agreed: tuple[str, ...], missing: tuple[str, ...]
) -> Node:
    mine = [seat for seat in missing if look.access.may(seat)]
    return h.div(".question", data_question=question)[
        h.p[h.strong[text]],
        h.p(".dim")[
            say("Agreed: {names}.", names=_names(look, agreed)),
            " ",
            say("Still to answer: {names}.", names=_names(look, missing)),
            " ",
            say("One refusal, or any action, ends the question."),
        ],
        h.div(".row")[
            _answer(look, token, question, True, say("Agree")),
            _answer(look, token, question, False, say("Do not agree")),
        ]
        if mine
        else _withdraw(look, token, question, agreed),
    ]


def _withdraw(look: Look, token: str, question: str, agreed: tuple[str, ...]) -> Node:
    """Whoever has agreed can think better of it."""
    if not any(look.access.may(seat) for seat in agreed):
        return None
    return h.div(".row")[_answer(look, token, question, False, say("Take the question back"))]


def _answer(look: Look, token: str, question: str, agree: bool, label: str) -> Node:
    return h.form(method="post", action=f"/games/{look.opened.id}/answer", data_swap="push")[
        csrf_field(token),
        h.input(type="hidden", name="after", value=str(look.now)),
        h.input(type="hidden", name="tab", value=look.asked.tab),
        h.input(type="hidden", name="question", value=question),
        h.input(type="hidden", name="agree", value="yes" if agree else "no"),
        h.button({"class": "primary" if agree else ""}, type="submit")[label],
    ]


def _names(look: Look, seats: tuple[str, ...]) -> str:
    return listed([look.names.get(seat, seat) for seat in seats])
