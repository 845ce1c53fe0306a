"""A server that is killed at any moment has lost nothing that it had answered."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.crowd import Crowd, Ledger, until
from tests.server.running import Running

CLIENTS = 4
NEW: dict[str, Any] = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "crash"}


class Servers:
    """Some servers over one database, killed one by one and started again."""

    def __init__(self, database: Path | str, number: int) -> None:
        self.database = database
        self.running = [Running(database) for _ in range(number)]
        self.alive = list(self.running)

    def addresses(self) -> list[str]:
        """Those that can be asked."""
        return [each.address for each in self.alive]

    def kill_one(self, rng: Random, crowd: Crowd) -> None:
        """At a random moment, after some more was answered, and start it again in its place."""
        enough = crowd.count + rng.randrange(1, 15)
        until(lambda: crowd.count >= enough, "nothing is answered any more")
        time.sleep(rng.random() * 0.1)
        index = rng.randrange(len(self.running))
        victim = self.running[index]
        self.alive = [each for each in self.running if each is not victim]
        victim.kill()
        self.running[index] = Running(self.database, victim.port)
        self.alive = list(self.running)

    def end(self) -> None:
        """In good order."""
        for each in self.running:
            if each.process.poll() is None:
                assert each.stop() in (0, -signal.SIGTERM)


def killed_under_load(database: Path | str, servers: int, kills: int) -> None:
    """The proof: kill, start, compare, so many times."""
    rng = Random(kills)
    table = Servers(database, servers)
    game = table.running[0].client.post("/api/games", json=NEW).json()["game"]["id"]
    crowd, ledger = Crowd(game, table.addresses, CLIENTS, kills), Ledger()
    try:
        for _ in range(kills):
            table.kill_one(rng, crowd)
            crowd.pause()
            for address in table.addresses():
                ledger.check(crowd, address)
            crowd.go_on()
        crowd.pause()
        for address in table.addresses():
            ledger.check(crowd, address, whole=True)
        until(lambda: crowd.heard == len(ledger.log), "the stream has not come back")
    finally:
        crowd.stop()
        table.end()
    assert crowd.said
    assert any(deed.what == "act" for deed in crowd.answered)


def where(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return tmp_path / "table.sqlite3" if kind == "sqlite" else str(request.getfixturevalue("postgres").database())


TABLES = [("sqlite", 1), ("postgres", 2)]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@pytest.mark.parametrize(("kind", "servers"), TABLES)
def test_killed_at_any_moment_nothing_that_was_answered_is_lost(
    kind: str, servers: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    killed_under_load(where(kind, request, tmp_path), servers, 2)


@pytest.mark.prove
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@pytest.mark.parametrize(("kind", "servers"), TABLES)
def test_killed_fifty_times_nothing_that_was_answered_is_lost(
    kind: str, servers: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    killed_under_load(where(kind, request, tmp_path), servers, 50)


def test_a_port_or_database_that_cannot_be_had_is_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad.sqlite3"
    bad.write_text("no database at all " * 100)
    command = [sys.executable, "-m", "towpath.server", "--port", "0", "--database", str(bad)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 2
    assert "cannot be opened" in told.stderr
    assert "Traceback" not in told.stderr
    command = [sys.executable, "-m", "towpath.server", "--port", "99999", "--database", str(tmp_path / "x.sqlite3")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
