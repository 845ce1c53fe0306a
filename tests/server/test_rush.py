"""Fifty clients answer one decision at once, at one server or at two that share a database: one answer is stored, and the other
forty-nine are told that it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.server.conftest import written
from tests.server.running import Running
from towpath.api import Game
from towpath.kernel import record as records

CLIENTS = 50
NEW: dict[str, Any] = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "rush"}


@pytest.fixture(params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Running]]:
    """One server over SQLite, two over PostgreSQL."""
    if request.param == "sqlite":
        running = [Running(tmp_path / "table.sqlite3")]
    else:
        url = request.getfixturevalue("postgres").database()
        running = [Running(url), Running(url)]
    yield running
    for each in running:
        each.stop()


async def rush(servers: Sequence[Running], decisions: int) -> None:
    """So many decisions, each answered by everybody: half of the clients do the same, the others what they like."""
    rng = Random(decisions)
    addresses = [each.address for each in servers]
    limits = httpx.Limits(max_connections=CLIENTS)
    clients = [httpx.AsyncClient(base_url=f"{each}/api", timeout=120, limits=limits) for each in addresses]
    path = f"/games/{(await clients[0].post('/games', json=NEW)).json()['game']['id']}"
    for _ in range(decisions):
        offered = (await rng.choice(clients).get(f"{path}/offers")).json()
        offers, number = offered["offers"], offered["number"]
        wishes = [written(offers[0] if n % 2 else rng.choice(offers)) for n in range(CLIENTS)]
        answers = await asyncio.gather(
            *(
                clients[n % len(clients)].post(f"{path}/act", json={"action": wish, "after": number})
                for n, wish in enumerate(wishes)
            )
        )
        stored = [n for n, answer in enumerate(answers) if answer.status_code == 200]
        assert len(stored) == 1, [answer.text for answer in answers]
        others = [answer for answer in answers if answer.status_code != 200]
        assert {answer.status_code for answer in others} == {409}
        assert all("no longer open" in answer.json()["error"] for answer in others)
        found = [(await client.get(f"{path}/record")).json() for client in clients]
        assert all(record == found[0] for record in found)
        assert len(found[0]["log"]) == number + 1
        assert wishes[stored[0]].items() <= found[0]["log"][-1]["action"].items()
        assert Game(records.from_plain(found[0])).divergence is None
    for client in clients:
        await client.aclose()


def test_of_fifty_answers_one_is_stored(servers: list[Running]) -> None:
    asyncio.run(rush(servers, 2))


@pytest.mark.prove
def test_of_fifty_answers_one_is_stored_each_of_fifty_times(servers: list[Running]) -> None:
    asyncio.run(rush(servers, 50))
