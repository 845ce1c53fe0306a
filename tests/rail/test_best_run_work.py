"""The state railway's best run is searched once, and to the proof."""

import pytest

from tests.rail.situations import national_turn
from tests.rail.test_national import running
from towpath.rail.actions import RunRoutes
from towpath.routes import Answer, Instance, best, memo


@pytest.mark.rule("1861:8.13.c")
def test_what_is_offered_is_proved_and_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float | None, int | None]] = []

    def counted(instance: Instance, deadline: float | None = None, *, work: int | None = None) -> Answer:
        asked.append((deadline, work))
        answer = best(instance, deadline, work=work)
        assert answer.proved
        return answer

    monkeypatch.setattr(memo, "best", counted)
    monkeypatch.setattr(memo, "_answers", memo.Bounded(4))
    play = national_turn(running(), runner="p3")
    offered = play.offered(RunRoutes)
    assert offered
    for action in offered:
        assert not play.engine.check(play.state, action)
    play.do(*offered)
    assert asked == [(None, None)]
    assert play.over
