"""What the next purchase of a train will change, as the players should see it coming."""

from __future__ import annotations

from typing import Any

from tests.rail.operation import Operation
from tests.t1856.scenes import Scene1856
from towpath.render.trains import next_changes, trains_table


def coming(rules: Any, state: Any) -> dict[str, list[str]]:
    """Kind on sale -> changes."""
    kinds = [rules.train_kind(train) for train in rules.yard(state)]
    return {kind.name: list(next_changes(rules, state, kind)) for kind in kinds}


def test_the_first_4_of_1867_rusts_twos_and_changes_limits_and_colours() -> None:
    scene = Operation("1867").phase("3").cash(p1=0, p2=0, p3=0)
    scene.minor("BO", "p1", 70, token="I15/0").has("BO", 100, trains=["2"])
    scene.minor("CA", "p2", 70, token="C17/0").has("CA", 100, trains=["2", "2"])
    for train in scene.rules.trains_of(scene.draft, "yard"):
        if scene.rules.train_kind(train).name == "3":
            scene.draft.edit("trains")[train] = "exported"
    play = scene.round()
    changes = coming(play.rules, play.state)["4"]
    assert changes[0] == "phase 4 begins"
    assert "2-trains rust: BO loses one and CA loses 2" in changes
    assert "the national railway operates" in changes
    assert any(change.startswith("a minor may own ") for change in changes)


def test_a_train_that_is_not_the_first_of_its_kind_changes_nothing() -> None:
    scene = Operation("1867").phase("3").cash(p1=0, p2=0, p3=0)
    play = scene.minor("BO", "p1", 70, token="I15/0").has("BO", 100).round()
    assert coming(play.rules, play.state)["3"] == []
    assert "nothing but its price" in trains_table(play.rules, play.state)


def test_the_last_2_of_1856_makes_companies_float_later() -> None:
    scene = Scene1856().phase("2").company("GT", 80, p1=4, p2=2)
    for train in scene.rules.trains_of(scene.draft, "yard")[:5]:
        scene.draft.edit("trains")[train] = "exported"
    play = scene.turn("GT", "trains")
    changes = coming(play.rules, play.state)["2"]
    assert changes == [
        "then 3-trains are for sale at $225",
        "companies float at 30 %, new ones are paid half at once, half at the destination "
        "(now companies float at 20 %, new ones are paid half at once, half at the destination)",
    ]


def test_the_6_of_1856_brings_the_d_and_the_national_railway() -> None:
    play = Scene1856().phase("5").for_sale("6").company("GT", 80, p1=4, p2=2).turn("GT", "trains")
    changes = coming(play.rules, play.state)["6"]
    assert "3-trains rust: nobody owns one" in changes
    assert "D-trains come on sale" in changes
    assert "the national railway may form" in changes
    assert "no more: loans may be taken" in changes
    assert "$1100 or $750 for a 4, 5 or 6" in trains_table(play.rules, play.state)
