"""Worked figures beside those of the other tests: the same rules at their edges and in other places of the tables."""

from __future__ import annotations

import pytest

from tests.rail.stock_scenes import buy
from tests.t1856.forming import CGR, Formed, Forming, give_up, pay_for
from tests.t1856.scenes import Operating, Scene1856, rule
from tests.t1856.test_capital import escrow, more, selling, starting
from tests.t1856.test_cgr_life import twenty
from tests.t1856.test_exchange import absorbed
from towpath.rail.actions import BuyPrivate, BuyRight, Pass, PayDividend, RepayLoan, SellShares, TakeLoan
from towpath.rail.trading_turn import TradingRound
from towpath.titles.t1856.actions import Abandon, Rescue
from towpath.titles.t1856.cgr_exchange import formation_price

# the market


def sold(price: int, row: int, column: int, shares: int) -> Operating:
    """p2 sells a block of GT, whose price stands there."""
    scene = Scene1856().company("GT", price, row, column, p1=4, p2=4, p3=2).cash(p2=0)
    return scene.trading("p2").do(SellShares(entity="p2", company="GT", shares=shares))


@rule("4.6.b", "P.4.6.d", "P.1.9.b")
@pytest.mark.parametrize(
    ("price", "at", "shares", "after"),
    [
        (90, (2, 5), 3, (5, 5, 70)),  # three rows
        (75, (3, 4), 1, (4, 4, 70)),
        (60, (5, 3), 4, (9, 3, 40)),
        (40, (10, 4), 2, (10, 4, 40)),  # the lowest row is the end
        (100, (0, 4), 4, (4, 4, 70)),
    ],
)
def test_a_block_is_paid_at_the_first_price_and_moves_it_a_row_each(
    price: int, at: tuple[int, int], shares: int, after: tuple[int, int, int]
) -> None:
    play = sold(price, *at, shares)
    assert play.cash("p2") == price * shares
    assert (*play.place("GT"), play.price("GT")) == after


@rule("4.11.a")
@pytest.mark.parametrize(("price", "at", "shares"), [(40, (7, 1), 3), (30, (9, 1), 1), (35, (7, 0), 2)])
def test_a_block_that_leads_into_the_closed_corner_closes_the_company(
    price: int, at: tuple[int, int], shares: int
) -> None:
    play = sold(price, *at, shares)
    assert play.cash("p2") == price * shares
    assert play.state.standing["GT"] == "gone"


@rule("P.1.9.a")
@pytest.mark.parametrize(
    ("price", "at", "after"),
    [(275, (2, 14), (1, 14, 300)), (45, (9, 4), (8, 4, 50)), (90, (5, 8), (4, 8, 100)), (425, (1, 19), (0, 19, 450))],
)
def test_at_the_end_of_a_row_a_dividend_leads_up(price: int, at: tuple[int, int], after: tuple[int, int, int]) -> None:
    play = Scene1856().phase("3").company("WGB", price, *at, p1=6).turn("WGB", "dividend", revenue=100, charged=True)
    play.do(PayDividend(entity="WGB", kind="full"))
    assert (*play.place("WGB"), play.price("WGB")) == after


# interest and repayment


@rule("7.4.a", "P.7.4.a", "11.4.a")
@pytest.mark.parametrize(
    ("treasury", "loans", "run", "left", "president", "base"),
    [
        (15, 3, 0, 5, 20, 0),  # one ten of the treasury
        (9, 1, 40, 9, 0, 30),  # no whole ten there
        (100, 4, 40, 60, 0, 40),
        (39, 5, 10, 9, 10, 0),
        (0, 1, 10, 0, 0, 0),
    ],
)
def test_interest_from_treasury_run_and_president(
    treasury: int, loans: int, run: int, left: int, president: int, base: int
) -> None:
    scene = Scene1856().phase("3").company("GT", 100, 1, 5, p1=6).has("GT", treasury, loans=loans).cash(p1=200)
    play = scene.turn("GT", "interest", revenue=run, borrowed=True)
    paid = play.happened("interest")[0]
    assert (paid["treasury"], paid["run"], paid["president"]) == (treasury - left, run - base, president)
    assert play.cash("p1") == 200 - president
    if base:
        play.do(PayDividend(entity="GT", kind="withhold"))
    assert play.cash("GT") == left + base


@rule("7.4.a", "P.7.4.a")
def test_to_the_dollar_with_the_switch() -> None:
    scene = Scene1856(interest_in_tens="off").phase("3").company("GT", 100, 1, 5, p1=6).has("GT", 15, loans=3)
    play = scene.cash(p1=200).turn("GT", "interest", revenue=10, borrowed=True)
    assert (play.cash("GT"), play.cash("p1")) == (0, 195)


@rule("7.1.a", "7.2.a", "7.3.a")
def test_the_presidents_certificate_allows_two_loans() -> None:
    scene = Scene1856().phase("3").company("GT", 100, 1, 5, p1=2, pool=3).has("GT", 0, loans=1, trains=["3"])
    play = scene.turn("GT", "trains", charged=False).do(TakeLoan(entity="GT"))
    assert (play.cash("GT"), play.loans("GT")) == (100, 2)
    assert scene.loans("GT", 2).turn("GT", "trains").refusal(TakeLoan(entity="GT")) == {"loan_limit": "7.2.a"}


@rule("7.5.b")
def test_one_loan_too_many_with_40_in_the_treasury() -> None:
    scene = Scene1856().phase("3").cash(p1=500).company("GT", 100, p1=2, pool=4)
    play = scene.has("GT", 40, loans=3, trains=["3"]).turn("GT", "loans", charged=True, borrowed=True)
    assert (play.cash("GT"), play.cash("p1"), play.loans("GT")) == (0, 440, 2)


@rule("7.5.a", "7.5.b")
def test_more_than_what_is_due_may_be_repaid() -> None:
    scene = Scene1856().phase("3").cash(p1=500).company("GT", 100, p1=2, pool=4)
    play = scene.has("GT", 250, loans=3, trains=["3"]).turn("GT", "loans", charged=True, borrowed=True)
    play.do(RepayLoan(entity="GT", number=2))
    assert (play.cash("GT"), play.loans("GT"), play.cash("p1")) == (50, 1, 500)


# capital


@rule("5.1.a", "5.2.a", "5.2.b")
@pytest.mark.parametrize(("par", "shares", "own", "held"), [(100, 6, 500, 100), (90, 4, 360, 0), (70, 9, 350, 280)])
def test_the_first_five_pay_the_company_the_others_are_held(par: int, shares: int, own: int, held: int) -> None:
    play = starting("2", par, shares)
    assert (play.cash("GW"), escrow(play)) == (own, held)


@rule("5.3.a", "5.1.b")
def test_full_capital_comes_with_the_sixth_share_and_later_ones_pay_the_bank() -> None:
    play = starting("6", 65, 5)
    assert play.cash("GW") == 0
    more(play, 65, 6)
    assert play.cash("GW") == 650
    bank = play.cash("bank")
    more(play, 65, 8)
    assert (play.cash("GW"), play.cash("bank")) == (650, bank + 130)


@rule("5.4.a")
def test_a_company_with_escrow_whose_shares_are_sold_after_the_last_5_gets_their_money() -> None:
    scene = selling("6").company("GW", 80, par=80, p2=4, capital="escrow")
    play = scene.trading("p1").do(buy("p1", "GW"))
    assert (play.cash("GW"), escrow(play)) == (80, 0)


# the settlement


@rule("14.2.a", "14.2.b")
@pytest.mark.parametrize(
    ("treasury", "loans", "left", "president"), [(499, 5, 0, 1), (350, 3, 50, 0), (99, 1, 0, 1), (0, 2, 0, 200)]
)
def test_what_a_president_pays_for_his_company(treasury: int, loans: int, left: int, president: int) -> None:
    play = Forming().owing("LPS", 80, loans, treasury, p2=4).cash(p2=300).bought()
    if president:
        play.do(pay_for("LPS"))
    assert (play.cash("LPS"), play.cash("p2"), play.loans("LPS")) == (left, 300 - president, 0)
    assert play.forming == "never"


@rule("14.2.b", "14.2.c")
def test_a_dollar_short_it_is_absorbed_unasked() -> None:
    play = Forming().owing("LPS", 80, 2, 60, p2=4).cash(p2=139).bought()
    assert (play.state.standing["LPS"], play.cash(CGR), play.cash("p2")) == ("gone", 60, 139)
    asked = Forming().owing("LPS", 80, 2, 60, p2=4).cash(p2=140).bought()
    assert {type(action) for action in asked.offered(Rescue) + asked.offered(Abandon)} == {Rescue, Abandon}


@rule("14.2.b", "P.14.2.a")
def test_a_president_of_two_pays_for_the_first_and_lacks_it_for_the_second() -> None:
    """The dearer one is asked about first; what he pays for it is gone."""
    scene = Forming().owing("LPS", 110, 1, 0, p2=4).owing("TGB", 80, 1, 0, p2=4).cash(p2=150)
    play = scene.bought()
    assert play.turn == ("LPS",)
    play.do(pay_for("LPS"))
    assert (play.state.standing["LPS"], play.state.standing["TGB"], play.cash("p2")) == ("started", "gone", 50)
    other = Forming().owing("LPS", 110, 1, 0, p2=4).owing("TGB", 80, 1, 0, p2=4).cash(p2=150).bought()
    other.do(*give_up("LPS"), pay_for("TGB"))
    assert (other.state.standing["LPS"], other.state.standing["TGB"], other.cash("p2")) == ("gone", "started", 50)


@rule("14.8.a", "P.14.8.a", "P.14.8.b")
@pytest.mark.parametrize(
    ("prices", "price"),
    [
        ([200, 175, 60], 175), ([100, 100, 65, 70], 100), ([65, 100], 100), ([150, 125], 125), ([125, 110, 100], 110),
        ([175, 150], 150), ([225, 200, 35], 200), ([300, 275, 250, 90], 275), ([110], 110), ([109, 110], 110), ([109, 100], 100),
    ],
)  # fmt: skip
def test_more_prices_of_the_national(prices: list[int], price: int) -> None:
    assert formation_price(prices) == price


@rule("P.14.6.b", "14.4.b")
def test_three_players_with_three_shares_each() -> None:
    """One each, two odd ones and a pool share lost: the first in the order presides with a single share."""
    play = absorbed({"p2": 3, "p1": 3, "p3": 3, "pool": 1})
    assert play.held("p1", "p2", "p3", "pool") == (1, 1, 1, 0)
    assert play.own.national.acting == "p1"
    assert play.percent(CGR, CGR) == 70


@rule("1.d", "1.e", "14.16.a")
@pytest.mark.parametrize(("players", "gone", "limit"), [(6, 3, 12), (3, 5, 18), (5, 6, 10), (4, 1, 22), (6, 7, 7)])
def test_more_limits_by_the_companies_left(players: int, gone: int, limit: int) -> None:
    assert absorbed(*({"p1": 4} for _ in range(gone)), players=players).limit == limit


# the national in play


@rule("P.14.14.a")
def test_two_more_shares_of_twenty_count_one_more() -> None:
    play = twenty().with_cash(p1=500)
    before = play.rules.certificate_count(play.state, "p1")
    for _ in range(2):
        play = play.trading("p1")
        play.do(buy("p1", CGR, "treasury"))
    assert play.rules.certificate_count(play.state, "p1") == before + 1


@rule("P.11.3.a")
@pytest.mark.parametrize(("revenue", "p1", "p2"), [(130, 33, 33), (50, 13, 13), (200, 50, 50)])
def test_shares_of_twenty_are_paid_to_the_dollar_above(revenue: int, p1: int, p2: int) -> None:
    play = twenty()
    draft = play.opened()
    draft.put("national", type(play.own.national)(forming="formed", permanent=True))
    play = Formed(play.rules, draft)
    assert play.held("p1", "p2") == (5, 5)
    play = play.with_cash(p1=0, p2=0).national_turn("dividend", revenue=revenue, charged=True)
    play.do(PayDividend(entity=CGR, kind="full"))
    assert (play.cash("p1"), play.cash("p2")) == (p1, p2)


@rule("P.14.12.c")
@pytest.mark.parametrize(("cash", "must"), [(1100, False), (1101, True), (750, False)])
def test_when_the_national_must_buy(cash: int, must: bool) -> None:
    play = absorbed({"p1": 6, "p2": 4}).national_turn("trains", cash=cash)
    open_step = play.turn == (CGR,) and play.step == "trains"
    refused = {reason.code for reason in play.engine.check(play.state, Pass(entity=CGR))} if open_step else set()
    assert refused == ({"must_buy_train"} if must else set())


# privates


@rule("12.10.b", "12.10.a")
def test_the_price_of_a_right_goes_to_the_company_that_has_the_private() -> None:
    scene = Scene1856().phase("3").company("GT", 100, 1, 5, p1=6).has("GT", 120, trains=["3"])
    scene.company("CPR", 80, 2, 4, p2=6).has("CPR", 0).private("SCFTC", "CPR").rights("SCFTC", "CPR")
    play = scene.turn("GT", "trains", charged=True).do(BuyRight(entity="GT", private="SCFTC"))
    assert (play.cash("GT"), play.cash("CPR")) == (70, 50)
    assert play.refusal(BuyRight(entity="GT", private="SCFTC")) == {"has_right": "P.12.10.b"}


@rule("12.5.b", "12.5.a")
@pytest.mark.parametrize(("private", "least", "most"), [("FT", 10, 40), ("TCC", 25, 100), ("NFSBC", 50, 200)])
def test_bounds_of_a_privates_price(private: str, least: int, most: int) -> None:
    scene = Scene1856().phase("3").company("GT", 100, 1, 5, p1=6).has("GT", 400, trains=["3"]).private(private, "p1")
    play = scene.turn("GT", "trains", charged=True)
    for price, legal in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        reasons = play.engine.check(play.state, BuyPrivate(entity="GT", private=private, price=price))
        assert (not reasons) == legal, price


# limits


@rule("4.7.a", "4.7.b")
def test_sixty_percent_is_the_most_and_fifty_in_the_pool() -> None:
    scene = Scene1856().cash(p1=1000).company("GT", 100, 1, 5, p1=5, p2=2)
    play = scene.trading("p1").do(buy("p1", "GT"))
    assert play.percent("GT", "p1") == 60
    full = Scene1856().company("GT", 100, 1, 5, p2=4, p1=2, pool=4).trading("p1")
    assert isinstance(full.state.frame, TradingRound)
    assert full.refusal(SellShares(entity="p1", company="GT", shares=2)) == {"pool_full": "4.7.b"}
    full.do(SellShares(entity="p1", company="GT", shares=1))
    assert full.percent("GT", "pool") == 50
