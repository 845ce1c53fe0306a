"""The notation: it loses nothing of what the reference material knows, and a slip of the pen is told plainly."""

from __future__ import annotations

import copy
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.hexmap import facts as f
from tests.hexmap.boards import title
from towpath.hexmap import (
    Board,
    DataError,
    TileSet,
    TrackGraph,
    check_tiles,
    dump_board,
    dump_tiles,
    format_face,
    load_board,
    load_tiles,
    parse_face,
)
from towpath.hexmap.loading import HEX_KEYS

TITLES = ("1761", "1861", "1867", "1856", "1860")


@pytest.mark.parametrize("name", TITLES)
def test_a_title_of_the_reference_survives_the_notation(shared: Path, name: str) -> None:
    given = f.facts(shared, name)
    board, tileset = load_board(f.board_data(given)), load_tiles(f.tiles_data(given["tiles"]))
    same_as_reference(board, tileset, given)
    assert load_board(dump_board(board)) == board
    assert load_tiles(dump_tiles(tileset)) == tileset
    assert {s["hex"]: s["tile"] for s in given.get("start_map", ()) if s["tile"]} == {
        h: s.tile for h, s in board.start.items()
    }
    if name == "1761":
        check_tiles(board, tileset)
        assert [*board.changes["phase:2"]] == given["phase_2_reset"]["order"]
        assert [(s.tile, s.rotation) for s in board.changes["phase:2"]["C7"]] == [("BLM-g3", 0), ("BLM-g2", 1)]


@pytest.mark.parametrize("name", ["1861", "1867"])
def test_the_maps_of_the_package_are_those_of_the_reference(shared: Path, name: str) -> None:
    board, tileset = title(name)
    same_as_reference(board, tileset, f.facts(shared, name))


def same_as_reference(board: Board, tileset: TileSet, given: dict[str, Any]) -> None:
    assert set(board.hexes) == set(given["hexes"])
    for hex_id, x in given["hexes"].items():
        here = board.hexes[hex_id]
        assert f.said_hex(board, here) == f.given_hex(x), hex_id
        around = {str(e): n for e in range(6) if (n := board.adjacent(hex_id, e))}
        assert around == x.get("geometric_neighbors", x.get("neighbors", around)), hex_id
        for border in x.get("borders", ()):
            ours = here.borders[border["edge"]]
            assert (ours.kind, ours.amount) == (border.get("type", f.NO_LINE), border.get("cost", 0))
    assert sum(len(h.borders) for h in board.hexes.values()) >= sum(
        len(x.get("borders", ())) for x in given["hexes"].values()
    )
    assert set(tileset.tiles) == set(given["tiles"])
    for name, x in given["tiles"].items():
        assert f.said_tile(tileset.tiles[name]) == f.given_tile(x), name
    assert f.said_counts(tileset) == {n: x["count"] for n, x in given["tiles"].items()}


def test_every_tile_of_the_catalogue_survives_the_notation(shared: Path) -> None:
    for name, x in f.facts(shared, "tile-catalogue").items():
        tile = parse_face(f.face_of(x), name, name)
        assert f.said_tile(tile) == f.given_tile(x), name
        assert parse_face(format_face(tile), name, name) == tile


def test_stop_numbers_are_the_part_indexes_of_the_reference(shared: Path) -> None:
    """So that city ids of recorded games need no table of exceptions."""
    for name in TITLES:
        given = f.facts(shared, name)
        for x in [*given["tiles"].values(), *given["hexes"].values()]:
            parts = sorted(p["part_index"] for kind in ("cities", "towns", "offboards") for p in x.get(kind, ()))
            assert parts == list(range(len(parts)))


@pytest.mark.parametrize("name", ["1861", "1867"])
def test_each_tile_and_hex_is_written_as_the_notation_would_write_it_back(name: str) -> None:
    board, tileset = title(name)
    assert load_board(dump_board(board)) == board
    assert load_tiles(dump_tiles(tileset)) == tileset
    for tile in tileset.tiles.values():
        for rotation in range(6):
            turned = tile.rotated(rotation)
            again = parse_face(format_face(turned), tile.name, "")
            assert (again.pieces, again.labels, again.terrain) == (turned.pieces, turned.labels, turned.terrain)
            assert again.stops == turned.stops


def test_a_face_says_what_it_says() -> None:
    tile = parse_face(
        "green c40x2^0.5(0 n1) o[yellow:30 brown:50]~@North_East(4!) A-B w2-3 =K $40water+hill %port*", "x", ""
    )
    city, area = tile.stops
    assert (city.kind, city.value("white"), city.slots, city.at) == ("city", 40, 2, "0.5")
    assert [area.value(c) for c in ("white", "yellow", "green", "brown", "gray")] == [0, 30, 30, 50, 50]
    assert (area.groups, area.hidden, area.ends_runs) == (("North East",), True, True)
    assert [(p.a, p.b, p.gauge) for p in tile.pieces] == [
        (0, 6, ""),
        (1, 6, "narrow"),
        (2, 3, "canal"),
        (4, 7, ""),
        (6, 7, ""),
    ]
    assert (tile.exits, tile.stop_exits(0), tile.stop_exits(1)) == (0b011111, 0b000011, 0b010000)
    assert (tile.cost, tile.labels, tile.icons[0].sticky) == (40, ("K",), True)


@pytest.mark.parametrize(
    ("line", "wrong", "right"),
    [
        ("2 yellow c20(0 3)", "2", "2x"),
        ("2x yelow c20(0 3)", "yelow", "did you mean 'yellow'"),
        ("2x yellow c20(0 6)", "6", "0 to 5"),
        ("2x yellow k20(0 3)", "k20(0 3)", "c40x2(0 3)"),
        ("2x yellow c20(0) A-B", "A-B", "A to A"),
        ("2x yellow 0-0", "0-0", "two different places"),
        ("2x yellow 0-3 3-0", "0-3 3-0", "only once"),
        ("2x yellow o[green40](0)", "green40", "green:40"),
        ("2x red 0-3", "red", "yellow, green, brown, gray"),
        ("2x green 0-3 fixed:7", "fixed:7", "0 to 5"),
    ],
)
def test_a_slip_in_a_tile_is_told_with_file_key_value_and_what_would_be_right(
    line: str, wrong: str, right: str
) -> None:
    with pytest.raises(DataError) as caught:
        load_tiles({"tiles": {"57": line}}, "tiles.toml")
    assert caught.value.where == "tiles.toml: tiles.57"
    assert wrong in str(caught.value.value)
    assert right in caught.value.expected


@pytest.mark.parametrize(
    ("change", "where", "right"),
    [
        ({"orientaton": "flat"}, "map.toml", "did you mean 'orientation'"),
        ({"orientation": "round"}, "map.toml: orientation", "flat, pointy"),
        ({"plain": "B2 B4 B3"}, "map.toml: hexes", "step by 2"),
        ({"plain": "B2 B4 4B"}, "map.toml: hexes.4B", "letters then a number"),
        ({"plain": "B2 B2"}, "map.toml: hexes.B2", "only once"),
        ({"hexes": {"C3": {"nam": "Bath"}}}, "map.toml: hexes.C3", "did you mean 'name'"),
        ({"hexes": {"C3": {"face": "c", "reserved": ["A", "B"]}}}, "map.toml: hexes.C3.reserved", "1 stops"),
        ({"hexes": {"C3": {"borders": "0 impasable"}}}, "map.toml: hexes.C3.borders", "did you mean 'impassable'"),
        ({"hexes": {"C3": {"locked": "3"}}}, "map.toml: hexes.C3.locked", "phase:NAME"),
        ({"hexes": {"C3": {"later": "grey Kh"}}}, "map.toml: hexes.C3.later", "gray Kh"),
        ({"hexes": {"C3": {"face": "c", "tokens": ["CN@1"]}}}, "map.toml: hexes.C3.tokens", "below 1"),
        ({"hexes": {"C3": {"needs": [6]}}}, "map.toml: hexes.C3.needs", "0 to 5"),
        ({"hexes": {"C3": {"needs": 3}}}, "map.toml: hexes.C3.needs", "0 to 5"),
        ({"hexes": {"C3": {"name": 3}}}, "map.toml: hexes.C3.name", "text in quotes"),
        ({"changes": {"phase:2": {"B2": "5@0"}}}, "map.toml: changes.phase:2.B2", "list of texts"),
        ({"start": {"B6": "57@0"}}, "map.toml: start.B6", "one of B2, B4, C3"),
        ({"start": {"B2": "57"}}, "map.toml: start.B2", "'57@2'"),
    ],
)
def test_a_slip_in_a_map_is_told_likewise(change: dict[str, Any], where: str, right: str) -> None:
    data: dict[str, Any] = {"plain": "B2 B4", "hexes": {"C3": {"face": "c"}}}
    load_board(copy.deepcopy(data))
    with pytest.raises(DataError) as caught:
        load_board(data | change, "map.toml")
    assert caught.value.where == where
    assert right in caught.value.expected


def test_a_border_told_two_ways_is_refused_and_a_missing_tile_is_named() -> None:
    with pytest.raises(DataError, match="the same as on the other side"):
        load_board({"hexes": {"B2": {"borders": "0 water 80"}, "B4": {"borders": "3 impassable"}}})
    board = load_board({"plain": "B2", "start": {"B2": "5@0"}})
    with pytest.raises(DataError, match=r"map.toml: start.B2: '5' is wrong here; expected a tile .* '57'"):
        check_tiles(board, load_tiles({"tiles": {"57": "1x yellow c20(0 3)"}}))
    with pytest.raises(DataError, match=r"replaces: 'B3' is wrong here; expected a tile or a hex"):
        check_tiles(
            load_board({"plain": "B2"}), load_tiles({"tiles": {"57": "1x yellow 0-3"}, "replaces": {"B3": ["57"]}})
        )
    with pytest.raises(DataError, match=r"'75' .* one of 57"):
        TrackGraph(board, load_tiles({"tiles": {"57": "1x yellow 0-3"}}), {"B2": ("75", 0)})
    with pytest.raises(DataError, match=r"'B3' .* a hex of this map"):
        TrackGraph(board, load_tiles({"tiles": {"57": "1x yellow 0-3"}}), {"B3": ("57", 0)})


def test_the_examples_of_the_page_on_notation_are_right(root: Path) -> None:
    page = (root / "docs" / "notation.md").read_text("utf-8")
    faces = re.findall(r"^ {4}(\S.*?) {3,}\S.*$", page, re.MULTILINE)
    assert len(faces) == 4
    for face in faces:
        parse_face(face, "example", "docs/notation.md")
    blocks = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    tiles, board = (next(b for b in blocks if key in b) for key in ("tiles", "hexes"))
    named = {new for names in tiles["replaces"].values() for new in names} | set(tiles["replaces"]) - {"D4"}
    tiles["tiles"] |= dict.fromkeys(sorted(named), "1x green 0-3")
    load_tiles(tiles)
    load_board({**board, "plain": board["plain"] + " C7"})
    rows = re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE)
    assert sorted(set(rows) - {"yellow"}) == sorted(HEX_KEYS)
