"""A server that is killed at any moment has lost nothing that it had answered."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.server.running import Running

KILLS = 5
ANSWERS = 12


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    database = tmp_path / "table.sqlite3"
    rng = Random(7)
    running = Running(database)
    new = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "crash"}
    game = running.client.post("/api/games", json=new).json()["game"]["id"]
    answered = 0
    for _ in range(KILLS):
        for _ in range(rng.randrange(1, ANSWERS)):
            offers = running.client.get(f"/api/games/{game}/offers").json()
            offer = offers["offers"][-1]
            action = {"type": offer["type"], **offer["fixed"]}
            made = running.client.post(f"/api/games/{game}/act", json={"action": action, "after": offers["number"]})
            assert made.status_code == 200, made.text
            answered = made.json()["number"]
            state = made.json()["state"]
        running.kill()
        running = Running(database)
        position = running.client.get(f"/api/games/{game}").json()
        assert position["number"] == answered
        assert position["state"] == state
    assert running.stop() in (0, -signal.SIGTERM)


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
