"""Station tokens of majors [8.7]."""

from __future__ import annotations

import pytest

from tests.rail.operation import TITLES, Operation, both
from towpath.rail.actions import PlaceToken

FROM_SMOLENSK = (("E9", "57", 2), ("F10", "8", 2), ("G9", "9", 1), ("H8", "637", 0))
"""1861: Smolensk to Moscow's first city, three hexes apart."""

FROM_KHARKOV = (("G15", "621", 2), ("H16", "8", 2), ("I15", "8", 5), ("J16", "9", 2), ("K17", "57", 2))
"""1861: Kharkov to Tsaritsyn, four hexes apart."""


def linked(*tiles: tuple[str, str, int], phase: str = "4") -> Operation:
    """Tiles on the map; Moscow's first city and Tsaritsyn are nobody's home any more."""
    scene = Operation("1861").phase(phase).gone("M-K", "TR")
    for tile in tiles:
        scene.lay(*tile)
    return scene


def choosing(*tiles: tuple[str, str, int], phase: str = "4", home: str = "E9/0") -> Operation:
    """NW, a train and 900 in its treasury, may always go from Kharkov to Tsaritsyn; what else it may is the question."""
    scene = linked(*FROM_KHARKOV, *tiles, phase=phase).major("NW", 100, p1=2, token=home)
    return scene.has("NW", 900, tokens=["G15/0"], trains=["4"])


def to(city: str, company: str = "NW") -> PlaceToken:
    return PlaceToken(entity=company, city=city)


@both("8.7.g", "8.7.h", "8.7.k", "8.7.c", "8.7.e", "P.9.2", "8.7.f")
def test_the_twenty_token_three_hexes_away_costs_sixty() -> None:
    """A8."""
    play = linked(*FROM_SMOLENSK).major("NW", 100, p1=2, token="E9/0").has("NW", 100, trains=["4"]).turn("NW", "token")
    assert play.offered(PlaceToken) == [to("H8/0")]
    play.do(to("H8/0"))
    assert play.cash("NW") == 40
    assert play.where("NW") == ["E9/0", "H8/0"]
    assert play.state.charter["NW"] == (40,)


@both("8.7.g", "8.7.f")
def test_the_forty_token_at_the_same_distance_costs_a_hundred_and_twenty() -> None:
    """A8, second half."""
    scene = linked(*FROM_SMOLENSK).major("NW", 100, p1=2, token="E9/0").has("NW", 120, tokens=["B4/0"], trains=["4"])
    play = scene.turn("NW", "token").do(to("H8/0"))
    assert play.cash("NW") == 0
    assert play.state.charter["NW"] == ()


@both("8.7.k", "8.7.g", "8.2.d")
@pytest.mark.parametrize(("cash", "enough"), [(80, True), (79, False)])
def test_a_treasury_of_just_the_cost_is_enough_and_no_loan_helps(cash: int, enough: bool) -> None:
    """C039: eighty in the treasury, the city four hexes away."""
    scene = linked(*FROM_KHARKOV).major("NW", 100, p1=2, token="G15/0").has("NW", cash, trains=["4"])
    play = scene.turn("NW", "token")
    assert play.step == ("token" if enough else "run")
    if enough:
        play.do(to("K17/0"))
        assert (play.cash("NW"), play.loans("NW")) == (0, 0)


@pytest.mark.rule("1867:8.7.k", "1867:8.7.g", "1867:8.7.h")
@pytest.mark.parametrize(("cash", "enough"), [(80, True), (79, False)])
def test_c039_in_1867_eighty_are_enough_for_four_hexes(cash: int, enough: bool) -> None:
    """From Sudbury over a town to Ottawa, the only city that is connected."""
    scene = Operation("1867").phase("4")
    for tile in (("F8", "57", 2), ("G9", "9", 2), ("H10", "4", 2), ("I11", "9", 2), ("J12", "621", 2)):
        scene.lay(*tile)
    scene.major("CNR", 100, p1=2, token="F8/0").has("CNR", cash, trains=["4"])
    play = scene.turn("CNR", "token")
    assert play.step == ("token" if enough else "run")
    if enough:
        assert play.offered(PlaceToken) == [to("J12/0", "CNR")]
        play.do(to("J12/0", "CNR"))
        assert (play.cash("CNR"), play.loans("CNR"), play.state.charter["CNR"]) == (0, 0, (40,))


@both("8.7.k", "8.2.d")
def test_a_token_that_costs_too_much_is_refused_with_the_sum() -> None:
    scene = choosing(*FROM_SMOLENSK).treasury("NW", 130)  # 40 a hex: Moscow 120, Tsaritsyn 160
    play = scene.turn("NW", "token")
    assert play.offered(PlaceToken) == [to("H8/0")]
    assert play.refusal(to("K17/0")) == {"too_dear": "8.7.k"}
    assert play.engine.check(play.state, to("K17/0"))[0].values["cost"] == 160


@both("8.7.h", "P.9.2")
def test_the_distance_is_counted_straight_over_the_grid_from_the_nearest_token() -> None:
    # Kharkov is four hexes from Tsaritsyn; a token in Rostov, two hexes away and not joined to it, makes it nearer
    scene = linked(*FROM_KHARKOV).gone("V").major("NW", 100, p1=2, token="G15/0")
    play = scene.has("NW", 200, tokens=["I19/0"], trains=["4"]).turn("NW", "token").do(to("K17/0"))
    assert play.cash("NW") == 200 - 40 * 2
    board = play.rules.board
    assert (board.distance("G15", "K17"), board.distance("I19", "K17")) == (4, 2)


@both("8.7.d", "8.7.i")
@pytest.mark.parametrize(("phase", "open_now"), [("4", False), ("5", True)])
def test_the_home_of_a_minor_never_started_is_kept_until_phase_five(phase: str, open_now: bool) -> None:
    """C058."""
    play = choosing(*FROM_SMOLENSK, phase=phase, home="H8/0").turn("NW", "token")
    assert play.legal(to("K17/0"))
    if open_now:
        play.do(to("E9/0"))
        assert play.where("NW") == ["E9/0", "G15/0", "H8/0"]
    else:
        assert play.refusal(to("E9/0")) == {"place_kept": "8.7.d"}


@both("8.7.i", "8.7.d")
def test_a_token_leaves_room_for_the_reserved_one() -> None:
    """A green Smolensk has two places, one of them kept for MB: one major fits, a second does not."""
    tiles = (("E9", "14", 2), *FROM_SMOLENSK[1:])
    play = choosing(*tiles, home="H8/0").turn("NW", "token").do(to("E9/0"))
    assert play.where("NW") == ["E9/0", "G15/0", "H8/0"]
    play = choosing(*tiles, home="H8/0").major("SW", 90, p2=2, token="E9/0").turn("NW", "token")
    assert play.refusal(to("E9/0")) == {"place_kept": "8.7.d"}


@pytest.mark.rule("1861:8.7.d", "1861:8.7.i")
def test_places_of_the_national_are_kept_too() -> None:
    """St. Petersburg in brown has three places: one is for SPW, one for the state railway."""
    tiles = (("E1", "641", 0), ("E3", "4", 0), ("E5", "9", 0), ("E7", "9", 0), ("E9", "57", 0))
    play = choosing(*tiles).turn("NW", "token").do(to("E1/0"))
    assert "E1/0" in play.where("NW")
    play = choosing(*tiles).major("SW", 90, p2=2, token="E1/0").turn("NW", "token")
    assert play.refusal(to("E1/0")) == {"place_kept": "8.7.d"}
    assert set(play.engine.check(play.state, to("E1/0"))[0].values["kept"]) == {"SPW", "RSR"}


@pytest.mark.rule("1867:8.7.d", "1867:8.7.i")
@pytest.mark.parametrize(("others", "room"), [(2, True), (3, False)])
def test_the_fourth_place_of_gray_montreal_is_kept_for_the_national(others: int, room: bool) -> None:
    """[C13] Until phase 8 the place that comes with the gray tile stays free for CN."""
    scene = Operation("1867").phase("7").lay("K13", "58", 2).lay("J12", "621", 2)
    majors = ("CPR", "C&O", "GTR")[:others]
    for number, name in enumerate(majors):
        scene.major(name, 90 - 10 * number, p2=2, token=f"L12/{number}")
    scene.lay("L12", "X5", 0).lay("L12", "639", 0)
    scene.draft.edit("reservations")["L12"] = ((0, 3, "CN"),)
    scene.major("CNR", 100, p1=2, token="J12/0").has("CNR", 500, trains=["7"])
    play = scene.turn("CNR", "token")
    assert play.step == ("token" if room else "run")
    if room:
        play.do(to("L12/0", "CNR"))
        assert play.where("CNR") == ["J12/0", "L12/0"]


@both("8.7.b")
def test_one_token_a_turn() -> None:
    play = choosing(*FROM_SMOLENSK).turn("NW", "token")
    assert {action.city for action in play.offered(PlaceToken)} == {"H8/0", "K17/0"}
    play.do(to("K17/0"))
    assert play.step == "run"
    assert play.refusal(to("H8/0")).keys() == {"other_step"}


@both("8.7.b")
@pytest.mark.parametrize(
    ("title", "company", "home", "cities", "tiles"),
    [
        ("1861", "NW", "G15/0", ("F18/0", "K17/0"),
         (*FROM_KHARKOV[1:], ("G15", "207", 3), ("G17", "8", 1), ("F18", "57", 1))),
        ("1867", "CNR", "D16/0", ("C17/0", "E15/0"), (("C17", "57", 1), ("D16", "208", 1), ("E15", "57", 1))),
    ],
)  # fmt: skip
def test_with_a_second_token_left_the_step_is_over_all_the_same(
    title: str, company: str, home: str, cities: tuple[str, str], tiles: tuple[tuple[str, str, int], ...]
) -> None:
    scene = Operation(title).phase("5")
    for tile in tiles:
        scene.lay(*tile)
    play = scene.major(company, 100, p1=2, token=home).has(company, 900, trains=["5"]).turn(company, "token")
    assert {action.city for action in play.offered(PlaceToken)} >= set(cities)
    play.do(to(cities[0], company))
    assert play.state.charter[company] == (40,)
    assert play.step == "run"
    assert play.refusal(to(cities[1], company)).keys() == {"other_step"}


@both("8.7.a", "8.4.c")
@pytest.mark.parametrize("title", TITLES)
def test_minors_place_no_tokens(title: str) -> None:
    scene = Operation(title).phase("3")
    if title == "1861":
        for tile in FROM_SMOLENSK:
            scene.lay(*tile)
        name = "MB"
        scene.minor(name, "p1", 60)
    else:
        name = "BO"
        scene.lay("C17", "57", 1).lay("D16", "621", 1).minor(name, "p1", 60, token="C17/0")
    play = scene.has(name, 500, trains=["2"]).turn(name, "redeem")
    assert play.step == "track"  # nor do they redeem
    play.done()
    assert play.step == "run"
    assert play.rules.companies[name].tokens == (0,)


@both("8.7.j", "P.9.5")
def test_one_token_a_hex_whatever_its_cities() -> None:
    """Track leads out of Moscow's first city and back into its second, which is open."""
    scene = choosing(("H8", "637", 0), ("G9", "7", 3), ("G7", "30", 5), home="H8/0").gone("N")
    play = scene.turn("NW", "token")
    assert ("H8", 1) in play.rules.reach(play.state, "NW").nodes
    assert play.refusal(to("H8/1")) == {"token_in_hex": "8.7.j"}


@both("8.7.e", "8.7.j", "8.7.c")
def test_the_city_must_be_reached_and_open_and_new_to_the_major() -> None:
    play = choosing().turn("NW", "token")
    assert play.refusal(to("H8/0")) == {"not_connected": "8.7.e"}
    assert play.refusal(to("E9/0")) == {"token_in_hex": "8.7.j", "city_full": "8.7.c"}
    play = choosing(("G15", "208", 2)).turn("NW", "token")
    assert play.refusal(to("G15/0")) == {"token_in_hex": "8.7.j", "place_kept": "8.7.d"}


@both("8.7.c")
def test_the_last_place_may_be_taken_and_no_more() -> None:
    brown = (*FROM_SMOLENSK[:3], ("H8", "638", 0))
    scene = choosing(*brown, phase="5").major("SW", 90, p2=2, token="H8/0").major("SE", 80, p3=2, token="H8/0")
    play = scene.turn("NW", "token").do(to("H8/0"))
    assert "H8/0" in play.where("NW")
    scene = choosing(*brown, phase="5").major("SW", 90, p2=2, token="H8/0").major("SE", 80, p3=2, token="H8/0")
    play = scene.gone("N", "MNN").major("MK", 70, p2=2, token="H8/0").turn("NW", "token")
    assert play.refusal(to("H8/0")) == {"city_full": "8.7.c"}


@pytest.mark.parametrize(
    "city", ["", "H8", "H8/", "H8/9", "H8/-1", "H8/0/0", "Z9/0", "H10/0", "H8/00000000001", "A9/0"]
)
def test_what_is_no_city_is_told_so(city: str) -> None:
    scene = linked(*FROM_SMOLENSK).major("NW", 100, p1=2, token="E9/0").has("NW", 100)
    assert scene.turn("NW", "token").refusal(to(city)) == {"no_such_city": ""}


@both("8.7.b")
def test_wrong_company_and_wrong_step() -> None:
    """C016 for tokens."""
    scene = linked(*FROM_SMOLENSK).major("NW", 100, p1=2, token="E9/0").has("NW", 100)
    scene.major("SW", 90, p2=2, token="D20/0").has("SW", 300)
    play = scene.turn("NW", "token")
    for entity in ("SW", "p1", "RSR"):
        assert play.refusal(to("H8/0", entity)).keys() >= {"not_your_turn"}
    assert play.refusal(to("H8/0", "nobody")).keys() == {"no_such_entity"}
    assert play.engine.check(play.state, to("H8/0"), seat="p2")[0].code == "not_yours"
