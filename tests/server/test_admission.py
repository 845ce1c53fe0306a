"""Whoever listens asks anew what he may do when, and only when, it has changed who may do what at the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from towpath.server.database import Database
from towpath.server.games import Games
from towpath.server.seating import HOST, Seating, give
from towpath.server.store import Store
from towpath.server.terms import Terms


@pytest.fixture
def games(tmp_path: Path) -> Games:
    database = Database(f"sqlite:///{tmp_path / 'table.sqlite3'}")
    return Games(Store(database), Seating(database))


def _give(seating: Seating, game: str) -> None:
    with seating.database.session.begin() as session:
        give(session, game, "p1", "random", None)


CHANGES: dict[str, Callable[[Seating, str], object]] = {
    "new links": lambda seating, game: seating.issue(game, [HOST, "p1"]),
    "somebody takes a seat": lambda seating, game: seating.hold(game, "ann", "seat", "p1"),
    "the host comes": lambda seating, game: seating.hold(game, "ann", "host"),
    "somebody leaves": lambda seating, game: seating.release(game, "ann"),
    "other terms": lambda seating, game: seating.settle(game, Terms(spectators=False)),
    "a bot takes over": _give,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_anybodys_access_is_counted(games: Games, change: str) -> None:
    game = games.create("1867", ["Ann", "Bob"], {}, "seed", terms=Terms(sitting="seats")).id
    before = games.store.told(game).admission
    CHANGES[change](games.seating, game)
    assert games.store.told(game).admission == before + 1


def test_a_spectator_and_an_action_change_nobodys_access(games: Games) -> None:
    opened = games.create("1867", ["Ann", "Bob"], {}, "seed")
    before = games.store.told(opened.id).admission
    games.seating.hold(opened.id, "guest", "watch")
    games.change(opened.id, lambda game: game.play(game.sample(Random(1))))
    assert games.store.told(opened.id).number == 1
    assert games.store.told(opened.id).admission == before
