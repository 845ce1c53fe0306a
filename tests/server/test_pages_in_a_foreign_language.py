"""Pages around the games (home, setting up, seats, books, faults) and what only an address shows: who reads another language
finds no English there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.foreign import CODE, left, names_of, words_of
from tests.server.sitting import Seats
from towpath.api import title_names, titles
from towpath.server.app import create_app
from towpath.server.settings import Settings

PLAYERS = ("Ann", "Bob", "Cleo")
DETAILS = ("18xx.games", "CSV", "xx", "GET", "http", "testserver.local", "OR", "SR", "UTC")
"""Words that are no words: names, addresses, signs."""


@pytest.fixture(scope="module")
def names() -> set[str]:
    """Everything that has a name."""
    found = words_of((*PLAYERS, *DETAILS))
    for title in title_names():
        found |= names_of(titles.compose(title, {}, ["p1", "p2", "p3"]))
    return found


@pytest.fixture
def table(database: Path, translations: Path) -> Iterator[TestClient[Any]]:
    """A table that speaks the made-up language too, asked by somebody who wants it."""
    settings = Settings(database=f"sqlite:///{database}", local=True, translations=translations)
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        opened.headers["Accept-Language"] = CODE
        yield opened


class Foreigner(Visitor):
    """Somebody who reads what he gets."""

    def __init__(self, client: TestClient[Any], names: set[str]) -> None:
        super().__init__(client)
        self.names = names
        self.found: dict[str, str] = {}

    def read(self, path: str, **query: object) -> None:
        """Note what is left in English on a page."""
        self.note(path, self.get(path, params=query).text)

    def note(self, where: str, page: str) -> None:
        """Note what is left in English."""
        assert f'<html lang="{CODE}">' in page, where
        self.found |= {text: where for text in left(page, self.names) if text not in self.found}


@pytest.fixture
def reader(table: TestClient[Any], names: set[str]) -> Foreigner:
    """Somebody who reads the made-up language."""
    return Foreigner(table, names)


def test_home_books_and_faults(reader: Foreigner) -> None:
    reader.read("/")
    reader.read("/rules")
    for title in title_names():
        reader.read(f"/rules/{title}")
        reader.read(f"/guide/{title}")
    for path in ("/games/nothing", "/no/such/page", "/guide/xx", "/rules/xx", "/new/xx"):
        reader.read(path)
    reader.note("import", reader.client.post("/games", data={"title": "1867"}).text)
    assert reader.found == {}


@pytest.mark.parametrize("title", title_names())
def test_setting_up(reader: Foreigner, title: str) -> None:
    reader.read(f"/new/{title}")
    reader.note("nobody", reader.post("/games", title=title).text)
    reader.note("twice", reader.post("/games", title=title, player1="Ann", player2="Ann").text)
    assert reader.found == {}


def test_a_table_on_one_screen(reader: Foreigner) -> None:
    path = reader.sit_with("words", "1867", PLAYERS)
    for _ in range(6):
        reader.act(path, reader.some_action(path), reader.length(path))
    reader.read("/")
    reader.read(f"{path}/seats")
    reader.read(path, at=3)
    reader.read(path, tab="log", chapter="all")
    for step in ("", "track", "token", "run"):
        reader.read(path, sandbox="any", step=step)
    for why in ("undo", "redo", "first", "last", "bid", "F16"):
        reader.read(path, why=why)
    reader.post(f"{path}/talk", text="Ann", seat="p1")
    reader.post(f"{path}/undo", after=reader.length(path))
    reader.read(path, tab="log")
    reader.note("conflict", reader.act(path, {"type": "pass", "entity": "p1"}, 1).text)
    reader.note("nonsense", reader.post(f"{path}/act", choice="x", after="0").text)
    reader.post(f"{path}/end", sure="yes")
    reader.read(path)
    reader.read("/")
    assert reader.found == {}


def test_a_table_with_links(table: TestClient[Any], names: set[str]) -> None:
    seats = Seats(table, undo="consent")
    seat, action = seats.some_action()
    player, host, stranger = (Foreigner(_browser(table), names) for _ in range(3))
    player.get(seats.links[seat])
    host.get(seats.links[""])
    player.read(seats.path)
    player.act(seats.path, action, player.length(seats.path))
    player.post(f"{seats.path}/undo", after=player.length(seats.path))
    player.post(f"{seats.path}/plans", at="1", name="Ann")
    for each in (player, host, stranger):
        each.read(seats.path)
        each.read(f"{seats.path}/seats")
    stranger.note("refused", stranger.act(seats.path, action, 1).text)
    host.note("issued", host.post(f"{seats.path}/issue", seat="p1").text)
    player.post(f"{seats.path}/leave", seat=seat)
    player.read(f"{seats.path}/seats")
    assert {**player.found, **host.found, **stranger.found} == {}


def _browser(table: TestClient[Any]) -> TestClient[Any]:
    """Another browser that asks for the same language."""
    made = TestClient(table.app, raise_server_exceptions=False)
    made.headers["Accept-Language"] = CODE
    return made
