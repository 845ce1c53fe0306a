"""Segments against the reference's route problems, and reading a list of hexes as track."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexmap import facts as f
from tests.hexmap.boards import MIXED, SMALL, all_trails, lays, title
from towpath.hexmap import (
    STOP_BASE,
    NodeId,
    NoPath,
    Segment,
    Track,
    TrackGraph,
    load_board,
    load_tiles,
)

RECORDED = ("1856", "1860", "1861", "1867")


def laid_before_runs(shared: Path, name: str, wanted: set[tuple[str, int]]) -> dict[tuple[str, int], dict[str, Any]]:
    """The tiles on the map just before certain actions of the reference's recorded games."""
    found = {}
    for path in sorted((shared / "conformance" / name).glob("*.trace.jsonl.gz")):
        game, before = path.name.partition(".")[0], {}
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                if (game, line.get("id")) in wanted and not line.get("sub"):
                    found[game, line["id"]] = before
                if "state" in line:
                    before = {h: t.rpartition("@") for h, t in line["state"]["tiles"].items()}
    return {
        key: {h: (t.rpartition("-")[0] or t, int(r)) for h, (t, _, r) in tiles.items()} for key, tiles in found.items()
    }


def worth_keeping(graph: TrackGraph, title_name: str) -> list[Segment]:
    """What the reference leaves of the segments: none within a group, none with more track than a parallel one."""
    segments = [s for s in graph.segments() if not set(groups(graph, s.a)) & set(groups(graph, s.b))]
    return [
        s
        for s in segments
        if not any(
            {o.a, o.b} == {s.a, s.b}
            and set(o.track) < set(s.track)
            and (title_name != "1860" or set(o.hexes) <= set(s.hexes))
            for o in segments
        )
    ]


def groups(graph: TrackGraph, node: NodeId) -> tuple[str, ...]:
    return graph.tile(node[0]).stops[node[1]].groups


def shape(segments: list[tuple[str, str, list[int]]]) -> Counter[object]:
    """Segments without the numbers of their track: the ends, and for each id used, between which ends it is used."""
    ends = [tuple(sorted((a, b))) for a, b, _ in segments]
    users: dict[int, list[tuple[str, ...]]] = {}
    for end, (_, _, ids) in zip(ends, segments, strict=True):
        for i in ids:
            users.setdefault(i, []).append(end)
    return Counter(
        (end, tuple(sorted(str(sorted(users[i])) for i in ids)))
        for end, (_, _, ids) in zip(ends, segments, strict=True)
    )


@pytest.mark.parametrize("name", RECORDED)
def test_segments_are_those_of_recorded_positions(shared: Path, name: str) -> None:
    given = f.facts(shared, name)
    board, tiles = f.load(given)
    with gzip.open(shared / "conformance" / "routes" / "instances-a.json.gz", "rt", encoding="utf-8") as file:
        instances = [i for i in json.load(file) if i["title"] == name]
    laid = laid_before_runs(shared, name, {(i["game"], i["action"]) for i in instances})
    assert len(instances) > 80
    for instance in instances:
        graph = TrackGraph(board, tiles, laid[instance["game"], instance["action"]])
        stop = instance["stop_names"]
        theirs = [(stop[a], stop[b], ids) for a, b, ids, *_ in instance["segments"]]
        ours = [(f"{s.a[0]}-{s.a[1]}", f"{s.b[0]}-{s.b[1]}", list(s.track)) for s in worth_keeping(graph, name)]
        assert shape(ours) == shape(theirs), (instance["game"], instance["action"])


def test_segments_number_track_alike_each_time_and_name_it() -> None:
    laid = dict.fromkeys(SMALL.hexes, ("star", 0)) | {"C3": ("city4", 0), "D6": ("full", 0), "B6": ("inner", 0)}
    graph = TrackGraph(SMALL, MIXED, laid)
    again = TrackGraph(SMALL, MIXED, dict(reversed(laid.items())))
    assert graph.segments() == again.segments()
    inner = next(s for s in graph.segments() if s.hexes == ("B6",))
    (only,) = inner.track
    assert graph.track(only) == Track("B6", piece=graph.track(only).piece)
    assert graph.track(only).piece is not None
    for segment in graph.segments():
        assert len(set(segment.track)) == len(segment.track)
        assert len(segment.track) == len(segment.hexes) - 1 or segment.hexes == ("B6",)
        assert (segment.hexes[0], segment.hexes[-1]) == (segment.a[0], segment.b[0])
        for i, (one, two) in zip(segment.track, zip(segment.hexes, segment.hexes[1:], strict=False), strict=False):
            track = graph.track(i)
            assert {track.hex, SMALL.adjacent(track.hex, track.edge or 0)} == {one, two}


def test_a_tile_more_makes_another_graph_and_leaves_the_first() -> None:
    graph = TrackGraph(SMALL, MIXED, {"C3": ("city", 0)})
    more = graph.with_tile("C5", "city", 0)
    assert (len(graph.segments()), len(more.segments())) == (0, 1)
    assert more.segments() == TrackGraph(SMALL, MIXED, {"C5": ("city", 0), "C3": ("city", 0)}).segments()
    assert graph.tile("C5").pieces == ()


@pytest.mark.parametrize("name", ["small", "1856", "1861", "1867"])
def test_a_graph_made_of_the_one_before_is_that_made_anew(name: str) -> None:
    """Whatever has been asked of the one before, and however many tiles lie between."""
    board, tiles = (SMALL, MIXED) if name == "small" else title(name)
    rng = Random(name)
    graph = TrackGraph(board, tiles, {})
    for laid in lays(board, tiles, rng, 250):
        graph, anew = graph.relaid(laid), TrackGraph(board, tiles, laid)
        if rng.random() < 0.5:
            assert graph.segments() == anew.segments()
        assert graph.nodes() == anew.nodes()
        stops = set(rng.sample(graph.nodes(), 3)) if len(graph.nodes()) > 2 else set()
        assert graph.reach(stops) == anew.reach(stops)


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_segments_join_the_stops_that_walking_every_trail_joins(seed: int) -> None:
    graph = TrackGraph(SMALL, MIXED, {})
    for laid in lays(SMALL, MIXED, Random(seed), 8):
        graph = graph.relaid(laid)
    stops = set(graph.nodes())
    walked = {
        (stop, (hex_id, head - STOP_BASE))
        for stop in stops
        for hex_id, _, _, head in all_trails(graph, {stop}, stops)
        if head >= STOP_BASE
    }
    assert {(s.a, s.b) for s in graph.segments()} == {(a, b) for a, b in walked if graph.numbers[a] < graph.numbers[b]}


def test_a_list_of_hexes_is_read_as_track() -> None:
    board = load_board({"plain": "A1 A3 A5 B2 B4"})
    tiles = load_tiles(
        {
            "tiles": {
                "two": "1x green c20(0) c20(5)",
                "line": "1x yellow 0-3",
                "end": "1x yellow c20(3 4)",
                "bow": "1x yellow 2-1",
            }
        }
    )
    graph = TrackGraph(
        board, tiles, {"A1": ("two", 0), "A3": ("line", 0), "A5": ("end", 0), "B2": ("bow", 0), "B4": ("bow", 0)}
    )
    straight = graph.path_between(["A1", "A3", "A5"])
    assert (straight.a, straight.b) == (("A1", 0), ("A5", 0))
    assert graph.path_between(["A5", "A3", "A1"], ("A5", 0), ("A1", 0)) is straight
    for hexes, ends, told in (
        (["A1", "A3", "A5"], (("A1", 1), ("A5", 0)), "no track from A1 stop 1 to A5 stop 0 here, only from A1 stop 0"),
        (["A1", "A5"], (None, None), "A1 and A5 do not touch"),
        (["A1", "B2", "B4"], (None, None), "no track crosses from B2 to B4"),
        (["A1", "Z9"], (None, None), "Z9 is not on the map"),
        (["A1", "A3"], (None, None), "do not join up from stop to stop"),
    ):
        with pytest.raises(NoPath, match=told):
            graph.path_between(hexes, *ends)


def test_two_ways_inside_one_hex_need_their_stops_named() -> None:
    tiles = load_tiles({"tiles": {"row": "1x green t10 t10 t10 A-B B-C"}})
    graph = TrackGraph(load_board({"plain": "A1"}), tiles, {"A1": ("row", 0)})
    assert graph.path_between(["A1"], ("A1", 1), ("A1", 2)).a == ("A1", 1)
    with pytest.raises(NoPath, match="2 ways fit; name the stops"):
        graph.path_between(["A1"])


def test_montreal_stops_on_the_printed_map() -> None:
    """The third city has no track: it is a stop that nothing reaches and that reaches nothing."""
    board, tiles = title("1867")
    graph = TrackGraph(board, tiles, {})
    assert [n for n in graph.nodes() if n[0] == "L12"] == [("L12", 0), ("L12", 1), ("L12", 2)]
    assert graph.reach([("L12", 2)]).nodes == {("L12", 2)}
    assert not graph.reach([("L12", 2)]).pieces
