"""The opening auction [3]."""

from __future__ import annotations

from tests.t1856.scenes import PRIVATES, Operating, Scene1856, rule
from towpath.rail.actions import Bid, Pass
from towpath.rail.standing_bids import StandingBids


def bid(player: str, private: str, price: int) -> Bid:
    return Bid(entity=player, target=private, price=price)


def no(player: str) -> Pass:
    return Pass(entity=player)


def opening(players: int = 3, **options: str) -> Operating:
    return Scene1856(players, **options).auction()


def frame(play: Operating) -> StandingBids:
    found = play.state.frame
    assert isinstance(found, StandingBids)
    return found


def owners(play: Operating) -> dict[str, str]:
    return {name: holder for name, holder in play.state.privates.items() if holder != "bank"}


@rule("3.a", "P.3.a")
def test_a_turn_is_to_buy_the_first_to_bid_on_a_later_one_or_to_pass() -> None:
    play = opening()
    assert frame(play).lots == PRIVATES
    assert [play.rules.privates[name].face for name in PRIVATES] == [20, 40, 50, 70, 100, 100]
    assert play.turn == ("p1",)
    assert {(a.target, a.price) for a in play.offered(Bid) if a.target == "FT"} == {("FT", 20)}
    assert {a.target for a in play.offered(Bid)} == set(PRIVATES)
    assert play.refusal(bid("p1", "FT", 25)) == {"price_is_fixed": "3.a"}
    play.do(bid("p1", "FT", 20))
    assert owners(play) == {"FT": "p1"}
    assert play.cash("p1") == 480
    assert play.turn == ("p2",)
    assert play.refusal(bid("p2", "FT", 25)) == {"lot_sold": "3.a"}
    play.do(bid("p2", "SCFTC", 105))
    assert (owners(play), play.cash("p2"), play.turn) == ({"FT": "p1"}, 500, ("p3",))
    play.do(no("p3"))
    assert play.turn == ("p1",)


@rule("P.3.b")
def test_a_bid_is_five_above_face_value_or_above_the_highest_bid() -> None:
    play = opening()
    assert play.refusal(bid("p1", "TCC", 54)) == {"bid_too_low": "P.3.b"}
    play.do(bid("p1", "TCC", 57))
    assert play.refusal(bid("p2", "TCC", 61)) == {"bid_too_low": "P.3.b"}
    play.do(bid("p2", "TCC", 62))
    assert ("TCC", "p1", 57) in frame(play).bids
    assert ("TCC", "p2", 62) in frame(play).bids


@rule("P.3.c")
def test_money_that_was_bid_is_bound() -> None:
    play = opening(6)  # 250 each
    play.do(bid("p1", "NFSBC", 150), *map(no, ("p2", "p3", "p4", "p5", "p6")))
    assert play.refusal(bid("p1", "SCFTC", 105)) == {"bid_over_cash": "P.3.c"}
    assert max(a.price for a in play.offered(Bid) if a.target == "GLSC") == 100
    assert max(a.price for a in play.offered(Bid) if a.target == "NFSBC") == 250, (
        "a higher bid takes the place of his own"
    )
    play.do(bid("p1", "GLSC", 100), *map(no, ("p2", "p3", "p4", "p5", "p6")))
    assert play.refusal(bid("p1", "FT", 20)) == {"bid_over_cash": "P.3.c"}


@rule("3.b", "P.3.e")
def test_a_private_with_one_bid_goes_to_its_bidder_when_it_comes_up() -> None:
    play = opening().do(bid("p1", "WSRC", 60), bid("p2", "TCC", 55), bid("p3", "FT", 20))
    assert owners(play) == {"FT": "p3", "WSRC": "p1", "TCC": "p2"}
    assert (play.cash("p1"), play.cash("p2"), play.cash("p3")) == (440, 445, 480)
    assert play.turn == ("p1",), "left of the third, whose purchase set off the chain"
    assert (frame(play).lots[0], frame(play).price) == ("GLSC", 70)


@rule("3.c", "3.d", "P.3.d", "P.3.e")
def test_several_bids_are_fought_out_from_the_left_of_the_highest() -> None:
    play = opening(4).do(bid("p1", "WSRC", 45), bid("p2", "WSRC", 50), no("p3"), bid("p4", "WSRC", 55))
    play.do(bid("p1", "WSRC", 60), bid("p2", "FT", 20))
    assert (frame(play).contest, set(frame(play).rivals)) == (True, {"p1", "p2", "p4"})
    assert play.turn == ("p2",), "the one to the left of the first player, who leads with 60"
    assert play.refusal(bid("p2", "WSRC", 64)) == {"bid_too_low": "P.3.d"}
    assert play.refusal(bid("p2", "TCC", 55)) == {"other_lot": "3.c"}
    play.do(bid("p2", "WSRC", 65))
    assert play.turn == ("p4",), "the third player has not bid for it"
    play.do(no("p4"))
    assert play.turn == ("p1",)
    play.do(bid("p1", "WSRC", 71))
    assert play.turn == ("p2",), "who has left stays out"
    play.do(no("p2"))
    assert (owners(play), play.cash("p1"), play.cash("p4")) == ({"FT": "p2", "WSRC": "p1"}, 375 - 71, 375)
    assert play.turn == ("p3",), "left of the second, who bought the Flos Tramway"


def test_c1_on_the_other_side_the_lowest_bidder_goes_next() -> None:
    late = (bid("p1", "WSRC", 45), bid("p2", "WSRC", 50), bid("p3", "WSRC", 55), bid("p4", "WSRC", 60),
            bid("p1", "TCC", 55), bid("p2", "WSRC", 65), bid("p3", "FT", 20))  # fmt: skip
    assert opening(4).do(*late).turn == ("p3",), "left of the second, who leads with 65"
    assert opening(4, auction_contest_order="lowest_bid").do(*late).turn == ("p1",), "his 45 is the lowest"


@rule("3.e", "3.f", "P.3.f")
def test_when_all_pass_privates_pay_and_the_flos_tramway_gets_cheaper() -> None:
    play = opening().do(no("p1"), no("p2"), no("p3"))
    assert frame(play).price == 15
    assert (play.turn, frame(play).passes) == (("p1",), 0)
    play.do(no("p1"), bid("p2", "WSRC", 45), no("p3"), no("p1"))
    assert frame(play).price == 15, "the second player has not passed"
    play.do(no("p2"))
    assert (frame(play).price, play.turn) == (10, ("p3",))
    play.do(bid("p3", "FT", 10))
    assert owners(play) == {"FT": "p3", "WSRC": "p2"}
    before = play.cash("p3"), play.cash("p2"), play.cash("p1")
    play.do(no("p1"), no("p2"), no("p3"))
    assert (play.cash("p3"), play.cash("p2"), play.cash("p1")) == (before[0] + 5, before[1] + 10, before[2])
    assert (frame(play).lots[0], frame(play).price) == ("TCC", 50), "only the Flos Tramway gets cheaper"
    assert play.turn == ("p1",)
    play.do(no("p1"))
    assert play.turn == ("p2",)


@rule("P.3.g")
def test_at_no_price_the_flos_tramway_has_to_be_taken() -> None:
    play = opening()
    for _ in range(4):
        play.do(no("p1"), no("p2"), no("p3"))
    assert owners(play) == {"FT": "p1"}
    assert play.cash("p1") == 500
    assert (play.turn, frame(play).lots[0]) == (("p2",), "WSRC")


@rule("P.3.h")
def test_the_first_stock_round_begins_left_of_whoever_bought_or_bid_last() -> None:
    play = opening().do(bid("p1", "FT", 20), bid("p2", "WSRC", 40), bid("p3", "TCC", 50), bid("p1", "SCFTC", 105))
    play.do(bid("p2", "SCFTC", 110), bid("p3", "GLSC", 70), bid("p1", "NFSBC", 100))
    assert frame(play).contest
    assert play.turn == ("p1",)
    play.do(bid("p1", "SCFTC", 120), no("p2"))
    assert owners(play)["SCFTC"] == "p1"
    assert (play.state.round, play.turn) == ("SR 1", ("p2",)), "left of the first player, who bought last in his turn"
    again = opening().do(bid("p1", "FT", 20), bid("p2", "WSRC", 40), bid("p3", "TCC", 50), bid("p1", "GLSC", 70))
    again.do(bid("p2", "SCFTC", 105), bid("p3", "NFSBC", 100))
    assert again.state.round == "SR 1"
    assert (owners(again)["SCFTC"], again.turn) == ("p2", ("p1",)), "the third bought; the second won by an old bid"


@rule("P.13.1.c")
def test_a_bank_broken_by_privates_ends_the_auction_and_the_game() -> None:
    """The tramway pays 5 whenever all pass; a bank that cannot pay it in full is broken."""
    play = Scene1856().bank(-16).auction()
    play.do(bid("p1", "FT", 20), no("p2"), no("p3"), no("p1"))
    assert (play.state.finished, play.cash("bank")) == ("bank", -1)
