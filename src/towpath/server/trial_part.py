"""The page's part for trying things out: what could this company lay here, and what would it earn then?"""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.api.sandbox import Best
from towpath.language import say
from towpath.server import controls, rail_drawing, whynot, wording
from towpath.server.controls import Choice
from towpath.server.decision import tile_strip
from towpath.server.looking import Look
from towpath.server.reasons_part import reason_list
from towpath.server.trial import ANY, Trial, candidates, in_words, written


def trial(look: Trial) -> Node:
    """The panel."""
    entity = wording.entity_name(look.rules, look.box.entity, look.names)
    return [
        h.h2(tabindex="-1")[rail_drawing.badge(look, look.box.entity), say("What could {entity} do?", entity=entity)],
        h.p(".dim")[
            say("Only to try it out: nothing here is played."),
            "" if look.is_now else [" ", say("Entry {number} of {now}.", number=look.number, now=look.now)],
        ],
        _who(look),
        _steps(look),
        _inside(look),
        h.a(".button.leave", href=Look.href(look), data_swap="push", data_hotkey=None if look.asked.hex else "Escape")[
            say("Back to the game") if look.is_now else say("Back to looking")
        ],
    ]  # fmt: skip


def _who(look: Trial) -> Node:
    return h.form(".row", method="get", action=f"/games/{look.opened.id}", data_swap="replace", data_at_once=True)[
        h.input(type="hidden", name="step", value=look.step),
        h.input(type="hidden", name="tab", value=look.asked.tab) if look.asked.tab != "act" else None,
        None if look.is_now else h.input(type="hidden", name="at", value=str(look.number)),
        h.label(".select")[
            h.span[say("Company")],
            h.select(name="sandbox")[
                [
                    h.option(value=each, selected=each == look.box.entity)[
                        wording.short_name(look.rules, each, look.names)
                    ]
                    for each in candidates(look)
                ]
            ],
        ],
        h.button(type="submit")[say("Show")],
    ]


def _steps(look: Trial) -> Node:
    return h.nav(".trial-steps", aria_label=say("What to try"))[
        [
            h.a(
                ".button.small",
                href=look.href(step=step),
                data_swap="replace",
                aria_current="true" if step == look.step else None,
            )[in_words(step)]
            for step in look.box.steps
        ]
    ]


def _inside(look: Trial) -> Node:
    if look.asked.choice is not None:
        return _tried(look)
    place = look.asked.hex or look.asked.why
    if place and wording.hex_of(look.rules, place):
        return _place(look, place.partition("/")[0])
    groups = controls.groups(look.rules, look.full, look.offers, look.names)
    if any(group.search for group in groups):
        return _earnings(look, say("What it would earn now"), look.best)
    hexes = {place: len(choices) for group in groups for place, choices in group.hexes.items()}
    stops = [choice for group in groups for choice in group.choices if choice.place]
    if not hexes and not stops:
        return _nothing(look)
    return [
        h.p(".hint")[say("Click an outlined place on the map, or choose one here. Other hexes say why not.")],
        h.ul(".inline")[
            [
                h.li[
                    h.a(".button.small", href=look.href(hex=place), data_swap="push", data_place=place)[
                        wording.place_name(look.rules, place), h.span(".count")[str(count)]
                    ]
                ]
                for place, count in hexes.items()
            ],
            [h.li[_stop(look, choice)] for choice in stops],
        ],
    ]


def _nothing(look: Trial) -> Node:
    return h.p[say("{what}: nothing can be placed anywhere. A click on a hex says why.", what=in_words(look.step))]


def _stop(look: Trial, choice: Choice) -> Node:
    return h.a(
        ".button.small", href=look.href(choice=written(choice.action)), data_swap="push", data_place=choice.place
    )[choice.label]


def _choices(look: Trial, hex_id: str) -> list[Choice]:
    groups = controls.groups(look.rules, look.full, look.offers, look.names)
    return [choice for group in groups for choice in group.hexes.get(hex_id, [])]


def _place(look: Trial, hex_id: str) -> Node:
    choices = _choices(look, hex_id)
    name = wording.place_name(look.rules, hex_id)
    if choices:
        return [tile_strip(look, hex_id, choices, None), _back(look)]
    found = whynot.place_reasons(look, hex_id)
    return [
        h.h3[say("Why not {place}?", place=name)],
        reason_list(look, found) if found else h.p[say("Nothing can be done there.")],
        _back(look),
    ]


def _tried(look: Trial) -> Node:
    action = dict(look.asked.choice or {})
    hex_id = str(action.get("hex", ""))
    choices = _choices(look, hex_id)
    glimpse = look.glimpse
    assert glimpse is not None
    title = wording.action_name(look.rules, look.full, action, look.names)
    strip = tile_strip(look, hex_id, choices, action) if choices else None
    if glimpse.reasons:
        return [h.h3[title], strip, h.p[say("This could not be:")], reason_list(look, glimpse.reasons), _back(look)]
    told = look.told(glimpse.events)
    return [
        h.h3[title],
        strip,
        h.ul(".effects")[[h.li[sentence] for sentence in told]] if told else None,
        _with_it(look),
        h.div(".confirm.row", data_hand=written(action))[_take(look, action), _back(look)],
    ]


def _take(look: Trial, action: dict[str, object]) -> Node:
    """Where it could really be done, it is one click away."""
    real = Look(look.opened, look.asked, look.access)
    if not real.is_now or not real.may_play(action) or real.against(action):
        return None
    return h.a(".button.primary", href=real.href(choice=written(action)), data_swap="push")[say("Take it in hand")]


def _with_it(look: Trial) -> Node:
    """What the trains would earn with it, when it is asked for."""
    if look.asked.find != "best":
        href = look.href(choice=written(look.asked.choice), hex=look.asked.hex or None, find="best")
        return h.p[h.a(".button", href=href, data_swap="replace")[say("What would it earn then?")]]
    before, after = look.box.best(), look.best
    gain = rail_drawing.revenue(after) - rail_drawing.revenue(before)
    words = (
        say("{amount} by it", amount=wording.change_text(look.rules, gain)) if gain else say("as much as without it")
    )
    return [_earnings(look, say("What it would earn then"), after), h.p(".total")[words]]


def _earnings(look: Trial, heading: str, best: Best | None) -> Node:
    if best is None:
        return h.p[say("It has nothing to run.")]
    return [h.h3[heading], rail_drawing.best_runs(look, best)]


def _back(look: Trial) -> Node:
    return h.a(".button", href=look.href(), data_swap="push", data_hotkey="Escape")[say("Back")]


def way_in(look: Look) -> Node:
    """The button on the map."""
    if look.asked.sandbox or not candidates(look):
        return None
    label = say("What could a company lay here?")
    return h.a(".button.small", href=look.href(sandbox=ANY), data_swap="push", title=label)[say("Try things out")]


__all__ = ["trial", "way_in"]
