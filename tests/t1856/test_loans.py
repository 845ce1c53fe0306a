"""Loans, interest and repayment [7], with the presidents who pay for it [13.2]."""

from __future__ import annotations

import pytest

from tests.rail.stock_scenes import sell
from tests.t1856.scenes import Operating, Scene1856, rule
from towpath.rail.actions import PayDividend, RepayLoan, TakeLoan

LOAN = TakeLoan(entity="GT")


def scene(**options: str) -> Scene1856:
    """Phase 3; GT at 100, 60 % of it with its president, who has 500."""
    return Scene1856(**options).phase("3").cash(p1=500, p2=500, p3=500).company("GT", 100, 1, 5, p1=4, p2=2)


def interest(treasury: int, loans: int, revenue: int, **options: str) -> Operating:
    """The position after interest on so many loans, of a company with that treasury and run."""
    built = Scene1856(**options).phase("3").cash(p1=500).company("GT", 100, 1, 5, p1=5)
    return built.has("GT", treasury, loans=loans, trains=["3"]).turn("GT", "interest", revenue=revenue)


def steps_with(play: Operating) -> list[str]:
    """The steps of a turn at which the loan is offered."""
    found = []
    while play.acting == "GT" and "loans" not in found:
        if play.offered(TakeLoan):
            found.append(play.step)
        if play.step == "dividend":
            play.do(PayDividend(entity="GT", kind="withhold"))
        elif play.step == "run":
            play.run()
        else:
            play.done()
    return found


@rule("7.1.a", "P.6.2.a")
def test_one_loan_in_a_round_at_any_step_before_repayment() -> None:
    built = scene().has("GT", 250, loans=1, trains=["2"]).lay("P9", "57", 1).lay("O10", "9", 1)
    play = built.turn("GT", "home")
    assert steps_with(play) == ["track", "token", "run", "trains", "loans"]
    play = scene().has("GT", 0, trains=["2"]).turn("GT", "track").do(LOAN)
    assert (play.cash("GT"), play.loans("GT"), play.step) == (100, 1, "track")
    assert play.refusal(LOAN) == {"one_loan": "7.1.a"}
    play = scene().has("GT", 50, loans=1).turn("GT", "dividend", revenue=30, charged=True)
    play.do(LOAN)
    assert play.step == "dividend"


@rule("7.1.b")
@pytest.mark.parametrize(("phase", "open_"), [("2", True), ("4", True), ("5", True), ("6", False), ("D", False)])
def test_there_are_loans_until_the_first_6(phase: str, open_: bool) -> None:
    play = Scene1856().phase(phase).company("GT", 100, p1=4).has("GT", 0, trains=["5"]).turn("GT", "track")
    if open_:
        play.do(LOAN)
    else:
        assert play.refusal(LOAN) == {"no_loans": "7.1.b"}


@rule("7.2.a")
def test_players_shares_are_the_limit_those_in_the_pool_do_not_count() -> None:
    built = Scene1856().phase("3").company("GT", 100, p1=3, p2=1, pool=2)
    assert built.has("GT", 0, loans=4).turn("GT", "track").refusal(LOAN) == {"loan_limit": "7.2.a"}
    built = Scene1856().phase("3").company("GT", 100, p1=3, p2=1, pool=2)
    assert built.has("GT", 0, loans=3).turn("GT", "track").do(LOAN).loans("GT") == 4


@rule("7.3.a")
def test_each_loan_costs_ten_after_the_run() -> None:
    play = interest(200, 3, 80)
    assert (play.cash("GT"), play.step) == (170, "dividend")
    assert play.happened("interest") == [{"company": "GT", "treasury": 30, "run": 0, "president": 0}]
    play.do(PayDividend(entity="GT", kind="full"))
    assert play.cash("p1") == 540, "the whole run of 80"


@rule("7.3.b")
def test_a10_c042_a_loan_after_interest_brings_90_and_costs_nothing_more() -> None:
    play = scene().has("GT", 0, trains=["3"]).turn("GT", "trains", charged=True).do(LOAN)
    assert play.cash("GT") == 90
    assert play.happened("interest") == []
    early = Scene1856().phase("3").company("GT", 100, 1, 5, p1=5).has("GT", 0, loans=1, trains=["3"])
    x = early.turn("GT", "track").do(LOAN)
    assert (x.cash("GT"), x.loans("GT")) == (100, 2)
    draft = x.rules.draft(x.state)
    draft.update(0, step="interest", revenue=100)
    x = Operating(x.rules, draft)
    assert x.cash("GT") == 80
    x.do(PayDividend(entity="GT", kind="full"))
    assert [event["amount"] for event in x.happened("paid") if event["payee"] == "p1"] == [50]
    y = interest(0, 1, 100)
    y.do(PayDividend(entity="GT", kind="full"))
    assert [event["amount"] for event in y.happened("paid") if event["payee"] == "p1"] == [45]
    assert y.do(LOAN).cash("GT") == 90


@rule("7.4.a", "11.4.a")
def test_a12_interest_comes_out_of_the_run_when_the_treasury_lacks_it() -> None:
    play = interest(0, 4, 130)
    assert (play.cash("GT"), play.cash("p1")) == (0, 500)
    play.do(PayDividend(entity="GT", kind="full"))
    assert (play.cash("p1"), play.price("GT")) == (545, 110)
    kept = interest(0, 4, 130).do(PayDividend(entity="GT", kind="withhold"))
    assert (kept.cash("GT"), kept.price("GT")) == (90, 90)


@rule("7.4.a", "11.1.b")
def test_c002_a_run_that_interest_takes_whole_moves_the_price_left() -> None:
    play = interest(0, 2, 20)
    assert (play.price("GT"), play.cash("GT"), play.cash("p1")) == (90, 0, 500)
    assert play.step in ("trains", "loans")


@rule("P.7.4.a", "7.4.a", "7.4.b")
def test_a11_the_treasury_pays_whole_tens_the_president_the_last_of_it() -> None:
    play = interest(27, 4, 10)
    assert (play.cash("GT"), play.cash("p1"), play.price("GT")) == (7, 490, 90)
    exact = interest(27, 4, 10, interest_in_tens="off")
    assert (exact.cash("GT"), exact.cash("p1")) == (0, 497), "C16 on the other side"


@rule("7.4.b", "P.7.4.b", "P.6.1.c")
def test_the_president_sells_for_interest_and_keeps_this_company() -> None:
    built = Scene1856().phase("3").cash(p1=5, p2=0, p3=0).company("GT", 100, 1, 5, p1=3, p2=3)
    built.has("GT", 0, loans=4).company("CPR", 80, 2, 4, p1=3, p2=2).company("BB", 75, 2, 3, p2=5)
    play = built.turn("GT", "interest", revenue=0)
    assert (play.step, play.turn) == ("RaiseMoney", ("p1",))
    assert play.refusal(sell("p1", "GT", 1)) == {"keeps_presidency": "P.12.4.c"}
    assert play.refusal(sell("p1", "CPR", 2))["more_than_needed"] == "P.12.4.b"
    play = built.cash(p1=5).turn("GT", "interest", revenue=0)
    play.do(sell("p1", "CPR", 1))
    assert play.president("CPR") == "p1", "two each"
    assert (play.cash("p1"), play.president("GT")) == (5 + 80 - 40, "p1")
    lost = Scene1856().phase("3").cash(p1=0, p2=0, p3=0).company("GT", 100, 1, 5, p1=2)
    lost.has("GT", 0, loans=9).company("CPR", 80, 2, 4, p1=3, p2=2)
    play = lost.turn("GT", "interest", revenue=0).do(sell("p1", "CPR", 2))
    assert play.president("CPR") == "p2", "another presidency may go"
    assert play.president("GT") == "p1"
    assert next(event["amount"] for event in play.happened("paid") if event["payer"] == "p1") == 90


@rule("13.2.a", "P.13.2.a", "7.4.b")
def test_who_cannot_pay_interest_even_so_is_bankrupt_and_the_game_ends() -> None:
    built = Scene1856().phase("3").cash(p1=5).company("GT", 100, 1, 5, p1=2).has("GT", 0, loans=2)
    play = built.company("CPR", 80, 2, 4, p2=3, p1=1, pool=5).turn("GT", "interest", revenue=0)
    assert play.state.finished == "bankrupt"
    assert play.state.bankrupt == "p1"  # type: ignore[attr-defined]
    built = Scene1856().phase("3").cash(p1=5).company("GT", 100, 1, 5, p1=2).has("GT", 0, loans=2)
    play = built.company("CPR", 80, 2, 4, p2=3, p1=1).turn("GT", "interest", revenue=0)
    assert not play.state.finished, "one share can still be sold"
    play.do(sell("p1", "CPR", 1))
    assert not play.state.finished


@rule("7.5.a", "P.7.5.a")
def test_a_company_repays_at_the_end_of_its_turn_and_borrows_no_more() -> None:
    play = scene().has("GT", 250, loans=3, trains=["3"]).turn("GT", "loans", charged=True)
    assert play.refusal(RepayLoan(entity="GT", number=3)) == {"repayment": "7.5.a"}
    assert play.refusal(RepayLoan(entity="GT", number=0)) == {"repayment": "7.5.a"}
    assert [a.number for a in play.offered(RepayLoan)] == [1, 2]
    play.do(RepayLoan(entity="GT", number=1))
    assert (play.cash("GT"), play.loans("GT")) == (150, 2)
    assert play.refusal(LOAN) == {"loan_repaid": "P.7.5.a"}
    play = scene().has("GT", 250, loans=3, trains=["3"]).turn("GT", "trains", charged=True)
    assert play.engine.check(play.state, RepayLoan(entity="GT", number=1)), "not before the last step"


@rule("7.5.b")
@pytest.mark.parametrize(("loans", "shares", "treasury", "left", "president"), [
    (5, 3, 150, 0, 450),  # A13
    (4, 2, 130, 0, 430),  # C012
    (4, 2, 270, 70, 500),
])  # fmt: skip
def test_a13_c012_loans_over_the_limit_are_repaid_with_the_presidents_help(
    loans: int, shares: int, treasury: int, left: int, president: int
) -> None:
    built = Scene1856().phase("3").cash(p1=500).company("GT", 100, p1=2, p2=shares - 2, pool=4)
    play = built.has("GT", treasury, loans=loans, trains=["3"]).turn("GT", "loans", charged=True, borrowed=True)
    if play.acting == "GT":
        play.done()
    assert (play.cash("GT"), play.cash("p1"), play.loans("GT")) == (left, president, shares)


@rule("7.5.b", "7.2.a")
def test_a13_a_company_over_the_limit_may_not_borrow() -> None:
    built = Scene1856().phase("3").company("GT", 100, p1=3, pool=4).has("GT", 150, loans=5, trains=["3"])
    assert built.turn("GT", "trains", charged=True).refusal(LOAN) == {"loan_limit": "7.2.a"}


@rule("P.7.5.b", "13.2.a")
def test_for_loans_above_the_limit_the_president_sells_or_is_bankrupt() -> None:
    def owing(*pool: str) -> Operating:
        built = (
            Scene1856()
            .phase("3")
            .cash(p1=20)
            .company("GT", 100, 1, 5, p1=2, pool=4)
            .has("GT", 0, loans=3, trains=["3"])
        )
        built.company("CPR", 90, 2, 5, p2=4, p1=1, **dict.fromkeys(pool, 5))
        return built.turn("GT", "loans", charged=True)

    play = owing()
    assert (play.step, play.turn) == ("RaiseMoney", ("p1",))
    play.do(sell("p1", "CPR", 1))
    assert (play.loans("GT"), play.cash("p1"), play.cash("GT")) == (2, 10, 0)
    assert owing("pool").state.finished == "bankrupt"


@rule("7.7.a", "13.3.a")
def test_c046_in_the_final_count_each_loan_takes_ten_off_the_price() -> None:
    built = Scene1856().phase("3").cash(p1=0, p2=0, p3=7).company("GT", 90, p1=3, p2=2).has("GT", 300, loans=3)
    built.company("CPR", 30, 8, 0, p3=2).has("CPR", 0, loans=5).private("TCC", "p3")
    play = built.turn("GT", "trains")
    assert play.rules.scores(play.state) == {"p1": 180, "p2": 120, "p3": 7 + 0 + 50}
