"""The live side: who listens is told at once how far the game is, and nothing else; streams end and are counted."""

from __future__ import annotations

import asyncio
import signal
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn

from tests.server.conftest import Visitor
from tests.server.running import Running
from towpath.server.live import LocalHub
from towpath.server.main import EndingStreams
from towpath.server.stream import MOST_STREAMS


def test_a_listener_is_woken_from_any_thread_and_only_for_his_game() -> None:
    async def listen() -> None:
        hub = LocalHub()
        with hub.listening("a") as mine, hub.listening("b") as other:
            threading.Thread(target=hub.tell, args=("a",)).start()
            assert await mine.news(5)
            assert not await mine.news(0.01)
            assert not await other.news(0.01)
            hub.tell("a")
            hub.tell("a")
            assert await mine.news(5)
            assert not await mine.news(0.01)
            assert hub.count == 2
        assert hub.count == 0

    asyncio.run(listen())


def test_a_hub_that_closes_ends_those_who_listen_and_those_who_come_later() -> None:
    async def listen() -> None:
        hub = LocalHub()
        with hub.listening("a") as early:
            hub.close()
            assert await early.news(5)
            assert early.is_closed
            with hub.listening("a") as late:
                assert late.is_closed

    asyncio.run(listen())


def test_those_who_hear_of_the_same_news_read_it_once() -> None:
    reads: list[int] = []

    async def listen() -> None:
        hub, go = LocalHub(), asyncio.Event()

        async def read() -> int:
            reads.append(len(reads) + 1)
            number = reads[-1]
            await go.wait()
            return number

        with hub.listening("a") as one, hub.listening("a") as other, hub.listening("a") as late:
            early = [asyncio.ensure_future(each.circle.read(read)) for each in (one, other)]
            await asyncio.sleep(0)
            hub.tell("a")  # what is being read may have been looked up before
            after = asyncio.ensure_future(late.circle.read(read))
            await asyncio.sleep(0)
            early[0].cancel()  # he has left, and the other still waits for it
            go.set()
            assert await asyncio.gather(early[1], after) == [1, 2]
            assert await late.circle.read(read) == 3

    asyncio.run(listen())
    assert reads == [1, 2, 3]


@pytest.fixture
def table(tmp_path: Path) -> Any:
    running = Running(tmp_path / "table.sqlite3")
    yield running
    running.stop()


def start(table: Running) -> str:
    answer = table.client.post("/api/games", json={"title": "1867", "players": ["Ann", "Bob", "Cleo"]})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game"]["id"])


def act(table: Running, game: str) -> None:
    offers = table.client.get(f"/api/games/{game}/offers").json()["offers"]
    offer = next(each for each in offers if each["type"] == "pass")
    answer = table.client.post(f"/api/games/{game}/act", json={"action": {"type": "pass", **offer["fixed"]}})
    assert answer.status_code == 200, answer.text


def events(response: httpx.Response) -> Any:
    """The events of a stream, each as its fields."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            if "event" in fields:
                yield fields
            fields = {}


def test_every_stored_entry_is_told_with_whose_turn_it_is(table: Running) -> None:
    game = start(table)
    with table.client.stream("GET", f"/games/{game}/stream") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert "no-cache" in response.headers["cache-control"]
        heard = events(response)
        first = next(heard)
        assert first["event"] == "entry"
        assert msgspec.json.decode(first["data"])["number"] == 0
        for number in (1, 2):
            act(table, game)
            news = next(heard)
            said = msgspec.json.decode(news["data"])
            assert news["id"] == str(number)
            assert said.keys() == {"number", "turn"}
            assert said["number"] == number
            assert any(name in said["turn"] for name in ("Ann", "Bob", "Cleo"))


def test_one_browser_has_a_few_streams_and_gets_them_back(table: Running) -> None:
    game = start(table)
    path = f"/games/{game}/stream"
    table.client.get("/")
    opened = [
        httpx.Client(base_url=table.address, timeout=20, cookies=table.client.cookies) for _ in range(MOST_STREAMS + 1)
    ]
    held = [client.stream("GET", path) for client in opened]
    responses = [each.__enter__() for each in held[:MOST_STREAMS]]
    assert {response.status_code for response in responses} == {200}
    assert opened[-1].get(path).status_code == 429
    assert table.client.get(f"/games/{game}/now").json()["number"] == 0
    held[0].__exit__(None, None, None)
    opened[0].close()
    for _ in range(100):
        with opened[-1].stream("GET", path) as again:
            if again.status_code == 200:
                break
    assert again.status_code == 200
    for client in opened:
        client.close()


def test_a_server_that_is_stopped_does_not_wait_for_streams(table: Running) -> None:
    game = start(table)
    with (
        httpx.Client(base_url=table.address, timeout=20) as client,
        client.stream("GET", f"/games/{game}/stream") as response,
    ):
        next(events(response))
        table.process.terminate()
        table.process.wait(timeout=3)  # it would be 5 seconds with a stream that does not end


def test_a_signal_that_comes_while_the_hub_is_busy_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal interrupts the thread that the event loop is on: had its handler to wait for that thread, both would for ever."""
    handled: list[bool] = []

    async def serve_and_be_stopped() -> None:
        hub = LocalHub()
        server = EndingStreams(uvicorn.Config(lambda *_: None, lifespan="off"), hub.close)
        server.servers, server.force_exit = [], True  # nothing to serve here, nor to wait for
        busy = threading.Lock()
        monkeypatch.setattr(hub, "_lock", busy)
        with busy:
            signalled = threading.Thread(target=server.handle_exit, args=(signal.SIGTERM, None), daemon=True)
            signalled.start()
            signalled.join(5)
            handled.append(not signalled.is_alive() and server.should_exit)
        with hub.listening("a") as early:
            await server.shutdown([])
            assert early.is_closed

    asyncio.run(serve_and_be_stopped())
    assert handled == [True]


def test_whoever_loses_his_link_is_told_and_his_stream_ends(table: Running) -> None:
    new = {"title": "1867", "players": ["Ann", "Bob"], "sitting": "seats", "spectators": False}
    made = table.client.post("/api/games", json=new).json()
    game, tokens = made["game"]["id"], {each["seat"]: each["token"] for each in made["invitations"]}
    mine, host = ({"Authorization": f"Bearer {tokens[seat]}"} for seat in ("p1", ""))
    with (
        httpx.Client(base_url=table.address, timeout=20) as browser,
        browser.stream("GET", f"/games/{game}/stream", headers=mine) as response,
    ):
        heard = events(response)
        assert next(heard)["event"] == "entry"
        table.client.post(f"/api/games/{game}/seats/p2/link", json={}, headers=host)
        assert next(heard)["event"] == "entry"
        table.client.post(f"/api/games/{game}/seats/p1/link", json={}, headers=host)
        assert [event["event"] for event in heard] == ["shut"]


def test_a_stream_of_no_game_is_not_here(visitor: Visitor) -> None:
    assert visitor.get("/games/nonsense/stream").status_code == 404
    assert visitor.get("/games/nonsense/now").status_code == 404
