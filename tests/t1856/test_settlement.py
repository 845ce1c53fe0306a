"""Loans are settled when the first 6 has been bought: who pays, who is asked, who is absorbed [14.1-14.3]."""

from __future__ import annotations

import pytest

from tests.t1856.forming import CGR, Forming, give_up, pay_for
from tests.t1856.scenes import rule
from towpath.kernel.state import Frame
from towpath.rail.actions import BuyTrain, SellShares, TakeLoan
from towpath.rail.turn import Turn
from towpath.titles.t1856.actions import Abandon, Rescue
from towpath.titles.t1856.cgr import Settlement


@rule("14.3.a", "1.d", "P.1.d")
def test_nobody_absorbed_there_is_never_a_national() -> None:
    """A33: no company owes anything; the limit of eleven companies is 28 all the same."""
    scene = Forming()
    assert scene.rules.certificate_limit(scene.draft) == 20
    play = scene.bought()
    assert play.over
    assert play.forming == "never"
    assert play.happened("national_never_forms") == [{"company": CGR}]
    assert play.state.standing[CGR] == "unstarted"
    assert play.own.limit_left == 11
    assert play.limit == 28


@rule("14.3.a")
def test_the_limit_stays_if_no_national_forms_where_the_switch_says_so() -> None:
    """A33 [C12]."""
    assert Forming(cert_limit_after_six="if_formed").bought().limit == 20
    absorbed = Forming(cert_limit_after_six="if_formed").owing("LPS", 80, p1=4).cash(p1=0).bought()
    assert absorbed.limit == 28


@rule("14.2.a")
def test_first_the_treasury_repays_all_it_can() -> None:
    """C063 too: of four loans and 270 two are repaid, 70 are left."""
    scene = Forming().owing("LPS", 80, 2, 300, p1=4).owing("TGB", 80, 4, 270, p1=4).cash(p1=130)
    play = scene.bought()
    assert (play.cash("LPS"), play.loans("LPS")) == (100, 0)
    assert (play.cash("TGB"), play.loans("TGB")) == (70, 2)
    assert play.turn == ("TGB",)
    assert play.do(pay_for("TGB")).cash("p1") == 0


@rule("14.2.c", "P.14.2.b", "14.9.a")
def test_absorbed_although_the_president_could_pay() -> None:
    """A16: 250 and three loans; 200 are repaid, 50 go to the CGR."""
    play = Forming().owing("LPS", 80, 3, 250, p1=4).cash(p1=500).bought()
    assert (play.cash("LPS"), play.loans("LPS")) == (50, 1)
    assert {type(action) for action in play.offered(Rescue) + play.offered(Abandon)} == {Rescue, Abandon}
    play.do(*give_up("LPS"))
    assert play.state.standing["LPS"] == "gone"
    assert play.state.standing[CGR] == "started"
    assert (play.cash(CGR), play.cash("p1")) == (50, 500)
    assert play.loans("LPS") == 0


@rule("14.2.b", "P.14.2.c")
def test_saved_by_its_treasury_and_the_presidents_cash() -> None:
    """A17: 48 and two loans; 48 from the treasury, 152 from the president."""
    play = Forming().owing("LPS", 80, 2, 48, p1=4).cash(p1=200).bought(pay_for("LPS"))
    assert (play.cash("LPS"), play.cash("p1"), play.loans("LPS")) == (0, 48, 0)
    assert play.state.standing["LPS"] == "started"
    assert play.forming == "never"


@rule("14.2.b", "14.2.c")
@pytest.mark.parametrize(("cash", "asked"), [(199, False), (200, True)])
def test_a_president_who_cannot_pay_without_selling_is_not_asked(cash: int, asked: bool) -> None:
    play = Forming().owing("LPS", 80, 2, p1=4).company("CPR", 90, p1=6, p2=2).cash(p1=cash).bought()
    assert (play.turn == ("LPS",)) == asked
    assert play.offered(SellShares) == []
    if asked:
        assert play.refusal(SellShares(entity="LPS", company="CPR", shares=1))
    else:
        assert play.happened("company_given_up") == [{"company": "LPS"}]
        assert play.state.standing["LPS"] == "gone"
        assert play.cash("p1") == cash


@rule("P.14.2.c")
def test_no_part_payment_saves_a_company() -> None:
    """The treasury pays one loan, the other is too much: the payment is lost."""
    play = Forming().owing("LPS", 80, 2, 150, p1=4).cash(p1=49).bought()
    assert play.state.standing["LPS"] == "gone"
    assert (play.cash(CGR), play.cash("p1")) == (50, 49)


@rule("14.2.d", "P.14.2.a")
def test_the_president_of_the_buyer_decides_first_and_each_in_operating_order() -> None:
    scene = Forming(4, chair="p3")
    scene.owing("LPS", 70, p1=4).owing("TGB", 90, p2=4).owing("BB", 65, p3=4).owing("CA", 75, p3=4).owing(
        "WR", 80, p4=4
    )
    play = scene.cash(p1=300, p2=300, p3=300, p4=300).bought()
    asked = []
    while isinstance(play.state.frame, Settlement):
        asked += play.turn
        play.do(pay_for(play.acting))
    assert asked == ["CA", "BB", "WR", "LPS", "TGB"]
    assert play.forming == "never"


@rule("14.2.d")
def test_money_spent_on_one_company_is_missing_for_the_next() -> None:
    scene = Forming().owing("TGB", 90, p1=4).owing("LPS", 70, p1=4).cash(p1=150)
    play = scene.bought(pay_for("TGB"))
    assert play.state.standing["TGB"] == "started"
    assert play.state.standing["LPS"] == "gone"
    assert play.cash("p1") == 50
    other = Forming().owing("TGB", 90, p1=4).owing("LPS", 70, p1=4).cash(p1=150).bought(*give_up("TGB"), pay_for("LPS"))
    assert [other.state.standing[name] for name in ("TGB", "LPS")] == ["gone", "started"]


@rule("P.14.2.b")
def test_with_the_printed_summary_alone_a_president_with_money_must_pay() -> None:
    """[C8]."""
    play = Forming(profile="rulebook").owing("LPS", 80, p1=4).cash(p1=100).bought()
    assert play.refusal(Abandon(entity="LPS")) == {"must_rescue": "14.2.c"}
    assert play.do(pay_for("LPS")).forming == "never"


@rule("14.1.a", "P.14.1.a", "7.1.b")
def test_loans_are_settled_when_the_buyers_turn_is_over() -> None:
    """3s and loans end at once, the settlement waits while the buyer may still buy."""
    scene = Forming().owing("LPS", 80, p1=4).cash(p1=0)
    scene.has("GT", 1450, trains=["3"]).turn("GT", "trains", at="5.1")
    play = scene.play_formed().do(BuyTrain(entity="GT", train="6-0", price=700))
    assert play.step == "trains"
    assert play.loans("LPS") == 1
    assert play.trains("rusted").count("3") == 1
    assert play.refusal(TakeLoan(entity="GT")) == {"no_loans": "7.1.b"}
    play.do(BuyTrain(entity="GT", train="6-1", price=700))
    assert play.trains("GT") == ["6", "6"]
    assert play.forming == "formed"


@rule("14.1.a", "P.14.1.a")
def test_with_the_switch_loans_are_settled_as_the_six_is_bought() -> None:
    """[C7] The buyer goes on buying afterwards."""
    scene = Forming(cgr_timing="purchase").owing("LPS", 80, p1=4).cash(p1=0)
    scene.has("GT", 1450).turn("GT", "trains", at="5.1")
    play = scene.play_formed().do(BuyTrain(entity="GT", train="6-0", price=700))
    assert play.forming == "formed"
    assert (play.acting, play.step) == ("GT", "trains")
    assert play.trains("GT") == ["6"]


@rule("14.1.a", "14.2.c", "14.9.a")
@pytest.mark.parametrize("when", ["turn_end", "purchase"])
def test_the_buyer_of_the_six_may_itself_be_absorbed(when: str) -> None:
    scene = Forming(cgr_timing=when).loans("GT", 1).cash(p1=99)
    scene.turn("GT", "trains", at="5.1")
    play = scene.play_formed().do(BuyTrain(entity="GT", train="6-0", price=700))
    assert play.state.standing["GT"] == "gone"
    assert play.trains(CGR) == ["6"]
    assert play.own.national.permanent
    assert not any(isinstance(frame, Turn) and frame.company == "GT" for frame in play.state.stack)


@rule("14.2.c")
def test_a_company_that_repaid_in_the_buyers_turn_owes_nothing() -> None:
    """The buyer's own loan, repaid in the last step of its turn, is no loan of the settlement."""
    scene = Forming().loans("GT", 1)
    scene.treasury("GT", 850).cash(p1=0).turn("GT", "trains", at="5.1")
    play = scene.play_formed().do(BuyTrain(entity="GT", train="6-0", price=700)).done()
    assert (play.loans("GT"), play.cash("GT")) == (0, 50)
    assert play.forming == "never"


@rule("14.2.b")
def test_c068_paying_twice_moves_the_money_once() -> None:
    """The same answer again is no answer any more."""
    scene = Forming().owing("TGB", 90, p1=4).owing("LPS", 70, p1=4).cash(p1=300)
    play = scene.bought(pay_for("TGB"))
    assert play.refusal(pay_for("TGB"))
    assert (play.cash("p1"), play.turn) == (200, ("LPS",))


def frames(stack: tuple[Frame, ...]) -> list[str]:
    return [type(frame).__name__ for frame in stack]


@rule("P.14.2.b", "14.2.c")
def test_who_is_asked_answers_for_nobody_else() -> None:
    play = Forming().owing("TGB", 90, p2=4).owing("LPS", 70, p1=4).cash(p1=300, p2=300).bought()
    assert frames(play.state.stack)[-1] == "Settlement"
    assert play.turn == ("LPS",)
    for wrong in (Rescue(entity="TGB"), Abandon(entity="TGB"), Rescue(entity="p1")):
        assert play.refusal(wrong)
