"""Stock rounds: turns, purchases, starts, sales and limits [4.1-4.8]."""

from __future__ import annotations

import pytest

from tests.rail.stock_scenes import buy, no, sell, start
from tests.t1856.scenes import Operating, Scene1856, rule
from towpath.rail.actions import Accept, BuyPrivate, Decline, StartMajor


def scene(players: int = 3, **options: str) -> Scene1856:
    """Phase 3, everybody with 500."""
    return Scene1856(players, **options).phase("3").cash(**{f"p{i + 1}": 500 for i in range(players)})


def par_cell(play: Operating, price: int) -> int:
    return play.rules.market.cell_at_price(price, "par").id


@rule("P.4.1.a", "P.4.1.b")
def test_a_round_ends_when_all_pass_in_a_row_and_the_next_begins_left_of_the_last_to_act() -> None:
    play = scene().company("GT", 80, p1=2).course("auction", set_number=0)
    play.do(no("p1"), buy("p2", "GT"))
    assert play.turn == ("p3",), "nothing more can be done in the turn"
    play.do(no("p3"), no("p1"))
    assert (play.state.round, play.turn) == ("SR 1", ("p2",))
    play.do(no("p2"))
    assert play.state.round == "OR 1.1"
    assert play.state.priority == "p3"


@rule("4.1.a", "P.4.2.c")
def test_one_sells_before_or_after_the_one_purchase_of_a_turn_but_not_both() -> None:
    def at_start() -> Operating:
        return (
            scene().company("GT", 80, p1=4, p2=2).company("CPR", 90, p2=4, p1=2).company("BB", 70, p3=3, p1=2).trading()
        )

    play = at_start().do(sell("p1", "CPR", 1), sell("p1", "GT", 1), buy("p1", "BB"))
    assert play.turn != ("p1",), "nothing is left to do: he may not sell after selling and buying"
    play = at_start().do(buy("p1", "BB"))
    assert play.refusal(buy("p1", "CPR")) == {"one_purchase": "P.4.2.c"}
    assert play.refusal(start("p1", "GW", par_cell(play, 65))) == {"one_purchase": "P.4.2.c"}
    play.do(sell("p1", "GT", 1), sell("p1", "CPR", 2))
    assert play.turn == ("p1",)
    play.do(no("p1"))
    play = at_start().do(buy("p1", "BB"), no("p1"), no("p2"), no("p3"))
    assert play.turn == ("p1",)
    assert buy("p1", "BB") in play.offered(type(buy("p1", "BB")))


@rule("4.1.a")
def test_sales_on_both_sides_of_a_purchase_are_refused() -> None:
    play = scene().company("GT", 80, p1=4, p2=2).company("CPR", 90, p2=4, p1=2).trading()
    play.do(sell("p1", "CPR", 1))
    draft = play.rules.draft(play.state)
    draft.update(0, done=("sell", "buy"))
    play.state = draft.commit()
    assert play.refusal(sell("p1", "GT", 1)) == {"sold_before": "4.1.a"}


@rule("4.2.a", "4.2.b", "P.4.2.b", "P.4.2.c")
def test_a_private_of_another_player_is_a_purchase_at_any_price_that_he_agrees_to() -> None:
    def offer(price: int, player: str = "p1") -> BuyPrivate:
        return BuyPrivate(entity=player, private="FT", price=price)

    play = scene(consent="on").company("GT", 80, p1=4).private("FT", "p2").private("TCC", "p1").trading()
    assert play.refusal(offer(0)) == {"trade_price": "4.2.b"}
    assert play.refusal(offer(501)) == {"too_dear": "P.4.2.d"}
    assert play.refusal(BuyPrivate(entity="p1", private="TCC", price=10)) == {"not_another_players": "4.2.a"}
    assert play.refusal(BuyPrivate(entity="p1", private="GLSC", price=10)) == {"not_another_players": "4.2.a"}
    play.do(offer(3))
    assert play.turn == ("p2",)
    play.do(Decline(entity="p2"))
    assert play.turn == ("p1",)
    assert play.refusal(offer(3)) == {"declined": "P.4.2.b"}
    play.do(offer(450), Accept(entity="p2"))
    assert play.state.privates["FT"] == "p1"
    assert (play.cash("p1"), play.cash("p2")) == (50, 950)
    assert play.refusal(buy("p1", "GT")) == {"one_purchase": "P.4.2.c", "too_dear": "P.4.2.d"}
    play = scene(consent="off").company("GT", 80, p1=4).private("FT", "p2").trading().do(offer(1))
    assert play.state.privates["FT"] == "p1"


def test_c2_on_the_other_side_players_sell_each_other_no_privates() -> None:
    play = scene(sr_private_trade="off").private("FT", "p2").trading()
    assert play.refusal(BuyPrivate(entity="p1", private="FT", price=20)) == {"no_private_trade": "4.2.a"}


@rule("4.3.a", "P.4.3.a", "P.4.3.b", "P.1.b", "P.4.2.d")
def test_a_start_costs_twice_par_and_the_token_goes_on_the_par_cell() -> None:
    play = scene().company("GT", 80, p1=4).trading()
    prices = {play.rules.market.cells[a.cell].price for a in play.offered(StartMajor)}
    assert prices == {65, 70, 75, 80, 90, 100}
    off = next(c.id for c in play.rules.market.cells if c.price == 110)
    assert play.refusal(start("p1", "GW", off)) == {"no_start_cell": "4.3.a"}
    other = next(c.id for c in play.rules.market.cells if c.price == 80 and not c.zones)
    assert play.refusal(start("p1", "GW", other)) == {"no_start_cell": "4.3.a"}
    assert play.refusal(start("p1", "CGR", par_cell(play, 80))) == {"not_startable": "P.4.3.b"}
    assert play.refusal(start("p1", "GT", par_cell(play, 80))) == {"not_startable": "P.4.3.a"}
    play.do(start("p1", "GW", par_cell(play, 90)))
    assert (play.cash("p1"), play.cash("GW")) == (500 - 180, 180)
    assert (play.price("GW"), play.place("GW"), play.president("GW")) == (90, (1, 4), "p1")
    assert (play.shares("GW", "p1"), play.shares("GW", "GW")) == (2, 8)
    assert [play.rules.percents[cert] for cert in play.rules.certificates["GW"]] == [20] + [10] * 8
    poor = scene().cash(p1=179).trading()
    assert poor.refusal(start("p1", "GW", par_cell(poor, 90))) == {"too_dear": "P.4.2.d"}
    assert {poor.rules.market.cells[a.cell].price for a in poor.offered(StartMajor)} == {65, 70, 75, 80}


@rule("P.4.4.a", "P.4.2.d")
def test_unsold_shares_cost_par_and_pool_shares_the_price() -> None:
    play = scene().company("GT", 110, par=80, p1=2, pool=2).has("GT", 0).trading("p2")
    play.do(buy("p2", "GT", "pool"))
    assert (play.cash("p2"), play.cash("GT")) == (390, 0)
    play = scene().company("GT", 110, par=80, p1=2, pool=2).has("GT", 0).trading("p2").do(buy("p2", "GT"))
    assert (play.cash("p2"), play.cash("GT")) == (420, 80)
    play = scene().company("GT", 110, par=80, p1=4, pool=2).company("CPR", 90, p3=6).cash(p2=79).trading("p1")
    assert play.refusal(buy("p1", "CPR", "pool")) == {"none_on_sale": "P.4.4.a"}
    play = scene().company("GT", 110, par=80, p1=4, p2=1, pool=2).cash(p2=79).trading("p2")
    assert play.refusal(buy("p2", "GT")) == {"too_dear": "P.4.2.d"}


@rule("P.4.5.a")
def test_who_has_sold_a_company_does_not_buy_it_again_in_that_round() -> None:
    play = scene().company("GT", 80, p1=4, p2=3, p3=1).trading("p2")
    play.do(sell("p2", "GT", 1))
    assert play.refusal(buy("p2", "GT")) == {"sold_this_round": "P.4.5.a"}
    play.do(no("p2"), buy("p3", "GT"), no("p3"), no("p1"))
    assert play.turn == ("p2",)
    assert play.refusal(buy("p2", "GT", "pool")) == {"sold_this_round": "P.4.5.a"}
    play.do(no("p2"), buy("p3", "GT", "pool"))


@rule("P.4.6.a")
def test_nothing_is_sold_in_the_first_stock_round() -> None:
    one, two = (scene().company("GT", 80, p1=4, p2=2).trading(set_number=number) for number in (1, 2))
    assert one.refusal(sell("p1", "GT", 1)) == {"first_stock_round": "P.4.6.a"}
    two.do(sell("p1", "GT", 1))


@rule("4.6.a", "P.4.6.b")
def test_a_share_bought_in_a_turn_stays() -> None:
    play = scene().company("GT", 80, p1=4, p2=2).trading("p3").do(buy("p3", "GT"))
    assert play.turn == ("p1",), "the only share he has cannot be sold"
    play = scene().company("GT", 80, p1=5, p2=2).trading("p2").do(buy("p2", "GT"))
    assert play.refusal(sell("p2", "GT", 3)) == {"bought_now": "P.4.6.b"}
    play.do(sell("p2", "GT", 2))
    assert play.shares("GT", "p2") == 1


@rule("4.6.b", "P.4.6.c", "P.4.6.d")
def test_a1_a_block_is_paid_at_the_old_price_and_moves_it_a_row_per_share() -> None:
    play = scene().company("GT", 90, 2, 5, p1=4, p2=3).trading("p2")
    play.do(sell("p2", "GT", 2))
    assert (play.cash("p2"), play.price("GT"), play.place("GT")) == (680, 75, (4, 5))
    assert play.refusal(sell("p2", "GT", 1)) == {"one_block": "P.4.6.c"}
    assert play.refusal(sell("p2", "GT", 9)) == {"not_held": "P.4.6.d", "one_block": "P.4.6.c"}
    assert play.refusal(sell("p2", "CA", 1))["not_for_sale"] == "P.4.6.d"


@rule("4.7.a", "4.7.c")
def test_nobody_buys_beyond_60_percent_but_in_the_brown_zone() -> None:
    play = scene().company("GT", 80, p1=6, p2=1).trading()
    assert play.refusal(buy("p1", "GT")) == {"ownership_limit": "4.7.a"}
    yellow = scene().company("GT", 50, 4, 0, p1=6, p2=1).trading()
    assert yellow.refusal(buy("p1", "GT")) == {"ownership_limit": "4.7.a"}
    brown = scene().company("GT", 40, 6, 0, par=65, p1=6, p2=1).trading()
    brown.do(buy("p1", "GT"))
    assert brown.shares("GT", "p1") == 7


@rule("4.7.b", "P.4.7.a")
@pytest.mark.parametrize(("price", "place"), [(80, (3, 5)), (40, (6, 0))])
def test_the_pool_takes_half_of_a_company_in_the_brown_zone_too(price: int, place: tuple[int, int]) -> None:
    play = scene().company("GT", price, *place, p1=4, p2=2, pool=4).trading("p2")
    assert play.refusal(sell("p2", "GT", 2)) == {"pool_full": "4.7.b"}
    play.do(sell("p2", "GT", 1))
    assert play.shares("GT", "pool") == 5
    play.do(no("p2"), no("p3"))
    assert play.refusal(sell("p1", "GT", 1)) == {"pool_full": "4.7.b"}


@rule("P.4.7.b", "P.4.8.a", "1.c")
def test_who_is_over_a_limit_sells_before_anything_else() -> None:
    over = scene().company("GT", 80, p1=7, p2=1).company("CPR", 90, p2=4).trading()
    assert over.refusal(buy("p1", "CPR")) == {"must_sell": "P.4.7.b"}
    assert over.refusal(no("p1")) == {"must_sell": "P.4.7.b"}
    over.do(sell("p1", "GT", 1))
    over.do(buy("p1", "CPR"))
    many = (
        scene(6).company("GT", 80, p1=6, p2=1).company("CPR", 90, p1=6, p2=1).private("FT", "p1").private("TCC", "p1")
    )
    play = many.trading()
    assert (play.rules.certificate_count(play.state, "p1"), play.rules.certificate_limit(play.state)) == (12, 11)
    assert play.refusal(no("p1")) == {"must_sell": "P.4.7.b"}
    play.do(sell("p1", "GT", 1))
    play.do(no("p1"))


@rule("P.4.7.b")
def test_c051_over_the_limit_without_anything_to_sell_one_may_pass() -> None:
    """Everything he could sell is blocked by a full pool; then with one company that is not."""
    blocked = scene(6).company("GT", 80, p1=5, pool=5).company("CPR", 90, p1=5, pool=5).company("BB", 75, p1=5, pool=5)
    play = blocked.trading()
    assert (play.rules.certificate_count(play.state, "p1"), play.rules.certificate_limit(play.state)) == (12, 11)
    assert play.turn == ("p2",), "he has passed, as he can do nothing"
    one = scene(6).company("GT", 80, p1=5, pool=5).company("CPR", 90, p1=5, pool=5).company("BB", 75, p1=5, pool=4)
    play = one.trading()
    assert play.refusal(no("p1")) == {"must_sell": "P.4.7.b"}
    play.do(sell("p1", "BB", 1))
    assert play.turn == ("p2",), "at the limit he can neither sell nor buy"


@rule("1.c", "P.4.2.a", "P.4.8.a")
@pytest.mark.parametrize(("players", "limit"), [(3, 20), (4, 16), (5, 13), (6, 11)])
def test_certificates_and_privates_count_up_to_the_limit(players: int, limit: int) -> None:
    full = scene(players).company("GT", 80, p1=5, p2=1).company("CPR", 90, p1=6, p2=1)
    full.company("BB", 75, p1=3, p2=1) if players < 5 else None
    full.company("CA", 75, p1=6, p2=1) if players == 3 else None
    play = full.trading()
    room = limit - int(play.rules.certificate_count(play.state, "p1"))
    names = ("FT", "WSRC", "TCC", "GLSC", "NFSBC", "SCFTC")[:room]
    assert 0 < room < 6
    for private in names:
        full.private(private, "p1")
    full.private("SCFTC", "p2")
    play = full.trading()
    assert play.rules.certificate_count(play.state, "p1") == play.rules.certificate_limit(play.state) == limit
    assert play.refusal(buy("p1", "GT")) == {"certificate_limit": "P.4.2.a"}
    assert play.refusal(start("p1", "WR", par_cell(play, 65))) == {"certificate_limit": "P.4.2.a"}
    assert play.refusal(BuyPrivate(entity="p1", private="SCFTC", price=1)) == {"certificate_limit": "P.4.2.a"}
    play.do(sell("p1", "CPR", 1), buy("p1", "GT"))


@rule("4.8.a")
def test_certificates_in_the_yellow_and_brown_zones_do_not_count() -> None:
    play = (
        scene(6)
        .company("GT", 45, 5, 0, p1=6, p2=1)
        .company("CPR", 30, 8, 0, p1=6, p2=1)
        .company("BB", 80, p1=3)
        .trading()
    )
    assert play.rules.certificate_count(play.state, "p1") == 2
    full = scene(6).company("GT", 50, 4, 0, par=65, p1=3, p2=2).company("CPR", 90, p1=6, p2=1).company("BB", 80, p1=6)
    for private in ("FT",):
        full.private(private, "p1")
    play = full.trading()
    assert play.rules.certificate_count(play.state, "p1") == 11
    assert play.refusal(buy("p1", "CPR"))["certificate_limit"] == "P.4.2.a"
    play.do(buy("p1", "GT"))
