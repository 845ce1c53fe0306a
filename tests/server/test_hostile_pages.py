"""Garbage at every address of the pages: in queries, forms, headers, bodies, files. Never a server error, always a sentence."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from tests.server.conftest import Visitor, written
from tests.server.test_api_conformance import TITLES, record_of
from towpath.server.app import create_app
from towpath.server.settings import MAX_FORM, Settings

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NAMES = (
    "choice",
    "begun",
    "hex",
    "why",
    "at",
    "seat",
    "sandbox",
    "step",
    "tab",
    "after",
    "find",
    "chapter",
    "sort",
    "edit",
    "tap",
    "base",
    "n.price",
    "v.row",
    "m.until",
    "name",
    "text",
    "slot",
    "question",
    "agree",
    "to",
    "hours",
    "bot",
    "language",
)
"""Fields of forms and queries."""
FORMS = (
    "act",
    "screen",
    "undo",
    "redo",
    "program",
    "program/stop",
    "answer",
    "rename",
    "talk",
    "notes",
    "issue",
    "hand",
    "invite",
    "terms",
    "call",
    "leave",
    "return",
    "propose-end",
    "plans",
    "forget",
    "end",
    "delete",
    "notices",
)
WORDS = (
    "act",
    "map",
    "market",
    "log",
    "sheet",
    "graphs",
    "tiles",
    "p1",
    "p2",
    "CN",
    "C&SL",
    "D8",
    "D8/0",
    "any",
    "track",
    "run",
    "best",
    "list",
    "all",
    "-1",
    "0",
    "1",
    "99999999999999999999",
    "1e400",
    "NaN",
    "Infinity",
    "-Infinity",
    "null",
    "true",
    "[]",
    "{}",
    "\x00",
    "\ufeff",
    "\u202e",
    "%00",
    "../..",
    "' or 1=1 --",
    "<script>",
    "\ud800",
    "9" * 5000,
    "x" * 3000,
)
KEYS = st.sampled_from(
    [
        "type",
        "entity",
        "hex",
        "tile",
        "rotation",
        "price",
        "target",
        "runs",
        "city",
        "amount",
        "train",
        "company",
        "from",
        "place",
        "card",
    ]
)
LEAVES = st.one_of(
    st.sampled_from(WORDS),
    st.none(),
    st.booleans(),
    st.integers(-(2**80), 2**80),
    st.floats(),
    st.text(max_size=10),
    st.sampled_from(["bid", "pass", "lay_tile", "run_routes", "buy_train", "place_token", "build", "develop", "sell"]),
)
ACTIONS = st.dictionaries(
    st.one_of(KEYS, st.text(max_size=5)),
    st.recursive(
        LEAVES,
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
        max_leaves=8,
    ),
    max_size=6,
)
VALUES = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=30),
    ACTIONS.map(json.dumps),
    st.integers(0, 120).map(str),
    st.integers(1, 4000).map(lambda depth: "[" * depth),
)
QUERIES = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4)


class Ground:
    """A table of each title, in the midst of a game."""

    def __init__(self, folder: Path) -> None:
        self.client = TestClient(
            create_app(Settings(database=f"sqlite:///{folder / 'pages.sqlite3'}", local=True)),
            raise_server_exceptions=False,
        )
        self.visitor = Visitor(self.client)
        self._paths: dict[str, str] = {}

    def path(self, title: str) -> str:
        """The address of a table; another one when the last was deleted or is over."""
        known = self._paths.get(title)
        if known is None or self.client.get(f"/api{known}").json().get("game", {}).get("finished", True):
            headers = {"Content-Type": "application/json"}
            made = self.client.post("/api/games/import", content=record_of(title), headers=headers).json()
            self._paths[title] = f"/games/{made['game']['id']}"
            self.visitor.get(self._paths[title])
        return self._paths[title]

    def spoilt(self, path: str, spoil: tuple[int, int, object, str] | None) -> dict[str, str]:
        """An action that is offered there with one field spoilt, as it stands in an address."""
        if spoil is None:
            return {}
        which, field, value, name = spoil
        seat = self.client.get(f"/api{path}").json()["to_move"][0]
        offers = self.client.get(f"/api{path}/offers", params={"seat": seat}).json()["offers"]
        action = written(offers[which % len(offers)])
        action[[*action, "more"][field % (len(action) + 1)]] = value
        return {name: json.dumps(action), "seat": seat}


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    opened = Ground(tmp_path_factory.mktemp("hostile"))
    with opened.client:
        yield opened


def told(answer: Any) -> None:
    """An answer of ours: no error of the server, and nothing but sentences."""
    assert answer.status_code < 500, answer.text[:2000]
    assert "Traceback" not in answer.text
    if answer.status_code >= 400:
        assert any(word in answer.text for word in ("</p>", '"error"')), answer.text[:500]


def encoded(fields: dict[str, str]) -> str:
    """Fields as a query or form, with what is no text of UTF-8 in it as bytes."""
    return "&".join(f"{quote(name)}={quote(value, errors='surrogatepass')}" for name, value in fields.items())


def garbage(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Made-up requests, the same ones each time."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


SPOILS = st.one_of(
    st.none(), st.tuples(st.integers(0, 40), st.integers(0, 9), LEAVES, st.sampled_from(["choice", "begun"]))
)
"""Which offered action to take, which of its fields to spoil, with what, and where to put it; or none at all."""


def ask_all(ground: Ground, examples: int) -> None:
    parts = st.sampled_from(["", "", "", "/seats", "/tables/sheet.csv", "/now", "/record"])

    @garbage(examples)
    @given(st.sampled_from(sorted(TITLES)), parts, QUERIES, SPOILS, st.booleans())
    def asked(title: str, part: str, query: dict[str, str], spoil: Any, scripted: bool) -> None:
        path = ground.path(title)
        since = query.get("after", "")[:9].encode(errors="replace")
        headers = {"x-towpath-parts": "1", "x-towpath-since": since} if scripted else {}
        told(ground.client.get(f"{path}{part}?{encoded(query | ground.spoilt(path, spoil))}", headers=headers))

    asked()


def post_all(ground: Ground, examples: int) -> None:
    @garbage(examples)
    @given(st.sampled_from(sorted(TITLES)), st.sampled_from(FORMS), QUERIES, SPOILS)
    def posted(title: str, form: str, fields: dict[str, str], spoil: Any) -> None:
        path = ground.path(title)
        fields = {"_csrf_token": ground.visitor.token, **fields, **ground.spoilt(path, spoil)}
        form = "act" if spoil else form
        body = encoded(fields).encode()
        answer = ground.client.post(f"{path}/{form}", content=body, headers=FORM, follow_redirects=False)
        told(answer)
        assert "did not come from a page" not in answer.text, "the token was not taken, so nothing was tried"

    posted()


def test_made_up_queries(ground: Ground) -> None:
    ask_all(ground, 150)


def test_made_up_forms(ground: Ground) -> None:
    post_all(ground, 150)


@pytest.mark.prove
def test_made_up_queries_and_forms_in_full(ground: Ground, proof: Callable[[str], None]) -> None:
    ask_all(ground, 6000)
    post_all(ground, 6000)
    proof("garbage at the pages: 12,000 queries and forms, no server error")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{}"),
        ("application/json", b"\xff\xfe"),
        ("text/plain", b"a=b"),
        ("", b"a=b"),
        ("nonsense", b"\x00"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n"),
        ("multipart/form-data; boundary=", b"--"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="f"; filename="\xff"\r\n\r\n\r\n--x',
        ),
        ("application/x-www-form-urlencoded", b"%ff=%fe&%&=&&&;"),
        ("application/x-www-form-urlencoded; charset=utf-7", b"+ADw-"),
        ("application/msgpack", b"\xc1"),
    ],
)
def test_other_kinds_of_bodies(ground: Ground, kind: str, body: bytes) -> None:
    for form in FORMS:
        _post_raw(ground, f"{ground.path('1867')}/{form}", kind, body)
    for address in ("/games", "/import", "/language"):
        _post_raw(ground, address, kind, body)


def _post_raw(ground: Ground, address: str, kind: str, body: bytes) -> None:
    headers = {"x-csrftoken": ground.visitor.token, **({"Content-Type": kind} if kind else {})}
    answer = ground.client.post(address, content=body, headers=headers, follow_redirects=False)
    told(answer)
    assert "did not come from a page" not in answer.text, "the token was not taken, so nothing was tried"


def chunks(size: int) -> Iterator[bytes]:
    for _ in range(size // 65536 + 1):
        yield b"x" * 65536


def test_a_body_without_a_length_is_cut_off(ground: Ground) -> None:
    path = ground.path("1867")
    headers = {**FORM, "x-csrftoken": ground.visitor.token}
    answer = ground.client.post(f"{path}/talk", content=chunks(2 * MAX_FORM), headers=headers, follow_redirects=False)
    assert answer.status_code == 413
    told(answer)
    answer = ground.client.post(
        f"/api{path}/act", content=chunks(2 * MAX_FORM), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413


BOMB = gzip.compress(b" " * 30_000_000)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"7",
        b'"x"',
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"\x00" * 100,
        b"PK\x03\x04",
        BOMB,
        b"[" * 100_000,
        b'{"title":"1867"}',
        b'{"format":1}',
        b'{"format":99999999999999999999}',
        b'{"format":1,"title":"1867","seats":[]}',
        b'{"title":"1867","players":[],"actions":[]}',
        b'{"title":"1867","players":{},"actions":7}',
        b'{"title":["1867"]}',
        b'{"id":NaN}',
        b'{"a":1e999}',
        b'{"\\ud800":"\\udfff"}',
    ],
)
def test_broken_files(ground: Ground, content: bytes) -> None:
    ground.path("1867")
    for kind in ("application/json", "application/gzip"):
        answer = ground.client.post(
            "/import",
            data={"_csrf_token": ground.visitor.token},
            files={"file": ("game.json", content, kind)},
            follow_redirects=False,
        )
        assert 400 <= answer.status_code < 500
        told(answer)
    for encoding in ({}, {"Content-Encoding": "gzip"}):
        headers = {"Content-Type": "application/json", **encoding}
        answer = ground.client.post("/api/games/import", content=content, headers=headers)
        assert 400 <= answer.status_code < 500
        told(answer)


def _spoilt(record: Any, path: tuple[Any, ...], value: object) -> Any:
    here = record
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return record


PLACES = [
    ("format",),
    ("title",),
    ("rules_version",),
    ("options",),
    ("overlays",),
    ("seats",),
    ("seats", 0),
    ("seats", 0, "id"),
    ("seats", 0, "name"),
    ("seats", 0, "kind"),
    ("seed",),
    ("log",),
    ("log", 0),
    ("log", 0, "action"),
    ("log", 0, "action", "type"),
    ("log", 0, "action", "entity"),
    ("log", 0, "by"),
    ("log", 0, "at"),
    ("log", 3, "entry"),
    ("head",),
    ("head", "index"),
    ("head", "position"),
    ("head", "position", "cash"),
    ("head", "position", "stack"),
]
SPOILT: list[object] = [None, True, -1, 2**80, 1.5, "", "\x00", "x" * 3000, [], {}, [[[]]], {"a": None}, ["p1", "p1"]]


def import_spoilt(ground: Ground, title: str, place: tuple[Any, ...], value: object) -> None:
    """It is refused with a sentence, or opened as far as it goes; and a table that was opened can be looked at."""
    record = _spoilt(json.loads(record_of(title)), place, value)
    headers = {"Content-Type": "application/json"}
    answer = ground.client.post("/api/games/import", content=msgspec.json.encode(record), headers=headers)
    told(answer)
    if answer.status_code == 201:
        told(ground.client.get(f"/games/{answer.json()['game']['id']}"))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_files_that_are_spoilt_in_one_place(ground: Ground, title: str) -> None:
    rng = Random(title)
    for place in PLACES:
        for value in rng.sample(SPOILT, 2):
            import_spoilt(ground, title, place, value)


@pytest.mark.prove
def test_files_that_are_spoilt_in_any_way(ground: Ground, proof: Callable[[str], None]) -> None:
    for title in sorted(TITLES):
        for place in PLACES:
            for value in SPOILT:
                import_spoilt(ground, title, place, value)
    proof(f"{len(TITLES) * len(PLACES) * len(SPOILT)} files spoilt in one place: refused in a sentence, or opened")


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer "},
        {"authorization": b"Bearer \xff\xfe"},
        {"authorization": "Basic eDp5"},
        {"cookie": "a"},
        {"cookie": b"towpath_id_x=\xff; ;=;="},
        {"accept-language": "x" * 5000},
        {"accept-language": "de;q=x,en;q=,*;q=9e999"},
        {"x-towpath-parts": "1", "x-towpath-have": "=,,=x,map"},
        {"x-towpath-parts": "1", "x-towpath-since": "9" * 400},
        {"if-none-match": "*"},
        {"range": "bytes=9-1"},
        {"content-length": "x"},
        {"last-event-id": "-7"},
    ],
)
@pytest.mark.parametrize("part", ["/", "{}", "/api{}", "{}/now", "/new/1867", "/assets/base.css", "/rules/1867"])
def test_odd_headers(ground: Ground, headers: dict[str, Any], part: str) -> None:
    told(ground.client.get(part.format(ground.path("1867")), headers=headers))


@pytest.mark.parametrize(
    "address",
    [
        "/games/%00",
        "/games/%ff",
        "/games/" + "x" * 3000,
        "/games/..%2f",
        "/new/%00",
        "/new/%ff",
        "/rules/%00",
        "/guide/%ff",
        "/seat/%00",
        "/seat/%ff",
        "/host/" + "x" * 3000,
        "/games/x/tables/..csv",
        "/games/x/tables/%00.csv",
        "/api/games/%00",
        "/api/games/%ff/offers",
        "//",
        "/%2e%2e/",
        "/assets/%ff.css",
    ],
)
def test_odd_addresses(ground: Ground, address: str) -> None:
    told(ground.client.get(address))
