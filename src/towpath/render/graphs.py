"""How a game went: everybody's worth, what it was made of, each company's price and what it earned, drawn and as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from htpy import Node, details, div, figcaption, figure, h4, p, span, summary
from markupsafe import Markup, escape

from towpath.kernel.numbers import Course, Earning, Measure
from towpath.kernel.rules import Rules
from towpath.language import msg, say, small
from towpath.rail.rules import RailRules
from towpath.render import figures
from towpath.render.grid import Column, Row, grid, link
from towpath.render.plots import BOTTOM, LEFT, RIGHT, TOP, Bars, Curve, Field, legend, line_chart, picture, stack_chart
from towpath.render.tokens import company_badge
from towpath.render.words import Names
from towpath.render.writing import written

Href = Callable[[int], str]
"""The address of the position after a log entry."""

WIDTH, PRICE_HEIGHT, RUN_HEIGHT, GAP = 400.0, 96.0, 72.0, 14.0
"""Size of a company's picture: the parts for its price and for its earnings, and the room between them."""
BROAD, NARROW = (720.0, 320.0), (360.0, 250.0)
"""Width and height of the lines of all players, where there is room and on a phone."""
WAY_ORDER = ("paid", "split", "kept")
WAY_NAMES = (msg("paid out"), msg("half paid"), msg("kept"))
WAY_MARKS = {"paid": "", "split": "½", "kept": "kept", "nothing": ""}


def worth_graph(rules: Rules[Any], course: Course, names: Names, href: Href) -> Markup:
    """One line a player over the rounds, with the numbers as a table below."""
    return _figure(
        _both(rules, course, names, say("{what} by round", what=say(rules.score)), None),
        _who(rules, names),
        say("What everybody would score if the game ended then."),
        _worth_rows(rules, course, names, href, None),
    )


def measure_graphs(rules: Rules[Any], course: Course, names: Names, href: Href) -> list[Markup]:
    """A graph each for what seats have that is no part of their score."""
    return [
        _figure(
            _both(rules, course, names, say("{what} by round", what=say(measure.label)), measure),
            _who(rules, names),
            say("{what} at the end of each round.", what=say(measure.label)),
            _worth_rows(rules, course, names, href, measure),
        )
        for measure in rules.measures
        if not measure.adds
    ]


def _both(rules: Rules[Any], course: Course, names: Names, title: str, measure: Measure | None) -> Node:
    """The lines for a wide window and for a narrow one, of which the style shows the one that fits."""
    return [
        div({"class": kind})[_lines(rules, course, names, title, measure, size)]
        for kind, size in (("tp-broad", BROAD), ("tp-narrow", NARROW))
    ]


def _lines(
    rules: Rules[Any], course: Course, names: Names, title: str, measure: Measure | None, size: tuple[float, float]
) -> Markup:
    def value(amounts: dict[str, int]) -> int:
        return figures.total(rules, amounts) if measure is None else amounts.get(measure.id, 0)

    curves = [
        Curve(_short(names.get(seat, seat)), tuple(value(point.measures[seat]) for point in course.points))
        for seat in rules.seats
    ]
    told = []
    for index, point in enumerate(course.points):
        ranked = sorted(curves, key=lambda curve: -(curve.values[index] or 0))
        shown = ", ".join(
            f"{curve.name} {figures.amount(rules, curve.values[index] or 0, measure)}" for curve in ranked
        )
        told.append(f"{figures.long_label(rules, point)}: {shown}")
    labels = [figures.round_label(rules, point) for point in course.points]
    return line_chart(
        title,
        say("At the end {worths}", worths=told[-1]),
        labels,
        curves,
        told,
        lambda n: figures.amount(rules, n, measure),
        width=size[0],
        height=size[1],
    )


def _short(name: str) -> str:
    """A name that fits beside a curve."""
    return name if len(name) <= 16 else f"{name[:15]}…"


def _who(rules: Rules[Any], names: Names) -> Markup:
    """Whose line is whose."""
    return legend([names.get(seat, seat) for seat in rules.seats], lines=True)


def _figure(drawn: Node, key: Markup, words: str, rows: Node) -> Markup:
    return written(figure(".tp-graph")[key, drawn, figcaption[words], details[summary[say("As a table")], rows]])


def _worth_rows(rules: Rules[Any], course: Course, names: Names, href: Href, measure: Measure | None) -> Markup:
    def value(amounts: dict[str, int]) -> int:
        return figures.total(rules, amounts) if measure is None else amounts.get(measure.id, 0)

    rows: list[Row] = [
        (
            "",
            link(href(point.number), figures.long_label(rules, point)),
            [figures.amount(rules, value(point.measures[seat]), measure) for seat in rules.seats],
        )
        for point in course.points
    ]
    columns: list[Column] = [(say("Round"), False), *((names.get(seat, seat), True) for seat in rules.seats)]
    return grid(say("{what} by round", what=say(rules.score if measure is None else measure.label)), columns, rows)


def worth_parts(rules: Rules[Any], course: Course, names: Names, href: Href) -> Markup:
    """For each player what the worth was made of, all in one scale; empty where a score has no parts."""
    measures = [measure for measure in rules.measures if measure.adds]
    if len(measures) < 2:
        return Markup("")
    highest = max(figures.total(rules, amounts) for point in course.points for amounts in point.measures.values())
    cards = [_parts_of(rules, course, names, seat, measures, highest, href) for seat in rules.seats]
    return written(div[legend([say(measure.label) for measure in measures]), div(".tp-graphs")[cards]])


def _parts_of(
    rules: Rules[Any], course: Course, names: Names, seat: str, measures: Sequence[Measure], highest: int, href: Href
) -> Node:
    name = names.get(seat, seat)
    values = {
        measure.id: tuple(max(0, each.measures[seat].get(measure.id, 0)) for each in course.points)
        for measure in measures
    }
    told: list[str] = []
    rows: list[Row] = []
    for point in course.points:
        amounts = point.measures[seat]
        parts = [figures.amount(rules, amounts.get(measure.id, 0), measure) for measure in measures]
        worth = figures.amount(rules, figures.total(rules, amounts))
        shown = ", ".join(f"{small(say(measure.label))} {part}" for measure, part in zip(measures, parts, strict=True))
        told.append(f"{figures.long_label(rules, point)}: {worth}; {shown}")
        rows.append(("", link(href(point.number), figures.long_label(rules, point)), [*parts, worth]))
    drawn = stack_chart(
        say("{what} of {name} by round", what=say(rules.score), name=name), say("At the end {worths}", worths=told[-1]),
        [figures.round_label(rules, point) for point in course.points],
        [Bars(say(measure.label), values[measure.id]) for measure in measures],
        told, lambda n: figures.amount(rules, n), highest=highest,
    )  # fmt: skip
    columns: list[Column] = [
        (say("Round"), False),
        *((say(measure.label), True) for measure in measures),
        (say(rules.score), True),
    ]
    history = grid(say("{what} of {name} by round", what=say(rules.score), name=name), columns, rows)
    return figure(".tp-graph")[h4[name], drawn, details[summary[say("As a table")], history]]


def company_graphs(rules: Rules[Any], course: Course, href: Href) -> Markup:
    """For each company its price over the rounds and, below it, what it earned, with its history of dividends."""
    _, earned = figures.earnings_by_round(course)
    things = [*figures.priced(course), *(name for name in earned if name not in figures.priced(course))]
    if not things:
        return Markup("")
    cards = [_company(rules, course, name, list(earned.get(name, {}).values()), href) for name in things]
    return written(div[legend([say(way) for way in WAY_NAMES]), div(".tp-graphs")[cards]])


def _company(rules: Rules[Any], course: Course, name: str, earnings: Sequence[Earning], href: Href) -> Node:
    full = getattr(getattr(rules, "companies", {}).get(name), "name", name)
    badge = company_badge(rules, name) if isinstance(rules, RailRules) and name in rules.companies else None
    head = h4[badge, " ", span[name], span(".tp-dim")[f" {full}" if full != name else ""]]
    history = earnings_history(rules, earnings, name, href)
    return figure(".tp-graph", {"data-company": name})[head, _company_picture(rules, course, name, earnings), history]


def _company_picture(rules: Rules[Any], course: Course, name: str, earnings: Sequence[Earning]) -> Markup:
    prices = tuple(point.prices.get(name) for point in course.points)
    at = {each.number: _column(course, each.number) for each in earnings}
    earned = {way: [0] * len(course.points) for way in WAY_ORDER}
    shown: list[list[str]] = [[] for _ in course.points]
    for index, price in enumerate(prices):
        shown[index] += [say("price {amount}", amount=figures.amount(rules, price))] if price is not None else []
    for each in earnings:
        if each.total:
            earned[each.way][at[each.number]] += each.total
        shown[at[each.number]].append(
            say("earned {amount} ({way})", amount=figures.amount(rules, each.total), way=say(figures.WAYS[each.way]))
        )
    told = [
        f"{figures.long_label(rules, point)}: {', '.join(words)}" if words else ""
        for point, words in zip(course.points, shown, strict=True)
    ]
    labels = [figures.round_label(rules, point) for point in course.points]
    parts, bottom = _panels(rules, labels, prices, earned, told)
    last = next((words for words in reversed(told) if words), say("nothing yet"))
    shows = say("Above the price, below what it earned.") if any(prices) else say("What it earned.")
    words = f"{shows} {say('Last: {event}', event=last)}"
    return picture(say("Price and earnings of {name}", name=name), words, WIDTH, bottom, parts)


def _panels(
    rules: Rules[Any],
    labels: Sequence[str],
    prices: Sequence[int | None],
    earned: Mapping[str, Sequence[int]],
    told: Sequence[str],
) -> tuple[list[str], float]:
    """The price above and the earnings below, each where there is any, over the same rounds; and how high both are."""

    def amount(value: int) -> str:
        return figures.amount(rules, value)

    inside, top = WIDTH - LEFT - RIGHT, TOP
    parts: list[str] = []
    known = [value for value in prices if value is not None]
    if known:
        field = Field(LEFT, top, inside, PRICE_HEIGHT, len(labels), known, 3)
        parts += (field.scale(amount), field.curve(Curve("", tuple(prices)), 0))
        top += PRICE_HEIGHT + GAP
    sums = [sum(column) for column in zip(*earned.values(), strict=True)]
    if any(sums):
        field = Field(LEFT, top, inside, RUN_HEIGHT, len(labels), sums, 2)
        bars = [Bars(way, tuple(values)) for way, values in earned.items()]
        parts += (field.scale(amount), field.bars(bars, range(len(bars))))
        top += RUN_HEIGHT + GAP
    whole = Field(LEFT, TOP, inside, top - GAP - TOP, len(labels), [1])
    return [*parts, whole.rounds(labels), whole.told(told)], top - GAP + BOTTOM


def _column(course: Course, number: int) -> int:
    """The point in whose round a log entry lies."""
    return next((i for i, point in enumerate(course.points) if point.number >= number), len(course.points) - 1)


def earnings_history(rules: Rules[Any], earnings: Sequence[Earning], name: str, href: Href) -> Node:
    """A company's dividends, the newest first: round, runs, what was earned, how it was distributed."""
    if not earnings:
        return p(".tp-dim")[say("It has earned nothing yet.")]
    columns: list[Column] = [
        (say("Round"), False),
        (say("Runs"), False),
        (say("Earned"), True),
        (say("A share"), True),
        (say("How"), False),
    ]
    history = grid(
        say("What {name} earned", name=name), columns, [_earning_row(rules, each, href) for each in reversed(earnings)]
    )
    return details[summary[say("Dividends ({n})", n=len(earnings))], history]


def _earning_row(rules: Rules[Any], each: Earning, href: Href) -> Row:
    ran = figures.ran_for(each)
    taken = (
        f" ({say('{amount} taken first', amount=figures.amount(rules, ran - each.total))})" if ran > each.total else ""
    )
    cells = (
        figures.runs(rules, each) or "–",
        figures.amount(rules, each.total) + taken,
        "" if each.share is None or not each.paid else figures.amount(rules, each.share),
        say(figures.WAYS[each.way]),
    )
    return "", link(href(each.number), figures.short_round(each.round)), cells


def earnings_matrix(rules: Rules[Any], course: Course, href: Href) -> Markup:
    """Companies down, rounds across, the newest first: what each earned, with a mark where it was kept or halved."""
    found, earned = figures.earnings_by_round(course)
    rounds = found[::-1]
    if not rounds:
        return Markup("")
    numbers = {label: min(each[label].number for each in earned.values() if label in each) for label in rounds}
    columns: list[Column] = [(say("Company"), False), (say("All"), True)]
    columns += [(link(href(numbers[label]), label), True) for label in rounds]
    rows: list[Row] = []
    for name, by_round in earned.items():
        badge = company_badge(rules, name) if isinstance(rules, RailRules) and name in rules.companies else Markup("")
        whole = figures.amount(rules, sum(each.total for each in by_round.values()))
        cells = (_matrix_cell(by_round.get(label)) for label in rounds)
        rows.append((f' data-company="{escape(name)}"', badge + " " + name, [whole, *cells]))
    return grid(say("What companies earned, by rounds"), columns, rows)


def _matrix_cell(each: Earning | None) -> str | Markup:
    if each is None:
        return ""
    mark = WAY_MARKS[each.way]
    shown = str(each.total) if each.total else "–"
    return (
        Markup(f'{shown} <abbr class="tp-mark" title="{say(figures.WAYS[each.way])}">{mark}</abbr>') if mark else shown
    )
