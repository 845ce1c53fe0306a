"""Stored games replay to the letter, and named positions have the move counts they always had."""

from __future__ import annotations

from functools import cache

import pytest

from tests.golden import counts, playthrough
from towpath.api import Game


@cache
def game_of(title: str) -> Game:
    """The stored game of a title, replayed once per process."""
    return playthrough.stored(title)


@pytest.mark.parametrize("title", playthrough.PLAYS)
def test_the_stored_game_plays_as_it_always_did(title: str) -> None:
    game = game_of(title)
    assert game.divergence is None
    assert game.is_over
    assert playthrough.lines(game) == playthrough.text_path(title).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("title", playthrough.PLAYS)
def test_at_least_ten_positions_are_counted(title: str) -> None:
    assert len(counts.read(title)) >= 10


@pytest.mark.parametrize("title", playthrough.PLAYS)
def test_move_counts_of_depth_one_and_two(title: str) -> None:
    game = game_of(title)
    for each in counts.read(title):
        if each["counts"][1] <= 400:
            assert counts.perft(game.engine, game.position(each["entry"]), 2) == each["counts"][1], each["name"]
        assert counts.perft(game.engine, game.position(each["entry"]), 1) == each["counts"][0], each["name"]


@pytest.mark.prove
@pytest.mark.parametrize("title", playthrough.PLAYS)
def test_all_move_counts(title: str) -> None:
    game = game_of(title)
    for each in counts.read(title):
        assert counts.count(game, each["entry"]) == each["counts"], each["name"]
