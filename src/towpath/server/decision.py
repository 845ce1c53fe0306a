"""The decision: everything that is offered as controls, one choice with its consequences, and why something is not offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import htpy as h
import msgspec
from htpy import Node

from towpath.api import Event, Reason
from towpath.server import controls, drawing, whynot, wording
from towpath.server.controls import Choice, Field, Form, Group
from towpath.server.looking import Look
from towpath.server.shell import csrf_field

MOST_EFFECTS = 60
"""Buttons of one page whose cost is worked out beforehand."""


def decision(look: Look, token: str) -> Node:
    """The panel for a look: past, over, choosing, why not, or open."""
    if not look.is_now:
        return _past(look)
    if look.asked.why:
        return _why(look, look.asked.why)
    if look.asked.choice is not None:
        return _chosen(look, look.asked.choice, token)
    if look.game.is_over:
        return _over(look)
    if look.asked.hex:
        return _place(look, look.asked.hex)
    return _open(look)


# -- what is offered ----------------------------------------------------------------------------------------------------


def _heading(look: Look) -> Node:
    pairs = look.moment.actors
    if not pairs:
        return h.h2["Nobody has to decide"]
    return h.h2(tabindex="-1")[
        [
            h.span(".actor")[drawing.badge(look, entity), wording.Moment.who(look.rules, (entity, seat), look.names)]
            for entity, seat in pairs
        ],
        h.span(".step")[look.moment.step],
    ]


def _context(look: Look) -> Node:
    """What has just happened and what stands open: what one would see on a table's top."""
    lines = look.lines()
    last = " ".join(lines[-1].sentences[:2]) if lines else ""
    open_now = wording.situation(look.rules, look.state, look.names)
    return [
        h.p(".just-now")[h.span(".dim")["Just now: "], last] if last else None,
        [h.p(".situation")[line] for line in open_now],
    ]


def _open(look: Look) -> Node:
    found = controls.groups(look.rules, look.full, look.offers, look.names, bool(look.asked.find))
    left = [MOST_EFFECTS]
    return [
        _heading(look),
        _context(look),
        _seats(look),
        h.p(".notice.bad", role="alert")[look.asked.problem] if look.asked.problem else None,
        [_group(look, group, left) for group in found if not group.quiet],
        h.div(".quiet-row")[
            [_button(look, choice, left) for group in found if group.quiet for choice in group.choices]
        ],
        _closed(look),
    ]


def _seats(look: Look) -> Node:
    """When several decide at the same time, whoever is at the screen says so: what the others hold stays hidden."""
    if not look.must_choose:
        return None
    return [
        h.p["Several decide at the same time. Who is at the screen?"],
        h.div(".buttons")[
            [
                h.a(".button.choice", href=look.href(seat=seat), data_swap="push")[look.names.get(seat, seat)]
                for seat in look.must_choose
            ]
        ],
    ]


def _group(look: Look, group: Group, left: list[int]) -> Node:
    several = len({entity for entity, _ in look.moment.actors}) > 1
    who = f"{wording.entity_name(look.rules, group.entity, look.names)}: " if several else ""
    return h.section(".group", data_kind=group.kind)[
        h.h3[
            f"{who}{group.label}" if who else _capital(group.label),
            h.a(
                ".whynot",
                href=look.href(why=group.kind),
                data_swap="push",
                title=f"What is not possible: {group.label}",
            )["why not others?"]
            if whynot.has_values(look, group.kind)
            else None,
        ],
        _search(look, group),
        _hexes(look, group),
        h.div(".buttons")[[_button(look, choice, left) for choice in group.choices]] if group.choices else None,
        [_form(look, form, group) for form in group.forms],
    ]


def _search(look: Look, group: Group) -> Node:
    if not group.search:
        return None
    return h.p(data_auto=look.href(find="best"))[
        h.a(".button.primary", href=look.href(find="best"), data_swap="replace")["Find the best"],
        h.span(".dim.searching")[" Looking for the best…"],
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
        h.p(".hint")["Click an outlined hex on the map, or choose one here. Other hexes say why not."],
        h.details(".hexes", open=len(items) <= 8)[
            h.summary["1 hex" if len(items) == 1 else f"{len(items)} hexes"], h.ul(".inline")[items]
        ],
    ]


def _button(look: Look, choice: Choice, left: list[int]) -> Node:
    note = ""
    if left[0] > 0 and not choice.quiet:
        left[0] -= 1
        glimpse = look.preview(choice.action)
        note = _gain(look, str(choice.action["entity"]), look.shown(glimpse.events))
    return h.a(
        ".button.choice" + (".quiet" if choice.quiet else ""),
        href=look.href(choice=written(choice.action)),
        data_swap="push",
        data_place=choice.place or None,
        data_hotkey="p" if choice.quiet else None,
    )[h.span[_capital(choice.label)], h.small[note] if note else None]


def _gain(look: Look, entity: str, events: Sequence[Event]) -> str:
    """What the entity, and whoever acts for it, gain or pay."""
    seat = look.rules.controller(look.full, entity) or entity
    changes = {who: wording.change_text(look.rules, wording.cash_change(events, who)) for who in (entity, seat)}
    if len(changes) == 1 or not changes[seat]:
        return changes[entity]
    return ", ".join(
        f"{wording.entity_name(look.rules, who, look.names)} {text}" for who, text in changes.items() if text
    )


def _form(look: Look, form: Form, group: Group) -> Node:
    return h.form(".fill", method="get", action=f"/games/{look.opened.id}", data_swap="push")[
        h.input(type="hidden", name="base", value=form.base),
        h.input(type="hidden", name="tab", value=look.asked.tab) if look.asked.tab != "act" else None,
        h.input(type="hidden", name="seat", value=look.asked.seat) if look.asked.seat else None,
        h.p(".form-label")[form.label] if form.label else None,
        [_field(look, field) for field in form.fields],
        h.button(".choice", type="submit")[f"{_capital(group.label)}…"],
    ]


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
            h.button(type="button", data_step=str(-field.step), aria_label=f"{field.label} less")["−"],
            h.button(type="button", data_step=str(field.step), aria_label=f"{field.label} more")["+"],
            [
                h.button(type="button", data_set=str(value))[wording.value_name(look.rules, look.full, field.name, value, {})]
                for value in quick
            ],
        ],
        h.small(".dim")[f"{field.least} to {field.most}" + (f" in steps of {field.step}" if field.step > 1 else "")],
    ]  # fmt: skip


def _closed(look: Look) -> Node:
    here, elsewhere = whynot.closed_kinds(look)

    def listed(kinds: Sequence[tuple[str, str]]) -> Node:
        return h.ul(".inline")[
            [
                h.li[
                    h.a(".button.small.greyed", href=look.href(why=kind), data_swap="push")[
                        label, h.span(".sr")[": why not?"]
                    ]
                ]
                for kind, label in kinds
            ]
        ]

    return [
        h.div(".closed")[h.h3["Not possible now"], listed(here)] if here else None,
        h.details(".closed.later")[h.summary["Not in this step"], listed(elsewhere)] if elsewhere else None,
    ]


# -- one place, one choice ------------------------------------------------------------------------------------------


def choices_at(look: Look, hex_id: str) -> list[Choice]:
    """What may be done on a hex, turned and chosen there."""
    found = controls.groups(look.rules, look.full, look.offers, look.names)
    return [choice for group in found for choice in group.hexes.get(hex_id, [])]


def _place(look: Look, hex_id: str) -> Node:
    choices = choices_at(look, hex_id)
    if not choices:
        return _why(look, hex_id)
    return [_heading(look), _strip(look, hex_id, choices, None), _back(look)]


def _strip(look: Look, hex_id: str, choices: Sequence[Choice], selected: dict[str, Any] | None) -> Node:
    return h.div(".strip", data_strip=hex_id)[
        h.h3[wording.place_name(look.rules, hex_id)],
        drawing.strip(look, hex_id, choices, selected),
        h.p(".hint")["Click a tile, then turn it: click it again, the wheel over the map, or R."],
    ]


def _chosen(look: Look, action: dict[str, Any] | Any, token: str) -> Node:
    glimpse = look.glimpse
    assert glimpse is not None
    title = wording.action_name(look.rules, look.full, action, look.names)
    hex_id = str(action.get("hex", ""))
    choices = choices_at(look, hex_id) if hex_id else []
    strip = _strip(look, hex_id, choices, dict(action)) if choices else None
    if glimpse.reasons:
        return [
            h.h2(tabindex="-1")[title],
            strip,
            h.p(".notice.bad", role="alert")["This is not possible:"],
            reason_list(look, glimpse.reasons),
            _back(look),
        ]
    told = look.told(glimpse.events)
    return [
        h.h2(tabindex="-1")[title],
        strip,
        drawing.runs(look, action),
        h.div(".effects")[
            h.h3["What this does"],
            h.ul[[h.li[sentence] for sentence in told]] if told else h.p["Nothing else changes."],
            h.p(".dim")["Then chance or something hidden decides."] if glimpse.stopped else _next(look, glimpse.state),
        ],
        _confirm(look, action, token),
    ]


def _confirm(look: Look, action: dict[str, Any] | Any, token: str) -> Node:
    back = _back(look, found=any(isinstance(value, list) for value in action.values()))
    if not look.may_play(action):
        return h.div(".row.confirm")[h.p(".dim")["You can look at this, and another seat decides it."], back]
    return h.form(".row.confirm", method="post", action=f"/games/{look.opened.id}/act", data_swap="push")[
        csrf_field(token),
        h.input(type="hidden", name="after", value=str(look.now)),
        h.input(type="hidden", name="tab", value=look.asked.tab),
        h.input(type="hidden", name="choice", value=written(action)),
        h.button(".primary.big", type="submit", data_autofocus=True, data_hotkey="Enter")["Confirm"],
        back,
    ]


def _next(look: Look, state: Any) -> Node:
    if state is None:
        return None
    if state.finished is not None:
        return h.p(".dim")["Then the game is over."]
    line = wording.moment_of(look.rules, state).line(look.rules, look.names)
    return h.p(".dim")[f"Next: {line}."]


def _back(look: Look, found: bool = False) -> Node:
    """Out of a choice; what was ``found`` by a search is then a button among the others, not looked for again."""
    href = look.href(find="list" if found else None)
    return h.a(".button", href=href, data_swap="push", data_hotkey="Escape")["Back"]


# -- why not ----------------------------------------------------------------------------------------------------------


def reason_list(look: Look, reasons: Sequence[Reason]) -> Node:
    """Reasons as sentences, each with the rule it rests on."""
    return h.ul(".reasons")[[_reason(look, *pair) for pair in wording.reasons(look.rules, reasons, look.names)]]


def _reason(look: Look, sentence: str, rule: str) -> Node:
    text = wording.rule_text(look.rules, rule) if rule else ""
    return h.li[
        sentence,
        h.span(".rule")[h.b[f"{look.rules.title} {rule}"], f": {text}" if text else ""] if rule else None,
    ]


def _why(look: Look, what: str) -> Node:
    if whynot.is_place(look, what):
        found = whynot.place_reasons(look, what)
        name = wording.place_name(look.rules, what)
        return [
            h.h2(tabindex="-1")[f"Why not {name}?"],
            reason_list(look, found) if found else h.p[f"Nothing can be done on {name} in this step."],
            h.details[h.summary["What is there"], drawing.hex_words(look, what)],
            _back(look),
        ]
    refused = whynot.refusals(look, what)
    label = wording.move_label(look.rules, what)
    return [
        h.h2(tabindex="-1")[f"Why not: {label}"],
        h.ul(".refusals")[[h.li[h.b[each.label], reason_list(look, each.reasons)] for each in refused]]
        if refused
        else h.p["Nothing of this kind is refused here."],
        _back(look),
    ]


# -- past and end -------------------------------------------------------------------------------------------------------


def _past(look: Look) -> Node:
    lines = look.lines()
    done = lines[look.number - 1].sentences if look.number else ("The start of the game.",)
    upcoming = lines[look.number].sentences if look.number < len(lines) else ()
    line = look.moment.line(look.rules, look.names)
    return [
        h.h2(tabindex="-1")[f"Looking back: entry {look.number} of {look.now}"],
        h.ul(".effects")[[h.li[sentence] for sentence in done]],
        h.p[h.strong[line]] if line else None,
        h.p(".dim")["What was done then: ", " ".join(upcoming)] if upcoming else None,
        h.a(".button.primary.big", href=look.href(at=None), data_swap="push", data_hotkey="Escape")["Back to now"],
    ]


def _over(look: Look) -> Node:
    scores = sorted(look.game.scores.items(), key=lambda pair: -pair[1])
    best = scores[0][1] if scores else 0
    return [
        h.h2(tabindex="-1")["The game is over"],
        h.p[drawing.ending(look)],
        h.ol(".scores")[
            [
                h.li({"class": "best" if score == best else ""})[
                    h.span[look.names.get(seat, seat)], h.b[wording.money(look.rules, score)]
                ]
                for seat, score in scores
            ]
        ],
        h.a(".button", href=f"/games/{look.opened.id}/record", download=True)["Download the record"],
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def written(value: Any) -> str:
    """A choice as it stands in addresses and forms."""
    return msgspec.json.encode(value).decode()


__all__ = ["choices_at", "decision", "reason_list", "written"]
