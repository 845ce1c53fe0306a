"""The optimiser's view of a position: stops and segments as numbers, per tiles; values and tokens per company."""

from __future__ import annotations

from collections.abc import Sequence
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
    ``groups``: stops of which a run may visit one at most (of one hex, of one off-board place).
    """

    def __init__(self, graph: TrackGraph, one_per_hex: bool = True) -> None:
        self.graph = graph
        self.one_per_hex = one_per_hex
        self.nodes: tuple[NodeId, ...] = tuple(graph.nodes())
        self.numbers = {node: i for i, node in enumerate(self.nodes)}
        self.stops: tuple[MapStop, ...] = tuple(graph.tile(hex_id).stops[index] for hex_id, index in self.nodes)
        self.groups = self._groups()
        self._memberships: dict[int, tuple[tuple[int, ...], ...]] = {}
        for group in self.groups:
            for stop in group:
                self._memberships[stop] = (*self._memberships.get(stop, ()), group)
        self.segments = tuple(
            segment
            for segment in graph.segments()
            if not self.one_place(self.numbers[segment.a], self.numbers[segment.b])
        )
        self.packed = tuple(
            Segment(self.numbers[segment.a], self.numbers[segment.b], segment.track) for segment in self.segments
        )
        self.track_count = len(graph.tracks)
        self._ways: dict[tuple[int, int, tuple[str, ...]], int] = {}
        for index, segment in enumerate(self.segments):
            a, b = self.numbers[segment.a], self.numbers[segment.b]
            self._ways[(a, b, segment.hexes)] = index
            self._ways[(b, a, segment.hexes[::-1])] = index
        self._plain: dict[str, tuple[Stop, ...]] = {}

    def one_place(self, a: int, b: int) -> bool:
        """Whether a run may visit only one of two stops, because they share a hex or an off-board place [8.8.1]."""
        return a != b and any(a in group and b in group for group in self._groups_of(a))

    def _groups_of(self, stop: int) -> tuple[tuple[int, ...], ...]:
        return self._memberships.get(stop, ())

    def segment_between(self, a: int, b: int, hexes: Sequence[str]) -> int | None:
        """The segment between two stops over just these hexes."""
        return self._ways.get((a, b, tuple(hexes)))

    def plain_stops(self, colour: str) -> tuple[Stop, ...]:
        """The stops with their values while ``colour`` is the latest, without any company's bonuses."""
        found = self._plain.get(colour)
        if found is None:
            found = tuple(Stop(KINDS[stop.kind], stop.value(colour)) for stop in self.stops)
            self._plain[colour] = found
        return found

    def at(self, hex_id: str) -> list[int]:
        """The numbers of the stops of a hex."""
        return [i for i, node in enumerate(self.nodes) if node[0] == hex_id]

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        groups: dict[str, list[int]] = {}
        for i, (hex_id, _) in enumerate(self.nodes):
            names = [f"place {name}" for name in self.stops[i].groups]
            if self.one_per_hex:
                names.append(f"hex {hex_id}")
            for name in names:
                groups.setdefault(name, []).append(i)
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
