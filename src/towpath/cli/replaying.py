"""Commands that go through whole games: replay, conform, export."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from towpath.cli.main import Problem
from towpath.cli.opening import Opened, as_json, console, open_file, progress, read_bytes

if TYPE_CHECKING:
    from towpath.interop import Comparison, Import


@click.command()
@click.argument("file")
@click.option("--trace", metavar="OUT", help="Write the conformance trace, a line per applied action (.gz packs it).")
@click.option("--to", metavar="N", type=click.IntRange(min=0), help="Stop after N actions.")
@click.option(
    "--profile",
    metavar="NAME",
    help='Judge a file of 18xx.games by other rules than that site\'s: "own", "rulebook" or "designer".',
)
def replay(file: str, trace: str | None, to: int | None, profile: str | None) -> None:
    """Replay a game with every check and print the standings.

    FILE is a record of Towpath or what 18xx.games exports ("-" reads stdin). Figures that the file has otherwise (revenues,
    results), passes that it lacks and moves that stand only because the file says so are listed. If the game cannot be
    followed to its end, the standings before that action are printed and the exit status is 2.

    \b
    Examples
      towpath replay game.json
      towpath replay game.json --to 120 --trace trace.jsonl
      towpath replay game.json --profile rulebook
    """
    opened = open_file(file, quiet=True, profile=profile)
    number = opened.number(to)
    if trace is not None:
        _write_trace(opened, trace, to)
    _standings(opened, number, to)
    if opened.imported is not None:
        _remarks(opened.imported, to)
    if opened.problem is not None and (to is None or to > opened.count):
        raise Problem(f"{file}: {opened.problem}")


def _write_trace(opened: Opened, path: str, to: int | None) -> None:
    from towpath.api import UnknownTitle
    from towpath.interop import lines

    if opened.problem and opened.imported is None:
        raise Problem(f"{opened.path}: {opened.problem}")
    try:
        packed = path.endswith(".gz")
        with gzip.open(path, "wt", encoding="utf-8") if packed else Path(path).open("w", encoding="utf-8") as out:
            for line in lines(opened.game, opened.imported):
                if to is None or line.get("id", to + 1) <= to:
                    out.write(as_json(line) + "\n")
    except UnknownTitle:
        raise Problem(
            f"{opened.path}: only games that 18xx.games has are traced, not {opened.game.rules.title}"
        ) from None
    except OSError as error:
        raise Problem(f"{path}: {error.strerror or error}") from None


def _standings(opened: Opened, number: int, to: int | None) -> None:
    from rich.table import Table

    game = opened.game
    state = game.position(number)
    scores = game.rules.scores(state)
    names = {seat.id: seat.name for seat in game.seats}
    table = Table()
    table.add_column("")
    table.add_column("player")
    table.add_column("value", justify="right")
    for seat, score in sorted(scores.items(), key=lambda item: -item[1]):
        place = 1 + sum(other > score for other in scores.values())
        table.add_row(str(place), names[seat], str(score))
    # A table's own title would be broken to the width of its columns.
    click.echo(f"{game.rules.title}, {_when(opened, state, to)}")
    console().print(table)


def _when(opened: Opened, state: Any, to: int | None) -> str:
    label = opened.game.rules.round_of(state)
    if state.finished is not None:
        return f"over ({str(state.finished).replace('_', ' ')}), {label}"
    done = opened.count if to is None else to
    phase = f", phase {state.phase}" if hasattr(state, "phase") else ""
    return f"{label}{phase}, after {done} action{'s' if done != 1 else ''}"


def _remarks(imported: Import, to: int | None) -> None:
    """What the file has otherwise, and what was granted to it, up to an action."""
    shown = {each.action.number for group in imported.groups()[:to] for each in group}
    for difference in imported.differences:
        if to is None or (difference.action is not None and difference.action.number in shown):
            click.echo(f"differs: {difference.sentence}")
    for action, reason in imported.waived:
        if action.number in shown:
            click.echo(f"granted: {action.name}: {reason.sentence}")
    for action in imported.needless:
        if action.number in shown:
            click.echo(f"without effect: {action.name}: nobody is waited for")
    for action, who in imported.added:
        if action.number in shown:
            click.echo(f"added: a pass of {who} before {action.name}")


@click.command()
@click.argument("record")
@click.option("--commitment", metavar="HASH", default="", help="The commitment that was shown when the game began.")
@click.pass_context
def verify(ctx: click.Context, record: str, commitment: str) -> None:
    """Check after a game with secrets that chance was not meddled with.

    The setup and the seed are hashed again and compared with the commitment in the record and with the one you noted at the
    start; then the whole game is replayed from the seed, with every deal and every shuffle. Exit status 1 when something is not
    as it should be.

    \b
    Examples
      towpath verify game.json
      towpath verify game.json --commitment 3f1c…
    """
    from towpath.api import verify as verified
    from towpath.kernel.codec import FormatError
    from towpath.kernel.record import load

    try:
        checks = verified(load(read_bytes(record)), commitment)
    except FormatError as error:
        raise Problem(f"{record}: {error}") from None
    except (LookupError, ValueError) as error:
        raise Problem(f"{record}: {error.args[0] if error.args else error}") from None
    for check in checks:
        click.echo(f"{'ok' if check.holds else 'NO'}  {check.sentence}")
    if not all(check.holds for check in checks):
        ctx.exit(1)


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.pass_context
def conform(ctx: click.Context, paths: tuple[str, ...]) -> None:
    """Compare games with the recorded traces beside them.

    PATH is a game file of 18xx.games or a folder of them. The trace of NAME.record.json and NAME.flat.json is NAME.trace.jsonl
    or NAME.trace.jsonl.gz in the same folder. Compared is the position after every action (with the automatic ones that hang
    on it), what every recorded run earns, and the result. Exit status 1 on any difference.

    \b
    Example
      towpath conform recordings/1861 recordings/1867
    """
    from towpath.interop import IGNORED, compare_file, trace_beside

    files = [file for path in paths for file in _files(Path(path))]
    missing = [file for file in files if not file.exists()]
    if missing:
        raise Problem(f"{missing[0]}: no such file")
    files = [file for file in files if trace_beside(file) is not None or file in map(Path, paths)]
    if not files:
        raise Problem(f"{', '.join(paths)}: there is no game file with a trace beside it")
    done: list[Comparison] = []
    with progress("comparing", len(files)) as advance:
        for file in files:
            done.append(compare_file(file))
            advance()
    _table(done)
    click.echo("Ignored: " + "; ".join(IGNORED) + ".")
    if not all(each.passed for each in done):
        ctx.exit(1)


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]


def _table(done: list[Comparison]) -> None:
    from rich.table import Table

    table = Table(title="Conformance")
    for name, right in (("file", False), ("actions", True), ("groups equal", True), ("runs", True)):
        table.add_column(name, justify="right" if right else "left", no_wrap=True)
    table.add_column("first difference", overflow="fold")
    for each in done:
        verdict = each.first.sentence if each.first else "none"
        if each.problem:
            verdict = each.problem if each.first is None else f"{verdict}; then: {each.problem}"
        table.add_row(each.name, str(each.actions), f"{each.equal}/{each.groups}", str(each.runs), verdict)
    console().print(table)


@click.command()
@click.argument("record")
@click.option("-o", "--output", metavar="OUT", help="Write to this file instead of stdout.")
def export(record: str, output: str | None) -> None:
    """Write a game as game data that loads on 18xx.games.

    Only games under that site's rules (option "profile" at "18xx.games") and with options that it has can be written; others
    are refused, and the sentence names why. Undone actions are left out; every pass is there exactly where the site waits.

    \b
    Examples
      towpath export game.json -o site.json
      towpath export game.json | head
    """
    from towpath.interop import NotExportable, write_game

    opened = open_file(record, quiet=True)
    if opened.problem:
        raise Problem(f"{record}: {opened.problem}")
    try:
        text = as_json(write_game(opened.game)) + "\n"
    except NotExportable as error:
        raise Problem(f"{record}: {error}") from None
    if output is None:
        sys.stdout.write(text)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem(f"{output}: {error.strerror or error}") from None
    click.echo(f"{output}: {len(text):,} characters", err=True)
