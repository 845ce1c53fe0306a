"""Before an action is confirmed the page says what it leads to, also what none of its events tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import htpy as h
import msgspec
import pytest

from tests.golden.playthrough import record_path
from towpath.api import Game
from towpath.kernel.record import Act
from towpath.rail import holdings
from towpath.rail.rules import RailRules
from towpath.server import decision
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.rail_consequences import operating_order
from towpath.server.seating import Table
from towpath.server.terms import Terms

TITLES = ("1861", "1867", "1856")


def told(game: Game, number: int, action: dict[str, Any]) -> str:
    """What the page says of an action in hand at a position."""
    there = game.plan(None, number=number)
    table = Table(id="told", name="", terms=Terms(), length=0)
    look = Look(OpenGame("told", "Told", there), Asked(choice=action), Access(table=table, every=True))
    page = str(h.fragment[decision.decision(look, "token")])
    return re.sub(r"<[^>]+>", " ", page)


def played(game: Game, wanted: Callable[[int, dict[str, Any]], bool]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Actions of a whole game, each with the entry after which it was made."""
    for number, entry in enumerate(game.record.log):
        if isinstance(entry, Act) and wanted(number, entry.action):
            yield number, entry.action


def golden(title: str) -> tuple[Game, RailRules]:
    game = Game.load(record_path(title))
    assert isinstance(game.rules, RailRules)
    return game, game.rules


KINDS = {
    "price_moved": "The price of",
    "president_changed": "becomes president of",
    "phase_begun": "begins with the first",
    "train_rusted": "rusts.",
    "nationalization": "is nationalized.",
    "loan_taken": "takes a loan",
}
"""Events that must never surprise anybody -> how they are told."""


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_happens_is_told_before(title: str, kind: str) -> None:
    """Of every kind of action that leads to it at some time in a whole game."""
    game, _ = golden(title)
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    for number, action in played(game, lambda n, _: any(event.kind == kind for event in game.events(n + 1))):
        found.setdefault(str(action["type"]), (number, action))
    if title == "1856" and kind == "nationalization":
        assert not found
    for number, action in found.values():
        assert KINDS[kind] in told(game, number, action)


@pytest.mark.parametrize("title", TITLES)
def test_a_new_order_of_operating_is_told(title: str) -> None:
    game, rules = golden(title)
    changes = (
        (number, action)
        for number, action in played(
            game, lambda n, _: any(event.kind == "price_moved" for event in game.events(n + 1))
        )
        if operating_order(rules, game.position(number)) != operating_order(rules, game.position(number + 1))
    )
    number, action = next(changes)
    order = ", ".join(operating_order(rules, game.position(number + 1)))
    assert f"Order of the next operating round as prices stand then: {order}." in told(game, number, action)


@pytest.mark.parametrize("title", TITLES)
def test_a_tile_says_what_is_left_of_it_and_of_the_one_that_comes_back(title: str) -> None:
    game, rules = golden(title)

    def upgrades(number: int, action: dict[str, Any]) -> bool:
        if action["type"] != "lay_tile" or action["hex"] not in game.position(number).tiles:
            return False
        counts = rules.tileset.counts
        old = game.position(number).tiles[action["hex"]][0]
        return counts.get(action["tile"]) is not None and counts.get(old) is not None

    number, action = next(played(game, upgrades))
    left, total = game.position(number + 1).supply[action["tile"]], rules.tileset.counts[action["tile"]]
    page = told(game, number, action)
    assert f"Of tile {action['tile']} {left} of {total} are left then." in page
    assert f"Tile {game.position(number).tiles[action['hex']][0]} comes back" in page
    assert "What would its best runs be then?" in page


def test_who_comes_over_the_limit_of_certificates_is_named() -> None:
    game, rules = golden("1856")

    def strikes(number: int, _: dict[str, Any]) -> bool:
        before, after = game.position(number), game.position(number + 1)
        return after.finished is None and bool(over(rules, after) - over(rules, before))

    assert "is then over the limit of certificates" in told(game, *next(played(game, strikes)))


def over(rules: RailRules, state: Any) -> set[str]:
    limit = rules.certificate_limit(state)
    return {player for player in state.seating if holdings.certificate_count(rules, state, player) > limit}


def test_the_sentences_of_a_choice_are_plain_data_of_the_position() -> None:
    """An action in the address may be made up: what cannot be done says why and nothing else."""
    game, _ = golden("1867")
    made_up = msgspec.json.decode(b'{"type": "lay_tile", "entity": "CN", "hex": "A1", "tile": "999", "rotation": 0}')
    assert "This is not possible:" in told(game, 200, made_up)
