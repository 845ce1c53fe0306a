"""HTTP over plain sockets, for a client that must leave the processors to the server that it measures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Self

import msgspec


class Reply(msgspec.Struct, frozen=True):
    """An answer; header names in small letters, ``cookies`` as pairs."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    body: bytes


class Line:
    """A connection that is kept open, one request at a time, with the headers that each of them carries."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self._port = port
        self._lock = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.headers = dict(headers or {})

    async def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Reply:
        """Send a request and read its answer. ``ConnectionError`` when the server hangs up."""
        async with self._lock:
            reader = await self._send(method, path, body, headers or {})
            status, named, cookies = await _head(reader)
            content = await _body(reader, named)
        return Reply(status, named, cookies, content)

    async def events(self, path: str) -> AsyncIterator[bytes]:
        """The data of the events of a stream, until it ends or nobody reads on."""
        async with self._lock:
            reader = await self._send("GET", path, b"", {})
            status, _, _ = await _head(reader)
            if status != 200:
                raise ConnectionError(f"the stream {path} is answered with {status}")
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    yield line[6:].strip()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None

    async def _send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> asyncio.StreamReader:
        if self._ends is None or self._ends[0].at_eof():
            self._ends = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        reader, writer = self._ends
        named = {"Host": f"127.0.0.1:{self._port}", "Content-Length": str(len(body)), **self.headers, **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        await writer.drain()
        return reader


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    named: dict[str, str] = {}
    cookies: dict[str, str] = {}
    for line in head[1:-2]:
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            cookie, _, kept = value.strip().partition(";")[0].partition("=")
            cookies[cookie] = kept
        named[name.lower()] = value.strip()
    return int(head[0].split(" ", 2)[1]), named, cookies


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(parts)
