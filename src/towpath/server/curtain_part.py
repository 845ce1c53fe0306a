"""The curtain on the page: handing the screen to whoever decides, and hiding what one holds."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.language import either, say
from towpath.server.looking import Look
from towpath.server.shell import csrf_field


def hangs(look: Look) -> bool:
    """Whether several people share this screen who have secrets from one another."""
    curtain = look.access.curtain
    return look.access.hung and curtain is not None and curtain.shared


def is_down(look: Look) -> bool:
    """Whether the screen waits for somebody to say that he is there."""
    return look.is_now and hangs(look) and look.access.present not in look.deciders


def can_be_drawn(look: Look) -> bool:
    """Whether somebody's secrets are shown who may want to hide them before he leaves the screen."""
    return hangs(look) and look.access.present is not None


def curtain(look: Look, token: str) -> Node:
    """To whom the screen is to be handed. Nothing of a hand is on the page until he says that he is there."""
    people = look.access.curtain.screens.people(look.opened.id) if look.access.curtain is not None else ()
    wanted = [seat for seat in look.deciders if seat in people]
    others = [seat for seat in people if seat not in wanted and seat != look.access.present]
    names = [look.names[seat] for seat in wanted]
    return h.section(".curtain")[
        h.p[_handing(names)] if names else None,
        h.div(".buttons")[[_take(look, token, seat, "primary big") for seat in wanted]],
        h.details[
            h.summary[say("Somebody else looks at what they hold")],
            h.div(".buttons")[[_take(look, token, seat, "") for seat in others]],
        ]
        if others
        else None,
    ]


def _handing(names: list[str]) -> str:
    if names[1:]:
        return say("Hand the screen to {names}. What each of them holds is shown after a press.", names=either(names))
    return say("Hand the screen to {name}. What {name} holds is shown after this press.", name=names[0])


def _take(look: Look, token: str, seat: str, kind: str) -> Node:
    # Enter confirms actions, so no key of the page shows a hand: whoever presses it twice would see the next player's.
    return _form(look, token, seat, h.button({"class": kind}, type="submit")[say("I am {name}", name=look.names[seat])])


def hide(look: Look, token: str) -> Node:
    """The button that draws the curtain."""
    if not can_be_drawn(look):
        return None
    return _form(look, token, "", h.button(".small", type="submit")[say("Hide what I hold")])


def _form(look: Look, token: str, seat: str, button: Node) -> Node:
    return h.form(".at-screen", method="post", action=f"/games/{look.opened.id}/screen", data_swap="replace")[
        csrf_field(token),
        h.input(type="hidden", name="seat", value=seat),
        h.input(type="hidden", name="tab", value=look.asked.tab),
        button,
    ]
