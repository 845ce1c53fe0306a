"""What docs/api.md says: its bot plays a game to the end, and every address in it exists."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from litestar.testing import TestClient

from tests.server.running import Running

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()
BOT = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]


def test_the_bot_plays_until_the_game_is_over(tmp_path: Path) -> None:
    assert len(BOT.strip().splitlines()) <= 40
    program = tmp_path / "bot.py"
    program.write_text(BOT)
    table = Running(tmp_path / "table.sqlite3", bot_pause=0)
    try:
        new = {
            "title": "1867", "players": ["Ann", "Bob"], "sitting": "seats", "bots": {"Bob": "random"}, "seed": "api bot",
            "options": {"market": "column"},
        }  # fmt: skip
        started = table.client.post("/api/games", json=new).json()
        game, token = started["game"]["id"], started["invitations"][1]["token"]
        command = [sys.executable, str(program), table.address, game, token]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        host = {"Authorization": f"Bearer {started['invitations'][0]['token']}"}
        while len(_log(table.client, game)) < 150 and bot.poll() is None:
            time.sleep(0.2)
        # Long enough to have met every kind of domain; a whole game would take minutes.
        assert table.client.post(f"/api/games/{game}/end", json={}, headers=host).status_code == 200
        told, wrong = bot.communicate(timeout=60)
        assert bot.returncode == 0, wrong
        # The end may come while the bot is deciding: then its decision is closed, or the game is over.
        assert [line for line in told.splitlines()[:-1] if "game is over" not in line] == []
        assert re.search(r"^(?:409 .*no longer open.*|.*game is over.*)?$", told.strip().rpartition("\n")[2])
        by = {entry.get("by") for entry in _log(table.client, game) if entry["entry"] == "act"}
        assert by == {"p1", "p2"}
    finally:
        table.stop()


def _log(client: httpx.Client, game: str) -> list[dict[str, Any]]:
    return list(client.get(f"/api/games/{game}/record").json()["log"])


def test_every_address_of_the_page_is_in_the_description(client: TestClient[Any]) -> None:
    described = client.get("/api/openapi.json").json()["paths"]
    known = {(method.upper(), re.sub(r"\{\w+\}", "*", path)) for path, ways in described.items() for method in ways}
    told = set()
    for method, path in re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (\S+)`", PAGE):
        full = path.replace("…", "/api/games/GAME").replace("//", "/")
        told.add((method, re.sub(r"GAME|SEAT|TITLE|TABLE", "*", full)))
    assert told - known == set()
    assert {way for way in known - told if "openapi" not in way[1]} == set()
