"""Starting majors in a stock round, and where they may begin [7.4; sheet 5.12, 5.13]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Scene, both
from tests.rail.stock_scenes import CITY, X, Y, buy, home, no, scene, sell, start
from towpath.rail import nationalization
from towpath.rail.actions import Bid, PlaceHome, StartMajor
from towpath.rail.homes import MajorHomes, all_cities, spot


@both("7.4.f", "7.4.g", "7.4.j", "7.4.k", "7.4.l", "P.5.12")
@pytest.mark.parametrize("title", TITLES)
def test_a_major_is_started_for_twice_its_price(title: str) -> None:
    major = X[title]
    base = scene(title)
    cell = base.cell(150)
    game = base.stock_round().play()
    prices = [
        game.rules.market.cells[action.cell].price for action in game.offered(StartMajor) if action.company == major
    ]
    assert prices == [70, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200]
    assert game.refusal(start("p1", major, base.cell(65))) == {"no_start_cell": "7.4.j"}
    assert game.refusal(start("p1", major, base.cell(220))) == {"no_start_cell": "7.4.j", "too_dear": "7.4.d"}
    game.do(start("p1", major, cell))
    assert game.turn == (major,)
    assert game.rules.controller(game.state, major) == "p1"
    assert (game.cash("p1"), game.cash(major), game.price(major)) == (120, 300, 150)
    assert (game.shares(major, "p1"), game.shares(major, major)) == (2, 8)
    game.do(home(major, CITY[title][0]))
    assert game.state.charter[major] == (20, 40)
    assert game.tokens(CITY[title][0].split("/")[0]) == {(0, major)}
    assert (game.state.homes[major], game.turn) == (CITY[title][0].split("/")[0], ("p2",))
    assert not game.state.operated.get(major, False)
    game.do(buy("p2", major))
    assert game.refusal(start("p3", major, cell)) == {"not_startable": "7.4.f"}


@both("7.4.f", "7.4.d", "7.4.k")
@pytest.mark.parametrize("title", TITLES)
def test_no_major_is_started_before_phase_4_or_without_twice_the_price(title: str) -> None:
    major, cell = X[title], scene(title).cell(100)
    game = scene(title).phase("3").stock_round().play()
    assert game.refusal(start("p1", major, cell)) == {"too_early": "7.4.f"}
    game = scene(title).cash(p1=199).stock_round().play()
    assert game.refusal(start("p1", major, cell)) == {"too_dear": "7.4.d"}
    assert game.refusal(start("p1", "N" if title == "1861" else "BO", cell)) == {
        "not_startable": "7.4.f",
        "too_dear": "7.4.d",
    }
    assert game.refusal(start("p1", major, 99)) == {"no_such_cell": ""}
    assert game.refusal(start("p1", "B&O", cell)) == {"no_such_company": ""}


@both("P.5.12", "7.4.f")
@pytest.mark.parametrize("title", TITLES)
def test_a_major_that_came_back_is_started_again_and_has_not_operated(title: str) -> None:
    major = X[title]
    base = scene(title)
    base.draft.edit("operated")[major] = True
    game = (
        base.stock_round().play().do(start("p1", major, base.cell(70)), home(major, CITY[title][0]), no("p2"), no("p3"))
    )
    assert game.refusal(sell("p1", major, 1)) == {"not_operated": "7.3.3.e", "nobody_to_preside": "7.3.3.b"}


@both("P.5.13.a", "P.5.13.b", "7.4.g")
@pytest.mark.parametrize("title", TITLES)
def test_a_home_is_a_city_that_is_empty_and_not_reserved(title: str) -> None:
    major = X[title]
    base = scene(title).major(Y[title], 100, p2=2, token=CITY[title][0])
    keep_for(base, "V" if title == "1861" else "THB", CITY[title][2])
    game = base.stock_round().play().do(start("p1", major, base.cell(70)))
    assert game.refusal(home(major, CITY[title][0])) == {"city_occupied": "P.5.13.a"}
    assert game.refusal(home(major, CITY[title][2])) == {"city_reserved": "P.5.13.b"}
    assert game.refusal(home(major, "A1/0")) == {"no_such_city": ""}
    game.do(home(major, CITY[title][1]))


@pytest.mark.rule("1861:P.5.13.b")
def test_c058_a_minor_s_reserved_home_is_no_home_for_a_major() -> None:
    game = scene("1861").stock_round().play().do(start("p1", "NW", scene("1861").cell(70)))
    for city in ("I13/0", "E1/0", "E1/1", "H8/1", "D14/2"):
        assert game.refusal(home("NW", city))["city_reserved"] == "P.5.13.b"
    ended = scene("1861").phase("5").gone("MV").stock_round().play().do(start("p1", "NW", scene("1861").cell(70)))
    ended.do(home("NW", "I13/0"))


def kazan_joined() -> Scene:
    """1861 with track from Nizhnii Novgorod (K7) to Kazan (M7)."""
    return scene("1861").tile("L8", "8", 2).tile("M7", "6", 1)


def london_joined() -> Scene:
    """1867 with track from London (C17) to Berlin (D16)."""
    return scene("1867").tile("C17", "5", 3).tile("D16", "202", 1)


@both("7.4.g")
def test_a_connected_city_is_no_home_while_there_is_an_unconnected_one() -> None:
    for base, major, joined, alone in (
        (kazan_joined(), "NW", ("K7/0", "M7/0"), "L12/0"),
        (london_joined(), "CNR", ("C17/0", "D16/0"), "E17/0"),
    ):
        game = base.stock_round().play().do(start("p1", major, base.cell(70)))
        for city in joined:
            assert game.refusal(home(major, city)) == {"city_connected": "7.4.g"}
            assert [reason.waivable for reason in game.engine.check(game.state, home(major, city))] == [True]
        game.do(home(major, alone))


@pytest.mark.rule("1861:7.4.h")
def test_a43_c035_in_1861_without_an_unconnected_city_no_major_starts() -> None:
    base = kazan_joined()
    keep_for(base, "V", *others(base, "K7/0", "M7/0"))
    game = base.stock_round().play()
    assert game.refusal(start("p1", "NW", base.cell(70))) == {"no_home": "7.4.h"}
    assert game.cash("p1") == 420


@pytest.mark.rule("1867:7.4.h", "1867:7.4.i")
def test_a43_c035_in_1867_without_an_unconnected_city_any_empty_one_will_do() -> None:
    base = london_joined().major("CPR", 100, p2=2, token="E17/0")
    keep_for(base, "THB", *others(base, "C17/0", "D16/0"))
    base.stock_round().play().do(start("p1", "CNR", base.cell(70)), home("CNR", "C17/0"))
    keep_for(base, "THB", "C17/0", "D16/0")
    game = base.play()
    assert game.refusal(start("p1", "CNR", base.cell(70))) == {"no_home": "7.4.i"}


@pytest.mark.rule("1867:P.5.13.c", "1867:7.2.1.d")
def test_a42_c035_a_major_needs_all_of_montreal_a_minor_one_city() -> None:
    base = scene("1867").minor("CV", "p2", 50, token="L12/0")
    keep_for(base, "THB", *others(base, "L12/0", "L12/1", "L12/2", "F16/1"))
    game = base.stock_round().play()
    assert game.refusal(start("p1", "CNR", base.cell(70))) == {"no_home": "7.4.i"}
    game.do(Bid(entity="p1", target="BO", price=100, city="L12/1"))
    printed = scene("1867", profile="rulebook").minor("CV", "p2", 50, token="L12/0").stock_round().play()
    printed.do(start("p1", "CNR", base.cell(70)), home("CNR", "L12/1"))


@pytest.mark.rule("1867:P.5.13.c", "1867:7.2.1.f", "1867:P.5.4.a", "1867:P.5.4.b")
@pytest.mark.parametrize("profile", ["own", "designer", "18xx.games"])
def test_a42_a_major_never_in_toronto_and_in_montreal_only_when_it_is_empty(profile: str) -> None:
    base = scene("1867", profile=profile)
    game = base.stock_round().play().do(start("p1", "CNR", base.cell(70)))
    assert game.refusal(home("CNR", "F16/0")) == {"city_occupied": "P.5.13.a"}
    assert game.refusal(home("CNR", "F16/1"))["hex_occupied"] == "P.5.13.c"
    empty = {choice.city for choice in game.offered(PlaceHome)}
    assert {city for city in empty if city.startswith("L12")} == {"L12/0", "L12/1", "L12/2"}
    game.do(home("CNR", "L12/2"))
    other = base.minor("CV", "p2", 50, token="L12/0").stock_round().play().do(start("p1", "CNR", base.cell(70)))
    assert not {choice.city for choice in other.offered(PlaceHome)} & {"L12/0", "L12/1", "L12/2"}


@pytest.mark.rule("1867:P.5.4.a", "1867:10.1.E.e")
def test_a42_a_city_of_montreal_that_a_nationalization_emptied_is_a_home() -> None:
    base = scene("1867").phase("3").token("CN", "L12/2")
    base.minor("CV", "p2", 50, token="L12/0").minor("CS", "p3", 50, token="L12/1")
    assert base.stock_round().play().refusal(Bid(entity="p1", target="BO", price=100, city="L12/1"))
    nationalization.nationalize(base.rules, base.draft, "CS")
    base.play().do(Bid(entity="p1", target="BO", price=100, city="L12/1"))


@both("7.4.g")
def test_a_town_does_not_connect_a_city_unless_the_switch_says_so() -> None:
    def kazan(**options: str) -> Scene:
        return scene("1861", **options).tile("M7", "57", 0).tile("M9", "4", 0)

    assert MajorHomes(kazan().rules).unconnected(kazan().draft, ("M7", 0))
    switched = kazan(unconnected_any_centre="on")
    assert not MajorHomes(switched.rules).unconnected(switched.draft, ("M7", 0))


def keep_for(base: Scene, company: str, *cities: str) -> None:
    """Reserve every place of some cities for a company."""
    table = base.draft.edit("reservations")
    for city in cities:
        hex_id, _, index = city.partition("/")
        slots = base.rules.tile_at(base.draft, hex_id).stops[int(index)].slots
        table[hex_id] = (*table.get(hex_id, ()), *((int(index), slot, company) for slot in range(slots)))


def others(base: Scene, *keep: str) -> list[str]:
    """All cities but some."""
    return [spot(node) for node in all_cities(base.rules, base.draft) if spot(node) not in keep]
