"""The suite passes the invented title, and finds what is wrong with spoilt ones."""

import msgspec
import pytest

from tests.kernel import fair
from towpath.kernel.state import Event
from towpath.kernel.table import Table
from towpath.testing import conformance


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"coins": 400}])
def test_the_invented_title_conforms(players, options):
    report = conformance(fair.compose, players=players, options=options, games=6, scramble=fair.scramble)
    assert report.ok, report
    assert report.capped == 0
    assert sum(report.endings.values()) == 6


def test_capped_games_are_counted_and_weights_steer():
    def quiet(offer):
        return offer.type == "sit_out"

    report = conformance(fair.compose, games=4, max_actions=5, weight=quiet, scramble=fair.scramble)
    assert (report.capped, report.actions, report.types) == (4, 20, {"sit_out": 20})
    assert "4 capped; endings: none" in str(report)


class Leaky(fair.FairRules):
    def redact(self, state, seat):
        return msgspec.structs.replace(super().redact(state, seat), deck=state.deck)


class Wasteful(fair.FairRules):
    def scores(self, state):
        return {"bank": 1}


class Blind(fair.FairRules):
    """Forgets to offer what it allows, and the reverse."""

    def __init__(self, seats, offers, check):
        super().__init__(seats)
        move = self.procedures[fair.Bargain]._propose
        move.offers, move.check = offers or move.offers, check or move.check


def narrow(pos, frame):
    yield fair.Offer(fair.Propose, {"entity": frame.first}, fair.Range("share", 0, 0))


def wide(pos, frame):
    yield fair.Offer(fair.Propose, {"entity": frame.first}, fair.Range("share", 0, frame.prize + 500))


class Dead(fair.FairRules):
    def __init__(self, seats):
        super().__init__(seats)
        for move in self.procedures[fair.Stall]._moves:
            move.offers = lambda pos, frame: ()


class Ordered(fair.FairRules):
    """Lets the order of a table decide who wins."""

    def end_now(self, draft, reason):
        draft.emit("winner", seat=next(iter(draft.cash)))
        super().end_now(draft, reason)

    def setup(self, seed):
        state = super().setup(seed)
        return msgspec.structs.replace(state, cash=Table(sorted(state.cash.items(), reverse=True)))


class Crashing(fair.FairRules):
    def conservation(self, state):
        return [str(1 // len(state.discard[:0]))]


class Lossy(fair.FairRules):
    def conservation(self, state):
        return ["a card is gone"] if state.discard else []


class Reckless(fair.FairRules):
    """Accepts any card that exists."""

    def __init__(self, seats):
        super().__init__(seats)
        self.procedures[fair.Stall]._moves[0].check = lambda pos, frame, action: ()


@pytest.mark.parametrize(
    ("make", "check"),
    [
        (Leaky, "a view holds no secret"),
        (Wasteful, "scores are the seats'"),
        (Dead, "no dead end"),
        (Ordered, "the order of keys means nothing"),
        (Crashing, "no exception"),
        (Lossy, "nothing is created or lost"),
        (Reckless, "what is legal is offered"),
        (lambda seats: Blind(seats, narrow, None), "what is legal is offered"),
        (lambda seats: Blind(seats, wide, None), "what is offered is legal"),
    ],
)
def test_faults_are_found(make, check):
    report = conformance(lambda options, players, overlays: make(players), games=12, scramble=fair.scramble, players=2)
    assert check in {failure.check for failure in report.failures}, report
    assert not report.ok
    assert check in str(report)


def test_a_preview_that_tells_lies_is_found(monkeypatch):
    honest = fair.SitMove.apply

    def boastful(self, draft, frame, action):
        honest(self, draft, frame, action)
        if draft._preview:
            draft.events.append(Event("boast"))

    monkeypatch.setattr(fair.SitMove, "apply", boastful)
    report = conformance(fair.compose, games=3, scramble=fair.scramble)
    assert {failure.check for failure in report.failures} == {"a preview tells what happens"}
