"""Privates: their sale to companies and what each of them lets its company do [12.5-12.10, 9.3]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import PRIVATES, Operating, Scene1856, route, rule
from towpath.rail.actions import (
    Accept,
    BuyPrivate,
    BuyRight,
    BuyTrain,
    Decline,
    LayPrivateTile,
    LayTile,
    MarkHex,
    PlacePrivateToken,
)
from towpath.rail.turn import Turn


def scene(phase: str = "3", **options: str) -> Scene1856:
    """GT of the first player with 600, CPR of the second with 300."""
    built = Scene1856(**options).phase(phase).cash(p1=0, p2=0)
    built.company("GT", 100, 1, 5, p1=4).has("GT", 600)
    return built.company("CPR", 90, p2=4).has("CPR", 300)


def offer(private: str, price: int) -> BuyPrivate:
    return BuyPrivate(entity="GT", private=private, price=price)


def in_kitchener(rotation: int = 0) -> LayPrivateTile:
    return LayPrivateTile(entity="GT", private="WSRC", hex="I12", tile="59", rotation=rotation)


def token_there(city: str = "I12/0") -> PlacePrivateToken:
    return PlacePrivateToken(entity="GT", private="WSRC", city=city)


def canada(tile: str, rotation: int = 0, hex_id: str = "H11") -> LayPrivateTile:
    return LayPrivateTile(entity="GT", private="TCC", hex=hex_id, tile=tile, rotation=rotation)


# sale


@rule("12.5.a")
@pytest.mark.parametrize(("phase", "open_"), [("2", False), ("3", True), ("4", True)])
def test_companies_buy_privates_between_the_first_3_and_the_first_5(phase: str, open_: bool) -> None:
    play = scene(phase).private("FT", "p1").turn("GT", "track")
    if open_:
        play.do(offer("FT", 20))
        assert (play.state.privates["FT"], play.cash("p1"), play.cash("GT")) == ("GT", 20, 580)
    else:
        assert play.refusal(offer("FT", 20)) == {"not_this_phase": "12.5.a"}
    play = scene("5").turn("GT", "track")
    assert set(play.refusal(offer("FT", 20))) == {"not_this_phase", "not_a_players"}


@rule("12.5.b", "P.12.5.b")
@pytest.mark.parametrize(
    ("private", "least", "most"),
    [("FT", 10, 40), ("WSRC", 20, 80), ("TCC", 25, 100), ("GLSC", 35, 140), ("NFSBC", 50, 200), ("SCFTC", 50, 200)],
)
def test_a_private_costs_half_to_twice_its_face(private: str, least: int, most: int) -> None:
    play = scene().private(private, "p1").turn("GT", "track")
    assert {a.price for a in play.offered(BuyPrivate)} == set(range(least, most + 1))
    for price in (least - 1, most + 1):
        assert play.refusal(offer(private, price)) == {"private_price": "12.5.b"}


@rule("P.12.5.b")
def test_half_of_an_odd_face_would_be_rounded_up() -> None:
    play = scene().turn("GT", "track")
    faces = {private.id: private.face for private in play.rules.data.privates}
    assert all(-(-face // 2) * 2 >= face for face in faces.values())
    assert faces["GLSC"] // 2 == 35


@rule("P.12.5.a")
def test_any_player_who_agrees_may_be_the_seller() -> None:
    play = scene(consent="on").private("FT", "p2").private("TCC", "p1").private("WSRC", "CPR").turn("GT", "trains")
    play.do(offer("FT", 30))
    assert play.turn == ("p2",)
    play.do(Decline(entity="p2"))
    assert "declined" in play.refusal(offer("FT", 30))
    play.do(offer("FT", 31), Accept(entity="p2"))
    assert (play.state.privates["FT"], play.cash("p2")) == ("GT", 31)
    play.do(offer("TCC", 25))
    assert play.state.privates["TCC"] == "GT", "its own president is not asked"
    assert play.refusal(offer("WSRC", 40)) == {"not_a_players": "12.5.a"}
    poor = scene().has("GT", 24).private("TCC", "p1").turn("GT", "track")
    assert poor.refusal(offer("TCC", 25)) == {"private_too_dear": "12.5.a"}


@rule("12.6.a")
def test_the_first_5_closes_all_privates() -> None:
    built = (
        scene("4").for_sale("5").private("FT", "p1").private("TCC", "GT").private("GLSC", "p2").private("NFSBC", "CPR")
    )
    built.private("WSRC", "p3").private("SCFTC", "p3").rights("NFSBC", "CPR")
    play = built.turn("GT", "trains")
    play.do(BuyTrain(entity="GT", train=play.rules.trains_of(play.state, "yard")[0], price=550))
    assert {play.state.privates[private] for private in PRIVATES} == {"closed"}
    assert play.state.rights["NFSBC"] == ("CPR",)  # type: ignore[attr-defined]


# Waterloo & Saugeen


@rule("12.7.a", "12.7.b", "P.12.7.c", "9.3.a")
def test_tile_and_token_in_kitchener_without_connection_are_those_of_the_turn() -> None:
    built = scene().private("WSRC", "GT").lay("P9", "57", 1)
    play = built.turn("GT", "track")
    assert {(a.hex, a.tile) for a in play.offered(LayPrivateTile)} == {("I12", "59")}
    play.do(in_kitchener())
    assert play.state.tiles["I12"] == ("59", 0)
    assert play.state.privates["WSRC"] == "closed"
    assert play.step == "token", "no other tile is laid in this turn"
    charter = play.state.charter["GT"]
    play.do(token_there("I12/1"))
    assert (play.tokens("I12"), play.cash("GT")) == ({(1, "GT")}, 600)
    assert play.state.charter["GT"] == charter[1:], "one of its own"
    assert play.step not in ("track", "token")


@rule("12.7.a", "12.7.b")
def test_the_token_alone_closes_it_too() -> None:
    play = scene().private("WSRC", "GT").turn("GT", "track").done()
    assert play.step == "token"
    play.do(token_there())
    assert (play.state.privates["WSRC"], play.tokens("I12")) == ("closed", {(0, "GT")})
    assert "I12" not in play.state.tiles
    assert play.step not in ("track", "token")


@rule("12.7.b", "8.1.a")
def test_after_the_tile_of_the_turn_there_is_no_59() -> None:
    play = scene().private("WSRC", "GT").lay("P9", "57", 1).turn("GT", "track")
    play.do(play.lay("O10", "9", 1))
    assert play.engine.check(play.state, in_kitchener())
    built = scene().private("WSRC", "GT").turn("GT", "track", lays=(("P9", False),))
    if built.step == "track":
        assert built.refusal(in_kitchener())["no_lay_left"] == "12.7.a"


@rule("P.12.7.a")
def test_59_waits_for_the_first_3() -> None:
    play = scene("2").private("WSRC", "GT").turn("GT", "track")
    assert play.refusal(in_kitchener()) == {"phase_colour": "8.1.b"}
    assert not play.offered(LayPrivateTile)


@rule("P.12.7.b")
def test_once_kitchener_is_built_only_the_token_is_left() -> None:
    built = scene().private("WSRC", "GT").lay("I12", "59", 0)
    play = built.turn("GT", "track")
    assert play.refusal(in_kitchener())["hex_built"] == "12.7.a"
    play.done().do(token_there("I12/1"))
    assert play.tokens("I12") == {(1, "GT")}


@rule("9.3.a", "P.9.3.a")
def test_a31_c038_the_token_is_one_of_its_own_and_none_is_brought() -> None:
    built = scene().private("WSRC", "GT").token("GT", "J13/0").token("GT", "G12/0").token("GT", "I8/0")
    assert built.draft.charter["GT"] == ()
    play = built.turn("GT", "track").do(in_kitchener())
    assert play.tokens("I12") == set()
    assert play.step != "token"
    draft = play.rules.draft(play.state)
    draft.update(0, step="token")
    play.state = draft.commit()
    assert play.refusal(token_there())["no_token_left"] == "P.9.3.a"


@rule("9.3.a", "12.7.b")
def test_c038_with_one_of_three_left_it_is_that_one_and_no_other_is_placed() -> None:
    """WR has three, two of them on the map."""
    built = scene().company("WR", 110, p1=4).has("WR", 200, tokens=["J13/0"]).private("WSRC", "WR").lay("O16", "57", 1)
    play = built.turn("WR", "token")
    play.do(PlacePrivateToken(entity="WR", private="WSRC", city="I12/0"))
    assert play.where("WR") == ["I12/0", "J13/0", "O16/0"]
    assert (play.state.charter["WR"], play.cash("WR")) == ((), 200)
    assert play.step not in ("track", "token")
    trading = scene().private("WSRC", "GT").trading()
    assert trading.engine.check(trading.state, token_there())
    late = scene().private("WSRC", "GT").turn("GT", "trains", charged=True)
    assert late.engine.check(late.state, token_there())


@rule("12.7.a")
@pytest.mark.parametrize(("when", "closed"), [("use", True), ("turn", False), ("round", False)])
def test_c5_when_the_used_private_closes(when: str, closed: bool) -> None:
    play = scene(wsrc_close=when).private("WSRC", "GT").turn("GT", "track").do(in_kitchener()).do(token_there())
    assert (play.state.privates["WSRC"] == "closed") == closed
    while play.acting == "GT":
        play.done()
    assert (play.state.privates["WSRC"] == "closed") == (when != "round")
    while play.state.round == "OR 1.1":
        play.done()
    assert play.state.privates["WSRC"] == "closed"


# The Canada Company


@rule("12.8.a", "P.12.8.a")
def test_an_additional_tile_in_h11_once_free_and_it_stays_open() -> None:
    play = scene().private("TCC", "GT").has("GT", 0).lay("P9", "57", 1).turn("GT", "track")
    assert {(a.hex, a.tile) for a in play.offered(LayPrivateTile)} == {("H11", "3"), ("H11", "4"), ("H11", "58")}
    assert play.refusal(canada("9"))["private_tile"] == "12.8.a"
    assert play.refusal(canada("58", 0, "G12"))["private_tile"] == "12.8.a"
    play.do(canada("58", 2))
    assert (play.state.privates["TCC"], play.cash("GT"), play.step) == ("GT", 0, "track")
    play.do(play.lay("O10", "9", 1))
    assert set(play.state.tiles) >= {"H11", "O10"}
    again = (
        scene()
        .private("TCC", "GT")
        .lay("P9", "57", 1)
        .turn("GT", "track")
        .do(LayTile(entity="GT", hex="O10", tile="9", rotation=1))
    )
    assert again.step == "track", "after the tile of the turn the additional one is still possible"
    again.do(canada("4"))
    used = scene().private("TCC", "GT")
    used.draft.put("used", ("TCC",))
    assert used.turn("GT", "track").refusal(canada("4"))["power_used"] == "12.8.a"


@rule("12.8.a")
def test_only_its_owner_has_the_tile_and_only_while_h11_is_bare() -> None:
    play = scene().private("TCC", "CPR").turn("GT", "track")
    assert play.refusal(canada("4"))["not_its_private"] == "12.8.a"
    built = scene().private("TCC", "GT").lay("H11", "4", 0).turn("GT", "track")
    assert built.refusal(canada("58"))["hex_built"] == "12.8.a"


# Great Lakes Shipping


def marking(built: Scene1856, step: str, **frame: int) -> Operating:
    return built.private("GLSC", "LPS").turn("LPS", step, **frame)


def at_maudaumin(phase: str = "3") -> Scene1856:
    """LPS at Maudaumin (C14, an anchor) with track to Sarnia, where CPR has a token and track too."""
    built = Scene1856().phase(phase).lay("C14", "57", 2).company("LPS", 100, 1, 5, p1=4).has("LPS", 500, trains=["3"])
    return built.lay("C14", "15", 2).company("CPR", 90, p2=4).has("CPR", 500, trains=["3"], tokens=["C14/0"])


def revenue(play: Operating) -> int:
    """What the company in turn earns from Maudaumin to Sarnia."""
    train = play.rules.trains_of(play.state, play.acting)[0]
    play.run(route(train, "C14/0", "C14 B13", "B13/0"))
    frame = play.state.frame
    assert isinstance(frame, Turn)
    return frame.revenue


@rule("12.9.a", "12.9.b", "P.12.9.a")
def test_c072_the_port_is_worth_20_to_its_company_alone() -> None:
    play = marking(at_maudaumin(), "run")
    assert play.refusal(MarkHex(entity="LPS", private="GLSC", hex="J13")) == {"no_port": "12.9.a"}
    assert {a.hex for a in play.offered(MarkHex)} == set(play.rules.privates["GLSC"].bonus_hexes)
    play.do(MarkHex(entity="LPS", private="GLSC", hex="C14"))
    assert (play.state.privates["GLSC"], dict(play.state.marks)) == ("closed", {"C14": "LPS"})  # type: ignore[attr-defined]
    assert revenue(play) == 30 + 30 + 20
    built = at_maudaumin()
    built.draft.edit("marks")["C14"] = "LPS"
    assert revenue(built.turn("CPR", "run")) == 30 + 30
    assert revenue(at_maudaumin().turn("LPS", "run")) == 60


@rule("P.12.9.a")
def test_a_run_that_stops_twice_in_the_port_hex_has_the_20_once() -> None:
    """CA from Glencoe through one small city of E18 to St. Thomas and back by E16 to the other one."""
    built = Scene1856().phase("4").lay("D17", "57", 2).lay("E18", "56", 1).lay("F17", "5", 1).lay("E16", "7", 5)
    built.company("CA", 100, 1, 5, p1=4).has("CA", 0, trains=["4"])
    for marked, worth in ((False, 60), (True, 80)):
        if marked:
            built.draft.edit("marks")["E18"] = "CA"
        play = built.turn("CA", "run")
        train = play.rules.trains_of(play.state, "CA")[0]
        play.run(route(train, "D17/0", "D17 E18", "E18/1", "E18 F17", "F17/0", "F17 E16 E18", "E18/0"))
        frame = play.state.frame
        assert isinstance(frame, Turn)
        assert frame.revenue == worth


@rule("P.12.9.b", "12.9.a")
def test_the_port_is_not_moved() -> None:
    play = marking(at_maudaumin(), "track").do(MarkHex(entity="LPS", private="GLSC", hex="C14"))
    assert play.refusal(MarkHex(entity="LPS", private="GLSC", hex="H5")) == {"no_marker": "12.9.a"}
    players = at_maudaumin().private("GLSC", "p1").turn("LPS", "track")
    assert players.refusal(MarkHex(entity="LPS", private="GLSC", hex="C14")) == {"no_marker": "12.9.a"}


@rule("12.9.b", "12.6.a")
def test_a35_the_first_5_ends_the_port_and_closes_the_private() -> None:
    built = at_maudaumin("4").for_sale("5").company("BB", 110, 0, 5, p3=6).has("BB", 550)
    built.draft.edit("marks")["C14"] = "LPS"
    play = built.turn("BB", "trains")
    play.do(BuyTrain(entity="BB", train=play.rules.trains_of(play.state, "yard")[0], price=550))
    assert dict(play.state.marks) == {}  # type: ignore[attr-defined]
    owned = (
        at_maudaumin("4")
        .for_sale("5")
        .company("BB", 110, 0, 5, p3=6)
        .has("BB", 550)
        .private("GLSC", "p1")
        .turn("BB", "trains")
    )
    owned.do(BuyTrain(entity="BB", train=owned.rules.trains_of(owned.state, "yard")[0], price=550))
    assert owned.state.privates["GLSC"] == "closed"


# bridge and tunnel


@rule("12.10.a", "P.12.10.a")
def test_who_buys_the_tunnel_in_has_ten_more_at_sarnia_for_good() -> None:
    built = at_maudaumin().private("SCFTC", "p1")
    play = built.turn("LPS", "run")
    play.do(BuyPrivate(entity="LPS", private="SCFTC", price=100))
    assert play.state.rights["SCFTC"] == ("LPS",)  # type: ignore[attr-defined]
    assert revenue(play) == 70
    closed = at_maudaumin("5").rights("SCFTC", "LPS").turn("LPS", "run")
    assert closed.state.privates["SCFTC"] == "closed"
    assert revenue(closed) == 30 + 50 + 10
    assert revenue(at_maudaumin("5").rights("NFSBC", "LPS").turn("LPS", "run")) == 80, "Buffalo's right is no use here"


@rule("12.10.b", "12.10.c", "P.12.10.b", "P.12.10.c")
def test_a36_others_buy_the_right_for_50_from_its_company_or_the_bank() -> None:
    def buy(company: str) -> BuyRight:
        return BuyRight(entity=company, private="NFSBC")

    play = scene().private("NFSBC", "p2").turn("GT", "track")
    assert play.refusal(buy("GT")) == {"right_not_sold": "12.10.c"}
    play = scene().private("NFSBC", "CPR").rights("NFSBC", "CPR").turn("GT", "track").do(buy("GT"))
    assert (play.cash("GT"), play.cash("CPR")) == (550, 350)
    assert play.refusal(buy("GT")) == {"has_right": "P.12.10.b"}
    gone = scene("5").rights("NFSBC", "CPR").turn("GT", "track")
    bank = gone.cash("bank")
    gone.do(buy("GT"))
    assert (gone.cash("GT"), gone.cash("bank")) == (550, bank + 50)
    assert gone.state.rights["NFSBC"] == ("CPR", "GT")  # type: ignore[attr-defined]
    for others in (("CPR", "BB", "CA"), ("BB", "CA", "WR")):
        full = scene("5").rights("NFSBC", *others).turn("GT", "track")
        assert full.refusal(buy("GT")) == {"no_right_left": "P.12.10.c"}
    third = scene("5").rights("NFSBC", "BB", "CA").turn("GT", "track").do(buy("GT"))
    assert len(third.state.rights["NFSBC"]) == 3  # type: ignore[attr-defined]
    more = scene("5", unlimited_bonus_tokens="on").rights("NFSBC", "CPR", "BB", "CA").turn("GT", "track").do(buy("GT"))
    assert len(more.state.rights["NFSBC"]) == 4  # type: ignore[attr-defined]
    poor = scene("5").has("GT", 49).turn("GT", "track")
    assert poor.refusal(buy("GT")) == {"right_too_dear": "12.10.b"}
    none = scene("5").turn("GT", "track")
    assert none.refusal(BuyRight(entity="GT", private="FT")) == {"no_right": "12.10.b"}
