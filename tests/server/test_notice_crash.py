"""A server that is killed between an action and its notice sends it when it is back; with all that is in between, for real."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

from tests.server.receiver import receiving, until
from tests.server.running import Running

FLAGS = ("--notices-to-own-network", "--address", "https://towpath.example.org", "--notice-after")


def start(table: Running) -> tuple[str, dict[str, dict[str, str]]]:
    """A table sat at by links, and what each seat's requests carry."""
    new = {
        "title": "1867", "players": ["Ann", "Bob"], "sitting": "seats", "seed": "notices", "options": {"first_player": "seat1"},
    }  # fmt: skip
    made: dict[str, Any] = table.client.post("/api/games", json=new).json()
    headers = {each["seat"]: {"Authorization": f"Bearer {each['token']}"} for each in made["invitations"]}
    return f"/api/games/{made['game']['id']}", headers


def test_a_killed_server_loses_no_notice_and_sends_it_once(tmp_path: Path) -> None:
    with receiving() as receiver:
        running = Running(tmp_path / "table.sqlite3", 0, 0, *FLAGS, "3")
        path, headers = start(running)
        given = running.client.put(
            f"{path}/seats/p2/notices", json={"address": receiver.address}, headers=headers["p2"]
        )
        assert given.status_code == 200, given.text
        acted = running.client.post(
            f"{path}/act", json={"action": {"type": "pass", "entity": "p1"}}, headers=headers["p1"]
        )
        assert acted.status_code == 200, acted.text
        running.kill()
        assert receiver.got == []
        running = Running(tmp_path / "table.sqlite3", 0, 0, *FLAGS, "0.2")
        until(lambda: receiver.got)
        (got,) = receiver.got
        assert got["title"].startswith("Your turn: ")
        assert got["message"].endswith(f"https://towpath.example.org{path.removeprefix('/api')}")
        # It could be sent again only by somebody who finds it still due.
        running.kill()
        running = Running(tmp_path / "table.sqlite3", 0, 0, *FLAGS, "0.2")
        time.sleep(1.5)
        assert len(receiver.got) == 1
        assert running.stop() in (0, -signal.SIGTERM)


def test_a_server_lets_nothing_into_its_own_network_by_itself(tmp_path: Path) -> None:
    with receiving() as receiver:
        running = Running(tmp_path / "table.sqlite3", 0, 0, "--notice-after", "0")
        path, headers = start(running)
        for address in (receiver.address, receiver.address.replace("127.0.0.1", "localhost")):
            refused = running.client.put(f"{path}/seats/p2/notices", json={"address": address}, headers=headers["p2"])
            assert refused.status_code == 400
            assert "own network" in refused.json()["error"] or "seconds between" in refused.json()["error"]
        assert running.stop() in (0, -signal.SIGTERM)
        assert receiver.got == []
