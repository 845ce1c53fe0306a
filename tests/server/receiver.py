"""A receiver of notices on this machine, and a delivery that keeps what it is given."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any, NamedTuple

from towpath.server.notices.letters import Report


class Letter(NamedTuple):
    """A notice that has arrived."""

    address: str
    title: str
    body: str


class Kept:
    """A delivery that keeps what it is given. ``answers``: reports to give instead of success, the first first."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.tried = 0
        self.answers: list[Report] = []

    def check(self, address: str) -> Report:
        """Every address will do."""
        return Report("sent") if "bad" not in address else Report("refused", "it is bad")

    def send(self, address: str, title: str, body: str) -> Report:
        """Keep it."""
        self.tried += 1
        if self.answers:
            answer = self.answers.pop(0)
            if answer.outcome != "sent":
                return answer
        self.letters.append(Letter(address, title, body))
        return Report("sent")


class Receiver:
    """A web server that takes whatever is posted to it. ``status``: what it answers with; ``location``: where it leads to."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.got: list[dict[str, Any]] = []
        self.status = 200
        self.location = ""

    @property
    def address(self) -> str:
        """Where notices for it go."""
        return f"json://127.0.0.1:{self.port}/notices"


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that listens."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append({"path": self.path, **json.loads(body)})
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_port)
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def receiving_mail() -> Iterator[tuple[int, list[str]]]:
    """A mail server that takes every letter; its port, and the letters as they came."""
    letters: list[str] = []

    class Handler(StreamRequestHandler):
        def say(self, text: str) -> None:
            self.wfile.write(text.encode() + b"\r\n")

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                word = line.upper().partition(" ")[0]
                if word == "QUIT":
                    self.say("221 bye")
                    return
                if word == "DATA":
                    self.say("354 go on")
                    letters.append("".join(iter(lambda: self.rfile.readline().decode(), ".\r\n")))
                answers = {"EHLO": "250-here\r\n250 AUTH PLAIN LOGIN", "AUTH": "235 welcome"}
                self.say(answers.get(word, "250 good"))

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_address[1], letters
        finally:
            server.shutdown()
            thread.join()


def until(happened: Callable[[], object], seconds: float = 30) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.02)
