"""Owners are asked before something of theirs is taken [8.11, 8.12, 9.2]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Scene, both
from tests.rail.situations import in_round, sold_out_below, turn
from towpath.kernel.codec import Codec, plain
from towpath.kernel.state import Action
from towpath.rail import consent
from towpath.rail.actions import Accept, BuyPrivate, BuyTrain, Decline, Merge, Pass
from towpath.rail.consent import Consent

MINORS = {"1861": ("RO", "OK", "KR"), "1867": ("BO", "CS", "CV")}
PLACES = {"1861": ("", "", ""), "1867": ("J12/0", "G15/0", "N12/0")}


def scene(title: str, ask: str = "on") -> Scene:
    """Phase 3: p1's minor has 200 and a train, p2's has two trains; p3 owns a private of face 30."""
    made = in_round(Scene(title, 3, market="column", consent=ask).phase("3"))
    one, two, three = MINORS[title]
    for minor, owner, place in zip((one, two, three), ("p1", "p2", "p3"), PLACES[title], strict=True):
        made.minor(minor, owner, 80, token=place)
    made.treasury(one, 200).train("2", one).train("2", two).train("2", two)
    return sold_out_below(made, "3").private(made.rules.data.privates[0].id, "p3").cash(p3=0)


@both("8.11.b")
@pytest.mark.parametrize("title", TITLES)
def test_a_train_of_another_owner_is_sold_when_he_agrees(title: str) -> None:
    one, two, _ = MINORS[title]
    play = turn(scene(title), one, "trains").do(BuyTrain(entity=one, train="2-1", price=70))
    assert play.turn == ("p2",)
    assert play.state.trains["2-1"] == two
    assert {offer.type for offer in play.engine.offers(play.state)} == {"accept", "decline"}
    play.do(Accept(entity="p2"))
    assert play.state.trains["2-1"] == one
    assert (play.cash(one), play.cash(two)) == (130, 70)
    assert play.turn == (one,)


@both("8.11.b")
@pytest.mark.parametrize("title", TITLES)
def test_a_refusal_leaves_all_as_it_was_and_the_asker_at_his_decision(title: str) -> None:
    one, two, _ = MINORS[title]
    play = turn(scene(title), one, "trains").do(BuyTrain(entity=one, train="2-1", price=70))
    play.do(Decline(entity="p2"))
    assert [event.kind for event in play.events][:1] == ["consent_refused"]
    assert (play.state.trains["2-1"], play.cash(one)) == (two, 200)
    assert play.turn == (one,)
    play.do(Pass(entity=one))


@both("8.12.c", "8.12.a")
@pytest.mark.parametrize("title", TITLES)
def test_a_private_is_sold_when_its_owner_agrees(title: str) -> None:
    one = MINORS[title][0]
    game = scene(title)
    private = game.rules.data.privates[0].id
    play = turn(game, one, "trains").do(BuyPrivate(entity=one, private=private, price=25))
    assert play.turn == ("p3",)
    play.do(Accept(entity="p3"))
    assert play.state.privates[private] == one
    assert (play.cash("p3"), play.cash(one)) == (25, 175)


@both("8.11.b", "8.12.a")
@pytest.mark.parametrize("title", TITLES)
def test_nobody_is_asked_where_consent_is_assumed_or_the_owner_is_the_same(title: str) -> None:
    one = MINORS[title][0]
    assumed = turn(scene(title, "off"), one, "trains").do(BuyTrain(entity=one, train="2-1", price=70))
    assert assumed.state.trains["2-1"] == one
    own = scene(title)
    own.draft.edit("certificates")[f"{MINORS[title][1]}_0"] = "p1"
    play = turn(own, one, "trains").do(BuyTrain(entity=one, train="2-1", price=70))
    assert play.state.trains["2-1"] == one


@both("9.2.c")
@pytest.mark.parametrize("title", TITLES)
def test_several_are_asked_clockwise_from_the_asker_and_others_may_not_answer(title: str) -> None:
    one, two, _ = MINORS[title]
    game = scene(title)
    consent.ask(game.rules, game.draft, Merge(entity=two, minor=one), ("p1", "p3"), "merge")
    play = game.play()
    assert isinstance(play.state.frame, Consent)
    assert play.state.frame.asked == ("p3", "p1")
    wrong: list[Action] = [Accept(entity="p1"), Accept(entity="p2"), Decline(entity="p1")]
    for action in wrong:
        assert play.refusal(action) == {"not_your_turn": ""}
    play.do(Accept(entity="p3"))
    assert play.turn == ("p1",)
    codec = Codec(play.rules)
    assert codec.state(plain(play.state)) == play.state
    play.do(Accept(entity="p1"))
    assert play.over


@pytest.mark.rule("1861:9.2.c")
def test_one_refusal_ends_the_asking() -> None:
    game = scene("1861")
    consent.ask(game.rules, game.draft, Merge(entity="OK", minor="RO"), ("p1", "p3"), "merge")
    assert game.play().do(Decline(entity="p3")).over
