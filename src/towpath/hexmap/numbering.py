"""Numbers for whatever may lie on a board. They are the same whatever lies there now, so that graphs can share parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from towpath.hexmap.board import Board, HexId
from towpath.hexmap.tiles import STOP_BASE, Edge, TileSet


class Track(Struct, frozen=True):
    """What a track id stands for: crossing side ``edge`` of ``hex``, or (``edge`` None) its inner piece ``piece``."""

    hex: HexId
    edge: Edge | None = None
    piece: int | None = None


class Numbering(Struct, frozen=True):
    """Every hex has the same room for moves, for bits of masks and for ids of track, in board order.

    ``place``: hex -> its place on the board. ``base``: hex -> the number of its first move; ``span``: room for moves.
    ``shift``: hex -> its lowest bit. ``owner``: move -> hex; ``pieces``: move -> (hex, index of the piece it goes along).
    ``across``: hex -> per side the hex there and its side, None where no track can go on. ``crossings``: hex -> track id
    of each side, which is that of the hex that comes first. ``room``: room for track ids.
    """

    hexes: Sequence[HexId]
    place: Mapping[HexId, int]
    span: int
    base: Mapping[HexId, int]
    shift: Mapping[HexId, int]
    owner: Sequence[HexId]
    pieces: Sequence[tuple[HexId, int]]
    across: Mapping[HexId, tuple[tuple[HexId, Edge] | None, ...]]
    room: int
    crossings: Mapping[HexId, tuple[int, ...]]

    def inner(self, hex_id: HexId, piece: int) -> int:
        """The id of a piece that touches no side."""
        return self.place[hex_id] * self.room + STOP_BASE + piece

    def track(self, number: int) -> Track:
        """What an id stands for."""
        place, part = divmod(number, self.room)
        hex_id = self.hexes[place]
        return Track(hex_id, edge=part) if part < STOP_BASE else Track(hex_id, piece=part - STOP_BASE)


def numbering(board: Board, tileset: TileSet) -> Numbering:
    """The numbers for a board with these tiles; made once for as long as the board lives."""
    held = board.caches.setdefault(id(tileset), (tileset, {}))[1]
    known = held.get("numbering")
    if not isinstance(known, Numbering):
        known = held["numbering"] = _make(board, tileset)
    return known


def _make(board: Board, tileset: TileSet) -> Numbering:
    faces = [*tileset.tiles.values(), *(h.printed for h in board.hexes.values())]
    pieces = max((len(face.pieces) for face in faces), default=0)
    bits = max((face.width for face in faces), default=0)
    span, room = 2 * pieces, STOP_BASE + pieces
    order = {hex_id: i for i, hex_id in enumerate(board.hexes)}

    def crossing(hex_id: HexId, edge: Edge) -> int:
        mine = order[hex_id] * room + edge
        other = board.hexes[hex_id].neighbours[edge]
        return mine if other is None else min(mine, order[other] * room + (edge + 3) % 6)

    return Numbering(
        hexes=tuple(board.hexes),
        place=order,
        span=span,
        base={hex_id: i * span for hex_id, i in order.items()},
        shift={hex_id: i * bits for hex_id, i in order.items()},
        owner=[hex_id for hex_id in board.hexes for _ in range(span)],
        pieces=[piece for hex_id in board.hexes for index in range(pieces) for piece in [(hex_id, index)] * 2],
        across={
            hex_id: tuple(None if other is None else (other, (e + 3) % 6) for e, other in enumerate(place.neighbours))
            for hex_id, place in board.hexes.items()
        },
        room=room,
        crossings={hex_id: tuple(crossing(hex_id, edge) for edge in range(6)) for hex_id in board.hexes},
    )
