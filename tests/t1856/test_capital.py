"""How companies get their capital and when they may operate [5.1-5.4, 5.6, 5.7]."""

from __future__ import annotations

import pytest

from tests.rail.stock_scenes import buy, start
from tests.t1856.scenes import Operating, Scene1856, rule
from towpath.kernel.state import Action
from towpath.rail.actions import BuyTrain

EARLY = {"2": "2", "3": "3", "4": "4", "5": "4", "6": "5", "D": "6"}
"""The phase in which that kind comes to be the lowest in the bank."""


def selling(kind: str, **options: str) -> Scene1856:
    """That kind of train is for sale, everybody has 2000 and one company is on the market."""
    scene = Scene1856(3, **options).phase(EARLY[kind]).for_sale(kind)
    return scene.cash(p1=2000, p2=2000, p3=2000).company("CPR", 100, p1=2)


def starting(kind: str, par: int, sold: int, company: str = "GW", **options: str) -> Operating:
    """That train is for sale; a company is started at par and ``sold`` shares of it are sold, two to the first player."""
    return more(selling(kind, **options).trading(), par, sold, company)


def more(play: Operating, par: int, sold: int, company: str = "GW") -> Operating:
    """Shares are sold until so many are."""
    while 10 - play.shares(company, company) < sold or company not in play.state.cells:
        player = play.acting
        action: Action = buy(player, company)
        if company not in play.state.cells:
            action = start(player, company, play.rules.market.cell_at_price(par, "par").id)
        play.do(action)
        if play.acting == player:
            play.done()
    return play


def escrow(play: Operating, company: str = "GW") -> int:
    held: int = play.state.escrow.get(company, 0)  # type: ignore[attr-defined]
    return held


@rule("5.1.a", "5.2.a", "5.2.b", "P.1.a")
def test_a6_half_of_the_shares_pay_the_company_and_half_are_held_in_the_bank() -> None:
    play = starting("3", 65, 5)
    assert (play.cash("GW"), escrow(play)) == (325, 0)
    bank = play.cash("bank")
    more(play, 65, 6)
    assert (play.cash("GW"), escrow(play), play.cash("bank")) == (325, 65, bank + 65)
    more(play, 65, 10)
    assert (play.cash("GW"), escrow(play), play.cash("bank")) == (325, 325, bank + 325)


@rule("5.1.a", "P.5.1.a")
@pytest.mark.parametrize("kind", ["2", "3", "4"])
def test_with_2s_3s_or_4s_for_sale_a_company_starts_with_escrow(kind: str) -> None:
    play = starting(kind, 80, 7)
    assert (play.cash("GW"), escrow(play)) == (400, 160)


@rule("P.5.1.c", "P.5.1.a", "5.1.a")
def test_c034b_with_5s_for_sale_there_is_no_escrow() -> None:
    """The phase is still that of the 4s; the lowest train in the bank decides."""
    play = starting("5", 80, 6)
    assert (play.state.phase, play.cash("GW"), escrow(play)) == ("4", 480, 0)
    held = starting("5", 80, 6, five_start_escrow="on")
    assert (held.cash("GW"), escrow(held)) == (400, 80), "C15 on the other side"


@rule("5.1.b", "5.3.a", "P.5.1.a")
@pytest.mark.parametrize("kind", ["6", "D"])
def test_a9_with_6s_or_ds_for_sale_ten_times_par_comes_at_60_percent(kind: str) -> None:
    play = starting(kind, 100, 5)
    assert (play.cash("GW"), escrow(play)) == (0, 0)
    bank = play.cash("bank")
    more(play, 100, 6)
    assert (play.cash("GW"), play.cash("bank")) == (1000, bank + 100 - 1000)
    more(play, 100, 8)
    assert (play.cash("GW"), play.cash("bank")) == (1000, bank + 300 - 1000)


@rule("P.5.1.b", "5.2.b")
def test_a8_the_way_of_the_capital_is_settled_at_the_start() -> None:
    built = selling("5").company("GW", 70, p1=3, p2=1).has("GW", 280)
    play = more(built.trading(), 70, 5)
    assert (play.cash("GW"), escrow(play)) == (350, 0)
    more(play, 70, 6)
    assert (play.cash("GW"), escrow(play)) == (350, 70)


@rule("5.2.c")
def test_a7_what_is_sold_after_the_destination_pays_the_company() -> None:
    play = more(selling("3").company("GW", 80, p1=4, p2=3).has("GW", 560).destined("GW").trading(), 80, 8)
    assert (play.cash("GW"), escrow(play)) == (640, 0)


@rule("5.4.a")
def test_with_a_6_on_offer_escrow_is_paid_over_and_later_sales_pay_the_company() -> None:
    def buying(**options: str) -> Operating:
        built = Scene1856(**options).phase("5").train("5", "exported").cash(p1=900, p2=900)
        built.company("GT", 90, p1=6).has("GT", 600).company("GW", 80, p2=4, p1=3).has("GW", 0).escrow("GW", 160)
        play = built.turn("GT", "trains")
        return play.do(BuyTrain(entity="GT", train=play.rules.trains_of(play.state, "yard")[0], price=550))

    play = buying()
    assert play.trains("yard")[0] == "6"
    assert (play.cash("GW"), escrow(play)) == (160, 0)
    after = selling("6").company("GW", 80, p1=4, p2=3).has("GW", 560).trading()
    assert more(after, 80, 8).cash("GW") == 640
    assert escrow(after) == 0
    waiting = buying(six_for_sale_capital="off")
    assert (waiting.cash("GW"), escrow(waiting)) == (0, 160), "C3 on the other side: it waits for the destination"


@rule("5.6.a", "P.5.6.c")
@pytest.mark.parametrize(("kind", "needed"), [("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("D", 6)])
def test_so_many_shares_must_be_sold_as_the_train_for_sale_says(kind: str, needed: int) -> None:
    for sold in (needed - 1, needed):
        if sold < 2:
            continue
        built = selling(kind).company("GW", 80, operated=False, p2=2, pool=sold - 2)
        play = built.has("CPR", 0).round()
        assert play.acting == "CPR"
        play.done()
        while play.acting == "CPR":
            play.done()
        assert (play.acting == "GW") == (sold == needed)


@rule("P.5.6.a", "5.6.a", "P.5.7.a")
def test_a5_the_last_train_of_a_kind_raises_what_must_be_sold_at_once() -> None:
    built = (
        Scene1856()
        .company("GT", 100, p1=4)
        .has("GT", 100)
        .company("GW", 65, operated=False, p2=2)
        .company("BB", 65, p3=3)
    )
    for _ in range(5):
        built.train("2", "exported")
    play = built.turn("GT", "trains")
    play.do(BuyTrain(entity="GT", train=play.rules.trains_of(play.state, "yard")[0], price=100))
    while play.acting == "GT":
        play.done()
    assert play.acting == "BB"
    assert play.where("GW") == []
    assert "GW" not in play.state.homes


@rule("P.5.6.a", "P.5.6.c")
def test_c034_three_shares_do_not_do_after_the_last_3_nor_five_after_the_last_5() -> None:
    for kind, sold, enough in (("4", 3, 4), ("6", 5, 6)):
        for shares in (sold, enough):
            built = selling(kind).company("GW", 65, operated=False, p2=2, p3=shares - 2).has("CPR", 0)
            play = built.turn("CPR", "loans")
            if play.acting == "CPR":
                play.done()
            assert (play.acting == "GW") == (shares == enough)


@rule("P.5.6.b")
def test_who_has_operated_once_always_does() -> None:
    play = selling("5").company("GW", 110, p2=2).round()
    assert play.acting == "GW"


@rule("P.5.7.a", "9.1.a")
def test_the_home_token_is_placed_when_the_first_turn_begins() -> None:
    built = Scene1856().company("CPR", 100, p1=2).company("GW", 65, operated=False, p2=2).has("CPR", 0).has("GW", 130)
    play = built.round()
    assert (play.acting, play.where("GW")) == ("CPR", [])
    while play.acting == "CPR":
        play.done()
    assert (play.acting, play.step, play.where("GW"), play.state.homes["GW"]) == ("GW", "track", ["F15/0"], "F15")
    assert (play.cash("GW"), play.state.charter["GW"]) == (130, (40, 100, 100))
