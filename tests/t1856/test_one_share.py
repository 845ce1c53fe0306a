"""Presidents of the CGR with one share, and a CGR most of which is in the pool [14.6, 14.7, 14.15, 13.2]."""

from __future__ import annotations

import pytest

from tests.t1856.forming import CGR, Formed, Forming
from tests.t1856.scenes import rule
from towpath.rail.actions import BuyShare, Pass, SellShares, StartMajor

HOMES = ("LPS", "TGB", "WGB", "BB", "CA", "WR", "GW", "CPR")


def formed(*holdings: dict[str, int], players: int = 3, chair: str = "p1", tenths: int = 3, **cash: int) -> Formed:
    """The CGR made of these companies; then the players have this money (2000 if it is not said)."""
    scene = Forming(players, chair=chair, tenths=tenths)
    for name, tenths in zip(HOMES, holdings, strict=False):
        scene.owing(name, 80, **tenths)
    seats = [f"p{i + 1}" for i in range(players)]
    play = scene.cash(**dict.fromkeys(seats, 0)).bought()
    assert play.forming == "formed"
    return play.with_cash(**(dict.fromkeys(seats, 1000) | cash))


def alone(**cash: int) -> Formed:
    """p1, who has bought the 6, and p2 have one share each, two are in the pool; p1 presides."""
    return formed({"p1": 2, "p2": 2, "pool": 4}, **cash)


@rule("P.14.6.b")
def test_the_first_who_has_one_share_is_president_on_one_share() -> None:
    play = alone()
    assert play.held("p1", "p2", "pool", CGR) == (1, 1, 2, 6)
    assert play.president(CGR) is None
    assert play.own.national.acting == "p1"
    assert play.rules.controller(play.state, CGR) == "p1"
    assert formed({"p1": 2, "p2": 2, "pool": 4}, chair="p2").own.national.acting == "p2"


@rule("P.14.6.c", "P.14.14.a")
@pytest.mark.parametrize("source", ["pool", "treasury"])
def test_he_begins_his_next_turn_by_buying_a_second_share(source: str) -> None:
    play = alone(p1=100).trading()
    assert play.refusal(Pass(entity="p1")) == {"second_share_due": "P.14.6.c"}
    assert "second_share_due" in play.refusal(BuyShare(entity="p1", company="GT", source="treasury"))
    assert "second_share_due" in play.refusal(
        StartMajor(entity="p1", company="CPR", cell=play.rules.market.zone("par")[5].id)
    )
    assert "second_share_due" in play.refusal(SellShares(entity="p1", company=CGR, shares=1))
    play.do(BuyShare(entity="p1", company=CGR, source=source))  # type: ignore[arg-type]
    assert play.president(CGR) == "p1"
    assert play.own.national.acting is None
    assert play.held("p1", "p2") == (2, 1)
    assert play.held("pool", CGR) == ((1, 6) if source == "pool" else (2, 5))
    assert play.cash("p1") == 0


@rule("P.14.6.c")
def test_he_sells_other_shares_for_it_if_he_must() -> None:
    play = with_others(alone(p1=50)).trading()
    assert play.offered(BuyShare) == []
    assert play.refusal(Pass(entity="p1")) == {"second_share_due": "P.14.6.c"}
    play.do(SellShares(entity="p1", company="GT", shares=1), BuyShare(entity="p1", company=CGR, source="pool"))
    assert (play.president(CGR), play.cash("p1")) == ("p1", 50)


def with_others(play: Formed) -> Formed:
    """p2 has two shares of p1's GT."""
    draft = play.rules.draft(play.state)
    for cert in ("GT_2", "GT_3"):
        draft.edit("certificates")[cert] = "p2"
    play.state = draft.commit()
    return play


@rule("P.13.2.b", "13.2.a")
def test_a_president_who_cannot_get_a_second_share_is_bankrupt() -> None:
    play = alone(p1=99).trading()
    play.do(SellShares(entity="p1", company="GT", shares=1))
    assert BuyShare(entity="p1", company=CGR, source="pool") in play.offered(BuyShare)
    play = formed({"p1": 2, "p2": 2, "pool": 4}, tenths=2, p1=99).trading()
    assert play.state.finished == "bankrupt"
    assert play.own.bankrupt == "p1"
    assert play.turn == ()
    assert play.happened("game_over")[0]["reason"] == "bankrupt"


@rule("P.14.6.d")
def test_whoever_else_buys_a_second_share_first_is_president_instead() -> None:
    play = alone().trading("p2").do(BuyShare(entity="p2", company=CGR, source="pool"))
    assert play.president(CGR) == "p2"
    assert play.own.national.acting is None
    assert play.happened("president_changed") == [{"company": CGR, "old": "p1", "new": "p2"}]
    play.do(*play.offered(Pass, "p2"))
    while play.turn != ("p1",):
        play.do(Pass(entity=play.acting))
    assert Pass(entity="p1") in play.offered(Pass)


@rule("P.14.6.c", "P.14.6.d")
def test_a_first_share_bought_by_another_moves_nothing() -> None:
    play = alone().trading("p3").do(BuyShare(entity="p3", company=CGR, source="pool"))
    assert (play.president(CGR), play.own.national.acting) == (None, "p1")


@rule("P.14.6.b", "P.14.5.a")
def test_of_twenty_shares_one_can_make_the_president_too() -> None:
    """Six presidents with 20 %, half of each company in the pool: one each, the pool gets fourteen of the fifteen due."""
    play = formed(*({f"p{i + 1}": 2, "pool": 5} for i in range(6)), players=6)
    assert play.large
    assert play.held("p1", "p6", "pool", CGR) == (1, 1, 14, 0)
    assert play.own.national.acting == "p1"
    play = play.trading().do(BuyShare(entity="p1", company=CGR, source="pool"))
    assert (play.president(CGR), play.held("p1", "pool")) == ("p1", (2, 13))


@rule("P.14.15.a")
def test_while_most_of_it_is_in_the_pool_the_bank_sells_none() -> None:
    """Six shares of ten; one is left in the first issue."""
    play = formed({"p1": 2, "pool": 5}, {"p1": 2, "pool": 5}, {"p2": 2, "pool": 3})
    assert play.held("p1", "p2", "pool", CGR) == (2, 1, 6, 1)
    assert play.own.national.ipo_closed
    play = play.trading("p2")
    assert play.refusal(BuyShare(entity="p2", company=CGR, source="treasury")) == {"issue_waits": "P.14.15.a"}
    play.do(BuyShare(entity="p2", company=CGR, source="pool")).do(*play.offered(Pass, "p2"))
    assert play.held("pool", CGR) == (5, 1)
    assert BuyShare(entity="p3", company=CGR, source="treasury") in play.offered(BuyShare, "p3")


@rule("P.14.15.a", "P.14.6.b")
def test_most_in_the_pool_with_a_president_on_one_share() -> None:
    """The president's certificate that lies in the pool for the time being counts as two of the pool's shares."""
    play = formed({"p1": 2, "pool": 5}, {"p2": 2, "pool": 5}, {"p3": 2, "pool": 3})
    assert play.held("p1", "pool", CGR) == (1, 6, 1)
    assert play.own.national.ipo_closed
    play = play.trading()
    assert play.refusal(BuyShare(entity="p1", company=CGR, source="treasury")) == {"issue_waits": "P.14.15.a"}
    play.do(BuyShare(entity="p1", company=CGR, source="pool"))
    assert play.held("p1", "pool", CGR) == (2, 5, 1)


@rule("P.14.7.a")
def test_equal_holdings_never_move_the_presidency_later() -> None:
    play = formed({"p1": 4, "p2": 2, "pool": 4})
    assert play.held("p1", "p2", "pool") == (2, 1, 2)
    play = play.trading("p2").do(BuyShare(entity="p2", company=CGR, source="pool"))
    assert (play.held("p1", "p2"), play.president(CGR)) == ((2, 2), "p1")
    play = play.trading("p2").do(BuyShare(entity="p2", company=CGR, source="pool"))
    assert (play.held("p1", "p2"), play.president(CGR)) == ((2, 3), "p2")


@rule("P.4.3.b")
def test_nobody_can_start_it() -> None:
    for play in (alone().trading("p3"), Forming().bought().trading("p3")):
        cell = play.rules.market.zone("par")[5].id
        refusal = play.refusal(StartMajor(entity="p3", company=CGR, cell=cell))
        assert refusal["not_startable"] == "P.4.3.b"
