"""The numbers at the table: a spreadsheet sorted by links, graphs, files of each table, at now and at any past position."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from towpath.api import open_game
from towpath.api.numbers import Numbers

GOLDEN = Path(__file__).parents[1] / "golden"


def played(client: TestClient[Any], title: str, entries: int, names: tuple[str, ...] = ()) -> str:
    """A game played by bots so far, taken in as a file; its address."""
    record = msgspec.json.decode((GOLDEN / f"{title}.record.json").read_bytes())
    record["log"], record["head"] = record["log"][:entries], None
    for seat, name in zip(record["seats"], names, strict=False):
        seat["name"] = name
    answer = client.post("/api/games/import", json=record)
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['game']['id']}"


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_spreadsheet_is_sorted_by_its_heads_without_scripts(client: TestClient[Any]) -> None:
    path = played(client, "1867", 700)
    page = client.get(f"{path}?tab=sheet").text
    assert f'href="{path}?tab=sheet&amp;sort=-price"' in page

    def prices(page: str) -> list[int]:
        sheet = page[page.index("tp-sheet") :]
        rows = re.findall(r'<tr data-company="[^"]+">.*?</tr>', sheet)
        return [int(price) for row in rows for price in re.findall(r">\$(\d+)</td>", row)[:1]]

    down = client.get(f"{path}?tab=sheet&sort=-price").text
    assert 'aria-sort="descending"' in down
    assert f'href="{path}?tab=sheet&amp;sort=price"' in down
    assert prices(down) == sorted(prices(down), reverse=True)
    up = client.get(f"{path}?tab=sheet&sort=price").text
    assert 'aria-sort="ascending"' in up
    assert prices(up)[-1] == prices(down)[0]
    assert client.get(f"{path}?tab=sheet&sort=nonsense").status_code == 200


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_graphs_are_there_from_the_first_moment_to_the_last(client: TestClient[Any], title: str) -> None:
    for entries in (0, 400):
        path = played(client, title, entries)
        page = client.get(f"{path}?tab=graphs").text
        assert "Worth by round" in page
        assert client.get(f"{path}?tab=graphs&at=0").status_code == 200
    assert "What companies earned, by rounds" in page


def test_each_table_can_be_had_as_a_file(client: TestClient[Any]) -> None:
    path = played(client, "1867", 700, ("Zoë, the first", '=HYPERLINK("x")'))
    for name in ("sheet", "worth", "prices", "earnings"):
        page = client.get(f"{path}?tab={'sheet' if name == 'sheet' else 'graphs'}").text
        assert f'href="{path}/tables/{name}.csv"' in page
        answer = client.get(f"{path}/tables/{name}.csv")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert f'-{name}-700.csv"' in answer.headers["content-disposition"]
        text = answer.content.decode("utf-8")
        assert text.count("\n") == text.count("\r\n")
        assert read(text)
        assert not re.search(r'(^|,)"?=', text, re.MULTILINE)
    worth = read(client.get(f"{path}/tables/worth.csv").content.decode())
    assert "Zoë, the first: cash" in worth[0]


def test_a_file_of_a_past_position_tells_what_was_known_then(client: TestClient[Any]) -> None:
    path = played(client, "1861", 700)
    game = open_game(GOLDEN / "1861.record.json")
    for at in (0, 350):
        rows = read(client.get(f"{path}/tables/worth.csv?at={at}").content.decode())
        points = Numbers(game).course(at).points
        assert [row["Entry"] for row in rows] == [str(point.number) for point in points]
        assert [row["Player 1: worth"] for row in rows] == [str(sum(point.measures["p1"].values())) for point in points]
    earned = read(client.get(f"{path}/tables/earnings.csv?at=350").content.decode())
    assert all(int(row["Entry"]) <= 350 for row in earned)


@pytest.mark.parametrize("name", ["nothing.csv", "worth.txt", "worth", ".csv", "..%2Frecord"])
def test_there_is_no_other_file(visitor: Visitor, name: str) -> None:
    path = visitor.sit()
    assert visitor.get(f"{path}/tables/{name}").status_code == 404


def test_no_file_of_a_position_that_is_not_there(visitor: Visitor) -> None:
    path = visitor.sit()
    assert visitor.get(f"{path}/tables/worth.csv?at=99").status_code == 400
    assert visitor.get(f"{path}/tables/worth.csv?at=-1").status_code == 400
    assert visitor.get("/games/none/tables/worth.csv").status_code == 404


def test_the_interface_gives_the_same_numbers(client: TestClient[Any]) -> None:
    path = played(client, "1861", 400)
    told = client.get(f"/api{path}/numbers").json()
    course = Numbers(open_game(GOLDEN / "1861.record.json")).course(400)
    assert told == msgspec.json.decode(msgspec.json.encode(course))
    then = client.get(f"/api{path}/numbers?at=100").json()
    assert then["points"][-1]["number"] == 100
