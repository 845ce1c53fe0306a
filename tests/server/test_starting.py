"""A server that cannot start says why in a sentence and ends with status 2, as every wrong command line does."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.running import Running, build_scripts
from tests.server.sitting import Seats
from towpath.server.gate import PASSED_ON
from towpath.server.main import serve


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr().err
    assert said.startswith("towpath: ")
    assert said.count("\n") == 1
    return said


@pytest.fixture(autouse=True)
def built() -> None:
    build_scripts()


@pytest.mark.parametrize("host", ["\udcff.example", "x" * 300, "no such host"])
def test_a_name_that_is_no_host(host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        serve(host=host, port=0, database=str(tmp_path / "t.sqlite3"))
    assert ended.value.code == 2
    assert "cannot be had" in refusal(capsys)


def test_a_port_that_somebody_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(SystemExit) as ended:
        serve(port=other.getsockname()[1], database=str(tmp_path / "t.sqlite3"))
    assert ended.value.code == 2
    assert "cannot be had" in refusal(capsys)


def test_a_database_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.sqlite3"
    file.write_text("no database")
    with pytest.raises(SystemExit) as ended:
        serve(port=0, database=str(file))
    assert ended.value.code == 2
    assert "database" in refusal(capsys)


@pytest.mark.parametrize("header", PASSED_ON)
def test_what_a_proxy_has_passed_on_comes_from_nobody_at_this_machine(client: TestClient[Any], header: str) -> None:
    """Whoever forgets to say that there is a proxy shows strangers no tables and lets them delete none."""
    path = Visitor(client).sit()
    strangers = {header: "203.0.113.9"}
    client.cookies.clear()
    assert path not in client.get("/", headers=strangers).text
    assert client.get("/api/games", headers=strangers).json() == []
    assert client.delete(f"/api{path}", headers=strangers).status_code == 403
    assert path in client.get("/").text
    assert client.delete(f"/api{path}").status_code == 204


def test_a_club_behind_a_proxy(tmp_path: Path) -> None:
    """It listens on this machine alone, and yet nobody who comes by the proxy is at home here."""
    running = Running(tmp_path / "t.sqlite3", 0, 0, "--proxied", "--name", "club.example")
    passed = {"Host": "club.example", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    try:
        table = Seats(running.client)
        page = running.client.get("/", headers=passed)
        assert page.status_code == 200
        assert "Secure" in page.headers["set-cookie"]
        assert table.path not in page.text
        assert table.path not in running.client.get("/").text
        host = {"Authorization": f"Bearer {table.tokens['']}"}
        assert running.client.get(f"{table.path}/seats", headers=passed | host).status_code == 200
        assert running.client.get("/", headers=passed | {"Host": "evil.example"}).status_code == 400
    finally:
        running.stop()
