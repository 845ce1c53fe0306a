"""The lots of an auction on the page: a short row each, with what can be done about it, or why not."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
import msgspec
from htpy import Node

from towpath.language import Texts, say
from towpath.server import wording
from towpath.server.choosing import Presses, mark, number_field, written
from towpath.server.controls import Choice, Form, Group
from towpath.server.drawn import Lot
from towpath.server.looking import Look

VERBS: Texts = {"buy": "Buy", "take": "Take", "raise": "Raise", "bid": "Bid"}
"""What a bid on a lot does -> the word on its button."""


def lots_list(look: Look, lots: Sequence[Lot], presses: Presses | None = None, group: Group | None = None) -> Node:
    """All lots in their order, for whoever decides (``presses``) with the controls of the ``group`` of bids, or why not."""
    choices = {str(choice.action.get("target")): choice for choice in group.choices} if group else {}
    forms = {str(msgspec.json.decode(form.base).get("target")): form for form in group.forms} if group else {}
    rows = []
    for lot in lots:
        control: Node = None
        if presses is not None and lot.id in choices:
            control = _at_once(presses, lot, choices[lot.id])
        elif lot.id in forms:
            control = _bid(look, lot, forms[lot.id])
        elif presses is not None:
            control = _closed(look, lot)
        rows.append(_row(lot, control))
    return h.section(".group", data_kind="bid")[h.h3[say("For sale")], h.ul(".lots")[rows]]


def _row(lot: Lot, control: Node) -> Node:
    bids = h.span(".lot-bids")[say("bids: {bids}", bids=", ".join(lot.bids))] if lot.bids else None
    return h.li(".lot", data_lot=lot.id)[
        h.details[
            h.summary[h.span[h.b[lot.name], h.small[lot.worth, "; " if bids else None, bids]]],
            h.ul(".points")[[h.li[sentence] for sentence in lot.told]],
        ],
        control,
    ]


def _at_once(presses: Presses, lot: Lot, choice: Choice) -> Node:
    """What is bought by one press at the one price there is."""
    price = wording.money(presses.look.rules, int(choice.action["price"]))
    return h.a(
        f"#{mark(choice.action)}.button.choice",
        href=presses.look.href(choice=written(choice.action)),
        data_swap="push",
        aria_label=say("{verb} for {price}: {lot}", verb=say(VERBS[lot.verb]), price=price, lot=lot.name),
    )[say("{verb} for {price}…", verb=say(VERBS[lot.verb]), price=price)]


def _bid(look: Look, lot: Lot, form: Form) -> Node:
    """A price to fill in."""
    field = form.fields[0]
    return h.form(f"#{mark(form.base)}.fill.bid", method="get", action=f"/games/{look.opened.id}", data_swap="push")[
        h.input(type="hidden", name="base", value=form.base),
        h.input(type="hidden", name="tab", value=look.asked.tab) if look.asked.tab != "act" else None,
        number_field(field, say("Price for {lot}", lot=lot.name), max(field.step, lot.step)),
        h.small(".dim")[say("to {most}", most=wording.money(look.rules, field.most))],
        h.button(".choice", type="submit", aria_label=say("{verb}: {lot}", verb=say(VERBS[lot.verb]), lot=lot.name))[
            say("{verb}…", verb=say(VERBS[lot.verb]))
        ],
    ]


def _closed(look: Look, lot: Lot) -> Node:
    """What cannot be bid on now, with the way to the reasons."""
    words = say("Not now") if lot.verb else say("Comes later")
    return h.a(".button.small.greyed", href=look.href(why="bid"), data_swap="push")[
        words, h.span(".sr")[": ", say("why not {lot}?", lot=lot.name)]
    ]
