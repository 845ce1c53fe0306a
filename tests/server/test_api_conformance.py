"""The API against its own description: whatever is sent, no server error, and every answer is one that the description tells of.

schemathesis makes requests from the description, valid ones and faulty ones; here they are sent to games in progress of every
title, with and without tokens, and half of the actions in them are put in place of made-up ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.conftest import written
from towpath.api import Game
from towpath.server.app import create_app
from towpath.server.settings import Settings

TITLES = {"1856": 60, "1861": 60, "1867": 60, "Brass": 20}
"""Title -> how many actions were played in its game."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EXAMPLES = 6
"""Requests to each address every day; the full count is proved."""
KNOWN: dict[str, list[Any]] = {
    "title": [*TITLES, "1999"],
    "table": ["sheet", "worth", "prices", "earnings", "none"],
    "about": ["bid", "pass", "lay_tile", "build", "buy_share", "D2", "F8", "bolton-1"],
    "company": ["CNR", "GTR", "CGR", "MN", "NW", "GW", "p1", "p2"],
    "step": ["track", "token", "run"],
    "at": [0, 1, 20, 59],
    "tap": ["clear", "D2", "F8/0"],
}
"""Values that mean something, put into half the requests in place of made-up ones."""
UNREADABLE = "a field is missing or of the wrong kind"
"""What is said of a request that is not what the description asks for."""
JSON = {"Content-Type": "application/json"}


class Ground:
    """A server with a table of each title on one screen and one with links, made anew when a request has ended or deleted it."""

    def __init__(self, folder: Path) -> None:
        self._client = TestClient(
            create_app(Settings(database=f"sqlite:///{folder / 'api.sqlite3'}", local=True)),
            raise_server_exceptions=False,
        )
        self._ids: dict[tuple[str, bool], str] = {}
        self._tokens: dict[str, list[str]] = {}

    def __enter__(self) -> Ground:
        self._client.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.__exit__(None, None, None)

    def description(self) -> dict[str, Any]:
        return dict(self._client.get("/api/openapi.json").json())

    def table(self, title: str, seats: bool) -> str:
        """The id of the table."""
        known = self._ids.get((title, seats))
        if known is not None and not self._client.get(f"/api/games/{known}").json().get("game", {}).get(
            "finished", True
        ):
            return known
        made = self._client.post("/api/games/import", content=record_of(title), headers=JSON).json()["game"]["id"]
        links = self._client.post(f"/api/games/{made}/links", json={}).json() if seats else []
        self._ids[title, seats], self._tokens[made] = made, [each["token"] for each in links]
        return str(made)

    def tokens(self, game: str) -> list[str]:
        """What the table's links hold, a void one, and nothing."""
        return [*self._tokens[game], "void", ""]

    def action(self, game: str, token: str, number: int) -> dict[str, Any]:
        """Something that may be done there, if anything may."""
        offers = self._client.get(f"/api/games/{game}/offers", headers=_bearer(token)).json().get("offers", [])
        return written(offers[number % len(offers)]) if offers else {}

    def send(self, case: Any, token: str) -> Any:
        """The answer to a request that schemathesis has made."""
        sent = case.as_transport_kwargs(base_url="http://testserver.local")
        named = {"params": "params", "json": "json", "data": "content"}
        kept = {ours: sent[name] for name, ours in named.items() if sent.get(name) is not None}
        headers = {**sent["headers"], **_bearer(token)}
        return self._client.request(sent["method"], sent["url"], headers=headers, **kept)


@cache
def record_of(title: str) -> bytes:
    """The file of a game in progress."""
    game, rng = Game.new(title, ["Ann", "Bob", "Cleo"], seed="described"), Random(title)
    for _ in range(TITLES[title]):
        game.play(game.sample(rng))
    return msgspec.json.encode(game.timeline.codec.plain(game.record))


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with Ground(tmp_path_factory.mktemp("api")) as opened:
        yield opened


def _operations(ground: Ground) -> list[Any]:
    return [found.ok() for found in schemathesis.openapi.from_dict(ground.description()).get_all_operations()]


def _at_a_table(ground: Ground, draw: Callable[[Any], Any], case: Any) -> str:
    """Put a table that there is into most requests, and something that may be done there into half of those with an action; the
    token to send."""
    game = ground.table(draw(st.sampled_from(sorted(TITLES))), draw(st.booleans()))
    token = draw(st.sampled_from(ground.tokens(game)))
    path = case.path_parameters or {}
    if "game_id" in path and draw(st.integers(0, 9)):
        path["game_id"] = game
    if "seat" in path and draw(st.booleans()):
        path["seat"] = draw(st.sampled_from(["p1", "p2", "p3", "host"]))
    if case.meta.generation.mode.is_positive:
        for sent in (path, case.query, case.body):
            _mean(sent, draw)
    if isinstance(case.body, dict) and isinstance(case.body.get("action"), dict) and draw(st.booleans()):
        case.body["action"] = ground.action(game, token, draw(st.integers(0, 30)))
        spoilt = draw(st.sampled_from([*case.body["action"], ""]))
        if spoilt and draw(st.booleans()):
            case.body["action"][spoilt] = draw(ODD)
    return str(token)


def _mean(sent: Any, draw: Callable[[Any], Any]) -> None:
    """Put values that mean something into a part of a request, and let nobody wait."""
    for name in sent if isinstance(sent, dict) else ():
        if name == "wait":
            sent[name] = 0
        elif name in KNOWN and draw(st.booleans()):
            sent[name] = draw(st.sampled_from(KNOWN[name]))


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.lists(st.one_of(st.text(max_size=3), st.integers()), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def prove(ground: Ground, operation: Any, examples: int) -> None:
    """Send requests to one address and judge the answers."""
    positive = operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
    strategy = positive
    if operation.body or operation.query:
        strategy = st.one_of(positive, operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy, st.data())
    def sent(case: Any, data: Any) -> None:
        token = _at_a_table(ground, data.draw, case)
        response = ground.send(case, token)
        case.validate_response(response, checks=CHECKS)
        if response.status_code == 400 and case.meta.generation.mode.is_positive:
            assert UNREADABLE not in response.json()["error"], "the description asks for less than the server does"

    sent()


def test_every_answer_is_one_that_is_described(ground: Ground) -> None:
    for operation in _operations(ground):
        prove(ground, operation, EXAMPLES)


@pytest.mark.prove
def test_every_answer_is_one_that_is_described_in_full(ground: Ground, proof: Callable[[str], None]) -> None:
    operations = _operations(ground)
    for operation in operations:
        prove(ground, operation, 400)
    proof(f"schemathesis: {len(operations)} addresses of the API, 400 requests each, no answer that is not described")
