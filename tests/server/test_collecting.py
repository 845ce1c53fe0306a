"""A server looks for what nobody needs any more while nothing goes on, and now and then in any case."""

from __future__ import annotations

import gc
import weakref

import pytest

from tests.server.receiver import until
from towpath.server import collecting
from towpath.server.collecting import IDLE, LEAST, MOST, collected_when_idle, is_due


@pytest.mark.parametrize(
    ("since", "share", "due"),
    [
        (LEAST, 0.0, True),
        (LEAST, IDLE, False),
        (LEAST - 1, 0.0, False),
        (MOST - 1, 1.0, False),
        (MOST, 1.0, True),
    ],
)
def test_it_waits_for_a_quiet_moment_but_not_for_ever(since: float, share: float, due: bool) -> None:
    assert is_due(since, share) is due


class Ring:
    def __init__(self) -> None:
        self.itself = self


def test_full_looks_are_taken_by_the_server_and_afterwards_by_python_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "LOOK", 0.01)
    monkeypatch.setattr(collecting, "MOST", 0.05)
    before = gc.get_threshold()
    with collected_when_idle():
        assert gc.get_threshold()[2] == collecting.NEVER
        gone = weakref.ref(Ring())
        until(lambda: gone() is None)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
