"""The memory of one open game with a thousand entries. Wanted: under 20 MB, with its pages having been looked at.

A short game of the title has been open and looked at before, so that the title itself does not count. In one process Python
itself counts (``tracemalloc``), which takes memory too; in another one it is asked what the system has given it.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.asking import Asking, table
from bench.scripts import BRASS, LONG, cut, played
from towpath.server.looking import TABS


def measure() -> Iterator[str]:
    """A line a title; of Brass a whole game, which has 126 entries."""
    for title, seed in (*LONG, BRASS):
        counted, grown = (_run(title, seed, traced) for traced in ("counted", "grown"))
        yield f"{title}: {counted / 1e6:.1f} MB of objects; the process grows by {grown / 1e6:.1f} MB"


def _run(title: str, seed: str, how: str) -> int:
    command = [sys.executable, "-m", "bench.memory", title, seed, how]
    return int(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def taken(title: str, seed: str, how: str) -> int:
    """The bytes that a long game of one title takes in this process."""
    game = played(title, seed, 1000)
    number = game.number
    short, record = cut(game, 20), msgspec.json.encode(cut(game, number))
    del game
    with table() as asking:
        _opened(asking, msgspec.json.encode(short), 20)
        gc.collect()
        if how == "counted":
            tracemalloc.start()
        before = held()
        _opened(asking, record, number)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] if how == "counted" else held() - before


def _opened(asking: Asking, record: bytes, number: int) -> None:
    """Take the game in and look at all tabs of five positions."""
    reply = asking.ask("POST", "/api/games/import", record, {"content-type": "application/json"})
    path = f"/games/{msgspec.json.decode(reply.body)['game']['id']}"
    for at in (number, number // 4, number // 2, 3 * number // 4, number):
        for tab in TABS:
            asking.get(f"{path}?tab={tab}&at={at}")


def held() -> int:
    """Bytes of memory that the process has now; the most it has had where the system tells no more."""
    status = Path("/proc/self/statm")
    if status.is_file():
        return int(status.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    print(taken(*sys.argv[1:4]))
