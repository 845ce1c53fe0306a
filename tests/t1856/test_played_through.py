"""Situations that other tests set up in the middle, played here from the first action that makes them to the last."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rail.positions import Rest
from tests.rail.stock_scenes import start
from tests.t1856.forming import CGR, Formed, Forming, give_up
from tests.t1856.scenes import Operating, Scene1856, route, rule
from tests.t1856.test_capital import escrow, more
from tests.t1856.test_cgr_life import guelph, lasting
from tests.t1856.test_destinations import TO_GUELPH
from towpath.rail.actions import (
    Accept,
    BuyTrain,
    Decline,
    DiscardTrain,
    PayDividend,
    Run,
    RunRoutes,
    SellShares,
    TakeLoan,
)
from towpath.rail.discard import DiscardTrains
from towpath.rail.frames import Course, OperatingRound
from towpath.rail.trading_turn import TradingRound
from towpath.rail.turn import Turn

# capital


def operating(play: Operating, company: str, step: str) -> Operating:
    """The same position in an operating round, in which that company is at that step and no other follows."""
    draft = play.rules.draft(play.state)
    draft.put("round", "OR 2.1")
    turn = Turn(company=company, step=step)  # type: ignore[arg-type]
    draft.put("stack", (Course(stage="operating", number=1), Rest(), OperatingRound(order=(company,), index=1), turn))
    return Operating(play.rules, draft)


def trading(play: Operating, player: str = "p1") -> Operating:
    """The same position in a stock round."""
    draft = play.rules.draft(play.state)
    draft.put("round", "SR 3")
    draft.put("set_number", 3)
    draft.put("stack", (Course(stage="stock"), Rest(), TradingRound(player=player)))
    return Operating(play.rules, draft)


@rule("P.5.1.b", "5.2.a", "5.2.b")
def test_a8_a_company_started_while_4s_were_sold_keeps_its_escrow_when_the_last_4_is_gone() -> None:
    scene = Scene1856().phase("4").cash(p1=900, p2=900, p3=900).company("CPR", 100, 0, 4, p3=4)
    for _ in range(2):
        scene.train("4", "exported")
    play = more(scene.has("CPR", 350).trading(), 70, 4)
    assert (play.cash("GW"), escrow(play)) == (280, 0)
    assert play.trains("yard")[0] == "4"
    play = operating(play, "CPR", "trains")
    play.do(BuyTrain(entity="CPR", train=play.rules.trains_of(play.state, "yard")[0], price=350))
    assert play.trains("yard")[0] == "5"
    play = more(trading(play), 70, 5)
    assert (play.cash("GW"), escrow(play)) == (350, 0), "the fifth share pays the company"
    more(play, 70, 6)
    assert (play.cash("GW"), escrow(play)) == (350, 70), "the sixth is held"


@rule("5.2.b", "5.2.c", "5.5.a", "P.5.5.a")
@pytest.mark.parametrize(("par", "sold", "own", "held"), [(80, 7, 400, 160), (65, 10, 325, 325), (80, 10, 400, 400)])
def test_a6_a7_shares_sold_the_destination_reached_another_share_sold(par: int, sold: int, own: int, held: int) -> None:
    scene = Scene1856().phase("3").cash(p1=2000, p2=2000, p3=2000).company("WGB", 100, 0, 4, p2=3)
    for tile in TO_GUELPH:
        scene.lay(*tile)
    play = more(scene.trading(), par, sold, "THB")
    assert (play.cash("THB"), escrow(play, "THB")) == (own, held)
    play = operating(play, "WGB", "track")
    bank = play.cash("bank")
    play.do(play.lay("J11", "57", 0))
    assert (play.cash("THB"), escrow(play, "THB"), play.cash("bank")) == (own + held, 0, bank - held)
    if sold < 10:
        play = more(trading(play), par, sold + 1, "THB")
        assert (play.cash("THB"), escrow(play, "THB")) == (own + held + par, 0)


# loans


def oshawa(loans: int = 1, cash: int = 0) -> Scene1856:
    """GT with a 3 and a run for 100: Toronto (60), Oshawa (20), Lower Canada (20)."""
    scene = Scene1856().phase("3").cash(p1=500).lay("N11", "120", 3).lay("O10", "9", 1).lay("P9", "57", 1)
    return scene.company("GT", 100, 0, 4, p1=5).has("GT", cash, loans=loans, trains=["3"])


def to_lower_canada(play: Operating) -> Operating:
    """GT's run, up to the dividend."""
    city = next(f"N11/{n}" for n in (0, 1) if ("N11", n) in play.rules.reach(play.state, "GT").nodes)
    train = play.rules.trains_of(play.state, "GT")[0]
    return play.run(route(train, city, "N11 O10 P9", "P9/0", "P9 Q8", "Q8/0"))


@rule("7.3.a", "7.3.b", "7.4.a", "11.4.a")
def test_c042_a_loan_before_track_costs_interest_and_one_after_the_dividend_brings_90() -> None:
    early = oshawa().turn("GT", "track").do(TakeLoan(entity="GT"))
    while early.step != "run":
        early.done()
    to_lower_canada(early)
    assert early.happened("interest") == [{"company": "GT", "treasury": 20, "run": 0, "president": 0}]
    early.do(PayDividend(entity="GT", kind="full"))
    assert (early.cash("GT"), early.cash("p1"), early.loans("GT")) == (80, 550, 2)
    late = to_lower_canada(oshawa().turn("GT", "run"))
    assert late.happened("interest") == [{"company": "GT", "treasury": 0, "run": 10, "president": 0}]
    late.do(PayDividend(entity="GT", kind="full"))
    assert (late.cash("GT"), late.cash("p1")) == (0, 545)
    late.do(TakeLoan(entity="GT"))
    assert (late.cash("GT"), late.loans("GT")) == (90, 2)


@rule("7.4.a", "11.1.b", "6.2.a")
def test_c002_after_a_run_that_interest_takes_whole_the_trains_come_next() -> None:
    """GT at 100 with two loans, nothing in the treasury and a run of 20; a loan could still pay for a train of CPR."""
    scene = Scene1856().phase("3").cash(p1=500).company("GT", 100, 0, 4, p1=5).has("GT", 0, loans=2, trains=["3"])
    scene.company("CPR", 90, p1=4).has("CPR", 0, trains=["3"])
    play = scene.turn("GT", "interest", revenue=20)
    assert (play.price("GT"), play.cash("GT"), play.cash("p1"), play.loans("GT")) == (90, 0, 500, 2)
    assert (play.acting, play.step) == ("GT", "trains")


@rule("P.6.2.a", "P.12.1.b", "7.1.a")
def test_the_train_step_waits_for_the_loan_that_could_pay_another_companys_train() -> None:
    """With nothing in the treasury, and after a price that was all there was has been declined."""
    scene = Scene1856(consent="on").phase("3").company("GT", 100, 0, 4, p1=5).has("GT", 0, trains=["3"])
    scene.company("CPR", 90, p2=4).has("CPR", 0, trains=["3"])
    train = next(t for t, holder in scene.draft.trains.items() if holder == "CPR")
    play = scene.turn("GT", "trains", charged=True)
    play.do(TakeLoan(entity="GT"), BuyTrain(entity="GT", train=train, price=90), Accept(entity="p2"))
    assert (play.trains("GT"), play.cash("GT"), play.cash("CPR")) == (["3", "3"], 0, 90)
    play = scene.has("GT", 50).turn("GT", "trains", charged=True)
    play.do(BuyTrain(entity="GT", train=train, price=50), Decline(entity="p2"))
    assert (play.acting, play.step) == ("GT", "trains")
    play.do(TakeLoan(entity="GT"), BuyTrain(entity="GT", train=train, price=140), Accept(entity="p2"))
    assert (play.cash("GT"), play.cash("CPR")) == (0, 140)
    lent = scene.has("GT", 0, loans=5).turn("GT", "trains", charged=True)
    assert lent.step != "trains", "no loan is left to take"


# trains and privates


@rule("12.2.a", "P.12.2.a", "P.12.1.a")
def test_a15_the_5_that_was_handed_in_is_for_sale_at_550() -> None:
    scene = Scene1856().phase("D").cash(p1=500).company("GT", 100, 0, 4, p1=6).has("GT", 750, trains=["5", "5"])
    play = scene.company("CPR", 90, p2=6).has("CPR", 550).turn("GT", "trains")
    own, other = play.rules.trains_of(play.state, "GT")
    play.do(BuyTrain(entity="GT", train=play.rules.trains_of(play.state, "yard")[0], price=750, exchange=own))
    assert (play.trains("GT"), play.cash("GT"), play.trains("pool")) == (["5", "D"], 0, ["5"])
    while play.acting == "GT":
        play.done()
    while play.step != "trains":
        play.done()
    assert play.refusal(BuyTrain(entity="CPR", train=own, price=549))
    play.do(BuyTrain(entity="CPR", train=own, price=550))
    assert (play.cash("CPR"), play.trains("CPR"), play.trains("pool")) == (0, ["5"], [])
    assert play.state.trains[other] == "GT"


@rule("12.9.a", "12.9.b")
@pytest.mark.parametrize(("green", "base"), [(False, 40), (True, 50)])
@pytest.mark.parametrize(("company", "bonus"), [("LPS", 20), ("CPR", 0)])
def test_c072_the_marked_hex_before_and_after_its_upgrade(green: bool, base: int, company: str, bonus: int) -> None:
    """LPS from Maudaumin to St. Thomas, CPR from St. Thomas to Maudaumin."""
    scene = Scene1856().phase("3").lay("C14", "57", 2).lay("D15", "9", 2).lay("E16", "9", 2).lay("F17", "57", 2)
    scene.company("LPS", 100, 1, 5, p1=4).has("LPS", 0, trains=["3"])
    scene.company("CPR", 90, p2=4).has("CPR", 0, trains=["3"], tokens=["F17/0"])
    if green:
        scene.lay("C14", "15", 2)
    scene.draft.edit("marks")["C14"] = "LPS"
    play = scene.turn(company, "run")
    train = play.rules.trains_of(play.state, company)[0]
    play.run(route(train, "C14/0", "C14 D15 E16 F17", "F17/0"))
    assert [event["revenue"] for event in play.happened("train_ran")] == [base + bonus]


@rule("P.10.2.b")
def test_c033_two_trains_may_cross_in_a_hex_but_share_no_side_of_it() -> None:
    """K10 with a fork from Guelph to L9 and K8; then with two ways that cross, one to L9, one over J9 to L13."""

    def running(*tiles: tuple[str, str, int]) -> Operating:
        scene = Scene1856().phase("3").lay("L9", "4", 1)
        for tile in tiles:
            scene.lay(*tile)
        return scene.company("WGB", 100, 0, 4, p1=6).has("WGB", 0, trains=["3", "3"]).turn("WGB", "run")

    def to_l9(play: Operating) -> Run:
        return route(play.rules.trains_of(play.state, "WGB")[0], "J11/0", "J11 K10 L9", "L9/0")

    forked = running(("J11", "57", 1), ("K8", "57", 0), ("K10", "24", 1))
    other = route(forked.rules.trains_of(forked.state, "WGB")[1], "J11/0", "J11 K10 K8", "K8/0")
    for alone in (to_l9(forked), other):
        assert forked.engine.check(forked.state, RunRoutes(entity="WGB", runs=(alone,))) == ()
    assert forked.why_not(to_l9(forked), other) == {"route_track_shared": "P.10.2.b"}
    crossed = running(("J11", "5", 3), ("J9", "3", 5), ("L11", "8", 0), ("L13", "57", 0), ("K10", "20", 1))
    round_about = ("J11/0", "J11 J9", "J9/0", "J9 K10 L11 L13", "L13/0")
    second = crossed.rules.trains_of(crossed.state, "WGB")[1]
    crossed.run(to_l9(crossed), route(second, *round_about))
    assert [event["revenue"] for event in crossed.happened("train_ran")] == [30, 50]


# the national


@rule("14.9.a", "14.11.a", "14.11.b", "P.14.9.b")
def test_c055_of_4_5_5_6_6_one_goes_to_the_pool_with_the_4_which_is_not_bought_back() -> None:
    """GT, which is absorbed itself, has bought both 6s."""
    scene = Forming().loans("GT", 1).owing("LPS", 80, p2=6).owing("TGB", 80, p2=6).cash(p1=0, p2=0)
    scene.has("GT", 1400).has("LPS", trains=["4", "5"]).has("TGB", trains=["5"]).turn("GT", "trains", at="5.1")
    play = scene.play_formed()
    play.do(BuyTrain(entity="GT", train="6-0", price=700), BuyTrain(entity="GT", train="6-1", price=700))
    while play.forming != "formed":
        play.done()
    assert (sorted(play.trains(CGR)), play.trains("pool")) == (["5", "5", "6", "6"], ["4"])
    assert isinstance(play.state.frame, DiscardTrains)
    assert play.turn == (CGR,)
    play.do(DiscardTrain(entity=CGR, train="5-0"))
    assert (sorted(play.trains(CGR)), sorted(play.trains("pool"))) == (["5", "6", "6"], ["4", "5"])
    draft = play.opened()
    draft.edit("trains")["5-1"] = "pool"
    later = Formed(play.rules, draft).national_turn("trains", cash=700)
    assert later.refusal(BuyTrain(entity=CGR, train="4-0", price=350)) == {"permanent_only": "14.11.b"}
    assert BuyTrain(entity=CGR, train="5-0", price=550) in later.offered(BuyTrain)


@rule("P.14.12.a", "P.14.12.e")
def test_c059_three_sold_at_100_move_nothing_before_a_lasting_train_and_two_stop_at_the_last_open_space_after() -> None:
    scene = Forming().owing("WGB", 80, p1=6, p2=4).owing("TGB", 80, p2=6, p1=4).cash(p1=0, p2=0)
    play = scene.bought().trading("p2").do(SellShares(entity="p2", company=CGR, shares=3))
    assert (play.place(CGR), play.price(CGR)) == ((0, 4), 100)
    near = lasting(guelph(0, "5"), 35, 8, 1).with_cash(p2=0).trading("p2")
    near.do(SellShares(entity="p2", company=CGR, shares=2))
    assert (near.cash("p2"), near.place(CGR), near.price(CGR), near.state.standing[CGR]) == (
        70, (9, 1), 30, "started",
    )  # fmt: skip


@rule("14.2.a", "14.2.c", "14.9.a")
def test_c063_what_the_treasury_has_left_goes_to_the_national() -> None:
    play = Forming().owing("TGB", 80, 4, 270, p1=4).cash(p1=130).bought()
    assert (play.cash("TGB"), play.loans("TGB"), play.turn) == (70, 2, ("TGB",))
    play.do(*give_up("TGB"))
    assert (play.cash(CGR), play.cash("p1"), play.forming) == (70, 130, "formed")


# track


@rule("8.6.a", "8.6.b")
@pytest.mark.parametrize(("phase", "tiles"), [("5", set()), ("6", {"6", "8"})])
def test_a32_the_small_city_of_m18_changes_from_the_first_6_on(phase: str, tiles: set[str]) -> None:
    """WR comes to the port from Hamilton."""
    scene = Scene1856().phase(phase).lay("L15", "59", 0).lay("L17", "8", 3).lay("M18", "58", 2)
    play = scene.company("WR", 100, p1=4).has("WR", 100, tokens=["L15/0"]).turn("WR", "track")
    assert play.tiles_for("M18") == tiles


# the market

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


@rule("P.1.9.a", "P.1.9.b", "P.1.9.c")
@pytest.mark.parametrize("direction", STEPS)
def test_c004_every_move_from_every_cell_follows_the_rule_of_its_edge(direction: Any) -> None:
    """From the end of a row up, from its start down, over the top and the bottom nowhere."""
    market = Scene1856().rules.market
    at = {(cell.row, cell.column): cell for cell in market.cells}
    down, across = STEPS[direction]
    for (row, column), cell in at.items():
        beyond = {"left": (row + 1, column), "right": (row - 1, column)}.get(direction, (row, column))
        place = (row + down, column + across)
        expected = at.get(place) or at.get(beyond, cell)
        assert market.cells[market.moved(cell.id, direction)] == expected, (cell, direction)


@rule("P.1.9.d", "P.6.1.b", "P.4.3.a")
def test_c010_two_fall_to_100_and_a_third_starts_there() -> None:
    """CA and then BB withhold at 110; GW is started at 100 in the stock round after."""
    scene = Scene1856().phase("3").cash(p1=900, p2=900, p3=900)
    scene.company("CA", 110, 0, 5, p1=4, p2=2).company("BB", 110, 0, 5, p2=4, p1=2)
    for name in ("CA", "BB"):
        play = scene.turn(name, "dividend", revenue=0)
        assert play.price(name) == 100
        scene.draft = play.rules.draft(play.state)
    play = trading(Operating(scene.rules, scene.draft))
    play.do(start("p1", "GW", play.rules.market.cell_at_price(100, "par").id))
    assert play.rules.market.order(play.state, ["GW", "BB", "CA"]) == ["CA", "BB", "GW"]
    assert play.state.stacks[play.state.cells["GW"]] == ("CA", "BB", "GW")
