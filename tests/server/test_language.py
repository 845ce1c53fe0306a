"""The reader's language: how it is chosen, and that no English is left on any page for somebody who reads another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Visitor
from tests.server.foreign import CODE
from towpath.server.app import create_app
from towpath.server.script_words import WORDS
from towpath.server.settings import Settings


@pytest.fixture
def table(database: Path, translations: Path) -> Iterator[TestClient[Any]]:
    """A table that speaks the made-up language too."""
    settings = Settings(database=f"sqlite:///{database}", local=True, translations=translations)
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        yield opened


def test_the_browser_says_which_language_it_wants(table: TestClient[Any]) -> None:
    english = table.get("/", headers={"Accept-Language": "en"})
    foreign = table.get("/", headers={"Accept-Language": f"{CODE};q=0.9, en;q=0.5"})
    assert '<html lang="en">' in english.text
    assert f'<html lang="{CODE}">' in foreign.text
    assert "Start a game" in english.text
    assert "⟦Start a game⟧" in foreign.text
    assert '<html lang="en">' in table.get("/").text


def test_a_choice_on_the_page_wins_and_is_kept(table: TestClient[Any]) -> None:
    visitor = Visitor(table)
    assert 'name="language"' in visitor.get("/").text
    answer = visitor.post("/language", language=CODE, back="/rules")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert f'<html lang="{CODE}">' in visitor.get("/rules", headers={"Accept-Language": "en"}).text


@pytest.mark.parametrize("back", ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example"])
def test_a_choice_leads_nowhere_else_and_nothing_unknown_is_kept(table: TestClient[Any], back: str) -> None:
    visitor = Visitor(table)
    visitor.get("/")
    answer = visitor.post("/language", language="xx", back=back)
    assert answer.headers["location"] == "/"
    assert "towpath_language" not in answer.headers.get("set-cookie", "")


def test_with_english_alone_there_is_nothing_to_choose(visitor: Visitor) -> None:
    assert 'name="language"' not in visitor.get("/", headers={"Accept-Language": CODE}).text


def test_errors_are_told_in_the_readers_language(table: TestClient[Any]) -> None:
    for path in ("/games/nothing", "/no/such/page"):
        assert f'<html lang="{CODE}">' in table.get(path, headers={"Accept-Language": CODE}).text


def test_whose_turn_it_is_is_told_in_the_language_of_whoever_listens(table: TestClient[Any]) -> None:
    made = table.post("/api/games", json={"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "told"})
    path = f"/games/{made.json()['game']['id']}/now"
    english = table.get(path, headers={"Accept-Language": "en"}).json()["turn"]
    foreign = table.get(path, headers={"Accept-Language": CODE}).json()["turn"]
    assert "bid on a private or pass" in english
    assert "⟦" not in english
    assert "⟦bid on a private or pass⟧" in foreign


SAID = re.compile(r'\bsay\(\s*"((?:[^"\\]|\\.)*)"')


def test_what_scripts_say_is_in_the_catalogue_and_comes_with_the_page(root: Path, table: TestClient[Any]) -> None:
    said = {text for path in (root / "web" / "src").glob("*.ts") for text in SAID.findall(path.read_text())}
    assert said == set(WORDS)
    assert 'id="words"' not in table.get("/new/1867").text
    page = table.get("/new/1867", headers={"Accept-Language": CODE}).text
    found = re.search(r'<script id="words" type="application/json">(.*?)</script>', page)
    assert found is not None
    assert json.loads(found[1])["a bot"] == "⟦a bot⟧"
