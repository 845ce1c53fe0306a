"""Tokens of absorbed companies are replaced by the CGR's ten [14.10]."""

from __future__ import annotations

import pytest

from tests.t1856.forming import CGR, Forming
from tests.t1856.scenes import Scene1856, rule
from towpath.rail.actions import Pass, PlaceToken
from towpath.titles.t1856.cgr_tokens import NationalTokens

HOMES = {
    "LPS": "C14", "TGB": "K8", "WGB": "J11", "BB": "J15", "CA": "D17", "WR": "O16", "GW": "F15", "CPR": "M4", "THB": "L15",
    "CVR": "N11",
}  # fmt: skip


def replacing(*companies: str, **options: str) -> Forming:
    """p1's companies owe more than p1 has."""
    scene = Forming(**options)
    for name in companies:
        scene.owing(name, 80, p1=4)
    return scene.cash(p1=0)


def put(city: str) -> PlaceToken:
    return PlaceToken(entity=CGR, city=city)


@rule("14.10.a", "P.14.10.a", "P.14.10.c")
def test_every_token_is_replaced_free_of_charge() -> None:
    scene = replacing("LPS", "TGB")
    scene.token("LPS", "H15/0").token("TGB", "G12/0")
    play = scene.bought()
    assert play.over
    assert play.where(CGR) == ["C14/0", "G12/0", "H15/0", "K8/0"]
    assert play.state.charter[CGR] == (100,) * 6
    assert play.cash(CGR) == 0
    assert play.where("LPS") == play.where("TGB") == []
    assert play.state.charter["LPS"] == ()


@rule("14.10.b", "P.14.10.b")
def test_two_absorbed_companies_in_one_city() -> None:
    """The other space of the city is free again."""
    scene = replacing("LPS", "TGB").lay("H15", "14", 0)
    scene.token("LPS", "H15/0").token("TGB", "H15/0").company("CPR", 80, p2=4)
    play = scene.bought()
    assert play.over
    assert play.tokens("H15") == {(0, CGR)}
    assert len(play.state.tokens["H15"]) == 1
    assert len(play.state.charter[CGR]) == 7


@rule("14.10.b", "P.14.10.b")
@pytest.mark.parametrize("city", [0, 1])
def test_of_two_cities_on_a_tile_its_president_chooses_one(city: int) -> None:
    scene = replacing("LPS", "TGB").lay("I12", "59", 0)
    play = scene.token("LPS", "I12/0").token("TGB", "I12/1").bought()
    assert play.choosing_tokens
    assert play.turn == (CGR,)
    assert set(play.offered(PlaceToken)) == {put("I12/0"), put("I12/1")}
    assert play.refusal(Pass(entity=CGR)) == {"must_replace": "P.14.10.c"}
    play.do(put(f"I12/{city}"))
    assert play.over
    assert play.tokens("I12") == {(city, CGR)}


@rule("P.14.10.b", "14.10.b")
def test_a_home_beats_another_token_on_its_tile() -> None:
    scene = replacing("LPS").lay("L15", "59", 0).owing("THB", 80, p1=4).cash(p1=0)
    play = scene.token("LPS", "L15/1").bought()
    assert play.over
    assert play.tokens("L15") == {(0, CGR)}
    assert play.where(CGR) == ["C14/0", "L15/0"]


@rule("14.10.a", "P.14.10.a")
def test_ten_in_all_homes_first_then_what_its_president_chooses() -> None:
    scene = replacing("CPR", "GW", "CA", "WR")
    others = {
        "CPR": ("L13/0", "P9/0", "K8/0"), "GW": ("H15/0", "G12/0", "I8/0"), "CA": ("J13/0", "J15/0"),
        "WR": ("B19/0", "F17/0"),
    }  # fmt: skip
    scene.gone("TGB", "BB").lay("P9", "14", 0)
    for name, cities in others.items():
        for city in cities:
            scene.token(name, city)
    play = scene.bought()
    assert play.choosing_tokens
    assert play.where(CGR) == ["D17/0", "F15/0", "M4/0", "O16/0"]
    assert play.refusal(put("F15/0"))
    assert play.refusal(put("I12/0")) == {"no_token_there": "14.10.a"}
    chosen = ("L13/0", "P9/0", "K8/0", "G12/0", "J15/0", "F17/0")
    play.do(*map(put, chosen))
    assert play.over
    assert play.where(CGR) == sorted([*chosen, "D17/0", "F15/0", "M4/0", "O16/0"])
    assert play.state.charter[CGR] == ()
    assert play.tokens("H15") == set()
    assert play.tokens("P9") == {(0, "GT"), (0, CGR)}


@rule("P.14.10.c")
def test_when_all_fit_nothing_is_asked() -> None:
    scene = replacing("CPR", "GW", "CA")
    for name, cities in {"CPR": ("L13/0", "I8/0", "J13/0"), "GW": ("H15/0", "G12/0"), "CA": ("F17/0", "B19/0")}.items():
        for city in cities:
            scene.token(name, city)
    play = scene.bought()
    assert play.over
    assert len(play.where(CGR)) == 10


@rule("14.10.a", "14.2.c")
def test_of_eleven_homes_one_is_left_out() -> None:
    scene = replacing(*HOMES).loans("GT", 1)
    play = scene.bought()
    assert play.choosing_tokens
    assert len(play.offered(PlaceToken)) == 11
    while play.choosing_tokens:
        play.do(next(action for action in play.offered(PlaceToken) if action.city != "N11/0"))
    assert play.over
    assert play.tokens("N11") == set()
    assert len(play.where(CGR)) == 10
    assert play.own.limit_left == 1


@rule("P.14.10.c", "14.10.a")
def test_with_the_printed_summary_alone_others_may_be_left_out_but_no_home() -> None:
    """[C17]."""
    scene = replacing("LPS", "TGB", cgr_tokens_compulsory="off")
    play = scene.token("LPS", "H15/0").token("TGB", "G12/0").bought()
    assert play.choosing_tokens
    assert play.where(CGR) == ["C14/0", "K8/0"]
    play.do(put("G12/0"), Pass(entity=CGR))
    assert play.over
    assert play.where(CGR) == ["C14/0", "G12/0", "K8/0"]
    assert play.tokens("H15") == set()
    assert len(play.state.charter[CGR]) == 7


@rule("P.14.10.a", "14.10.b")
def test_no_choice_where_the_only_other_token_lies_on_a_replaced_tile() -> None:
    scene = replacing("LPS", "WGB").lay("J11", "14", 0).token("LPS", "J11/0")
    play = scene.bought()
    assert play.over
    assert play.where(CGR) == ["C14/0", "J11/0"]
    assert len(play.state.tokens["J11"]) == 1


@rule("14.10.c", "P.9.1.b")
def test_a_token_left_over_costs_100_when_it_is_laid() -> None:
    scene = replacing("WGB").lay("J11", "57", 0).lay("J13", "57", 0)
    scene.has("WGB", 50)
    first = scene.bought()
    assert first.where(CGR) == ["J11/0"]
    play = first.national_turn("token", cash=150).do(put("J13/0"))
    assert play.where(CGR) == ["J11/0", "J13/0"]
    assert play.cash(CGR) == 50
    assert play.state.charter[CGR] == (100,) * 8
    short = first.national_turn("token", cash=99)
    assert short.step != "token" or short.offered(PlaceToken) == []


@rule("14.10.a")
def test_the_president_of_the_national_chooses_not_that_of_an_absorbed_company() -> None:
    scene = Forming().owing("LPS", 80, p2=6, p1=2).owing("TGB", 80, p1=3, p2=2).cash(p1=0, p2=0).lay("I12", "59", 0)
    play = scene.token("LPS", "I12/0").token("TGB", "I12/1").priority("p3").bought()
    assert isinstance(play.state.frame, NationalTokens)
    assert play.president(CGR) == "p2"
    assert play.engine.seats_to_act(play.state) == ("p2",)


def test_scene_places_homes() -> None:
    """The homes that these tests rely on are those of the title."""
    rules = Scene1856().rules
    assert {(rules.companies[name].home or "").partition("/")[0] for name in HOMES} == set(HOMES.values())
