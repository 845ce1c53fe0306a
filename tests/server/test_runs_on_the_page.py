"""The best runs on the page of a company that is about to run."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from tests.server.conftest import Visitor
from towpath.api import Game
from towpath.rail import runs
from towpath.rail.rules import RailRules


def about_to_run(title: str) -> Game:
    """A game played at random to a run that earns something."""
    game, rng = Game.new(title, 3, {"first_player": "seat1", "consent": "off"}, seed="runs"), Random(2)
    while not any(offer.type == "run_routes" and next(offer.actions(0)).runs for offer in game.offers()):
        assert game.number < 900
        offers = [offer for offer in game.offers() if offer.type != "pass"]
        offer = rng.choice(offers if offers and rng.random() < 0.85 else game.offers())
        game.play(next(offer.actions(2)) if offer.type == "bid" else offer.draw(rng))
    return game


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_the_best_set_is_drawn_and_called_so(visitor: Visitor, title: str) -> None:
    game = about_to_run(title)
    record: dict[str, Any] = game.timeline.codec.plain(game.record)
    answer = visitor.client.post("/api/games/import", json=record)
    assert answer.status_code == 201, answer.text
    page = visitor.get(f"/games/{answer.json()['game']['id']}", params={"find": "best"}).text
    rules, (company,) = game.rules, game.engine.actors(game.state)
    assert isinstance(rules, RailRules)
    found, best = runs.best_runs(rules, game.state, company, runs.ready_trains(rules, game.state, company))
    assert page.count('class="run-line"') >= len(found) > 0
    assert "Proved best" in page
    assert f"{best.total}</b>" in page


def test_runs_are_changed_stop_by_stop_and_compared_with_the_best(visitor: Visitor) -> None:
    game = about_to_run("1867")
    record: dict[str, Any] = game.timeline.codec.plain(game.record)
    path = f"/games/{visitor.client.post('/api/games/import', json=record).json()['game']['id']}"
    offer = next(offer for offer in game.offers() if offer.type == "run_routes")
    best = game.timeline.codec.plain(next(offer.actions(0)))
    run = best["runs"][0]
    asked = {"choice": msgspec.json.encode(best).decode(), "edit": run["train"]}
    page = visitor.get(path, params=asked).text
    assert "Proved best" in page
    assert "data-tap=" in page
    shorter = visitor.get(path, params={**asked, "tap": run["stops"][0]}, headers={"X-Towpath-Parts": "1"}).json()
    decision = shorter["parts"]["decision"]["html"]
    assert "less than the best" in decision
    assert "tap=" not in shorter["url"]
    left = msgspec.json.decode(parse_qs(urlsplit(shorter["url"]).query)["choice"][0])
    assert left["runs"][0]["stops"] == run["stops"][1:]
    again = visitor.get(
        path, params={**asked, "choice": msgspec.json.encode(left).decode(), "tap": run["stops"][0]}
    ).text
    assert "Proved best" in again
    cleared = visitor.get(path, params={**asked, "tap": "clear"}).text
    assert "less than the best" in cleared
    nowhere = visitor.get(path, params={**asked, "tap": "O7"}).text
    assert "No free track leads" in nowhere
    assert "no stop to run to" in visitor.get(path, params={**asked, "tap": "<b>"}).text
    assert visitor.length(path) == game.number
