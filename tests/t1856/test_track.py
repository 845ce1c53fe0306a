"""Track: colours, connection, terrain, hexes that are shut, tokens on unbuilt hexes [2.5, 8]."""

from __future__ import annotations

import pytest

from tests.t1856.scenes import Operating, Scene1856, rule
from towpath.rail.actions import ChooseCity, LayTile


def laying(
    phase: str = "3", *tiles: tuple[str, str, int], company: str = "GT", cash: int = 300, **options: str
) -> Operating:
    """That company at its track step on a map with these tiles."""
    built = Scene1856(**options).phase(phase)
    for tile in tiles:
        built.lay(*tile)
    return built.company(company, 100, p1=4).has(company, cash).turn(company, "track")


def why(play: Operating, hex_id: str, tile: str, rotation: int = 0) -> dict[str, str]:
    return play.refusal(play.lay(hex_id, tile, rotation))


@rule("8.1.a")
def test_one_tile_a_turn_new_or_upgrade() -> None:
    play = laying("3", ("P9", "57", 1))
    assert {"new" if hex_id == "O10" else "upgrade" for hex_id in ("O10", "P9") if play.lays(hex_id)} == {
        "new",
        "upgrade",
    }
    play.do(play.lay("O10", "9", 1))
    assert play.step != "track"
    again = laying("3", ("P9", "57", 1))
    draft = again.rules.draft(again.state)
    draft.update(0, lays=(("O10", False),))
    again.state = draft.commit()
    assert why(again, "O10", "9", 1) == {"no_lay_left": "8.1.a"}


@rule("8.1.b")
@pytest.mark.parametrize(
    ("phase", "colours"),
    [("2", "yellow"), ("3", "yellow green"), ("4", "yellow green"), ("5", "yellow green brown"),
     ("6", "yellow green brown gray"), ("D", "yellow green brown gray")],
)  # fmt: skip
def test_colours_open_with_the_phases(phase: str, colours: str) -> None:
    """Oshawa (yellow), Galt (green) and Toronto (brown) are reached and could all be upgraded."""
    places = {"yellow": "O10", "green": "P9", "brown": "J13", "gray": "N11"}
    built = Scene1856().phase(phase).lay("P9", "57", 1).lay("J13", "14", 0).lay("N11", "120", 0).lay("N11", "122", 0)
    built.company("GT", 100, p1=4).has("GT", 300).company("CVR", 90, p1=4, token="N11/0").token("CVR", "J13/0")
    found = set()
    for company in ("GT", "CVR"):
        play = built.turn(company, "track")
        tiles = play.rules.tileset.tiles
        found |= {tiles[tile].colour for _, tile, _ in play.lays()}
        for colour, hex_id in places.items():
            if colour not in colours.split():
                assert not {t for t in play.tiles_for(hex_id) if tiles[t].colour == colour}
    assert found == set(colours.split())
    if phase == "2":
        play = built.turn("GT", "track")
        assert why(play, "P9", "15", 1)["phase_colour"] == "8.1.b"


@rule("P.8.2.a")
def test_new_track_is_reached_from_a_token() -> None:
    play = laying("3", ("P9", "57", 1))
    assert why(play, "J13", "57") == {"not_connected": "P.8.2.a"}
    assert why(play, "O10", "8", 1) == {"not_connected": "P.8.2.a"}
    assert {hex_id for hex_id, _, _ in play.lays()} == {"P9", "O10"}


@rule("P.8.2.b", "P.8.4.a")
def test_an_upgrade_keeps_track_and_is_of_the_next_colour_and_label() -> None:
    play = laying("3", ("P9", "57", 1), ("O10", "9", 1))
    assert play.lays("O10") == {("O10", "23", 4), ("O10", "26", 4)}
    assert why(play, "O10", "24", 0)["lay_track"] == "P.8.2.b"
    assert why(play, "O10", "8", 3)["lay_colour"] == "P.8.4.a"
    assert why(play, "P9", "59", 1)["lay_label"] == "P.8.4.a"
    assert why(play, "P9", "63", 1)["lay_colour"] == "P.8.4.a"
    assert play.tiles_for("P9") <= {"14", "15"}


@rule("P.8.2.c")
def test_an_upgrade_adds_track_that_is_reached_or_changes_a_city_that_is() -> None:
    """WGB reaches the line from Guelph over I10; a second line that only crosses it brings it nothing."""
    play = laying("3", ("J11", "57", 2), ("I10", "9", 2), company="WGB")
    assert why(play, "I10", "20", 2) == {"not_connected": "P.8.2.c"}
    assert {tile for _, tile, _ in play.lays("I10")} >= {"23", "24"}
    city = laying("3", ("M12", "9", 1), company="CVR")
    assert city.tiles_for("N11") == {"120"}, "its own city is worth more"
    far = laying("3", ("M12", "9", 1), ("J13", "57", 0), company="CVR")
    assert why(far, "J13", "14", 0) == {"not_connected": "P.8.2.c"}


@rule("P.8.3.a")
def test_track_keeps_to_the_map_and_to_open_sides() -> None:
    fresh = laying()
    assert set(why(fresh, "P9", "57", 0)) <= {"lay_border", "lay_edge"}
    assert set(why(fresh, "P9", "57", 0).values()) == {"P.8.3.a"}
    for _, tile, rotation in fresh.lays("P9"):
        for edge in range(6):
            if fresh.rules.tileset.face(tile, rotation).exits >> edge & 1:
                assert fresh.rules.board.hexes["P9"].neighbours[edge] is not None
    lake = laying("3", company="TGB")
    assert why(lake, "N7", "8", 1)["lay_closed_side"] == "P.8.3.a"
    sarnia = laying("3", ("C14", "57", 2), company="LPS")
    assert why(sarnia, "B15", "9", 0) == {"not_connected": "P.8.2.a"}, (
        "its lower side is open, but nothing runs through it"
    )


@rule("2.a", "P.8.9.b")
def test_the_first_tile_pays_for_the_terrain() -> None:
    """K10 is a mountain of 40 beside Guelph; Hamilton pays at its first tile, the green one."""
    play = laying("3", ("J11", "6", 2), company="WGB", cash=40)
    assert play.rules.board.hexes["J11"].neighbours[4] == "K10"
    play.do(play.lay("K10", "9", 1))
    assert play.cash("WGB") == 0
    poor = laying("3", ("J11", "6", 2), company="WGB", cash=39)
    assert why(poor, "K10", "9", 1) == {"too_dear": "P.8.9.b"}
    again = laying("3", ("J11", "6", 2), ("K10", "9", 1), company="WGB", cash=0)
    assert {tile for _, tile, _ in again.lays("K10")} >= {"23", "24"}
    lay = next(iter(sorted(again.lays("K10"))))
    again.do(again.lay(*lay))
    assert again.cash("WGB") == 0
    hamilton = laying("3", company="THB", cash=40)
    hamilton.do(next(a for a in hamilton.offered(LayTile) if a.hex == "L15"))
    assert hamilton.cash("THB") == 0


@rule("8.8.a", "P.8.8.a")
def test_a_privates_hex_is_shut_while_a_player_owns_it() -> None:
    """H11, The Canada Company's, beside track of GW that leads to it."""

    def at(holder: str) -> Operating:
        built = Scene1856().phase("3").lay("I10", "8", 5).company("WGB", 100, p1=4, token="J11/0").lay("J11", "57", 2)
        return built.has("WGB", 100).private("TCC", holder).turn("WGB", "track")

    built = at("p2")
    assert built.rules.board.hexes["I10"].neighbours[1] == "H11"
    for holder in ("p1", "p2"):
        play = at(holder)
        assert not play.lays("H11")
        assert why(play, "H11", "58", 4)["locked"] == "8.8.a"
    for holder in ("WGB", "closed", "bank"):
        assert at(holder).lays("H11"), holder


@rule("8.9.a", "P.8.9.a")
def test_a_tile_of_which_none_is_left_is_not_laid_and_a_replaced_one_can_be_again() -> None:
    play = laying("3", ("P9", "57", 1), ("J13", "57", 0), ("J11", "57", 0), ("G12", "57", 0), company="BB")
    assert play.state.supply["57"] == 0
    assert why(play, "J15", "57", 0) == {"no_tile_left": "8.9.a"}
    assert "57" not in play.tiles_for("J15")
    again = laying(
        "3", ("P9", "57", 1), ("J13", "57", 0), ("J11", "57", 0), ("G12", "57", 0), ("G12", "14", 0), company="BB"
    )
    assert again.state.supply["57"] == 1
    assert "57" in again.tiles_for("J15")


@rule("P.8.7.a")
def test_the_builder_says_in_which_city_a_token_lies() -> None:
    """THB's home token lies in Hamilton without track; BB, which comes from the right, builds it."""
    built = Scene1856().phase("3").company("THB", 90, p2=4, token="L15/0").company("WR", 100, p1=4).has("WR", 200)
    built.lay("O16", "57", 1).lay("N17", "59", 2)
    built.token("WR", "N17/0").lay("M16", "9", 2)
    play = built.turn("WR", "track")
    lays = sorted(play.lays("L15"))
    assert lays, "WR reaches Hamilton from the lower right"
    play.do(play.lay(*lays[0]))
    assert (play.acting, play.step) == ("WR", "CityOfToken")
    assert play.refusal(ChooseCity(entity="WR", city="N17/0")) == {"other_hex": "P.8.7.a"}
    play.do(ChooseCity(entity="WR", city="L15/1"))
    assert play.tokens("L15") == {(1, "THB")}


@rule("8.6.a", "8.6.b", "P.8.6.b")
def test_a32_small_cities_change_from_the_first_6_on() -> None:
    """K16 with tile 58 beside Brantford; with 5s out and no 6 it stays."""
    for phase in ("5", "6"):
        play = laying(phase, ("J15", "57", 2), ("K16", "58", 2), company="BB")
        if phase == "5":
            assert play.tiles_for("K16") == set()
            assert why(play, "K16", "8", 2)["lay_colour"] == "P.8.4.a"
            continue
        assert play.tiles_for("K16") == {"6", "8"}
        kept = play.rules.tileset.face("58", 2).exits
        for _, tile, rotation in play.lays("K16"):
            assert play.rules.tileset.face(tile, rotation).exits & kept == kept
        play.do(play.lay(*sorted(play.lays("K16"))[0]))
        assert play.step != "track", "it was the tile of the turn"
    double = laying("6", ("J15", "57", 2), ("I14", "56", 3), company="BB")
    assert double.tiles_for("I14") == {"15"}
    assert laying("6", ("J15", "57", 2), ("I14", "69", 1), company="BB").tiles_for("I14") == set()
    assert laying("5", ("J15", "57", 2), ("I14", "56", 3), company="BB").tiles_for("I14") == set()
