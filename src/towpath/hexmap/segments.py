"""The ways from stop to stop with no stop between, and how they follow from those of another map.

They are kept by the stop that comes first on the board. When tiles change, only the stops are looked at again whose ways
led through a changed hex or may lead through it now; what is found is what a search from every stop would find.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from towpath.hexmap.board import HexId, NodeId
from towpath.hexmap.tiles import STOP_BASE

if TYPE_CHECKING:
    from towpath.hexmap.graph import TrackGraph


class Segment(Struct, frozen=True):
    """A way from stop ``a`` to stop ``b`` with no stop between; ``a`` is the one that comes first on the board.

    ``track``: the ids used, in order; two segments share track exactly when they share an id. ``hexes``: the hexes
    passed, both ends included.
    """

    a: NodeId
    b: NodeId
    track: tuple[int, ...]
    hexes: tuple[HexId, ...]


ByStop = Mapping[NodeId, tuple[Segment, ...]]
"""Stop -> the segments that start there, as they are met by a walk depth first; stops without any are left out."""


class Earlier(Struct, frozen=True):
    """What a graph knows of segments before they are asked for: those of an earlier map, and the hexes that differ."""

    found: ByStop
    changed: frozenset[HexId]


def all_segments(graph: TrackGraph) -> ByStop:
    """The segments of a map."""
    return _searched(graph, graph.nodes())


def following(graph: TrackGraph, earlier: Earlier) -> ByStop:
    """The same, with those of an earlier map at hand."""
    changed = earlier.changed
    kept = {
        stop: segments
        for stop, segments in earlier.found.items()
        if stop[0] not in changed and all(changed.isdisjoint(segment.hexes) for segment in segments)
    }
    again = (earlier.found.keys() - kept.keys()) | _stops_around(graph, changed)
    return {**kept, **_searched(graph, [stop for stop in again if stop in graph.numbers])}


def _searched(graph: TrackGraph, stops: Sequence[NodeId]) -> dict[NodeId, tuple[Segment, ...]]:
    found = ((stop, tuple(_from(graph, stop))) for stop in stops)
    return {stop: segments for stop, segments in found if segments}


def _stops_around(graph: TrackGraph, hexes: frozenset[HexId]) -> set[NodeId]:
    """The stops from which track, passing no other stop, leads into these hexes or begins there."""
    base = graph.numbering.base
    owner, moves = graph.numbering.owner, graph.moves
    found = set()
    queue = [base[hex_id] + move for hex_id in hexes for move in range(len(graph.tiles[hex_id].moves))]
    seen = set(queue)
    for number in queue:
        head = moves[number].head
        if head >= STOP_BASE:
            found.add((owner[number], head - STOP_BASE))
            continue
        for follower in graph.after(number):
            if follower not in seen:
                seen.add(follower)
                queue.append(follower)
    return found


def _from(graph: TrackGraph, stop: NodeId) -> Iterator[Segment]:
    """The segments from a stop to those that come later on the board; of those with the same track, the first met."""
    owner, moves, numbers = graph.numbering.owner, graph.moves, graph.numbers
    mine = numbers[stop]
    met = set()
    for way in _ways(graph, stop):
        last = owner[way[-1]], moves[way[-1]].head - STOP_BASE
        if mine < numbers[last]:
            track, hexes = _passed(graph, way)
            same = last, frozenset(track)
            if same not in met:
                met.add(same)
                yield Segment(stop, last, track, hexes)


def _ways(graph: TrackGraph, stop: NodeId) -> Iterator[list[int]]:
    """Every trail from a stop to the next stop, as its moves; walked depth first."""
    moves, takes, after = graph.moves, graph.takes, graph.after
    stack = [([m], takes[m]) for m in reversed(graph.leaving(stop))]
    while stack:
        way, used = stack.pop()
        last = way[-1]
        while moves[last].head < STOP_BASE:
            free = [m for m in after(last) if not takes[m] & used]
            if not free:
                break
            if len(free) > 1:
                stack += [([*way, m], used | takes[m]) for m in free[:0:-1]]
            last = free[0]
            way.append(last)
            used |= takes[last]
        else:
            yield way


def _passed(graph: TrackGraph, way: Sequence[int]) -> tuple[tuple[int, ...], tuple[HexId, ...]]:
    """The ids of the crossings of a way, or of its inner piece where it crosses nothing; and its hexes."""
    numbering, moves = graph.numbering, graph.moves
    track, hexes = [], [numbering.owner[way[0]]]
    for number in way:
        move = moves[number]
        if 0 <= move.head < STOP_BASE:
            track.append(numbering.crossings[hexes[-1]][move.head])
            hexes.append(graph.board.hexes[hexes[-1]].neighbours[move.head] or hexes[-1])
        elif move.tail >= STOP_BASE and move.head >= STOP_BASE:
            track.append(numbering.inner(hexes[-1], (number - numbering.base[hexes[-1]]) // 2))
    return tuple(track), tuple(hexes)
