"""The CGR once it is there: its place in the round, borrowed trains, duties, trades, twenty shares [14.11-14.16]."""

from __future__ import annotations

import pytest

from tests.t1856.forming import CGR, Formed, Forming
from tests.t1856.scenes import route, rule
from towpath.rail import verbs
from towpath.rail.actions import BuyShare, BuyTrain, Pass, PayDividend, SellShares
from towpath.titles.t1856.state import set_national

LINE = route("D-0", "J11/0", "J11 J13", "J13/0")


def guelph(cash: int = 0, *trains: str, **options: str) -> Formed:
    """The CGR made of Guelph's company, with a line to J13."""
    scene = Forming(**options).owing("WGB", 80, p1=6, p2=4).lay("J11", "57", 0).lay("J13", "57", 0)
    return scene.has("WGB", cash, trains=trains).cash(p1=0).bought()


def twenty(players: int = 3, tenths: int = 3) -> Formed:
    """A CGR of twenty shares: five each with p1 and p2, one with p3, nine unsold."""
    scene = Forming(players, tenths=tenths)
    scene.owing("WGB", 80, p1=6, p2=4).owing("TGB", 80, p1=4, p2=6).owing("LPS", 80, p3=2)
    play = scene.cash(**{f"p{i + 1}": 0 for i in range(players)}).bought()
    assert play.large
    return play.with_cash(**{f"p{i + 1}": 600 for i in range(players)})


def lasting(play: Formed, price: int = 100, *place: int) -> Formed:
    """The same, but it has owned a train that lasts; perhaps at another price."""
    draft = play.opened()
    set_national(draft, permanent=True)  # type: ignore[arg-type]
    if place:
        verbs.leave_market(draft, CGR)  # type: ignore[arg-type]
        cell = next(c.id for c in play.rules.market.cells if (c.row, c.column) == place and c.price == price)
        verbs.enter_market(play.rules, draft, CGR, cell)  # type: ignore[arg-type]
    return Formed(play.rules, draft)


# the round in which it forms


@rule("P.14.13.a")
@pytest.mark.parametrize("at", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("companies", "next_up"), [(("TGB",), CGR), (("LPS",), "CPR"), (("LPS", "TGB"), "CPR"), (("TGB", "WGB"), CGR)]
)
def test_it_acts_next_if_no_absorbed_company_has_operated(at: str, companies: tuple[str, ...], next_up: str) -> None:
    """LPS stands before the 6's buyer in the order, CPR, TGB and WGB behind it."""
    scene = Forming().company("CPR", 90, 1, 4, p3=4)
    prices = {"LPS": 110, "TGB": 80, "WGB": 75}
    for name in companies:
        scene.owing(name, prices[name], p2=4)
    play = scene.has("CPR", 50).cash(p2=0).bought(at=at)
    assert play.happened("turn_begun")[0]["company"] == next_up
    assert play.acting == next_up


@rule("P.14.13.a")
def test_the_buyer_itself_counts_as_having_operated() -> None:
    scene = Forming().loans("GT", 1).company("CPR", 90, 1, 4, p3=4).owing("TGB", 80, p2=4).has("CPR", 50)
    assert scene.cash(p1=0, p2=0).bought(at="5.1").acting == "CPR"


@rule("P.14.13.a", "P.6.1.b")
def test_from_the_next_round_on_it_acts_by_its_price() -> None:
    scene = Forming().owing("LPS", 110, p2=4).owing("TGB", 65, p2=4).company("CPR", 125, 0, 6, p3=4).has("CPR", 50)
    scene.draft.put("set_length", 3)
    play = scene.cash(p2=0).bought(at="5.1")
    assert play.state.round == "OR 5.2"
    assert play.acting == "CPR"
    order = next(frame.order for frame in play.state.stack if hasattr(frame, "order"))
    assert order == ("CPR", "GT", CGR)


@rule("13.1.a", "13.3.a", "P.14.13.a")
def test_the_game_may_end_in_the_set_in_which_it_forms() -> None:
    """OR 5.3, the bank is broken: the CGR forms, its shares count, the game is over."""
    scene = Forming().owing("LPS", 110, p1=4, p2=2).cash(p1=40, p2=10, p3=5)
    scene.draft.put("set_length", 3)
    scene.draft.put("broken_bank", True)
    play = scene.bought(at="5.3")
    assert play.forming == "formed"
    assert play.state.finished == "bank"
    assert play.rules.scores(play.state) == {"p1": 40 + 3 * 100 + 2 * 110, "p2": 10 + 110, "p3": 5}


# without a train that lasts


@rule("14.12.a", "P.14.12.a", "P.14.12.b")
def test_it_borrows_a_d_runs_and_withholds() -> None:
    """A29: the price stays and the train goes back after the train step."""
    play = guelph().national_turn("run")
    assert play.trains(CGR) == ["D"]
    assert play.refusal(PayDividend(entity=CGR, kind="full"))
    play.run(LINE)
    assert play.cash(CGR) == 40
    assert play.happened("dividend") == [{"company": CGR, "revenue": 40, "paid": 0}]
    assert (play.price(CGR), play.place(CGR)) == (100, (0, 4))
    assert play.trains(CGR) == []
    assert play.trains("yard").count("D") == 1
    assert play.state.phase == "6"
    assert not play.own.national.permanent


@rule("P.14.12.b")
def test_the_borrowed_train_is_neither_sold_nor_handed_in() -> None:
    play = guelph().national_turn("run", cash=800).run(LINE)
    assert (play.step, play.trains(CGR)) == ("trains", ["D"])
    assert play.refusal(BuyTrain(entity=CGR, train="D-1", price=750, exchange="D-0"))
    assert play.refusal(BuyTrain(entity=CGR, train="D-0", price=750))
    play.do(BuyTrain(entity=CGR, train="6-1", price=700))
    assert play.own.national.permanent
    while play.state.round == "OR 6.1" and play.turn == (CGR,):
        play.done()
    assert play.trains(CGR) == ["6"]


@rule("P.14.12.b", "14.11.a", "1.f")
def test_the_borrowed_train_is_the_banks() -> None:
    """It buys a 5, a 6 and the first D while it runs another: that brings the last phase, and three trains are no more
    than it may own."""
    scene = Forming().owing("WGB", 80, p1=6, p2=4).lay("J11", "57", 0).lay("J13", "57", 0).train("5", "pool").cash(p1=0)
    scene.company("CPR", 90, 1, 4, p1=4).has("CPR", 0, trains=["4"])
    play = scene.bought().national_turn("run", cash=4000).run(LINE)
    play.do(BuyTrain(entity=CGR, train="5-0", price=550), BuyTrain(entity=CGR, train="6-1", price=700))
    play.do(BuyTrain(entity=CGR, train="D-1", price=1100))
    assert play.state.phase == "D"
    assert play.trains("CPR") == []
    assert (play.step, play.trains(CGR)) == ("trains", ["5", "6", "D", "D"])
    assert play.refusal(BuyTrain(entity=CGR, train="D-2", price=1100)) == {"train_limit": "P.12.1.d"}
    play.done()
    assert play.trains(CGR) == ["5", "6", "D"]
    assert play.trains("yard") == ["D"]


@rule("P.14.12.b", "P.15.c")
def test_with_8_trains_it_borrows_an_8() -> None:
    assert guelph(eight_train_variant="on").national_turn("run").trains(CGR) == ["8"]


@rule("14.12.a")
def test_with_a_train_of_its_own_it_borrows_none() -> None:
    assert guelph(0, "5").national_turn("run").trains(CGR) == ["5"]


@rule("14.12.a", "P.14.12.a")
def test_with_the_switch_a_four_of_its_own_is_run_and_what_it_earns_is_withheld() -> None:
    """A29 [C10]."""
    play = guelph(0, "4", cgr_takes_fours="on").do(Pass(entity=CGR)).national_turn("run")
    assert play.trains(CGR) == ["4"]
    play.run(route("4-0", "J11/0", "J11 J13", "J13/0"))
    assert (play.cash(CGR), play.price(CGR)) == (40, 100)
    assert not play.own.national.permanent


@rule("14.12.a", "P.14.12.a")
@pytest.mark.parametrize(("switch", "borrowed"), [("until_permanent", []), ("whenever_trainless", ["D"])])
def test_how_long_it_borrows(switch: str, borrowed: list[str]) -> None:
    """[C11] Once it has owned a lasting train it borrows no more; or it does whenever it has none."""
    play = lasting(guelph(cgr_borrow=switch)).national_turn("run", cash=2000)
    assert play.trains(CGR) == borrowed


@rule("14.12.a", "P.14.12.a")
def test_what_a_borrowed_train_earns_is_withheld_after_a_lasting_one_too() -> None:
    """[C11] on the other side: its price moves again, so the withheld run moves it left."""
    play = lasting(guelph(cgr_borrow="whenever_trainless")).national_turn("run")
    assert play.trains(CGR) == ["D"]
    play.run(LINE)
    assert play.happened("dividend") == [{"company": CGR, "revenue": 40, "paid": 0}]
    assert (play.cash(CGR), play.price(CGR)) == (40, 90)


@rule("P.14.12.a")
def test_sales_and_sold_out_shares_do_not_move_its_price_before() -> None:
    """C059."""
    play = guelph().trading("p1").do(SellShares(entity="p1", company=CGR, shares=1))
    assert (play.price(CGR), play.place(CGR)) == (100, (0, 4))
    sold = lasting(guelph()).trading("p1").do(SellShares(entity="p1", company=CGR, shares=1))
    assert (sold.price(CGR), sold.place(CGR)) == (90, (1, 4))


@rule("P.14.12.a")
@pytest.mark.parametrize(("permanent", "price"), [(False, 90), (True, 100)])
def test_a_national_that_is_sold_out(permanent: bool, price: int) -> None:
    scene = Forming().owing("WGB", 80, p1=6, p2=4).owing("TGB", 80, p1=4, p2=6).cash(p1=0)
    play = lasting(scene.bought(), 90, 1, 4)
    draft = play.opened()
    set_national(draft, permanent=permanent)  # type: ignore[arg-type]
    play = Formed(play.rules, draft).trading("p1")
    assert play.held("p1", "p2") == (5, 5)
    while not play.over:
        play.do(Pass(entity=play.acting))
    assert play.price(CGR) == price


@rule("P.14.12.c")
@pytest.mark.parametrize(("cash", "must"), [(1100, False), (1101, True)])
def test_rich_it_has_to_buy_a_lasting_train(cash: int, must: bool) -> None:
    play = guelph().national_turn("trains", cash=cash)
    if must:
        assert play.refusal(Pass(entity=CGR)) == {"must_buy_train": "P.14.12.c"}
        play.do(BuyTrain(entity=CGR, train="6-1", price=700))
        assert play.own.national.permanent
    assert Pass(entity=CGR) in play.offered(Pass) or play.acting != CGR


@rule("P.14.12.c")
@pytest.mark.parametrize(("cash", "must"), [(750, False), (751, True)])
def test_with_a_four_to_hand_in_less_money_makes_it_a_must(cash: int, must: bool) -> None:
    """[C10]."""
    play = guelph(0, "4", cgr_takes_fours="on").do(Pass(entity=CGR)).national_turn("trains", cash=cash)
    assert bool(play.engine.check(play.state, Pass(entity=CGR))) == must


@rule("P.14.12.d")
def test_no_president_helps_it_to_its_first_lasting_train() -> None:
    play = guelph().with_cash(p1=5000).national_turn("trains", cash=650)
    assert play.turn != (CGR,) or BuyTrain(entity=CGR, train="6-1", price=700) not in play.offered(BuyTrain)
    assert play.cash("p1") == 5000
    assert play.trains(CGR) == []


@rule("P.14.12.a", "11.1.a")
def test_after_its_first_lasting_train_it_pays_and_its_price_moves() -> None:
    play = guelph(0, "5").national_turn("run").run(route("5-0", "J11/0", "J11 J13", "J13/0"))
    play.do(PayDividend(entity=CGR, kind="full"))
    assert (play.price(CGR), play.place(CGR)) == (110, (0, 5))
    assert play.cash("p1") == 12


@rule("P.14.12.e")
def test_its_price_stops_above_the_closed_cells() -> None:
    """C059: two shares sold next to the closed area; a withheld dividend too."""
    play = lasting(guelph(), 35, 8, 1).trading("p1")
    play.do(SellShares(entity="p1", company=CGR, shares=1))
    assert play.place(CGR) == (9, 1)
    other = lasting(twenty(), 30, 8, 0).trading("p1").do(SellShares(entity="p1", company=CGR, shares=2))
    assert (other.place(CGR), other.state.standing[CGR]) == ((8, 0), "started")
    kept = lasting(guelph(0, "5"), 30, 8, 0).national_turn("run").run()
    assert (kept.place(CGR), kept.state.standing[CGR]) == ((8, 0), "started")


# trains


@rule("14.11.b", "14.11.a")
def test_it_buys_lasting_trains_only() -> None:
    """C055."""
    scene = Forming().owing("WGB", 80, p1=6).cash(p1=0).train("4", "pool").train("5", "pool")
    play = scene.bought().national_turn("trains", cash=1500)
    assert play.refusal(BuyTrain(entity=CGR, train="4-0", price=350)) == {"permanent_only": "14.11.b"}
    play.do(BuyTrain(entity=CGR, train="5-0", price=550), BuyTrain(entity=CGR, train="6-1", price=700))
    assert sorted(play.trains(CGR)) == ["5", "6"]


@rule("14.11.a")
def test_a_fourth_train_is_one_too_many() -> None:
    scene = Forming().owing("WGB", 80, p1=6).owing("TGB", 80, p1=6).cash(p1=0)
    scene.has("WGB", trains=["5", "5"]).has("TGB", trains=["5"])
    play = scene.bought().national_turn("trains", cash=900)
    assert len(play.trains(CGR)) == 3
    assert play.refusal(BuyTrain(entity=CGR, train="6-1", price=700)) == {"train_limit": "P.12.1.d"}


@rule("P.14.11.a")
def test_it_trades_trains_at_face_value_only() -> None:
    scene = Forming().owing("WGB", 80, p1=6).cash(p1=0).company("CPR", 90, 1, 4, p1=4).has("CPR", 0, trains=["5"])
    play = scene.bought().national_turn("trains", cash=1000)
    assert play.refusal(BuyTrain(entity=CGR, train="5-0", price=1)) == {"face_value": "P.14.11.a"}
    play.do(BuyTrain(entity=CGR, train="5-0", price=550))
    assert (play.cash("CPR"), play.trains(CGR)) == (550, ["5"])


@rule("P.14.11.a")
def test_others_buy_from_it_at_face_value_only() -> None:
    scene = Forming().owing("WGB", 80, p1=6).cash(p1=0).company("CPR", 90, 1, 4, p1=4).has("CPR", 1000)
    scene.has("WGB", trains=["5"])
    play = scene.bought(at="5.1")
    while play.acting == CGR:
        play.done()
    assert play.acting == "CPR"
    while play.step != "trains":
        play.done()
    assert play.refusal(BuyTrain(entity="CPR", train="5-0", price=549)) == {"face_value": "P.14.11.a"}
    play.do(BuyTrain(entity="CPR", train="5-0", price=550))
    assert play.cash(CGR) == 550


# twenty shares


@rule("P.14.14.a")
def test_what_shares_of_twenty_count() -> None:
    """A25: the president's 10 % and three of 5 % count 2.5; GT's 30 % another two."""
    play = twenty()
    assert play.rules.certificate_count(play.state, "p1") == 2.5 + 2
    assert play.rules.certificate_count(play.state, "p2") == 2.5
    assert play.rules.certificate_count(play.state, "p3") == 0.5


@rule("P.14.14.a", "P.4.2.a")
def test_a_whole_certificate_needs_a_whole_place() -> None:
    """Six players, four companies left: six certificates; p1 has five and a half."""
    play = twenty(6, tenths=4)
    draft = play.opened()
    draft.put("limit_left", 4)
    play = Formed(play.rules, draft).trading("p1")
    assert (play.rules.certificate_count(play.state, "p1"), play.limit) == (5.5, 6)
    assert play.refusal(BuyShare(entity="p1", company="GT", source="treasury")) == {"certificate_limit": "P.4.2.a"}
    play.do(BuyShare(entity="p1", company=CGR, source="treasury"))
    assert play.rules.certificate_count(play.state, "p1") == 6


@rule("P.14.14.b", "P.14.5.b")
def test_of_twenty_a_player_holds_twelve() -> None:
    play = twenty().with_cash(p1=3000)
    bank = play.cash("bank")
    for _ in range(7):
        play = play.trading("p1").do(BuyShare(entity="p1", company=CGR, source="treasury"))
    assert play.held("p1", CGR) == (12, 2)
    assert play.percent(CGR, "p1") == 60
    assert (play.cash("bank"), play.cash(CGR)) == (bank + 700, 0)
    refusal = play.trading("p1").refusal(BuyShare(entity="p1", company=CGR, source="treasury"))
    assert refusal == {"ownership_limit": "4.7.a"}


@rule("P.14.14.b")
def test_of_twenty_the_pool_takes_ten() -> None:
    play = twenty().trading("p2").do(SellShares(entity="p2", company=CGR, shares=5))
    assert play.held("pool") == (5,)
    draft = play.opened()
    for cert in [cert for cert in play.rules.certificates[CGR] if draft.certificates[cert] == CGR][:4]:  # type: ignore[attr-defined]
        verbs.transfer(play.rules, draft, cert, "pool")  # type: ignore[arg-type]
    play = Formed(play.rules, draft).trading("p1")
    assert play.refusal(SellShares(entity="p1", company=CGR, shares=2)).keys() >= {"pool_full"}
    play.do(SellShares(entity="p1", company=CGR, shares=1))
    assert play.percent(CGR, "pool") == 50


@rule("P.14.14.c")
@pytest.mark.parametrize(("shares", "rows"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_of_twenty_two_shares_move_the_price_one_row(shares: int, rows: int) -> None:
    """A28: three at 100 bring 300, the price falls to 90."""
    play = lasting(twenty()).with_cash(p2=0).trading("p2").do(SellShares(entity="p2", company=CGR, shares=shares))
    assert play.cash("p2") == 100 * shares
    assert play.place(CGR) == (rows, 4)


@rule("P.11.3.a", "11.1.a")
def test_each_holder_of_a_twentieth_is_paid_to_the_dollar_above() -> None:
    """50 on twenty shares: five shares bring 12.50, one brings 2.50."""
    play = twenty().with_cash(p1=0, p2=0, p3=0).national_turn("dividend", train="6-1", revenue=50)
    bank = play.cash("bank")
    play.do(PayDividend(entity=CGR, kind="full"))
    assert [play.cash(player) for player in ("p1", "p2", "p3")] == [13, 13, 3]
    assert (play.cash(CGR), bank - play.cash("bank")) == (0, 29)


# the certificate limit afterwards


@rule("P.1.d", "1.e", "14.16.a")
@pytest.mark.parametrize(
    ("switch", "before", "after"), [("fixed", 28, 28), ("recomputed", 28, 25), ("if_formed", 28, 20)]
)
def test_a_company_that_closes_later(switch: str, before: int, after: int) -> None:
    """[C12], C028: one absorbed and the national make eleven; then one more is gone."""
    scene = Forming(cert_limit_after_six=switch).owing("WGB", 80, p1=6).cash(p1=0)
    scene.company("CPR", 30, 8, 0, p2=4, p3=2)
    play = scene.bought().trading("p3")
    assert play.limit == before
    play.do(SellShares(entity="p3", company="CPR", shares=1))
    assert play.state.standing["CPR"] == "gone"
    assert play.limit == after
