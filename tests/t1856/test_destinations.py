"""Destinations: what joins them, what does not, and what reaching them brings [5.2, 5.5]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import Operating, Scene1856, rule
from towpath.rail import destinations
from towpath.rail.capital import kind_of_start

TO_GUELPH = (("L15", "59", 0), ("K14", "9", 2), ("J13", "6", 3))
"""Track from the second city of Hamilton (L15/1) through Galt to the lower side of Guelph (J11)."""


def joined(scene: Scene1856, company: str) -> bool:
    return destinations.reached(scene.rules, scene.draft, company)  # type: ignore[arg-type]


def laid(*tiles: tuple[str, str, int], **options: str) -> Scene1856:
    scene = Scene1856(**options).phase("3")
    for tile in tiles:
        scene.lay(*tile)
    return scene


def building(thb: Scene1856) -> Operating:
    """WGB is about to build Guelph, the last piece of THB's way."""
    return thb.company("WGB", 100, p2=4).has("WGB", 0).turn("WGB", "track")


@rule("5.2.c", "5.5.a", "P.5.5.a", "P.5.5.b")
def test_a6_at_the_destination_what_is_held_is_paid_over_whoever_built_the_track() -> None:
    scene = laid(*TO_GUELPH).company("THB", 80, token="L15/1", p1=6, p3=2).has("THB", 10).escrow("THB", 240)
    play = building(scene)
    assert play.state.destined.get("THB") is None  # type: ignore[attr-defined]
    play.do(play.lay("J11", "57", 0))
    assert (play.cash("THB"), dict(play.state.escrow)) == (250, {})  # type: ignore[attr-defined]
    assert play.state.destined["THB"]  # type: ignore[attr-defined]


@rule("P.5.5.a")
def test_all_are_looked_at_after_a_track_step_without_a_lay_too() -> None:
    scene = laid(*TO_GUELPH, ("J11", "57", 0)).company("THB", 80, token="L15/1", p1=6, p3=2).escrow("THB", 240)
    play = building(scene)
    play.done()
    assert play.state.destined["THB"]  # type: ignore[attr-defined]


@rule("5.5.a", "P.5.5.b")
def test_any_side_of_the_destination_will_do() -> None:
    """Guelph joined from below by a tile that has no other side on THB's way; a tile that shows no track there does not."""
    assert joined(laid(*TO_GUELPH, ("J11", "5", 0)).company("THB", 80, p1=4, token="L15/1"), "THB")
    assert not joined(laid(*TO_GUELPH, ("J11", "5", 1)).company("THB", 80, p1=4, token="L15/1"), "THB")


@rule("5.5.a")
def test_c030_foreign_tokens_do_not_block_the_way() -> None:
    full = laid(*TO_GUELPH, ("J11", "57", 0)).company("THB", 80, p1=4, token="L15/1").company("GT", 90, p2=4)
    full.token("GT", "J13/0")
    assert full.rules.tile_at(full.draft, "J13").stops[0].slots == 1
    assert joined(full, "THB")


@rule("5.5.a", "P.2.b")
def test_c030_the_way_may_lead_through_goderich() -> None:
    """WGB from Guelph (J11) over I10, H9, G10, Goderich (F9), G8 and H7 to Lake Huron (H5)."""
    way = (("J11", "57", 2), ("I10", "9", 2), ("H9", "8", 5), ("G10", "8", 2), ("G8", "9", 1), ("H7", "1", 0))
    assert joined(laid(*way, alternate_destinations="on"), "WGB")
    assert not joined(laid(*way[:-1], alternate_destinations="on"), "WGB")
    assert joined(laid(*way[:4]), "WGB"), "Goderich itself is its usual destination"


@rule("5.5.a")
def test_c030_the_way_does_not_lead_through_a_red_hex() -> None:
    """LPS from Maudaumin (C14) over Sarnia (B13), B15, C16, Glencoe and E16 to St. Thomas (F17)."""
    way = (("C14", "57", 2), ("B15", "8", 3), ("C16", "9", 2), ("D17", "6", 2), ("E16", "8", 5), ("F17", "57", 2))
    assert not joined(laid(*way), "LPS")
    beside = (("C14", "5", 5), ("C16", "9", 0), *way[3:])
    assert not joined(laid(*beside), "LPS")
    through = (("C14", "57", 0), ("C16", "8", 3), *way[3:])
    scene = laid(*through)
    assert scene.rules.board.hexes["C16"].neighbours[3] == "C14"
    assert joined(scene, "LPS"), "without Sarnia in it the same way counts"


@rule("P.5.5.c")
def test_the_way_begins_at_the_own_city_or_at_any_while_there_is_none() -> None:
    """The way to Guelph begins at the second city of Hamilton."""
    way = (*TO_GUELPH, ("J11", "57", 0))
    assert joined(laid(*way), "THB")
    assert joined(laid(*way).company("THB", 80, operated=False, p1=4), "THB")
    assert joined(laid(*way).company("THB", 80, token="L15/1", p1=4), "THB")
    assert not joined(laid(*way).company("THB", 80, token="L15/0", p1=4), "THB")
    assert joined(laid(*way, destination_from_any_home_city="on").company("THB", 80, token="L15/0", p1=4), "THB"), "C14"


@rule("P.5.5.c")
def test_credit_valley_begins_in_south_toronto() -> None:
    """From Toronto's other city (upper right side) nothing counts, though it lies in the home hex."""
    scene = laid()
    starts = destinations.starts(scene.rules, scene.draft, "CVR")  # type: ignore[arg-type]
    assert starts == [("N11", 0)]
    assert scene.rules.tile_at(scene.draft, "N11").stops[0].kind == "city"
    loose = laid(destination_from_any_home_city="on")
    assert destinations.starts(loose.rules, loose.draft, "CVR") == [("N11", 0), ("N11", 1)]  # type: ignore[arg-type]


@rule("P.5.5.d")
def test_a_company_not_yet_started_reaches_its_destination_and_starts_without_escrow() -> None:
    play = building(laid(*TO_GUELPH).company("GT", 65, p1=6))
    play.do(play.lay("J11", "57", 0))
    assert play.state.destined["THB"]  # type: ignore[attr-defined]
    assert kind_of_start(play.rules, play.state, "THB") == "incremental"  # type: ignore[arg-type]
    assert kind_of_start(play.rules, play.state, "CA") == "escrow"  # type: ignore[arg-type]


@rule("P.5.5.e", "P.5.1.c")
@pytest.mark.parametrize(("kind", "reached"), [("4", True), ("5", False)])
def test_with_a_5_for_sale_companies_not_started_have_no_destination(kind: str, reached: bool) -> None:
    scene = Scene1856().phase("4").for_sale(kind)
    for tile in TO_GUELPH:
        scene.lay(*tile)
    scene.company("BB", 80, token="", p1=2, operated=False)
    play = building(scene)
    play.do(play.lay("J11", "57", 0))
    assert play.state.destined.get("THB", False) == reached  # type: ignore[attr-defined]


@rule("P.5.1.c")
def test_a_company_started_with_a_5_for_sale_has_no_destination() -> None:
    scene = laid(*TO_GUELPH).company("THB", 80, token="L15/1", capital="incremental", p1=6)
    play = building(scene)
    play.do(play.lay("J11", "57", 0))
    assert "THB" not in play.state.destined  # type: ignore[attr-defined]
