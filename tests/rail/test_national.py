"""The national railway's turn at the end of an operating round [8.13; sheet 15]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Scene, both
from tests.rail.situations import in_round, line_to_riga, national_turn, sold_out_below, trains_of
from towpath.rail import national
from towpath.rail.actions import Run, RunRoutes
from towpath.rail.national import NationalTurn
from towpath.rail.state import BANK, EXPORTED, POOL, RUSTED, Ending


def state_railway(phase: str = "4", **options: str) -> Scene:
    """1861 in a phase, nothing of a lower rank in the yard; from phase 5 on no minor that never started."""
    scene = Scene("1861", 3, market="column", **options).phase(phase)
    if phase >= "5":
        scene.gone(*(c.id for c in scene.rules.data.companies if c.kind == "minor"))
    return sold_out_below(in_round(scene), phase)


def canadian(phase: str = "4", **options: str) -> Scene:
    return sold_out_below(in_round(Scene("1867", 3, market="column", **options).phase(phase)), phase)


# When


@both("6.2.c", "8.13.j")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("phase", "has_turn"), [("3", False), ("4", True), ("7", True), ("8", False)])
def test_the_national_has_a_turn_in_phases_4_to_7(title: str, phase: str, has_turn: bool) -> None:
    scene = in_round(Scene(title, 3, market="column").phase(phase))
    frame = national.begin(scene.rules, scene.draft)
    assert isinstance(frame, NationalTurn) == has_turn


# The state railway of 1861


@pytest.mark.rule("1861:8.13.a", "1861:8.13.b", "1861:8.13.g", "1861:8.2.k", "1861:8.13.h")
def test_a1_the_first_operation() -> None:
    scene = state_railway().cash(RSR=40).train("4", EXPORTED)
    play = national_turn(scene)
    assert play.over
    assert play.tokens("E1") == {(1, "RSR")}
    assert "RSR" not in {name for places in play.state.reservations.values() for _, _, name in places}
    assert trains_of(play, "RSR") == ["4"]
    assert play.state.loans == {"RSR": 7}
    assert play.cash("RSR") == 5


@pytest.mark.rule("1861:8.13.e", "1861:8.13.d")
def test_a2_interest_and_repayment_of_the_next_operation() -> None:
    scene = state_railway().train("4", EXPORTED).train("4", "RSR").loans("RSR", 7).cash(RSR=5 + 130)
    play = national_turn(scene, "loans")
    assert play.cash("RSR") == 0
    assert play.state.loans == {"RSR": 5}
    assert play.over


@pytest.mark.rule("1861:P.15.1")
def test_a_token_in_st_petersburg_is_not_followed_by_a_second() -> None:
    scene = state_railway().cash(RSR=660).gone("SPW")
    scene.token("RSR", "E1/0")
    play = national_turn(scene)
    assert [token[2] for token in play.state.tokens["E1"]] == ["RSR"]
    assert (1, 0, "RSR") not in play.state.reservations.get("E1", ())


@pytest.mark.rule("1861:8.13.f", "1861:8.13.a")
def test_a17_it_buys_what_it_can_pay_without_loans() -> None:
    play = national_turn(state_railway().train("4", EXPORTED).cash(RSR=660))
    assert trains_of(play, "RSR") == ["4"]
    assert (play.cash("RSR"), play.state.loans.get("RSR", 0)) == (310, 0)
    assert play.state.phase == "4"


@pytest.mark.rule("1861:8.13.f")
def test_c020_a_the_pool_is_not_looked_at_by_one_that_owns_a_train() -> None:
    scene = state_railway("7")
    trains = scene.draft.edit("trains")
    trains["7-0"], trains["4-0"], trains["4-1"] = EXPORTED, POOL, "RSR"
    play = national_turn(scene.cash(RSR=850), "trains")
    assert trains_of(play, "RSR") == ["4", "7"]
    assert play.cash("RSR") == 50
    assert play.state.trains["4-0"] == POOL


@pytest.mark.rule("1861:8.13.g", "1861:P.15.4", "1861:8.2.k")
def test_c020_b_without_a_train_it_takes_the_cheapest_of_yard_and_pool() -> None:
    scene = state_railway("5")
    trains = scene.draft.edit("trains")
    trains["5-0"], trains["3-0"] = EXPORTED, POOL
    play = national_turn(scene, "trains")
    assert trains_of(play, "RSR") == ["3"]
    assert (play.cash("RSR"), play.state.loans) == (0, {"RSR": 5})


@pytest.mark.rule("1861:P.15.4")
def test_at_the_same_price_it_takes_the_yards() -> None:
    scene = state_railway("5")
    trains = scene.draft.edit("trains")
    trains["5-0"], trains["5-1"] = EXPORTED, POOL
    play = national_turn(scene.cash(RSR=550), "trains")
    assert play.state.trains["5-2"] == "RSR"
    assert play.state.trains["5-1"] == POOL


@pytest.mark.rule("1861:8.13.f", "1861:11.6.a")
def test_its_purchase_changes_the_phase_and_may_rust_its_own() -> None:
    scene = state_railway("5")
    scene.draft.edit("trains")["3-0"] = "RSR"
    for copy in range(4):
        scene.draft.edit("trains")[f"5-{copy}"] = EXPORTED
    play = national_turn(scene.cash(RSR=1300), "trains")
    assert play.state.phase == "6"
    assert trains_of(play, "RSR") == ["6", "6"]
    assert play.state.trains["3-0"] == RUSTED


@pytest.mark.rule("1861:8.13.j", "1861:8.13.f")
@pytest.mark.parametrize(("profile", "number"), [("own", 1), ("18xx.games", 2)])
def test_c15_after_the_first_8_it_stops(profile: str, number: int) -> None:
    scene = state_railway("7", profile=profile)
    scene.draft.edit("trains")["7-0"] = "RSR"
    scene.draft.edit("trains")["7-1"] = EXPORTED
    play = national_turn(scene.cash(RSR=2500), "trains")
    assert trains_of(play, "RSR") == ["7"] + ["8"] * number
    assert play.over


# Its run


def running(scene: Scene | None = None) -> Scene:
    """The state railway with a 4-train and a token in Riga; from St. Petersburg printed track leads to Moscow (90)."""
    scene = line_to_riga(scene or state_railway()).gone("RO", "SPW")
    return scene.token("RSR", "B4/0").train("4", EXPORTED).train("4", "RSR")


TO_RIGA = Run(train="4-1", stops=("B4/0", "E1/0"), ways=(("B4", "C3", "D2", "E1"),))


@pytest.mark.rule("1861:8.13.c", "1861:8.13.d", "1861:P.15.2")
def test_its_trains_run_for_the_most_and_it_keeps_all() -> None:
    play = national_turn(running(), runner="p3")
    assert play.turn == ("RSR",)
    assert play.rules.controller(play.state, "RSR") == "p3"
    bank = play.cash(BANK)
    for less in ((), (TO_RIGA,)):
        action = RunRoutes(entity="RSR", runs=less)
        assert play.refusal(action) == {"not_the_most": "8.13.c"}
        assert play.engine.check(play.state, action)[0].waivable
    play.do(*play.offered(RunRoutes))
    assert (play.cash("RSR"), play.cash(BANK)) == (90, bank - 90)
    assert play.state.revenues["RSR"] == 90
    assert play.over


@pytest.mark.rule("1861:P.10.9.b")
def test_a_train_that_has_run_in_this_round_does_not_run_again() -> None:
    play = national_turn(running(), ran=("4-1",))
    assert play.over
    assert play.cash("RSR") == 0
    waiting = national_turn(running().train("4", "RSR"), ran=("4-1",))
    assert waiting.refusal(RunRoutes(entity="RSR", runs=(TO_RIGA,))) == {"not_ready": "P.10.9.b"}


@pytest.mark.rule("1861:8.13.c", "1861:8.8.2.b", "1861:P.10.7.a")
@pytest.mark.parametrize(("privates", "most"), [((), 90), (("MYR",), 100), (("MYR", "MRR"), 110)])
def test_a52_private_bonuses_count_for_it(privates: tuple[str, ...], most: int) -> None:
    scene = running()
    for private in privates:
        scene.private(private, "RSR")
    play = national_turn(scene)
    play.do(*play.offered(RunRoutes))
    assert play.cash("RSR") == most


# Exports


@pytest.mark.rule("1867:8.13.a", "1867:8.13.b", "1867:8.13.c", "1867:P.15.7")
def test_the_canadian_national_exports_the_next_train() -> None:
    scene = canadian("4").train("4", EXPORTED)
    money = dict(scene.draft.cash)
    play = national_turn(scene)
    assert play.over
    assert play.state.trains["4-1"] == EXPORTED
    assert dict(play.state.cash) == money
    assert not trains_of(play, "CN")
    for train in ("4-2", "4-3"):
        scene.draft.edit("trains")[train] = EXPORTED
    play = national_turn(scene)
    assert (play.state.trains["5-0"], play.state.phase) == (EXPORTED, "5")


@pytest.mark.rule("1867:P.15.8")
@pytest.mark.parametrize(("profile", "exports"), [("own", True), ("18xx.games", False)])
def test_c22_the_export_of_the_round_that_the_bank_ends(profile: str, exports: bool) -> None:
    scene = canadian("4", profile=profile)
    scene.draft.put("ending", Ending(reason="bank", set_number=1, round_number=1))
    scene.draft.put("broken_bank", True)
    assert (national.begin(scene.rules, scene.draft) is not None) == exports


@pytest.mark.rule("1861:14.e", "1861:15.2.a", "1861:P.20.5")
def test_the_option_exports_once_a_set_and_takes_the_place_in_st_petersburg() -> None:
    scene = state_railway("4", train_exports="on")
    assert national.begin(scene.rules, scene.draft) is None
    in_round(scene, 2)
    assert national.begin(scene.rules, scene.draft) is not None
    play = national_turn(scene.train("4", EXPORTED))
    assert play.state.trains["4-1"] == EXPORTED
    assert play.tokens("E1") == {(1, "RSR")}
    assert not play.state.loans
