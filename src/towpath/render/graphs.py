"""How a game went: everybody's worth, what it was made of, each company's price and what it earned, drawn and as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from htpy import (
    Element,
    Node,
    a,
    abbr,
    caption,
    details,
    div,
    figcaption,
    figure,
    h4,
    p,
    span,
    summary,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from markupsafe import Markup

from towpath.kernel.numbers import Course, Earning, Measure
from towpath.kernel.rules import Rules
from towpath.rail.rules import RailRules
from towpath.render import figures
from towpath.render.plots import BOTTOM, LEFT, RIGHT, TOP, Bars, Curve, Field, legend, line_chart, picture, stack_chart
from towpath.render.tokens import company_badge
from towpath.render.words import Names

Href = Callable[[int], str]
"""The address of the position after a log entry."""

WIDTH, PRICE_HEIGHT, RUN_HEIGHT, GAP = 400.0, 96.0, 72.0, 14.0
"""Size of a company's picture: the parts for its price and for its earnings, and the room between them."""
WAY_ORDER = ("paid", "split", "kept")
WAY_NAMES = ("paid out", "half paid", "kept")
WAY_MARKS = {"paid": "", "split": "½", "kept": "kept", "nothing": ""}


def worth_graph(rules: Rules[Any], course: Course, names: Names, href: Href) -> Markup:
    """One line a player over the rounds, with the numbers as a table below."""
    return _figure(
        _lines(rules, course, names, "Worth by round", None),
        _who(rules, names),
        "What everybody would score if the game ended then.",
        _worth_rows(rules, course, names, href, None),
    )


def measure_graphs(rules: Rules[Any], course: Course, names: Names, href: Href) -> list[Markup]:
    """A graph each for what seats have that is no part of their score."""
    return [
        _figure(
            _lines(rules, course, names, f"{measure.label} by round", measure),
            _who(rules, names),
            f"{measure.label}, which counts nothing by itself.",
            _worth_rows(rules, course, names, href, measure),
        )
        for measure in rules.measures
        if not measure.adds
    ]


def _lines(rules: Rules[Any], course: Course, names: Names, title: str, measure: Measure | None) -> Markup:
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
        title, f"At the end {told[-1]}", labels, curves, told, lambda n: figures.amount(rules, n, measure)
    )


def _short(name: str) -> str:
    """A name that fits beside a curve."""
    return name if len(name) <= 16 else f"{name[:15]}…"


def _who(rules: Rules[Any], names: Names) -> Markup:
    """Whose line is whose."""
    return legend([names.get(seat, seat) for seat in rules.seats], lines=True)


def _figure(drawn: Markup, key: Markup, words: str, rows: Node) -> Markup:
    inner = div(".tp-scroll.tp-wide", role="region", tabindex="0", aria_label=words)[drawn]
    return Markup(str(figure(".tp-graph")[key, inner, figcaption[words], details[summary["As a table"], rows]]))


def _round_head(rules: Rules[Any], label: str, number: int, href: Href) -> Element:
    return th(scope="row")[a(href=href(number), data_swap="push")[label]]


def _worth_rows(rules: Rules[Any], course: Course, names: Names, href: Href, measure: Measure | None) -> Element:
    def value(amounts: dict[str, int]) -> int:
        return figures.total(rules, amounts) if measure is None else amounts.get(measure.id, 0)

    label = "Worth" if measure is None else measure.label
    body = [
        tr[
            _round_head(rules, figures.long_label(rules, point), point.number, href),
            [td(".tp-number")[figures.amount(rules, value(point.measures[seat]), measure)] for seat in rules.seats],
        ]
        for point in course.points
    ]
    head = tr[th(scope="col")["Round"], (th(".tp-number", scope="col")[names.get(seat, seat)] for seat in rules.seats)]
    return _table(f"{label} by round", head, body)


def _table(title: str, head: Element, body: Sequence[Element]) -> Element:
    return div(".tp-scroll", role="region", tabindex="0", aria_label=title)[
        table(".tp-table")[caption(".tp-hidden")[title], thead[head], tbody[body]]
    ]


def worth_parts(rules: Rules[Any], course: Course, names: Names, href: Href) -> Markup:
    """For each player what the worth was made of, all in one scale; empty where a score has no parts."""
    measures = [measure for measure in rules.measures if measure.adds]
    if len(measures) < 2:
        return Markup("")
    highest = max(figures.total(rules, amounts) for point in course.points for amounts in point.measures.values())
    cards = [_parts_of(rules, course, names, seat, measures, highest, href) for seat in rules.seats]
    return Markup(str(div[legend([measure.label for measure in measures]), div(".tp-graphs")[cards]]))


def _parts_of(
    rules: Rules[Any], course: Course, names: Names, seat: str, measures: Sequence[Measure], highest: int, href: Href
) -> Node:
    name = names.get(seat, seat)
    values = {
        measure.id: tuple(max(0, each.measures[seat].get(measure.id, 0)) for each in course.points)
        for measure in measures
    }
    told, body = [], []
    for point in course.points:
        amounts = point.measures[seat]
        parts = [figures.amount(rules, amounts.get(measure.id, 0), measure) for measure in measures]
        worth = figures.amount(rules, figures.total(rules, amounts))
        shown = ", ".join(f"{measure.label.lower()} {part}" for measure, part in zip(measures, parts, strict=True))
        told.append(f"{figures.long_label(rules, point)}: {worth}; {shown}")
        body.append(
            tr[
                _round_head(rules, figures.long_label(rules, point), point.number, href),
                [td(".tp-number")[part] for part in (*parts, worth)],
            ]
        )
    drawn = stack_chart(
        f"Worth of {name} by round", f"At the end {told[-1]}",
        [figures.round_label(rules, point) for point in course.points],
        [Bars(measure.label, values[measure.id]) for measure in measures],
        told, lambda n: figures.amount(rules, n), highest=highest,
    )  # fmt: skip
    labels = ("Round", *(measure.label for measure in measures), "Worth")
    head = tr[(th(class_="tp-number" if i else "", scope="col")[label] for i, label in enumerate(labels))]
    title = f"Worth of {name} by round"
    return figure(".tp-graph")[h4[name], drawn, details[summary["As a table"], _table(title, head, body)]]


def company_graphs(rules: Rules[Any], course: Course, href: Href) -> Markup:
    """For each company its price over the rounds and, below it, what it earned, with its history of dividends."""
    _, earned = figures.earnings_by_round(course)
    things = [*figures.priced(course), *(name for name in earned if name not in figures.priced(course))]
    if not things:
        return Markup("")
    cards = [_company(rules, course, name, list(earned.get(name, {}).values()), href) for name in things]
    return Markup(str(div[legend(WAY_NAMES), div(".tp-graphs")[cards]]))


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
        shown[index] += [f"price {figures.amount(rules, price)}"] if price is not None else []
    for each in earnings:
        if each.total:
            earned[each.way][at[each.number]] += each.total
        shown[at[each.number]].append(f"earned {figures.amount(rules, each.total)} ({figures.WAYS[each.way]})")
    told = [
        f"{figures.long_label(rules, point)}: {', '.join(words)}" if words else ""
        for point, words in zip(course.points, shown, strict=True)
    ]
    labels = [figures.round_label(rules, point) for point in course.points]
    parts, bottom = _panels(rules, labels, prices, earned, told)
    last = next((words for words in reversed(told) if words), "nothing yet")
    words = f"{'Above the price, below what it earned' if any(prices) else 'What it earned'}. Last {last}"
    return picture(f"Price and earnings of {name}", words, WIDTH, bottom, parts)


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
        return p(".tp-dim")["It has earned nothing yet."]
    body = [_earning_row(rules, each, href) for each in reversed(earnings)]
    columns = ("Round", "Runs", "Earned", "A share", "How")
    head = tr[(th(class_="tp-number" if i in (2, 3) else "", scope="col")[label] for i, label in enumerate(columns))]
    title = f"What {name} earned"
    return details[summary[f"Dividends ({len(earnings)})"], _table(title, head, body)]


def _earning_row(rules: Rules[Any], each: Earning, href: Href) -> Element:
    ran = figures.ran_for(each)
    taken = f" ({figures.amount(rules, ran - each.total)} taken first)" if ran > each.total else ""
    return tr[
        _round_head(rules, each.round, each.number, href),
        td[figures.runs(rules, each) or "–"],
        td(".tp-number")[figures.amount(rules, each.total), taken],
        td(".tp-number")["" if each.share is None or not each.paid else figures.amount(rules, each.share)],
        td[figures.WAYS[each.way]],
    ]


def earnings_matrix(rules: Rules[Any], course: Course, href: Href) -> Markup:
    """Companies down, rounds across, the newest first: what each earned, with a mark where it was kept or halved."""
    found, earned = figures.earnings_by_round(course)
    rounds = found[::-1]
    if not rounds:
        return Markup("")
    numbers = {label: min(each[label].number for each in earned.values() if label in each) for label in rounds}
    head = tr[
        th(scope="col")["Company"],
        th(".tp-number", scope="col")["All"],
        (th(".tp-number", scope="col")[a(href=href(numbers[label]), data_swap="push")[label]] for label in rounds),
    ]
    body = []
    for name, by_round in earned.items():
        badge = company_badge(rules, name) if isinstance(rules, RailRules) and name in rules.companies else None
        body.append(
            tr({"data-company": name})[
                th(scope="row")[badge, " ", name],
                td(".tp-number")[figures.amount(rules, sum(each.total for each in by_round.values()))],
                [_matrix_cell(rules, by_round.get(label)) for label in rounds],
            ]
        )
    return Markup(str(_table("What companies earned, by rounds", head, body)))


def _matrix_cell(rules: Rules[Any], each: Earning | None) -> Element:
    if each is None:
        return td(".tp-number")
    mark = WAY_MARKS[each.way]
    shown = str(each.total) if each.total else "–"
    note = abbr(".tp-mark", title=figures.WAYS[each.way])[f" {mark}"] if mark else None
    return td(class_=f"tp-number tp-way-{each.way}")[shown, note]
