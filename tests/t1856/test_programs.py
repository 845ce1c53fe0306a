"""Programmed actions of 1856: buying until a company floats, and bids that stand."""

from __future__ import annotations

import pytest

from tests.rail.watching import Watched
from tests.t1856.scenes import PRIVATES, Scene1856
from tests.t1856.test_auction import bid, no, opening
from towpath.kernel.programs import BadProgram, check
from towpath.rail.actions import BuyShare, SellShares
from towpath.rail.data import Capital
from towpath.rail.programs import BidUpTo, BuyShares, BuyUntilFloated, PassUntil


def share(player: str, company: str) -> BuyShare:
    return BuyShare(entity=player, company=company, source="treasury")


def waiting(capital: Capital = "escrow", for_sale: str = "2", sold: int = 1) -> Scene1856:
    """GT has its president p1 and wants more shares sold; p2 has plenty of money."""
    scene = Scene1856().for_sale(for_sale).cash(p1=100, p2=900, p3=0)
    return scene.company("GT", 70, par=70, capital=capital, operated=False, p1=2, p3=sold)


# Buying until floated


@pytest.mark.parametrize(
    ("capital", "for_sale", "sold", "bought"),
    [("escrow", "4", 1, 1), ("incremental", "5", 1, 2), ("full", "6", 2, 2)],
)
def test_shares_are_bought_until_the_train_for_sale_lets_it_operate(
    capital: Capital, for_sale: str, sold: int, bought: int
) -> None:
    """40, 50 or 60 per cent, as the train for sale says; each turn is ended after its purchase."""
    table = Watched(waiting(capital, for_sale, sold).trading("p2"), "p2", BuyUntilFloated(company="GT"))
    for _ in range(bought):
        if table.stop is None:
            table.do(*([no("p1")] if table.play.turn == ("p1",) else []))
            if table.play.turn == ("p3",):
                table.do(no("p3"))
    assert [action for action in table.made if action == share("p2", "GT")] == [share("p2", "GT")] * bought
    assert (table.code, table.stop and table.stop.reached) == ("floated", True)


@pytest.mark.parametrize(("capital", "for_sale"), [("full", "6"), ("escrow", "4")])
def test_a_turn_in_which_he_could_still_sell_is_ended_after_the_purchase(capital: Capital, for_sale: str) -> None:
    scene = waiting(capital, for_sale).company("LPS", 65, p3=3, p2=3)
    table = Watched(scene.trading("p2"), "p2", BuyUntilFloated(company="GT"))
    assert table.made == [share("p2", "GT"), no("p2")]
    assert table.play.turn == ("p3",)
    assert table.code == (None if capital == "full" else "floated")


def test_a_company_that_floats_has_nothing_to_wait_for() -> None:
    play = waiting("escrow", "2").trading("p2")
    assert BuyUntilFloated not in {offer.program for offer in play.rules.programs(play.state, "p2")}
    with pytest.raises(BadProgram):
        check(play.rules.programs(play.state, "p2"), BuyUntilFloated(company="GT"))


def test_somebody_else_may_float_it() -> None:
    play = Scene1856().for_sale("4").cash(p1=900, p2=900).company("GT", 70, par=70, operated=False, p1=2, p3=1)
    table = Watched(play.trading("p1"), "p2", BuyUntilFloated(company="GT"))
    table.do(share("p1", "GT"))
    assert (table.code, table.made) == ("floated", [])


def test_a_sale_of_the_company_ends_it() -> None:
    play = Scene1856().for_sale("6").cash(p2=900).company("GT", 70, par=70, capital="full", operated=True, p1=2, p3=2)
    table = Watched(play.trading("p3"), "p2", BuyShares(company="GT", source="treasury", shares=2, most=70))
    table.do(SellShares(entity="p3", company="GT", shares=1))
    assert table.code == "sold"


def test_shares_of_the_first_issue_cost_par_whatever_the_market_says() -> None:
    play = Scene1856().cash(p2=900).company("GT", 110, par=70, operated=True, p1=4)
    table = Watched(play.trading("p2"), "p2", BuyShares(company="GT", source="treasury", shares=1, most=70))
    assert table.made == [share("p2", "GT")]
    assert table.code == "held"
    assert table.play.cash("p2") == 830


# Bids that stand


def test_a_bid_stands_until_it_is_beaten_and_is_then_raised() -> None:
    third = PRIVATES[2]
    table = Watched(opening(), "p1", BidUpTo(target=third, most=70))
    assert table.made == [bid("p1", third, 55)]
    table.do(bid("p2", third, 60), no("p3"))
    assert table.made[1:] == [bid("p1", third, 65)]
    table.do(no("p2"), no("p3"))
    assert table.made[2:] == []  # it leads: what else to do in this turn is for the player to say
    assert table.play.turn == ("p1",)


def test_a_bid_above_the_limit_in_an_open_turn_is_the_players_to_answer() -> None:
    third = PRIVATES[2]
    table = Watched(opening(), "p1", BidUpTo(target=third, most=60))
    table.do(bid("p2", third, 60), no("p3"))
    assert table.stop is not None
    assert table.stop.sentence == f"The least bid for {third} is 65 now; your limit is 60."
    assert table.play.turn == ("p1",)


def test_in_a_contest_it_raises_and_drops_out() -> None:
    first, second = PRIVATES[:2]
    play = opening().do(bid("p1", second, 45), bid("p2", second, 50))
    table = Watched(play, "p1", BidUpTo(target=second, most=60))
    table.do(bid("p3", first, 20))
    assert table.made == [bid("p1", second, 55)]
    table.do(bid("p2", second, 60))
    assert table.made[1:] == [no("p1")]
    assert table.code == "lost"
    assert table.play.state.privates[second] == "p2"


def test_the_first_lot_is_bought_at_its_price() -> None:
    table = Watched(opening(), "p1", BidUpTo(target=PRIVATES[0], most=20))
    assert table.made == [bid("p1", PRIVATES[0], 20)]
    assert table.code == "won"


def test_passing_in_the_auction() -> None:
    table = Watched(opening(), "p2", PassUntil(places=("auction",), until=("phase",)))
    table.do(bid("p1", PRIVATES[0], 20))
    assert table.made == [no("p2")]
