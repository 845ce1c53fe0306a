"""How long the server takes for a page of any position. Wanted: under 100 ms, also for the first one after a start.

``first``: the very first page in a new process; ``cold``: a position and tab that nobody has looked at yet; ``warm``: again.
``opening``: the first page of a long game that has to be read from the database. Times are the processor's, of all threads, so
that what else runs on the machine does not count.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from bench.asking import Asking
from bench.scripts import BRASS, LONG, cut, played
from bench.timing import percentile
from towpath.server.looking import TABS
from towpath.server.settings import Settings

MOMENTS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""The positions looked at, as shares of the game."""


def measure() -> Iterator[str]:
    """Two lines a title, each title in a process of its own."""
    for title, seed in (*LONG, BRASS):
        command = [sys.executable, "-m", "bench.pages", title, seed]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        yield from done.stdout.splitlines()


def lines(title: str, seed: str) -> Iterator[str]:
    """What is measured of one title, in this process."""
    game = played(title, seed, 1000)
    with TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{Path(folder) / 'pages.sqlite3'}", local=True)
        with Asking(settings) as asking:
            path = _imported(asking, cut(game, game.number))
            first = asking.get(path).busy
        with Asking(settings) as asking:
            opening = asking.get(path).busy
            cold, warm = _pages(asking, path, game.number)
    slowest = max(cold, key=lambda key: cold[key])
    yield (
        f"{title}, {game.number} entries: first page {_ms(first)}, opening the game {_ms(opening)}, "
        f"cold {_ms(percentile([*cold.values()], 50))}, p99 {_ms(percentile([*cold.values()], 99))}, "
        f"warm {_ms(percentile([*warm.values()], 50))}, p99 {_ms(percentile([*warm.values()], 99))}"
    )
    yield f"{title}: the slowest is {slowest[0]} at entry {slowest[1]}, {_ms(cold[slowest])}"


def _imported(asking: Asking, record: object) -> str:
    reply = asking.post("/api/games/import", record)
    return f"/games/{msgspec.json.decode(reply.body)['game']['id']}"


def _pages(asking: Asking, path: str, number: int) -> tuple[dict[tuple[str, int], float], ...]:
    """Tab and position -> the seconds that its page took, cold and warm."""
    cold: dict[tuple[str, int], float] = {}
    warm: dict[tuple[str, int], float] = {}
    for share in MOMENTS:
        at = int(share * number)
        for tab in TABS:
            address = f"{path}?tab={tab}&at={at}"
            for found in (cold, warm):
                reply = asking.get(address)
                if reply.status != 200:
                    raise RuntimeError(f"{address} is answered with {reply.status}")
                found[(tab, at)] = reply.busy
    return cold, warm


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    print("\n".join(lines(*sys.argv[1:3])))
