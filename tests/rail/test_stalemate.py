"""A game in which nobody can ever act again ends instead of turning in circles."""

from __future__ import annotations

import msgspec
import pytest

from towpath.api import Game
from towpath.kernel.table import Table
from towpath.rail.course import Course


@pytest.mark.parametrize("title", ["1861", "1867"])
def test_a_long_game_without_money_papers_or_companies_ends(title: str) -> None:
    game = Game.new(title, 3, options={"long_game": "on"})
    broke = msgspec.structs.replace(
        game.state,
        stack=(Course(stage="auction"),),
        privates=Table(dict.fromkeys(game.state.privates, "closed")),
        cash=Table({"bank": 15_000, "p1": 0, "p2": 0, "p3": 0}),
    )
    ended = game.engine.settled(broke).state
    assert ended.finished == "stalemate"
    assert game.rules.scores(ended) == {"p1": 0, "p2": 0, "p3": 0}
