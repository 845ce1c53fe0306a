"""Every address that the server has: what changes something wants the form's token, every answer keeps to itself, cookies are
kept from others, and no text that anybody has written is taken for markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.sitting import Seats
from towpath.server import limits
from towpath.server.app import create_app
from towpath.server.looking import TABS
from towpath.server.settings import Settings

NASTY = "\"'><img src=x onerror=alert(1)></script><script>alert(1)</script>&amp;"
SAFE = {"GET", "HEAD", "OPTIONS"}


def routes(app: Any) -> Iterator[tuple[str, set[str]]]:
    """Every address with its methods, the API's description among them."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield route.path_format, {str(method) for method in route.methods}


def filled(path: str, game: str) -> str:
    values = {"game_id": game, "title": "1867", "token": "x", "name": "base.css", "seat": "p1"}
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: values.get(found[1], "x"), path)


def test_whatever_changes_something_wants_a_token_of_ours(client: TestClient[Any]) -> None:
    """The pages' forms carry one that must match a cookie; the API takes what only a program of ours can send."""
    table = Seats(client)
    seen = 0
    for path, methods in routes(client.app):
        for method in methods - SAFE:
            address = filled(path, table.id)
            stranger = TestClient(client.app, raise_server_exceptions=False)
            if path.startswith("/api"):
                kinds = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "")
                for kind in kinds if method != "DELETE" else ():
                    headers = {"Content-Type": kind} if kind else {}
                    answer = stranger.request(method, address, content=b"{}", headers=headers)
                    assert answer.status_code == 415, (method, address, kind)
            else:
                known = Visitor(stranger)
                known.get(table.path)
                for token in ("", "0" * 128, known.token[:-1] + ("0" if known.token[-1] != "0" else "1")):
                    answer = stranger.request(method, address, data={"_csrf_token": token}, follow_redirects=False)
                    assert answer.status_code == 403, (method, address)
                    assert "did not come from a page" in answer.text
                stranger.cookies.clear()
                answer = stranger.request(method, address, data={"_csrf_token": known.token}, follow_redirects=False)
                assert answer.status_code == 403, (method, address)
            seen += 1
    assert seen > 40
    assert client.get(f"/api{table.path}").json()["number"] == 0


def test_a_foreign_page_cannot_delete_by_the_api(client: TestClient[Any]) -> None:
    """No body is wanted there; but browsers ask first whether a page from elsewhere may, and we never say so."""
    table = Seats(client)
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "DELETE"}
    answer = client.options(f"/api{table.path}", headers=asked)
    assert "access-control-allow-origin" not in answer.headers
    assert "access-control-allow-methods" not in answer.headers


def test_every_answer_and_every_error_keeps_to_itself(client: TestClient[Any]) -> None:
    table = Seats(client)
    addresses = [
        (method, filled(path, table.id))
        for path, methods in routes(client.app)
        for method in methods
        if not path.endswith("/stream")
    ]
    addresses += [
        ("GET", "/nowhere"),
        ("GET", "/games/none"),
        ("PUT", "/"),
        ("POST", f"{table.path}/nothing"),
        ("GET", "/api/nothing"),
    ]
    for method, address in addresses:
        if method == "DELETE":
            continue
        headers = client.request(method, address, follow_redirects=False).headers
        if method == "OPTIONS":
            continue
        policy = headers.get("content-security-policy", "")
        assert "default-src 'none'" in policy, (method, address)
        assert "unsafe" not in policy
        assert "*" not in policy
        for name, value in (
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
        ):
            assert headers[name] == value, (method, address)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_kept_from_scripts_and_other_sites(client: TestClient[Any], scheme: str) -> None:
    """By https, also behind a proxy that says so, no cookie goes by anything else."""
    browser = TestClient(client.app, base_url=f"{scheme}://testserver.local")
    cookies = browser.get("/").headers.get_list("set-cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert re.search("SameSite=(?:lax|strict)", cookie, re.IGNORECASE)
        assert ("secure" in cookie.lower()) == (scheme == "https")
        assert "domain" not in cookie.lower()


def written_everywhere(client: TestClient[Any], title: str) -> tuple[Seats, Visitor]:
    """A table at which everything that people can write is markup, and whoever hosts it and plays its first seat."""
    table = Seats(client, title, players=[NASTY[:40], NASTY[1:41], NASTY[2:42]], name=NASTY[:90])
    host = table.browser("p1")
    host.get(table.links[""])
    host.get(table.path)
    for _ in range(2):
        seat, action = table.some_action()
        table.guest(seat).post(f"{table.path}/act", action=action)
    assert host.post(f"{table.path}/talk", text=NASTY, seat="p1").status_code == 303
    assert host.post(f"{table.path}/notes", text=f"</textarea>{NASTY}").status_code == 303
    assert host.post(f"{table.path}/rename", name=NASTY).status_code == 303
    assert host.post(f"{table.path}/call", seat="p1", name=NASTY[3:43]).status_code in (303, 422)
    assert host.post(f"{table.path}/plans", name=NASTY).status_code == 303
    assert host.post(f"{table.path}/propose-end").status_code == 303
    return table, host


@pytest.mark.parametrize("title", ["1856", "1867", "Brass"])
def test_what_people_write_is_never_markup(client: TestClient[Any], title: str) -> None:
    table, host = written_everywhere(client, title)
    pages = ["/", f"{table.path}/seats", f"{table.path}?at=0", f"{table.path}?why={NASTY}", f"{table.path}?hex={NASTY}"]
    pages += [f"{table.path}?tab={tab}" for tab in TABS]
    pages += [f"{table.path}?sort={NASTY}", f"{table.path}?step={NASTY}&sandbox={NASTY}", f"{table.path}?seat={NASTY}"]
    texts = {page: host.get(page).text for page in pages}
    for name, fields in (
        ("rename", {"name": ""}),
        ("terms", {"reminder_hours": NASTY}),
        ("hand", {"seat": NASTY, "bot": NASTY}),
    ):
        texts[name] = host.post(f"{table.path}/{name}", **fields).text
    texts["new"] = host.post("/games", title=title, player1=NASTY, player2=NASTY, name=NASTY).text
    texts["parts"] = client.get(table.path, headers={"x-towpath-parts": "1"}).json()["parts"]["panel"]["html"]
    for page, text in texts.items():
        assert "<img src=x" not in text, page
        assert "<script>alert" not in text, page
    assert sum("&lt;img src=x" in text for text in texts.values()) > 8
    for file in ("record", "tables/worth.csv"):
        answer = host.get(f"{table.path}/{file}")
        assert answer.headers["content-disposition"].startswith("attachment")
        assert not answer.headers["content-type"].startswith("text/html")


class Inline(HTMLParser):
    """Gathers what a page must not have: scripts and styles of its own, handlers, addresses that are scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        bad = tag == "style" or (tag == "script" and not (names.get("src") or "").startswith("/assets/"))
        bad |= any(name == "style" or name.startswith("on") for name in names)
        bad |= any(
            (names.get(name) or "").strip().lower().startswith("javascript:") for name in ("href", "src", "action")
        )
        if bad:
            self.found.append(str(self.get_starttag_text()))


def test_no_page_has_inline_scripts_styles_or_handlers(client: TestClient[Any]) -> None:
    table, host = written_everywhere(client, "1867")
    tabs = [f"{table.path}?tab={tab}" for tab in TABS]
    for page in (
        "/",
        "/new/1867",
        "/new/Brass",
        f"{table.path}/seats",
        *tabs,
        "/rules/1867",
        "/guide/1867",
        "/api",
        "/nowhere",
    ):
        text = host.get(page).text
        assert "<h1" in text or "<main" in text
        assert Inline(text).found == [], page


def test_all_ways_to_make_a_table_are_counted(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stores a new game is among what one address may do so often an hour."""
    monkeypatch.setattr(limits, "TABLES_AN_HOUR", 1)
    with TestClient(create_app(Settings(database=f"sqlite:///{database}", limits=True))) as client:
        table = Seats(client)
        host = table.browser("")
        host.get(table.path)
        new = {"title": "1867", "players": ["Ann", "Bob"]}
        assert client.post("/api/games", json=new).status_code == 429
        assert client.post("/api/games/import", json=new).status_code == 429
        assert table.guest("").post(f"{table.path}/plans").status_code == 429
        assert host.post(f"{table.path}/plans").status_code == 429
        assert host.post("/games", title="1867", player1="Ann", player2="Bob").status_code == 429
        files = {"file": ("x.json", b"{}")}
        assert host.client.post("/import", data={"_csrf_token": host.token}, files=files).status_code == 429
