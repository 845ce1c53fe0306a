"""What happens to companies and privates that the national railway takes over [10; sheet 17]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Scene, both
from tests.rail.situations import brown_moscow, first_train, in_round, nationalized, trains_of
from towpath.rail import loans, national_tokens, nationalization
from towpath.rail.actions import BuyShare, PlaceHome, StartMajor
from towpath.rail.state import BANK, CLOSED, EXPORTED, POOL

ELSEWHERE = {
    "1861": ("B4/0", "D20/0", "G15/0", "I13/0", "E9/0", "H18/0", "I19/0"),
    "1867": ("D8/0", "E15/0", "E17/0", "N12/0", "G15/0", "J12/0", "F8/0"),
}


def column(title: str, players: int = 3, **options: str) -> Scene:
    return Scene(title, players, market="column", **options)


def crowded_out(scene: Scene, spare: int) -> Scene:
    """Let the national have so many tokens left for places that are not kept for it."""
    names = {company.home: company.id for company in scene.rules.data.companies if company.home}
    for spot in ELSEWHERE[scene.rules.title][: scene.rules.data.national.elsewhere - spare]:
        scene.gone(*([names[spot]] if spot in names else []))
        scene.token(scene.rules.national, spot)
    return scene


# Loans, price and payment


@both("10.1.A", "10.1.B", "10.1.D.a", "10.1.D.b")
@pytest.mark.parametrize("title", TITLES)
def test_c001_a_loan_that_exactly_fifty_can_repay_costs_no_steps(title: str) -> None:
    minor = {"1861": "RO", "1867": "BO"}[title]
    scene = column(title).phase("4").minor(minor, "p1", 135, token={"1867": "D8/0"}.get(title, ""))
    play = nationalized(scene.cash(p1=0).treasury(minor, 50).loans(minor, 1), minor)
    assert play.cash("p1") == 2 * 120
    assert play.cash(minor) == 0
    assert play.cash(play.rules.national) == 0
    assert minor not in play.state.loans
    assert play.state.standing[minor] == "gone"


@pytest.mark.rule("1861:10.1.C", "1861:10.1.E.a", "1861:10.1.E.c")
@pytest.mark.parametrize(("minor", "cash"), [("SV", 2), ("V", 41)])
def test_a18_two_loans_left_are_two_more_steps(minor: str, cash: int) -> None:
    scene = Scene("1861", 3, market="grid").phase("4").minor(minor, "p2", 70, 5, 3)
    play = nationalized(scene.cash(p2=0).treasury(minor, cash).loans(minor, 2), minor)
    assert play.cash("p2") == 2 * 55
    assert play.cash("RSR") == cash
    assert not play.state.loans


@pytest.mark.rule("1861:10.1.B")
def test_a19_without_loans_one_step_on_the_grid() -> None:
    play = nationalized(Scene("1861", 3, market="grid").minor("Y", "p3", 45, 7, 0).cash(p3=0), "Y")
    assert play.cash("p3") == 80


@pytest.mark.rule("1861:10.1.C", "1861:10.1.E.c")
def test_a20_one_loan_from_the_start_of_a_row() -> None:
    scene = Scene("1861", 3, market="grid").minor("TR", "p1", 110, 2, 4).cash(p1=0, TR=1).loans("TR", 1)
    play = nationalized(scene, "TR")
    assert (play.cash("p1"), play.cash("RSR")) == (180, 1)


@pytest.mark.rule("1861:10.1.E.c", "1861:P.15.5", "1861:10.1.E.d")
def test_a21_before_phase_4_the_state_railway_only_collects() -> None:
    play = nationalized(column("1861").phase("3").minor("OK", "p1", 90).cash(p1=0, OK=21).loans("OK", 1), "OK")
    assert (play.cash("p1"), play.cash("RSR")) == (140, 21)
    assert play.tokens("D20") == {(0, "RSR")}


@pytest.mark.rule("1867:10.1.C", "1867:10.1.E.a")
def test_a22_in_1867_each_loan_is_two_steps() -> None:
    play = nationalized(column("1867").minor("QLS", "p1", 70, token="D8/0").cash(p1=0).loans("QLS", 2), "QLS")
    assert play.cash("p1") == 2 * 45
    assert not play.state.loans


@pytest.mark.rule("1867:8.13.c", "1867:8.13.d", "1867:P.17.4.a", "1867:2.h")
def test_a23_what_is_left_goes_to_the_bank_and_toronto_has_its_token() -> None:
    scene = column("1867").minor("BO", "p1", 55, token="F16/1")
    scene.cash(p1=0, BO=56).loans("BO", 1)
    bank = scene.draft.cash[BANK]
    play = nationalized(scene, "BO")
    assert play.cash("p1") == 100
    assert play.cash(BANK) == bank + 56 - 100
    assert play.cash("CN") == 0
    assert play.tokens("F16") == {(0, "CN")}
    assert len(play.state.charter["CN"]) == 7


@both("8.10.c", "P.17.3")
@pytest.mark.parametrize(("title", "price"), [("1861", 90), ("1867", 45)])
def test_a32_above_the_loan_limit_a_major_falls_far(title: str, price: int) -> None:
    major = {"1861": "NW", "1867": "GTR"}[title]
    spot = {"1861": "E9/0", "1867": "D8/0"}[title]
    scene = column(title).gone(*{"1861": ["MB"]}.get(title, [])).major(major, 200, p1=4, p2=2, pool=1, token=spot)
    scene.cash(p1=0, p2=0).treasury(major, 30).loans(major, 7)
    loans.settle_or_nationalize(scene.rules, scene.draft, major, 7)
    play = scene.play()
    assert (play.cash("p1"), play.cash("p2")) == (4 * price, 2 * price)
    assert major not in play.state.loans


@both("P.17.5")
@pytest.mark.parametrize("title", TITLES)
def test_the_lowest_price_is_35(title: str) -> None:
    minor = {"1861": "RO", "1867": "BO"}[title]
    scene = column(title).minor(minor, "p1", 40, token={"1867": "D8/0"}.get(title, "")).cash(p1=0).loans(minor, 2)
    assert nationalized(scene, minor).cash("p1") == 70


@both("14.b")
@pytest.mark.parametrize(("title", "price"), [("1861", 25), ("1867", 15)])
def test_without_a_lowest_price_each_step_beyond_takes_five_off(title: str, price: int) -> None:
    minor = {"1861": "RO", "1867": "BO"}[title]
    scene = column(title, no_price_floor="on").minor(minor, "p1", 40, token={"1867": "D8/0"}.get(title, ""))
    assert nationalized(scene.cash(p1=0).loans(minor, 2), minor).cash("p1") == 2 * price


@pytest.mark.rule("1861:14.b")
def test_without_a_lowest_price_nothing_is_paid_below_nothing() -> None:
    scene = column("1861", no_price_floor="on").gone("MB").major("NW", 35, p1=2, token="E9/0")
    assert nationalized(scene.cash(p1=0).loans("NW", 9), "NW").cash("p1") == 0


# What it leaves


@both("10.1.E.f", "P.17.3")
@pytest.mark.parametrize("title", TITLES)
def test_a_nationalized_major_may_start_again(title: str) -> None:
    major, spot = {"1861": ("NW", "E9/0"), "1867": ("GTR", "D8/0")}[title]
    scene = column(title).gone(*{"1861": ["MB"]}.get(title, [])).major(major, 150, p1=3, pool=2, token=spot)
    play = nationalized(scene.cash(p1=0), major)
    assert play.cash("p1") == 3 * 135
    assert all(play.state.certificates[cert] == BANK for cert in play.rules.certificates[major])
    assert play.state.charter[major] == (0, 20, 40)
    assert play.state.standing[major] == "unstarted"
    assert not play.state.operated.get(major, False)
    assert major not in play.state.cells
    assert major not in play.state.homes


@pytest.mark.rule("1861:10.1.E.b")
def test_trains_and_privates_go_to_the_state_railway() -> None:
    play = nationalized(column("1861").minor("RO", "p1", 60).train("2", "RO").private("BSS", "RO"), "RO")
    assert trains_of(play, "RSR") == ["2"]
    assert play.state.privates["BSS"] == "RSR"


@pytest.mark.rule("1867:10.1.E.b")
@pytest.mark.parametrize("profile", ["own", "18xx.games"])
def test_the_canadian_national_takes_trains_and_privates_out_of_play(profile: str) -> None:
    scene = column("1867", profile=profile).minor("BO", "p1", 60, token="D8/0").train("2", "BO").private("QB", "BO")
    play = nationalized(scene, "BO")
    assert play.state.trains["2-0"] == EXPORTED
    assert play.state.privates["QB"] == CLOSED


@pytest.mark.rule("1861:15.2.a", "1861:14.e")
def test_a_state_railway_that_exports_has_no_treasury() -> None:
    scene = column("1861", train_exports="on").minor("RO", "p1", 60).cash(RO=33).train("2", "RO")
    bank = scene.draft.cash[BANK]
    play = nationalized(scene, "RO")
    assert play.cash("RSR") == 0
    assert play.cash(BANK) == bank + 33 - 110
    assert trains_of(play, "RSR") == ["2"]
    assert play.tokens("B4") == {(0, "RSR")}


@both("10.a")
@pytest.mark.parametrize("title", TITLES)
def test_c052_owners_of_privates_get_the_face_value(title: str) -> None:
    scene = in_round(column(title).phase("6"))
    one, three, five = (scene.rules.data.privates[i].id for i in (0, 2, 4))
    major, national = {"1861": "NW", "1867": "GTR"}[title], scene.rules.national
    scene.gone(*{"1861": ["MB"]}.get(title, []))
    scene.major(major, 100, p1=2, token={"1861": "E9/0", "1867": "D8/0"}[title]).cash(p2=0)
    scene.private(one, "p2").private(three, major).private(five, national)
    for private in (one, three, five):
        nationalization.nationalize_private(scene.rules, scene.draft, private)
    play = scene.play()
    assert (play.cash("p2"), play.cash(major), play.cash(national)) == (30, 60, 0)
    assert {play.state.privates[private] for private in (one, three, five)} == {national}


@both("10.a")
@pytest.mark.parametrize("title", TITLES)
def test_a_private_out_of_play_stays_out(title: str) -> None:
    scene = column(title)
    private = scene.rules.data.privates[0].id
    scene.private(private, CLOSED)
    nationalization.nationalize_private(scene.rules, scene.draft, private)
    assert scene.play().state.privates[private] == CLOSED


# Tokens


@pytest.mark.rule("1861:10.1.E.d", "1861:P.17.4.b", "1861:P.17.4.a")
def test_a25_the_kept_token_is_used_in_moscow_and_no_second_one_in_kiev() -> None:
    scene = Scene("1861", 3, market="grid").gone("M-K", "N", "MNN", "KB", "KK").tile("D14", "635", 0, (0, 1, 2))
    scene = brown_moscow(scene).major("MKN", 200, 1, 9, p1=2, token="H8/0").cash(p1=0, MKN=272)
    scene.tile("D14", "636", 0, (0, 0, 0)).token("RSR", "D14/0").token("MKN", "D14/0")
    play = nationalized(scene, "MKN")
    assert (play.cash("p1"), play.cash("RSR")) == (2 * 180, 272)
    assert play.tokens("H8") == {(0, "RSR")}
    assert play.tokens("D14") == {(0, "RSR")}
    assert play.state.charter["MKN"] == (0, 20, 40)


@pytest.mark.rule("1867:10.1.E.e", "1867:P.15.10", "1867:P.17.4.a")
@pytest.mark.parametrize(("profile", "kept"), [("18xx.games", ["E15"]), ("own", ["D8", "E15"])])
def test_a24_the_last_token_goes_to_the_most_valuable_place(profile: str, kept: list[str]) -> None:
    scene = column("1867", profile=profile).phase("5").tile("F16", "120", 0, (0, 1)).tile("F16", "122", 0, (0, 1))
    scene.tile("D8", "57").tile("D8", "15").tile("E15", "57").tile("E15", "15").tile("E17", "57")
    for spot in ("N12/0", "G15/0", "J12/0", "F8/0", "D2/0"):
        scene.token("CN", spot)
    scene.major("GTR", 220, p1=4, token="F16/1").token("GTR", "E15/0").token("GTR", "D8/0").cash(p1=0)
    play = nationalized(scene, "GTR")
    assert play.cash("p1") == 800
    assert play.tokens("F16") == {(0, "CN")}
    taken = [hex_id for hex_id in ("D8", "E15") if play.tokens(hex_id) == {(0, "CN")}]
    assert len(taken) == 1
    assert taken[0] in kept
    assert sum(not play.tokens(hex_id) for hex_id in ("D8", "E15")) == 1


@pytest.mark.rule("1861:10.1.E.e")
def test_chance_settles_places_of_equal_value() -> None:
    found = set()
    for luck in range(12):
        scene = column("1861").gone("RO", "OK", "KR", "MV", "MB", "E")
        for spot in ("B4/0", "D20/0", "G15/0", "I13/0", "E9/0"):
            scene.token("RSR", spot)
        scene.gone("Y", "V").tile("H18", "57").tile("I19", "57").draft.put("chance", luck)
        scene.major("NW", 100, p1=2, token="H18/0").token("NW", "I19/0")
        play = nationalized(scene, "NW")
        found |= {hex_id for hex_id in ("H18", "I19") if play.tokens(hex_id)}
    assert found == {"H18", "I19"}


@pytest.mark.rule("1867:P.15.10", "1867:P.17.4.b", "1867:10.1.E.d")
def test_c049_six_tokens_outside_the_kept_places() -> None:
    scene = column("1867").phase("5")
    minors = ("BO", "CS", "CV", "KP", "OP", "TN", "AE", "CA")
    places = ("F16/1", *ELSEWHERE["1867"])
    for minor, place in zip(minors, places, strict=True):
        scene.minor(minor, "p1", 60, token=place)
    play = nationalized(scene, *minors)
    hexes = [place.split("/")[0] for place in places]
    assert play.tokens("F16") == {(0, "CN")}
    assert [hex_id for hex_id in hexes[1:] if (0, "CN") in play.tokens(hex_id)] == hexes[1:7]
    assert not play.tokens(hexes[7])
    assert play.state.charter["CN"] == (0,)
    again = column("1867").phase("5").minor("NO", "p1", 60, token="L12/1")
    assert nationalized(again, "NO").tokens("L12") == {(1, "CN")}


@pytest.mark.rule("1867:8.13.i", "1867:P.15.9", "1867:P.15.10")
@pytest.mark.parametrize(("profile", "at_once"), [("18xx.games", True), ("own", False)])
def test_c049_the_last_token_goes_to_gray_montreal(profile: str, at_once: bool) -> None:
    """[C13] With six tokens out, the eighth is for Montreal: with the gray tile on the site, at phase 8 by the rulebook."""
    scene = column("1867", profile=profile).phase("7")
    for minor, place in zip(("CS", "CV", "KP", "OP", "TN", "AE"), ELSEWHERE["1867"], strict=False):
        scene.minor(minor, "p1", 60, token=place)
    nationalized(scene, "CS", "CV", "KP", "OP", "TN", "AE")
    assert scene.draft.charter["CN"] == (0,)
    scene.tile("L12", "637", 0, (0, 1, 2)).tile("L12", "X5", 0, (0, 0, 1)).tile("L12", "639", 0, (0, 0))
    national_tokens.on_lay(scene.rules, scene.draft, "L12")
    play = scene.play()
    assert play.tokens("L12") == ({(0, "CN")} if at_once else set())
    assert play.state.charter["CN"] == (() if at_once else (0,))
    later = first_train(in_round(scene), "8")
    assert later.tokens("L12") == {(0, "CN")}
    assert later.state.charter["CN"] == ()


@pytest.mark.rule("1861:7.4.1.a", "1867:7.4.1.a", "1861:10.1.E.f", "1867:10.1.E.f")
@pytest.mark.parametrize(("players", "limit"), [(2, 7), (3, 6)])
@pytest.mark.parametrize("title", TITLES)
def test_a38_a_restarted_major_keeps_the_limit_of_the_number_of_players(title: str, players: int, limit: int) -> None:
    major, spot = {"1861": ("NW", "E9/0"), "1867": ("GTR", "D8/0")}[title]
    scene = column(title, players).phase("4").gone(*{"1861": ["MB"]}.get(title, []))
    nationalized(scene.major(major, 70, p1=3, token=spot), major)
    again = {"1861": "H18/0", "1867": "E13/0"}[title]
    scene.gone(*{"1861": ["Y"]}.get(title, [])).draft.put("phase", "5")
    game = scene.cash(**dict.fromkeys(scene.rules.seats, 0)).cash(p1=2000).stock_round().play()
    game.do(StartMajor(entity="p1", company=major, cell=scene.cell(70)), PlaceHome(entity=major, city=again))
    for _ in range(limit - 2):
        game.do(BuyShare(entity="p1", company=major, source="treasury"))
    assert game.shares(major, "p1") == limit
    refused = game.refusal(BuyShare(entity="p1", company=major, source="treasury"))
    assert refused == {"ownership_limit": "7.4.1.a"}


@pytest.mark.rule("1861:10.1.E.e", "1861:P.15.10")
def test_c045_minors_are_replaced_in_price_order_while_tokens_last() -> None:
    scene = crowded_out(column("1861").phase("8"), 2)
    scene.minor("SV", "p1", 110).minor("TR", "p2", 90).minor("V", "p3", 120)
    order = scene.rules.market.order(scene.draft, ["SV", "TR", "V"])
    play = nationalized(scene, *order)
    assert (play.tokens("I19"), play.tokens("N10")) == ({(0, "RSR")}, {(0, "RSR")})
    assert not play.tokens("K17")


@pytest.mark.rule("1861:P.15.1", "1861:P.17.4.b")
def test_in_st_petersburg_the_kept_token_is_used_and_its_place_is_free() -> None:
    play = nationalized(column("1861").minor("SPW", "p1", 100), "SPW")
    assert play.tokens("E1") == {(0, "RSR")}
    assert "E1" not in play.state.reservations


@pytest.mark.rule("1861:P.17.3")
def test_shares_in_pool_and_treasury_bring_nothing() -> None:
    scene = column("1861").gone("MB").major("NW", 100, p1=2, pool=4, token="E9/0")
    bank = scene.draft.cash[BANK]
    play = nationalized(scene, "NW")
    assert play.cash(BANK) == bank - 2 * 90
    assert not [cert for cert, holder in play.state.certificates.items() if holder == POOL]
