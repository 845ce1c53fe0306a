"""The best runs on the page of a company that is about to run."""

from __future__ import annotations

from random import Random
from typing import Any

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
