"""The optimiser's numbers for a map, made of those of the map before, against the same made anew."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.hexmap.boards import lays, title
from towpath.hexmap import TrackGraph
from towpath.rail.route_graph import RouteGraph


@pytest.mark.parametrize("one_per_hex", [True, False])
@pytest.mark.parametrize("name", ["1856", "1861", "1867"])
def test_the_numbers_of_the_next_map_are_those_made_anew(name: str, one_per_hex: bool) -> None:
    board, tiles = title(name)
    near = RouteGraph(TrackGraph(board, tiles, {}), one_per_hex)
    for laid in lays(board, tiles, Random(name), 80):
        near = RouteGraph(near.graph.relaid(laid), one_per_hex, near)
        anew = RouteGraph(TrackGraph(board, tiles, laid), one_per_hex)
        for part in ("nodes", "numbers", "stops", "groups", "segments", "packed", "track_count"):
            assert getattr(near, part) == getattr(anew, part), part
        assert near.plain_stops("green") == anew.plain_stops("green")
        stops = range(len(anew.nodes))
        together = {(a, b) for group in anew.groups for a, b in product(group, group) if a != b}
        assert {(a, b) for a, b in product(stops, stops) if near.one_place(a, b)} == together
        assert {n for segment in near.packed for n in segment.tracks} <= set(range(near.track_count))
