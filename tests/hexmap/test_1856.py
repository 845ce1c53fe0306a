"""The board and the tiles of 1856: against the reference, and what may replace what."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hexmap import facts as f
from tests.hexmap.boards import title
from towpath.hexmap import (
    Board,
    Candidate,
    DataError,
    Tile,
    TileSet,
    TrackGraph,
    candidates,
    check_tiles,
    city_gains,
    dump_tiles,
    faults,
    load_board,
    load_tiles,
    new_track_reached,
    with_optional_label,
)

BOARD, TILES = title("1856")
OPEN = load_board({"plain": "C3 C1 C5 B2 B4 D2 D4"})
CODES = {"BBG": "BB", "CV": "CVR"}
"""Codes of companies that the reference writes differently."""


def names(found: tuple[Candidate, ...]) -> set[str]:
    return {c.name for c in found}


def codes(board: Board, tiles: TileSet, hex_id: str, current: Tile, name: str, rotation: int) -> set[str]:
    return {fault.code for fault in faults(board, tiles, hex_id, current, name, rotation)}


@pytest.mark.rule("1856:8.9.a")
def test_the_tiles_are_those_of_the_reference(shared: Path) -> None:
    given = f.facts(shared, "1856")["tiles"]
    assert f.said_counts(TILES) == {name: x["count"] for name, x in given.items()}
    for name, x in given.items():
        assert f.said_tile(TILES.tiles[name]) == f.given_tile(x), name
    by_colour: dict[str, int] = {}
    for name, tile in TILES.tiles.items():
        by_colour[tile.colour] = by_colour.get(tile.colour, 0) + (TILES.counts[name] or 0)
    assert by_colour == {"yellow": 55, "green": 31, "brown": 34, "gray": 2}
    check_tiles(BOARD, TILES)


def test_the_board_is_that_of_the_reference(shared: Path) -> None:
    """But for marks that show destinations and rights (these change) and Hamilton's label in gray."""
    given = f.facts(shared, "1856")["hexes"]
    assert set(BOARD.hexes) == set(given)
    for hex_id, x in given.items():
        here = BOARD.hexes[hex_id]
        theirs = f.given_hex({**x, "icons": [icon for icon in x.get("icons", ()) if icon["name"] == "port"]})
        theirs["kept"] = {i: [CODES.get(name, name) for name in kept] for i, kept in theirs["kept"].items()}
        if hex_id == "L15":
            theirs["future_label"] = {"label": "H", "color": "gray"}
        assert f.said_hex(BOARD, here) == {k: v for k, v in theirs.items() if v != [] or k == "tokens"}, hex_id
        sides = {str(edge): other for edge, other in enumerate(here.neighbours) if other}
        assert x.get("geometric_neighbors", x["neighbors"]).items() <= sides.items(), hex_id


@pytest.mark.rule("1856:P.8.4.a", "1856:P.8.6.a", "1856:P.8.2.b")
def test_tiles_upgrade_as_in_the_reference(shared: Path) -> None:
    table = f.facts(shared, "1856")["tile_upgrades"]
    assert set(table["by_tile_first_phase"]) == set(TILES.tiles)
    for old, new in table["by_tile_first_phase"].items():
        for rotation in range(6):
            assert names(candidates(OPEN, TILES, "C3", TILES.face(old, rotation))) == set(new), old
    for hex_id, exceptions in table["hex_specific_exceptions_last_phase"].items():
        for old, new in exceptions.items():
            assert names(candidates(BOARD, TILES, hex_id, TILES.face(old, 0))) <= set(new)
    for hex_id, new in table["from_printed_hex"].items():
        printed = BOARD.hexes[hex_id].printed
        by_track = {
            tile
            for tile in TILES.tiles
            for rotation in range(6)
            if codes(BOARD, TILES, hex_id, printed, tile, rotation) <= {"edge", "closed_side"}
        }
        assert by_track == set(new), hex_id
        assert names(candidates(BOARD, TILES, hex_id, printed)) <= set(new)
    assert {h for h in BOARD.hexes if not BOARD.hexes[h].fixed} == set(table["from_printed_hex"])


@pytest.mark.rule("1856:8.6.a", "1856:8.6.b", "1856:P.8.6.a", "1856:P.8.6.b")
def test_a32_small_cities_change_only_when_conversions_are_allowed(shared: Path) -> None:
    changed = f.facts(shared, "1856")["tile_upgrades"]["by_tile_last_phase_where_different"]
    assert changed == {name: sorted(new, key=new.index) for name, new in changed.items()}
    for old in TILES.tiles:
        for rotation in range(6):
            now = TILES.face(old, rotation)
            before, after = (names(candidates(OPEN, tiles, "C3", now)) for tiles in (TILES, TILES.converting))
            assert after == (set(changed[old]) if old in changed else before)
            assert before.isdisjoint(changed.get(old, ()))
            for found in candidates(OPEN, TILES.converting, "C3", now):
                assert not now.exits & ~found.exits, "every side with track keeps it"
    assert TILES.converting.converting is TILES.converting
    assert title("1861")[1].converting is title("1861")[1]


def test_a_conversion_that_would_lose_a_side_is_named() -> None:
    now = TILES.face("58", 0)  # track at sides 0 and 2
    assert not faults(OPEN, TILES.converting, "C3", now, "8", 0)
    found = faults(OPEN, TILES.converting, "C3", now, "8", 1)  # track at sides 1 and 3
    assert [(fault.code, fault.values) for fault in found] == [("sides", (0,)), ("sides", (2,))]
    assert codes(OPEN, TILES, "C3", now, "8", 0) == {"colour", "stops"}
    assert codes(OPEN, TILES.converting, "C3", now, "5", 0) >= {"colour"}


def test_all_track_of_a_converted_tile_counts_as_new() -> None:
    graph = TrackGraph(OPEN, TILES, {"C3": ("58", 0), "C5": ("57", 0)})
    reach = graph.reach([("C5", 0)], frozenset())
    for found in candidates(OPEN, TILES.converting, "C3", TILES.face("58", 0)):
        assert new_track_reached(graph, reach, "C3", found), found.name
        assert not city_gains(graph, reach, "C3", found)
    away = graph.reach([], frozenset())
    for found in candidates(OPEN, TILES.converting, "C3", TILES.face("58", 0)):
        assert not new_track_reached(graph, away, "C3", found)


@pytest.mark.rule("1856:8.4.a")
def test_oo_hexes_go_from_59_to_64_to_68_and_hamilton_alone_to_123() -> None:
    for hex_id in ("I12", "N17", "L15"):
        found = candidates(BOARD, TILES, hex_id, BOARD.hexes[hex_id].printed)
        assert names(found) == {"59"}
        brown = {c.name for r in range(6) for c in candidates(BOARD, TILES, hex_id, TILES.face("59", r))}
        assert brown <= {"64", "65", "66", "67", "68"}
        assert brown
        gray = {c.name for b in brown for r in range(6) for c in candidates(BOARD, TILES, hex_id, TILES.face(b, r))}
        assert gray == ({"123"} if hex_id == "L15" else set())
    assert {c.city_map for c in candidates(BOARD, TILES, "L15", TILES.face("64", 0))} == {(0, 0)}


@pytest.mark.rule("1856:8.4.b")
def test_toronto_takes_120_then_122_then_124() -> None:
    tile, path = BOARD.hexes["N11"].printed, []
    while found := candidates(BOARD, TILES, "N11", tile):
        assert len(names(found)) == 1
        tile = found[0].tile
        path.append((found[0].name, len(tile.stops)))
    assert path == [("120", 2), ("122", 2), ("124", 1)]


@pytest.mark.rule("1856:8.4.c")
@pytest.mark.parametrize(("hex_id", "brown"), [("F15", "126"), ("M4", "127")])
def test_london_and_barrie_have_brown_tiles_of_their_own(hex_id: str, brown: str) -> None:
    green = candidates(BOARD, TILES, hex_id, BOARD.hexes[hex_id].printed)
    assert names(green) == {"121"}
    assert {c.name for g in green for c in candidates(BOARD, TILES, hex_id, g.tile)} == {brown}


@pytest.mark.rule("1856:8.5.a", "1856:P.8.5.a")
def test_l_hexes_take_125_in_brown_and_others_63() -> None:
    labelled = [h for h in BOARD.hexes.values() if h.future and h.future.label == "L"]
    assert {h.id for h in labelled} == {"B19", "L13", "P9", "C14", "F17", "O18", "N3"}
    for old in ("14", "15"):
        for rotation in range(6):
            now = TILES.face(old, rotation)
            assert names(candidates(BOARD, TILES, "J13", now)) == {"63"}
            for here in labelled:
                assert names(candidates(BOARD, TILES, here.id, now)) == {"125"}
                assert "label" in codes(BOARD, TILES, here.id, now, "63", 0)


def test_every_l_hex_lies_at_the_edge_so_that_63_never_fits_even_where_the_label_is_optional() -> None:
    loose = with_optional_label(BOARD, "L")
    for hex_id in ("B19", "L13", "P9", "C14", "F17", "O18", "N3"):
        here = loose.hexes[hex_id]
        assert here.future is not None
        assert here.future.optional
        assert codes(loose, TILES, hex_id, TILES.face("14", 0), "63", 0) <= {"edge", "closed_side"}
        for yellow in candidates(loose, TILES, hex_id, here.printed):
            for green in candidates(loose, TILES, hex_id, yellow.tile):
                assert names(candidates(loose, TILES, hex_id, green.tile)) == {"125"}
    middle = load_board({"plain": "C1 C5 B2 B4 D2 D4", "hexes": {"C3": {"face": "c", "later": "brown L?"}}})
    assert names(candidates(middle, TILES, "C3", TILES.face("14", 0))) == {"63", "125"}


@pytest.mark.rule("1856:P.8.3.a")
def test_track_runs_neither_into_the_lake_nor_off_the_map() -> None:
    for hex_id, side in (("N7", 3), ("B21", 0)):
        blank = BOARD.hexes[hex_id].printed
        for name in ("7", "8", "9"):
            for rotation in range(6):
                if TILES.face(name, rotation).exits >> side & 1:
                    assert codes(BOARD, TILES, hex_id, blank, name, rotation) & {"edge", "closed_side"}


def test_an_optional_label_and_conversions_survive_the_notation() -> None:
    assert load_tiles(dump_tiles(TILES)) == TILES
    here = load_board({"hexes": {"C3": {"face": "c", "later": "brown L?"}}}).hexes["C3"]
    assert here.future is not None
    assert (here.future.label, here.future.optional) == ("L", True)
    with pytest.raises(DataError, match=r"converts\.1: '99' is wrong here"):
        load_tiles({"tiles": {"1": "1x yellow t10(0 1)"}, "converts": {"1": ["99"]}})
