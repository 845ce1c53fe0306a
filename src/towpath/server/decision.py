"""The decision: everything that is offered as controls, one choice with its consequences, and why something is not offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import htpy as h
from htpy import Node

from towpath.language import listed, say, say_n
from towpath.server import composing, controls, curtain_part, drawing, rail_drawing, whynot, wording
from towpath.server.choosing import Presses, quick_row, section, written
from towpath.server.controls import LOTS, Choice
from towpath.server.ending_part import over
from towpath.server.history_part import why_not
from towpath.server.looking import Look
from towpath.server.lots_part import lots_list
from towpath.server.question_part import plan_button
from towpath.server.reasons_part import reason_list
from towpath.server.running_part import running
from towpath.server.shell import csrf_field
from towpath.server.whynot import Refusal

MOST_REFUSALS = 8
"""Refusals of one kind that are listed as they are."""
FEW_OTHERS = 3
"""What is refused for the same reasons is named at once if it is no more than this."""
NEAREST_REFUSALS = 4
"""Of more than that so many are told first: those with the fewest reasons."""


def decision(look: Look, token: str) -> Node:
    """The panel for a look: past, over, choosing, why not, or open."""
    idle = why_not(look, look.asked.why)
    if idle:
        return [h.h2(tabindex="-1")[say("Why not?")], h.p[idle], _back(look)]
    if not look.is_now:
        return _past(look, token)
    if look.asked.why:
        return _why(look, look.asked.why)
    if look.asked.choice is not None:
        return _chosen(look, look.asked.choice, token)
    if look.game.is_over:
        return over(look)
    if curtain_part.is_down(look):
        return [_heading(look), _context(look), curtain_part.curtain(look, token)]
    if composing.steps(look) is not None and look.offers:
        return [_heading(look), _context(look), composing.compose(Presses(look, token)), _closed(look)]
    if look.asked.hex:
        return _place(look, look.asked.hex)
    return _open(look, token)


# -- what is offered ----------------------------------------------------------------------------------------------------


def _heading(look: Look) -> Node:
    pairs = look.moment.actors
    if not pairs:
        return h.h2[say("Nobody has to decide")]
    return h.h2(tabindex="-1")[
        [
            h.span(".actor")[
                drawing.of(look.rules).badge(look, entity), wording.Moment.who(look.rules, (entity, seat), look.names)
            ]
            for entity, seat in pairs
        ],
        h.span(".step")[look.moment.step],
    ]


def _context(look: Look) -> Node:
    """What has just happened and what stands open: what one would see on a table's top."""
    line = next((line for line in reversed(look.lines()) if not line.is_talk), None)
    last = " ".join(line.sentences[:2]) if line is not None else ""
    open_now = wording.situation(look.rules, look.state, look.names, lots=not drawing.of(look.rules).lots(look))
    kind = ".situation.listed" if len(open_now) > 2 else ".situation"
    return [
        h.p(".just-now")[h.span(".dim")[say("Just now:"), " "], last] if last else None,
        [h.p(kind)[line] for line in open_now],
        _asked(look),
    ]


def _asked(look: Look) -> Node:
    """How long what somebody is asked to agree to stands, and since when."""
    if not look.asks:
        return None
    who = listed([look.names.get(seat, seat) for seat in look.deciders])
    since = h.time(datetime=look.asked_at, data_local=True)[look.asked_at] if look.asked_at else None
    return h.p(".dim")[
        say("The question stands until {who} answers; the game waits for it.", who=who),
        [" ", say("Asked at:"), " ", since] if since else None,
    ]


def _open(look: Look, token: str) -> Node:
    found = controls.groups(look.rules, look.full, look.offers, look.names, bool(look.asked.find))
    lots = drawing.of(look.rules).lots(look)
    if not look.offers and not look.must_choose:
        return [_heading(look), _context(look), _waiting(look), lots_list(look, lots) if lots else None]
    presses = Presses(look, token)
    return [
        _heading(look),
        _context(look),
        _seats(look),
        h.p(".notice.bad", role="alert")[look.asked.problem] if look.asked.problem else None,
        [
            lots_list(look, lots, presses, group) if lots and group.kind in LOTS else section(presses, group)
            for group in found
            if not group.quiet
        ],
        lots_list(look, lots, presses) if lots and not any(group.kind in LOTS for group in found) else None,
        quick_row(presses, [choice for group in found if group.quiet for choice in group.choices]),
        _closed(look),
    ]


def _waiting(look: Look) -> Node:
    """For whoever has nothing to decide now."""
    if not look.deciders:
        return None
    names = listed([look.names.get(seat, seat) for seat in look.deciders])
    hint = "" if look.rules.secrets else say("Hexes on the map say what may be done there and why not.")
    return h.p(".waiting")[say("Waiting for {names}.", names=names), hint and f" {hint}"]


def _seats(look: Look) -> Node:
    """When several decide at the same time, whoever is at the screen says so: what the others hold stays hidden."""
    if not look.must_choose:
        return None
    return [
        h.p[say("Several decide at the same time. Who is at the screen?")],
        h.div(".buttons")[
            [
                h.a(".button.choice", href=look.href(seat=seat), data_swap="push")[look.names.get(seat, seat)]
                for seat in look.must_choose
            ]
        ],
    ]


def _closed(look: Look) -> Node:
    here, elsewhere = whynot.closed_kinds(look)

    def buttons(kinds: Sequence[tuple[str, str]]) -> Node:
        return h.ul(".inline")[
            [
                h.li[
                    h.a(".button.small.greyed", href=look.href(why=kind), data_swap="push")[
                        label, h.span(".sr")[": ", say("why not?")]
                    ]
                ]
                for kind, label in kinds
            ]
        ]

    return [
        h.div(".closed")[h.h3[say("Not possible now")], buttons(here)] if here else None,
        h.details(".closed.later")[h.summary[say("Not in this step")], buttons(elsewhere)] if elsewhere else None,
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
    return [_heading(look), tile_strip(look, hex_id, choices, None), _back(look)]


def tile_strip(look: Look, hex_id: str, choices: Sequence[Choice], selected: dict[str, Any] | None) -> Node:
    """The tiles that fit a hex, to take and to turn."""
    return h.div(".strip", data_strip=hex_id)[
        h.h3[wording.place_name(look.rules, hex_id)],
        rail_drawing.strip(look, hex_id, choices, selected),
        h.p(".hint.fine")[say("Click a tile, then turn it: click it again, the wheel over the map, or R.")],
        h.p(".hint.coarse")[say("Tap a tile, then turn it: tap it again, here or on the map.")],
    ]


def _chosen(look: Look, action: dict[str, Any] | Any, token: str) -> Node:
    glimpse = look.glimpse
    assert glimpse is not None
    title = wording.action_name(look.rules, look.full, action, look.names)
    hex_id = str(action.get("hex", ""))
    choices = choices_at(look, hex_id) if hex_id else []
    strip = tile_strip(look, hex_id, choices, dict(action)) if choices else None
    if glimpse.reasons:
        return [
            h.h2(tabindex="-1")[title],
            strip,
            running(look, action),
            h.p(".notice.bad", role="alert")[say("This is not possible:")],
            reason_list(look, glimpse.reasons),
            _back(look),
        ]
    told = [*look.told(glimpse.events), *drawing.of(look.rules).further(look, glimpse)]
    return [
        h.h2(tabindex="-1")[title],
        strip,
        running(look, action),
        composing.settled(look),
        drawing.of(look.rules).consequences(look, glimpse),
        h.div(".effects")[
            h.h3[say("What this does")],
            h.ul[[h.li[sentence] for sentence in told]] if told else h.p[say("Nothing else changes.")],
            h.p(".dim")[say("What comes then is hidden until you confirm.")]
            if glimpse.stopped
            else _next(look, glimpse.state),
        ],
        _confirm(look, action, token),
    ]


def _confirm(look: Look, action: dict[str, Any] | Any, token: str) -> Node:
    searched = composing.steps(look) is None and any(isinstance(value, list) for value in action.values())
    back = _back(look, found=searched)
    if not look.may_play(action):
        return h.div(".row.confirm")[h.p(".dim")[say("You can look at this, and another seat decides it.")], back]
    return h.form(".row.confirm", method="post", action=f"/games/{look.opened.id}/act", data_swap="push")[
        csrf_field(token),
        h.input(type="hidden", name="after", value=str(look.now)),
        h.input(type="hidden", name="tab", value=look.asked.tab),
        h.input(type="hidden", name="choice", value=written(action)),
        h.button(".primary.big", type="submit", data_autofocus=True, data_hotkey="Enter")[say("Confirm")],
        back,
    ]


def _next(look: Look, state: Any) -> Node:
    if state is None:
        return None
    if state.finished is not None:
        return h.p(".dim")[say("Then the game is over.")]
    line = wording.moment_of(look.rules, state).line(look.rules, look.names)
    return h.p(".dim")[say("Next: {moment}.", moment=line)]


def _back(look: Look, found: bool = False) -> Node:
    """Out of a choice; what was ``found`` by a search is then a button among the others, not looked for again. Of an action
    that is composed the last step is taken back, and after a question it stands as it did."""
    href = look.href(find="list" if found else None)
    begun = dict(look.asked.begun or {})
    if begun and not look.asked.why:
        begun.popitem()
    if begun and composing.steps(look) is not None:
        href = look.href(begun=written(begun))
    return h.a(".button", href=href, data_swap="push", data_hotkey="Escape")[say("Back")]


# -- why not ----------------------------------------------------------------------------------------------------------


def _why(look: Look, what: str) -> Node:
    if whynot.is_place(look, what):
        found = whynot.place_reasons(look, what)
        name = wording.place_name(look.rules, what)
        return [
            h.h2(tabindex="-1")[say("Why not {place}?", place=name)],
            reason_list(look, found) if found else h.p[say("Nothing can be done on {place} in this step.", place=name)],
            h.details[h.summary[say("What is there")], drawing.of(look.rules).place_words(look, what)],
            _back(look),
        ]
    places = whynot.answering_places(look, what)
    refused = [] if places else whynot.refusals(look, what)
    label = wording.move_label(look.rules, what)
    return [
        h.h2(tabindex="-1")[say("Why not: {move}", move=label)],
        _answering(look, places)
        if places
        else _refusals(look, refused)
        if refused
        else h.p[say("Nothing of this kind is refused here.")],
        _back(look),
    ]


def _answering(look: Look, places: Sequence[str]) -> Node:
    """Hexes that say themselves why nothing can be done on them."""
    return [
        h.p[say("Each hex says why not: click it on the map, or choose it here.")],
        h.ul(".inline")[
            [
                h.li[
                    h.a(".button.small.greyed", href=look.href(why=place), data_swap="push")[
                        wording.place_name(look.rules, place)
                    ]
                ]
                for place in places
            ]
        ],
    ]


def _refusals(look: Look, refused: Sequence[Refusal]) -> Node:
    """What is nearest to possible first; where the board has many parts, the rest is folded in by these."""

    def listed_here(some: Sequence[Refusal]) -> Node:
        return h.ul(".refusals")[
            [
                h.li[h.b[each.label], reason_list(look, each.reasons), _others(each)]
                for each in whynot.gathered(some, MOST_REFUSALS)
            ]
        ]

    regions = whynot.by_region(refused)
    if len(refused) <= MOST_REFUSALS or len(regions) < 2:
        return listed_here(refused)
    return [
        h.h3[say("Nearest to possible")],
        listed_here(refused[:NEAREST_REFUSALS]),
        h.h3[say("All of them, by place")],
        [h.details[h.summary[f"{name} ({len(some)})"], listed_here(some)] for name, some in regions.items()],
    ]


def _others(refusal: Refusal) -> Node:
    """What else is refused by the same rules; folded in where it is much."""
    if not refusal.others:
        return None
    if len(refusal.others) <= FEW_OTHERS:
        return h.p(".small")[say("So too: {others}.", others="; ".join(refusal.others))]
    return h.details(".small")[
        h.summary[say_n("{n} more by the same rule", "{n} more by the same rules", len(refusal.others))],
        h.p["; ".join(refusal.others)],
    ]


# -- the past -----------------------------------------------------------------------------------------------------------


def _past(look: Look, token: str) -> Node:
    lines = look.lines()
    done = lines[look.number - 1].sentences if look.number else (say("The start of the game."),)
    upcoming = lines[look.number].sentences if look.number < len(lines) else ()
    line = look.moment.line(look.rules, look.names)
    return [
        h.h2(tabindex="-1")[say("Looking back: entry {number} of {now}", number=look.number, now=look.now)],
        h.ul(".effects")[[h.li[sentence] for sentence in done]],
        h.p[h.strong[line]] if line else None,
        h.p(".dim")[say("What was done then:"), " ", " ".join(upcoming)] if upcoming else None,
        h.a(".button.primary.big", href=look.href(at=None), data_swap="push", data_hotkey="Escape")[say("Back to now")],
        plan_button(look, token),
    ]


__all__ = ["choices_at", "decision", "reason_list", "written"]
