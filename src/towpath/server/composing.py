"""Composing an action with few clicks: a goal, a card or a place on the board first, then what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import htpy as h
import msgspec
from htpy import Node

from towpath.language import listed, say, say_n
from towpath.server import drawing, wording
from towpath.server.choosing import Presses, capital, mark, written
from towpath.server.composition import PAIR, PLACE, Composition, Settled
from towpath.server.drawn import Steps
from towpath.server.looking import Look

MOST_OPEN = 8
"""Places more than this are folded in: the board shows them."""


def steps(look: Look) -> Steps | None:
    """How actions of this title are composed; ``None`` where they are chosen from lists."""
    return drawing.of(look.rules).steps


def with_begun(look: Look) -> Look:
    """The look with the action in hand, where what is settled leaves only one."""
    how, asked = steps(look), look.asked
    if how is None or asked.choice is not None or not look.offers or not (asked.begun or asked.hex):
        return look
    made = Composition(look, how)
    if asked.hex and not made.fitting:
        # A click on a place that does not go with all of this: with how much of it does it go, or why does nothing go there?
        for begun in _less(made):
            fresh = Look(look.opened, msgspec.structs.replace(asked, begun=begun, hex=""), look.access)
            if Composition(fresh, how).fitting:
                return with_begun(_told(fresh, made, begun))
        return Look(look.opened, msgspec.structs.replace(asked, hex="", why=asked.hex), look.access)
    if len(made.fitting) == 1 and made.begun:
        taken = msgspec.structs.replace(asked, choice=made.fitting[0], begun=made.begun, hex="")
        return Look(look.opened, taken, look.access)
    return Look(look.opened, msgspec.structs.replace(asked, begun=made.begun or None, hex=""), look.access)


def _less(made: Composition) -> Iterator[Settled]:
    """The place that was clicked with as much as possible of what was settled before: the goal and the cards, the goal alone, the
    cards alone, nothing."""
    cards = (made.steps.card, made.steps.pair)
    for keys in (("type", PAIR, *cards), ("type", PAIR), cards, ()):
        yield {**{key: made.begun[key] for key in keys if key in made.begun}, PLACE: made.begun[PLACE]}


def _told(fresh: Look, made: Composition, begun: Settled) -> Look:
    """With a word about the goal or the card that had to be put back."""
    cards = (made.steps.card, made.steps.pair)
    gone = [_name(made, key, made.begun[key]) for key in ("type", *cards) if key in made.begun and key not in begun]
    if not gone:
        return fresh
    place = wording.place_name(fresh.rules, str(begun[PLACE]))
    text = say("Put back, as it does not go with {place}: {things}.", place=place, things=listed(gone))
    return Look(fresh.opened, msgspec.structs.replace(fresh.asked, problem=text), fresh.access)


def compose(presses: Presses) -> Node:
    """Everything that is open: goals and the hand at first, then the next thing to choose."""
    look = presses.look
    how = steps(look)
    assert how is not None
    made = Composition(look, how)
    if not made.fitting:
        return [
            h.p(".notice.bad", role="alert")[say("Nothing that is possible now fits all of this.")],
            h.a(".button", href=look.href(), data_swap="push", data_hotkey="Escape")[say("Start again")],
        ]
    field = made.next()
    return [
        h.p(".notice.bad", role="alert")[look.asked.problem] if look.asked.problem else None,
        _chips(made),
        _goals(presses, made) if "type" not in made.begun else None,
        _question(presses, made, field) if field and field not in ("type", how.card, how.pair, PLACE) else None,
        _hand(presses, made) if how.card and _asks_card(made, field) else None,
        _places(presses, made),
    ]


def settled(look: Look) -> Node:
    """What is settled of the action in hand, each of it to be taken back, and the other places it could go to."""
    how = steps(look)
    if how is None or not look.asked.begun or not look.offers:
        return None
    made = Composition(look, how)
    places = [place for place in made.places() if place != made.begun.get(PLACE)]
    return [
        _chips(made),
        h.details(".hexes")[
            h.summary[say("Another place")],
            h.ul(".inline")[[h.li[_place_link(made, place)] for place in places]],
        ]
        if places and PLACE in made.begun
        else None,
    ]


def _asks_card(made: Composition, field: str) -> bool:
    """The hand is shown while nothing is settled, and when the card is what is open."""
    return "type" not in made.begun or field in (made.steps.card, made.steps.pair)


def _link(look: Look, begun: Mapping[str, Any], name: str, **attributes: Any) -> Any:
    return h.a(
        f"#{mark(['begun', name, begun])}.button.choice",
        href=look.href(begun=written(begun)) if begun else look.href(),
        data_swap="push",
        **attributes,
    )


def _chips(made: Composition) -> Node:
    """What is settled; a click takes it back."""
    if not made.begun:
        return None
    look, items = made.look, []
    for key, value in made.begun.items():
        text = say("two cards as one") if key == PAIR else _name(made, key, value)
        items.append(
            h.li[
                _link(look, made.without(key), f"not {key}", aria_label=say("Take back: {what}", what=text))[
                    h.span[capital(text)], h.span(aria_hidden="true")["×"]
                ]
            ]
        )
    return h.div(".composed")[
        h.ul(".inline", aria_label=say("Settled so far"))[items],
        h.a(".button.small", href=look.href(), data_swap="push", data_hotkey="Escape")[say("Start again")],
    ]


def _name(made: Composition, field: str, value: Any) -> str:
    look = made.look
    if field == "type":
        return wording.open_label(look.rules, look.full, str(value))
    return wording.value_name(look.rules, look.full, field, value, look.names) or say("none of {field}", field=field)


def _goals(presses: Presses, made: Composition) -> Node:
    """What may be done, by types; one that leaves nothing else open is a choice already."""
    look = made.look
    items = []
    for kind in made.values("type").values():
        items.append(
            _link(look, made.plus(type=kind), str(kind), data_goal=str(kind))[
                h.span[capital(wording.open_label(look.rules, look.full, str(kind)))]
            ]
        )
    if made.can_pair and PAIR not in made.begun:
        items.append(
            _link(look, {"type": "build", PAIR: True}, "pair", data_goal="pair")[
                h.span[say("Two cards as one: build anywhere")]
            ]
        )
    return h.section(".group")[h.h3[say("What will you do?")], h.div(".buttons")[items]]


def _hand(presses: Presses, made: Composition) -> Node:
    """The cards that serve."""
    look, art = made.look, drawing.of(made.look.rules)
    second = made.steps.card in made.begun
    field = made.steps.pair if second else made.steps.card
    cards = made.cards()
    if not cards:
        return None
    asked = say("And which second card?") if second else say("Which card?")
    heading = asked if "type" in made.begun else say("Or begin with a card")
    return h.section(".group")[
        h.h3[heading],
        h.div(".buttons")[
            [_link(look, made.plus(**{field: card}), card, data_card=card)[art.card(look, card)] for card in cards]
        ],
    ]


def _question(presses: Presses, made: Composition, field: str) -> Node:
    """The values of what is open, each with what it costs."""
    look = made.look
    words = {
        "industries": say("Which counters?"),
        "industry": say("Which industry?"),
        "to": say("Who buys it?"),
        "amount": say("How much?"),
        "coal": say("Where does the coal come from?"),
        "iron": say("Where does the iron come from?"),
    }
    heading = words.get(field, field)
    return h.section(".group", data_kind=field)[
        h.h3[heading],
        h.div(".buttons")[
            [
                _link(look, made.plus(**{field: value}), text, data_place=made.source(field, value) or None)[
                    h.span[capital(_name(made, field, value))], _note(presses, made.example(field, value))
                ]
                for text, value in made.values(field).items()
            ]
        ],
    ]


def _note(presses: Presses, action: dict[str, Any]) -> Node:
    note = presses.note(action)
    return h.small[note] if note else None


def _places(presses: Presses, made: Composition) -> Node:
    """The places that can be picked, as the board shows them."""
    found = made.places()
    if not found:
        return None
    asked = PLACE not in made.begun
    items = [
        h.li[_place_link(made, place, _note(presses, action) if asked and made.one_goal else None)]
        for place, action in found.items()
    ]
    count = say_n("{n} place", "{n} places", len(items))
    return [
        h.p(".hint")[say("Click an outlined place on the board, or choose one here. Other places say why not.")]
        if asked
        else None,
        h.details(".hexes", open=asked and len(items) <= MOST_OPEN)[
            h.summary[count if asked else say("Another place")], h.ul(".inline")[items]
        ],
    ]


def _place_link(made: Composition, place: str, note: Node = None) -> Node:
    look = made.look
    kept = {key: made.begun[key] for key in ("type", PAIR, made.steps.card, made.steps.pair) if key in made.begun}
    return h.a(
        ".button.small", href=look.href(begun=written({**kept, PLACE: place})), data_swap="push", data_place=place
    )[wording.place_name(look.rules, place), note]
