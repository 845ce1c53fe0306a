"""What the reader's seat has programmed: what runs, why something stopped, and forms for what can be set."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
import msgspec
from htpy import Node

from towpath.api import ProgramOffer, Reason, programs
from towpath.api.programs import Standing
from towpath.kernel.offers import Domain, Options, Range
from towpath.kernel.programs import Several
from towpath.language import say, say_n
from towpath.server import wording
from towpath.server.decision import reason_list
from towpath.server.looking import Look
from towpath.server.shell import csrf_field


def programs_part(look: Look, token: str) -> Node:
    """The part under the decision; nothing for whoever has no seat here."""
    seat = look.programmer
    if seat is None:
        return None
    standing = look.opened.programs(seat)
    running = sum(each.stop is None for each in standing)
    heading = say("When it is my turn…")
    if look.access.every:
        heading = say("When it is my turn… for {player}", player=look.names[seat])
    note = say("({n} set)", n=running) if running else ""
    offers = programs.offers(look.game, seat)
    return [
        h.ul(".programs-set")[[_set(look, token, each) for each in standing]] if standing else None,
        h.details(".programs")[
            h.summary[heading, note and f" {note}"],
            h.p(".dim")[
                say(
                    "What you set here is yours alone to see. It never does what you could not, and it says why it stops."
                )
            ],
            [_offer(look, token, seat, offer) for offer in offers],
        ],
    ]


def _set(look: Look, token: str, each: Standing) -> Node:
    """One that runs or is over."""
    stop = each.stop
    text, values = each.program.saying
    made = say_n("It has acted once.", "It has acted {n} times.", each.acted) if each.acted else ""
    return h.li({"class": "program" if stop is None else "program over"})[
        h.p[h.strong[_said(look, text, values)], ".", made and f" {made}"],
        h.p[
            h.b[say("Stopped:") if not stop.reached else say("Done:"), " "],
            _said(look, stop.text, stop.values | {"why": ""}),
        ]
        if stop is not None
        else None,
        reason_list(look, stop.reasons) if stop is not None and stop.reasons else None,
        h.form(method="post", action=f"/games/{look.opened.id}/program/stop", data_swap=True)[
            csrf_field(token),
            h.input(type="hidden", name="seat", value=each.seat),
            h.input(type="hidden", name="slot", value=each.program.slot),
            h.button(type="submit")[say("Stop it") if stop is None else say("Put away")],
        ],
    ]


def _said(look: Look, text: str, values: dict[str, object]) -> str:
    """A sentence with names and sums as the table shows them."""
    shown = {
        name: wording.money(look.rules, value) if name in ("price", "most", "before", "after") and isinstance(value, int)
        else value
        for name, value in values.items()
    }  # fmt: skip
    return wording.reasons(look.rules, [Reason("", "", text, shown)], look.names)[0][0].strip()


def _offer(look: Look, token: str, seat: str, offer: ProgramOffer) -> Node:
    base = {"type": offer.type, **offer.fixed}
    return h.details(".program-form")[
        h.summary[_said(look, offer.label, dict(offer.fixed))],
        h.p(".dim")[say(offer.about)],
        h.form(method="post", action=f"/games/{look.opened.id}/program", data_swap=True)[
            csrf_field(token),
            h.input(type="hidden", name="seat", value=seat),
            h.input(type="hidden", name="base", value=msgspec.json.encode(base).decode()),
            [_field(look, offer, domain) for domain in offer.domains],
            h.button(".primary", type="submit")[say("Set it")],
        ],
    ]


def _field(look: Look, offer: ProgramOffer, domain: Domain) -> Node:
    def word(name: object) -> str:
        return say(offer.words.get(str(name), str(name)))

    match domain:
        case Several(field, values, usual):
            return _boxes(field, word(field), [(value, word(value)) for value in values], usual)
        case Range(field, least, most, step):
            number = h.input(
                type="number", name=f"n.{field}", value=least, min=least, max=most, step=step, required=True
            )
            return h.label[h.span[word(field)], number]
        case Options(field, values):
            named = [
                (value, word(value) if str(value) in offer.words else _named(look, field, value)) for value in values
            ]
            options = [h.option(value=msgspec.json.encode({field: value}).decode())[label] for value, label in named]
            return h.label[h.span[word(field)], h.select(name=f"v.{field}")[options]]
    rows = list(domain.assignments(0))
    options = [
        h.option(value=msgspec.json.encode(row).decode())[", ".join(_named(look, *pair) for pair in row.items())]
        for row in rows
    ]
    return h.label[h.span[word("+".join(rows[0]))], h.select(name="v.row")[options]]


def _named(look: Look, field: str, value: object) -> str:
    return wording.value_name(look.rules, look.full, field, value, look.names)


def _boxes(field: str, label: str, values: Sequence[tuple[str, str]], usual: Sequence[str]) -> Node:
    return h.fieldset[
        h.legend[label],
        h.input(type="hidden", name=f"m.{field}", value=""),
        [
            h.label(".check")[
                h.input(type="checkbox", name=f"m.{field}.{value}", value="on", checked=value in usual), text
            ]
            for value, text in values
        ],
    ]
