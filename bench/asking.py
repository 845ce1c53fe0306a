"""Asking an application in this process: no socket, no client library, so that what is measured is the server's own time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from towpath.server.app import create_app
from towpath.server.settings import Settings


class Reply(msgspec.Struct, frozen=True):
    """An answer: ``seconds`` that it took, ``busy`` the processor's of all threads; names of ``headers`` in small letters; the
    ``cookies`` that are set."""

    status: int
    body: bytes
    headers: dict[str, str]
    cookies: dict[str, str]
    seconds: float
    busy: float


class Asking:
    """An application that is running, on a loop of its own."""

    def __init__(self, settings: Settings) -> None:
        self._loop = asyncio.new_event_loop()
        self._app: Any = create_app(settings)
        self._end, self._begun = asyncio.Event(), asyncio.Event()

    def __enter__(self) -> Asking:
        self._life = self._loop.create_task(self._live())
        self._loop.run_until_complete(self._begun.wait())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.set()
        self._loop.run_until_complete(self._life)
        self._loop.close()

    async def _live(self) -> None:
        # One task from beginning to end: the application's scopes have to be left where they were entered.
        async with self._app.lifespan():
            self._begun.set()
            await self._end.wait()

    def get(self, address: str, **headers: str) -> Reply:
        """Ask for an address. An underscore in a header's name is a hyphen."""
        return self.ask("GET", address, b"", headers)

    def post(self, address: str, data: object, **headers: str) -> Reply:
        """Send JSON."""
        return self.ask("POST", address, msgspec.json.encode(data), {"content-type": "application/json", **headers})

    def ask(self, method: str, address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        """One request, timed from its arrival to the last byte of the answer."""
        named = {"host": "localhost", "content-length": str(len(body)), **headers}
        return self._loop.run_until_complete(self._ask(method, address, body, named))

    async def _ask(self, method: str, address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        split, sent = urlsplit(address), [{"type": "http.request", "body": body, "more_body": False}]
        got: list[Any] = []

        async def receive() -> Any:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            got.append(message)

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": split.path, "raw_path": quote(split.path).encode(), "query_string": split.query.encode(), "root_path": "",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        }  # fmt: skip
        begun, busy = perf_counter(), process_time()
        await self._app(scope, receive, send)
        taken, worked = perf_counter() - begun, process_time() - busy
        (start,) = (each for each in got if each["type"] == "http.response.start")
        content = b"".join(each.get("body", b"") for each in got if each["type"] == "http.response.body")
        pairs = [(name.decode().lower(), value.decode()) for name, value in start["headers"]]
        crumbs = (value.partition(";")[0].partition("=") for name, value in pairs if name == "set-cookie")
        jar = {name: value for name, _, value in crumbs}
        return Reply(start["status"], content, dict(pairs), jar, taken, worked)


@contextmanager
def table(**settings: Any) -> Iterator[Asking]:
    """A table over a database that is thrown away."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        with Asking(Settings(database=url, local=True, **settings)) as asking:
            yield asking
