"""The rounds of a game of Brass as a table: who spent what, the order that followed, and how everybody stood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from towpath.brass import BrassRules
from towpath.kernel.numbers import Course, Point
from towpath.language import say
from towpath.render import figures
from towpath.render.brass.words import money
from towpath.render.grid import Column, Row, grid, link

Names = Mapping[str, str]
Orders = Mapping[str, Mapping[str, Any]]
"""Round -> what was told when it was over: ``order``, the seats in the order that followed, and ``spent``, seat -> pounds."""


def rounds_grid(rules: BrassRules, course: Course, orders: Orders, names: Names, href: Callable[[int], str]) -> Markup:
    """A row a round: the order that followed with what was spent, then points, income and cash of everybody."""
    columns: list[Column] = [(say("Round"), False), (say("Order that followed, by money spent"), False)]
    columns += [(names.get(seat, seat), True) for seat in rules.seats]
    rows: list[Row] = [
        (
            "",
            link(href(point.number), figures.long_label(rules, point)),
            [_order(rules, orders.get(point.round), names), *(_standing(rules, point, seat) for seat in rules.seats)],
        )
        for point in course.points
    ]
    return grid(say("The rounds: points, income and cash when each was over"), columns, rows)


def _order(rules: BrassRules, told: Mapping[str, Any] | None, names: Names) -> Markup:
    if told is None:
        return Markup("")
    text = ", ".join(f"{names.get(seat, seat)} {money(rules, told['spent'][seat])}" for seat in told["order"])
    return Markup('<span class="tp-order">{}</span>').format(text)


def _standing(rules: BrassRules, point: Point, seat: str) -> str:
    amounts = point.measures[seat]
    return say(
        "{points} pts, {income}, {cash}",
        points=figures.total(rules, amounts),
        income=money(rules, amounts["income"]),
        cash=money(rules, amounts["cash"]),
    )


def rounds_table(rules: BrassRules, course: Course, orders: Orders, names: Names) -> figures.Table:
    """The same with a column for each number; ``place``: in the order that followed, from 1."""
    columns = [say("Round"), say("Entry")]
    for seat in rules.seats:
        name = names.get(seat, seat)
        columns += [
            say("{player}: spent", player=name), say("{player}: place", player=name), say("{player}: points", player=name),
            say("{player}: income", player=name), say("{player}: cash", player=name),
        ]  # fmt: skip
    rows = []
    for point in course.points:
        told = orders.get(point.round)
        row: list[figures.Value] = [figures.round_label(rules, point), point.number]
        for seat in rules.seats:
            amounts = point.measures[seat]
            spent, place = (told["spent"][seat], told["order"].index(seat) + 1) if told else (None, None)
            row += [spent, place, figures.total(rules, amounts), amounts["income"], amounts["cash"]]
        rows.append(tuple(row))
    return figures.Table(tuple(columns), tuple(rows))
