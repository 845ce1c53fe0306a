"""A server that cannot start says why in a sentence and ends with status 2, as every wrong command line does."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.server.running import build_scripts
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
