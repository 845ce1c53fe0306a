"""Which tile may lie where [8.6, 8.6.1, 19]: what is kept, labels, most track, edges of the map, borders."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.rail.operation import Operating, Operation, both

MAJOR = {"1861": "NW", "1867": "CNR"}


def standing(
    title: str, at: str, *tiles: tuple[str, str, int], phase: str = "8", cash: int = 500, **options: str
) -> Operating:
    """A major with a token in the city ``at`` and these tiles on the map, at its track step."""
    scene = Operation(title, **options)
    for tile in tiles:
        scene.lay(*tile)
    return (
        scene.phase(phase).major(MAJOR[title], 100, p1=2, token=at).has(MAJOR[title], cash).turn(MAJOR[title], "track")
    )


def names(lays: Iterable[tuple[str, str, int]]) -> set[str]:
    return {tile for _, tile, _ in lays}


@both("8.6.j")
def test_old_track_is_kept() -> None:
    play = standing("1861", "E9/0", ("E9", "57", 0), ("E7", "9", 0))
    assert play.lays("E9") == {
        ("E9", "14", 0),
        ("E9", "14", 2),
        ("E9", "15", 0),
        ("E9", "15", 3),
        ("E9", "619", 0),
        ("E9", "619", 3),
    }
    assert play.refusal(play.lay("E9", "14", 1))["lay_cities"] == "P.8.3"
    assert play.refusal(play.lay("E7", "24", 1))["lay_track"] == "8.6.j"
    assert play.legal(play.lay("E7", "24", 0))


@both("8.6.k")
def test_cities_and_towns_stay_what_they_are() -> None:
    play = standing("1861", "E9/0", ("E9", "57", 0), ("E11", "4", 0))
    assert play.refusal(play.lay("E7", "58", 0))["lay_stops"] == "8.6.k"
    assert play.refusal(play.lay("E11", "23", 0))["lay_stops"] == "8.6.k"
    assert play.refusal(play.lay("E11", "14", 0))["lay_stops"] == "8.6.k"
    assert names(play.lays("E11")) == {"87", "88", "204"}


@both("8.6.k")
@pytest.mark.parametrize(
    ("title", "hex_id", "wrong", "right"),
    [("1861", "B4", "57", "621"), ("1861", "E9", "621", "57"), ("1861", "H8", "635", "637"), ("1861", "D14", "637", "635"),
     ("1867", "O7", "57", "621"), ("1867", "I15", "621", "57"), ("1867", "L12", "120", "637"), ("1867", "F16", "637", "120")],
)  # fmt: skip
def test_letters_must_match(title: str, hex_id: str, wrong: str, right: str) -> None:
    play = standing(title, f"{hex_id}/0" if hex_id != "F16" else "F16/1")
    assert play.refusal(play.lay(hex_id, wrong, 0))["lay_label"] == "8.6.k"
    assert right in play.tiles_for(hex_id)


@pytest.mark.rule("1861:8.6.l", "1867:8.6.l", "1861:8.6.n", "1867:8.6.n", "1861:19.a", "1867:19.a")
@pytest.mark.parametrize(("title", "hex_id", "last"), [("1861", "G15", "640"), ("1867", "J12", "X8")])
def test_kharkov_and_ottawa_take_y_tiles_until_their_own_gray_one(title: str, hex_id: str, last: str) -> None:
    """C060."""
    at = f"{hex_id}/0"
    assert names(standing(title, at).lays(hex_id)) == {"201", "202", "621"}
    for yellow in ("201", "202", "621"):
        assert names(standing(title, at, (hex_id, yellow, 0)).lays(hex_id)) == {"207", "208", "622"}
    for green in ("207", "208", "622"):
        assert names(standing(title, at, (hex_id, green, 0)).lays(hex_id)) == {"623"}  # six ends beat the four of 801
    spent = [(spare, "623", 0) for spare in {"1861": ("B4", "D20", "I13"), "1867": ("O7", "D16", "F18")}[title]]
    for green, left in (("207", {"801"}), ("208", set()), ("622", set())):
        assert names(standing(title, at, (hex_id, green, 0), *spent).lays(hex_id)) == left
    for brown in ("623", "801"):
        play = standing(title, at, (hex_id, brown, 0))
        assert names(play.lays(hex_id)) == {last}
        assert play.refusal(play.lay(hex_id, "639", 0))["lay_label"] == "8.6.k"


@both("8.6.n", "P.8.8.a")
@pytest.mark.parametrize(
    ("title", "hex_id", "green", "used", "found"),
    [
        ("1861", "E9", ("14", 0), (), {"63"}),
        ("1861", "E9", ("14", 0), ("B6", "B10", "B12"), {"611"}),
        ("1867", "E15", ("14", 0), (), {"63"}),
        ("1867", "E15", ("14", 0), ("B6", "E3", "D4"), {"611"}),
        ("1867", "I15", ("15", 1), (), set()),  # two sides of Kingston are closed, and no brown tile has four ends
    ],
)
def test_a_brown_city_has_the_most_ends_that_are_left_and_fit(
    title: str, hex_id: str, green: tuple[str, int], used: tuple[str, ...], found: set[str]
) -> None:
    play = standing(title, f"{hex_id}/0", (hex_id, *green), *((spare, "63", 0) for spare in used), phase="5")
    assert names(play.lays(hex_id)) == found
    if found == {"63"}:
        assert play.refusal(play.lay(hex_id, "611", 0)) == {"most_track": "8.6.n"}
    if found == {"611"}:
        assert play.refusal(play.lay(hex_id, "63", 0)) == {"no_tile_left": "8.6.1.a"}


@both("P.8.8.b")
def test_brown_plain_track_may_have_few_ends() -> None:
    play = standing("1861", "E9/0", ("E9", "57", 0), ("E7", "23", 3), phase="5")
    assert names(play.lays("E7")) == {"41", "43", "45", "47"}  # 41 has three ends, the others four


@pytest.mark.rule("1861:8.6.1.c", "1861:8.6.1.e", "1867:8.6.1.c", "1867:8.6.1.d", "1867:8.6.1.e")
@pytest.mark.parametrize(
    ("title", "at", "lay", "code", "rule"),
    [
        ("1861", "D20/0", ("D20", "621", 0), "lay_edge", "8.6.1.c"),
        ("1861", "I19/0", ("H20", "7", 4), "lay_closed_side", "8.6.1.e"),  # the Caucasus has no track to H20
        ("1867", "I15/0", ("I15", "57", 0), "lay_edge", "8.6.1.c"),
        ("1867", "C17/0", ("C15", "3", 0), "lay_closed_side", "8.6.1.e"),  # the gray B16 has none to C15
        ("1867", "D16/0", ("D18", "8", 3), "lay_border", "8.6.1.d"),  # a lake lies between D18 and E19
    ],
)
def test_new_track_leads_somewhere(title: str, at: str, lay: tuple[str, str, int], code: str, rule: str) -> None:
    play = standing(title, at, phase="3")
    assert play.refusal(play.lay(*lay))[code] == rule


@pytest.mark.rule("1861:8.6.1.d")
def test_no_hex_of_1861_has_an_impassable_side_with_a_hex_behind() -> None:
    """The black borders of 1861 are the outline of the board: track into them runs off the map."""
    board = Operation("1861").rules.board
    assert not any(border.kind == "impassable" for place in board.hexes.values() for border in place.borders.values())
    play = standing("1861", "M19/0", phase="3")
    outline = [edge for edge, across in enumerate(board.hexes["M19"].neighbours) if across is None]
    for edge in outline:
        assert play.refusal(play.lay("M19", "201", edge)).get("lay_edge") == "8.6.1.c"


@pytest.mark.rule("1867:8.6.2.d")
@pytest.mark.parametrize(("hex_id", "side", "towards"), [("G15", 1, "F16"), ("K13", 4, "L12"), ("L10", 0, "L12")])
def test_the_triangles_force_an_end_of_the_first_tile(hex_id: str, side: int, towards: str) -> None:
    play = standing("1867", {"G15": "F16/1", "K13": "L12/0", "L10": "L12/1"}[hex_id], phase="2")
    board = play.rules.board
    assert board.hexes[hex_id].neighbours[side] == towards
    assert play.lays(hex_id)
    for _, tile, rotation in play.lays(hex_id):
        assert play.rules.tileset.face(tile, rotation).exits >> side & 1
    wrong = next(
        r for r in range(6) if not play.rules.tileset.face("57" if hex_id == "G15" else "58", r).exits >> side & 1
    )
    found = play.refusal(play.lay(hex_id, "57" if hex_id == "G15" else "58", wrong))
    assert found["lay_needs"] == "8.6.2.d"


@both("P.8.3")
def test_cities_of_one_hex_keep_their_ends_together() -> None:
    # C031: 637 joins sides 0-1, 2-3 and 4-5. On X5 and X6 two of its cities share one and the third stays alone.
    play = standing("1867", "L12/0", ("L12", "637", 0), phase="5")
    found = play.lays("L12")
    assert names(found) == {"X6"}
    old = play.rules.tile_at(play.state, "L12")
    for _, name, rotation in found:
        new = play.rules.tileset.face(name, rotation)
        for city in range(3):
            inside = [c for c in range(2) if not old.stop_exits(city) & ~new.stop_exits(c)]
            assert len(inside) == 1
    assert play.refusal(play.lay("L12", "X5", 0)).keys() & {"lay_cities", "lay_track"}


@both("P.8.3")
def test_every_green_to_brown_in_montreal_keeps_cities_whole() -> None:
    for green in ("637", "X1", "X2", "X3", "X4"):
        for turn in range(6):
            play = standing("1867", "L12/0", ("L12", green, turn), phase="5")
            old = play.rules.tile_at(play.state, "L12")
            for _, name, rotation in play.lays("L12"):
                new = play.rules.tileset.face(name, rotation)
                into = [
                    [c for c in range(len(new.stops)) if not old.stop_exits(city) & ~new.stop_exits(c)]
                    for city in range(3)
                ]
                assert all(len(each) == 1 for each in into)
                assert len({each[0] for each in into}) == len(new.stops)


@pytest.mark.rule("1867:8.6.2.b", "1867:P.8.9.b")
def test_a_river_side_costs_eighty_when_both_hexes_have_track_to_it() -> None:
    # Sherbrooke to N10, over the St. Lawrence side to M9
    play = standing("1867", "N12/0", ("N12", "57", 0), phase="3", cash=200)
    play.do(play.lay("N10", "8", 0))  # ends at the river side: nothing is joined yet
    assert play.cash("CNR") == 200
    play = standing("1867", "M9/0", ("N10", "8", 0), ("N12", "57", 0), phase="3", cash=200)
    play.do(play.lay("M9", "57", 2))
    assert play.cash("CNR") == 120
    play = standing("1867", "M9/0", ("N10", "8", 0), ("M9", "57", 2), ("N12", "57", 0), phase="3", cash=200)
    play.do(play.lay("M9", "14", min(r for _, t, r in play.lays("M9") if t == "14" and r in (1, 2, 4, 5))))
    spent = 200 - play.cash("CNR")
    assert spent == 0  # the crossing is paid for, and 14 adds no other river side here


@pytest.mark.rule("1867:8.6.2.b", "1867:8.6.2.c")
def test_a_border_may_be_paid_with_loans() -> None:
    scene = Operation("1867").lay("N10", "8", 0).phase("3").minor("BO", "p1", 60, token="M9/0").has("BO", 0)
    play = scene.turn("BO", "track")
    play.do(play.lay("M9", "57", 2))
    assert len(play.happened("loan_taken")) == 2


@both("19.a")
@pytest.mark.parametrize(
    ("title", "at", "tile", "into"),
    [
        ("1861", "G15/0", ("G15", "801", 0), "640"),
        ("1867", "J12/0", ("J12", "801", 0), "X8"),
        ("1867", "L12/0", ("L12", "X4", 0), "X6"),
        ("1867", "D16/0", ("D14", "16", 0), "70"),
    ],
)
def test_upgrades_missing_in_the_printed_list_are_barred_by_the_rulebook_alone(
    title: str, at: str, tile: tuple[str, str, int], into: str
) -> None:
    """[C19] Our own games go by the track; the printed list leaves out upgrades that fit."""
    near = [("D16", "621", 0)] if at == "D16/0" else []
    own = standing(title, at, tile, *near)
    strict = standing(title, at, tile, *near, manifest_by_geometry="off")
    assert own.rules.policies.manifest_by_geometry
    assert into in own.tiles_for(tile[0])
    rotation = next(r for _, t, r in own.lays(tile[0]) if t == into)
    assert strict.refusal(strict.lay(tile[0], into, rotation)) == {"not_listed": "19.a"}
