"""Many at once: one decision is answered once, and games do not hinder each other."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from towpath.server.app import create_app
from towpath.server.settings import Settings

CLIENTS = 50
NEW = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "many"}


def test_of_fifty_answers_to_one_decision_one_is_stored(database: Path) -> None:
    async def rush() -> None:
        transport = httpx.ASGITransport(create_app(Settings(database=f"sqlite:///{database}")))
        async with httpx.AsyncClient(transport=transport, base_url="http://table", timeout=60) as client:
            game = (await client.post("/api/games", json=NEW)).json()["game"]["id"]
            for number in range(3):
                offer = (await client.get(f"/api/games/{game}/offers")).json()["offers"][-1]
                deed = {"action": {"type": offer["type"], **offer["fixed"]}, "after": number}
                answers = await asyncio.gather(
                    *(client.post(f"/api/games/{game}/act", json=deed) for _ in range(CLIENTS))
                )
                statuses = sorted(answer.status_code for answer in answers)
                assert statuses == [200] + [409] * (CLIENTS - 1)
                position = (await client.get(f"/api/games/{game}")).json()
                assert position["number"] == number + 1

    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, rush()).result()


def test_two_processes_race_and_nothing_is_doubled(database: Path) -> None:
    async def race() -> None:
        settings = Settings(database=f"sqlite:///{database}")
        doors = [httpx.ASGITransport(create_app(settings)) for _ in range(2)]
        clients = [httpx.AsyncClient(transport=door, base_url="http://table", timeout=60) for door in doors]
        game = (await clients[0].post("/api/games", json=NEW)).json()["game"]["id"]
        for number in range(6):
            offer = (await clients[0].get(f"/api/games/{game}/offers")).json()["offers"][-1]
            deed = {"action": {"type": offer["type"], **offer["fixed"]}, "after": number}
            answers = await asyncio.gather(
                *(clients[n % 2].post(f"/api/games/{game}/act", json=deed) for n in range(8))
            )
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
            for client in clients:
                assert (await client.get(f"/api/games/{game}")).json()["number"] == number + 1
        for client in clients:
            await client.aclose()

    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, race()).result()
