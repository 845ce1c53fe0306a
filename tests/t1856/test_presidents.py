"""Presidents, sold-out companies and companies that close [4.9-4.11]."""

from __future__ import annotations

import pytest

from tests.rail.stock_scenes import buy, no, sell
from tests.t1856.scenes import Scene1856, rule
from towpath.rail.actions import BuyTrain


def scene(players: int = 3, **options: str) -> Scene1856:
    return Scene1856(players, **options).phase("3").cash(**{f"p{i + 1}": 500 for i in range(players)})


@rule("P.4.9.a")
def test_more_than_the_president_takes_the_chair_and_as_much_does_not() -> None:
    play = scene().company("GT", 80, p1=3, p2=2).trading("p2").do(buy("p2", "GT"))
    assert play.president("GT") == "p1"
    play = scene().company("GT", 80, p1=3, p2=3).trading("p2").do(buy("p2", "GT"))
    assert play.president("GT") == "p2"
    assert (play.shares("GT", "p1"), play.shares("GT", "p2")) == (3, 4)
    play = scene().company("GT", 80, p1=4, p2=3).trading("p1").do(sell("p1", "GT", 1))
    assert play.president("GT") == "p1"
    play = scene().company("GT", 80, p1=4, p2=3).trading("p1").do(sell("p1", "GT", 2))
    assert (play.president("GT"), play.shares("GT", "pool")) == ("p2", 2)


@rule("P.4.9.b")
@pytest.mark.parametrize(("seller", "heir"), [("p2", "p3"), ("p3", "p1"), ("p1", "p2")])
def test_of_several_the_one_to_the_left_of_the_old_president_takes_over(seller: str, heir: str) -> None:
    others = {name: 2 for name in ("p1", "p2", "p3") if name != seller}
    play = scene().company("GT", 80, **{seller: 3, **others}).trading(seller).do(sell(seller, "GT", 2))
    assert play.president("GT") == heir


@rule("P.4.9.c")
def test_the_presidents_certificate_is_not_sold_unless_another_holds_two_shares() -> None:
    play = scene().company("GT", 80, p1=4, p2=1, p3=1).trading()
    assert play.refusal(sell("p1", "GT", 3)) == {"nobody_to_preside": "P.4.9.c"}
    play.do(sell("p1", "GT", 2))
    play = scene().company("GT", 80, p1=4, p2=2).trading().do(sell("p1", "GT", 4))
    assert (play.president("GT"), play.shares("GT", "p1"), play.shares("GT", "pool")) == ("p2", 0, 4)
    assert play.state.certificates["GT_0"] == "p2"


@rule("P.4.10.a", "P.4.10.b")
def test_companies_that_players_hold_in_full_move_up_the_dearest_first() -> None:
    built = scene().company("GT", 75, 3, 4, p1=6, p2=4).company("CPR", 90, 2, 5, p2=6, p3=4)
    built.company("BB", 80, 3, 5, p1=5, p2=4, pool=1).company("CA", 65, 5, 4, operated=False, p3=5, p1=5)
    built.company("WR", 110, 0, 5, p1=6, p3=4).company("TGB", 70, 4, 4, p1=5, p2=4)
    play = built.trading(passes=2, player="p3", last="p1").do(no("p3"))
    assert play.over
    moved = [(event["company"], event["before"], event["after"]) for event in play.happened("price_moved")]
    assert moved == [("WR", 110, 110), ("CPR", 90, 100), ("GT", 75, 80), ("CA", 65, 70)]
    assert play.place("GT") == (2, 4)
    assert play.place("BB") == (3, 5)


@rule("4.11.a", "4.11.b", "P.4.11.a")
def test_a_company_that_is_sold_into_the_closed_zone_is_gone() -> None:
    built = scene().company("GT", 30, 8, 0, p1=4, p2=2, pool=1).company("CPR", 90, p3=6)
    built.has("GT", 240, loans=3, trains=["2", "3"], tokens=["J13/0"]).private("TCC", "GT")
    play = built.rights("NFSBC", "GT", "CPR").trading("p2").do(sell("p2", "GT", 1))
    assert play.cash("p2") == 530, "the price before it fell"
    assert play.state.standing["GT"] == "gone"
    assert "GT" not in play.state.cells
    assert {play.state.certificates[cert] for cert in play.rules.certificates["GT"]} == {"bank"}
    assert (play.cash("GT"), play.loans("GT"), play.where("GT")) == (0, 0, [])
    assert play.trains("pool") == ["2", "3"]
    assert play.state.privates["TCC"] == "closed"
    assert play.state.rights["NFSBC"] == ("CPR",)
    assert play.refusal(buy("p2", "GT", "pool")) == {"none_on_sale": "P.4.4.a"}


def test_c4_on_the_other_side_the_trains_of_a_closed_company_are_out() -> None:
    built = scene(closed_company_trains="removed").company("GT", 30, 8, 0, p1=4, p2=2).has("GT", 0, trains=["3"])
    play = built.trading("p2").do(sell("p2", "GT", 1))
    assert (play.trains("pool"), play.trains("exported")[-1]) == ([], "3")


@rule("4.11.a", "P.4.11.b", "11.1.b")
def test_a2_c064_a_company_that_closes_in_its_own_turn_ends_it() -> None:
    built = scene().company("GT", 30, 8, 0, p1=4, p2=2).company("CPR", 30, 9, 1, p3=6).has("GT", 60, trains=["2"])
    play = built.has("CPR", 0).turn("GT", "dividend", revenue=0)
    assert play.state.standing["GT"] == "gone"
    assert play.trains("pool") == ["2"]
    assert (play.acting, play.step) == ("CPR", "track")


@rule("P.4.11.b", "4.11.a", "P.12.4.c")
def test_a_company_that_its_president_sells_into_the_closed_zone_for_a_train_buys_none() -> None:
    built = (
        scene()
        .cash(p1=0)
        .company("GT", 30, 8, 0, p1=5, p2=2)
        .has("GT", 60)
        .company("CPR", 30, 9, 1, p3=6)
        .has("CPR", 0)
    )
    built.lay("P9", "57", 1).lay("O10", "9", 1)
    play = built.turn("GT", "trains", borrowed=True)
    train = play.rules.trains_of(play.state, "yard")[0]
    play.do(BuyTrain(entity="GT", train=train, price=225)).do(sell("p1", "GT", 1))
    assert play.state.standing["GT"] == "gone"
    assert (play.cash("p1"), play.cash("GT"), play.state.trains[train]) == (30, 0, "yard")
    assert not play.state.finished
    assert play.acting == "CPR"


@rule("P.4.9.c")
def test_a_holder_of_one_share_is_no_successor_even_if_all_are_sold() -> None:
    play = scene().company("GT", 80, p1=4, p2=1, p3=1).trading()
    assert play.refusal(sell("p1", "GT", 4)) == {"nobody_to_preside": "P.4.9.c"}


@rule("4.11.a", "P.12.10.c")
def test_a_closed_companys_bonus_right_is_for_sale_again_and_its_port_is_off_the_map() -> None:
    built = scene().company("GT", 30, 8, 0, p1=4, p2=4).company("CPR", 80, 2, 4, p2=4).has("CPR", 100, trains=["3"])
    built.private("SCFTC", "CPR").rights("SCFTC", "CPR", "GT")
    built.draft.edit("marks")["F17"] = "GT"
    play = built.trading("p2").do(sell("p2", "GT", 1))
    assert play.state.standing["GT"] == "gone"
    assert play.state.rights["SCFTC"] == ("CPR",)  # type: ignore[attr-defined]
    assert not play.state.marks  # type: ignore[attr-defined]
