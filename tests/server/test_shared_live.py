"""Live tables of several servers over one PostgreSQL: who listens at one hears what is done at another."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.postgres import Cluster
from tests.server.running import Running
from tests.server.test_bots import until
from tests.server.test_live import events
from towpath.server.database import Database
from towpath.server.live import Listener
from towpath.server.shared_hub import SharedHub

SOON = 20
"""Seconds that news may take on a machine that has much else to do."""


@contextmanager
def hub(url: str) -> Iterator[SharedHub]:
    database = Database(url)
    made = SharedHub(database)
    made.open()
    try:
        yield made
    finally:
        made.close()
        database.close()


async def connected(teller: SharedHub, listener: Listener, heard: list[str]) -> None:
    """Wait until one hub hears the other, and forget what was said for that."""
    while "first" not in heard:
        teller.tell("first")
        await listener.news(0.1)
    while await listener.news(0.3):
        pass
    heard.clear()


def test_what_one_tells_others_hear_once_and_after_a_lost_connection_everybody_looks(postgres: Cluster) -> None:
    async def listen() -> None:
        url = postgres.database()
        with hub(url) as one, hub(url) as other, other.listening("a") as far, one.listening("a") as near:
            heard: list[str] = []
            other.others.append(heard.append)
            await connected(one, far, heard)
            while await near.news(0.1):
                pass
            one.tell("a")
            assert await far.news(SOON)
            assert await near.news(SOON)
            one.tell("b")
            async with asyncio.timeout(SOON):
                while heard != ["a", "b"]:
                    assert not await far.news(0.1)
            assert not await near.news(0.1)
            postgres.cut_connections()
            assert await far.news(SOON)  # nobody has told anything
            one.tell("a")
            assert await far.news(SOON)

    asyncio.run(listen())


@pytest.fixture
def pair(postgres: Cluster) -> Iterator[tuple[Running, Running]]:
    """Two servers with one database."""
    url = postgres.database()
    both = Running(url, bot_pause=0.2), Running(url, bot_pause=0.2)
    yield both
    for each in both:
        if each.process.poll() is None:
            each.stop()


def start(server: Running, **fields: Any) -> dict[str, Any]:
    new = {"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "shared", "sitting": "seats", **fields}
    answer = server.client.post("/api/games", json=new)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def told(event: dict[str, str]) -> int:
    return int(msgspec.json.decode(event["data"])["number"])


def say(server: Running, game: str, token: str, text: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    answer = server.client.post(f"/api/games/{game}/talk", json={"text": text}, headers=headers)
    assert answer.status_code == 200, answer.text


def test_a_stream_at_one_server_tells_what_is_done_at_the_other(
    pair: tuple[Running, Running], postgres: Cluster
) -> None:
    one, other = pair
    game = start(one)
    path, token = game["game"]["id"], game["invitations"][1]["token"]
    with other.client.stream("GET", f"/games/{path}/stream") as response:
        heard = (event for event in events(response) if event["event"] == "entry")
        assert told(next(heard)) == 0
        for number in (1, 2):
            say(one, path, token, f"remark {number}")
            assert told(next(heard)) == number
        postgres.cut_connections()
        until(lambda: one.client.get("/health").json()["status"] == "ok")
        say(one, path, token, "remark 3")
        assert 3 in (told(event) for event in heard)


def test_bots_are_at_work_in_one_server_and_go_on_in_the_other_when_it_is_killed(
    pair: tuple[Running, Running],
) -> None:
    one, other = pair
    game = start(one, bots={"Ann": "random", "Bob": "random", "Cleo": "random"})["game"]["id"]

    def length() -> int:
        return int(other.client.get(f"/api/games/{game}").json()["number"])

    until(lambda: length() >= 6)
    one.kill()
    was = length()
    until(lambda: length() >= was + 6)
    log = other.client.get(f"/api/games/{game}/record").json()["log"]
    assert {entry["hand"] for entry in log} == {"bot"}
    assert other.client.get(f"/api/games/{game}").json()["number"] >= len(log)


def test_whoever_loses_his_link_loses_his_stream_at_every_server(pair: tuple[Running, Running]) -> None:
    one, other = pair
    game = start(one, spectators=False)
    path, tokens = game["game"]["id"], {each["seat"]: each["token"] for each in game["invitations"]}
    with httpx.Client(base_url=other.address, timeout=SOON, follow_redirects=True) as browser:
        assert browser.get(f"/seat/{tokens['p2']}").status_code == 200
        bearer = {"Authorization": f"Bearer {tokens['p3']}"}
        with (
            browser.stream("GET", f"/games/{path}/stream") as seat,
            one.client.stream("GET", f"/games/{path}/stream", headers=bearer) as program,
        ):
            streams = [events(seat), events(program)]
            assert [next(each)["event"] for each in streams] == ["entry", "entry"]
            host = {"Authorization": f"Bearer {tokens['']}"}
            for lost in ("p2", "p3"):
                answer = other.client.post(f"/api/games/{path}/seats/{lost}/link", json={}, headers=host)
                assert answer.status_code == 200, answer.text
            for each in streams:
                assert [event["event"] for event in each if event["event"] != "entry"][-1] == "shut"
        assert browser.get(f"/games/{path}/now").status_code == 403
