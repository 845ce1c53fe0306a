"""Tables whose course is known beforehand: begun with a seed, or taken in as a record; and their pages, opened and waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.server.running import Running
from towpath.api import Game


def begin(table: Running, title: str, players: Sequence[str], seed: str = "clicked", **more: Any) -> str:
    """Start a game whose chance is settled by ``seed``, which the form does not allow; its path."""
    answer = table.client.post("/api/games", json={"title": title, "players": list(players), "seed": seed, **more})
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['game']['id']}"


def adopt(table: Running, record: object, curtain: bool = False) -> str:
    """Take in a record, or a game that the engine has played; its path. ``curtain``: between those who share the screen."""
    plain = record.timeline.codec.plain(record.record) if isinstance(record, Game) else record
    answer = table.client.post("/api/games/import", json=plain)
    assert answer.status_code == 201, answer.text
    path = f"/games/{answer.json()['game']['id']}"
    settled = table.client.patch(f"/api{path}", json={"curtain": curtain})
    assert settled.status_code == 200, settled.text
    return path


def stands(page: Page) -> None:
    """Wait until the page's scripts run and nothing is being looked for."""
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    page.locator("[data-part=decision] .is-searching").wait_for(state="detached")


def visit(page: Page, table: Running, path: str) -> None:
    """Open a table and wait until it stands."""
    page.goto(table.address + path)
    stands(page)


def number(page: Page) -> int:
    """How many log entries the page knows of."""
    return int(page.locator("[data-slider]").get_attribute("max") or 0)
