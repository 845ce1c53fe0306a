"""Opening game files for the commands, with progress on long ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from towpath.cli.main import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from towpath.api import Game
    from towpath.interop import Import

AT = click.option(
    "--at", metavar="N", type=click.IntRange(min=0), help="The moment: after N actions (default: the end)."
)
"""``--at N``."""

LONG = 40
"""Files with fewer actions are read without a progress bar."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A game file. ``imported``: what reading a file of 18xx.games gave; ``problem``: why not all of it could be followed."""

    path: str
    game: Game
    imported: Import | None
    problem: str | None

    @property
    def count(self) -> int:
        """How many actions stand."""
        return len(self.imported.groups()) if self.imported else len(self.game.timeline.standing())

    def number(self, at: int | None) -> int:
        """The length of the log after ``at`` actions. ``Problem`` when there are fewer."""
        if at is None:
            return self.game.number if self.imported is None else self._of_file(self.count)
        if at > self.count:
            reason = f" ({self.problem})" if self.problem else ""
            raise Problem(f"{self.path}: there is no action {at}; the game has {self.count}{reason}")
        return self._of_file(at) if self.imported else (0, *self.game.timeline.standing())[at]

    def _of_file(self, at: int) -> int:
        assert self.imported is not None
        return self.imported.groups()[at - 1][-1].number if at else 0

    def position(self, at: int | None) -> Any:
        """The position after ``at`` actions; the present one without."""
        from towpath.api import LogError

        try:
            return self.game.state if at is None else self.game.position(self.number(at))
        except LogError as error:
            raise Problem(f"{self.path}: {error}") from None


def open_file(path: str, quiet: bool = False, profile: str | None = None) -> Opened:
    """Open a record of ours or a file of 18xx.games. ``Problem`` for what is neither, or cannot be read.

    A game that cannot be followed to its end is opened as far as it goes; ``quiet`` says nothing of it. ``profile``: the
    rules by which a file of 18xx.games is judged instead of that site's.
    """
    from towpath.kernel.codec import FormatError, parse_json
    from towpath.kernel.record import from_plain

    text = read_bytes(path)
    try:
        data = parse_json(text)
        from towpath.interop import looks_like_game_data

        if looks_like_game_data(data):
            opened = _site_game(path, data, profile)
        elif profile is not None:
            raise Problem(f"{path}: a record of Towpath says itself by which rules it is played")
        else:
            opened = _own_game(path, from_plain(data))
    except FormatError as error:
        raise Problem(f"{path}: {error}") from None
    except (LookupError, ValueError) as error:
        raise Problem(f"{path}: {error.args[0] if error.args else error}") from None
    if opened.problem and not quiet:
        click.echo(f"towpath: {path}: {opened.problem}", err=True)
    return opened


def read_bytes(path: str) -> bytes:
    """A file's content. ``Problem`` when it cannot be had."""
    from towpath.kernel.codec import MAX_BYTES

    if path == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Problem(f"{path}: {error.strerror or error}") from None


def _own_game(path: str, record: Any) -> Opened:
    from towpath.api import Game

    with _bar(f"replaying {Path(path).name}", None):
        game = Game(record)
    return Opened(path, game, None, game.divergence.sentence if game.divergence else None)


def _site_game(path: str, data: Any, profile: str | None = None) -> Opened:
    from towpath.interop import Diverged, Reader, read_document

    reader = Reader(read_document(data), {"profile": profile} if profile else None)
    actions = reader.document.actions
    try:
        with _bar(f"replaying {Path(path).name}", len(actions)) as advance:
            for action in actions:
                reader.step(action)
                advance()
    except Diverged as diverged:
        return Opened(path, diverged.imported.game, diverged.imported, str(diverged))
    imported = reader.finish()
    return Opened(path, imported.game, imported, None)


@contextmanager
def _bar(text: str, total: int | None) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr, for people at a terminal and long work only."""
    if not sys.stderr.isatty() or (total is not None and total < LONG):
        yield lambda: None
        return
    with progress(text, total) as advance:
        yield advance


@contextmanager
def progress(text: str, total: int | None) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr; calling what it gives moves it on. Silent where nobody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(text, total=total)
        yield lambda: bar.update(task, advance=1)


def console() -> Console:
    """Where tables are printed: at full width when the output is no terminal, so that nothing is cut."""
    from rich.console import Console

    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=200)


def read_json(text: str, what: str) -> Any:
    """JSON given inline, in a file, or on stdin (``-``). ``Problem`` when it is none."""
    from towpath.kernel.codec import FormatError, parse_json

    given = text.encode() if text.lstrip().startswith("{") else read_bytes(text)
    try:
        return parse_json(given)
    except FormatError as error:
        raise Problem(f"{what}: {error}") from None


def as_json(value: Any) -> str:
    """Plain data on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
