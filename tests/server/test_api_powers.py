"""Whatever the pages can do the API can do: every address of the pages, all that one of them can be asked for and every part of
the table has an address of the API with the same power, or a word on why it needs none."""

from __future__ import annotations

import re
from typing import Any

from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from towpath.server.brass_drawing import BrassDrawing
from towpath.server.drawn import Drawing
from towpath.server.looking import TABS, Asked
from towpath.server.rail_drawing import RailDrawing

GAME = "/api/games/{game_id}"
SEAT = f"{GAME}/seats/{{seat}}"
POSITION = (f"GET {GAME}",)
OFFERS = (f"GET {GAME}/offers",)
PREVIEW = (f"POST {GAME}/preview",)
WHY_NOT = (f"GET {GAME}/whynot",)
TRIAL = (f"GET {GAME}/trial", f"POST {GAME}/trial")
RUNS = (f"POST {GAME}/runs",)
SEATS = (f"GET {GAME}/seats",)
NUMBERS = (f"GET {GAME}/numbers", f"GET {GAME}/tables")

Same = tuple[str, ...] | str
"""The addresses of the API with the same power; or why none is needed."""

ADDRESSES: dict[str, Same] = {
    "GET /": ("GET /api/games", "GET /api/titles"),
    "GET /new/{title}": ("GET /api/titles",),
    "POST /games": ("POST /api/games",),
    "POST /import": ("POST /api/games/import",),
    "GET /games/{game_id}": POSITION,
    "POST /games/{game_id}/act": (f"POST {GAME}/act",),
    "POST /games/{game_id}/screen": "a program has no screen: each request names the seat that it asks for",
    "POST /games/{game_id}/undo": (f"POST {GAME}/undo",),
    "POST /games/{game_id}/redo": (f"POST {GAME}/redo",),
    "POST /games/{game_id}/answer": (f"POST {GAME}/ending/answer", f"POST {GAME}/undoing/answer"),
    "POST /games/{game_id}/program": (f"POST {GAME}/programs", f"GET {GAME}/programs"),
    "POST /games/{game_id}/program/stop": (f"POST {GAME}/programs/stop",),
    "GET /games/{game_id}/record": (f"GET {GAME}/record",),
    "POST /games/{game_id}/rename": (f"PATCH {GAME}",),
    "POST /games/{game_id}/end": (f"POST {GAME}/end",),
    "POST /games/{game_id}/delete": (f"DELETE {GAME}",),
    "POST /games/{game_id}/talk": (f"POST {GAME}/talk", f"GET {GAME}/talk"),
    "POST /games/{game_id}/notes": (f"PUT {GAME}/notes", f"GET {GAME}/notes"),
    "GET /seat/{token}": "a link makes a browser known by a cookie; a program sends the token itself",
    "GET /host/{token}": "a link makes a browser known by a cookie; a program sends the token itself",
    "GET /games/{game_id}/come/{seat}/{mark}": "a notice's link makes a browser known; a program sends the token itself",
    "GET /games/{game_id}/seats": (f"GET {GAME}/seats", f"GET {GAME}/me", f"GET {GAME}/plans", f"GET {SEAT}/notices"),
    "POST /games/{game_id}/issue": (f"POST {SEAT}/link",),
    "POST /games/{game_id}/hand": (f"PUT {SEAT}/player",),
    "POST /games/{game_id}/invite": (f"POST {GAME}/links",),
    "POST /games/{game_id}/terms": (f"PATCH {GAME}",),
    "POST /games/{game_id}/call": (f"PUT {SEAT}/name",),
    "POST /games/{game_id}/leave": (f"PUT {SEAT}/presence",),
    "POST /games/{game_id}/return": (f"PUT {SEAT}/presence",),
    "POST /games/{game_id}/propose-end": (f"POST {GAME}/ending",),
    "POST /games/{game_id}/plans": (f"POST {GAME}/plans", f"GET {GAME}/plans"),
    "POST /games/{game_id}/forget": "a browser's own list; a token's list is the one table that it opens",
    "POST /games/{game_id}/notices": (f"PUT {SEAT}/notices", f"PATCH {SEAT}/notices"),
    "POST /games/{game_id}/notices/drop": (f"DELETE {SEAT}/notices",),
    "POST /games/{game_id}/notices/test": (f"POST {SEAT}/notices/test",),
    "GET /games/{game_id}/now": (f"GET {GAME}/now",),
    "GET /games/{game_id}/stream": (f"GET {GAME}/now",),
    "GET /games/{game_id}/tables/{name}": (f"GET {GAME}/tables/{{table}}", f"GET {GAME}/tables"),
    "POST /language": ("GET /api/languages",),
    "GET /rules": ("GET /api/titles",),
    "GET /rules/{title}": ("GET /api/titles/{title}/rules",),
    "GET /guide/{title}": ("GET /api/titles/{title}/guide",),
    "GET /assets/{name}": "scripts, styles and pictures of the pages",
    "GET /drawing.css": "the colours of the pages' drawings",
    "GET /health": "for whoever runs the server; it is JSON as it is",
}
"""Address of the pages -> the same in the API."""

ASKED: dict[str, Same] = {
    "at": POSITION,
    "tab": "which part of the page is in sight",
    "choice": (*PREVIEW, *OFFERS),
    "begun": "an action half composed: a program composes it of the offered values",
    "hex": (*OFFERS, *WHY_NOT),
    "why": WHY_NOT,
    "find": (*OFFERS, *TRIAL),
    "chapter": (f"GET {GAME}/log",),
    "sort": "the order in which a table is drawn",
    "seat": POSITION,
    "sandbox": TRIAL,
    "step": TRIAL,
    "edit": RUNS,
    "tap": RUNS,
    "problem": RUNS,
}
"""What an address of the table can ask for -> the same in the API."""

PARTS: dict[str, Same] = {
    "notice": "the answer to a form; a program reads the error of its own request",
    "news": (f"GET {GAME}/log",),
    "banner": (f"GET {GAME}/me",),
    "status": POSITION,
    "question": SEATS,
    "decision": (*POSITION, *OFFERS, *PREVIEW, *WHY_NOT, *TRIAL, *RUNS),
    "tools": TRIAL,
    "programs": (f"GET {GAME}/programs",),
    "clocks": (f"GET {GAME}/clocks",),
    "hand": POSITION,
    "players": POSITION,
    "history": (*WHY_NOT, f"POST {GAME}/undo", f"POST {GAME}/redo"),
    "tabs": "the way to the other parts",
    "talk": (f"GET {GAME}/talk", f"GET {GAME}/notes"),
    "panel": POSITION,
    "map": POSITION,
}
"""Part of the table -> the same in the API."""

PANELS: dict[str, Same] = {
    "act": (*OFFERS, *PREVIEW),
    "map": POSITION,
    "market": POSITION,
    "players": POSITION,
    "log": (f"GET {GAME}/log",),
    "companies": POSITION,
    "sheet": NUMBERS,
    "graphs": NUMBERS,
    "trains": POSITION,
    "tiles": POSITION,
    "mats": POSITION,
    "income": POSITION,
    "scoring": (*POSITION, f"GET {GAME}/log"),
}
"""Tab of the table -> the same in the API."""


def _of_pages(app: Any) -> set[str]:
    found = set()
    for route in app.routes:
        if isinstance(route, HTTPRoute) and not route.path_format.startswith("/api"):
            path = re.sub(r":\w+\}", "}", route.path_format)
            found |= {f"{method} {path}" for method in route.methods if method not in ("HEAD", "OPTIONS")}
    return found


def test_every_address_of_the_pages_has_one_of_the_same_power_in_the_api(client: TestClient[Any]) -> None:
    assert _of_pages(client.app) == set(ADDRESSES)


def test_whatever_the_table_can_be_asked_for_the_api_can_be(visitor: Visitor) -> None:
    assert set(Asked.__struct_fields__) == set(ASKED)
    page = visitor.get(visitor.sit(), headers={"X-Towpath-Parts": "1"}).json()
    assert set(page["parts"]) == set(PARTS)
    assert set(TABS) == set(PANELS)
    drawn = {name for each in (Drawing, RailDrawing, BrassDrawing) for name in (*each.first, *each.panels)}
    assert drawn <= set(PANELS)


def test_every_address_of_the_api_that_is_named_here_is_described(client: TestClient[Any]) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    described = {f"{method.upper()} {path}" for path, ways in paths.items() for method in ways}
    for table in (ADDRESSES, ASKED, PARTS, PANELS):
        for what, same in table.items():
            assert len(same) > 10 if isinstance(same, str) else same and set(same) <= described, what


def test_the_description_says_what_every_field_and_every_parameter_means(client: TestClient[Any]) -> None:
    found = client.get("/api/openapi.json").json()
    for name, schema in found["components"]["schemas"].items():
        assert schema["description"], name
        assert [field for field, told in schema.get("properties", {}).items() if not told.get("description")] == [], (
            name
        )
    for path, ways in found["paths"].items():
        for method, operation in ways.items():
            assert operation["summary"], (method, path)
            assert operation["description"], (method, path)
            untold = [each["name"] for each in operation.get("parameters", []) if not each.get("description")]
            assert untold == [], (method, path)


def test_the_page_for_programmers_has_all_of_it(client: TestClient[Any]) -> None:
    found, page = client.get("/api/openapi.json").json(), client.get("/api")
    assert page.headers["content-type"].startswith("text/html")
    text = page.text
    ids = set(re.findall(r' id="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
    assert {f"type-{name}" for name in found["components"]["schemas"]} <= ids
    for path, ways in found["paths"].items():
        for method, operation in ways.items():
            assert text.count(f"<code>{method.upper()} {path}</code>") == 2
            assert operation["summary"] in text.replace("&#39;", "'")
