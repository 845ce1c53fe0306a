"""Whether a lay would help a company that reaches what it reaches: a set test, with no graph built for it."""

from __future__ import annotations

from collections.abc import Container

from towpath.hexmap.board import HexId
from towpath.hexmap.graph import TrackGraph
from towpath.hexmap.reaching import Reach
from towpath.hexmap.tiles import STOP_BASE, Tile
from towpath.hexmap.upgrades import Candidate, value_gained


def new_track_reached(
    graph: TrackGraph, reach: Reach, hex_id: HexId, candidate: Candidate, closed: Container[int] | None = None
) -> bool:
    """Whether some trail of ``reach`` would go on to a piece that the candidate adds to the hex.

    ``closed``: the stops of the new tile that are blocked once it lies; by default those of which every old stop was.
    """
    if not candidate.new_pieces:
        return False
    mapping = candidate.city_map
    shut = frozenset(_closed(reach, hex_id, candidate, closed))
    new = candidate.tile
    fresh = set(candidate.new_pieces)
    begun: list[tuple[int, int]] = []
    for old, to in enumerate(mapping):
        if (hex_id, old) in reach.starts:
            bit = 1 << (STOP_BASE + to)
            begun += [(move, bit) for move in new.moves_from(STOP_BASE + to)]
    sides = reach.sides.get(hex_id, 0)
    for edge in range(6):
        if sides >> edge & 1:
            used = _renamed(reach.trails[hex_id, edge], mapping)
            begun += [(move, used) for move in new.moves_from(edge)]
    doubt = False
    while begun:
        move, used = begun.pop()
        takes = _lasting(new, move)
        if takes & used:
            doubt = doubt or move // 2 in fresh or bool(new.moves[move].after)
            continue
        if move // 2 in fresh:
            return True
        head = new.moves[move].head
        if head < STOP_BASE or head - STOP_BASE not in shut:
            begun += [(m, used | takes) for m in new.moves[move].after]
    return doubt and _by_graph(graph, reach, hex_id, candidate, shut)


def city_gains(graph: TrackGraph, reach: Reach, hex_id: HexId, candidate: Candidate) -> bool:
    """Whether a city of the hex that is reached would be worth more."""
    current = graph.tile(hex_id)
    return any((hex_id, i) in reach.nodes and value_gained(current, candidate, i) for i in range(len(current.stops)))


def _closed(reach: Reach, hex_id: HexId, candidate: Candidate, closed: Container[int] | None) -> list[int]:
    stops = range(len(candidate.tile.stops))
    if closed is not None:
        return [j for j in stops if j in closed]
    came = [[(hex_id, i) for i, to in enumerate(candidate.city_map) if to == j] for j in stops]
    return [j for j in stops if came[j] and all(n in reach.blocked and n not in reach.starts for n in came[j])]


def _lasting(tile: Tile, move: int) -> int:
    """What a move takes, without the bits of inner pieces: those are numbered differently on the old tile."""
    return tile.moves[move].takes & ((1 << (STOP_BASE + len(tile.stops))) - 1)


def _renamed(used: int, mapping: tuple[int, ...]) -> int:
    """A mask over the old tile's sides and stops, in terms of the new tile."""
    out = used & ((1 << STOP_BASE) - 1)
    for old, to in enumerate(mapping):
        if used >> (STOP_BASE + old) & 1:
            out |= 1 << (STOP_BASE + to)
    return out


def _by_graph(graph: TrackGraph, reach: Reach, hex_id: HexId, candidate: Candidate, shut: frozenset[int]) -> bool:
    """The same question put to the graph with the tile laid; asked only where one trail could stand in its own way."""
    after = graph.with_tile(hex_id, candidate.name, candidate.rotation)
    starts = {(h, candidate.city_map[i]) if h == hex_id else (h, i) for h, i in reach.starts}
    blocked = {node for node in reach.blocked if node[0] != hex_id} | {(hex_id, stop) for stop in shut}
    again = after.reach(starts, blocked)
    return any((hex_id, piece) in again.pieces for piece in candidate.new_pieces)
