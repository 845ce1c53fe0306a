"""Many at once: one decision is answered once, and games do not hinder each other."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx

from towpath.api import Game
from towpath.kernel import record as records
from towpath.server.app import create_app
from towpath.server.settings import Settings

CLIENTS = 50
NEW: dict[str, Any] = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "many"}


def test_of_fifty_answers_to_one_decision_one_is_stored(database: Path) -> None:
    """C068: the same request with one number of the log again and again counts once."""

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


def test_c021_of_two_different_answers_one_counts_each_of_a_hundred_times(database: Path) -> None:
    """Two clients answer the same position differently at once. One is taken, both see the same, and the log replays to it."""

    async def duel() -> None:
        transport = httpx.ASGITransport(create_app(Settings(database=f"sqlite:///{database}")))
        rng = Random(21)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://table", timeout=60) as one,
            httpx.AsyncClient(transport=transport, base_url="http://table", timeout=60) as other,
        ):
            game = (await one.post("/api/games", json=NEW)).json()["game"]["id"]
            mirror = Game.new(NEW["title"], NEW["players"], seed=NEW["seed"])
            duels = 0
            while duels < 100:
                offers = mirror.offers()
                quick = [offer for offer in offers if offer.type != "run_routes"]
                choice = [next(offer.actions(1)) for offer in quick or offers]
                pair = rng.sample(choice, min(2, len(choice)))
                deeds = [{"action": mirror.timeline.codec.plain(act), "after": mirror.number} for act in pair]
                clients = [one, other][: len(deeds)]
                rng.shuffle(clients)
                answers = await asyncio.gather(
                    *(c.post(f"/api/games/{game}/act", json=deed) for c, deed in zip(clients, deeds, strict=True))
                )
                assert sorted(answer.status_code for answer in answers) == [200, 409][: len(deeds)]
                mirror.play(pair[[answer.status_code for answer in answers].index(200)])
                seen = [(await client.get(f"/api/games/{game}")).json() for client in (one, other)]
                assert seen[0]["state"] == seen[1]["state"]
                assert seen[0]["number"] == mirror.number
                duels += len(deeds) == 2
            record = (await one.get(f"/api/games/{game}/record")).content
        replayed = Game(records.load(record))
        assert replayed.divergence is None
        assert replayed.state == mirror.state

    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, duel()).result()


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
