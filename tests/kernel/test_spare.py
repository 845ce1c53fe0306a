"""Fields that are only given up for an action: all may be named, few are written out."""

from random import Random

from towpath.kernel.offers import Offer, Options, Spare
from towpath.kernel.state import Action
from towpath.testing.perft import width


class Play(Action, frozen=True):
    card: int
    place: str


OFFER = Offer(Play, {"entity": "p1"}, Spare(("card",), ((1,), (2,), (3,), (4,))), Options("place", ("a", "b")))


def test_few_are_written_out_and_all_when_asked():
    assert len(list(OFFER.actions(3))) == 6
    assert len(list(OFFER.actions(0))) == 8


def test_move_counts_follow_the_first():
    assert width(OFFER) == 2
    assert {action.card for action in OFFER.actions(ranges=1)} == {1}


def test_any_of_them_is_drawn():
    drawn = {OFFER.draw(Random(seed)).card for seed in range(60)}
    assert drawn == {1, 2, 3, 4}


def test_pages_and_programs_see_all():
    assert OFFER.described()["domains"][0] == {"domain": "spare", "fields": ["card"], "rows": [[1], [2], [3], [4]]}
