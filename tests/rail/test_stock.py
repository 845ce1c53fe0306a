"""The stock round: sales, purchases, limits, turns and the end [7; sheet 5]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Play, Scene, both
from tests.rail.stock_scenes import CITY, X, Y, buy, no, scene, sell, start
from towpath.kernel.state import Action
from towpath.rail.actions import Bid, BuyPrivate, SellShares
from towpath.rail.state import BANK, POOL
from towpath.rail.stock import open_stock_round

# Sales


@both("7.3.a", "7.3.b", "7.3.1.a", "7.3.1.c", "7.3.2.a", "7.3.3.a", "3.3.b")
@pytest.mark.parametrize("title", TITLES)
def test_a6_the_president_sells_five_and_loses_the_presidency(title: str) -> None:
    major = X[title]
    game = scene(title, 4).major(major, 120, p1=6, p2=2, p3=1, p4=1, token=CITY[title][0]).stock_round().play()
    before = game.cash("p1"), game.cash(BANK)
    assert [action.shares for action in game.offered(SellShares)] == [1, 2, 3, 4, 5]
    assert game.refusal(sell("p1", major, 6)) == {"pool_full": "7.3.3.a"}
    game.do(sell("p1", major, 5))
    assert (game.cash("p1"), game.cash(BANK)) == (before[0] + 600, before[1] - 600)
    assert (game.shares(major, "p1"), game.shares(major, POOL), game.shares(major, "p2")) == (1, 5, 2)
    assert (game.president(major), game.rules.controller(game.state, major)) == ("p2", "p2")
    assert game.price(major) == 120, "the price falls when the selling is done"
    game.do(no("p1"))
    assert game.price(major) == 110


@both("7.3.1.a", "7.3.1.c", "4.3.k")
@pytest.mark.parametrize("title", TITLES)
def test_c007_a16_on_the_grid_a_president_s_sale_moves_one_down(title: str) -> None:
    def after(price: int, place: tuple[int, int], seller: str, shares: int) -> tuple[int, int]:
        grid = scene(title, market="grid").major(X[title], price, *place, p1=5, p2=3, token=CITY[title][0])
        return grid.stock_round(seller).play().do(sell(seller, X[title], shares), no(seller)).place(X[title])

    assert after(120, (2, 5), "p1", 3) == (3, 5)
    assert after(45, (9, 2), "p1", 1) == (9, 2)
    assert after(120, (2, 5), "p2", 2) == (2, 5), "not the president"
    assert after(150, (2, 7), "p1", 3) == (3, 7)


@both("7.3.1.c")
@pytest.mark.parametrize("title", TITLES)
def test_a15_c014_several_sales_in_a_turn_are_one_step(title: str) -> None:
    major = X[title]
    base = scene(title).major(major, 120, p1=6, p2=2, token=CITY[title][0]).cash(p1=0)
    game = base.stock_round().play().do(sell("p1", major, 1), sell("p1", major, 2))
    assert game.cash("p1") == 360
    game.do(no("p1"))
    assert game.price(major) == 110
    peer = scene(title, drop_per_sale="on").major(major, 120, p1=6, p2=2, token=CITY[title][0]).cash(p1=0)
    game = peer.stock_round().play().do(sell("p1", major, 1), sell("p1", major, 1))
    assert (game.cash("p1"), game.price(major)) == (230, 100)


@both("7.1.b", "7.3.1.a")
@pytest.mark.parametrize("title", TITLES)
def test_prices_fall_after_the_selling_and_before_the_purchase(title: str) -> None:
    one, other = X[title], Y[title]
    base = scene(title).major(one, 120, p1=4, p2=2, token=CITY[title][0])
    base.major(other, 120, p2=2, p1=1, token=CITY[title][1])
    game = base.stock_round().play().do(sell("p1", one, 2), sell("p1", other, 1))
    assert (game.turn, game.price(one)) == (("p1",), 120)
    assert game.refusal(buy("p1", one)) == {"sold_this_round": "7.4.1.c"}
    with_third = base.major({"1861": "SE", "1867": "C&O"}[title], 100, p3=2, token=CITY[title][2]).stock_round().play()
    third = {"1861": "SE", "1867": "C&O"}[title]
    with_third.do(sell("p1", one, 2), sell("p1", other, 1), buy("p1", third))
    assert (with_third.price(one), with_third.price(other), with_third.turn) == (110, 120, ("p2",))


@both("7.3.2.b")
@pytest.mark.parametrize("title", TITLES)
def test_of_equal_holders_the_first_clockwise_from_the_old_president_takes_over(title: str) -> None:
    major = X[title]
    base = scene(title, 4).major(major, 100, p3=4, p1=2, p2=2, p4=2, token=CITY[title][0])
    assert base.stock_round("p3").play().do(sell("p3", major, 3)).president(major) == "p4"
    assert base.stock_round("p3").play().do(sell("p3", major, 2)).president(major) == "p3", "a tie keeps it"


@both("7.3.c", "7.3.3.b", "7.3.3.c", "7.3.3.d", "7.3.3.e")
@pytest.mark.parametrize("title", TITLES)
def test_what_cannot_be_sold(title: str) -> None:
    one, other = X[title], Y[title]
    minor, lot = {"1861": ("KR", "TSR"), "1867": ("CA", "MB")}[title]
    base = scene(title).major(one, 100, p1=3, p2=1, pool=4, token=CITY[title][0])
    base.major(other, 100, p1=3, operated=False, token=CITY[title][1])
    base.minor(minor, "p1", 50, token="" if title == "1861" else "F8/0").private(lot, "p1")
    game = base.stock_round().play()
    assert game.offered(SellShares) == [sell("p1", one, 1)]
    assert game.refusal(sell("p1", one, 2)) == {"pool_full": "7.3.3.a", "nobody_to_preside": "7.3.3.b"}
    assert game.refusal(sell("p1", one, 4)) == {"not_held": "7.3.c"}
    assert game.refusal(sell("p1", other, 1)) == {"not_operated": "7.3.3.e"}
    assert game.refusal(sell("p1", minor, 1)) == {"not_for_sale": "7.3.3.c"}
    assert game.refusal(sell("p1", lot, 1)) == {"no_such_company": ""}, "a private is no shares at all [7.3.3.d]"
    assert game.refusal(sell("p1", one, 0)) == {"no_shares": ""}
    assert game.refusal(sell("p1", one, -1)) == {"no_shares": ""}


@both("7.3.3.b", "7.3.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_a_president_with_the_20_percent_alone_can_sell_into_a_successor(title: str) -> None:
    major = X[title]
    game = scene(title).major(major, 100, p1=2, p2=2, token=CITY[title][0]).stock_round().play()
    game.do(sell("p1", major, 1))
    assert (game.president(major), game.shares(major, "p1"), game.shares(major, POOL)) == ("p2", 1, 1)
    game.do(sell("p1", major, 1))
    assert game.shares(major, "p1") == 0


# Purchases


@both("7.4.a", "7.4.b", "7.4.c")
@pytest.mark.parametrize("title", TITLES)
def test_a_share_is_paid_to_whoever_had_it(title: str) -> None:
    major = X[title]
    base = scene(title).major(major, 100, p3=3, pool=2, token=CITY[title][0])
    game = base.stock_round().play()
    bank = game.cash(BANK)
    game.do(buy("p1", major))
    assert (game.cash("p1"), game.cash(major), game.cash(BANK), game.turn) == (320, 100, bank, ("p2",))
    game.do(buy("p2", major, "pool"))
    assert (game.cash("p2"), game.cash(major), game.cash(BANK)) == (320, 100, bank + 100)
    assert [game.shares(major, holder) for holder in ("p1", "p2", POOL, major)] == [1, 1, 1, 4]
    assert game.price(major) == 100
    game.do(no("p3"), buy("p1", major, "pool"))
    assert game.refusal(buy("p2", major, "pool")) == {"none_on_sale": "7.4.b"}


@both("7.4.d", "7.4.c")
@pytest.mark.parametrize("title", TITLES)
def test_what_cannot_be_bought(title: str) -> None:
    major, other = X[title], Y[title]
    base = scene(title).major(major, 100, p3=6, p2=4, token=CITY[title][0])
    base.major(other, 100, p3=2, p1=1, token=CITY[title][1]).cash(p1=99)
    game = base.stock_round().play()
    assert game.refusal(buy("p1", major)) == {"none_on_sale": "7.4.c"}
    assert game.refusal(buy("p1", other)) == {"too_dear": "7.4.d"}
    assert game.refusal(buy("p1", "GRR" if title == "1861" else "GWR")) == {"none_on_sale": "7.4.c"}
    assert game.refusal(buy("p1", "B&O")) == {"no_such_company": ""}


@both("7.4.1.a")
@pytest.mark.parametrize("title", TITLES)
def test_the_ownership_limit_is_60_and_with_two_players_70_percent(title: str) -> None:
    major = X[title]
    game = scene(title).major(major, 50, p1=6, token=CITY[title][0]).stock_round().play()
    assert game.refusal(buy("p1", major)) == {"ownership_limit": "7.4.1.a"}
    two = scene(title, 2).major(major, 50, p1=6, token=CITY[title][0]).stock_round().play()
    two.do(buy("p1", major), no("p2"))
    assert two.refusal(buy("p1", major)) == {"ownership_limit": "7.4.1.a"}


@both("3.3.c", "3.3.b")
@pytest.mark.parametrize("title", TITLES)
def test_a_purchase_can_bring_the_presidency(title: str) -> None:
    major = X[title]
    game = scene(title).major(major, 50, p1=3, p2=3, token=CITY[title][0]).stock_round("p2").play()
    assert game.president(major) == "p1"
    game.do(buy("p2", major))
    assert (game.president(major), game.shares(major, "p1"), game.shares(major, "p2")) == ("p2", 3, 4)
    assert game.state.certificates[f"{major}_0"] == "p2"


@both("7.4.1.c")
@pytest.mark.parametrize("title", TITLES)
def test_a_major_sold_in_this_round_is_not_bought_again_in_it(title: str) -> None:
    major = X[title]
    base = scene(title).major(major, 50, p1=4, p2=2, token=CITY[title][0])
    game = base.stock_round().play().do(sell("p1", major, 1), no("p1"), buy("p2", major), no("p3"))
    assert game.refusal(buy("p1", major)) == {"sold_this_round": "7.4.1.c"}
    base.stock_round().play().do(buy("p1", major))


# Certificate limit


def crowded(title: str, pool: int, tens: int = 2) -> Scene:
    """Five players, limit 13: p1 holds 15 certificates, of which only the shares of the first major might be sold."""
    base = scene(title, 5).phase("5")
    for lot in [private.id for private in base.rules.data.privates]:
        base.private(lot, "p1")
    majors = [c.id for c in base.rules.data.companies if c.kind == "major"][:3]
    base.major(majors[0], 100, p2=2, p1=tens, pool=pool, token=CITY[title][0])
    base.major(majors[1], 100, p2=2, p1=4, operated=False, token=CITY[title][1])
    base.major(majors[2], 100, p2=2, p1=6 - tens, operated=False, token=CITY[title][2])
    return base


@both("7.5.a", "7.5.b", "7.5.c", "P.5.2.b", "P.5.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_c051_over_the_limit_one_sells_as_long_as_one_can(title: str) -> None:
    major = X[title]
    assert [scene(title, n).rules.limits.certificate_limit for n in (2, 3, 4, 5, 6)] == [21, 21, 16, 13, 11]
    game = crowded(title, pool=5).stock_round().play()
    assert game.turn == ("p2",), "nothing can be sold: p1 is passed over"
    game = crowded(title, pool=4).stock_round().play()
    assert game.turn == ("p1",)
    assert game.refusal(no("p1")) == {"must_sell": "7.5.c"}
    assert game.refusal(buy("p1", major, "pool")) == {"over_limit": "P.5.2.b"}
    assert game.refusal(start("p1", "GRR" if title == "1861" else "GWR", 7)) == {"over_limit": "P.5.2.b"}
    game.do(sell("p1", major, 1))
    assert game.turn == ("p2",), "14 certificates, and the pool is full: the turn is over"
    game = crowded(title, pool=0, tens=4).stock_round().play().do(sell("p1", major, 2))
    assert game.refusal(buy("p1", Y[title])) == {"certificate_limit": "7.4.1.b"}


@both("7.4.1.b")
@pytest.mark.parametrize("title", TITLES)
def test_at_the_limit_nothing_is_bought(title: str) -> None:
    base = crowded(title, pool=0)
    for lot in [private.id for private in base.rules.data.privates][:2]:
        base.private(lot, "p3")
    game = base.stock_round().play()
    assert game.refusal(buy("p1", X[title])) == {"certificate_limit": "7.4.1.b"}
    assert game.refusal(start("p1", "GRR" if title == "1861" else "GWR", 7)) == {"certificate_limit": "7.4.1.b"}
    game.do(no("p1"))


# Turns and the end of the round


@both("7.1.a", "7.1.c", "7.1.d", "7.6.a")
@pytest.mark.parametrize("title", TITLES)
def test_turns_go_clockwise_until_all_pass_in_a_row(title: str) -> None:
    major = X[title]
    base = scene(title).major(major, 50, p1=2, token=CITY[title][0]).priority("p2")
    base.frame(open_stock_round(base.rules, base.draft))
    game = base.play()
    assert game.turn == ("p2",)
    game.do(no("p2"), no("p3"), buy("p1", major))
    game.do(buy("p2", major), no("p3"), no("p1"))
    assert game.turn == ("p2",)
    game.do(no("p2"))
    assert game.over
    assert game.state.priority == "p3"


@both("7.6.b")
@pytest.mark.parametrize("title", TITLES)
def test_if_nobody_acts_the_priority_deal_stays(title: str) -> None:
    game = scene(title).major(X[title], 50, p1=2, token=CITY[title][0]).priority("p2").stock_round("p2").play()
    game.do(no("p2"), no("p3"), no("p1"))
    assert (game.over, game.state.priority) == (True, "p2")


@both("7.1.b", "7.1.c")
@pytest.mark.parametrize("title", TITLES)
def test_a_turn_with_a_sale_alone_is_no_pass(title: str) -> None:
    major = X[title]
    game = scene(title).major(major, 50, p1=4, p2=2, token=CITY[title][0]).stock_round().play()
    game.do(sell("p1", major, 1), no("p1"), no("p2"), no("p3"))
    assert game.turn == ("p1",), "only two have passed since"
    game.do(no("p1"))
    assert (game.over, game.state.priority) == (True, "p2")


@both("7.1.b", "7.4.a")
@pytest.mark.parametrize("title", TITLES)
def test_after_a_purchase_the_turn_is_over(title: str) -> None:
    game = (
        scene(title).major(X[title], 50, p1=4, p2=2, token=CITY[title][0]).stock_round().play().do(buy("p1", X[title]))
    )
    again: list[Action] = [buy("p1", X[title]), sell("p1", X[title], 1), no("p1")]
    assert [game.refusal(action) for action in again] == [{"not_your_turn": ""}] * 3


@both("P.5.2.a")
@pytest.mark.parametrize("title", TITLES)
def test_who_can_do_nothing_is_passed_over(title: str) -> None:
    base = scene(title).major(X[title], 100, p1=2, operated=False, token=CITY[title][0])
    game = base.cash(p2=99, p3=100).stock_round().play()
    game.do(no("p1"))
    assert game.turn == ("p3",)
    game.do(buy("p3", X[title]))
    assert game.turn == ("p1",)
    game.do(no("p1"))
    assert game.over, "p2 and p3 can do nothing"
    assert game.state.priority == "p1"


@both("7.6.c", "7.6.d", "7.6.e", "7.6.f")
@pytest.mark.parametrize("title", TITLES)
def test_sold_out_majors_rise_in_price_order(title: str) -> None:
    one, other = X[title], Y[title]
    third = {"1861": "SE", "1867": "C&O"}[title]

    def end(market: str, *places: tuple[int, ...]) -> Play:
        base = scene(title, market=market).cash(p1=0, p2=0, p3=0)
        for major, place, city in zip((one, other, third), places, CITY[title], strict=True):
            price, *cell = place
            rest = {"p3": 4} if major != third else {"p3": 3, "pool": 1}
            base.major(major, price, *cell, p1=2, p2=4, operated=False, token=city, **rest)
        return base.stock_round().play()

    game = end("column", (100,), (110,), (90,))
    assert game.over
    assert [game.price(major) for major in (one, other, third)] == [110, 120, 90]
    game = end("column", (100,), (100,), (110,))
    assert game.rules.market.order(game.state, [other, one, third]) == [third, one, other]
    game = end("grid", (120, 3, 6), (165, 0, 6), (165, 1, 7))
    assert [game.place(major) for major in (one, other, third)] == [(2, 6), (1, 7), (1, 7)]
    assert game.rules.market.order(game.state, [other, third]) == [third, other]


@pytest.mark.parametrize("title", TITLES)
def test_c016_nobody_acts_for_another(title: str) -> None:
    major = X[title]
    base = scene(title).major(major, 100, p1=4, p2=3, token=CITY[title][0])
    game = base.stock_round().play()
    before = game.state
    target = Bid(entity="p2", target="N" if title == "1861" else "BO", price=100)
    for action in (sell("p2", major, 1), buy("p2", major), start("p2", Y[title], base.cell(70)), no("p2"), target):
        assert "not_your_turn" in game.refusal(action)
    for entity in (major, "TSR", "p9", "bank"):
        assert set(game.refusal(no(entity))) <= {"not_your_turn", "no_such_entity"}
    assert [reason.code for reason in game.engine.check(before, no("p1"), seat="p2")] == ["not_yours"]
    assert game.state is before


@pytest.mark.parametrize("title", TITLES)
def test_c077_a_private_is_neither_sold_nor_bought_in_a_stock_round(title: str) -> None:
    lot = {"1861": "BSS", "1867": "NFB"}[title]
    game = scene(title).private(lot, "p1").stock_round().play()
    assert game.refusal(sell("p1", lot, 1)) == {"no_such_company": ""}
    assert game.refusal(BuyPrivate(entity="p1", private=lot, price=45)) == {"other_step": "8.12.a"}
