"""Several clients at one table who do whatever they may, and remember what they were answered: for servers that are killed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec

from tests.server.conftest import written
from towpath.api import Game
from towpath.kernel import record as records
from towpath.kernel.record import Record

PATIENCE = 60


class Answered(NamedTuple):
    """Something that was answered: made after so many entries, stored among the first ``number``."""

    what: str
    after: int
    number: int
    action: dict[str, Any] | None = None


class Crowd:
    """Clients in threads of their own. ``addresses``: gives those of the servers that may be asked just now."""

    def __init__(self, game: str, addresses: Callable[[], Sequence[str]], clients: int, seed: int) -> None:
        self.game = game
        self.answered: list[Answered] = []
        self.said: list[str] = []
        self.tried: list[str] = []
        self.faults: list[str] = []
        self.heard = 0
        self._addresses = addresses
        self._ended = threading.Event()
        self._paused = threading.Event()
        self._busy = threading.Semaphore(clients)
        self._clients = clients
        work = [threading.Thread(target=self._work, args=(Random(f"{seed} {n}"), n)) for n in range(clients)]
        self._threads = [*work, threading.Thread(target=self._listen)]
        for thread in self._threads:
            thread.start()

    @property
    def count(self) -> int:
        """How much was answered and stored."""
        return len(self.answered) + len(self.said)

    def pause(self) -> None:
        """Let everybody come to the end of what he is doing, and wait."""
        self._paused.set()
        for _ in range(self._clients):
            assert self._busy.acquire(timeout=PATIENCE), "a client does not come back"

    def go_on(self) -> None:
        """And on they go."""
        self._paused.clear()
        self._busy.release(self._clients)

    def stop(self) -> None:
        """Send everybody home."""
        self._ended.set()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()

    def _work(self, rng: Random, name: int) -> None:
        remarks = count(1)
        while not self._ended.is_set():
            if self._paused.is_set():
                time.sleep(0.01)
                continue
            with self._busy:
                try:
                    with httpx.Client(base_url=rng.choice(self._addresses()), timeout=PATIENCE) as client:
                        for _ in range(rng.randrange(1, 8)):
                            if self._paused.is_set():
                                break
                            self._do(client, rng, f"{name}.{next(remarks)}")
                except (httpx.TransportError, IndexError):
                    time.sleep(0.05)  # killed in the middle, or nobody to ask

    def _do(self, client: httpx.Client, rng: Random, name: str) -> None:
        path, dice = f"/api/games/{self.game}", rng.random()
        if dice < 0.25:
            self.tried.append(name)
            self._note(client.post(f"{path}/talk", json={"text": name}), "talk", said=name)
            return
        offered = client.get(f"{path}/offers").json()
        after = offered["number"]
        if dice < 0.4 or not offered["offers"]:
            what = rng.choice(("undo", "undo", "redo"))
            self._note(client.post(f"{path}/{what}", json={"after": after}), what, after)
            return
        action = written(rng.choice(offered["offers"]))
        self._note(client.post(f"{path}/act", json={"action": action, "after": after}), "act", after, action)

    def _note(
        self, answer: httpx.Response, what: str, after: int = 0, action: dict[str, Any] | None = None, said: str = ""
    ) -> None:
        if answer.status_code == 200:
            if said:
                self.said.append(said)
            else:
                self.answered.append(Answered(what, after, answer.json()["number"], action))
        elif answer.status_code not in (400, 409, 422):
            self.faults.append(f"{what}: {answer.status_code} {answer.text}")

    def _listen(self) -> None:
        """As a page does: a stream, and when it breaks another one."""
        while not self._ended.is_set():
            try:
                address = self._addresses()[-1]
                with (
                    httpx.Client(base_url=address, timeout=2) as client,
                    client.stream("GET", f"/games/{self.game}/stream") as response,
                ):
                    for line in response.iter_lines():
                        if line.startswith("data: {"):
                            self.heard = int(msgspec.json.decode(line.removeprefix("data: "))["number"])
                        if self._ended.is_set():
                            return
            except (httpx.TransportError, IndexError):
                time.sleep(0.05)


class Ledger:
    """What a table must hold, however often its servers were killed."""

    def __init__(self) -> None:
        self.log: list[dict[str, Any]] = []
        self._game: Game | None = None

    def check(self, crowd: Crowd, address: str, whole: bool = False) -> None:
        """Log and position agree, what was there is there, what was answered is there once, and the rest once at most.
        ``whole``: the log is replayed from its beginning, and not from where it was looked at last."""
        with httpx.Client(base_url=f"{address}/api/games/{crowd.game}", timeout=PATIENCE) as client:
            position, record = client.get("").json(), client.get("/record").json()
        log = record["log"]
        assert not crowd.faults
        assert position["number"] == len(log)
        assert log[: len(self.log)] == self.log, "what was there has gone"
        self.log = log
        replayed = self._replayed(records.from_plain(record), whole)
        assert replayed.divergence is None
        assert msgspec.json.decode(replayed.view_json(None)) == position["state"]
        talk = [entry["text"] for entry in log if entry["entry"] == "note"]
        assert len(set(talk)) == len(talk), "a remark is doubled"
        assert set(crowd.said) <= set(talk) <= set(crowd.tried), "a remark that was answered is lost"
        self._check_deeds(crowd.answered)

    def _replayed(self, record: Record, whole: bool) -> Game:
        if self._game is None or whole:
            self._game = Game(record)
        self._game.timeline.follow(record.log[self._game.number :])
        return self._game

    def _check_deeds(self, answered: Sequence[Answered]) -> None:
        """Each deed that was answered has an entry of its own, between what its maker had seen and what he was told."""
        taken: set[int] = set()
        for deed in sorted(answered, key=lambda deed: deed.number):
            entries = range(deed.after, deed.number)
            found = next((n for n in entries if n not in taken and self._is(n, deed)), None)
            assert found is not None, f"{deed} was answered and is not in the log"
            taken.add(found)

    def _is(self, index: int, deed: Answered) -> bool:
        entry = self.log[index]
        return bool(entry["entry"] == deed.what and (deed.action or {}).items() <= entry.get("action", {}).items())


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)
