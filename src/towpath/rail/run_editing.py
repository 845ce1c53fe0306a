"""Changing a run by its stops, as somebody does with a finger on the map.

A stop at an end of the run is taken off; one in its middle cuts off the shorter piece beyond it; any other is where the run
goes on to, from the end that is nearer over free track. What comes out need not be legal yet: ``runs.run_reasons`` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

import msgspec

from towpath.rail.actions import Run
from towpath.rail.route_graph import RouteGraph, instance_for
from towpath.rail.rules import RailRules
from towpath.rail.runs import node_name, parse_node, route_graph
from towpath.rail.state import Position
from towpath.routes import CITY, OFFBOARD, Instance

SHARED = 1000
"""Hexes that a way may be longer before it takes track that another run uses."""


class NoWay(ValueError):
    """A run cannot go where it was asked to; the message says so."""


def stop_at(rules: RailRules, pos: Position, place: str) -> str | None:
    """The stop that a place on the map stands for: itself, or of a hex the first stop there. ``None`` when there is none."""
    graph = route_graph(rules, pos)
    if parse_node(graph, place) is not None:
        return place
    numbers = graph.at(place) if place in graph.graph.tiles else []
    return node_name(graph.nodes[numbers[0]]) if numbers else None


def tapped(
    rules: RailRules, pos: Position, company: str, runs: Sequence[Run], train: str, stop: str
) -> tuple[Run, ...]:
    """The runs after somebody has tapped a stop with the run of ``train`` in hand; without stops it is left out. ``NoWay``."""
    mine = next((run for run in runs if run.train == train), Run(train=train, stops=(), ways=()))
    others = [run for run in runs if run.train != train]
    changed = _shortened(mine, stop) if stop in mine.stops else _extended(rules, pos, company, mine, others, stop)
    if mine not in runs:
        return (*runs, changed)
    return tuple(changed if run is mine else run for run in runs if run is not mine or changed.stops)


def next_stops(rules: RailRules, pos: Position, company: str, runs: Sequence[Run], train: str) -> tuple[str, ...]:
    """Where the run of a train could go on to, one stop further; where it could begin, while it has none."""
    graph = route_graph(rules, pos)
    mine = next((run for run in runs if run.train == train), None)
    if mine is None or not mine.stops:
        return tuple(node_name(node) for node in rules.tokens_of(pos, company))
    problem = instance_for(rules, pos, graph, company, [train])
    used = _tracks(graph, [mine])
    here = {parse_node(graph, stop) for stop in mine.stops}
    found: dict[int, None] = {}
    for end in dict.fromkeys((mine.stops[0], mine.stops[-1])):
        number = parse_node(graph, end)
        if number is not None and (len(mine.stops) == 1 or not _is_end(problem, number)):
            found |= {
                far: None for far, tracks, _ in _ways_from(graph, number) if far not in here and not used & tracks
            }
    return tuple(node_name(graph.nodes[number]) for number in found)


def _shortened(run: Run, stop: str) -> Run:
    at = run.stops.index(stop)
    last = len(run.stops) - 1
    if at == last:
        return _piece(run, 0, last - 1)
    if at == 0:
        return _piece(run, 1, last)
    return _piece(run, 0, at) if at >= last - at else _piece(run, at, last)


def _piece(run: Run, first: int, last: int) -> Run:
    stops = run.stops[first : last + 1]
    return msgspec.structs.replace(run, stops=stops, ways=run.ways[first:last] if len(stops) > 1 else ())


def _extended(rules: RailRules, pos: Position, company: str, run: Run, others: Sequence[Run], stop: str) -> Run:
    graph = route_graph(rules, pos)
    target = parse_node(graph, stop)
    if target is None:
        raise NoWay(f"There is no stop {stop} on the map.")
    if not run.stops:
        return msgspec.structs.replace(run, stops=(stop,), ways=())
    problem = instance_for(rules, pos, graph, company, [run.train])
    barred, shared = _tracks(graph, [run]), _tracks(graph, others)
    visited = {number for number in (parse_node(graph, each) for each in run.stops) if number is not None}
    ways = []
    for end in dict.fromkeys((run.stops[-1], run.stops[0])):
        start = parse_node(graph, end)
        if start is not None and (len(run.stops) == 1 or not _is_end(problem, start)):
            found = _shortest(graph, problem, start, target, barred, shared, visited)
            if found is not None:
                ways.append((found[0], end == run.stops[-1], found[1]))
    if not ways:
        raise NoWay(f"No free track leads from an end of the run to {stop}.")
    _, at_end, legs = min(ways, key=lambda way: way[0])
    stops = tuple(node_name(graph.nodes[number]) for number, _ in legs)
    hexes = tuple(way for _, way in legs)
    if at_end:
        return msgspec.structs.replace(run, stops=(*run.stops, *stops), ways=(*run.ways, *hexes))
    back = tuple(way[::-1] for way in reversed(hexes))
    return msgspec.structs.replace(run, stops=(*reversed(stops), *run.stops), ways=(*back, *run.ways))


Leg = tuple[int, tuple[str, ...]]


def _shortest(
    graph: RouteGraph, problem: Instance, start: int, target: int, barred: set[int], shared: set[int], visited: set[int]
) -> tuple[int, list[Leg]] | None:
    """The cheapest way as (stop, hexes on the way there), and its cost: hexes, and much more for track of other runs."""
    queue: list[tuple[int, int, list[Leg]]] = [(0, start, [])]
    done: set[int] = set()
    while queue:
        cost, at, legs = heappop(queue)
        if at == target:
            return cost, legs
        if at in done or (at != start and _is_end(problem, at)):
            continue
        done.add(at)
        for far, tracks, way in _ways_from(graph, at):
            if far not in done and far not in visited and not tracks & barred:
                heappush(queue, (cost + 1 + len(way) + SHARED * len(tracks & shared), far, [*legs, (far, way)]))
    return None


def _ways_from(graph: RouteGraph, at: int) -> Iterable[tuple[int, set[int], tuple[str, ...]]]:
    for index, segment in enumerate(graph.packed):
        hexes = graph.segments[index].hexes
        if segment.a == at:
            yield segment.b, set(segment.tracks), hexes
        elif segment.b == at:
            yield segment.a, set(segment.tracks), hexes[::-1]


def _tracks(graph: RouteGraph, runs: Iterable[Run]) -> set[int]:
    found: set[int] = set()
    for run in runs:
        numbers = [parse_node(graph, stop) for stop in run.stops]
        # A run that somebody made up may have more ways than there are between its stops.
        for a, b, way in zip(numbers, numbers[1:], run.ways, strict=False):
            index = None if a is None or b is None else graph.segment_between(a, b, way)
            if index is not None:
                found.update(graph.packed[index].tracks)
    return found


def _is_end(problem: Instance, number: int) -> bool:
    """Whether a run ends there: off the board, and in a city that others fill."""
    kind = problem.stops[number].kind
    return (kind == OFFBOARD and number not in problem.through) or (kind == CITY and number in problem.full)
