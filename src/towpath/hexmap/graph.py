"""The track on a board as a graph: what joins what, apart from anybody's tokens.

A *trail* is what a train or a line of connection may follow. It uses no piece of track and no hex side twice (two
pieces that meet at a side are one track there), visits no stop twice, and never turns back at a junction.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise

from towpath.facts.errors import DataError, one_of
from towpath.hexmap.board import Board, HexId, Laid, NodeId, current_tile
from towpath.hexmap.numbering import Track, numbering
from towpath.hexmap.reaching import Reach, search
from towpath.hexmap.segments import ByStop, Earlier, Segment, all_segments, following
from towpath.hexmap.tiles import STOP_BASE, Edge, Move, Tile, TileSet

NO_MOVE = Move(-1, -1, 0, ())
"""Fills the room that a hex does not need."""


class NoPath(LookupError):
    """No track runs as asked for; the message says between what and what there is instead."""


class TrackGraph:
    """The track of ``board`` with the tiles of ``laid`` on it. Immutable; ``relaid`` and ``with_tile`` give others.

    Raises DataError when ``laid`` names a hex or a tile that this title has not.
    """

    def __init__(self, board: Board, tileset: TileSet, laid: Laid) -> None:
        self.board = board
        self.tileset = tileset
        self.laid: Laid = laid
        self.numbering = numbering(board, tileset)
        room = len(self.numbering.owner)
        self.moves: list[Move] = [NO_MOVE] * room
        self.takes: list[int] = [0] * room
        self._after: list[tuple[int, ...] | None] = [None] * room
        self._earlier: Earlier | None = None
        self.tiles: Mapping[HexId, Tile] = {h.id: h.printed for h in board.hexes.values()} | self._faces(laid)
        for hex_id, tile in self.tiles.items():
            self._number(hex_id, tile)

    def _faces(self, laid: Laid) -> dict[HexId, Tile]:
        for hex_id in laid:
            if hex_id not in self.board.hexes:
                raise DataError("hex with a tile", hex_id, "a hex of this map: " + one_of(self.board.hexes, hex_id))
        return {hex_id: self.tileset.face(*lay) for hex_id, lay in laid.items()}

    def _number(self, hex_id: HexId, tile: Tile) -> None:
        """Give the moves of a face their numbers and everything that a trail uses up there a bit."""
        if tile.pieces:
            first, shift = self.numbering.base[hex_id], self.numbering.shift[hex_id]
            end = first + len(tile.moves)
            self.moves[first:end] = tile.moves
            self.takes[first:end] = [move.takes << shift for move in tile.moves]

    def relaid(self, laid: Laid) -> TrackGraph:
        """The graph with these tiles instead; the fewer of them differ the quicker. This one stays as it is.

        Raises DataError as a graph made anew.
        """
        before = self.laid
        changed = self._faces({hex_id: lay for hex_id, lay in laid.items() if before.get(hex_id) != lay})
        changed |= {hex_id: self.board.hexes[hex_id].printed for hex_id in before if hex_id not in laid}
        return self._changed(laid, changed) if changed else self

    def with_tile(self, hex_id: HexId, name: str, rotation: int) -> TrackGraph:
        """The graph after that tile is laid."""
        lay = {hex_id: (name, rotation)}
        return self._changed({**self.laid, **lay}, self._faces(lay))

    def _changed(self, laid: Laid, faces: Mapping[HexId, Tile]) -> TrackGraph:
        other = TrackGraph.__new__(TrackGraph)
        other.board, other.tileset, other.laid, other.numbering = self.board, self.tileset, laid, self.numbering
        other.tiles = {**self.tiles, **faces}
        other.moves, other.takes, other._after = self.moves.copy(), self.takes.copy(), self._after.copy()
        for hex_id, tile in faces.items():
            other._forget(hex_id)
            other._number(hex_id, tile)
        other._earlier = self._handed_on(frozenset(faces))
        if all(len(self.tiles[hex_id].stops) == len(tile.stops) for hex_id, tile in faces.items()):
            other.__dict__["numbers"] = self.numbers
        return other

    def _forget(self, hex_id: HexId) -> None:
        """Forget the moves of a hex and what follows them, and what follows those of its neighbours that come in."""
        base, span = self.numbering.base, self.numbering.span
        first, end = base[hex_id], base[hex_id] + span
        self.moves[first:end] = [NO_MOVE] * span
        self._after[first:end] = [None] * span
        for across in self.numbering.across[hex_id]:
            if across is not None:
                for move in self.tiles[across[0]].moves_from(across[1]):
                    self._after[base[across[0]] + (move ^ 1)] = None

    def _handed_on(self, changed: frozenset[HexId]) -> Earlier | None:
        """What a graph that differs in these hexes may take over of the segments; it never holds this graph itself."""
        found: ByStop | None = self.__dict__.get("_by_stop")
        if found is not None:
            return Earlier(found, changed)
        earlier = self._earlier
        return None if earlier is None else Earlier(earlier.found, earlier.changed | changed)

    def tile(self, hex_id: HexId) -> Tile:
        """What lies on the hex now."""
        return self.tiles.get(hex_id) or current_tile(self.board, self.tileset, self.laid, hex_id)

    @cached_property
    def numbers(self) -> Mapping[NodeId, int]:
        """All stops, in board order, and the place of each in that order."""
        stops = [(hex_id, index) for hex_id, tile in self.tiles.items() for index in range(len(tile.stops))]
        return {node: i for i, node in enumerate(stops)}

    def nodes(self) -> tuple[NodeId, ...]:
        """All stops, in board order."""
        return tuple(self.numbers)

    # Moves by number (shared with hexmap.reaching and hexmap.segments)

    def stop_bit(self, node: NodeId) -> int:
        """The bit of a stop in such masks."""
        return 1 << (self.numbering.shift[node[0]] + STOP_BASE + node[1])

    def leaving(self, node: NodeId) -> list[int]:
        """The moves that start at a stop."""
        base = self.numbering.base[node[0]]
        return [base + m for m in self.tiles[node[0]].moves_from(STOP_BASE + node[1])]

    def after(self, number: int) -> tuple[int, ...]:
        """The moves that may follow, were the stop at its head open to pass."""
        known = self._after[number]
        if known is None:
            move, hex_id = self.moves[number], self.numbering.owner[number]
            if 0 <= move.head < STOP_BASE:
                known = self._across(hex_id, move.head)
            else:
                base = self.numbering.base[hex_id]
                known = tuple([base + m for m in move.after])
            self._after[number] = known
        return known

    def _across(self, hex_id: HexId, edge: Edge) -> tuple[int, ...]:
        across = self.numbering.across[hex_id][edge]
        if across is None:
            return ()
        base = self.numbering.base[across[0]]
        return tuple([base + m for m in self.tiles[across[0]].moves_from(across[1])])

    def reach(self, starts: Iterable[NodeId], blocked: Set[NodeId] = frozenset()) -> Reach:
        """Everything that trails from ``starts`` reach.

        A stop in ``blocked`` is reached but not passed; a start is open to its own trails even if it is blocked. An
        off-board area is an end unless its data says that it may be run through.
        """
        return search(self, starts, blocked)

    def leads_on(self, node: NodeId, same_hex: bool = False) -> bool:
        """Whether track leads from a stop to a stop in another hex with none between; the quick test for a route. With
        ``same_hex`` another stop of its own hex will do."""
        queue = self.leaving(node)
        seen = set(queue)
        owner = self.numbering.owner
        for move in queue:
            if self.moves[move].head >= STOP_BASE:
                if owner[move] != node[0] or (same_hex and self.moves[move].head != STOP_BASE + node[1]):
                    return True
                continue
            for follower in self.after(move):
                if follower not in seen:
                    seen.add(follower)
                    queue.append(follower)
        return False

    def may_lead(self, starts: Iterable[NodeId], hexes: Container[HexId]) -> bool:
        """Whether track leads from these stops into one of the hexes if no stop is in the way and turning back is allowed.

        The quick test before ``reach``: where it says no, no trail leads there.
        """
        owner = self.numbering.owner
        queue = [move for node in starts for move in self.leaving(node)]
        seen = set(queue)
        for move in queue:
            if owner[move] in hexes:
                return True
            for follower in self.after(move):
                if follower not in seen:
                    seen.add(follower)
                    queue.append(follower)
        return False

    # Segments

    def segments(self) -> tuple[Segment, ...]:
        """All ways from stop to stop with no stop between, each once, in board order.

        Their ids of track (``track``) belong to the map and do not change with what else lies there.
        """
        return self._segments

    def track(self, number: int) -> Track:
        """What a track id of the segments stands for."""
        return self.numbering.track(number)

    @cached_property
    def _segments(self) -> tuple[Segment, ...]:
        found = self._by_stop
        return tuple(segment for stop in self.numbers if stop in found for segment in found[stop])

    @cached_property
    def _by_stop(self) -> ByStop:
        earlier, self._earlier = self._earlier, None
        return all_segments(self) if earlier is None else following(self, earlier)

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


def _named(node: NodeId | None) -> str:
    return "any stop" if node is None else f"{node[0]} stop {node[1]}"


def _ends(segment: Segment) -> str:
    return f"{_named(segment.a)} to {_named(segment.b)}"
