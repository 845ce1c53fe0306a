"""The command that gives a game in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from towpath.cli.main import Problem
from towpath.cli.opening import AT, console, open_file

if TYPE_CHECKING:
    from towpath.render.figures import Table

TABLES = ("worth", "prices", "earnings", "sheet")


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
    from rich.table import Table as Printed

    printed = Printed(*found.columns)
    for row in found.rows:
        printed.add_row(*("" if value is None else str(value) for value in row))
    console().print(printed)


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
    if table == "prices":
        return figures.price_table(game.rules, course)
    if table == "earnings":
        return figures.earnings_table(game.rules, course.earnings)
    if not isinstance(game.rules, RailRules):
        raise Problem(f"{game.rules.title} is no railway game")
    return sheet.sheet_table(game.rules, state, names, figures.by_earner(course))
