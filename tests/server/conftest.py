"""A table over a database of its own, and the ways tests sit down at it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from httpx import Response
from litestar.testing import TestClient

from tests.server.foreign import write_foreign
from tests.server.postgres import Cluster, binaries, running_cluster
from towpath.server.app import create_app
from towpath.server.settings import Settings


class Visitor:
    """Somebody with a browser, as far as forms and links go."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.token = ""

    def get(self, path: str, **parameters: object) -> Response:
        """A page. Its form token is kept."""
        found = self.client.get(path, **parameters)  # type: ignore[arg-type]
        token = re.search(r'name="_csrf_token" value="([0-9a-f]+)"', found.text)
        self.token = token[1] if token else self.token
        return found

    def post(self, path: str, /, **fields: object) -> Response:
        """A form, with the token of the last page."""
        fields.setdefault("_csrf_token", self.token)
        return self.client.post(path, data=fields, follow_redirects=False)

    def sit(self, title: str = "1867", players: tuple[str, ...] = ("Ann", "Bob", "Cleo"), **fields: object) -> str:
        """Start a game through the form; its address."""
        self.get(f"/new/{title}")
        names = {f"player{n}": name for n, name in enumerate(players, 1)}
        answer = self.post("/games", **{"title": title, **names, **fields})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def sit_with(self, seed: str, title: str, players: tuple[str, ...], **terms: Any) -> str:
        """Start a game whose course is known beforehand, which the form does not allow; its address."""
        self.get("/")
        fields = {"title": title, "players": players, "seed": seed, "curtain": False, **terms}
        answer = self.client.post("/api/games", json=fields)
        assert answer.status_code == 201, answer.text
        return f"/games/{answer.json()['game']['id']}"

    def act(self, path: str, action: dict[str, Any], after: int, **headers: str) -> Response:
        """The confirm button."""
        fields = {"_csrf_token": self.token, "choice": msgspec.json.encode(action).decode(), "after": str(after)}
        return self.client.post(f"{path}/act", data=fields, headers=headers, follow_redirects=False)

    def length(self, path: str) -> int:
        """How many entries the game's log has."""
        return int(self.client.get(f"/api{path}").json()["number"])

    def offered(self, path: str) -> list[dict[str, Any]]:
        """The offers, as the API gives them."""
        return list(self.client.get(f"/api{path}/offers").json()["offers"])

    def some_action(self, path: str) -> dict[str, Any]:
        """One action that is offered now; never a pass unless nothing else is."""
        offers = self.offered(path)
        offer = next((each for each in offers if each["type"] != "pass"), offers[0])
        return written(offer)


def written(offer: dict[str, Any]) -> dict[str, Any]:
    """An action of an offer, as the API gives it."""
    action = {"type": offer["type"], **offer["fixed"]}
    for domain in offer["domains"]:
        if domain["domain"] == "options":
            action[domain["field"]] = domain["values"][0]
        elif domain["domain"] == "range":
            action[domain["field"]] = domain["least"]
        elif domain["domain"] in ("rows", "spare"):
            action |= dict(zip(domain["fields"], domain["rows"][0], strict=True))
    return action


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the table keeps its games."""
    return tmp_path / "games" / "table.sqlite3"


@pytest.fixture
def client(database: Path) -> Iterator[TestClient[Any]]:
    """A table that is open."""
    with TestClient(
        create_app(Settings(database=f"sqlite:///{database}", local=True)), raise_server_exceptions=False
    ) as opened:
        yield opened


@pytest.fixture(scope="session")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the made-up language."""
    return write_foreign(tmp_path_factory.mktemp("translations"))


@pytest.fixture
def visitor(client: TestClient[Any]) -> Visitor:
    """Somebody at the table."""
    return Visitor(client)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL to make databases in; without one the test is skipped."""
    programs = binaries()
    if programs is None:
        pytest.skip("no PostgreSQL here: install Debian's postgresql, or have initdb and postgres on the path")
    with running_cluster(programs) as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, database: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{database}"
    return str(request.getfixturevalue("postgres").database())
