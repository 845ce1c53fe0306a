"""Points: every link, counter and pound that scores, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from towpath.brass.state import BrassDraft, BrassState, Pos
from towpath.brass.verbs import score

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules

POUNDS_PER_POINT = 10

Source = Literal["link", "counter", "again", "cash", "income"]
"""``again``: a counter of a higher level at the end of the introductory game."""


class ScoreLine(msgspec.Struct, frozen=True):
    """Points of one player for one thing. ``what``: the line of a link, the space of a counter, empty for cash and income.

    ``circles``: of a link, place -> circles there.
    """

    seat: str
    source: Source
    what: str
    points: int
    circles: dict[str, int] = {}


def circles(rules: BrassRules, pos: Pos, place: str) -> int:
    """Printed circles of a place and one for every flipped counter there, whoever owns it."""
    counters = pos.counters
    flipped = sum(
        1 for space in rules.board.in_town[place] if (found := counters.get(space.id)) is not None and found.flipped
    )
    return rules.board.places[place].circles + flipped


def board_lines(rules: BrassRules, pos: Pos) -> Iterator[ScoreLine]:
    """What links and flipped counters score now."""
    for line in sorted(pos.links):
        ends = {place: circles(rules, pos, place) for place in rules.board.lines[line].ends}
        yield ScoreLine(pos.links[line], "link", line, sum(ends.values()), ends)
    for space in sorted(pos.counters):
        counter = pos.counters[space]
        if counter.flipped:
            yield ScoreLine(counter.owner, "counter", space, rules.kind(counter.industry, counter.level).points)


def final_lines(rules: BrassRules, pos: Pos) -> Iterator[ScoreLine]:
    """What only the end of the game scores."""
    if rules.policies.introductory:
        yield from _introductory_lines(rules, pos)
        return
    for seat in rules.seats:
        yield ScoreLine(seat, "cash", "", pos.cash[seat] // POUNDS_PER_POINT)


def _introductory_lines(rules: BrassRules, pos: Pos) -> Iterator[ScoreLine]:
    terms = rules.data.introductory
    for space in sorted(pos.counters):
        counter = pos.counters[space]
        if counter.flipped and counter.level > 1:
            yield ScoreLine(counter.owner, "again", space, rules.kind(counter.industry, counter.level).points)
    for seat in rules.seats:
        yield ScoreLine(seat, "cash", "", min(terms.most_points, pos.cash[seat] // terms.pounds_per_point))
        yield ScoreLine(seat, "income", "", rules.level(pos, seat))


def score_lines(draft: BrassDraft, lines: Iterator[ScoreLine]) -> None:
    """Add points line by line, each told by an event of its own, and then the sums."""
    gained: dict[str, int] = dict.fromkeys(draft.points, 0)
    for line in list(lines):
        score(draft, line.seat, line.points)
        gained[line.seat] += line.points
        draft.emit(
            "scored", seat=line.seat, source=line.source, what=line.what, points=line.points, circles=line.circles
        )
    draft.emit("points", gained=gained, points=dict(sorted(draft.points.items())))


def standing(rules: BrassRules, state: BrassState) -> dict[str, int]:
    """Seat -> points if the game ended now."""
    found = {seat: state.points[seat] for seat in rules.seats}
    if state.finished is None:
        for line in (*board_lines(rules, state), *final_lines(rules, state)):
            found[line.seat] = max(0, found[line.seat] + line.points)
    return found


def measured(rules: BrassRules, state: BrassState) -> dict[str, dict[str, int]]:
    """Seat -> what its points come from, pounds and income level."""
    found = {
        seat: {"scored": state.points[seat], "links": 0, "counters": 0, "cash_points": 0}
        | {"cash": state.cash[seat], "income": rules.level(state, seat)}
        for seat in rules.seats
    }
    kinds = {
        "link": "links",
        "counter": "counters",
        "again": "counters",
        "cash": "cash_points",
        "income": "cash_points",
    }
    if state.finished is None:
        for line in (*board_lines(rules, state), *final_lines(rules, state)):
            found[line.seat][kinds[line.source]] += line.points
    return found


def ranking(rules: BrassRules, pos: Pos) -> tuple[tuple[str, ...], ...]:
    """The players by place, the winner first; players who share a place stand together."""
    policies = rules.policies

    def key(seat: str) -> tuple[int, ...]:
        income = rules.level(pos, seat) if policies.income_tie == "level" else pos.income[seat]
        later = -pos.order.index(seat) if policies.last_tie == "order" else 0
        return (pos.points[seat], income, pos.cash[seat], later)

    places: dict[tuple[int, ...], list[str]] = {}
    for seat in rules.seats:
        places.setdefault(key(seat), []).append(seat)
    return tuple(tuple(places[found]) for found in sorted(places, reverse=True))
