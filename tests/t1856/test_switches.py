"""Both sides of the switches that no other test of this folder turns [16: C6, C13]."""

from __future__ import annotations

import pytest

from tests.t1856.forming import CGR, Forming
from tests.t1856.scenes import Scene1856, rule
from towpath.rail.actions import BuyTrain, LayTile


@rule("12.9.b")
@pytest.mark.parametrize(("switch", "kept"), [("first_5", False), ("first_6", True)])
def test_how_long_a_placed_port_pays(switch: str, kept: bool) -> None:
    """A35 [C6]: until the first 5 is bought, or until the first 6 is."""
    scene = Scene1856(port_until=switch).phase("4").for_sale("5").company("WGB", 80, p1=6).has("WGB", 550)
    scene.draft.edit("marks")["F17"] = "WGB"  # type: ignore[attr-defined]
    play = scene.turn("WGB", "trains")
    assert play.rules.run_bonuses(play.state, "WGB") == [(("F17",), 20)]
    play.do(BuyTrain(entity="WGB", train="5-0", price=550))
    assert bool(play.rules.run_bonuses(play.state, "WGB")) == kept


@rule("12.9.b")
def test_with_the_switch_the_first_6_ends_the_port() -> None:
    """[C6] It is gone, whether its company is absorbed or not."""
    for cash in (0, 100):
        scene = Forming(port_until="first_6").owing("LPS", 80, p1=4).cash(p1=0).has("LPS", cash)
        scene.draft.edit("marks")["F17"] = "LPS"  # type: ignore[attr-defined]
        play = scene.bought()
        assert play.forming == ("never" if cash else "formed")
        assert dict(play.own.marks) == {}
        assert play.rules.run_bonuses(play.state, CGR) == []


@rule("8.5.a", "P.8.5.a")
@pytest.mark.parametrize(("switch", "tiles"), [("off", {"125"}), ("on", {"63", "125"})])
def test_which_brown_tiles_go_on_an_l_hex(switch: str, tiles: set[str]) -> None:
    """[C13] St. Thomas, where a company is at home on a 14."""
    scene = Scene1856(l_brown_optional=switch).phase("5").company("LPS", 80, p1=6).lay("F17", "14", 0)
    play = scene.has("LPS", 0, tokens=["F17/0"]).turn("LPS", "track")
    assert {action.tile for action in play.offered(LayTile) if action.hex == "F17"} == tiles
