"""Paying out and keeping, and what that does to the price [11]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import Operating, Scene1856, route, rule
from towpath.rail.actions import PayDividend

RUN = ("J11/0", "J11 J13", "J13/0")


def earning(revenue: int, price: int = 90, *place: int, loans: int = 0, **shares: int) -> Operating:
    """WGB at its dividend step, interest paid, with that revenue."""
    scene = Scene1856().phase("3").company("WGB", price, *place, **(shares or {"p1": 6}))
    scene.has("WGB", 0, loans=loans).cash(**{name: 0 for name in shares if name != "pool"})
    return scene.turn("WGB", "dividend", revenue=revenue, charged=True)


def pay(kind: str) -> PayDividend:
    return PayDividend(entity="WGB", kind=kind)  # type: ignore[arg-type]


@rule("11.1.a", "P.11.1.a")
def test_paying_moves_the_price_right() -> None:
    play = earning(150, 90, 2, 5, p1=4).do(pay("full"))
    assert (play.cash("p1"), play.cash("WGB")) == (60, 0)
    assert (play.price("WGB"), play.place("WGB")) == (100, (2, 6))


@rule("11.1.b", "P.11.1.a")
def test_keeping_moves_it_left() -> None:
    play = earning(150, 90, 2, 5, p1=4).do(pay("withhold"))
    assert (play.cash("p1"), play.cash("WGB")) == (0, 150)
    assert play.place("WGB") == (2, 4)


@rule("P.11.1.a")
def test_there_is_no_half() -> None:
    assert earning(150).refusal(pay("half"))


@rule("P.11.2.a")
def test_the_pool_earns_for_the_company_and_unsold_shares_for_nobody() -> None:
    """C008: four with players, one in the pool, five unsold; 150 is paid."""
    play = earning(150, p1=2, p2=2, pool=1)
    bank = play.cash("bank")
    play.do(pay("full"))
    assert play.cash("p1") + play.cash("p2") == 60
    assert (play.cash("WGB"), bank - play.cash("bank")) == (15, 75)


@rule("P.11.2.a", "11.1.a")
def test_half_of_it_in_the_pool() -> None:
    """A14: 230; 115 to the president with five shares, 115 to the company."""
    play = earning(230, p1=5, pool=5).do(pay("full"))
    assert (play.cash("p1"), play.cash("WGB")) == (115, 115)


@rule("P.1.9.a")
@pytest.mark.parametrize(
    ("price", "place", "after"),
    [(125, (4, 10), (150, (3, 10))), (450, (0, 19), (450, (0, 19))), (65, (6, 5), (70, (6, 6)))],
)
def test_right_at_the_end_of_a_row(price: int, place: tuple[int, int], after: tuple[int, tuple[int, int]]) -> None:
    """A3, C004."""
    play = earning(100, price, *place).do(pay("full"))
    assert (play.price("WGB"), play.place("WGB")) == after


@rule("P.1.9.b", "4.11.a")
def test_left_at_the_start_of_a_row() -> None:
    """A2: 30 in the first column; it closes. One row higher it only falls."""
    play = earning(100, 35, 7, 0, p1=4, p2=2).do(pay("withhold"))
    assert (play.price("WGB"), play.place("WGB")) == (30, (8, 0))
    gone = earning(100, 30, 8, 0, p1=4, p2=2).do(pay("withhold"))
    assert gone.state.standing["WGB"] == "gone"
    assert gone.turn != ("WGB",)


@rule("P.11.1.b", "11.1.b")
@pytest.mark.parametrize("trains", [[], ["3"]])
def test_without_a_train_or_a_route_it_withholds(trains: list[str]) -> None:
    """With a line but no train; with a train but no line."""
    scene = Scene1856().phase("3").company("WGB", 90, 2, 5, p1=6).has("WGB", 0, trains=trains)
    if not trains:
        scene.lay("J11", "57", 0).lay("J13", "57", 0)
    play = scene.turn("WGB", "run")
    assert play.happened("dividend") == [{"company": "WGB", "revenue": 0, "paid": 0}]
    assert play.place("WGB") == (2, 4)


@rule("P.11.1.b", "11.1.b")
def test_a_run_for_nothing_is_withheld() -> None:
    scene = Scene1856().phase("3").company("WGB", 90, 2, 5, p1=6).has("WGB", 0, trains=["3"])
    play = scene.lay("J11", "57", 0).lay("J13", "57", 0).turn("WGB", "run").run()
    assert play.place("WGB") == (2, 4)


@rule("11.4.a", "11.1.a")
@pytest.mark.parametrize(("kind", "p1", "own", "place"), [("full", 12, 0, (2, 6)), ("withhold", 0, 20, (2, 4))])
def test_interest_has_the_first_claim_on_the_revenue(kind: str, p1: int, own: int, place: tuple[int, int]) -> None:
    """40 earned, two loans, nothing in the treasury: 20 are left to pay or to keep."""
    scene = Scene1856().phase("3").company("WGB", 90, 2, 5, p1=6).has("WGB", 0, loans=2, trains=["3"]).cash(p1=0)
    play = scene.lay("J11", "57", 0).lay("J13", "57", 0).turn("WGB", "run", borrowed=True)
    play.run(route(play.rules.trains_of(play.state, "WGB")[0], *RUN)).do(pay(kind))
    assert (play.cash("p1"), play.cash("WGB")) == (p1, own)
    assert play.place("WGB") == place


@rule("11.4.a", "11.1.b")
def test_interest_that_takes_all_leaves_nothing_to_pay() -> None:
    """C002: at 100 with two loans and a run of 20 the price moves left; trains come next."""
    scene = Scene1856().phase("3").company("WGB", 100, 0, 4, p1=6).has("WGB", 0, loans=4, trains=["3"]).cash(p1=300)
    play = scene.lay("J11", "57", 0).lay("J13", "57", 0).turn("WGB", "run", borrowed=True)
    play.run(route(play.rules.trains_of(play.state, "WGB")[0], *RUN))
    assert play.happened("interest") == [{"company": "WGB", "treasury": 0, "run": 40, "president": 0}]
    assert play.place("WGB") == (0, 3)
    assert play.step not in ("dividend", "interest")


@rule("P.11.3.a")
def test_of_ten_shares_each_holder_is_paid_to_the_dollar_above() -> None:
    """A revenue that is no multiple of ten does not occur in play; the rule holds all the same."""
    play = earning(45, p1=3, p2=2).do(pay("full"))
    assert (play.cash("p1"), play.cash("p2")) == (14, 9)
