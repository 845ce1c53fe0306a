"""Interest, forced loans and repayment [8.2, 8.10]."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both
from towpath.rail.actions import RunRoutes
from towpath.rail.frames import OperatingRound
from towpath.rail.loans import round_frame

MAJOR = {"1861": "NW", "1867": "CNR"}
MINOR = {"1861": ("KR", "G15/0"), "1867": ("BO", "I15/0")}


def settling(title: str, kind: str, loans: int, cash: int, *, base: int | None = None, price: int = 100) -> Operating:
    """A company at its loan step that had ``base`` of its loans when the round began (all, if not given)."""
    scene = Operation(title).phase("2" if kind == "minor" else "3")
    if kind == "minor":
        name, home = MINOR[title]
        scene.minor(name, "p1", price, token=home).has(name, cash, loans=loans, trains=["2", "2"])
    else:
        name, home = MAJOR[title], {"1861": "E9/0", "1867": "I15/0"}[title]
        scene.major(name, price, p1=4, p2=2, token=home).has(name, cash, loans=loans, trains=["3", "3"])
    if base is not None:
        scene.owing(**{name: base})
    return scene.turn(name, "loans")


@both("8.10.a", "8.10.b", "8.10.d", "8.2.a", "P.12.1", "P.7.4")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("kind", "loans", "cash", "left", "loans_left"),
    [
        ("minor", 1, 0, 40, 2),  # A29
        ("major", 4, 0, 25, 5),  # A31
        ("minor", 1, 5, 0, 1),
        ("minor", 1, 54, 49, 1),
        ("minor", 1, 55, 0, 0),  # 5 interest, then the loan
        ("minor", 2, 110, 0, 0),
        ("minor", 2, 60, 0, 1),
        ("major", 5, 25, 0, 5),
        ("major", 3, 0, 30, 4),
        ("major", 7, 35, 0, 7),
        ("major", 7, 400, 15, 0),
        ("minor", 0, 500, 500, 0),
    ],
)
def test_interest_then_repayment(title: str, kind: str, loans: int, cash: int, left: int, loans_left: int) -> None:
    play = settling(title, kind, loans, cash)
    name = MINOR[title][0] if kind == "minor" else MAJOR[title]
    assert (play.cash(name), play.loans(name)) == (left, loans_left)


@both("8.10.c", "8.2.i", "8.2.j", "P.7.2")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("kind", "loans", "cash"), [("minor", 2, 3), ("minor", 2, 9), ("major", 5, 24), ("major", 7, 30)]
)
def test_who_cannot_pay_is_nationalized_at_once(title: str, kind: str, loans: int, cash: int) -> None:
    """A30 and A32."""
    play = settling(title, kind, loans, cash)
    name = MINOR[title][0] if kind == "minor" else MAJOR[title]
    assert name not in play.state.cells
    assert play.state.standing[name] == ("gone" if kind == "minor" else "unstarted")
    assert play.loans(name) == 0
    assert not any(data["payer"] == name and data["why"] == "interest" for data in play.happened("paid"))


@pytest.mark.rule("1861:10.1.C", "1867:10.1.C", "1861:8.10.c", "1867:8.10.c")
@pytest.mark.parametrize(("title", "share"), [("1867", 45), ("1861", 90)])
def test_a_merged_major_with_seven_loans_falls_deep(title: str, share: int) -> None:
    """A32: at 200 it falls fifteen steps in 1867 and eight in 1861."""
    play = settling(title, "major", 7, 30, price=200)
    amounts = {
        data["payee"]: data["amount"] for data in play.happened("paid") if data["why"].startswith("nationalization")
    }
    assert amounts == {"p1": 4 * share, "p2": 2 * share}


@both("P.7.4", "P.4.2", "8.10.a")
@pytest.mark.parametrize(("base", "left", "loans"), [(0, 10, 0), (1, 5, 0)])
def test_a_loan_of_this_turn_owes_no_interest_and_may_go_back(base: int, left: int, loans: int) -> None:
    """A33: taken for track, 60 in the treasury when the step comes."""
    play = settling("1861", "minor", 1, 60, base=base)
    assert (play.cash("KR"), play.loans("KR")) == (left, loans)


@both("8.2.a", "8.2.b", "8.10.a", "P.4.2", "P.7.4", "8.9.1.g")
def test_a_whole_turn_with_a_loan_for_track() -> None:
    """C009 in 1861: 30 + 45 − 60 + 20 − 5 = 30 with two loans; the next round owes 10."""
    scene = Operation("1861").phase("2").lay("G15", "202", 1).lay("G13", "4", 0).minor("KR", "p1", 60)
    play = scene.has("KR", 30, loans=1, trains=["2", "2"]).turn("KR", at="1.1")
    play.do(play.lay("F16", "8", 2))
    assert (play.cash("KR"), play.loans("KR")) == (35, 2)
    play.do(play.lay("G11", "9", 0))
    assert (play.cash("KR"), play.loans("KR")) == (15, 2)
    (action,) = play.offered(RunRoutes)
    play.do(action)
    assert (play.cash("KR"), play.loans("KR")) == (30, 2)
    frame = round_frame(play.state)
    assert isinstance(frame, OperatingRound)
    assert (play.state.round, dict(frame.due)) == ("OR 1.2", {"KR": 2})


@pytest.mark.rule("1867:8.2.a", "1867:8.2.b", "1867:8.10.a", "1867:P.4.2", "1867:P.7.4", "1867:8.9.1.g")
def test_c009_a_whole_turn_of_1867_with_a_loan_for_track() -> None:
    """Two lays for 60, of which 40 are for terrain; a run for 40; interest on the old loan alone, ten in the next round."""
    scene = Operation("1867").phase("2").lay("K13", "3", 1).minor("BO", "p1", 60, token="J12/0")
    before = scene.draft.cash["p1"]
    play = scene.has("BO", 30, loans=1, trains=["2", "2"]).turn("BO", at="1.1")
    play.do(play.lay("J12", "201", 4))
    assert (play.cash("BO"), play.loans("BO")) == (10, 1)
    play.do(play.lay("K11", "9", 1))
    assert (play.cash("BO"), play.loans("BO")) == (15, 2)
    (action,) = play.offered(RunRoutes)
    play.do(action)
    assert (play.state.revenues["BO"], play.cash("p1") - before) == (40, 20)
    assert (play.cash("BO"), play.loans("BO")) == (30, 2)
    frame = round_frame(play.state)
    assert isinstance(frame, OperatingRound)
    assert (play.state.round, dict(frame.due)) == ("OR 1.2", {"BO": 2})


@both("P.12.1", "8.2.g", "8.2.f")
@pytest.mark.parametrize(("cash", "taken"), [(25, 0), (24, 1), (0, 1)])
def test_as_few_loans_for_interest_as_cover_it(cash: int, taken: int) -> None:
    scene = Operation("1867").phase("3").major("CNR", 100, p1=6, token="I15/0")
    play = scene.has("CNR", cash, loans=3, trains=["3", "3"]).owing(CNR=5).turn("CNR", "loans")
    assert len(play.happened("loan_taken")) == taken
    paid = [data["amount"] for data in play.happened("paid") if data["why"] == "interest"]
    assert paid == [25]


@both("8.10.d")
def test_repayment_is_not_a_choice() -> None:
    play = settling("1861", "minor", 2, 200)
    assert [data["amount"] for data in play.happened("paid") if data["why"] == "repayment"] == [50, 50]
    assert play.cash("KR") == 90
