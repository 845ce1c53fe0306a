"""Letting bots play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import click

from towpath.cli.main import Problem
from towpath.cli.opening import console, progress
from towpath.cli.playing import DATA, OPTION, new_game, read_data, read_options


@dataclass(slots=True)
class Tally:
    """What came of the games."""

    actions: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    scores: list[int] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    seconds: float = 0.0


@click.command()
@click.argument("title")
@click.option("--games", metavar="N", type=click.IntRange(min=1), default=10, show_default=True, help="How many games.")
@click.option(
    "--bot",
    metavar="NAME",
    default="random",
    show_default=True,
    help="Which bot plays all seats: random, or greedy, which plays with some purpose.",
)
@click.option(
    "--seed", metavar="S", default="0", show_default=True, help="Seed of the first game; the others follow from it."
)
@click.option(
    "--players", metavar="N", type=click.IntRange(1, 12), default=4, show_default=True, help="How many players."
)
@OPTION
@DATA
@click.option("--most", metavar="N", type=click.IntRange(min=1), default=4000, show_default=True,
              help="Give a game up after so many actions.")  # fmt: skip
@click.option("--save", metavar="DIR", help="Write the records of all games into this folder.")
@click.pass_context
def simulate(
    ctx: click.Context, title: str, games: int, bot: str, seed: str, players: int, options: tuple[str, ...],
    data: str | None, most: int, save: str | None,
) -> None:  # fmt: skip
    """Let bots play games and print what came of them.

    The same seed gives the same games. A game that stops without being over is a fault of the rules: it is named, and the exit
    status is 1.

    \b
    Examples
      towpath simulate 1867 --games 20 --seed 1
      towpath simulate 1861 --games 5 --players 3 -O bundles=on --save games
    """
    from towpath.bots import UnknownBot, make

    chosen, files = read_options(options), read_data(data)
    new_game(title, players, chosen, seed, files)
    try:
        player = make(bot, seed, title)
    except UnknownBot as error:
        raise Problem(str(error)) from None
    folder = _folder(save)
    tally = Tally()
    with progress(f"playing {title}", games) as advance:
        for number in range(games):
            _play(
                tally,
                lambda own: new_game(title, players, chosen, own, files),
                f"{seed}.{number}",
                player,
                most,
                folder,
            )
            advance()
    _report(tally, title, players)
    if tally.failed:
        ctx.exit(1)


def _folder(save: str | None) -> Path | None:
    if save is None:
        return None
    try:
        Path(save).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{save}: {error.strerror or error}") from None
    return Path(save)


def _play(tally: Tally, begin: Callable[[str], Any], seed: str, bot: Any, most: int, folder: Path | None) -> None:
    from towpath.bots import play_on

    game = begin(seed)
    begun = perf_counter()
    try:
        played = play_on(game, bot, Random(seed), most)
    except Exception as error:  # a fault of the rules, which is what this command looks for
        tally.failed.append(f"seed {seed}, after {game.number} actions: {type(error).__name__}: {error}")
        tally.endings["failed"] += 1
    else:
        tally.endings["given up" if played.capped else str(game.state.finished).replace("_", " ")] += 1
        if game.is_over:
            best = max(game.scores.values())
            tally.winners.update(seat for seat, score in game.scores.items() if score == best)
            tally.scores += game.scores.values()
    tally.seconds += perf_counter() - begun
    tally.actions.append(game.number)
    if folder is not None:
        game.save(folder / f"{game.record.title}-{len(game.seats)}-{seed}.json")


def _spread(numbers: Sequence[int]) -> str:
    """A single number as it is; several with their middle and their range."""
    if min(numbers) == max(numbers):
        return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} each"
    return f"median {median(numbers):.0f}, {min(numbers)} to {max(numbers)}"


def _report(tally: Tally, title: str, players: int) -> None:
    from rich.table import Table

    count = len(tally.actions)
    table = Table(title=f"{count} {'game' if count == 1 else 'games'} of {title} for {players}", show_header=False)
    table.add_row("ended by", ", ".join(f"{name}: {number}" for name, number in tally.endings.most_common()))
    table.add_row("actions", _spread(tally.actions))
    table.add_row("actions a second", f"{sum(tally.actions) / max(tally.seconds, 1e-9):,.0f}")
    if tally.scores:
        table.add_row("final values", _spread(tally.scores))
        table.add_row("wins by seat", ", ".join(f"{seat}: {number}" for seat, number in sorted(tally.winners.items())))
    console().print(table)
    for text in tally.failed:
        click.echo(f"failed: {text}", err=True)
