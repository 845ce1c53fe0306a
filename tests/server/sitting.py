"""Tables that are sat at by links: starting one, and the people who come to it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.testing import TestClient

from tests.server.conftest import Visitor, written


class Guest:
    """A program, or somebody with a browser of his own, at one table."""

    def __init__(self, client: TestClient[Any], token: str = "") -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **query: Any) -> Any:
        """Ask the API."""
        return self.client.get(f"/api{path}", params=query, headers=self.headers)

    def post(self, path: str, **data: Any) -> Any:
        """Tell the API."""
        return self.client.post(f"/api{path}", json=data, headers=self.headers)


class Seats:
    """A new table sat at by links, with everybody's tokens."""

    def __init__(self, client: TestClient[Any], title: str = "1867", **fields: Any) -> None:
        fields = {"players": ["Ann", "Bob", "Cleo"], "sitting": "seats", "seed": "seats", **fields}
        answer = client.post("/api/games", json={"title": title, **fields})
        assert answer.status_code == 201, answer.text
        self.client = client
        self.started = answer.json()
        self.id = str(self.started["game"]["id"])
        self.path = f"/games/{self.id}"
        self.tokens = {each["seat"]: each["token"] for each in self.started["invitations"]}
        self.links = {each["seat"]: each["link"] for each in self.started["invitations"]}

    def guest(self, seat: str | None) -> Guest:
        """The program with a seat's token; ``""`` is the host's, ``None`` a stranger's, who has none."""
        return Guest(self.client, "" if seat is None else self.tokens[seat])

    def browser(self, seat: str | None = None) -> Visitor:
        """A browser of its own that has opened a seat's link."""
        visitor = Visitor(TestClient(self.client.app, raise_server_exceptions=False))
        if seat is not None:
            assert visitor.get(self.links[seat]).status_code == 200
        return visitor

    def some_action(self) -> tuple[str, dict[str, Any]]:
        """A seat that must decide and something it may do."""
        for seat in self.guest(None).get(self.path).json()["to_move"]:
            offers = self.guest(seat).get(f"{self.path}/offers").json()["offers"]
            return seat, written(offers[0])
        raise LookupError("nobody has to decide")


def choice(action: dict[str, Any]) -> str:
    """An action as it stands in an address."""
    return msgspec.json.encode(action).decode()
