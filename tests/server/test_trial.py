"""What could this company do here? Asked at any time, answered with the engine's own offers and reasons, and never played."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.api.test_sandbox import until
from tests.server.conftest import Visitor
from towpath.api import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return until("1867", "run_routes")


@pytest.fixture
def path(visitor: Visitor, game: Game) -> str:
    record: dict[str, Any] = game.timeline.codec.plain(game.record)
    answer = visitor.client.post("/api/games/import", json=record)
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['game']['id']}"


def lays(game: Game, latest: int) -> tuple[int, str, dict[str, Any]]:
    """The last entry up to ``latest`` after which some company could lay something, the company, and what."""
    for number in range(latest, 0, -1):
        for company in game.position(number).cells:
            for offer in game.sandbox(company, number).offers("track"):
                if offer.type == "lay_tile":
                    return number, company, game.timeline.codec.plain(next(offer.actions(0)))
    raise AssertionError("no company could lay anything")


def test_every_table_with_a_company_offers_to_try_things_out(visitor: Visitor, path: str) -> None:
    assert "sandbox=any" in visitor.get(path).text
    assert "sandbox=any" not in visitor.get(visitor.sit()).text


@pytest.mark.parametrize("back", [0, 40])
def test_a_tile_is_tried_out_at_any_position(visitor: Visitor, path: str, game: Game, back: int) -> None:
    number, company, action = lays(game, game.number - back)
    asked = {"sandbox": company, "step": "track", "at": number}
    page = visitor.get(path, params=asked).text
    assert f'data-place="{action["hex"]}"' in page
    page = visitor.get(path, params={**asked, "hex": action["hex"]}).text
    assert "data-strip" in page
    choice = {"hex": action["hex"], "choice": msgspec.json.encode(action).decode()}
    page = visitor.get(path, params={**asked, **choice}).text
    assert "is laid on" in page
    assert ">Confirm<" not in page
    page = visitor.get(path, params={**asked, **choice, "find": "best"}).text
    assert "Proved best" in page or "No train runs" in page or "nothing to run" in page
    assert visitor.length(path) == game.number


def test_a_hex_where_nothing_can_be_laid_says_why(visitor: Visitor, path: str, game: Game) -> None:
    number, company, _ = lays(game, game.number)
    asked = {"sandbox": company, "step": "track", "at": number, "why": "D2"}
    page = visitor.get(path, params=asked).text
    assert "Why not" in page
    assert 'class="reasons"' in page


def test_the_best_runs_of_any_company(visitor: Visitor, path: str, game: Game) -> None:
    (company,) = game.engine.actors(game.state)
    page = visitor.get(path, params={"sandbox": company, "step": "run"}).text
    assert "Proved best" in page
    assert page.count('class="run-line"') >= 1


@pytest.mark.parametrize("asked", ["nobody", "any", "p1"])
def test_whoever_cannot_be_imagined_gives_way_to_one_that_can(visitor: Visitor, path: str, asked: str) -> None:
    page = visitor.get(path, params={"sandbox": asked, "step": "nonsense", "hex": "ZZ99"}).text
    assert re.search(r"What could [^<]+ do\?", page)
