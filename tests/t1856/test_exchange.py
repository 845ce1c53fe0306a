"""Shares of absorbed companies become shares of the CGR; its president, price, money and trains [14.4-14.9]."""

from __future__ import annotations

import pytest

from tests.t1856.forming import CGR, Formed, Forming, give_up
from tests.t1856.scenes import rule
from towpath.rail.actions import DiscardTrain, Pass
from towpath.rail.discard import DiscardTrains
from towpath.titles.t1856.cgr_exchange import formation_price
from towpath.titles.t1856.cgr_tokens import NationalFours

HOMES = ("LPS", "TGB", "WGB", "BB", "CA", "WR", "GW", "CPR")


def absorbed(*holdings: dict[str, int], players: int = 3, price: int = 80, **options: str) -> Formed:
    """That many companies are absorbed, with these shares of each; p1's GT has bought the 6."""
    scene = Forming(players, **options)
    for name, tenths in zip(HOMES, holdings, strict=False):
        scene.owing(name, price, **tenths)
    return scene.cash(**{f"p{i + 1}": 0 for i in range(players)}).bought()


@rule("14.4.a", "P.14.4.a", "P.14.6.a", "P.14.5.b")
def test_two_for_one_over_several_companies() -> None:
    """C017: 6, 4, 2 with players and 2 in the pool make 3, 2, 1 and 1."""
    play = absorbed({"p1": 5, "p2": 2, "p3": 1, "pool": 1}, {"p1": 1, "p2": 2, "p3": 1, "pool": 1})
    assert play.held("p1", "p2", "p3", "pool", CGR) == (3, 2, 1, 1, 3)
    assert not play.large
    assert play.president(CGR) == "p1"
    assert play.percent(CGR, "p1") == 30


@rule("14.4.a", "14.2.c")
def test_one_company_absorbed() -> None:
    play = absorbed({"p2": 6, "p1": 2, "pool": 2})
    assert play.held("p1", "p2", "p3", "pool", CGR) == (1, 3, 0, 1, 5)
    assert play.president(CGR) == "p2"
    assert play.price(CGR) == 100
    assert play.place(CGR)[0] == 0


@rule("14.4.b", "P.14.6.a")
@pytest.mark.parametrize("odd", ["discarded", "pool"])
def test_small_exchange_of_the_cases(odd: str) -> None:
    """A18: 6, 2, 7 with players, 6 in the pool: with or without the odd share ten in all; the earlier of two with 3 presides."""
    play = absorbed(
        {"p1": 4, "p2": 1, "pool": 3}, {"p3": 6, "pool": 3}, {"p1": 2, "p2": 1, "p3": 1}, cgr_odd_share=odd
    )  # fmt: skip
    assert play.held("p1", "p2", "p3", "pool", CGR) == (3, 1, 3, 3, 0)
    assert not play.large
    assert play.president(CGR) == "p1"


@rule("14.4.b")
@pytest.mark.parametrize(("odd", "pool"), [("discarded", 0), ("pool", 1)])
def test_odd_shares_are_lost_or_join_the_pool(odd: str, pool: int) -> None:
    """A19 [C9]: 5 and 5 make 2 and 2; the two odd ones one share in the pool, or nothing."""
    play = absorbed({"p1": 5, "p2": 5}, cgr_odd_share=odd)
    assert play.held("p1", "p2", "pool") == (2, 2, pool)


@rule("14.5.a", "P.14.5.a", "P.14.4.c", "P.14.5.b", "14.16.a", "P.14.6.a")
@pytest.mark.parametrize("odd", ["discarded", "pool"])
def test_large_exchange_of_the_cases(odd: str) -> None:
    """A20: 6 6 5 9 7 with players and 10 in the pool: fifteen to players, the last five to the pool; 6 companies left."""
    play = absorbed(
        {"p1": 4, "p5": 2, "pool": 2}, {"p2": 4, "p1": 2, "pool": 2}, {"p3": 4, "p2": 2, "pool": 2},
        {"p4": 5, "p3": 1, "pool": 2}, {"p5": 5, "pool": 1}, {"p4": 4, "pool": 1},
        players=5, cgr_odd_share=odd,
    )  # fmt: skip
    assert play.large
    assert play.held("p1", "p2", "p3", "p4", "p5", "pool", CGR) == (3, 3, 2, 4, 3, 5, 0)
    assert play.president(CGR) == "p4"
    assert play.percent(CGR, "p4") == 20
    assert {play.rules.percents_in(play.state.certificates)[f"CGR_{i}"] for i in range(1, 19)} == {5}
    assert play.own.limit_left == 6
    assert play.limit == 10


@rule("P.14.4.c", "14.5.a")
def test_players_come_before_the_pool_and_the_earlier_ones_first() -> None:
    """Eight absorbed, all shares with players: forty would be due, there are twenty."""
    play = absorbed(*({"p1": 5, "p2": 5} if i % 2 else {"p3": 5, "p2": 5} for i in range(8)))
    assert play.large
    assert play.held("p1", "p2", "p3", "pool", CGR) == (10, 10, 0, 0, 0)
    assert play.president(CGR) == "p1"
    assert play.own.limit_left == 4


@rule("14.5.a", "P.14.5.a", "P.14.5.b")
def test_the_eleventh_share_brings_the_second_issue() -> None:
    ten = absorbed({"p1": 6, "p2": 4}, {"p1": 4, "p2": 6})
    assert (ten.large, ten.held("p1", "p2", CGR), ten.percent(CGR, "p1")) == (False, (5, 5, 0), 50)
    eleven = absorbed({"p1": 6, "p2": 4}, {"p1": 4, "p2": 6}, {"p3": 2})
    assert (eleven.large, eleven.held("p1", "p2", "p3", CGR)) == (True, (5, 5, 1, 9))
    assert (eleven.percent(CGR, "p1"), eleven.percent(CGR, "p3"), eleven.percent(CGR, CGR)) == (25, 5, 45)


@rule("P.14.6.a")
def test_equal_holdings_make_the_earlier_in_the_settlement_president() -> None:
    """C022: the buyer's president is p3; p1 and p4 would both have three."""
    scene = Forming(4, chair="p3").owing("LPS", 80, p1=6, p4=2, p2=1).owing("TGB", 80, p4=4, p2=3, p3=2)
    play = scene.cash(p1=0, p2=0, p3=0, p4=0).bought()
    assert play.held("p1", "p2", "p3", "p4") == (3, 2, 1, 3)
    assert play.president(CGR) == "p4"
    assert play.happened("president_changed")[-1]["new"] == "p4"


@rule("P.14.4.b")
def test_unsold_shares_and_held_money_of_absorbed_companies_are_gone() -> None:
    scene = Forming(six_for_sale_capital="off").owing("LPS", 80, p1=6).escrow("LPS", 80).cash(p1=0)
    bank = scene.draft.cash["bank"]
    play = scene.bought()
    assert play.cash("bank") == bank + 700
    assert play.own.escrow.get("LPS", 0) == 0
    assert play.cash(CGR) == 0
    assert {play.state.certificates[cert] for cert in play.rules.certificates["LPS"]} == {"bank"}


@rule("14.8.a", "14.8.b", "P.14.8.a", "P.14.8.b")
@pytest.mark.parametrize(
    ("prices", "price"),
    [
        ([80, 60, 45], 100), ([110, 125], 110), ([150, 125, 45], 125), ([150, 150, 125, 100], 150), ([110, 100], 110),
        ([40], 100), ([104], 100), ([125, 110, 110], 110), ([115], 110), ([125, 110], 110), ([125, 125], 125),
        ([119], 110), ([120], 125), ([137], 125), ([140], 150), ([135], 125), ([250, 90], 175), ([450], 450),
    ],
)  # fmt: skip
def test_price_of_the_national(prices: list[int], price: int) -> None:
    """A22, A23: the average without the lowest of three or more, down to a multiple of five, then to the top row."""
    assert formation_price(prices) == price


@rule("14.8.a", "P.14.8.b")
def test_its_price_stands_in_the_top_row_below_those_that_are_there() -> None:
    scene = Forming().company("CPR", 150, 0, 7, p2=4)
    for name, cell in (("LPS", (0, 7)), ("TGB", (0, 6)), ("WGB", (7, 0))):
        scene.company(name, {7: 150, 6: 125, 0: 35}[cell[1]], *cell, p1=4).has(name, 0, loans=1)
    play = scene.cash(p1=0).bought()
    assert play.price(CGR) == 125
    assert play.place(CGR) == (0, 6)
    assert play.state.pars[CGR] == 125


@rule("14.9.a", "P.14.9.a")
@pytest.mark.parametrize("takes", ["off", "on"])
def test_money_and_lasting_trains_come_over(takes: str) -> None:
    """[C10] 4s go to the pool, or come too and are discarded one by one."""
    scene = Forming(cgr_takes_fours=takes).owing("LPS", 80, p1=4).owing("TGB", 80, p1=4).cash(p1=0)
    scene.has("LPS", 60, trains=["4"]).has("TGB", 70, trains=["5", "4"])
    play = scene.bought()
    assert play.cash(CGR) == 130
    if takes == "off":
        assert (play.trains(CGR), play.trains("pool")) == (["5"], ["4", "4"])
        assert play.over
        return
    assert play.trains(CGR) == ["4", "4", "5"]
    assert isinstance(play.state.frame, NationalFours)
    assert play.refusal(DiscardTrain(entity=CGR, train="5-0"))
    play.do(play.offered(DiscardTrain)[0])
    assert (play.trains(CGR), play.trains("pool")) == (["4", "5"], ["4"])
    assert play.do(Pass(entity=CGR)).over
    assert play.own.national.permanent


@rule("14.11.a", "P.14.9.b", "14.9.a")
def test_of_more_than_three_trains_its_president_discards() -> None:
    """C055 with 4, 5, 5, 5, 6: the 4 goes to the pool, and one of the other four too."""
    scene = Forming().loans("GT", 1).owing("LPS", 80, p2=6).owing("TGB", 80, p2=6).cash(p1=0, p2=0)
    scene.has("GT", 700, trains=["5"]).has("LPS", trains=["4", "5"]).has("TGB", trains=["5"])
    play = scene.bought()
    assert play.trains("pool") == ["4"]
    assert isinstance(play.state.frame, DiscardTrains)
    assert (play.turn, play.rules.controller(play.state, CGR)) == ((CGR,), "p2")
    assert sorted(play.trains(CGR)) == ["5", "5", "5", "6"]
    assert play.rules.train_limit(play.state, CGR) == 3
    bank = play.cash("bank")
    play.do(DiscardTrain(entity=CGR, train="6-0"))
    assert (sorted(play.trains(CGR)), sorted(play.trains("pool"))) == (["5", "5", "5"], ["4", "6"])
    assert (play.cash("bank"), play.over) == (bank, True)


@rule("14.9.a", "P.14.9.b")
def test_with_the_switch_fours_above_the_limit_have_to_go_first() -> None:
    """[C10]."""
    scene = Forming(cgr_takes_fours="on").owing("LPS", 80, p1=4).owing("TGB", 80, p1=4).cash(p1=0)
    scene.has("LPS", trains=["4", "5"]).has("TGB", trains=["5", "4"])
    play = scene.bought()
    assert play.refusal(Pass(entity=CGR))
    play.do(play.offered(DiscardTrain)[0], Pass(entity=CGR))
    assert (sorted(play.trains(CGR)), play.trains("pool")) == (["4", "5", "5"], ["4"])


@rule("P.14.9.c", "P.12.10.a")
def test_bonus_rights_pass_to_it_and_doubles_are_for_sale_again() -> None:
    scene = Forming().owing("LPS", 80, p1=4).owing("TGB", 80, p1=4).owing("WGB", 80, p2=4).cash(p1=0, p2=100)
    scene.rights("NFSBC", "LPS", "TGB", "WGB").rights("SCFTC", "TGB", "GT")
    play = scene.bought()
    play.do(*(give_up("WGB") if play.turn == ("WGB",) else ()))
    assert play.own.rights["NFSBC"] == (CGR,)
    assert play.own.rights["SCFTC"] == (CGR, "GT")


@rule("1.e", "14.16.a")
@pytest.mark.parametrize(("players", "gone", "limit"), [(3, 2, 25), (5, 4, 13), (6, 1, 15), (4, 3, 18)])
def test_the_limit_by_the_companies_left(players: int, gone: int, limit: int) -> None:
    """C028, A21: the national counts as a company left."""
    play = absorbed(*({"p1": 4} for _ in range(gone)), players=players)
    assert play.own.limit_left == 11 - gone + 1
    assert play.limit == limit


@rule("P.1.c")
def test_fewer_than_four_companies_left_are_read_as_four() -> None:
    play = absorbed(*({"p1": 4} for _ in HOMES))
    assert (play.own.limit_left, play.limit) == (4, 10)
    assert [play.rules.limits.limit_left(left) for left in (3, 2, 12)] == [10, 10, 28]
