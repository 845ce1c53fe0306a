"""The page's part for a game that is over: why it ended, who won, and what each score is made of."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.language import listed, say
from towpath.render.figures import amount
from towpath.server import drawing, wording
from towpath.server.looking import Look


def over(look: Look) -> Node:
    """The panel."""
    scores, places = look.rules.scores(look.full), look.rules.ranking(look.full)
    winners = places[0] if places else ()
    return [
        h.h2(tabindex="-1")[say("The game is over")],
        h.p[drawing.ending(look)],
        h.p(".winner")[h.strong[_won([look.names.get(seat, seat) for seat in winners])]] if winners else None,
        h.ol(".scores")[[_line(look, seat, scores[seat], seat in winners) for place in places for seat in place]],
        h.a(".button", href=f"/games/{look.opened.id}/record", download=True)[say("Download the record")],
    ]


def _won(names: list[str]) -> str:
    if len(names) == 1:
        return say("{name} wins.", name=names[0])
    return say("{names} share the victory.", names=listed(names))


def _line(look: Look, seat: str, score: int, won: bool) -> Node:
    return h.li({"class": "best" if won else ""})[
        h.span[look.names.get(seat, seat)], h.b[wording.score(look.rules, score)], h.small[_parts(look, seat)]
    ]


def _parts(look: Look, seat: str) -> str:
    """What a score is made of; empty where it is one thing."""
    amounts = look.rules.measured(look.full)[seat]
    parts = [
        say("{measure} {amount}", measure=say(each.label).lower(), amount=amount(look.rules, amounts[each.id], each))
        for each in look.rules.measures
        if each.adds and amounts.get(each.id)
    ]
    return listed(parts) if len(parts) > 1 else ""
