"""A record's stored position may be anything: damaged, forged, of another game. The game never stands in a senseless one."""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
import pytest

from tests.rail.operation import TITLES
from towpath.api import Game
from towpath.kernel import record as records

VALUES: list[Any] = [
    None, True, -1, 0, 3, 10**9, 1.5, "", "x", "p1", "p9", "CNR", "2-0", "9-9", "H8", "H8/0", "{x}", [], [[]], ["p1"], {},
    {"a": 1}, "yard", "pool", "bank", "started",
]  # fmt: skip
DAMAGES = 30


@lru_cache
def saved(title: str) -> bytes:
    game, rng = Game.new(title, 3, seed="stored"), Random(title)
    for _ in range(60):
        game.play(game.sample(rng))
    return records.dump(game.record)


def opened(title: str, position: Any) -> Game:
    """The game, with that position stored."""
    record = records.load(saved(title))
    assert record.head is not None
    return Game(msgspec.structs.replace(record, head=msgspec.structs.replace(record.head, position=position)))


def position_of(title: str) -> Any:
    head = records.load(saved(title)).head
    assert head is not None
    return head.position


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [place for key in keys for place in ((*path, key), *places(data[key], (*path, key)))]


def damage(position: Any, rng: Random) -> None:
    """Put something else in one place, or take it out."""
    *way, last = rng.choice(places(position))
    inner = position
    for key in way:
        inner = inner[key]
    if rng.random() < 0.3:
        del inner[last]
    else:
        inner[last] = deepcopy(rng.choice(VALUES))


@pytest.mark.parametrize("title", TITLES)
def test_whatever_is_stored_the_game_can_be_looked_at_and_played(title: str) -> None:
    rng = Random(f"stored {title}")
    for _ in range(DAMAGES):
        position = position_of(title)
        for _ in range(rng.choice((1, 1, 2))):
            damage(position, rng)
        game = opened(title, position)
        assert game.rules.conservation(game.state) == []
        assert set(game.scores) == set(game.rules.seats)
        assert game.to_move or game.is_over
        for offer in game.offers()[:3]:
            assert game.engine.apply(game.state, offer.draw(rng)).events


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("cash", "p1", 10**6),
        ("cash", "p1", None),
        ("cash", "nobody", 0),
        ("standing", "x", "started"),
        ("supply", "57", None),
        ("phase", None, "9"),
        ("priority", None, "p9"),
        ("seating", None, ["p1", "p1", "p2"]),
        ("stack", None, []),
        ("tiles", "A1", ["57", 0]),
        ("loans", "CNR", -3),
        ("homes", "x", "H8/0"),
    ],
)
def test_money_from_nowhere_and_unknown_names_are_done_without(title: str, table: str, key: Any, value: Any) -> None:
    position = position_of(title)
    if key is None:
        position[table] = value
    elif value is None:
        del position[table][key]
    else:
        position[table][key] = value
    game = opened(title, position)
    assert game.state == opened(title, position_of(title)).state
    assert game.divergence is None
