"""The numbers of a game as plain tables: what the graphs are drawn from, for reading, for screen readers and for files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from towpath.brass import BrassRules
from towpath.kernel.numbers import Course, Earning, Measure, Point
from towpath.kernel.rules import Rules
from towpath.language import Texts, msg, say, small
from towpath.rail.rules import RailRules
from towpath.render.brass.words import money as pounds
from towpath.render.brass.words import round_name as period_round
from towpath.render.words import Names, money, round_name, stop_name

Value = str | int | None

WAYS: Texts = {"nothing": "earned nothing", "kept": "kept", "split": "half paid", "paid": "paid out"}
"""How earnings were distributed, in words."""
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet program takes for the beginning of a formula."""


class Table(msgspec.Struct, frozen=True):
    """Columns and rows. Numbers are numbers, text is text; ``None`` is an empty cell."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def csv_text(table: Table) -> str:
    """The table as RFC 4180 has it: commas, CRLF, quotes doubled. Text that a spreadsheet would run as a formula gets an
    apostrophe in front, which spreadsheets take away again."""
    return "".join(f"{','.join(map(_cell, row))}\r\n" for row in (table.columns, *table.rows))


def _cell(value: Value) -> str:
    if not isinstance(value, str):
        return "" if value is None else str(value)
    text = f"'{value}" if value.startswith(RISKY) else value
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') else text


def amount(rules: Rules[Any], value: int, measure: Measure | None = None) -> str:
    """An amount as the title writes it: money, or a bare number for what is none."""
    if isinstance(rules, BrassRules):
        return pounds(rules, value) if measure is not None and measure.money else str(value)
    plain = measure is not None and not measure.money
    return money(rules, value) if isinstance(rules, RailRules) and not plain else str(value)


def round_label(rules: Rules[Any], point: Point) -> str:
    """A point's round in short: ``OR 2.1``, and what the start is called."""
    return short_round(point.round) or say("Start")


ROUNDS: Texts = {
    "AR": "AR {number}", "SR": "SR {number}", "OR": "OR {number}", "MR": "MR {number}",
    "canal": "canal {number}", "rail": "rail {number}",
}  # fmt: skip
"""Kind of round -> its label in short."""


def short_round(label: str) -> str:
    """A round's label in short, in the reader's language: ``OR 2.1``."""
    kind, _, number = label.partition(" ")
    return say(ROUNDS[kind], number=number).strip() if kind in ROUNDS else label


def long_label(rules: Rules[Any], point: Point) -> str:
    """A point's round in words."""
    if not point.round:
        return say("The start")
    name = point.round
    if isinstance(rules, RailRules):
        name = round_name(rules, name)
    elif isinstance(rules, BrassRules):
        name = period_round(rules, name)
    return say("{round}, so far", round=name) if point.open else name


def total(rules: Rules[Any], amounts: Mapping[str, int]) -> int:
    """The score that a seat's amounts make."""
    return sum(amounts.get(measure.id, 0) for measure in rules.measures if measure.adds)


def worth_table(rules: Rules[Any], course: Course, names: Names) -> Table:
    """A row a round; for each seat every measure, and what they add up to if there is more than one."""
    columns = [say("Round"), say("Entry")]
    several = sum(measure.adds for measure in rules.measures) > 1
    for seat in rules.seats:
        columns += [f"{names.get(seat, seat)}: {small(say(measure.label))}" for measure in rules.measures]
        columns += [f"{names.get(seat, seat)}: {small(say(rules.score))}"] if several else []
    rows = []
    for point in course.points:
        row: list[Value] = [round_label(rules, point), point.number]
        for seat in rules.seats:
            amounts = point.measures[seat]
            row += [amounts.get(measure.id, 0) for measure in rules.measures]
            row += [total(rules, amounts)] if several else []
        rows.append(tuple(row))
    return Table(tuple(columns), tuple(rows))


def priced(course: Course) -> tuple[str, ...]:
    """What ever had a price, in the order in which it first had one."""
    return tuple(dict.fromkeys(name for point in course.points for name in point.prices))


def price_table(rules: Rules[Any], course: Course) -> Table:
    """A row a round, a column for all that ever had a price."""
    things = priced(course)
    rows = (
        (round_label(rules, point), point.number, *(point.prices.get(name) for name in things))
        for point in course.points
    )
    return Table((say("Round"), say("Entry"), *things), tuple(rows))


EARNING_COLUMNS = (
    msg("Round"), msg("Entry"), msg("Company"), msg("Trains"), msg("Runs"), msg("Run for"),
    msg("To share out"), msg("Paid"), msg("Kept"), msg("A share"), msg("How"),
)  # fmt: skip


def earnings_table(rules: Rules[Any], earnings: Iterable[Earning]) -> Table:
    """A row for every distribution, in the order in which they happened."""
    rows = (
        (
            each.round, each.number, each.earner, trains(each), runs(rules, each), ran_for(each), each.total, each.paid,
            each.total - each.paid, each.share, say(WAYS[each.way]),
        )
        for each in earnings
    )  # fmt: skip
    return Table(tuple(map(say, EARNING_COLUMNS)), tuple(rows))


def ran_for(earning: Earning) -> int:
    """What the runs brought: more than was shared out when something was taken from it first."""
    return sum(part.amount for part in earning.parts)


def trains(earning: Earning) -> str:
    """The trains that ran."""
    return " ".join(part.by for part in earning.parts)


def runs(rules: Rules[Any], earning: Earning) -> str:
    """Every run with its stops: ``4: Moscow – Tver 90; 2: …``."""
    return "; ".join(run_words(rules, earning))


def run_words(rules: Rules[Any], earning: Earning) -> list[str]:
    """Each run with its stops and what it brought."""
    return [f"{part.by}: {_stops(rules, part.places)} {part.amount}" for part in earning.parts]


def _stops(rules: Rules[Any], places: Sequence[str]) -> str:
    if isinstance(rules, RailRules):
        return " – ".join(stop_name(rules, place) for place in places)
    return " – ".join(places)


def earnings_by_round(course: Course) -> tuple[tuple[str, ...], dict[str, dict[str, Earning]]]:
    """The rounds in which anything was earned, and earner -> round -> what it was."""
    rounds = dict.fromkeys(each.round for each in course.earnings)
    found: dict[str, dict[str, Earning]] = {}
    for each in course.earnings:
        found.setdefault(each.earner, {})[each.round] = each
    return tuple(rounds), found


def by_earner(course: Course) -> dict[str, list[Earning]]:
    """Earner -> all that it earned, the oldest first."""
    found: dict[str, list[Earning]] = {}
    for each in course.earnings:
        found.setdefault(each.earner, []).append(each)
    return found
