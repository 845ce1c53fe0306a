"""The numbers on the page and as files: graphs, histories of dividends, and every table as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import htpy as h
from htpy import Node

from towpath.brass import BrassRules
from towpath.kernel.numbers import Course
from towpath.language import Texts, say
from towpath.rail.rules import RailRules
from towpath.render import figures, graphs, sheet
from towpath.render.brass import rounds
from towpath.server.looking import Look

TABLES: Texts = {"sheet": "Spreadsheet", "worth": "Worth", "prices": "Prices", "earnings": "Earnings"}
"""The tables that can be had as files, with their names."""


def course(look: Look) -> Course:
    """The numbers up to the position shown."""
    return look.opened.numbers.course(None if look.is_now else look.number)


def graphs_part(look: Look) -> Node:
    """Worth, prices, earnings: drawn, and each as a table."""
    told, rules, names = course(look), look.rules, look.names

    def href(number: int) -> str:
        return look.href(at=None if number == look.now else number, tab="graphs")

    companies = graphs.company_graphs(rules, told, href)
    return h.div(".graphs")[
        h.section[h.h3[say(look.rules.score)], graphs.worth_graph(rules, told, names, href)],
        [h.section[each] for each in graphs.measure_graphs(rules, told, names, href)],
        _section(say("What it is made of"), graphs.worth_parts(rules, told, names, href)),
        _section(say("Earnings by rounds"), graphs.earnings_matrix(rules, told, href)),
        _section(say("Price and earnings of each company"), companies),
        files(look, "worth", "prices", "earnings"),
    ]


def _section(heading: str, inner: str) -> Node:
    return h.section[h.h3[heading], inner] if inner else None


def files(look: Look, *names: str) -> Node:
    """Links to tables as files."""
    shown = [name for name in names if table(look, name) is not None]
    if not shown:
        return None
    return h.p(".files")[
        say("As CSV files:"),
        " ",
        [
            [", " if i else "", h.a(href=file_href(look, name), download=True)[table_name(look, name)]]
            for i, name in enumerate(shown)
        ],
    ]


def table_name(look: Look, name: str) -> str:
    """What a table is called: the one of worth after what this title counts."""
    return say(look.rules.score) if name == "worth" else say(TABLES[name])


def file_href(look: Look, name: str) -> str:
    """The address of a table as a file, at the position shown."""
    at = "" if look.is_now else f"?at={look.number}"
    return f"/games/{look.opened.id}/tables/{name}.csv{at}"


def sheet_part(look: Look) -> Node:
    """Players × companies, sorted as the reader wants."""
    if not isinstance(look.rules, RailRules):
        return None

    def href(sort: str) -> str:
        return look.href(tab="sheet", sort=sort or None)

    drawn = sheet.spreadsheet(
        look.rules, look.state, look.names, history=figures.by_earner(course(look)), sort=look.asked.sort, href=href
    )
    return [drawn, files(look, "sheet")]


def rounds_part(look: Look) -> Node:
    """Round by round what was spent, the order that followed, and how everybody stood."""
    assert isinstance(look.rules, BrassRules)

    def href(number: int) -> str:
        return look.href(at=None if number == look.now else number, tab="sheet")

    drawn = rounds.rounds_grid(look.rules, course(look), orders(look), look.names, href)
    return [drawn, files(look, "sheet")]


def orders(look: Look) -> dict[str, Mapping[str, Any]]:
    """Round -> the order that followed it and what was spent, of those that are over at the position shown."""
    game = look.game
    found: dict[str, Mapping[str, Any]] = {}
    standing = game.timeline.standing(look.number)
    for before, number in zip((0, *standing), standing, strict=False):
        for event in game.events_for(None, number):
            if event.kind == "order":
                found[look.rules.round_of(game.position(before))] = event.data
    return found


def table(look: Look, name: str) -> figures.Table | None:
    """A table by its name; ``None`` when there is none of that name, or this title has nothing to put into it."""
    made: dict[str, Callable[[], figures.Table]] = {
        "worth": lambda: figures.worth_table(look.rules, course(look), look.names),
        "prices": lambda: figures.price_table(look.rules, course(look)),
        "earnings": lambda: figures.earnings_table(look.rules, course(look).earnings),
    }
    if isinstance(look.rules, RailRules):
        rules = look.rules
        made["sheet"] = lambda: sheet.sheet_table(rules, look.state, look.names, figures.by_earner(course(look)))
    elif isinstance(look.rules, BrassRules):
        brass = look.rules
        made["sheet"] = lambda: rounds.rounds_table(brass, course(look), orders(look), look.names)
    if (
        not isinstance(look.rules, RailRules)
        and name in ("prices", "earnings")
        and not (course(look).earnings or course(look).points[-1].prices)
    ):
        return None
    return made[name]() if name in made else None
