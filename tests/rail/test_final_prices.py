"""Loans lower the price of a company when the game ends [12.2]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Scene, both
from towpath.rail import scoring


@both("12.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_c027_one_step_for_each_loan_in_both_titles(title: str) -> None:
    major, spot = {"1861": ("NW", "D20/0"), "1867": ("GTR", "D8/0")}[title]
    scene = Scene(title, 3, market="column").gone(*({"1861": ["OK"]}.get(title, [])))
    scene.major(major, 220, p1=4, p2=3, token=spot).loans(major, 2).cash(p1=0, p2=0, p3=0)
    play = scene.play()
    assert (play.rules.scores(play.state)["p1"], play.rules.scores(play.state)["p2"]) == (720, 540)
    scoring.settle_loans(scene.rules, scene.draft)
    after = scene.play()
    assert (after.price(major), after.state.loans) == (180, {})
    assert after.rules.scores(after.state)["p1"] == 720
