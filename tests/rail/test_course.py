"""The course of the game [6] and how it ends [12.1]."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operating, Operation, both
from towpath.rail import verbs
from towpath.rail.actions import BuyTrain, DiscardTrain
from towpath.rail.frames import Course

MAJOR = {"1861": ("NW", "E9/0"), "1867": ("CNR", "I15/0")}


def rounds(play: Operating, limit: int = 300) -> list[str]:
    """The rounds that begin from here on if everybody does as little as he may, until the game is over."""
    found = [data["round"] for data in play.happened("round_begun")]
    for _ in range(limit):
        if play.state.finished:
            return found
        action = play.engine.quiet_action(play.state, play.engine.actors(play.state)[0])
        outcome = play.engine.apply(play.state, action)
        play.state, play.events = outcome.state, list(outcome.events)
        found += [data["round"] for data in play.happened("round_begun")]
    return found


def eight_bought(title: str, at: str, **options: str) -> Operating:
    """A major buys the first 8 in OR ``at``."""
    name, home = MAJOR[title]
    scene = Operation(title, **options).phase("7").major(name, 200, p1=6, token=home).has(name, 1000, trains=["7"])
    play = scene.train("7", "pool").turn(name, "trains", at=at)
    return play.do(BuyTrain(entity=name, train="8-0", price=1000))


def exported(title: str, at: str, phase: str = "7", **options: str) -> Operating:
    """All of the rank are gone: the export after OR ``at`` takes the first of the next one."""
    scene = Operation(title, **options).phase(phase)
    for _ in range(2):
        scene.train(phase, "pool")
    return scene.round_over(at)


# the order of rounds


@both("6.a", "6.3.a")
@pytest.mark.parametrize("title", TITLES)
def test_a_set_has_one_stock_round_and_two_operating_rounds(title: str) -> None:
    play = Operation(title).begun(Course(stage="stock"), set_number=1)
    assert rounds(play, 9)[:6] == ["OR 1.1", "OR 1.2", "SR 2", "OR 2.1", "OR 2.2", "SR 3"]


@both("6.a", "6.3.a", "P.4.1")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("phase", "merges"), [("2", False), ("3", True), ("7", True), ("8", False)])
def test_a_merger_round_follows_each_operating_round_of_phases_three_to_seven(
    title: str, phase: str, merges: bool
) -> None:
    scene = Operation(title).phase(phase)
    play = scene.round_over("1.1")
    begun = [data["round"] for data in play.happened("round_begun")]
    assert ("MR 1.1" in begun) == merges
    assert begun[int(merges)] == "OR 1.2"


@both("P.4.1", "6.3.a")
def test_the_phase_at_the_end_of_the_round_decides_about_the_merger_round() -> None:
    """The state railway buys the first 8 at the end of the round: no merger round follows."""
    scene = Operation("1861").phase("7").has("RSR", 1000, trains=["7"]).ran("7-0")
    play = scene.train("7", "pool").round_over("1.1")
    assert [data["round"] for data in play.happened("round_begun")][:1] == ["OR 1.2"]
    play = exported("1867", "1.1", "2")  # nothing is exported in phase 2, and no merger round follows
    assert [data["round"] for data in play.happened("round_begun")] == ["OR 1.2", "SR 2"]


@both("2.b")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("market", "cells"), [("column", 28), ("grid", 91)])
def test_either_market_serves_either_game(title: str, market: str, cells: int) -> None:
    rules = Operation(title, market=market).rules
    assert rules.market.grid == (market == "grid")
    assert len({cell.price for cell in rules.market.cells}) == 28
    assert (len(rules.market.cells) > 28) == (cells > 28)


# the first 8


@pytest.mark.rule("1861:12.1.a")
def test_an_8_in_the_first_round_of_a_set_1861() -> None:
    """A48: bought in OR 6.1: 6.2 and 6.3 follow without a stock round, and the game is over."""
    play = eight_bought("1861", "6.1")
    assert rounds(play) == ["OR 6.2", "OR 6.3"]
    assert play.state.finished == "last_train"


@pytest.mark.rule("1861:12.1.a")
def test_the_state_railways_operation_belongs_to_the_round() -> None:
    scene = Operation("1861").phase("7").has("RSR", 1000, trains=["7"]).ran("7-0")
    play = scene.train("7", "pool").round_over("6.1")
    assert rounds(play) == ["OR 6.2", "OR 6.3"]


@pytest.mark.rule("1861:12.1.b")
def test_an_8_in_the_second_round_of_a_set_1861() -> None:
    play = eight_bought("1861", "6.2")
    assert rounds(play) == ["SR 7", "OR 7.1", "OR 7.2", "OR 7.3"]
    assert play.state.finished == "last_train"


@pytest.mark.rule("1867:12.1.a")
@pytest.mark.parametrize("how", ["export after 5.1", "purchase in 5.1", "purchase in 5.2", "export after 5.2"])
def test_an_8_in_1867(how: str) -> None:
    """C023 and A48: the set is finished, a stock round, three operating rounds."""
    at = how[-3:]
    play = exported("1867", at) if how.startswith("export") else eight_bought("1867", at)
    rest = ["OR 5.2"] if at == "5.1" else []
    assert rounds(play) == [*rest, "SR 6", "OR 6.1", "OR 6.2", "OR 6.3"]
    assert play.state.finished == "last_train"


@pytest.mark.rule("1867:8.11.2.c", "1867:8.13.b", "1867:P.18.2")
def test_c062_the_discard_after_an_export_comes_before_the_merger_round() -> None:
    """The export after OR 4.2 is the first 6; a major of the new limit two chooses among a 4 and two 5s."""
    name, home = MAJOR["1867"]
    scene = Operation("1867").phase("5").major(name, 100, p1=6, token=home).has(name, 500, trains=["4", "5", "5"])
    for _ in range(2):
        scene.train("5", "exported")
    play = scene.round_over("4.2")
    assert (play.state.phase, play.acting, play.happened("round_begun")) == ("6", name, [])
    assert {action.train.split("-")[0] for action in play.offered(DiscardTrain)} == {"4", "5"}
    play.do(DiscardTrain(entity=name, train="4-0"))
    assert play.happened("round_begun")[0]["round"] == "MR 4.2"
    assert play.trains("pool") == ["4"]


@pytest.mark.rule("1861:8.11.2.c", "1861:8.13.f", "1861:P.18.2")
def test_c062_in_1861_the_discard_after_the_state_railways_purchase_comes_before_the_merger_round() -> None:
    name, home = MAJOR["1861"]
    scene = Operation("1861").phase("5").major(name, 100, p1=6, token=home).has(name, 500, trains=["4", "5", "5"])
    for _ in range(2):
        scene.train("5", "exported")
    play = scene.has("RSR", 700).round_over("4.2")
    assert (play.trains("RSR"), play.cash("RSR"), play.state.phase) == (["6"], 50, "6")
    assert (play.acting, play.happened("round_begun")) == (name, [])
    play.do(DiscardTrain(entity=name, train="4-0"))
    assert play.happened("round_begun")[0]["round"] == "MR 4.2"
    assert play.trains("pool") == ["4"]


@both("14.c")
@pytest.mark.parametrize("title", TITLES)
def test_the_long_game_goes_on_after_the_8(title: str) -> None:
    play = eight_bought(title, "5.2", long_game="on")
    assert play.state.ending is None
    assert rounds(play, 12)[:4] == ["SR 6", "OR 6.1", "OR 6.2", "SR 7"]


@pytest.mark.rule("1861:15.3.a", "1861:15.3.b")
@pytest.mark.parametrize(
    ("at", "after"), [("3.1", ["OR 3.2", "SR 4", "OR 4.1"]), ("3.2", ["SR 4", "OR 4.1", "OR 4.2"])]
)
def test_the_short_game_ends_two_rounds_after_the_first_6(at: str, after: list[str]) -> None:
    name, home = MAJOR["1861"]
    scene = Operation("1861", end_on_six="on").phase("5").major(name, 200, p1=6, token=home)
    scene.has(name, 650, trains=["5"])
    for _ in range(3):
        scene.train("5", "pool")
    play = scene.turn(name, "trains", at=at).do(BuyTrain(entity=name, train="6-0", price=650))
    assert [name for name in rounds(play) if not name.startswith("MR")] == after
    assert play.state.finished == "last_train"


@pytest.mark.rule("1861:15.a")
@pytest.mark.parametrize("end", ["off", "on"])
@pytest.mark.parametrize("exports", ["off", "on"])
@pytest.mark.parametrize("bundles", ["off", "on"])
def test_the_three_short_rules_go_together_in_any_way(bundles: str, exports: str, end: str) -> None:
    scene = Operation("1861", bundles=bundles, train_exports=exports, end_on_six=end)
    chosen = scene.rules.policies
    assert (chosen.bundles, chosen.train_exports, chosen.end_on) == (
        bundles == "on",
        exports == "on",
        "6" if end == "on" else "8",
    )
    play = Operating(scene.rules, scene.rules.draft(scene.rules.setup("short")))
    assert play.turn


@pytest.mark.rule("1861:14.e", "1861:15.2.a", "1861:P.20.5")
@pytest.mark.parametrize(("at", "leaves"), [("3.1", False), ("3.2", True)])
def test_with_exports_one_train_leaves_after_the_second_round_of_a_set(at: str, leaves: bool) -> None:
    play = Operation("1861", train_exports="on").phase("4").round_over(at)
    first = play.happened("round_begun")[0]["round"]
    gone = [event.kind for event in play.events if event.kind in ("train_exported", "round_begun")]
    assert (gone[0] == "train_exported") == leaves
    assert first == f"MR {at}"


@pytest.mark.rule("1861:15.3.b", "1861:P.20.5")
def test_an_exported_6_counts_as_bought_in_the_second_round() -> None:
    scene = Operation("1861", end_on_six="on", train_exports="on").phase("5")
    for _ in range(4):
        scene.train("5", "pool")
    play = scene.round_over("3.2")
    assert [name for name in rounds(play) if not name.startswith("MR")] == ["SR 4", "OR 4.1", "OR 4.2"]


# the bank


@both("12.1.c", "12.1.d")
@pytest.mark.parametrize(
    ("options", "broken"),
    [
        ({}, [True, True]),
        ({"profile": "rulebook"}, [True, True]),
        ({"profile": "designer"}, [True, True]),
        ({"profile": "18xx.games"}, [False, True]),
        ({"bank_break_negative_only": "on"}, [False, True]),
    ],
)
@pytest.mark.parametrize("title", TITLES)
def test_when_the_bank_is_broken(title: str, options: dict[str, str], broken: list[bool]) -> None:
    """A49 [C1]: 25 left and 25 paid is broken by the rulebook; one more is broken anyway, and is paid."""
    scene = Operation(title, **options).bank(25)
    verbs.pay(scene.rules, scene.draft, "bank", "p1", 25, "income")
    first = scene.draft.broken_bank
    before = scene.draft.cash["p1"]
    verbs.pay(scene.rules, scene.draft, "bank", "p1", 1, "income")
    assert [first, scene.draft.broken_bank] == broken
    assert (scene.draft.cash["p1"], scene.draft.cash["bank"]) == (before + 1, -1)


@both("12.1.f", "12.1.d", "12.1.c")
@pytest.mark.parametrize("title", TITLES)
def test_broken_in_an_operating_round_the_round_is_the_last(title: str) -> None:
    """C041: in phase 2, by the income of a private."""
    private = {"1861": "BSS", "1867": "NFB"}[title]
    name, home = {"1861": ("KR", "G15/0"), "1867": ("BO", "I15/0")}[title]
    scene = Operation(title).minor(name, "p1", 60, token=home).has(name, 200, trains=["2"]).private(private, "p2")
    play = scene.bank(10).begun(Course(stage="stock"))
    assert play.state.broken_bank
    assert play.cash("bank") == -5
    assert play.acting == name  # the round is finished
    assert rounds(play) == ["OR 1.1"]
    assert play.state.finished == "bank"


@both("12.1.e")
@pytest.mark.parametrize("title", TITLES)
def test_broken_in_a_stock_round_one_operating_round_follows(title: str) -> None:
    scene = Operation(title)
    scene.draft.put("broken_bank", True)
    play = scene.begun(Course(stage="stock"), set_number=4)
    assert rounds(play) == ["OR 4.1"]
    assert play.state.finished == "bank"


@both("P.19.3", "12.1.f")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("overrides", "last"), [("on", "three more"), ("off", "at once")])
def test_the_8_and_the_broken_bank_in_one_round(title: str, overrides: str, last: str) -> None:
    """[C18] The designer lets the 8 have its last rounds; the rulebook alone ends with the round."""
    name, home = MAJOR[title]
    scene = Operation(title, eight_overrides_bank=overrides).phase("7").major(name, 200, p1=6, token=home)
    scene.has(name, 1000, trains=["7"]).train("7", "pool")
    scene.draft.put("broken_bank", True)
    play = scene.turn(name, "trains", at="5.2").do(BuyTrain(entity=name, train="8-0", price=1000))
    found = rounds(play)
    if overrides == "on":
        assert found == ["SR 6", "OR 6.1", "OR 6.2", "OR 6.3"]
        assert play.state.finished == "last_train"
    else:
        assert found == []
        assert play.state.finished == "bank"


@both("P.19.3")
@pytest.mark.parametrize(("overrides", "found"), [("on", ["OR 6.1", "OR 6.2", "OR 6.3"]), ("off", ["OR 6.1"])])
def test_a_bank_that_breaks_after_the_8_shortens_nothing_by_the_designer(overrides: str, found: list[str]) -> None:
    play = eight_bought("1867", "5.2", eight_overrides_bank=overrides)
    while play.state.round != "SR 6":
        action = play.engine.quiet_action(play.state, play.engine.actors(play.state)[0])
        play.state = play.engine.apply(play.state, action).state
    draft = play.rules.draft(play.state)
    draft.put("broken_bank", True)
    play.state, play.events = draft.commit(), []
    assert rounds(play) == found


@both("P.19.3", "12.1.e", "12.1.f")
def test_an_8_after_a_bank_broken_in_the_stock_round() -> None:
    """Known since the stock round that OR 5.1 is the last one; the first 8 in it sets other last rounds."""
    name, home = MAJOR["1867"]
    scene = Operation("1867").phase("7").major(name, 200, p1=6, token=home).has(name, 1000, trains=["7"])
    scene.train("7", "pool").draft.put("broken_bank", True)
    play = scene.begun(Course(stage="stock"), set_number=5)
    assert play.state.ending is not None
    assert (play.state.ending.reason, play.state.ending.round_number) == ("bank", 1)
    while play.step != "trains":
        action = play.engine.quiet_action(play.state, play.engine.actors(play.state)[0])
        play.do(action)
    play.do(BuyTrain(entity=name, train="8-0", price=1000))
    assert rounds(play) == ["OR 5.2", "SR 6", "OR 6.1", "OR 6.2", "OR 6.3"]


@pytest.mark.rule("1861:P.21.3")
def test_the_bank_may_end_the_short_game_earlier() -> None:
    scene = Operation("1861", end_on_six="on").phase("5")
    scene.draft.put("broken_bank", True)
    assert rounds(scene.round_over("3.1")) == []


@pytest.mark.rule("1867:P.15.8", "1867:12.1.f")
@pytest.mark.parametrize(("switch", "gone"), [("off", 1), ("on", 0)])
def test_the_export_of_a_round_that_ends_the_game(switch: str, gone: int) -> None:
    """[C22]"""
    scene = Operation("1867", no_last_export=switch).phase("5")
    scene.draft.put("broken_bank", True)
    play = scene.round_over("3.1")
    assert play.state.finished == "bank"
    assert len(play.happened("train_exported")) == gone
