"""The optimiser's view of a position: stops and segments as numbers, per tiles; values and tokens per company."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from towpath.hexmap.board import NodeId
from towpath.hexmap.graph import TrackGraph
from towpath.hexmap.tiles import Stop as MapStop
from towpath.rail.data import PairBonus, TrainKind
from towpath.rail.state import Position
from towpath.routes import CITY, HALT, OFFBOARD, TOWN, UNLIMITED, Instance, Segment, Stop, Train

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules

KINDS = {"city": CITY, "town": TOWN, "halt": HALT, "offboard": OFFBOARD}


class RouteGraph:
    """Numbers for everything on the map that a run can touch.

    ``nodes``: number -> stop on the map; ``numbers``: the reverse; ``segments``: the ways of track with their hexes;
    ``packed``: the same in numbers, pieces of track numbered without a gap in board order; ``groups``: stops of which a
    run may visit one at most (of one hex, of one off-board place).
    """

    def __init__(self, graph: TrackGraph, one_per_hex: bool = True, near: RouteGraph | None = None) -> None:
        """``near``: one of the same map, made with the same ``one_per_hex``, of whose parts this one may be made."""
        self.graph = graph
        self.numbers = graph.numbers
        self.nodes: tuple[NodeId, ...] = tuple(graph.numbers)
        self.stops: tuple[MapStop, ...] = tuple([stop for tile in graph.tiles.values() for stop in tile.stops])
        self._words = [stop.groups for stop in self.stops]
        self._plain: dict[str, tuple[Stop, ...]] = {}
        self.groups: tuple[tuple[int, ...], ...]
        self._together: dict[int, set[int]]
        if near is not None and near.numbers is self.numbers and near._words == self._words:
            self.groups, self._together = near.groups, near._together
        else:
            self.groups = _groups(graph, one_per_hex)
            self._together = {}
            for group in self.groups:
                for stop in group:
                    self._together.setdefault(stop, set()).update(group)
        numbers = self.numbers
        found = [(numbers[segment.a], numbers[segment.b], segment) for segment in graph.segments()]
        ways = [way for way in found if not self.one_place(way[0], way[1])]
        used = sorted({number for _, _, segment in found for number in segment.track})
        tracks = dict(zip(used, range(len(used)), strict=True))
        self.track_count = len(used)
        self.segments = tuple([segment for _, _, segment in ways])
        self.packed = tuple([Segment(a, b, tuple([tracks[n] for n in segment.track])) for a, b, segment in ways])

    def one_place(self, a: int, b: int) -> bool:
        """Whether a run may visit only one of two stops, because they share a hex or an off-board place [8.8.1]."""
        return a != b and b in self._together.get(a, ())

    @cached_property
    def _between(self) -> dict[tuple[int, int], list[int]]:
        found: dict[tuple[int, int], list[int]] = {}
        for index, (a, b, *_) in enumerate(self.packed):
            found.setdefault((a, b), []).append(index)
        return found

    def segment_between(self, a: int, b: int, hexes: Sequence[str]) -> int | None:
        """The segment between two stops over just these hexes; of several the last."""
        way = tuple(hexes)
        if a > b:
            a, b, way = b, a, way[::-1]
        fitting = [index for index in self._between.get((a, b), ()) if self.segments[index].hexes == way]
        return fitting[-1] if fitting else None

    def plain_stops(self, colour: str) -> tuple[Stop, ...]:
        """The stops with their values while ``colour`` is the latest, without any company's bonuses."""
        found = self._plain.get(colour)
        if found is None:
            found = tuple(Stop(KINDS[stop.kind], stop.value(colour)) for stop in self.stops)
            self._plain[colour] = found
        return found

    def at(self, hex_id: str) -> list[int]:
        """The numbers of the stops of a hex."""
        return [self.numbers[hex_id, i] for i in range(len(self.graph.tiles[hex_id].stops))]


def _groups(graph: TrackGraph, one_per_hex: bool) -> tuple[tuple[int, ...], ...]:
    groups: dict[str, list[int]] = {}
    first = 0
    for hex_id, tile in graph.tiles.items():
        several = one_per_hex and len(tile.stops) > 1
        for i, stop in enumerate(tile.stops, first):
            for name in stop.groups:
                groups.setdefault(f"place {name}", []).append(i)
            if several:
                groups.setdefault(f"hex {hex_id}", []).append(i)
        first += len(tile.stops)
    return tuple(tuple(members) for members in groups.values() if len(members) > 1)


def packed_train(kind: TrainKind, towns_count: bool = False) -> Train:
    """A kind of train as the optimiser's limits: towns are optional, for an express only off-boards are not [8.8.3]."""
    limit = UNLIMITED if kind.stops is None else kind.stops
    mandatory = 1 << OFFBOARD if kind.express else 1 << CITY | 1 << OFFBOARD
    if towns_count:
        mandatory |= 1 << TOWN
    return Train(
        kind.name,
        limit,
        limit,
        mandatory=mandatory,
        multiplier=2 if kind.doubled else 1,
        express=kind.express,
    )


def instance_for(rules: RailRules, pos: Position, graph: RouteGraph, company: str, trains: Sequence[str]) -> Instance:
    """The route problem of a company in a position."""
    stops = list(graph.plain_stops(rules.phase(pos).offboard))
    for hexes, amount in rules.stop_bonuses(pos, company):
        for hex_id in hexes:
            for number in graph.at(hex_id):
                stops[number] = stops[number]._replace(bonus=stops[number].bonus + amount)
    once = [(tuple(n for h in hexes for n in graph.at(h)), amount) for hexes, amount in rules.run_bonuses(pos, company)]
    pair = rules.data.pair_bonus
    return Instance(
        stops=tuple(stops),
        segments=graph.packed,
        tracks=graph.track_count,
        trains=tuple(packed_train(rules.train_kind(train), rules.policies.towns_count) for train in trains),
        tokens=tuple(sorted(graph.numbers[node] for node in rules.tokens_of(pos, company))),
        full=tuple(sorted(graph.numbers[node] for node in rules.blocked(pos, (company,)))),
        one_of=graph.groups,
        any_bonus=tuple(bonus for bonus in once if bonus[0]),
        pair_bonus=() if pair is None else (_pair(graph, pair),),
    )


def _pair(graph: RouteGraph, pair: PairBonus) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    partners = tuple(number for hex_id in pair.partners for number in graph.at(hex_id))
    return tuple(graph.at(pair.hex)), partners, pair.amount
