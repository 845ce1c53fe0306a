"""Runs in hand: written out stop by stop, compared with the best, and changed by tapping stops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import htpy as h
import msgspec
from htpy import Node

from towpath.kernel.offers import Lazy
from towpath.language import say
from towpath.rail import run_editing
from towpath.rail import runs as routes
from towpath.rail.actions import Run
from towpath.rail.rules import RailRules
from towpath.render import charter
from towpath.render.routes import run_key
from towpath.server import wording
from towpath.server.choosing import mark
from towpath.server.looking import Look
from towpath.server.rail_drawing import runs_of


def holds_runs(look: Look, action: Mapping[str, Any]) -> bool:
    """Whether an action is a set of runs that can be shown and changed."""
    return "runs" in action and isinstance(look.rules, RailRules) and look.rules.exists(str(action.get("entity")))


def with_tap(look: Look) -> Look:
    """The look after the stop that was tapped has changed the run in hand. What does not go is told as a problem."""
    action, asked = look.asked.choice, look.asked
    if not asked.tap or action is None or not holds_runs(look, action) or not look.is_now:
        return look
    rules: Any = look.rules
    company, train = str(action["entity"]), asked.edit
    found, problem = runs_of(action), ""
    if train not in _trains(look, company):
        return look
    if asked.tap == "clear":
        found = tuple(run for run in found if run.train != train)
    else:
        stop = run_editing.stop_at(rules, look.full, asked.tap)
        try:
            if stop is None:
                raise run_editing.NoWay(say("There is no stop to run to."))
            found = run_editing.tapped(rules, look.full, company, found, train, stop)
        except run_editing.NoWay as error:
            problem = str(error)
    changed = {**action, "runs": msgspec.json.decode(msgspec.json.encode(found))}
    return Look(look.opened, msgspec.structs.replace(asked, choice=changed, tap="", problem=problem), look.access)


def _trains(look: Look, company: str) -> list[str]:
    """The trains whose runs can be changed; none unless runs of the company are on offer."""
    domains = (domain for offer in look.offers if offer.entity == company for domain in offer.domains)
    offered = any("runs" in getattr(domain, "fields", ()) for domain in domains)
    return routes.ready_trains(look.rules, look.full, company) if offered and isinstance(look.rules, RailRules) else []


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


def _sum(look: Look, company: str, found: tuple[Run, ...]) -> int:
    rules: Any = look.rules
    trains = [run.train for run in found]
    return sum(account.revenue for account in routes.accounts(rules, look.full, company, trains, found))


def _total(look: Look, company: str, found: tuple[Run, ...]) -> Node:
    """The sum, and how it stands against the best that a search has found."""
    total = _sum(look, company, found)
    return h.p(".total")[_standing(look, company, total), say("Together"), " ", h.b[wording.money(look.rules, total)]]


def _standing(look: Look, company: str, total: int) -> Node:
    search = next((d for offer in look.offers for d in offer.domains if isinstance(d, Lazy)), None)
    if search is None:
        return None
    best = max((_sum(look, company, found["runs"]) for found in search.findings.assignments), default=0)
    if total < best:
        less = wording.money(look.rules, best - total)
        text = "{amount} less than the best." if search.proved else "{amount} less than the best found."
        return h.span(".dim")[say(text, amount=less), " "]
    if search.proved:
        return h.span(".dim")[say("Proved best."), " "]
    spare = search.findings.spare
    return h.span(".dim")[say("Best found; at most {amount} more.", amount=spare) if spare else say("Best found."), " "]


def _editor(look: Look, action: Mapping[str, Any], company: str, found: tuple[Run, ...]) -> Node:
    trains = _trains(look, company)
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
    rules: Any = look.rules
    run = next((run for run in found if run.train == train), None)
    further = run_editing.next_stops(rules, look.full, company, found, train)

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
            h.a(".button.small", href=tap("clear"), data_swap="replace")[say("Clear this run")]
            if run is not None
            else None,
            h.a(".button.small", href=look.href(find="best"), data_swap="replace")[say("Take the best")],
        ],
    ]


__all__ = ["holds_runs", "running", "with_tap"]
