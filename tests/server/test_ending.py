"""The page of a game that is over: who won, by the title's own rule for ties, and what each score is made of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.browser.moments import course
from tests.server.conftest import Visitor
from towpath.brass.rules import BrassRules
from towpath.kernel.rules import Rules
from towpath.server.ending_part import over


def test_the_winner_is_named_and_scores_are_taken_apart(visitor: Visitor) -> None:
    game = course("1867").game
    answer = visitor.client.post("/api/games/import", json=game.timeline.codec.plain(game.record))
    page = visitor.get(f"/games/{answer.json()['game']['id']}").text
    best = max(game.scores, key=lambda seat: game.scores[seat])
    name = next(seat.name for seat in game.seats if seat.id == best)
    assert f"<strong>{name} wins.</strong>" in page
    parts = game.rules.measured(game.state)[best]
    assert f"cash ${parts['cash']}" in page
    assert f"shares ${parts['shares']}" in page


def look(ranking: tuple[tuple[str, ...], ...]) -> Any:
    """What the part needs to know of a game in which two have 50 points each."""
    rules = SimpleNamespace(
        scores=lambda state: {"p1": 50, "p2": 50, "p3": 40}, ranking=lambda state: ranking, title="none",
        measures=(), measured=lambda state: {"p1": {}, "p2": {}, "p3": {}},
    )  # fmt: skip
    names = {"p1": "Ann", "p2": "Bob", "p3": "Cleo"}
    opened = SimpleNamespace(id="x")
    return SimpleNamespace(rules=rules, full=SimpleNamespace(finished="end"), names=names, opened=opened)


@pytest.mark.parametrize(
    ("ranking", "told", "best"),
    [((("p2",), ("p1",), ("p3",)), "Bob wins.", 1), ((("p1", "p2"), ("p3",)), "Ann and Bob share the victory.", 2)],
)
def test_a_tie_is_broken_by_the_title_or_shared(
    monkeypatch: pytest.MonkeyPatch, ranking: tuple[tuple[str, ...], ...], told: str, best: int
) -> None:
    monkeypatch.setattr("towpath.server.drawing.ending", lambda look: "")
    monkeypatch.setattr("towpath.server.wording.score", lambda rules, score: str(score))
    page = "".join(str(node) for node in over(look(ranking)) if node is not None)
    assert told in page
    assert page.count('class="best"') == best


def test_titles_without_a_rule_for_ties_go_by_scores_and_brass_by_its_own() -> None:
    rules = SimpleNamespace(scores=lambda state: {"p1": 3, "p2": 7, "p3": 7})
    assert Rules.ranking(rules, None) == (("p2", "p3"), ("p1",))  # type: ignore[arg-type]
    assert BrassRules.ranking is not Rules.ranking
