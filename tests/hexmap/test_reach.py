"""Reach against a twin that walks every trail, and the famous ways of getting it wrong."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexmap.boards import MIXED, SMALL, all_trails
from towpath.hexmap import STOP_BASE, NodeId, TrackGraph, load_board, load_tiles, make_candidate, new_track_reached

LAY = st.one_of(st.none(), st.tuples(st.sampled_from(sorted(MIXED.tiles)), st.integers(0, 5)))
TILINGS = st.fixed_dictionaries(dict.fromkeys(SMALL.hexes, LAY))


def graph_of(tiling: dict[str, tuple[str, int] | None]) -> TrackGraph:
    return TrackGraph(SMALL, MIXED, {h: lay for h, lay in tiling.items() if lay})


def tokens(graph: TrackGraph, seed: int) -> tuple[set[NodeId], set[NodeId]]:
    """Up to three start stops, and blocked stops among the rest."""
    rng = random.Random(seed)
    cities = [n for n in graph.nodes() if graph.tile(n[0]).stops[n[1]].kind == "city"]
    starts = set(rng.sample(cities, min(len(cities), rng.choice((1, 1, 2, 3)))))
    return starts, {n for n in cities if n not in starts and rng.random() < 0.25}


@settings(max_examples=300)
@given(TILINGS, st.integers(0, 999))
def test_reach_is_what_walking_every_trail_finds(tiling: dict[str, tuple[str, int] | None], seed: int) -> None:
    graph = graph_of(tiling)
    starts, blocked = tokens(graph, seed)
    nodes, pieces, sides = set(starts), set(), set()
    for hex_id, index, _piece, head in all_trails(graph, starts, blocked):
        pieces.add((hex_id, index))
        if head >= STOP_BASE:
            nodes.add((hex_id, head - STOP_BASE))
        elif head >= 0 and (other := SMALL.hexes[hex_id].neighbours[head]):
            sides.add((other, (head + 3) % 6))
    found = graph.reach(starts, blocked)
    assert found.nodes == nodes
    assert found.pieces == pieces
    assert {(h, e) for h, mask in found.sides.items() for e in range(6) if mask >> e & 1} == sides
    assert all(graph.may_lead(starts, {hex_id}) for hex_id, _ in pieces)


@settings(max_examples=150)
@given(TILINGS, st.integers(0, 999), st.sampled_from(sorted(SMALL.hexes)), st.booleans())
def test_the_set_test_for_a_lay_says_what_the_graph_with_the_tile_says(
    tiling: dict[str, tuple[str, int] | None], seed: int, hex_id: str, more: bool
) -> None:
    if more:
        tiling = {**tiling, hex_id: ("line", seed % 6)}
    graph = graph_of(tiling)
    starts, blocked = tokens(graph, seed)
    found = graph.reach(starts, blocked)
    old = graph.tile(hex_id)
    grown = {"line": ("y23", "y26", "cross", "star"), "y23": ("star",), "city": ("city4", "full"), "city4": ("full",)}
    names = grown.get(old.name, ()) if old.pieces else sorted(MIXED.tiles)
    for name in names:
        for rotation in range(6):
            new = MIXED.face(name, rotation)
            if {(p.a, p.b) for p in old.pieces} - {(p.a, p.b) for p in new.pieces}:
                continue
            candidate = make_candidate(MIXED, old, name, rotation)
            after = graph.with_tile(hex_id, name, rotation).reach(starts, blocked)
            truth = any((hex_id, piece) in after.pieces for piece in candidate.new_pieces)
            assert new_track_reached(graph, found, hex_id, candidate) is truth


LINE = load_board({"plain": "A1 A3 A5 A7 A9"})


def test_a_gap_in_the_track_lets_nothing_lead_on_and_a_full_city_does() -> None:
    tiles = load_tiles({"tiles": {"city": "*x yellow c20(0 3)"}})
    graph = TrackGraph(LINE, tiles, dict.fromkeys(("A1", "A3", "A7"), ("city", 0)))
    assert graph.may_lead([("A1", 0)], {"A3"})
    assert not graph.may_lead([("A1", 0)], {"A5", "A7"})
    assert graph.relaid({**graph.laid, "A5": ("city", 0)}).may_lead([("A1", 0)], {"A7"})


@pytest.mark.parametrize(
    ("way_in", "reached"),
    [
        ("c20(0)", False),  # a dead end: the branch of the Y points back at the city
        ("c20(0 3)", False),
    ],
)
def test_a_y_is_not_entered_backwards(way_in: str, reached: bool) -> None:
    tiles = load_tiles({"tiles": {"city": f"1x green {way_in}", "y": "1x green 0-3 0-4", "stub": "1x yellow c20(3)"}})
    graph = TrackGraph(LINE, tiles, {"A1": ("city", 0), "A3": ("y", 3), "A5": ("stub", 0)})
    # A3 turned by 3 joins its top side (3) to 0 and 1: from A1 both are entered, from A5 only 0-3 is.
    assert graph.reach([("A1", 0)]).pieces >= {("A3", 0), ("A3", 1)}
    below = graph.reach([("A5", 0)])
    branch = next(i for i, p in enumerate(graph.tile("A3").pieces) if (p.a, p.b) == (1, 3))
    assert (("A3", branch) in below.pieces) is reached


def test_a_y_is_entered_backwards_when_there_is_another_way_to_the_far_city() -> None:
    board = load_board({"plain": "A1 A3 A5 B2 B4"})
    tiles = load_tiles(
        {
            "tiles": {
                "y": "1x green 0-3 0-4",
                "far": "1x green c20(0 5)",
                "bend": "2x yellow 2-0",
                "home": "1x green c20(3 4)",
                "in": "1x yellow 3-1",
            }
        }
    )
    laid = {"A1": ("far", 0), "A3": ("y", 3), "A5": ("home", 0), "B2": ("bend", 0), "B4": ("in", 0)}
    graph = TrackGraph(board, tiles, laid)
    branch = next(i for i, p in enumerate(graph.tile("A3").pieces) if (p.a, p.b) == (1, 3))
    assert ("A3", branch) in graph.reach([("A5", 0)]).pieces
    without = TrackGraph(board, tiles, {h: lay for h, lay in laid.items() if h != "B2"})
    assert ("A3", branch) not in without.reach([("A5", 0)]).pieces


def test_a_blocked_city_is_reached_and_not_passed_and_an_own_token_opens_it() -> None:
    tiles = load_tiles({"tiles": {"city": "3x yellow c20(0 3)"}})
    graph = TrackGraph(LINE, tiles, dict.fromkeys(("A1", "A3", "A5"), ("city", 0)))
    blocked = {("A3", 0)}
    assert graph.reach([("A1", 0)], blocked).nodes == {("A1", 0), ("A3", 0)}
    assert graph.reach([("A1", 0), ("A3", 0)], blocked).nodes == {("A1", 0), ("A3", 0), ("A5", 0)}
    assert graph.reach([("A1", 0)]).sides == {"A3": 0b001000, "A5": 0b001000, "A7": 0b001000}
