"""What keeps strangers, their scripts and their garbage out."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.interop.games import written
from tests.server.conftest import Visitor
from towpath.server import games
from towpath.server.app import create_app
from towpath.server.settings import MAX_FORM, MAX_UPLOAD, Settings

NASTY = "</script>\u2028<script>alert(1)</script>\u2029\"'&"
"""What ends a script, a string, an attribute, a line of a script."""


def test_every_answer_keeps_to_itself(visitor: Visitor) -> None:
    path = visitor.sit()
    for address in (
        "/",
        path,
        "/assets/table.js",
        "/drawing.css",
        "/nowhere",
        f"/api{path}",
        "/api/games/none",
        f"{path}/record",
    ):
        headers = visitor.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"], address
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_pages_hold_no_inline_script_or_style(visitor: Visitor) -> None:
    path = visitor.sit()
    for address in ("/", "/new/1867", path, f"{path}?tab=market", f"{path}?tab=tiles", f"{path}?tab=sheet"):
        page = visitor.get(address).text
        assert "<script>" not in page
        assert "<style" not in page
        assert " style=" not in page, address
        assert " onclick=" not in page


def test_names_are_escaped_everywhere(visitor: Visitor) -> None:
    """C040: on the pages, in their titles, in the log and in what is downloaded."""
    path = visitor.sit(players=(NASTY, "Bob"), name=NASTY)
    visitor.get(path)
    visitor.act(path, visitor.some_action(path), 0)
    for address in (
        "/",
        path,
        f"{path}?tab=players",
        f"{path}?tab=log",
        f"{path}?tab=sheet",
        f"{path}?at=0",
        f"{path}?why=bid",
    ):
        page = visitor.get(address).text
        assert "<script>alert" not in page, address
    found = visitor.get(f"{path}/record")
    assert found.headers["content-type"].startswith("application/json")
    assert found.headers["content-disposition"].startswith("attachment")
    assert "<" not in found.headers["content-disposition"]
    assert found.json()["seats"][0]["name"] == NASTY
    assert html.escape(NASTY, quote=False).split("&#39;")[0][:20] in visitor.get("/").text


def test_c040_what_a_file_says_is_escaped(visitor: Visitor) -> None:
    """Names, the title of the table and the chat of a file of 18xx.games; and fields that do not belong into one."""
    data = written("1867", 3, 40)
    for player in data["players"]:
        player["name"] = f"{NASTY}{player['id']}"
    data |= {"description": NASTY, "user": {"id": data["players"][0]["id"], "name": NASTY}}
    first = data["players"][0]["id"]
    data["actions"].insert(0, {"type": "message", "entity": first, "entity_type": "player", "id": 1, "message": NASTY})
    for number, action in enumerate(data["actions"], 1):
        action["id"] = number
    visitor.get("/")
    files = {"file": (f"{NASTY}.json", msgspec.json.encode(data))}
    answer = visitor.client.post("/import", data={"_csrf_token": visitor.token}, files=files, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    path = answer.headers["location"]
    for address in ("/", path, f"{path}?tab=log", f"{path}?tab=players", f"{path}?tab=sheet", f"{path}?at=0"):
        page = visitor.get(address).text
        assert "<script>alert" not in page, address
        assert "&lt;script&gt;" in page, address
    for content in (
        NASTY,
        f'{{"title": "{NASTY[:9]}"}}',
        msgspec.json.encode({"title": NASTY, "players": [], "actions": []}),
    ):
        files = {"file": ("x.json", content if isinstance(content, bytes) else content.encode())}
        page = visitor.client.post("/import", data={"_csrf_token": visitor.token}, files=files).text
        assert "<script>alert" not in page


def test_what_an_address_says_is_escaped(visitor: Visitor) -> None:
    path = visitor.sit()
    for query in ("why", "hex", "tab", "at", "choice", "base"):
        page = visitor.get(path, params={query: NASTY}).text
        assert "<script>alert" not in page
    page = visitor.get(path, params={"choice": '{{"type":"{}"}}'.format("<script>alert(1)</script>")}).text
    assert "<script>alert" not in page


def test_a_form_without_its_token_is_refused(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    for token in ("", "0" * 128, visitor.token[:-1] + ("0" if visitor.token[-1] != "0" else "1")):
        answer = visitor.client.post(f"{path}/undo", data={"_csrf_token": token, "after": "0"})
        assert answer.status_code == 403
        assert "did not come from a page" in answer.text
    visitor.client.cookies.clear()
    assert visitor.post(f"{path}/undo", after="0").status_code == 403


def test_the_token_cookie_is_kept_from_scripts_and_other_sites(visitor: Visitor) -> None:
    cookie = visitor.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_the_api_takes_json_only(visitor: Visitor) -> None:
    path = visitor.sit()
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"):
        answer = visitor.client.post(f"/api{path}/undo", content=b'{"after": 0}', headers={"Content-Type": kind})
        assert answer.status_code in (400, 415), kind


def test_foreign_host_names_are_refused(database: Path) -> None:
    settings = Settings(database=f"sqlite:///{database}", hosts=("localhost", "127.0.0.1"))
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        assert client.get("/").status_code == 200
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_what_is_too_large_is_refused(visitor: Visitor) -> None:
    path = visitor.sit()
    visitor.get(path)
    answer = visitor.post(f"{path}/act", choice="x" * (MAX_FORM + 10))
    assert answer.status_code == 413
    big = visitor.client.post(
        "/import", data={"_csrf_token": visitor.token}, files={"file": ("big.json", b" " * (MAX_UPLOAD + 10))}
    )
    assert big.status_code == 413
    assert "larger than any game" in big.text


@pytest.mark.parametrize(
    "name", ["..%2fapp.py", "../app.py", "app.py", "", "nothing.css", "%00.css", "table.css/../../app.py"]
)
def test_only_assets_are_served(client: TestClient[Any], name: str) -> None:
    assert client.get(f"/assets/{name}").status_code in (400, 404)


def test_assets_are_asked_about_and_not_sent_again(client: TestClient[Any]) -> None:
    for address in ("/assets/table.js", "/drawing.css"):
        first = client.get(address)
        assert first.headers["cache-control"] == "no-cache"
        again = client.get(address, headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304
        assert not again.content


def test_an_unexpected_error_shows_a_sentence_and_no_traceback(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = visitor.sit()

    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(games.Games, "get", broken)
    page = visitor.get(path)
    assert page.status_code == 500
    assert "secret detail" not in page.text
    assert "Traceback" not in page.text
    assert "Something went wrong here" in page.text
    answer = visitor.client.get(f"/api{path}")
    assert answer.status_code == 500
    assert set(answer.json()) == {"status", "error", "reasons"}


def test_what_could_not_be_stored_is_not_shown(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    path = visitor.sit()
    visitor.get(path)
    action = visitor.some_action(path)
    with monkeypatch.context() as patch:
        patch.setattr("towpath.server.store.Store.append", lambda *_: 1 / 0)
        assert visitor.act(path, action, 0).status_code == 500
    assert visitor.length(path) == 0
    assert visitor.act(path, action, 0).status_code == 303


@pytest.mark.parametrize(
    "query",
    [
        {"at": "-1"}, {"at": "9" * 30}, {"at": "x"}, {"choice": "{"}, {"choice": "[]"}, {"choice": "[" * 5000},
        {"choice": '{"type":7}'}, {"choice": '{"type":"bid"}'}, {"choice": '{"type":"lay_tile","entity":"p1","hex":"A1"}'},
        {"base": "{}", "n.price": "1e9"}, {"base": "{}", "v.x": "nope"}, {"hex": "ZZ99"}, {"why": "ZZ99"},
        {"choice": '{"type":"bid","entity":"p1","target":"C&SL","price":' + "9" * 400 + "}"},
        {"choice": '{"type":"run_routes","entity":"CN","runs":[{"train":"2-0","stops":"x","ways":[]}]}'},
        {"choice": '{"type":"run_routes","entity":"CN","runs":7}'}, {"find": "1"}, {"tab": "../../x"},
    ],
)  # fmt: skip
def test_no_address_breaks_the_table(visitor: Visitor, query: dict[str, str]) -> None:
    answer = visitor.get(visitor.sit(), params=query)
    assert answer.status_code in (200, 400), answer.text


@pytest.mark.parametrize(
    "choice",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"bid"}',
        '{"entity":"p1"}',
        '{"type":"pass","entity":"p9"}',
        '{"type":"pass","entity":["p1"]}',
    ],
)
def test_no_form_breaks_the_table(visitor: Visitor, choice: str) -> None:
    path = visitor.sit()
    visitor.get(path)
    answer = visitor.post(f"{path}/act", choice=choice, after="0")
    assert answer.status_code in (400, 422), answer.text
    assert "Traceback" not in answer.text
    assert visitor.length(path) == 0
