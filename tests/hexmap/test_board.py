"""Geometry of both orientations, and what is printed on the two maps."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexmap.boards import MIXED, title
from towpath.hexmap import Board, current_tile, load_board, opposite

FLAT = load_board({"plain": " ".join(f"{c}{r}" for c in "ABCDEFG" for r in range(1, 14) if (ord(c) + r) % 2 == 0)})
POINTY = load_board(
    {
        "orientation": "pointy",
        "letters": "rows",
        "plain": " ".join(f"{c}{r}" for c in "ABCDEFG" for r in range(1, 14) if (ord(c) + r) % 2 == 0),
    }
)


@pytest.mark.parametrize("board", [FLAT, POINTY, title("1861")[0], title("1867")[0]])
def test_neighbours_are_mutual_and_touch_on_opposite_sides(board: Board) -> None:
    for here, edge in itertools.product(board.hexes, range(6)):
        other = board.adjacent(here, edge)
        if other is not None:
            assert board.adjacent(other, opposite(edge)) == here
            assert board.side_between(here, other) == edge
            assert board.distance(here, other) == 1
            one, two = board.hexes[here], board.hexes[other]
            assert (one.neighbours[edge] is None) == (two.neighbours[opposite(edge)] is None)
            assert one.borders.get(edge) == two.borders.get(opposite(edge))


@pytest.mark.parametrize("board", [FLAT, POINTY])
@given(data=st.data())
def test_distance_is_the_fewest_steps_from_hex_to_hex(board: Board, data: st.DataObject) -> None:
    begin, end = data.draw(st.tuples(*[st.sampled_from(sorted(board.hexes))] * 2))
    ring, steps, seen = {begin}, 0, {begin}
    while end not in ring:
        ring = {n for h in ring for e in range(6) if (n := board.adjacent(h, e)) and n not in seen}
        seen |= ring
        steps += 1
    assert board.distance(begin, end) == board.distance(end, begin) == steps


def test_pointy_hexes_have_side_0_at_the_lower_left_and_go_on_clockwise() -> None:
    assert [POINTY.adjacent("C5", e) for e in range(6)] == ["D4", "C3", "B4", "B6", "C7", "D6"]
    assert [FLAT.adjacent("C5", e) for e in range(6)] == ["C7", "B6", "B4", "C3", "D4", "D6"]


def test_distances_on_the_maps() -> None:
    board = title("1861")[0]
    assert [board.distance("E1", h) for h in ("E1", "E3", "H8", "D20", "Q3")] == [0, 1, 5, 10, 12]


@given(
    st.sampled_from([*title("1861")[1].tiles.values(), *title("1867")[1].tiles.values(), *MIXED.tiles.values()]),
    st.integers(0, 11),
)
def test_six_turns_bring_a_tile_back(tile, turn: int) -> None:  # type: ignore[no-untyped-def]
    turned = tile.rotated(turn)
    assert turned.rotated(6 - turn % 6) == tile
    assert turned is tile.rotated(turn + 6)
    assert turned.rotation == turn % 6
    assert turned.exits == sum(1 << (e + turn) % 6 for e in range(6) if tile.exits >> e & 1)
    assert [turned.stop_exits(i).bit_count() for i in range(len(tile.stops))] == [
        tile.stop_exits(i).bit_count() for i in range(len(tile.stops))
    ]


@pytest.mark.rule("1861:8.6.m", "1867:8.6.m")
def test_locks_of_the_maps() -> None:
    locked = {name: {h.id for h in title(name)[0].hexes.values() if h.locked == "phase:3"} for name in ("1861", "1867")}
    assert locked == {"1861": {"E3", "H6", "I5", "I9", "J10"}, "1867": {"M13"}}
    board = title("1867")[0]
    assert {h.id: dict(h.closed) for h in board.hexes.values() if h.closed} == {
        "D2": {0: "phase:3"},
        "L12": {2: "phase:3"},
    }
    assert board.hexes["L12"].printed.stop_exits(2) == 0


def test_places_kept_on_the_maps() -> None:
    board = title("1861")[0]
    kept = {f"{h.id}/{i}": names for h in board.hexes.values() for i, names in h.reserved.items()}
    assert kept["H8/0"] + kept["H8/1"] + kept["H8/2"] == ("M-K", "N", "MNN")
    assert (kept["E1/0"], kept["E1/1"], kept["D14/1"], kept["D14/2"]) == (("SPW",), ("RSR",), ("KB",), ("KK",))
    assert "D14/0" not in kept
    assert len(kept) == 17
    assert board.hexes["H8"].reserved_on == {"639": ("RSR",)}
    other = title("1867")[0]
    assert not any(h.reserved for h in other.hexes.values())
    assert other.hexes["L12"].reserved_on == {"639": ("CN",)}
    assert [(t.company, t.stop) for t in other.hexes["F16"].tokens] == [("CN", 0)]


def test_costs_of_hexes_tiles_and_borders() -> None:
    board, tiles = title("1867")
    assert (board.hexes["L12"].cost, board.hexes["J12"].cost, title("1861")[0].hexes["K7"].cost) == (20, 20, 20)
    assert {n: t.cost for n, t in title("1861")[1].tiles.items() if t.cost} == {"635": 40}
    assert not any(t.cost for t in tiles.tiles.values())
    rivers = {
        tuple(sorted((h.id, board.adjacent(h.id, e) or "")))
        for h in board.hexes.values()
        for e, border in h.borders.items()
        if border.amount == 80 and border.kind == "water"
    }
    assert rivers == {("L10", "M11"), ("M11", "M9"), ("M9", "N10"), ("N10", "N8"), ("N8", "O9")}


def test_the_current_tile_is_the_laid_one_or_the_print() -> None:
    board, tiles = title("1861")
    assert current_tile(board, tiles, {}, "D14") is board.hexes["D14"].printed
    laid = current_tile(board, tiles, {"D14": ("635", 2)}, "D14")
    assert laid is tiles.face("635", 2)
    assert [laid.stop_exits(i) for i in range(3)] == [0b001100, 0b110000, 0b000011]


def test_off_board_values_follow_the_colour_of_the_phase() -> None:
    poland, caucasus = (title("1861")[0].hexes[h].printed.stops[0] for h in ("A13", "I21"))
    assert [poland.value(c) for c in ("yellow", "green", "brown", "gray")] == [30, 40, 50, 70]
    assert [caucasus.value(c) for c in ("yellow", "green", "brown", "gray")] == [10, 20, 40, 60]
    port = title("1867")[0].hexes["E19"].printed.stops[0]
    assert (port.value("yellow"), port.value("gray"), port.ends_runs) == (10, 10, True)
