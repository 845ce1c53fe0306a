"""The track on a board as a graph: what joins what, apart from anybody's tokens.

A *trail* is what a train or a line of connection may follow. It uses no piece of track and no hex side twice (two
pieces that meet at a side are one track there), visits no stop twice, and never turns back at a junction.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from towpath.facts.errors import DataError, one_of
from towpath.hexmap.board import Board, HexId, Laid, NodeId, current_tile
from towpath.hexmap.reaching import Reach, search
from towpath.hexmap.tiles import STOP_BASE, Edge, Move, Tile, TileSet


class NoPath(LookupError):
    """No track runs as asked for; the message says between what and what there is instead."""


class Track(Struct, frozen=True):
    """What a track id stands for: crossing side ``edge`` of ``hex``, or (``edge`` None) its inner piece ``piece``."""

    hex: HexId
    edge: Edge | None = None
    piece: int | None = None


class Segment(Struct, frozen=True):
    """A way from stop ``a`` to stop ``b`` with no stop between; ``a`` is the one that comes first on the board.

    ``track``: the ids used, in order; two segments share track exactly when they share an id. ``hexes``: the hexes
    passed, both ends included.
    """

    a: NodeId
    b: NodeId
    track: tuple[int, ...]
    hexes: tuple[HexId, ...]


class TrackGraph:
    """The track of ``board`` with the tiles of ``laid`` on it. Immutable; ``with_tile`` gives a neighbouring one.

    Raises DataError when ``laid`` names a hex or a tile that this title has not.
    """

    def __init__(self, board: Board, tileset: TileSet, laid: Laid) -> None:
        self.board = board
        self.tileset = tileset
        self.laid: Laid = laid
        for hex_id in laid:
            if hex_id not in board.hexes:
                raise DataError("hex with a tile", hex_id, "a hex of this map: " + one_of(board.hexes, hex_id))
        self._number(_printed(board) | {h: tileset.face(*laid[h]) for h in laid})

    def _number(self, tiles: dict[HexId, Tile]) -> None:
        """Give every move on the map a number and everything that a trail uses up a bit, hex by hex in board order."""
        self.tiles: Mapping[HexId, Tile] = tiles
        self.ids = [h for h, tile in tiles.items() if tile.pieces or tile.stops]
        self.base: dict[HexId, int] = {}
        self.shift: dict[HexId, int] = {}
        self.owner: list[HexId] = []
        self.moves: list[Move] = []
        self.takes: list[int] = []
        shift = 0
        for hex_id in self.ids:
            tile = tiles[hex_id]
            self.base[hex_id] = len(self.owner)
            self.shift[hex_id] = shift
            self.moves += tile.moves
            self.takes += [move.takes << shift for move in tile.moves]
            shift += tile.width
            self.owner += [hex_id] * (2 * len(tile.pieces))
        self._after: list[tuple[int, ...] | None] = [None] * len(self.owner)

    def with_tile(self, hex_id: HexId, name: str, rotation: int) -> TrackGraph:
        """The graph after that tile is laid; this one stays as it is."""
        other = TrackGraph.__new__(TrackGraph)
        other.board, other.tileset = self.board, self.tileset
        other.laid = {**self.laid, hex_id: (name, rotation)}
        other._number({**self.tiles, hex_id: self.tileset.face(name, rotation)})
        return other

    def tile(self, hex_id: HexId) -> Tile:
        """What lies on the hex now."""
        return self.tiles.get(hex_id) or current_tile(self.board, self.tileset, self.laid, hex_id)

    def nodes(self) -> Iterator[NodeId]:
        """All stops, in board order."""
        for hex_id in self.ids:
            for index in range(len(self.tiles[hex_id].stops)):
                yield hex_id, index

    # Moves by number (shared with hexmap.reach)

    def stop_bit(self, node: NodeId) -> int:
        """The bit of a stop in such masks."""
        return 1 << (self.shift[node[0]] + STOP_BASE + node[1])

    def leaving(self, node: NodeId) -> list[int]:
        """The moves that start at a stop."""
        base = self.base[node[0]]
        return [base + m for m in self.tiles[node[0]].moves_from(STOP_BASE + node[1])]

    def after(self, number: int) -> tuple[int, ...]:
        """The moves that may follow, were the stop at its head open to pass."""
        known = self._after[number]
        if known is None:
            hex_id = self.owner[number]
            base = self.base[hex_id]
            move = self.tiles[hex_id].moves[number - base]
            crosses = 0 <= move.head < STOP_BASE
            known = self._across(hex_id, move.head) if crosses else tuple(base + m for m in move.after)
            self._after[number] = known
        return known

    def _across(self, hex_id: HexId, edge: Edge) -> tuple[int, ...]:
        other = self.board.hexes[hex_id].neighbours[edge]
        if other is None or other not in self.base:
            return ()
        base = self.base[other]
        return tuple(base + m for m in self.tiles[other].moves_from((edge + 3) % 6))

    def reach(self, starts: Iterable[NodeId], blocked: Container[NodeId] = ()) -> Reach:
        """Everything that trails from ``starts`` reach.

        A stop in ``blocked`` is reached but not passed; a start is open to its own trails even if it is blocked. An
        off-board area is an end unless its data says that it may be run through.
        """
        return search(self, starts, blocked)

    def leads_on(self, node: NodeId, same_hex: bool = False) -> bool:
        """Whether track leads from a stop to a stop in another hex with none between; the quick test for a route. With
        ``same_hex`` another stop of its own hex will do."""
        if node[0] not in self.base:
            return False
        queue = self.leaving(node)
        seen = set(queue)
        for move in queue:
            if self.moves[move].head >= STOP_BASE:
                if self.owner[move] != node[0] or (same_hex and self.moves[move].head != STOP_BASE + node[1]):
                    return True
                continue
            for follower in self.after(move):
                if follower not in seen:
                    seen.add(follower)
                    queue.append(follower)
        return False

    # Segments

    def segments(self) -> tuple[Segment, ...]:
        """All ways from stop to stop with no stop between, each once, in board order. Ids are those of ``tracks``."""
        return self._compiled[0]

    @property
    def tracks(self) -> tuple[Track, ...]:
        """What each track id of ``segments`` stands for."""
        return self._compiled[1]

    @cached_property
    def _compiled(self) -> tuple[tuple[Segment, ...], tuple[Track, ...]]:
        rank = {node: i for i, node in enumerate(self.nodes())}
        order = {hex_id: i for i, hex_id in enumerate(self.ids)}
        found: dict[tuple[NodeId, NodeId, frozenset[tuple[int, int]]], tuple[list[int], list[tuple[int, int]]]] = {}
        for node in rank:
            for way in self._ways(node):
                last = self.owner[way[-1]], self.moves[way[-1]].head - STOP_BASE
                if rank[node] < rank[last]:
                    keys = self._track_keys(way, order)
                    found.setdefault((node, last, frozenset(keys)), (way, keys))
        numbers = {key: n for n, key in enumerate(sorted({k for _, keys in found.values() for k in keys}))}
        segments = tuple(
            Segment(a, b, tuple(numbers[k] for k in keys), self._hexes(way)) for (a, b, _), (way, keys) in found.items()
        )
        tracks = tuple(
            Track(self.ids[place], edge=part) if part < STOP_BASE else Track(self.ids[place], piece=part - STOP_BASE)
            for place, part in numbers
        )
        return segments, tracks

    def _ways(self, node: NodeId) -> Iterator[list[int]]:
        """Every trail from a stop to the next stop, as its moves; walked depth first."""
        stack = [([m], self.takes[m]) for m in reversed(self.leaving(node))]
        while stack:
            way, used = stack.pop()
            if self.moves[way[-1]].head >= STOP_BASE:
                yield way
                continue
            for move in reversed(self.after(way[-1])):
                takes = self.takes[move]
                if not takes & used:
                    stack.append(([*way, move], used | takes))

    def _track_keys(self, way: Sequence[int], order: Mapping[HexId, int]) -> list[tuple[int, int]]:
        """The crossings of a way as (place of the hex that comes first, its side); else its inner piece."""
        keys = []
        for number in way:
            hex_id, move = self.owner[number], self.moves[number]
            if 0 <= move.head < STOP_BASE:
                other = self.board.hexes[hex_id].neighbours[move.head] or hex_id
                keys.append(min((order[hex_id], move.head), (order[other], (move.head + 3) % 6)))
            elif move.tail >= STOP_BASE and move.head >= STOP_BASE:
                keys.append((order[hex_id], STOP_BASE + (number - self.base[hex_id]) // 2))
        return keys

    def _hexes(self, way: Sequence[int]) -> tuple[HexId, ...]:
        hexes = [self.owner[way[0]]]
        for before, number in pairwise(way):
            if 0 <= self.moves[before].head < STOP_BASE:
                hexes.append(self.owner[number])
        return tuple(hexes)

    @cached_property
    def _by_hexes(self) -> dict[tuple[HexId, ...], list[Segment]]:
        table: dict[tuple[HexId, ...], list[Segment]] = {}
        for segment in self.segments():
            table.setdefault(segment.hexes, []).append(segment)
            if segment.hexes != segment.hexes[::-1]:
                table.setdefault(segment.hexes[::-1], []).append(segment)
        return table

    def path_between(self, hexes: Sequence[HexId], a: NodeId | None = None, b: NodeId | None = None) -> Segment:
        """The segment that passes just these hexes in this order or back, between two stops if they are named.

        Raises NoPath when there is none, or when several fit because no stops are named.
        """
        along = self._by_hexes.get(tuple(hexes), [])
        wanted = {n for n in (a, b) if n is not None}
        fit = [s for s in along if wanted <= {s.a, s.b}]
        if len(fit) == 1 or (len(fit) > 1 and len(wanted) == 2):
            return fit[0]
        way = " ".join(hexes)
        if fit:
            raise NoPath(f"{way}: {len(fit)} ways fit; name the stops, one of " + ", ".join(_ends(s) for s in fit))
        if along:
            raise NoPath(
                f"{way}: no track from {_named(a)} to {_named(b)} here, only from " + ", ".join(_ends(s) for s in along)
            )
        raise NoPath(f"{way}: no track runs along these hexes; {self._break(hexes)}")

    def _break(self, hexes: Sequence[HexId]) -> str:
        """Where a list of hexes first leaves the track."""
        for hex_id in hexes:
            if hex_id not in self.board.hexes:
                return f"{hex_id} is not on the map"
        for one, two in pairwise(hexes):
            edge = self.board.side_between(one, two)
            if edge is None:
                return f"{one} and {two} do not touch"
            if not (self.tile(one).exits >> edge & 1 and self.tile(two).exits >> (edge + 3) % 6 & 1):
                return f"no track crosses from {one} to {two}"
        return "its pieces do not join up from stop to stop"


def _printed(board: Board) -> dict[HexId, Tile]:
    return {h.id: h.printed for h in board.hexes.values()}


def _named(node: NodeId | None) -> str:
    return "any stop" if node is None else f"{node[0]} stop {node[1]}"


def _ends(segment: Segment) -> str:
    return f"{_named(segment.a)} to {_named(segment.b)}"
