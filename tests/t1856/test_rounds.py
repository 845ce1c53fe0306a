"""Operating rounds: incomes, order, and the steps of a turn [6]."""

from __future__ import annotations

from tests.rail.stock_scenes import sell
from tests.t1856.scenes import Scene1856, route, rule
from towpath.rail.actions import (
    BuyPrivate,
    BuyRight,
    BuyTrain,
    LayTile,
    MarkHex,
    Pass,
    PayDividend,
    PlaceToken,
    RepayLoan,
    RunRoutes,
    TakeLoan,
)


@rule("P.6.1.a")
def test_a_round_begins_with_the_income_of_privates() -> None:
    built = Scene1856().phase("3").cash(p1=100, p2=100).company("GT", 100, p1=4).has("GT", 0)
    built.private("FT", "p1").private("NFSBC", "p1").private("TCC", "p2").private("WSRC", "GT").private(
        "GLSC", "closed"
    )
    play = built.course("stock")
    assert play.state.round == "OR 1.1"
    assert (play.cash("p1"), play.cash("p2"), play.cash("GT")) == (125, 110, 10)
    while play.state.round == "OR 1.1":
        play.done()
    assert (play.cash("p1"), play.cash("p2"), play.cash("GT")) == (150, 120, 20), "again in the second round"


@rule("P.6.1.b")
def test_companies_act_by_price_then_further_right_then_upper_then_first_there() -> None:
    built = Scene1856().phase("3")
    built.company("BB", 90, 3, 6, p1=4).company("CA", 90, 2, 5, p1=4).company("WR", 90, 1, 4, p2=4)
    built.company("TGB", 100, 1, 5, p2=4).company("GW", 90, 3, 6, p3=4)
    assert built.order() == ["TGB", "BB", "GW", "CA", "WR"]
    assert built.rules.market.cells[built.cell(90, 3, 6)].column > built.rules.market.cells[built.cell(90, 2, 5)].column


@rule("P.1.9.d", "P.6.1.b")
def test_c010_a_token_that_comes_to_a_cell_goes_below_those_there() -> None:
    """CA falls to the cell of TGB, then BB does; they act in that order."""
    built = Scene1856().phase("3").company("TGB", 80, 3, 5, p1=4, p2=2).company("BB", 100, 1, 5, p1=4, p2=2)
    built.company("CA", 100, 1, 5, p1=4, p2=2)
    play = built.trading("p2")
    play.do(sell("p2", "CA", 2), sell("p2", "BB", 2))
    assert play.state.stacks[play.state.cells["TGB"]] == ("TGB", "CA", "BB")
    assert play.rules.market.order(play.state, ["BB", "CA", "TGB"]) == ["TGB", "CA", "BB"]


@rule("P.6.1.c")
def test_a_price_that_moves_in_a_round_changes_nothing_for_those_to_come() -> None:
    """GT withholds, CPR falls below BB's place on the market: the order stays that of the beginning."""
    built = Scene1856().phase("3").company("GT", 100, 1, 5, p1=4).has("GT", 0).company("CPR", 90, 2, 5, p2=4)
    built.has("CPR", 0).company("BB", 90, 1, 4, p3=4).has("BB", 0)
    play = built.round("1.2")
    seen = []
    while play.state.round == "OR 1.2":
        if play.acting not in seen:
            seen.append(play.acting)
        play.done()
    assert seen == ["GT", "CPR", "BB"]


@rule("6.2.a")
def test_the_steps_of_a_turn_come_in_their_order() -> None:
    built = Scene1856().phase("3").cash(p1=0).company("GT", 100, 1, 5, p1=6).has("GT", 600, loans=1, trains=["3"])
    play = built.lay("P9", "57", 1).lay("O10", "9", 1).round()
    steps, kinds = [], []
    for _ in range(20):
        if not steps or steps[-1] != play.step:
            steps.append(play.step)
            kinds.append({offer.action for offer in play.engine.offers(play.state)} - {TakeLoan, Pass, BuyRight})
        before = play.cash("GT")
        if play.step == "run":
            train = play.rules.trains_of(play.state, "GT")[0]
            play.run(route(train, "P9/0", "P9 O10 N11", "N11/1"))
            assert play.cash("GT") == before - 10, "interest comes before the dividend"
        elif play.step == "dividend":
            play.do(PayDividend(entity="GT", kind="full"))
        elif play.step == "loans":
            break
        else:
            play.done()
    assert steps == ["track", "token", "run", "dividend", "trains", "loans"]
    assert kinds == [{LayTile}, {PlaceToken}, {RunRoutes}, {PayDividend}, {BuyTrain}, {RepayLoan}]
    for wrong in (LayTile(entity="GT", hex="P9", tile="57", rotation=0), PayDividend(entity="GT", kind="full")):
        assert play.engine.check(play.state, wrong)


@rule("P.6.2.a", "P.12.5.a")
def test_privates_rights_ports_and_loans_at_any_step() -> None:
    built = Scene1856().phase("3").cash(p1=0).company("GT", 100, 1, 5, p1=6).has("GT", 600, trains=["3"])
    built.lay("P9", "57", 1).lay("O10", "9", 1).private("FT", "p1").private("GLSC", "GT").private("NFSBC", "CPR")
    built.company("CPR", 90, p2=4)
    for step in ("track", "token", "run", "dividend", "trains"):
        play = built.turn("GT", step, revenue=50)
        offered = {offer.action for offer in play.engine.offers(play.state)}
        assert play.step == step
        assert {TakeLoan, BuyPrivate, MarkHex, BuyRight} <= offered, step
    late = built.turn("GT", "loans", borrowed=True)
    assert {BuyPrivate, MarkHex, BuyRight} <= {offer.action for offer in late.engine.offers(late.state)}
