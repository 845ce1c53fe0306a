"""The state railway's best run is searched once, and within a budget of work."""

import pytest

from tests.rail.situations import national_turn
from tests.rail.test_national import running
from towpath.rail import state_railway
from towpath.rail.actions import RunRoutes
from towpath.routes import Answer, Instance, best, memo


@pytest.mark.parametrize("work", [0, state_railway.WORK])
def test_what_is_offered_is_accepted_and_was_searched_once(work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int | None]] = []

    def counted(instance: Instance, deadline: float | None = None, *, work: int | None = None) -> Answer:
        asked.append((len(instance.trains), work))
        return best(instance, deadline, work=work)

    monkeypatch.setattr(state_railway, "WORK", work)
    monkeypatch.setattr(memo, "best", counted)
    monkeypatch.setattr(memo, "_answers", memo.Bounded(4))
    play = national_turn(running(), runner="p3")
    offered = play.offered(RunRoutes)
    assert offered
    for action in offered:
        assert not play.engine.check(play.state, action)
    assert asked == [(1, work)]
    play.do(*offered)
    assert asked == [(1, work)]
    assert play.over
