"""Trains and phases: what is left of each train, what the next purchase will change, what every phase brings."""

from __future__ import annotations

from collections.abc import Iterator

from htpy import Element, caption, div, h4, li, p, section, span, table, tbody, td, th, thead, tr, ul
from markupsafe import Markup

from towpath.language import Texts, either, listed, say, say_n
from towpath.rail.data import Flotation, Phase, TrainKind
from towpath.rail.rules import RailRules
from towpath.rail.state import POOL, YARD, RailState
from towpath.render.describe import colour_name
from towpath.render.words import money
from towpath.render.writing import written

FLAGS: Texts = {
    "majors_may_start": "majors may be started", "minors_may_start": "minors may be started", "green_minors": "green minors",
    "locks_open": "closed hexes and cities are open", "private_sales": "privates may be sold to companies",
    "merger_rounds": "merger rounds", "national_operates": "the national railway operates",
    "special_trains": "special trains on sale", "train_exchange": "trains may be exchanged", "loans": "loans may be taken",
    "town_changes": "towns may become plain track, cities or nothing",
    "limit_by_companies_left": "the certificate limit follows the companies left",
}  # fmt: skip
"""Flag of a phase -> what holds while it does."""
EVENTS: Texts = {
    "reservations_end": "kept places end", "minors_nationalized": "minors are nationalized",
    "trainless_minors": "minors without a train are nationalized",
    "trainless_majors": "majors without a train may be nationalized",
    "privates_nationalized": "privates are nationalized", "privates_close": "privates close",
    "reserved_tokens": "the national railway takes its kept places", "national_forms": "the national railway may form",
    "end_trigger": "the end of the game begins",
}  # fmt: skip
"""Event of a phase -> what happens at its start."""
KINDS: Texts = {"minor": "minor", "major": "major", "national": "national"}
CAPITALS: Texts = {
    "escrow": "half at once, half at the destination",
    "incremental": "share by share",
    "full": "all at once",
}


def trains_table(rules: RailRules, state: RailState) -> Markup:
    """What is left of each train and who has it, what buying the next one would do, and what each phase brings."""
    names = (say("Left"), say("Rusts"), say("Held by"))
    trains = table(".tp-table")[
        caption[say("Trains")],
        thead[
            tr[
                th(scope="col")[say("Train")], th(".tp-number", scope="col")[say("Price")],
                th(scope="col")[say("Reach")], (th(scope="col")[name] for name in names),
            ]
        ],
        tbody[(_train_row(rules, state, kind) for kind in rules.data.trains)],
    ]  # fmt: skip
    order = [phase.name for phase in rules.data.phases]
    present = order.index(state.phase)
    heads = (
        say("Phase"),
        say("Begins with"),
        say("Tiles"),
        say("Train limit"),
        say("Operating rounds"),
        say("What changes"),
    )
    phases = table(".tp-table")[
        caption[say("Phases")],
        thead[tr[(th(scope="col")[name] for name in heads)]],
        tbody[(_phase_row(rules, i, phase, i - present) for i, phase in enumerate(rules.data.phases))],
    ]
    return written(
        div(".tp-trains-phases")[
            _next_purchase(rules, state), _scrolled(say("Trains"), trains), _scrolled(say("Phases"), phases)
        ]
    )


def _scrolled(label: str, inner: Element) -> Element:
    """A table that scrolls by itself on a narrow screen and can be reached by the keyboard."""
    return div(".tp-scroll", role="region", tabindex="0", aria_label=label)[inner]


def _next_purchase(rules: RailRules, state: RailState) -> Element:
    """For every train on sale in the yard, what the first purchase of it would change."""
    offers = [rules.train_kind(train) for train in rules.yard(state)]
    parts = []
    for kind in offers:
        changes = list(next_changes(rules, state, kind))
        shown = (
            ul(".tp-changes")[[li[change] for change in changes]]
            if changes
            else p(".tp-dim")[say("nothing but its price")]
        )
        parts.append(
            div[h4[say("The next {train}-train, {price}, changes", train=kind.name, price=_price(rules, kind))], shown]
        )
    return section(".tp-next", aria_label=say("What the next purchase changes"))[
        parts or p(".tp-dim")[say("No train is on sale.")]
    ]


def _price(rules: RailRules, kind: TrainKind) -> str:
    text = money(rules, kind.price)
    if kind.trade_in is not None:
        less = money(rules, kind.trade_in.price)
        text = say("{price} or {less} for a {train}", price=text, less=less, train=either(kind.trade_in.kinds))
    return text


def next_changes(rules: RailRules, state: RailState, kind: TrainKind) -> Iterator[str]:
    """What happens when the next train of a kind leaves the yard: the phase it begins with all that this brings, trains that
    come on sale with it, and what is for sale after the last of its kind."""
    yard = [train for train in rules.trains_of(state, YARD) if rules.train_kind(train) is kind]
    phase = next((each for each in rules.data.phases if each.on == kind.name), None)
    order = [each.name for each in rules.data.phases]
    if phase is not None and order.index(phase.name) > order.index(state.phase):
        yield say("phase {phase} begins", phase=phase.name)
        yield from _rusting(rules, state, kind)
        yield from _changes(rules, rules.data.phases[order.index(phase.name) - 1], phase)
        yield from (
            say("{train}-trains come on sale", train=each.name)
            for each in rules.data.trains
            if each.available_on == kind.name
        )
        if kind.name == rules.policies.end_on:
            yield say(EVENTS["end_trigger"])
    if not rules.unlimited(kind) and len(yard) == 1:
        follower = _follower(rules, state, kind)
        if follower is not None:
            yield say(
                "then {train}-trains are for sale at {amount}", train=follower.name, amount=money(rules, follower.price)
            )
            yield from _flotation(rules, kind, follower)


def _follower(rules: RailRules, state: RailState, kind: TrainKind) -> TrainKind | None:
    """The kind that is for sale once this one is gone."""
    left = [rules.train_kind(train) for train in rules.trains_of(state, YARD)]
    return next((each for each in left if each is not kind and not each.special), None)


def _rusting(rules: RailRules, state: RailState, kind: TrainKind) -> Iterator[str]:
    for old in rules.data.trains:
        if old.rusts_on == kind.name:
            owners = [
                say("{company} loses {n}", company=company, n=len(held))
                if len(held) > 1
                else say("{company} loses one", company=company)
                for company in rules.companies
                if (held := [t for t in rules.trains_of(state, company) if rules.train_kind(t) is old])
            ]
            yield say(
                "{train}-trains rust: {owners}",
                train=old.name,
                owners=listed(owners) if owners else say("nobody owns one"),
            )


def _flotation(rules: RailRules, kind: TrainKind, follower: TrainKind) -> Iterator[str]:
    """What companies started from then on need and get, where the train for sale decides that."""
    lines = {line.train: line for line in rules.data.flotation}
    before, after = lines.get(kind.name), lines.get(follower.name)
    if before is not None and after is not None and before != after:
        yield say("{then} (now {now})", then=_floated(after), now=_floated(before))


def _floated(line: Flotation) -> str:
    return say(
        "companies float at {percent} %, new ones are paid {capital}",
        percent=line.percent,
        capital=say(CAPITALS[line.capital]),
    )


def _train_row(rules: RailRules, state: RailState, kind: TrainKind) -> Element:
    where = [state.trains[train] for train in state.trains if rules.train_kind(train) is kind]
    left = (
        say("no limit") if rules.unlimited(kind) else say("{left} of {total}", left=where.count(YARD), total=len(where))
    )
    pool = where.count(POOL)
    if pool:
        left = f"{left}, {say('{n} in the pool', n=pool)}"
    owners = [company for company in rules.companies if company in where]
    held = [f"{c} ×{where.count(c)}" if where.count(c) > 1 else c for c in owners]
    rust = say("by {train}", train=kind.rusts_on) if kind.rusts_on else say("never")
    return tr[
        th(scope="row")[kind.name],
        td(".tp-number")[_price(rules, kind)],
        td[_reach(kind)],
        td[left],
        td[rust],
        td[", ".join(held) or "–"],
    ]


def _reach(kind: TrainKind) -> str:
    """How far a train runs."""
    parts = [say("any number of stops") if kind.stops is None else say_n("{n} stop", "{n} stops", kind.stops)]
    parts += [say("counted twice")] if kind.doubled else []
    parts += [say("may pass cities")] if kind.express else []
    return ", ".join(parts)


def _phase_row(rules: RailRules, index: int, phase: Phase, ahead: int) -> Element:
    before = rules.data.phases[index - 1] if index else None
    rusting = [
        say("{train}-trains rust", train=kind.name)
        for kind in rules.data.trains
        if kind.rusts_on == phase.on and phase.on
    ]
    changes = [*rusting, *_new(before, phase)]
    limits = ", ".join(f"{say(KINDS[kind])} {limit}" for kind, limit in phase.limits.items())
    status = {0: "now", 1: "next"}.get(ahead, "")
    shown = {"now": say("now"), "next": say("next")}.get(status)
    return tr(class_=f"tp-phase-{status}" if status else "", aria_current="true" if ahead == 0 else None)[
        th(scope="row")[phase.name, span(".tp-chip")[shown] if shown else None],
        td[say("first {train}", train=phase.on) if phase.on else say("the start")],
        td[", ".join(map(colour_name, phase.tiles))],
        td[limits],
        td[str(phase.operating_rounds)],
        td[ul(".tp-changes")[(li[change] for change in changes)] if changes else "–"],
    ]


def _changes(rules: RailRules, before: Phase, phase: Phase) -> Iterator[str]:
    """Everything that differs between two phases in a row."""
    for kind in dict.fromkeys((*before.limits, *phase.limits)):
        old, new = before.limits.get(kind), phase.limits.get(kind)
        if old != new and new is None:
            yield say("no limit of trains for a {kind} any more", kind=say(KINDS[kind]))
        elif old != new:
            yield _limit(say(KINDS[kind]), new, old)
    colours = [colour for colour in phase.tiles if colour not in before.tiles]
    if colours:
        yield say("{colours} tiles", colours=listed([colour_name(colour) for colour in colours]))
    if phase.operating_rounds != before.operating_rounds:
        yield say(
            "{now} operating rounds in a set instead of {before}",
            now=phase.operating_rounds,
            before=before.operating_rounds,
        )
    if phase.offboard != before.offboard:
        yield say("off-board areas have their {colour} values", colour=colour_name(phase.offboard))
    yield from _new(before, phase)


def _limit(kind: str, now: int | None, before: int | None) -> str:
    if before is None:
        return say("a {kind} may own {now} trains", kind=kind, now=now)
    return say("a {kind} may own {now} trains instead of {before}", kind=kind, now=now, before=before)


def _new(before: Phase | None, phase: Phase) -> Iterator[str]:
    """Events of a phase, what holds from then on and what no longer does."""
    yield from (say(EVENTS[event]) for event in phase.events)
    yield from (say(FLAGS[flag]) for flag in phase.flags if before is None or flag not in before.flags)
    if before is not None:
        yield from (say("no more: {flag}", flag=say(FLAGS[flag])) for flag in before.flags if flag not in phase.flags)
