"""People, or programs, at fifty tables: they sit down by links, listen, post what was played beforehand, and are timed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import cycle
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

import msgspec

from bench.lines import Line, Reply
from bench.scripts import BRASS, LONG, acts, cut, played
from towpath.kernel.record import Act

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TOKEN = re.compile(rb'name=\\?"_csrf_token\\?" value=\\?"([0-9a-f]+)')
SLOTS = re.compile(rb'data-part="([\w-]+)" data-version="(\w+)"')
PATIENCE = 30.0
"""Seconds after which a listener that has heard nothing is given up."""


class Times:
    """What was measured, in seconds: ``posts`` from the moment a post was due to its answer, ``heard`` from that to the last
    listener's news, ``pages`` the parts that listeners fetch then. ``refused``: answers that were no success."""

    def __init__(self) -> None:
        self.posts: list[float] = []
        self.heard: list[float] = []
        self.pages: list[float] = []
        self.refused: list[str] = []

    def clear(self) -> None:
        """Begin anew."""
        for each in (self.posts, self.heard, self.pages, self.refused):
            each.clear()


class Seat:
    """Somebody at a table: a program with its token, or a ``browser`` with its cookies, that shows each change at once."""

    def __init__(self, port: int, path: str, token: str, browser: bool) -> None:
        self.path, self.token, self.browser = path, token, browser
        headers = {} if browser else {"Authorization": f"Bearer {token}"}
        self.line, self.ear = Line(port, headers), Line(port, headers)
        self.form = ""
        self.have: dict[str, str] = {}
        self.number = self.shown = 0
        self.news = asyncio.Event()

    async def sit(self, link: str) -> None:
        """Open the link as a browser does, and look at the table."""
        if not self.browser:
            return
        jar: dict[str, str] = {}
        for path in (link, f"{link}?again=1", self.path):
            reply = await self.line.ask("GET", path)
            jar |= reply.cookies
            self.line.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
        self.ear.headers["Cookie"] = self.line.headers["Cookie"]
        found = TOKEN.search(reply.body)
        if reply.status != 200 or found is None:
            raise ConnectionError(f"the table is answered with {reply.status} to who has opened his link")
        self.form = found[1].decode()
        self.have = {name.decode(): version.decode() for name, version in SLOTS.findall(reply.body)}

    async def listen(self) -> None:
        """Hear of every change; a browser fetches what it lacks, one thing after the other."""
        async for data in self.ear.events(f"{self.path}/stream"):
            number = int(msgspec.json.decode(data)["number"])
            if number > self.number:
                self.number = number
                self.news.set()

    async def follow(self, times: Times) -> None:
        """What the script of a page does at news: fetch the parts that have changed."""
        while True:
            await self.news.wait()
            self.news.clear()
            if self.number > self.shown:
                begun = perf_counter()
                reply = await self.line.ask("GET", self.path, headers=self._parts())
                times.pages.append(perf_counter() - begun)
                self._kept(reply)

    def _parts(self) -> dict[str, str]:
        return {
            "x-towpath-parts": "1",
            "x-towpath-have": ",".join(f"{name}={value}" for name, value in self.have.items()),
        }

    def _kept(self, reply: Reply) -> None:
        answer: dict[str, Any] = msgspec.json.decode(reply.body)
        self.have |= {name: part["version"] for name, part in answer["parts"].items()}
        self.shown = int(answer["number"])

    async def post(self, act: Act, after: int) -> Reply:
        """Play an action."""
        if not self.browser:
            body = msgspec.json.encode({"action": act.action, "after": after})
            return await self.line.ask("POST", f"/api{self.path}/act", body, JSON)
        fields = {"_csrf_token": self.form, "choice": msgspec.json.encode(act.action).decode(), "after": str(after)}
        reply = await self.line.ask("POST", f"{self.path}/act", urlencode(fields).encode(), FORM | self._parts())
        if reply.status == 200:
            self._kept(reply)
        return reply


class Table:
    """A table with four seats and what is going to be played there."""

    def __init__(self, seats: dict[str, Seat], number: int, rest: Iterator[Act]) -> None:
        self.seats, self.number, self._rest = seats, number, rest

    async def play(self, due: float, times: Times) -> bool:
        """Post the next action, and wait until all have heard of it; ``False`` when the game is over."""
        act = next(self._rest, None)
        if act is None:
            return False
        reply = await self.seats[act.by].post(act, self.number)
        times.posts.append(perf_counter() - due)
        if reply.status != 200:
            times.refused.append(f"{reply.status} {reply.body[:200]!r}")
            return False
        self.number += 1
        while any(seat.number < self.number for seat in self.seats.values()):
            if perf_counter() - due > PATIENCE:
                times.refused.append("a listener has heard nothing")
                return False
            await asyncio.sleep(0.002)
        times.heard.append(perf_counter() - due)
        return True


async def sit_down(port: int, tables: int, browser: bool) -> list[Table]:
    """New tables, in games of all titles that have come to different lengths, with everybody seated."""
    games = [played(title, seed, 600) for title, seed in (*LONG, BRASS)]
    found = []
    async with Line(port) as line:
        for index, game in zip(range(tables), cycle(games), strict=False):
            most = game.number
            number = most // 6 + (index * most // tables) // 3
            reply = await line.ask("POST", "/api/games/import", msgspec.json.encode(cut(game, number)), JSON)
            path = f"/games/{msgspec.json.decode(reply.body)['game']['id']}"
            reply = await line.ask("POST", f"/api{path}/links", b"{}", JSON)
            seats = {}
            for each in msgspec.json.decode(reply.body):
                if each["seat"]:
                    seats[each["seat"]] = Seat(port, path, each["token"], browser)
                    await seats[each["seat"]].sit(each["link"])
            found.append(Table(seats, number, iter(acts(game)[number:])))
    return found


async def post_for(tables: list[Table], rate: float, seconds: float, times: Times) -> None:
    """Post in turn at all tables, so many actions a second, whether or not the last are answered; a table whose last action is
    still on its way waits, and the wait counts."""
    waiting = {index: asyncio.Lock() for index in range(len(tables))}

    async def one(index: int, due: float) -> None:
        async with waiting[index]:
            await tables[index].play(due, times)

    begun, tasks = perf_counter(), []
    for number in range(int(rate * seconds)):
        due = begun + number / rate
        await asyncio.sleep(max(0.0, due - perf_counter()))
        tasks.append(asyncio.create_task(one(number % len(tables), due)))
    await asyncio.gather(*tasks)
