"""How a game of 1856 ends, and what the players are worth [13]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import Operating, Scene1856, route, rule
from towpath.api import Game
from towpath.kernel.record import EndAnswer, EndOffer
from towpath.rail import scoring
from towpath.rail.actions import BuyTrain, Pass, PayDividend, SellShares
from towpath.rail.frames import Course


def line(cash: int = 0, loans: int = 0, **shares: int) -> Scene1856:
    """WGB with a line of 40."""
    scene = Scene1856().phase("3").company("WGB", 90, 2, 5, **(shares or {"p1": 6}))
    return scene.lay("J11", "57", 0).lay("J13", "57", 0).has("WGB", cash, loans=loans)


def finish_round(play: Operating, number: str) -> Operating:
    """Everybody passes until that round is over."""
    while play.turn and play.state.round == number and play.state.finished is None:
        play.done()
    return play


@rule("13.1.a", "P.13.1.a")
def test_broken_in_an_operating_round_it_ends_with_that_set() -> None:
    """OR 2.1 of two: the dividend is paid in full although the bank has less; OR 2.2 is still played."""
    scene = line().has("WGB", 0, trains=["3"]).bank(20)
    scene.draft.put("set_length", 2)
    before = scene.draft.cash["p1"]
    play = scene.turn("WGB", "run", at="2.1")
    play.run(route(play.rules.trains_of(play.state, "WGB")[0], "J11/0", "J11 J13", "J13/0"))
    play.do(PayDividend(entity="WGB", kind="full"))
    assert (play.cash("p1") - before, play.cash("bank")) == (24, -4)
    assert play.state.broken_bank
    finish_round(play, "OR 2.1")
    assert play.state.round == "OR 2.2"
    assert play.state.finished is None
    while play.state.finished is None:
        play.run() if play.step == "run" else play.done()
    assert play.state.finished == "bank"
    assert play.state.round == "OR 2.2"
    assert play.turn == ()


@rule("P.13.1.a")
def test_with_exactly_nothing_left_it_is_not_broken() -> None:
    scene = line().has("WGB", 0, trains=["3"]).bank(24)
    play = scene.turn("WGB", "run", at="2.1")
    play.run(route(play.rules.trains_of(play.state, "WGB")[0], "J11/0", "J11 J13", "J13/0"))
    play.do(PayDividend(entity="WGB", kind="full"))
    assert (play.cash("bank"), play.state.broken_bank) == (0, False)


@rule("13.1.b")
def test_broken_in_a_stock_round_it_ends_with_the_rounds_that_follow() -> None:
    """A sale in SR 2 breaks it: both rounds of the next set are played, then it is over."""
    scene = line(p1=4, p2=4).has("WGB", 0, trains=["3"]).bank(50)
    play = scene.trading("p2")
    play.do(SellShares(entity="p2", company="WGB", shares=1))
    assert play.state.broken_bank
    draft = play.rules.draft(play.state)
    draft.put("stack", (Course(stage="stock"), play.state.stack[-1]))
    play = Operating(play.rules, draft)
    while play.state.finished is None:
        play.run() if play.step == "run" else play.do(Pass(entity=play.acting))
        assert play.state.set_number == 2
    assert (play.state.finished, play.state.round) == ("bank", "OR 2.2")


@rule("13.2.a")
def test_the_game_is_over_at_once_when_a_president_cannot_pay_interest() -> None:
    play = line(loans=2, p1=2).company("BB", 70, p2=6).cash(p1=19).turn("WGB", "run", borrowed=True)
    assert play.state.finished == "bankrupt"
    assert play.turn == ()


@rule("13.2.a", "P.13.2.a")
def test_before_he_is_bankrupt_a_president_sells_all_that_he_may() -> None:
    """A compulsory 3 at 225: he sells three shares of BB at 45; what he has then is lost to the creditor."""
    scene = line(p1=2).cash(p1=10).company("BB", 45, 5, 0, p2=4, p1=3)
    play = scene.turn("WGB", "trains", borrowed=True)
    play.do(BuyTrain(entity="WGB", train="3-1", price=225))
    assert play.step == "RaiseMoney"
    assert play.state.finished is None
    assert {action.company for action in play.offered(SellShares)} == {"BB"}
    play.do(SellShares(entity="p1", company="BB", shares=3))
    assert play.state.finished == "bankrupt"
    assert play.happened("bankrupt") == [{"player": "p1"}]
    assert play.happened("shares_sold") == [{"player": "p1", "company": "BB", "shares": 3, "price": 45}]
    assert [paid["amount"] for paid in play.happened("paid")] == [3 * 45, 10 + 3 * 45]
    assert play.cash("p1") == 0
    assert play.trains("WGB") == []


@rule("13.2.a")
def test_a_due_loan_that_cannot_be_repaid_ends_it() -> None:
    """C012 with a poor president: two of four loans are due, 130 in the treasury, 20 with him."""
    play = line(130, 4, p1=2).cash(p1=20).turn("WGB", "loans", borrowed=True, charged=True)
    if play.state.finished is None:
        play.done()
    assert play.state.finished == "bankrupt"


@rule("13.3.a", "7.7.a")
def test_worth_is_cash_shares_and_privates() -> None:
    """C046: at 90 with three loans a share is worth 60; 180 for three, 120 for two."""
    scene = Scene1856().company("WGB", 90, 2, 5, p1=3, p2=2, pool=2).loans("WGB", 3).cash(p1=7, p2=11, p3=300)
    play = scene.private("FT", "p3").private("NFSBC", "p2").trading()
    assert play.rules.scores(play.state) == {"p1": 187, "p2": 131 + 100, "p3": 320}


@rule("13.3.a", "7.7.a")
def test_loans_never_make_a_share_worth_less_than_nothing() -> None:
    scene = Scene1856().company("WGB", 30, 8, 0, p1=6).loans("WGB", 5).cash(p1=1, p2=0, p3=0)
    play = scene.trading()
    assert play.rules.scores(play.state)["p1"] == 1


@rule("13.3.a")
def test_the_richest_is_named_and_the_bankrupt_is_counted_like_others() -> None:
    play = line(loans=2, p1=2).cash(p1=0, p2=40, p3=100).turn("WGB", "run", borrowed=True)
    over = play.happened("game_over")[0]
    assert over["reason"] == "bankrupt"
    assert play.rules.scores(play.state) == {"p1": 2 * (90 - 20), "p2": 40, "p3": 100}
    assert over["winners"] == ["p1"]


def test_the_players_may_agree_to_end_it() -> None:
    """The fourth way of ending is the table's: all persons at it agree."""
    game = Game.new("1856", 3, seed="agreed")
    game.write(EndOffer(by="p2"))
    game.write(EndAnswer(by="p1", agree=True))
    assert not game.is_over
    game.write(EndAnswer(by="p3", agree=True))
    assert game.state.finished == "agreed"
    assert game.rules.scores(game.state) == {"p1": 500, "p2": 500, "p3": 500}


@pytest.mark.parametrize("kind", ["full", "withhold"])
def test_an_end_in_the_last_round_comes_after_its_last_turn(kind: str) -> None:
    scene = line().has("WGB", 0, trains=["3"]).bank(20).company("BB", 70, p2=6).has("BB", 50)
    scene.draft.put("set_length", 1)
    play = scene.turn("WGB", "run", at="2.1")
    play.run(route(play.rules.trains_of(play.state, "WGB")[0], "J11/0", "J11 J13", "J13/0"))
    play.do(PayDividend(entity="WGB", kind=kind))  # type: ignore[arg-type]
    while play.acting == "WGB":
        play.done()
    assert play.state.finished is None
    assert play.acting == "BB"


def test_what_a_player_could_have_in_hand_counts_what_the_pool_still_takes() -> None:
    """p2 could follow as president, so that only the pool, which has one share and takes five, holds p1 back."""
    scene = Scene1856().phase("3").cash(p1=10, p2=20, p3=30).company("WGB", 90, 2, 5, p1=6, p2=2, pool=1)
    play = scene.turn("WGB", "trains")
    liquid = {player: scoring.liquid(play.rules, play.state, player) for player in play.rules.seats}
    assert liquid == {"p1": 10 + 4 * 90, "p2": 20 + 2 * 90, "p3": 30}
