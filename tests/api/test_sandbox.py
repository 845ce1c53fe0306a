"""Trying things out at any time: it is the same code as in a company's own turn, and the game stays as it was."""

from __future__ import annotations

from random import Random

import pytest

from towpath.api import Game, Refused
from towpath.rail import runs
from towpath.rail.rules import RailRules


def until(title: str, wanted: str, seed: int = 2) -> Game:
    """A game played at random to a position in which an action is offered (of runs: one that earns something)."""
    game, rng = Game.new(title, 3, {"first_player": "seat1", "consent": "off"}, seed="sandbox"), Random(seed)
    while True:
        found = [offer for offer in game.offers() if offer.type == wanted]
        if found and (wanted != "run_routes" or next(found[0].actions(0)).runs):
            return game
        assert game.number < 900
        offers = [offer for offer in game.offers() if offer.type not in ("pass", "buy_private")]
        offer = rng.choice(offers if offers and rng.random() < 0.85 else game.offers())
        game.play(next(offer.actions(2)) if offer.type == "bid" else offer.draw(rng))


@pytest.mark.parametrize("title", ["1861", "1867", "1856"])
def test_in_its_own_turn_a_company_is_imagined_to_do_what_it_may_do(title: str) -> None:
    game = until(title, "lay_tile")
    (company,) = game.engine.actors(game.state)
    box = game.sandbox(company)
    really = [offer for offer in game.offers() if offer.type == "lay_tile"]
    imagined = [offer for offer in box.offers("track") if offer.type == "lay_tile"]
    assert [offer.described() for offer in imagined] == [offer.described() for offer in really]


def test_a_company_lays_when_it_is_another_ones_turn_and_in_the_past() -> None:
    game = until("1867", "run_routes")
    (actor,) = game.engine.actors(game.state)
    others = [c for c in game.state.cells if c != actor and game.state.standing[c] == "started"]
    before = game.text()
    assert others
    for number in (game.number, game.number - 20):
        for company in others:
            box = game.sandbox(company, number)
            for offer in (each for each in box.offers("track") if each.type == "lay_tile"):
                for action in list(offer.actions(0))[:5]:
                    assert box.explain("track", action) == ()
                    glimpse = box.glimpse("track", action)
                    assert "tile_laid" in {event.kind for event in glimpse.events}
                    assert "turn_ended" not in {event.kind for event in glimpse.events}
    assert game.text() == before


def test_the_best_runs_as_the_map_is_and_with_a_tile_tried_out() -> None:
    game = until("1867", "run_routes")
    (company,) = game.engine.actors(game.state)
    rules = game.rules
    assert isinstance(rules, RailRules)
    box = game.sandbox(company)
    best = box.best()
    assert best is not None
    assert best.proved
    _, answer = runs.best_runs(rules, game.state, company, rules.trains_of(game.state, company))
    assert revenue(best.glimpse.events) == answer.total > 0
    gained = []
    places = [(each, number) for number in range(game.number, 60, -12) for each in game.position(number).cells]
    for each, number in places:
        box = game.sandbox(each, number)
        lays = [action for offer in box.offers("track") if offer.type == "lay_tile" for action in offer.actions(0)]
        before = box.best()
        for action in lays[:20]:
            after = box.best(action)
            if before is not None and after is not None:
                gained.append(revenue(after.glimpse.events) - revenue(before.glimpse.events))
    assert gained
    assert min(gained) >= 0  # what is laid in these positions takes no track away
    assert max(gained) > 0


def revenue(events: object) -> int:
    return sum(event.data["revenue"] for event in events if event.kind == "train_ran")  # type: ignore[attr-defined]


def test_what_is_not_legal_is_not_tried_out() -> None:
    game = until("1867", "lay_tile")
    (company,) = game.engine.actors(game.state)
    box = game.sandbox(company)
    wrong = game.action({"type": "lay_tile", "entity": company, "hex": "D2", "tile": "57", "rotation": 0})
    assert box.explain("track", wrong)
    assert box.glimpse("track", wrong).reasons
    with pytest.raises(Refused):
        box.best(wrong)


def test_of_a_company_that_does_not_operate_nothing_is_imagined() -> None:
    game = Game.new("1867", 3, seed="sandbox")
    for entity in ("CNR", "p1", "nobody"):
        assert game.sandbox(entity).steps == ()
        assert game.sandbox(entity).best() is None
