"""The command that gives a game in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from towpath.cli.main import Problem
from towpath.cli.opening import AT, console, open_file

if TYPE_CHECKING:
    from towpath.render.figures import Table

TABLES = ("worth", "prices", "earnings", "sheet")
LEAD = {"worth": 2, "prices": 2, "earnings": 3, "sheet": 1}
"""Columns at the left of a table that say what a row is about."""


@click.command()
@click.argument("record")
@AT
@click.option("--table", type=click.Choice(TABLES), default="worth", show_default=True,
              help="worth or prices round by round, all earnings, or the sheet of players and companies.")  # fmt: skip
@click.option("--csv", "as_csv", is_flag=True, help="Print it as CSV (UTF-8).")
def numbers(record: str, at: int | None, table: str, as_csv: bool) -> None:
    """Show a game in numbers: worth, prices and earnings round by round.

    A row tells how things stood when that round was over; the last one how they stand now. The worth of a player is what
    would be scored if the game ended then.

    \b
    Examples
      towpath numbers game.json                                 who was worth what
      towpath numbers game.json --table earnings --csv > runs.csv
      towpath numbers game.json --table sheet --at 200
    """
    opened = open_file(record)
    names = {seat.id: seat.name for seat in opened.game.seats}
    found = _table(opened.game, table, opened.number(at), names)
    if as_csv:
        from towpath.render.figures import csv_text

        click.echo(csv_text(found), nl=False)
        return
    _print(found, LEAD[table])


def _print(table: Table, lead: int) -> None:
    """The table in as many blocks of columns as the width of the terminal asks for, each with the ``lead`` columns in front."""
    from rich.table import Table as Printed

    out = console()
    cells = [["" if value is None else str(value) for value in row] for row in table.rows]
    for block in blocks([max(map(len, column)) for column in zip(table.columns, *cells, strict=True)], lead, out.width):
        printed = Printed(*(table.columns[i] for i in block))
        for row in cells:
            printed.add_row(*(row[i] for i in block))
        out.print(printed)


def blocks(widths: Sequence[int], lead: int, room: int) -> list[list[int]]:
    """Columns of these widths, dealt out to tables that fit into so many characters, each with the ``lead`` columns in front.
    A column that is too wide even so stands alone behind them, and is wrapped."""
    front = list(range(lead))
    found: list[list[int]] = []
    for index in range(lead, len(widths)):
        joined = [*(found[-1] if found else front), index]
        if not found or _width(widths, joined) > room:
            found.append([*front, index])
        else:
            found[-1] = joined
    return found or [front]


def _width(widths: Sequence[int], columns: Sequence[int]) -> int:
    """How wide a printed table is: each column with a space on both sides and a line."""
    return 1 + sum(widths[index] + 3 for index in columns)


def _table(game: Any, table: str, number: int, names: dict[str, str]) -> Table:
    from towpath.api.numbers import Numbers
    from towpath.kernel.moments import LogError
    from towpath.rail.rules import RailRules
    from towpath.render import figures, sheet

    try:
        course = Numbers(game).course(number)
        state = game.position(number)
    except LogError as error:
        raise Problem(str(error)) from None
    if table == "worth":
        return figures.worth_table(game.rules, course, names)
    if not isinstance(game.rules, RailRules):
        raise Problem(f"{game.rules.title} is no railway game: of the tables it has only worth, not {table}")
    if table == "prices":
        return figures.price_table(game.rules, course)
    if table == "earnings":
        return figures.earnings_table(game.rules, course.earnings)
    return sheet.sheet_table(game.rules, state, names, figures.by_earner(course))
