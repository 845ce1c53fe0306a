"""Runs in hand on the page: written out stop by stop, compared with the best, and changed by tapping stops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import htpy as h
import msgspec
from htpy import Node

from towpath.language import say
from towpath.rail.actions import Run
from towpath.render import charter
from towpath.render.routes import run_key
from towpath.server import runs_in_hand, wording
from towpath.server.choosing import mark
from towpath.server.looking import Look
from towpath.server.runs_in_hand import CLEAR, holds_runs, runs_of


def running(look: Look, action: Mapping[str, Any]) -> Node:
    """The runs in hand with what they earn, and the means to change them."""
    if not holds_runs(look, action):
        return None
    rules: Any = look.rules
    company, found = str(action["entity"]), runs_of(action)
    return h.div(".runs", data_runs=True)[
        charter.runs_table(rules, look.state, company, found) if found else h.p[say("No train runs.")],
        _total(look, company, found),
        h.p(".notice.bad", role="alert")[look.asked.problem] if look.asked.problem else None,
        _editor(look, action, company, found) if look.may_play(action) else None,
    ]


def _total(look: Look, company: str, found: tuple[Run, ...]) -> Node:
    """The sum, and how it stands against the best that a search has found."""
    total = runs_in_hand.total(look, company, found)
    return h.p(".total")[_standing(look, company, total), say("Together"), " ", h.b[wording.money(look.rules, total)]]


def _standing(look: Look, company: str, total: int) -> Node:
    found = runs_in_hand.standing(look, company)
    if found is None:
        return None
    if total < found.best:
        less = wording.money(look.rules, found.best - total)
        text = "{amount} less than the best." if found.proved else "{amount} less than the best found."
        return h.span(".dim")[say(text, amount=less), " "]
    if found.proved:
        return h.span(".dim")[say("Proved best."), " "]
    spare = found.spare
    return h.span(".dim")[say("Best found; at most {amount} more.", amount=spare) if spare else say("Best found."), " "]


def _editor(look: Look, action: Mapping[str, Any], company: str, found: tuple[Run, ...]) -> Node:
    trains = runs_in_hand.trains(look, company)
    if not trains:
        return None
    held = look.asked.edit if look.asked.edit in trains else ""
    hint = say("Take a train in hand, or tap its run on the map.")
    return h.details(".edit-runs", open=bool(held))[
        h.summary[say("Change the runs")],
        h.ul(".inline")[[h.li[_take(look, action, train, found, held)] for train in trains]],
        _in_hand(look, action, company, found, held) if held else h.p(".hint")[hint],
    ]  # fmt: skip


def _choice(action: Mapping[str, Any]) -> str:
    return msgspec.json.encode(action).decode()


def _take(look: Look, action: Mapping[str, Any], train: str, found: tuple[Run, ...], held: str) -> Node:
    index = next((number for number, run in enumerate(found) if run.train == train), None)
    stops = " ".join(found[index].stops) if index is not None else ""
    kind = train.rpartition("-")[0] or train
    return h.a(
        f"#{mark((train,))}.button.small",
        href=look.href(choice=_choice(action), edit=train),
        data_swap="replace",
        data_edit=train,
        data_stops=stops or None,
        data_index=None if index is None else str(index),
        aria_current="true" if train == held else None,
    )[
        run_key(index) if index is not None else None,
        say("{kind}-train", kind=kind) if stops else say("{kind}-train (idle)", kind=kind),
    ]


def _in_hand(look: Look, action: Mapping[str, Any], company: str, found: tuple[Run, ...], train: str) -> Node:
    run = next((run for run in found if run.train == train), None)
    further = runs_in_hand.next_stops(look, company, found, train)

    def tap(stop: str) -> str:
        return look.href(choice=_choice(action), edit=train, tap=stop)

    def listed(stops: tuple[str, ...]) -> Node:
        return h.ul(".inline.stops")[
            [
                h.li[
                    h.a(f"#{mark((train, stop))}.button.small", href=tap(stop), data_swap="replace")[
                        wording.place_name(look.rules, stop)
                    ]
                ]
                for stop in stops
            ]
        ]

    base = look.href(choice=_choice(action), edit=train)
    return h.div(".in-hand", data_tap=base)[
        h.p(".hint")[say("Tap stops on the map: at an end of the run to take it off, anywhere else to go on to it.")],
        [h.p(".field-name")[say("Its stops: press one to take it off")], listed(run.stops)]
        if run is not None
        else None,
        [h.p(".field-name")[say("On to") if run is not None else say("Begin at")], listed(further)]
        if further
        else None,
        h.div(".row")[
            h.a(".button.small", href=tap(CLEAR), data_swap="replace")[say("Clear this run")]
            if run is not None
            else None,
            h.a(".button.small", href=look.href(find="best"), data_swap="replace")[say("Take the best")],
        ],
    ]
