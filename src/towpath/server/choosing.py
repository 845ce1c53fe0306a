"""The controls of a decision: buttons with what they cost, fields to fill in, and buttons that act at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import htpy as h
import msgspec
from htpy import Node

from towpath.api import Event, Glimpse
from towpath.language import say, say_n
from towpath.server import drawing, whynot, wording
from towpath.server.controls import LOTS, Choice, Field, Form, Group
from towpath.server.looking import Look
from towpath.server.shell import csrf_field

MOST_EFFECTS = 60
"""Buttons of one page whose cost is worked out beforehand."""
PLAIN = frozenset(
    (
        "passed", "skipped", "declined", "consent_refused", "step_ended", "turn_begun", "turn_ended", "turn_over",
        "round_begun", "round_ended", "priority_moved",
    )
)  # fmt: skip
"""Kinds of events that only hand on the turn: what leads to nothing else is done by one click."""


class Presses:
    """What all controls of one page need: the look, the form token, and how many costs may still be worked out."""

    def __init__(self, look: Look, token: str) -> None:
        self.look = look
        self.token = token
        self._left = MOST_EFFECTS

    def glimpse(self, action: dict[str, Any]) -> Glimpse | None:
        """What an action would do; ``None`` when enough has been worked out."""
        if self._left <= 0:
            return None
        self._left -= 1
        return self.look.preview(action)

    def note(self, action: dict[str, Any]) -> str:
        """What whoever acts gains or pays."""
        glimpse = self.glimpse(action)
        return gain(self.look, str(action["entity"]), self.look.shown(glimpse.events)) if glimpse is not None else ""


def section(presses: Presses, group: Group) -> Node:
    """Everything of one type of action."""
    look = presses.look
    several = len({entity for entity, _ in look.moment.actors}) > 1
    who = f"{wording.entity_name(look.rules, group.entity, look.names)}: " if several else ""
    doubts = whynot.has_values(look, group.kind)
    said = not who and not doubts and group.alone
    return h.section(".group", data_kind=group.kind)[
        h.h3({"class": "sr" if said else ""})[
            f"{who}{group.label}" if who else capital(group.label),
            h.a(
                ".whynot",
                href=look.href(why=group.kind),
                data_swap="push",
                title=say("What is not possible: {move}", move=group.label),
            )[say("why not others?")]
            if doubts
            else None,
        ],
        _search(look, group),
        _hexes(look, group),
        h.div(".buttons")[[_button(presses, choice) for choice in group.choices]] if group.choices else None,
        _forms(presses, group),
        _about(look, group),
    ]


def _forms(presses: Presses, group: Group) -> Node:
    """The forms of a group; where there are several with much to fill in, one line each until it is opened."""
    wide = [form for form in group.forms if not form.counted and form.label]
    if len(wide) < 2 or group.kind in LOTS:
        return [_form(presses, form, group) for form in group.forms]
    return [
        h.details(".one-of", id=f"{mark(form.base)}-fold")[
            h.summary[
                h.b[form.label], h.small(".dim")[", ".join(_limits(each) for each in form.fields if each.is_range)]
            ],
            _form(presses, form, group),
        ]
        if form in wide
        else _form(presses, form, group)
        for form in group.forms
    ]


def _about(look: Look, group: Group) -> Node:
    """What should be known of the things in a group's buttons and forms, folded in."""
    art = drawing.of(look.rules)
    told = {
        (field, value): sentences for field, value in _values(group) if (sentences := art.about(look, field, value))
    }
    if not told:
        return None
    return h.details(".about")[
        h.summary[say("What it does") if len(told) == 1 else say("What they do")],
        h.dl[
            [
                [h.dt[wording.entity_name(look.rules, value, look.names)], [h.dd[sentence] for sentence in sentences]]
                for (_, value), sentences in told.items()
            ]
        ],
    ]


def _values(group: Group) -> Iterator[tuple[str, str]]:
    """Every value that is a word, with its field: what is settled in buttons and forms, and what can be chosen in these."""
    settled = [choice.action for choice in group.choices] + [msgspec.json.decode(form.base) for form in group.forms]
    fields = [field for form in group.forms for field in form.fields]
    settled += [msgspec.json.decode(value) for field in fields for value, _, _ in field.values]
    for action in settled:
        yield from ((field, value) for field, value in action.items() if isinstance(value, str))


def _search(look: Look, group: Group) -> Node:
    if not group.search:
        return None
    return h.p(data_auto=look.href(find="best"))[
        h.a(".button.primary", href=look.href(find="best"), data_swap="replace")[say("Find the best")],
        h.span(".dim.searching")[" ", say("Looking for the best…")],
    ]


def _hexes(look: Look, group: Group) -> Node:
    if not group.hexes:
        return None
    items = [
        h.li[
            h.a(".button.small", href=look.href(hex=hex_id), data_swap="push", data_place=hex_id)[
                wording.place_name(look.rules, hex_id), h.span(".count")[str(len(choices))]
            ]
        ]
        for hex_id, choices in group.hexes.items()
    ]
    return [
        h.p(".hint.fine")[say("Click an outlined hex on the map, or choose one here. Other hexes say why not.")],
        h.p(".hint.coarse")[say("Tap an outlined hex on the map, or choose one here. Other hexes say why not.")],
        h.details(".hexes", open=len(items) <= 8)[
            h.summary[say_n("{n} hex", "{n} hexes", len(items))],
            h.ul(".inline")[items],
        ],
    ]


def _button(presses: Presses, choice: Choice) -> Node:
    note = presses.note(choice.action)
    return h.a(
        f"#{mark(choice.action)}.button.choice",
        href=presses.look.href(choice=written(choice.action)),
        data_swap="push",
        data_place=choice.place or None,
    )[h.span[capital(choice.label)], h.small[note] if note else None]


def quick_row(presses: Presses, choices: Sequence[Choice]) -> Node:
    """What declines to do anything. Where that only hands on the turn, one click does it (undo takes it back)."""
    return h.div(".quiet-row")[[_quick(presses, choice) for choice in choices]]


def _quick(presses: Presses, choice: Choice) -> Node:
    look, glimpse = presses.look, presses.glimpse(choice.action)
    href, name, label = look.href(choice=written(choice.action)), mark(choice.action), capital(choice.label)
    if glimpse is None or glimpse.reasons or glimpse.stopped or {event.kind for event in glimpse.events} - PLAIN:
        return h.a(f"#{name}.button.choice.quiet", href=href, data_swap="push", data_hotkey="p")[h.span[label]]
    return h.form(".at-once", method="post", action=f"/games/{look.opened.id}/act", data_swap="push", data_choice=href)[
        csrf_field(presses.token),
        h.input(type="hidden", name="after", value=str(look.now)),
        h.input(type="hidden", name="tab", value=look.asked.tab),
        h.input(type="hidden", name="choice", value=written(choice.action)),
        h.button(
            f"#{name}.choice.quiet",
            type="submit",
            data_hotkey="p",
            title=say("{move}: at once; undo takes it back", move=label),
        )[h.span[label]],
    ]


def gain(look: Look, entity: str, events: Sequence[Event]) -> str:
    """What the entity, and whoever acts for it, gain or pay. What a company hands over as it goes is no cost."""
    seat = look.rules.controller(look.full, entity) or entity
    gone = any(event.kind == "market_left" and event.data.get("company") == entity for event in events)
    changes = {
        who: wording.change_text(look.rules, wording.cash_change(events, who))
        for who in dict.fromkeys((entity, seat))
        if not (gone and who == entity)
    }
    if len(changes) == 1 or not changes[seat]:
        return next(iter(changes.values()))
    return ", ".join(
        f"{wording.entity_name(look.rules, who, look.names)} {text}" for who, text in changes.items() if text
    )


def _form(presses: Presses, form: Form, group: Group) -> Node:
    look = presses.look
    steps = form.fields[0] if form.counted else None
    return h.form(
        f"#{mark(form.base)}.fill" + (".stepper" if steps else ""),
        method="get",
        action=f"/games/{look.opened.id}",
        data_swap="push",
    )[
        h.input(type="hidden", name="base", value=form.base),
        h.input(type="hidden", name="tab", value=look.asked.tab) if look.asked.tab != "act" else None,
        h.input(type="hidden", name="seat", value=look.asked.seat) if look.asked.seat else None,
        h.p(".form-label")[form.label] if form.label else None,
        _stepper(presses, form, steps) if steps else [_field(look, field) for field in form.fields],
        h.button(".choice", type="submit", aria_label=f"{capital(group.label)}… {form.label}" if form.label else None)[
            f"{capital(group.label)}…"
        ],
    ]


def _stepper(presses: Presses, form: Form, field: Field) -> Node:
    """A small number between two buttons, with what each value brings."""
    base = msgspec.json.decode(form.base)
    notes = [presses.note({**base, field.name: value}) for value in range(field.least, field.most + 1)]
    return h.div(".range")[
        h.button(type="button", data_step="-1", aria_label=say("{field} less", field=field.label))["−"],
        h.input(
            type="number", name=f"n.{field.name}", value=str(field.least), min=str(field.least), max=str(field.most),
            inputmode="numeric", required=True, aria_label=f"{field.label}, {form.label}",
        ),
        h.button(type="button", data_step="1", aria_label=say("{field} more", field=field.label))["+"],
        h.output(data_notes=msgspec.json.encode(notes).decode())[notes[0]],
        h.small(".dim")[say("of {most}", most=field.most)],
    ]  # fmt: skip


def _field(look: Look, field: Field) -> Node:
    if field.is_range:
        return _range(look, field)
    if len(field.values) == 1:
        value, label, place = field.values[0]
        return h.p[h.span(".field-name")[field.label], " ", label, _hidden(f"v.{field.name}", value, place)]
    if len(field.values) <= 16:
        return h.fieldset(".chips")[
            h.legend[field.label],
            [
                h.label(".chip")[
                    h.input(
                        type="radio", name=f"v.{field.name}", value=value, required=True, checked=index == 0,
                        data_place=place or None,
                    ),
                    h.span[label],
                ]
                for index, (value, label, place) in enumerate(field.values)
            ],
        ]  # fmt: skip
    return h.label(".select")[
        h.span[field.label],
        h.select(name=f"v.{field.name}", required=True)[
            [h.option(value=value, data_place=place or None)[label] for value, label, place in field.values]
        ],
    ]


def _hidden(name: str, value: str, place: str) -> Node:
    return h.input(type="hidden", name=name, value=value, data_place=place or None)


def number_field(field: Field, label: str, step: int) -> Node:
    """A number between two buttons, on one line."""
    return h.div(".range.short")[
        h.button(type="button", data_step=str(-step), aria_label=say("{what}: {step} less", what=label, step=step))["−"],
        h.input(
            type="number", name=f"n.{field.name}", value=str(field.least), min=str(field.least), max=str(field.most),
            step=str(field.step), inputmode="numeric", required=True, aria_label=label,
        ),
        h.button(type="button", data_step=str(step), aria_label=say("{what}: {step} more", what=label, step=step))["+"],
    ]  # fmt: skip


def _limits(field: Field) -> str:
    if field.step > 1:
        return say("{least} to {most} in steps of {step}", least=field.least, most=field.most, step=field.step)
    return say("{least} to {most}", least=field.least, most=field.most)


def _range(look: Look, field: Field) -> Node:
    quick = sorted({field.least, field.most})
    return h.div(".range")[
        h.label[
            h.span[field.label],
            h.input(
                type="number", name=f"n.{field.name}", value=str(field.least), min=str(field.least), max=str(field.most),
                step=str(field.step), inputmode="numeric", required=True,
            ),
        ],
        h.div(".quick")[
            h.button(type="button", data_step=str(-field.step), aria_label=say("{field} less", field=field.label))["−"],
            h.button(type="button", data_step=str(field.step), aria_label=say("{field} more", field=field.label))["+"],
            [
                h.button(type="button", data_set=str(value))[wording.value_name(look.rules, look.full, field.name, value, {})]
                for value in quick
            ],
        ],
        h.small(".dim")[_limits(field)],
    ]  # fmt: skip


def mark(value: object) -> str:
    """An id for what is offered, the same each time: so a page that is brought up to date keeps it apart from all else."""
    return f"c{blake2b(msgspec.json.encode(value), digest_size=6).hexdigest()}"


def capital(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def written(value: Any) -> str:
    """A choice as it stands in addresses and forms."""
    return msgspec.json.encode(value).decode()
