"""Runs in hand: what they earn, how that stands against the best, and how they are changed stop by stop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from towpath.kernel.offers import Lazy
from towpath.language import say
from towpath.rail import run_editing
from towpath.rail import runs as routes
from towpath.rail.actions import Run
from towpath.rail.rules import RailRules
from towpath.rail.runs import Account
from towpath.server.looking import Look

CLEAR = "clear"
"""What is tapped to clear the whole run of a train."""


def holds_runs(look: Look, action: Mapping[str, Any]) -> bool:
    """Whether an action is a set of runs that can be shown and changed."""
    return "runs" in action and isinstance(look.rules, RailRules) and look.rules.exists(str(action.get("entity")))


def are_runs(action: Mapping[str, Any]) -> bool:
    """Whether what an action has for its runs can be read as such."""
    try:
        msgspec.convert(action.get("runs"), tuple[Run, ...])
    except msgspec.ValidationError:
        return False
    return True


def runs_of(action: Mapping[str, Any]) -> tuple[Run, ...]:
    """The runs of an action in hand; none when it has none or they cannot be read."""
    try:
        return msgspec.convert(action.get("runs", ()), tuple[Run, ...])
    except msgspec.ValidationError:
        return ()


def with_tap(look: Look) -> Look:
    """The look after the stop that was tapped has changed the run in hand. What does not go is told as a problem."""
    action, asked = look.asked.choice, look.asked
    if not asked.tap or action is None or not holds_runs(look, action) or not look.is_now:
        return look
    company, train = str(action["entity"]), asked.edit
    if train not in trains(look, company):
        return look
    found, problem = runs_of(action), ""
    if asked.tap == CLEAR:
        found = tuple(run for run in found if run.train != train)
    else:
        try:
            found = _tapped(look, company, found, train, asked.tap)
        except run_editing.NoWay as error:
            problem = str(error)
    changed = {**action, "runs": msgspec.json.decode(msgspec.json.encode(found))}
    return Look(look.opened, msgspec.structs.replace(asked, choice=changed, tap="", problem=problem), look.access)


def _tapped(look: Look, company: str, found: tuple[Run, ...], train: str, place: str) -> tuple[Run, ...]:
    rules: Any = look.rules
    stop = run_editing.stop_at(rules, look.full, place)
    if stop is None:
        raise run_editing.NoWay(say("There is no stop to run to."))
    return run_editing.tapped(rules, look.full, company, found, train, stop)


def trains(look: Look, company: str) -> list[str]:
    """The trains whose runs can be changed; none unless runs of the company are on offer."""
    domains = (domain for offer in look.offers if offer.entity == company for domain in offer.domains)
    offered = any("runs" in getattr(domain, "fields", ()) for domain in domains)
    return routes.ready_trains(look.rules, look.full, company) if offered and isinstance(look.rules, RailRules) else []


def next_stops(look: Look, company: str, found: tuple[Run, ...], train: str) -> tuple[str, ...]:
    """Where the run of a train could go on to, one stop further; where it could begin, while it has none."""
    rules: Any = look.rules
    return run_editing.next_stops(rules, look.full, company, found, train)


def accounts(look: Look, company: str, found: tuple[Run, ...]) -> list[Account]:
    """What each run earns."""
    rules: Any = look.rules
    return routes.accounts(rules, look.full, company, [run.train for run in found], found)


def total(look: Look, company: str, found: tuple[Run, ...]) -> int:
    """What the runs earn together."""
    return sum(account.revenue for account in accounts(look, company, found))


class Standing(msgspec.Struct, frozen=True):
    """What a search has found: what the ``best`` runs earn together, whether they are ``proved`` the best, and by how much they
    may fall short at most (``spare``; ``None`` where that is not known)."""

    best: int
    proved: bool
    spare: int | None


def standing(look: Look, company: str) -> Standing | None:
    """What the search for the best runs has found; ``None`` where nothing is searched for."""
    search = next((d for offer in look.offers for d in offer.domains if isinstance(d, Lazy)), None)
    if search is None:
        return None
    best = max((total(look, company, found["runs"]) for found in search.findings.assignments), default=0)
    return Standing(best, bool(search.proved), search.findings.spare)
