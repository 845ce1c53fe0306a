"""The engine's speed: replay, access to positions, legal actions, random play.

Replays the recorded games of 1856, 1861 and 1867 where the shared material is at hand, else one random game per title.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.timing import percentile, seconds
from towpath.api import Game
from towpath.bots import RandomBot

TITLES = ("1856", "1861", "1867")


def measure() -> Iterator[str]:
    """One line a figure."""
    for name, game in games():
        yield from replay_lines(name, game)
    for title in TITLES:
        yield from play_lines(title)


def games() -> Iterator[tuple[str, Game]]:
    """The games to replay, with their names."""
    shared = Path(os.environ.get("TOWPATH_SHARED", Path(__file__).parent.parent.parent / "shared"))
    files = [path for title in TITLES for path in sorted((shared / "conformance" / title).glob("*.flat.json"))]
    if files:
        from towpath.interop import read_game

        for path in files:
            yield path.name.partition(".")[0], read_game(path.read_bytes()).game
        return
    for title in TITLES:
        yield f"random {title}", random_game(title, 4, "bench", 1_000)


def random_game(title: str, players: int, seed: str, most: int) -> Game:
    """A game played by random bots, up to a number of actions."""
    game, bot, rng = Game.new(title, players, seed=seed, options={"consent": "off"}), RandomBot(), Random(seed)
    while not game.is_over and game.number < most:
        game.play(bot.choose(game.engine, game.state, rng))
    return game


def replay_lines(name: str, game: Game) -> Iterator[str]:
    """Replay with every check, the slowest action, positions and legal actions of one game."""
    record, rules = game.record, game.rules
    count = game.number
    taken = seconds(lambda: Game(record, rules))
    yield f"{name}: replay of {count} entries {taken:.2f} s, {count / taken:,.0f} entries/s"
    states = [game.position(n) for n in range(count + 1)]
    yield f"{name}: position {1e6 * seconds(lambda: [game.position(n) for n in range(count)]) / count:.1f} µs"
    times = [_offers(game, state) for state in states if not state.finished]
    yield f"{name}: legal actions median {1e3 * percentile(times, 50):.2f} ms, p99 {1e3 * percentile(times, 99):.1f} ms"
    slowest = max(_steps(game, states), default=(0.0, ""))
    yield f"{name}: slowest action {1e3 * slowest[0]:.1f} ms ({slowest[1]})"


def _offers(game: Game, state: Any) -> float:
    begun = perf_counter()
    for offer in game.engine.offers(state):
        if offer.type != "run_routes":
            for _ in offer.actions(3):
                pass
    return perf_counter() - begun


def _steps(game: Game, states: list[Any]) -> Iterator[tuple[float, str]]:
    for entry, before in zip(game.record.log, states, strict=False):
        if hasattr(entry, "action"):
            action = game.action(entry.action)
            begun = perf_counter()
            game.engine.apply(before, action, waive=True)
            yield perf_counter() - begun, str(entry.action.get("type"))


def play_lines(title: str) -> Iterator[str]:
    """Random play by ``Engine.sample``."""
    game = Game.new(title, 4, seed="sample", options={"consent": "off"})
    count = 0

    def play() -> None:
        nonlocal count
        rng, state, count = Random(title), game.state, 0
        while not state.finished and count < 2_000:
            state = game.engine.apply(state, game.engine.sample(state, rng)).state
            count += 1

    taken = seconds(play)
    yield f"{title}: random play {count} actions, {count / taken:,.0f} actions/s"
