"""A server under load: fifty tables with four seats each, all listening, actions posted at a steady rate.

Wanted: p99 of a post under 150 ms. ``programs`` hear of each change by their streams and post with a token; ``browsers`` fetch
what has changed as the script of a page does, three of them after each action, and are answered with the new page. The rate is
raised until posts get too slow. Server and client are processes of their own; so two processors are wanted.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.crowd import Table, Times, post_for, sit_down
from bench.timing import percentile

TABLES = 50
AIM = 0.150
"""Seconds that 99 of 100 posts may take."""
SECONDS = 8.0
"""How long a rate is held."""
RATES = {False: (5.0, 25.0, 50.0, 100.0, 150.0, 200.0), True: (2.5, 5.0, 7.5, 10.0, 15.0, 20.0, 30.0)}
"""Actions a second at all tables together, for programs and for browsers. A quick group plays one in ten seconds."""


def measure(database: str | None = None) -> Iterator[str]:
    """A line a rate, and the highest rate that keeps the aim. ``database``: a file or URL instead of a new SQLite file."""
    for browsers in (False, True):
        with TemporaryDirectory() as folder, served(database or str(Path(folder) / "load.sqlite3")) as (port, process):
            yield from asyncio.run(_crowd(port, process, browsers))


@contextmanager
def served(database: str) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its process."""
    command = [sys.executable, "-m", "towpath.server", "--port", "0", "--database", database, "--bot-pause", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        found = re.search(r"http://\S+:(\d+)/", process.stdout.readline() if process.stdout else "")
        if found is None:
            raise RuntimeError("the server does not start")
        yield int(found[1]), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def worked(process: int) -> float:
    """Seconds of the processors that a process has had; nothing where the system does not tell."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.is_file():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def _crowd(port: int, process: int, browsers: bool) -> list[str]:
    """All rates for one kind of crowd."""
    kind, best, lines = "browsers" if browsers else "programs", 0.0, []
    tables = await sit_down(port, TABLES, browsers)
    seats = [seat for table in tables for seat in table.seats.values()]
    times = Times()
    everybody = [asyncio.create_task(seat.listen()) for seat in seats]
    everybody += [asyncio.create_task(seat.follow(times)) for seat in seats if browsers]
    # A browser's first news makes it fetch once; the rates begin after that.
    while any(not seat.number or (browsers and seat.shown < seat.number) for seat in seats):
        await asyncio.sleep(0.05)
    for rate in RATES[browsers]:
        line, kept = await _rate(kind, tables, rate, process, times)
        lines.append(line)
        if not kept:
            break
        best = rate
    for task in everybody:
        task.cancel()
    await asyncio.gather(*everybody, return_exceptions=True)
    return [*lines, f"{kind}: p99 of a post is under {AIM * 1000:.0f} ms up to {best:g} actions/s"]


async def _rate(kind: str, tables: list[Table], rate: float, process: int, times: Times) -> tuple[str, bool]:
    times.clear()
    before = worked(process)
    await post_for(tables, rate, SECONDS, times)
    busy = worked(process) - before
    if times.refused:
        raise RuntimeError(f"posts are refused: {times.refused[0]}")
    late = percentile(times.posts, 99)
    parts = [
        f"{kind}, {len(tables)} tables of four, {rate:g} actions/s",
        f"post {_shown(times.posts)}",
        f"all have heard {_shown(times.heard)}",
        *([f"page {_shown(times.pages)}"] if times.pages else []),
        f"server {1000 * busy / len(times.posts):.1f} ms of processor an action",
    ]
    return ": ".join((parts[0], ", ".join(parts[1:]))), late < AIM


def _shown(values: list[float]) -> str:
    return f"{1000 * percentile(values, 50):.0f} ms, p99 {1000 * percentile(values, 99):.0f} ms"
