"""The operating round: who acts when, the steps of a turn, and the national at the end [6.2, 8.3, 8.4, 8.13]."""

from __future__ import annotations

import msgspec
import pytest

from tests.rail.operation import TITLES, Operating, Operation, both, route
from towpath.rail import actions
from towpath.rail.actions import BuyTrain, LayTile, Pass, PayDividend, PlaceToken, Redeem, Run
from towpath.rail.frames import Course, OperatingRound
from towpath.rail.loans import round_frame

ROAD = (
    ("D14", "635", 0), ("E13", "58", 5), ("F14", "9", 2), ("E15", "9", 2), ("F16", "8", 2), ("G15", "207", 0),
    ("G17", "8", 1), ("F18", "57", 1),
)  # fmt: skip
"""1861: Kiev, Kharkov and Ekaterinoslav."""


def order_of(play: Operating) -> tuple[str, ...]:
    return round_frame(play.state).order


@both("6.2.b", "4.2.a", "4.2.b", "P.4.3")
@pytest.mark.parametrize("title", TITLES)
def test_minors_before_majors_each_from_the_highest_price_down(title: str) -> None:
    scene = Operation(title).phase("3")
    majors = {"1861": ("NW", "SW"), "1867": ("CNR", "CPR")}[title]
    minors = {"1861": ("KR", "OK", "RO"), "1867": ("BO", "CS", "KP")}[title]
    homes = {"1861": ("E9/0", "M7/0", "", "", ""), "1867": ("I15/0", "C17/0", "E13/0", "E15/0", "N12/0")}[title]
    scene.major(majors[0], 150, p1=2, token=homes[0]).major(majors[1], 180, p2=2, token=homes[1])
    scene.minor(minors[0], "p1", 60, token=homes[2]).minor(minors[1], "p2", 80, token=homes[3])
    scene.minor(minors[2], "p3", 60, token=homes[4])  # came to 60 after the first, so it lies under it
    play = scene.begun(Course(stage="stock"))
    assert order_of(play) == (minors[1], minors[0], minors[2], majors[1], majors[0])
    assert play.acting == minors[1]


@both("P.4.3", "4.2.a")
def test_a_price_that_moves_during_the_round_changes_no_order() -> None:
    scene = Operation("1861").phase("3").minor("KR", "p1", 70).minor("OK", "p2", 65).minor("RO", "p3", 60)
    for name in ("KR", "OK", "RO"):
        scene.has(name, 0, trains=["3", "3"])
    play = scene.begun(Course(stage="stock"))
    assert order_of(play) == ("KR", "OK", "RO")
    play.done()  # KR does not run and falls to 65, under OK; OK falls to 60, under RO
    play.done()
    assert play.acting == "RO"
    assert [play.price(name) for name in ("KR", "OK", "RO")] == [65, 60, 60]
    play.done()
    assert play.state.round == "OR 1.1" if play.acting == "RO" else play.state.round != "OR 1.1"


@both("P.4.3", "P.6.3")
def test_companies_that_vanish_are_left_out() -> None:
    """C015: the buyer of the first 4 lets two trainless minors go; they are not asked for a turn."""
    scene = Operation("1861").phase("3").minor("RO", "p1", 100).has("RO", 900, trains=["2"])
    scene.minor("OK", "p2", 90).has("OK", 0, trains=["2"])
    scene.minor("KR", "p3", 80, operated=False).has("KR", 500)
    scene.minor("MB", "p2", 70).has("MB", 0, trains=["2"])
    for _ in range(7):
        scene.train("3", "pool")
    play = scene.turn("RO", "trains")
    play.do(BuyTrain(entity="RO", train="4-0", price=350))
    assert {name: play.state.standing[name] for name in ("OK", "MB", "KR")} == {
        "OK": "gone",
        "MB": "gone",
        "KR": "started",
    }
    while play.acting == "RO":
        play.done()
    assert play.acting == "KR"


@both("8.4.a")
def test_a_major_goes_through_its_steps_in_order() -> None:
    scene = Operation("1861").phase("4")
    for tile in ROAD:
        scene.lay(*tile)
    scene.private("TSR", "p2").private("BSS", "p2").major("NW", 100, p1=3, pool=2, token="F18/0")
    play = scene.has("NW", 900, trains=["4"]).turn("NW")
    seen = []
    while len(seen) < 8:
        seen.append(play.step)
        if play.step == "redeem":
            play.do(Redeem(entity="NW", shares=1))
        elif play.step == "run":
            play.run(route("4-0", "F18/0", "F18 G17 G15", "G15/0"))
        elif play.step == "dividend":
            play.do(PayDividend(entity="NW", kind="full"))
        else:
            play.done()
    assert seen == ["redeem", "track", "token", "run", "dividend", "private_early", "trains", "private_late"]


@both("8.4.a")
def test_no_step_comes_again_or_before_its_time() -> None:
    scene = Operation("1861").phase("4").private("TSR", "p2")
    for tile in ROAD:
        scene.lay(*tile)
    play = scene.major("NW", 100, p1=3, pool=2, token="F18/0").has("NW", 900, trains=["4"]).turn("NW", "track")
    early = [
        PlaceToken(entity="NW", city="G15/0"),
        PayDividend(entity="NW", kind="full"),
        Redeem(entity="NW", shares=1),
    ]
    early += [BuyTrain(entity="NW", train="4-1", price=350)]
    for action in early:
        refused = play.engine.check(play.state, action)
        assert [reason.code for reason in refused] == ["other_step"]
        assert "lay track" in refused[0].sentence


def example(kind: type[actions.Action], entity: str) -> actions.Action:
    """Some action of that kind in somebody's name."""
    values = {
        "target": "KR", "price": 100, "company": "NW", "source": "pool", "shares": 1, "cell": 5, "city": "G15/0", "hex": "G15",
        "tile": "57", "rotation": 0, "runs": (Run(train="4-0", stops=("F18/0",), ways=()),), "kind": "full", "train": "4-0",
        "private": "TSR", "minor": "KR", "major": "NW",
    }  # fmt: skip
    needed = {
        field.name: values[field.name]
        for field in msgspec.structs.fields(kind)
        if field.required and field.name != "entity"
    }
    return kind(entity=entity, **needed)


@both("8.4.a")
@pytest.mark.parametrize("step", ["redeem", "track", "run", "dividend", "trains"])
@pytest.mark.parametrize("title", TITLES)
def test_nobody_acts_for_another(title: str, step: str) -> None:
    """C016: every kind of action, in the name of a company, private or player that is not to act, changes nothing."""
    majors = {"1861": ("NW", "SW"), "1867": ("CNR", "CPR")}[title]
    homes = {"1861": ("F18/0", "M7/0"), "1867": ("I15/0", "C17/0")}[title]
    scene = (
        Operation(title)
        .phase("4")
        .major(majors[0], 100, p1=3, pool=2, token=homes[0])
        .has(majors[0], 900, trains=["4"])
    )
    if title == "1861":
        for tile in ROAD:
            scene.lay(*tile)
    else:
        scene.lay("I15", "57", 1)
    scene.major(majors[1], 90, p2=3, token=homes[1]).has(majors[1], 900, trains=["4"])
    play = scene.turn(majors[0], step, revenue=100)
    assert play.step == step
    before = play.state
    private = next(iter(play.rules.privates))
    for kind in play.rules.action_types():
        for entity in (majors[1], "p1", "p2", private, "bank", "pool", play.rules.national, ""):
            reasons = play.engine.check(play.state, example(kind, entity))
            assert reasons, (kind, entity)
            assert all(reason.sentence for reason in reasons)
        mine = example(kind, majors[0])
        assert play.engine.check(play.state, mine, seat="p2")
    assert play.state is before


# the national


@pytest.mark.rule("1861:6.2.c", "1861:8.13.a", "1861:8.13.j", "1861:P.15.5", "1861:8.13.f")
@pytest.mark.parametrize(
    ("phase", "acts"), [("2", False), ("3", False), ("4", True), ("5", True), ("6", True), ("7", True), ("8", False)]
)
def test_the_state_railway_operates_last_in_phases_four_to_seven(phase: str, acts: bool) -> None:
    scene = Operation("1861").phase(phase).has("RSR", 2000)
    play = scene.round_over("1.1")
    bought = [data for data in play.happened("paid") if data["payer"] == "RSR" and data["why"].startswith("train")]
    assert bool(bought) == acts
    assert bool(play.where("RSR")) == acts


@pytest.mark.rule("1861:8.13.b", "1861:8.13.g", "1861:8.13.h", "1861:8.13.d", "1861:8.2.k", "1861:P.15.1")
def test_its_first_operation_in_the_rulebook() -> None:
    """A1: 40 in the treasury, no train, a new 4 on sale: seven loans, the 4, five left; its token on St. Petersburg."""
    play = Operation("1861").phase("4").has("RSR", 40).round_over("1.1")
    assert play.where("RSR") == ["E1/1"]
    assert (play.cash("RSR"), play.loans("RSR"), play.trains("RSR")) == (5, 7, ["4"])


@pytest.mark.rule("1861:8.13.e", "1861:8.13.d", "1861:P.4.2")
def test_its_second_operation_in_the_rulebook() -> None:
    """A2: 5 and seven loans, runs for 130: interest 35, 100 left, two repaid, nothing left."""
    # St. Petersburg 40, Tver 10, Moscow 70 and another ten for a private it has
    scene = Operation("1861").phase("5").lay("H8", "638", 0).private("MYR", "RSR")
    play = scene.has("RSR", 5, loans=7, trains=["4"], tokens=["E1/1"]).round_over("1.1")
    (best,) = play.offered(actions.RunRoutes)
    play.do(best)
    assert play.state.revenues["RSR"] == 130
    paid = [(data["why"], data["amount"]) for data in play.happened("paid") if data["payer"] == "RSR"]
    assert paid == [("interest", 35), ("repayment", 50), ("repayment", 50)]
    assert play.loans("RSR") == 5


@pytest.mark.rule("1861:8.13.c", "1861:8.13.d", "1861:P.15.2", "1861:P.10.9.b", "1861:8.8.2.b")
def test_it_must_run_for_the_most_and_keeps_all() -> None:
    """A52: with Moscow–Yaroslavl each train to Moscow brings ten more; the priority deal's holder runs it."""
    scene = Operation("1861").phase("5").lay("H8", "638", 0).lay("H10", "4", 0).lay("G9", "9", 1).lay("F10", "8", 2)
    scene.lay("E9", "57", 2).priority("p2").private("MYR", "RSR").has("RSR", 10, trains=["4", "5"], tokens=["H8/0"])
    play = scene.ran("4-0").round_over("1.1")
    assert play.acting == "RSR"
    assert play.rules.controller(play.state, "RSR") == "p2"
    weak = actions.RunRoutes(entity="RSR", runs=(route("5-0", "H8/0", "H8 H10", "H10/0"),))
    assert {reason.code: reason.rule for reason in play.engine.check(play.state, weak)} == {"not_the_most": "8.13.c"}
    used = actions.RunRoutes(entity="RSR", runs=(route("4-0", "H8/0", "H8 H10", "H10/0"),))
    assert {reason.code for reason in play.engine.check(play.state, used)} == {"not_ready"}
    assert play.engine.check(play.state, used, seat="p1")[0].code == "not_yours"
    (best,) = play.offered(actions.RunRoutes)
    assert best.runs[0].stops in (("E1/1", "G5/0", "H8/0", "E9/0"), ("E9/0", "H8/0", "G5/0", "E1/1"))
    play.do(best)
    assert play.state.revenues["RSR"] == 40 + 10 + 70 + 10 + 20
    kept = [data["amount"] for data in play.happened("paid") if (data["payee"], data["why"]) == ("RSR", "earnings")]
    assert kept == [150]


@pytest.mark.rule("1861:P.15.4", "1861:8.13.f", "1861:8.13.g", "1861:8.13.h")
@pytest.mark.parametrize(
    ("phase", "cash", "has", "pool", "owns", "left", "loans"),
    [
        ("7", 850, ["4"], ["4"], ["4", "7"], 50, 0),  # C020 (a): the yard's 7, the pool is ignored
        ("5", 0, [], ["3"], ["3"], 0, 5),  # C020 (b): the pool's 3 with five loans, then nothing
        ("5", 1200, [], [], ["5", "5"], 100, 0),
        ("4", 350, [], ["4"], ["4"], 0, 0),
    ],
)
def test_what_it_buys(
    phase: str, cash: int, has: list[str], pool: list[str], owns: list[str], left: int, loans: int
) -> None:
    scene = Operation("1861").phase(phase).has("RSR", cash, trains=has)
    for kind in pool:
        scene.train(kind, "pool")
    play = scene.ran(*(f"{kind}-0" for kind in has)).round_over("1.2")
    assert play.trains("RSR") == owns
    assert (play.cash("RSR"), play.loans("RSR")) == (left, loans)
    if phase == "4":
        assert play.trains("pool") == ["4"]  # the same price: the yard's


@pytest.mark.rule("1861:P.15.4", "1861:8.13.j")
@pytest.mark.parametrize(("loop", "owns"), [("off", ["7", "8"]), ("on", ["7", "8", "8"])])
def test_whether_it_goes_on_after_the_first_eight(loop: str, owns: list[str]) -> None:
    """[C15]"""
    scene = Operation("1861", rsr_loop=loop).phase("7").has("RSR", 2100, trains=["7"])
    scene.train("7", "pool")
    play = scene.ran("7-0").round_over("1.1")
    assert play.state.phase == "8"
    assert play.trains("RSR") == owns


@pytest.mark.rule("1867:6.2.c", "1867:8.13.a", "1867:8.13.j", "1867:8.13.c", "1867:P.15.7")
@pytest.mark.parametrize(("phase", "gone"), [("2", 0), ("3", 0), ("4", 1), ("5", 1), ("6", 1), ("7", 1), ("8", 0)])
def test_the_canadian_national_exports_in_phases_four_to_seven(phase: str, gone: int) -> None:
    scene = Operation("1867").phase(phase)
    play = scene.round_over("1.2")
    assert len(play.happened("train_exported")) == gone
    assert play.cash("CN") == 0
    assert play.loans("CN") == 0
    assert play.where("CN") == ["F16/0"]


@pytest.mark.rule("1867:8.13.b", "1867:P.15.7", "1867:P.4.1")
def test_an_export_begins_the_next_phase() -> None:
    scene = Operation("1867").phase("4")
    for _ in range(4):
        scene.train("4", "pool")
    play = scene.round_over("1.1")
    assert play.state.phase == "5"
    assert play.happened("phase_begun")[0]["buyer"] is None


@pytest.mark.rule("1861:P.15.2")
def test_the_runner_is_fixed_when_the_round_begins() -> None:
    scene = Operation("1861").phase("4").priority("p3").minor("KR", "p1", 60).has("KR", 100, trains=["4"])
    play = scene.begun(Course(stage="stock"))
    frame = next(frame for frame in play.state.stack if isinstance(frame, OperatingRound))
    assert frame.runner == "p3"


def test_lays_and_routes_of_a_turn_are_those_of_the_company() -> None:
    play = Operation("1861").phase("3").minor("KR", "p1", 60).has("KR", 100, trains=["3"]).turn("KR", "track")
    assert all(isinstance(action, LayTile) and action.entity == "KR" for action in play.offered(LayTile))
    assert play.legal(Pass(entity="KR"))


@pytest.mark.rule("1867:8.13.c", "1867:6.2.a")
@pytest.mark.parametrize(("collects", "income"), [("off", 0), ("on", 100)])
def test_privates_of_the_canadian_national_bring_nothing(collects: str, income: int) -> None:
    """A28 [C14]: with all five it would take 100 from the bank every round."""
    scene = Operation("1867", cn_collects=collects).phase("6").minor("BO", "p1", 60, token="I15/0")
    for private in scene.rules.privates:
        scene.private(private, "CN")
    play = scene.has("BO", 0, trains=["6"]).begun(Course(stage="stock"))
    assert play.cash("CN") == income
    assert sum(data["amount"] for data in play.happened("paid") if data["why"].startswith("income")) == income


@pytest.mark.rule("1867:10.f", "1867:10.1.C", "1867:10.1.D.b")
def test_what_minors_are_paid_when_phase_eight_begins() -> None:
    """C065: at 100 without a loan 90 a share; at 80 with a loan and 10 in the treasury three steps, 60 a share."""
    scene = Operation("1867").phase("7").major("CNR", 200, p3=6, token="C17/0").has("CNR", 1000, trains=["7"])
    scene.minor("BO", "p1", 100, token="I15/0").has("BO", 0, trains=["6"])
    scene.minor("CS", "p2", 80, token="N12/0").has("CS", 10, loans=1, trains=["6"]).train("7", "pool")
    play = scene.turn("CNR", "trains").do(BuyTrain(entity="CNR", train="8-0", price=1000))
    paid = {
        data["payee"]: data["amount"] for data in play.happened("paid") if data["why"].startswith("nationalization")
    }
    assert paid == {"p1": 180, "p2": 120}
