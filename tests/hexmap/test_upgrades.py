"""What may replace what: against the reference's tables, and pinned cases."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexmap import facts as f
from tests.hexmap.boards import MIXED, title
from towpath.hexmap import (
    FAULTS,
    Board,
    Candidate,
    Tile,
    TileSet,
    TrackGraph,
    candidates,
    city_gains,
    city_map,
    current_tile,
    faults,
    load_board,
    load_tiles,
)
from towpath.hexmap.upgrades import closed_side

# A hex with six open neighbours: tiles against each other, with no sides in the way.
OPEN = load_board({"plain": "C3 C1 C5 B2 B4 D2 D4"})
TITLES = ("1861", "1867")


def names(found: tuple[Candidate, ...]) -> set[str]:
    return {c.name for c in found}


def codes(board: Board, tileset: TileSet, hex_id: str, current: Tile, name: str, rotation: int) -> set[str]:
    found = {fault.code for fault in faults(board, tileset, hex_id, current, name, rotation)}
    assert found <= set(FAULTS)
    return found


@pytest.mark.rule(
    "1861:8.6.b", "1867:8.6.b", "1861:8.6.d", "1867:8.6.d", "1861:8.6.j", "1867:8.6.j", "1861:8.6.k", "1867:8.6.k"
)
@pytest.mark.parametrize("name", TITLES)
def test_tiles_upgrade_as_in_the_reference(shared: Path, name: str) -> None:
    table = f.facts(shared, name)["tile_upgrades"]
    board, tiles = title(name)
    assert set(table["by_tile_first_phase"]) == set(tiles.tiles)
    for old, new in table["by_tile_first_phase"].items():
        for rotation in range(6):
            assert names(candidates(OPEN, tiles, "C3", tiles.face(old, rotation))) == set(new), old
    for hex_id, exceptions in table["hex_specific_exceptions_last_phase"].items():
        for old, new in exceptions.items():
            assert names(candidates(board, tiles, hex_id, tiles.face(old, 0))) == set(new)
    for hex_id, new in table["from_printed_hex"].items():
        printed = board.hexes[hex_id].printed
        by_track = {
            tile
            for tile in tiles.tiles
            for rotation in range(6)
            if codes(board, tiles, hex_id, printed, tile, rotation) <= {"edge", "closed_side", "needs"}
        }
        assert by_track == set(new), hex_id  # that table looks at no sides
        assert names(candidates(board, tiles, hex_id, printed)) <= set(new)
    assert {h for h in board.hexes if not board.hexes[h].fixed} == set(table["from_printed_hex"])


@pytest.mark.rule("1861:8.6.l", "1867:8.6.l")
@pytest.mark.parametrize(("name", "hex_id", "gray"), [("1861", "G15", "640"), ("1867", "J12", "X8")])
def test_kharkov_and_ottawa_take_y_tiles_until_their_own_gray_one(name: str, hex_id: str, gray: str) -> None:
    board, tiles = title(name)
    by_colour = [
        names(candidates(board, tiles, hex_id, board.hexes[hex_id].printed)),
        names(candidates(board, tiles, hex_id, tiles.face("202", 0))),
        names(candidates(board, tiles, hex_id, tiles.face("207", 0))),
        names(candidates(board, tiles, hex_id, tiles.face("208", 0))),
        names(candidates(board, tiles, hex_id, tiles.face("623", 0))),
    ]
    assert by_colour == [{"201", "202", "621"}, {"207", "208", "622"}, {"623", "801"}, {"623"}, {gray}]
    assert not candidates(board, tiles, "D20" if name == "1861" else "E17", tiles.face("623", 0))


@pytest.mark.rule("1867:8.6.2.d")
@pytest.mark.parametrize(("hex_id", "edge"), [("G15", 1), ("K13", 4), ("L10", 0)])
def test_the_first_tile_keeps_the_marked_connection(hex_id: str, edge: int) -> None:
    board, tiles = title("1867")
    found = candidates(board, tiles, hex_id, board.hexes[hex_id].printed)
    assert found
    assert all(c.exits >> edge & 1 for c in found)
    name = found[0].name
    bad = next(r for r in range(6) if not tiles.face(name, r).exits >> edge & 1)
    assert "needs" in codes(board, tiles, hex_id, board.hexes[hex_id].printed, name, bad)
    green = candidates(board, tiles, hex_id, found[0].tile)
    assert green
    assert "needs" not in {c for g in green for c in codes(board, tiles, hex_id, found[0].tile, g.name, g.rotation)}


@pytest.mark.rule("1861:8.6.1.c", "1867:8.6.1.c", "1867:8.6.1.d", "1861:8.6.1.e", "1867:8.6.1.e")
def test_new_track_runs_neither_off_the_map_nor_into_borders_nor_into_sides_without_track() -> None:
    board, tiles = title("1867")
    printed = board.hexes["C11"].printed
    assert not candidates(board, tiles, "C11", printed)  # three impassable sides, two off the map
    assert codes(board, tiles, "C11", printed, "9", 0) == {"edge"}
    moscow, its_tiles = title("1861")
    b6 = moscow.hexes["B6"].printed
    assert faults(moscow, its_tiles, "B6", b6, "8", 2)[0].values == (4, "C5")  # C5 has track, but not on this side
    assert codes(moscow, its_tiles, "B6", b6, "8", 2) == {"closed_side"}
    assert not codes(moscow, its_tiles, "B6", b6, "8", 0)  # from side 2 into A5, which has track there
    assert {(c.name, c.rotation) for c in candidates(board, tiles, "C19", board.hexes["C19"].printed)} == {
        ("7", 2),
        ("7", 3),
        ("8", 2),
    }
    for code, hex_id in (("fixed_hex", "C5"), ("fixed_hex", "A9"), ("fixed_hex", "Q3")):
        assert codes(moscow, its_tiles, hex_id, moscow.hexes[hex_id].printed, "9", 0) == {code}


@pytest.mark.parametrize("name", TITLES)
def test_gray_tiles_leave_no_open_side_without_track(name: str) -> None:
    """So that the rule on sides of gray tiles needs to look at printed hexes only."""
    board, tiles = title(name)
    gray = set()
    for hex_id, here in board.hexes.items():
        sides = {e for e in range(6) if (n := here.neighbours[e]) and not closed_side(board.hexes[n], (e + 3) % 6)}
        found = [here.printed] if here.printed.labels else []
        while found:
            tile = found.pop()
            found += [c.tile for c in candidates(board, tiles, hex_id, tile)]
            if tile.colour == "gray" and not here.fixed:
                gray.add(tile.name)
                assert {e for e in range(6) if tile.exits >> e & 1} == sides
    assert gray == {t.name for t in tiles.tiles.values() if t.colour == "gray"}


@pytest.mark.rule("1861:P.8.3", "1867:P.8.3")
def test_montreal_keeps_the_exits_of_each_city_together() -> None:
    """C031: each green tile against each rotation of each brown one, by comparing sets of exits city by city."""
    board, tiles = title("1867")
    for green in ("637", "X1", "X2", "X3", "X4"):
        for turn in range(6):
            old = tiles.face(green, turn)
            found = {(c.name, c.rotation): c for c in candidates(board, tiles, "L12", old)}
            pictures = {c.tile.picture for c in found.values()}
            for brown in ("X5", "X6", "X7"):
                for rotation in range(6):
                    new = tiles.face(brown, rotation)
                    into = [[j for j in range(2) if not old.stop_exits(i) & ~new.stop_exits(j)] for i in range(3)]
                    kept = all(len(cities) == 1 for cities in into)
                    assert kept is (new.picture in pictures)
                    if (brown, rotation) in found:
                        assert found[brown, rotation].city_map == tuple(cities[0] for cities in into)


def test_montreal_s_third_city_takes_the_city_that_the_others_leave() -> None:
    board, tiles = title("1867")
    found = candidates(board, tiles, "L12", board.hexes["L12"].printed)
    assert names(found) == {"637", "X1", "X2", "X3", "X4"}
    for c in found:
        assert c.tile.stop_exits(c.city_map[0]) >> 1 & 1
        assert c.tile.stop_exits(c.city_map[1]) >> 3 & 1
        assert sorted(c.city_map) == [0, 1, 2]


def test_exits_number_the_cities_of_moscow_anew() -> None:
    board, tiles = title("1861")
    found = candidates(board, tiles, "H8", board.hexes["H8"].printed)
    assert {(c.name, c.rotation): c.city_map for c in found} == {("637", 0): (0, 1, 2), ("637", 1): (2, 0, 1)}
    assert not faults(board, tiles, "H8", board.hexes["H8"].printed, "637", 4)  # looks like 0, and is laid as well
    (brown,) = candidates(board, tiles, "H8", found[0].tile)
    assert (brown.name, brown.city_map) == ("638", (0, 0, 0))
    (gray,) = candidates(board, tiles, "H8", brown.tile)
    assert (gray.name, gray.city_map) == ("639", (0,))


def test_st_petersburg_and_kiev_join_their_cities_by_design() -> None:
    board, tiles = title("1861")
    (brown,) = candidates(board, tiles, "E1", board.hexes["E1"].printed)
    assert (brown.name, brown.city_map, brown.exits) == ("641", (0, 0), 0b100011)
    assert {c.city_map for c in candidates(board, tiles, "D14", tiles.face("635", 0))} == {(0, 0, 0)}


def test_one_candidate_for_each_picture() -> None:
    tiles = title("1861")[1]
    found = candidates(OPEN, tiles, "C3", OPEN.hexes["C3"].printed)
    assert {(c.name, c.rotation) for c in found} == {
        *(("7", r) for r in range(6)),
        *(("8", r) for r in range(6)),
        *(("9", r) for r in range(3)),
    }
    assert {(c.name, c.rotation) for c in candidates(OPEN, tiles, "C3", tiles.face("9", 0)) if c.name == "20"} == {
        ("20", 0),
        ("20", 2),
    }
    first = candidates(OPEN, tiles, "C3", tiles.face("9", 0))
    assert candidates(OPEN, tiles, "C3", tiles.face("9", 0)) is first


@pytest.mark.parametrize(
    ("old", "new", "rotation", "code"),
    [
        ("7", "8", 0, "colour"),
        ("7", "43", 0, "colour"),
        ("57", "207", 0, "label"),
        ("57", "87", 0, "stops"),
        ("9", "87", 0, "stops"),
        ("9", "25", 0, "track"),
        ("57", "15", 1, "cities"),
        ("63", "40", 0, "colour"),
        ("9", "99", 0, "unknown_tile"),
    ],
)
def test_each_fault_is_named(old: str, new: str, rotation: int, code: str) -> None:
    tiles = title("1861")[1]
    assert code in codes(OPEN, tiles, "C3", tiles.face(old, 0), new, rotation)


def test_two_cities_never_become_one_unless_the_tile_has_fewer() -> None:
    tiles = load_tiles(
        {"tiles": {"two": "1x yellow c20(0) c20(1)", "not": "1x green c30(0 1) c30(3 4)", "one": "1x green c40(0 1)"}}
    )
    assert codes(OPEN, tiles, "C3", tiles.face("two", 0), "not", 0) == {"joined"}
    assert not codes(OPEN, tiles, "C3", tiles.face("two", 0), "one", 0)


def test_all_faults_are_told_at_once_and_a_fixed_rotation_is_kept() -> None:
    board, tiles = title("1867")
    printed = board.hexes["C11"].printed
    assert codes(board, tiles, "C11", printed, "14", 0) == {"colour", "stops", "edge"}
    fixed = load_tiles({"tiles": {"gate": "1x yellow 0-3 fixed:1"}, "replaces": {"C3": ["gate"]}})
    plain = OPEN.hexes["C3"].printed
    assert [(c.name, c.rotation) for c in candidates(OPEN, fixed, "C3", plain)] == [("gate", 1)]
    barred = load_tiles({"tiles": {"gate": "1x yellow 0-3", "bow": "1x yellow 0-1"}, "replaces": {"C3": ["gate"]}})
    assert codes(OPEN, barred, "C3", plain, "bow", 0) == {"replaces"}


@given(st.sampled_from(sorted(MIXED.tiles)), st.integers(0, 5), st.sampled_from(sorted(MIXED.tiles)), st.integers(0, 5))
def test_a_city_map_is_a_function_into_stops_of_the_same_sort(one: str, turn: int, two: str, other: int) -> None:
    old, new = MIXED.face(one, turn), MIXED.face(two, other)
    mapping = city_map(old, new)
    assert len(mapping) == len(old.stops)
    if not codes(OPEN, MIXED, "C3", old, two, other) - {"colour", "label"}:
        assert all(
            {old.stops[i].kind, new.stops[j].kind} <= {"town", "halt"} or old.stops[i].kind == new.stops[j].kind
            for i, j in enumerate(mapping)
        )
        assert all(not old.stop_exits(i) & ~new.stop_exits(j) for i, j in enumerate(mapping))


def test_a_reached_city_gains_only_if_it_is_worth_more() -> None:
    board, tiles = title("1861")
    graph = TrackGraph(board, tiles, {"G15": ("201", 0)})
    found = graph.reach([("G15", 0)])
    green = candidates(board, tiles, "G15", current_tile(board, tiles, graph.laid, "G15"))[0]
    assert city_gains(graph, found, "G15", green)
    assert not city_gains(graph, graph.reach([("H8", 0)]), "G15", green)
    brown = TrackGraph(board, tiles, {"G15": ("207", 0)})
    assert not any(
        city_gains(brown, brown.reach([("G15", 0)]), "G15", c)
        for c in candidates(board, tiles, "G15", tiles.face("207", 0))
        if c.tile.stops[0].value("brown") <= 40
    )
