"""Runs as the site writes them, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from towpath.hexmap.board import NodeId
from towpath.hexmap.segments import Segment
from towpath.kernel.codec import FormatError
from towpath.rail import runs
from towpath.rail.actions import Run
from towpath.rail.rules import RailRules
from towpath.rail.state import Position

MOST_SEGMENTS = 60
"""Far more than the longest run has."""


def read_run(rules: RailRules, pos: Position, train: str, route: Mapping[str, Any]) -> Run:
    """One route of the site as a run. ``FormatError`` when its connections fit no track on the map."""
    chain = _chain(_candidates(rules, pos, route))
    if chain is None:
        raise FormatError(f"the route of train {train} fits no track: {_listed(route)}")
    stops, ways = chain
    return Run(train=train, stops=tuple(map(runs.node_name, stops)), ways=tuple(ways))


def write_run(run: Run, revenue: int) -> dict[str, Any]:
    """A run as the site has it."""
    hexes = [stop.rpartition("/")[0] for stop in run.stops]
    return {
        "train": run.train,
        "connections": [list(way) for way in run.ways],
        "hexes": hexes,
        "revenue": revenue,
        "revenue_str": "-".join(hexes),
        "nodes": [stop.replace("/", "-") for stop in run.stops],
    }


Way = tuple[NodeId, NodeId, tuple[str, ...], frozenset[int]]
"""A segment one way round: from, to, the hexes passed, the track used."""


def _candidates(rules: RailRules, pos: Position, route: Mapping[str, Any]) -> list[list[Way]]:
    connections = route.get("connections")
    if not isinstance(connections, list) or not 0 < len(connections) <= MOST_SEGMENTS:
        raise FormatError(f"a route's connections are a list of segments, not {connections!r:.80}")
    segments = runs.route_graph(rules, pos).segments
    named = _nodes(route.get("nodes"))
    return [_ways(segments, connection, named) for connection in connections]


def _ways(segments: Sequence[Segment], connection: Any, named: frozenset[NodeId]) -> list[Way]:
    if not isinstance(connection, list) or not connection or not all(isinstance(item, str) for item in connection):
        raise FormatError(f"a segment is a list of hexes, not {connection!r:.80}")
    hexes = tuple(connection)
    ends: frozenset[NodeId] = frozenset()
    if len(hexes) == 1 and " " in hexes[0]:
        hex_id, _, parts = hexes[0].partition(" ")
        hexes, ends = (hex_id,), frozenset((hex_id, int(part)) for part in parts.split(".") if part.isdigit())
    found: list[Way] = []
    for segment in segments:
        if segment.hexes not in (hexes, hexes[::-1]) or (ends and ends != {segment.a, segment.b}):
            continue
        if named and not (segment.a in named and segment.b in named):
            continue
        track = frozenset(segment.track)
        found.append((segment.a, segment.b, segment.hexes, track))
        found.append((segment.b, segment.a, segment.hexes[::-1], track))
    return found


def _nodes(listed: Any) -> frozenset[NodeId]:
    """The stops that a route names, as "HEX-part"; in our titles a stop's part is its index."""
    found = set()
    for item in listed if isinstance(listed, list) else ():
        hex_id, _, part = item.rpartition("-") if isinstance(item, str) else ("", "", "")
        if part.isascii() and part.isdigit():
            found.add((hex_id, int(part)))
    return frozenset(found)


def _chain(choices: list[list[Way]]) -> tuple[list[NodeId], list[tuple[str, ...]]] | None:
    """The first choice of ways that joins them end to end, no stop and no track twice."""
    path: list[Way] = []

    def extend(index: int) -> bool:
        if index == len(choices):
            return True
        used = frozenset[int]().union(*(way[3] for way in path))
        visited = {path[0][0], *(way[1] for way in path)} if path else set()
        for way in choices[index]:
            if path and way[0] != path[-1][1]:
                continue
            if way[1] in visited or way[0] == way[1] or way[3] & used:
                continue
            path.append(way)
            if extend(index + 1):
                return True
            path.pop()
        return False

    if not extend(0):
        return None
    return [path[0][0], *(way[1] for way in path)], [way[2] for way in path]


def _listed(route: Mapping[str, Any]) -> str:
    return " | ".join("-".join(map(str, part)) for part in route.get("connections", ()) if isinstance(part, list))
