"""Tokens in a company's turn [9]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import Scene1856, rule
from towpath.rail.actions import PlaceHome, PlacePrivateToken, PlaceToken, TakeLoan
from towpath.rail.tokens import open_places


def line(phase: str = "3") -> Scene1856:
    """Guelph (WGB), J13 and Brantford (BB's home) in one line, all with one space."""
    scene = Scene1856().phase(phase).company("WGB", 80, p1=6, p2=2)
    return scene.lay("J11", "57", 0).lay("J13", "57", 0).lay("J15", "57", 0)


def put(company: str, city: str) -> PlaceToken:
    return PlaceToken(entity=company, city=city)


@rule("9.1.a", "P.9.1.a")
def test_the_second_token_costs_40_and_every_other_100() -> None:
    rules = Scene1856().rules
    assert {company.id: company.tokens for company in rules.data.companies if company.kind == "major"} == {
        "BB": (0, 40, 100), "CA": (0, 40, 100), "CPR": (0, 40, 100, 100), "CVR": (0, 40, 100), "GT": (0, 40, 100, 100),
        "GW": (0, 40, 100, 100), "LPS": (0, 40), "TGB": (0, 40), "THB": (0, 40), "WR": (0, 40, 100), "WGB": (0, 40),
    }  # fmt: skip
    play = line().company("BB", 70, p2=6, token="J15/0").has("BB", 500).turn("BB", "token")
    play.do(put("BB", "J13/0"))
    assert (play.cash("BB"), play.state.charter["BB"]) == (460, (100,))
    scene = line().company("BB", 70, p2=6, token="J15/0").has("BB", 500, tokens=["H15/0"])
    play = scene.turn("BB", "token").do(put("BB", "J13/0"))
    assert (play.cash("BB"), play.state.charter["BB"]) == (400, ())


@rule("9.1.a", "P.5.7.a")
def test_the_home_token_costs_nothing() -> None:
    play = Scene1856().phase("2").company("WGB", 80, operated=False, p1=6).has("WGB", 30).turn("WGB")
    assert play.where("WGB") == ["J11/0"]
    assert (play.cash("WGB"), play.state.charter["WGB"]) == (30, (40,))


@rule("P.9.1.a")
def test_one_token_a_turn_in_a_city_that_is_reached() -> None:
    play = line().has("WGB", 500).turn("WGB", "token")
    assert set(play.offered(PlaceToken)) == {put("WGB", "J13/0")}
    assert play.refusal(put("WGB", "H15/0")) == {"not_connected": "P.9.1.a"}
    play.do(put("WGB", "J13/0"))
    assert play.step != "token"
    assert play.refusal(put("WGB", "J13/0"))


@rule("P.9.1.a")
def test_the_city_needs_room() -> None:
    scene = line().company("BB", 70, p2=6, token="J15/0").has("BB", 0, tokens=["J13/0"])
    play = scene.has("WGB", 500).turn("WGB", "token")
    assert play.step != "token"
    assert open_places(play.rules, play.state, "WGB") == []


@rule("P.9.1.b")
def test_no_two_tokens_in_one_hex() -> None:
    other = line().lay("J11", "14", 0).has("WGB", 500).turn("WGB", "token")
    assert other.refusal(put("WGB", "J11/0")).get("token_in_hex") == "P.9.1.b"


@rule("P.9.1.c")
@pytest.mark.parametrize(("cash", "offered"), [(39, False), (40, True)])
def test_the_treasury_pays(cash: int, offered: bool) -> None:
    play = line("6").has("WGB", cash).turn("WGB", "token")
    assert (play.step == "token" and put("WGB", "J13/0") in play.offered(PlaceToken)) == offered


@rule("P.9.1.c", "P.6.2.a")
def test_a_loan_may_pay_for_it() -> None:
    play = line().has("WGB", 0).turn("WGB", "token")
    assert play.refusal(put("WGB", "J13/0")) == {"too_dear": "P.9.1.c"}
    play.do(TakeLoan(entity="WGB"), put("WGB", "J13/0"))
    assert play.cash("WGB") == 100 - 40 - 10
    assert play.happened("interest") == [{"company": "WGB", "treasury": 10, "run": 0, "president": 0}]


@rule("P.9.1.c")
def test_a_token_has_to_be_left_on_the_charter() -> None:
    scene = line().has("WGB", 500, tokens=["H15/0"])
    play = scene.turn("WGB", "token")
    assert play.state.charter["WGB"] == ()
    assert play.step != "token"


@rule("P.9.2.a")
@pytest.mark.parametrize(("tile", "free"), [("57", False), ("14", True)])
def test_a_place_is_kept_for_a_company_that_has_yet_to_come(tile: str, free: bool) -> None:
    """BB has not placed its home token: with one space nobody else comes in, with two one other."""
    scene = Scene1856().phase("3").company("WGB", 80, p1=6).lay("J11", "57", 0).lay("J13", "9", 0).lay("J15", tile, 0)
    play = scene.has("WGB", 500).turn("WGB", "token")
    assert (play.step == "token" and put("WGB", "J15/0") in play.offered(PlaceToken)) == free
    if free:
        assert play.do(put("WGB", "J15/0")).tokens("J15") == {(0, "WGB")}
        again = Scene1856().phase("3").company("WGB", 80, p1=6).company("TGB", 70, p2=6)
        again.lay("J11", "57", 0).lay("J13", "9", 0).lay("J15", tile, 0).has("TGB", 0, tokens=["J15/0"])
        later = again.has("WGB", 500).turn("WGB", "token")
        assert later.step != "token"
        assert open_places(later.rules, later.state, "WGB") == []


@rule("P.9.2.a")
def test_a_place_of_a_company_with_either_city_as_its_home() -> None:
    """THB has not chosen its city in Hamilton: one of the two is kept for it."""
    scene = Scene1856().phase("3").company("WR", 80, p1=6).lay("L15", "59", 0).has("WR", 0, tokens=["L15/0"])
    play = scene.company("THB", 70, operated=False, p2=6).has("THB", 100).turn("THB")
    assert play.where("THB") == ["L15/1"]
    play = (
        Scene1856().phase("3").company("THB", 70, operated=False, p2=6).lay("L15", "59", 0).has("THB", 100).turn("THB")
    )
    assert {action.city for action in play.offered(PlaceHome)} == {"L15/0", "L15/1"}


def kitchener(**options: str) -> Scene1856:
    scene = Scene1856(**options).phase("3").lay("I12", "59", 0).company("WGB", 80, p1=6).has("WGB", 10)
    return scene.private("WSRC", "WGB")


@rule("9.3.a", "12.7.b")
def test_the_private_brings_a_token_of_the_charter_for_nothing() -> None:
    play = kitchener().turn("WGB", "token")
    play.do(PlacePrivateToken(entity="WGB", private="WSRC", city="I12/0"))
    assert play.where("WGB") == ["I12/0", "J11/0"]
    assert (play.cash("WGB"), play.state.charter["WGB"]) == (10, ())


@rule("9.3.a", "P.9.1.a")
def test_c038_the_private_token_is_the_token_of_the_turn() -> None:
    """C038: no other station this turn; refused before the track step is over and after the token step."""
    scene = kitchener().lay("J11", "57", 0).lay("J13", "57", 0).has("WGB", 200)
    early = scene.turn("WGB", "track")
    private = PlacePrivateToken(entity="WGB", private="WSRC", city="I12/1")
    assert early.refusal(private)
    while early.step == "track":
        early.done()
    early.do(private)
    assert early.step != "token"
    assert early.refusal(put("WGB", "J13/0"))
    late = kitchener().has("WGB", 200).turn("WGB", "trains")
    assert late.step == "trains"
    assert late.refusal(private)


@rule("P.9.3.a")
def test_without_a_token_left_there_is_none_from_the_private() -> None:
    """A31."""
    play = kitchener().has("WGB", 10, tokens=["H15/0"]).turn("WGB", "token")
    assert play.offered(PlacePrivateToken) == []
    assert play.step != "token"
    assert play.where("WGB") == ["H15/0", "J11/0"]
