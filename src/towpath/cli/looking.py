"""Commands that look at one position: show, legal, explain, routes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from towpath.cli.main import Problem
from towpath.cli.opening import AT, Opened, as_json, console, open_file, read_json

if TYPE_CHECKING:
    from rich.table import Table

    from towpath.kernel.offers import Offer
    from towpath.kernel.rules import Rules
    from towpath.rail.rules import RailRules


@click.command()
@click.argument("record")
@AT
@click.option("--svg", metavar="OUT", help="Draw the map or board into this file as well.")
@click.option("--market", metavar="OUT", help="Draw the stock market into this file as well.")
@click.option(
    "--text", "as_text", is_flag=True, help="Print the text form for bug reports: it holds all of the position."
)
@click.option("--json", "as_data", is_flag=True, help="Print the position as JSON.")
def show(record: str, at: int | None, svg: str | None, market: str | None, as_text: bool, as_data: bool) -> None:
    """Show a position: who is to move, players, companies, trains.

    \b
    Examples
      towpath show game.json                          the present position
      towpath show game.json --at 120 --svg map.svg   after 120 actions, with a picture
      towpath show game.json --text > report.txt      for a bug report
    """
    opened = open_file(record)
    state = opened.position(at)
    _draw(opened, state, svg, market)
    if as_text:
        click.echo(opened.game.text(opened.number(at)))
    elif as_data:
        click.echo(as_json(opened.game.timeline.codec.plain(state)))
    else:
        _print(opened, state)


def _draw(opened: Opened, state: Any, svg: str | None, market: str | None) -> None:
    try:
        if svg is not None:
            Path(svg).write_text(_board(opened, state), encoding="utf-8")
        if market is not None:
            from towpath.brass.rules import BrassRules
            from towpath.render.market import market_svg

            if isinstance(opened.game.rules, BrassRules):
                raise Problem(f"{opened.path}: Brass has no stock market; its board, drawn by --svg, shows its markets")
            Path(market).write_text(str(market_svg(_rail(opened), state, standalone=True)), encoding="utf-8")
    except OSError as error:
        raise Problem(f"{svg or market}: {error.strerror or error}") from None


def _board(opened: Opened, state: Any) -> str:
    from towpath.brass.rules import BrassRules

    if isinstance(opened.game.rules, BrassRules):
        from towpath.render.brass.board import board_svg

        names = {seat.id: seat.name for seat in opened.game.seats}
        return str(board_svg(opened.game.rules, state, names, standalone=True))
    from towpath.render.map import map_svg

    return str(map_svg(_rail(opened), state, standalone=True))


def _rail(opened: Opened) -> RailRules:
    from towpath.rail.rules import RailRules

    if not isinstance(opened.game.rules, RailRules):
        raise Problem(f"{opened.path}: {opened.game.rules.title} is no railway game")
    return opened.game.rules


def _print(opened: Opened, state: Any) -> None:
    from towpath.rail.rules import RailRules

    rules = opened.game.rules
    names = {seat.id: seat.name for seat in opened.game.seats}
    engine = opened.game.engine
    out = console()
    phase = f", phase {state.phase}, bank {state.cash['bank']}" if isinstance(rules, RailRules) else ""
    out.print(f"{rules.title}: {rules.round_of(state)}{phase}")
    if state.finished is not None:
        out.print(f"The game is over ({str(state.finished).replace('_', ' ')}).")
    for entity in engine.actors(state):
        seat = rules.controller(state, entity)
        who = names.get(entity) or f"{entity} ({names.get(seat or '', 'nobody')})"
        assert state.frame is not None
        out.print(f"To move: {who}: {engine.procedure(state.frame).step(state, state.frame)}")
    if not isinstance(rules, RailRules):
        out.print(_standing(rules, state, names))
        return
    out.print(_players(rules, state, names))
    out.print(_companies(rules, state, names))
    yard = ", ".join(rules.yard(state))
    out.print(f"Yard: {yard or 'empty'}; pool: {', '.join(rules.trains_of(state, 'pool')) or 'empty'}")


def _standing(rules: Rules[Any], state: Any, names: dict[str, str]) -> Table:
    """What seats have, as any title tells it."""
    from rich.table import Table

    table = Table("player", "score", *(measure.label.lower() for measure in rules.measures))
    scores, measured = rules.scores(state), rules.measured(state)
    for seat, name in names.items():
        table.add_row(name, str(scores[seat]), *(str(measured[seat][measure.id]) for measure in rules.measures))
    return table


def _players(rules: RailRules, state: Any, names: dict[str, str]) -> Table:
    from rich.table import Table

    from towpath.rail import holdings

    table = Table("player", "cash", "value", "certificates", "privates", "shares")
    scores = rules.scores(state)
    for seat in state.seating:
        held = [
            f"{company} {percent}%" if rules.kind(company) == "major" else company
            for company in rules.certificates
            if (percent := holdings.percent(rules, state, company, seat))
        ]
        privates = [private for private, holder in state.privates.items() if holder == seat]
        count = f"{holdings.certificate_count(rules, state, seat)}/{rules.limits.certificate_limit}"
        name = names[seat] + (" *" if seat == state.priority else "")
        table.add_row(name, str(state.cash[seat]), str(scores[seat]), count, " ".join(privates), ", ".join(held))
    table.caption = "* priority deal"
    return table


def _companies(rules: RailRules, state: Any, names: dict[str, str]) -> Table:
    from rich.table import Table

    table = Table("company", "price", "president", "treasury", "loans", "trains", "tokens")
    companies = rules.market.order(state, [*state.cells])
    for company in [*companies, rules.national]:
        price = str(rules.market.price(state, company)) if company in state.cells else ""
        seat = rules.controller(state, company) if company != rules.national else None
        tokens = " ".join(f"{hex_id}/{city}" for hex_id, city in rules.tokens_of(state, company))
        trains = " ".join(train.rpartition("-")[0] for train in rules.trains_of(state, company))
        loans = str(state.loans.get(company, "")) if state.loans.get(company) else ""
        cash = str(state.cash.get(company, 0))
        table.add_row(company, price, names.get(seat or "", ""), cash, loans, trains, tokens)
    return table


@click.command()
@click.argument("record")
@AT
@click.option("--seat", metavar="SEAT", help="Only what this seat (p1, p2, …) may do.")
@click.option("--all", "written_out", is_flag=True, help="Write every action out, a line of JSON each.")
@click.option("--ranges", metavar="N", type=click.IntRange(min=0), default=3, show_default=True,
              help="With --all: of a range of numbers show N values; 0 shows all.")  # fmt: skip
def legal(record: str, at: int | None, seat: str | None, written_out: bool, ranges: int) -> None:
    """List what may be done in a position.

    Each line is a kind of action with its values: lists, or ranges with their step. Things taken together are joined by "+", and
    "-" stands for none. With --all every action is a line of JSON that "explain" and the library take.

    \b
    Examples
      towpath legal game.json --at 120
      towpath legal game.json --at 120 --all | grep lay_tile
    """
    opened = open_file(record)
    state = opened.position(at)
    engine = opened.game.engine
    known = [each.id for each in opened.game.seats]
    if seat is not None and seat not in known:
        raise Problem(f"there is no seat {seat!r}; seats are {', '.join(known)}")
    offers = engine.offers(state, seat)
    if not offers:
        click.echo("Nothing: the game is over." if state.finished else "Nothing.")
    for offer in offers:
        if written_out:
            for action in offer.actions(ranges):
                click.echo(as_json(opened.game.timeline.codec.plain(action)))
        else:
            click.echo(_described(offer))


def _described(offer: Offer) -> str:
    fixed = ", ".join(f"{name} {value}" for name, value in offer.fixed.items() if name != "entity")
    parts = [part for part in (fixed, *(_domain(domain.described()) for domain in offer.domains)) if part]
    rule = f"  [{offer.rule}]" if offer.rule else ""
    return f"{offer.entity}: {offer.type}" + (f" {'; '.join(parts)}" if parts else "") + rule


def _domain(domain: dict[str, Any]) -> str:
    if domain["domain"] == "range":
        step = f" in steps of {domain['step']}" if domain["step"] > 1 else ""
        return f"{domain['field']} {domain['least']}–{domain['most']}{step}"
    if domain["domain"] == "options":
        return f"{domain['field']} {' | '.join(map(_value, domain['values']))}"
    if domain["domain"] in ("rows", "spare"):
        rows = domain["rows"]
        shown = " | ".join(" ".join(map(_value, row)) for row in rows[:12])
        more = f" | … {len(rows)} in all" if len(rows) > 12 else ""
        return f"{' '.join(domain['fields'])}: {shown}{more}"
    return f"{' '.join(domain['fields'])}: found when asked for"


def _value(value: Any) -> str:
    """A value of a domain as one word: several in one are joined by ``+``, none is ``-``."""
    if isinstance(value, list | tuple):
        return "+".join(map(_value, value)) or "-"
    return str(value)


@click.command()
@click.argument("record")
@click.argument("action")
@AT
@click.option("--seat", metavar="SEAT", help="Who would do it (default: whoever decides for its entity).")
@click.pass_context
def explain(ctx: click.Context, record: str, action: str, at: int | None, seat: str | None) -> None:
    """Say why an action may not be done in a position.

    ACTION is a file with the action as JSON, "-" for stdin, or the JSON itself. All reasons are listed with the rules they rest
    on; it also answers for actions of another moment. Exit status 1 when something speaks against it.

    \b
    Examples
      towpath explain game.json action.json --at 120
      towpath explain game.json --at 0 '{"type": "bid", "entity": "p1", "target": "C&SL", "price": 12}'
    """
    opened = open_file(record)
    state = opened.position(at)
    data = read_json(action, "the action")
    if not isinstance(data, dict):
        raise Problem('the action is an object such as {"type": "pass", "entity": "p1"}')
    from towpath.api import Refused
    from towpath.kernel.transitions import read_action

    try:
        reasons = opened.game.engine.explain(state, read_action(opened.game.timeline.codec, data), seat)
    except Refused as refused:
        reasons = refused.reasons
    if not reasons:
        click.echo("Nothing speaks against it.")
        return
    for reason in reasons:
        rule = f"{opened.game.rules.title} {reason.rule}" if reason.rule else reason.tier
        click.echo(f"[{rule}] {reason.sentence}")
    ctx.exit(1)


@click.command()
@click.argument("record", required=False)
@click.argument("company", required=False)
@AT
@click.option(
    "--tiles", metavar="FILE", help="A map typed in from a table instead of a game; docs/routes.md explains it."
)
@click.option("--svg", metavar="OUT", help="Draw the map with the runs into this file.")
@click.option("--seconds", metavar="S", type=click.FloatRange(min=0.01), default=60.0, show_default=True,
              help="How long to look; the best found by then is shown.")  # fmt: skip
def routes(
    record: str | None, company: str | None, at: int | None, tiles: str | None, svg: str | None, seconds: float
) -> None:
    """Find the best runs of a company in a position (default: the one that is to move).

    \b
    Examples
      towpath routes game.json --at 120 GTR --svg runs.svg
      towpath routes --tiles table.toml
    """
    from time import monotonic

    from towpath.cli.sketching import read_sketch
    from towpath.rail import runs

    if (record is None) == (tiles is None):
        raise Problem("name a game, or a typed map with --tiles; not both")
    if tiles is not None:
        if at is not None:
            raise Problem("--at goes with a game; a typed map has no moments")
        rules, state, name, trains = read_sketch(tiles)
    else:
        assert record is not None
        opened = open_file(record)
        state, rules = opened.position(at), _rail(opened)
        name = _runner(opened, state, rules) if company is None else company
        if name not in rules.companies:
            raise Problem(f"{rules.title} has no company {name!r}; it has {', '.join(rules.companies)}")
        trains = tuple(rules.trains_of(state, name))
        if not trains:
            raise Problem(f"{name} has no train to run here")
    begun = monotonic()
    found, answer = runs.best_runs(rules, state, name, trains, seconds)
    if svg is not None:
        _draw_runs(rules, state, found, svg)
    if not found:
        click.echo(f"{name} has no route.")
        return
    for run, revenue in zip(found, runs.revenues(rules, state, name, trains, found), strict=True):
        click.echo(f"{run.train}: {revenue}  {' - '.join(run.stops)}")
    spare = answer.upper - answer.total
    proved = "proved best" if answer.proved else f"best found, at most {spare} more; give it more --seconds"
    click.echo(f"{name} earns {answer.total} ({proved}; {monotonic() - begun:.2f} s)")


def _runner(opened: Opened, state: Any, rules: RailRules) -> str:
    """The company that is to move."""
    acting = [entity for entity in opened.game.engine.actors(state) if entity in rules.companies]
    if not acting:
        raise Problem("no company is to move here; name one")
    return acting[0]


def _draw_runs(rules: RailRules, state: Any, found: Any, path: str) -> None:
    from towpath.render.map import map_svg

    try:
        Path(path).write_text(str(map_svg(rules, state, routes=found, standalone=True)), encoding="utf-8")
    except OSError as error:
        raise Problem(f"{path}: {error.strerror or error}") from None
