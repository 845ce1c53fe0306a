"""Tiles: what is printed on one hexagon, and the pieces of track on it.

Sides are numbered 0..5 clockwise; 0 is the bottom side of a flat-topped hex and the lower left side of a pointy-topped
one. A tile turned by ``r`` has what stood at side ``e`` at side ``(e + r) % 6``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from towpath.facts.errors import DataError, one_of

Edge = int
StopKind = Literal["city", "town", "halt", "offboard"]

STOP_BASE = 6
"""A piece's end ``n >= STOP_BASE`` is the stop with index ``n - STOP_BASE``."""

UPGRADE_ORDER = ("white", "yellow", "green", "brown", "gray")
"""The colours that tiles go through, one step at a time."""

VALUE_ORDER = (*UPGRADE_ORDER, "black")
"""The colours by which values change; black stands for what comes after gray (the D trains of 1856)."""


class Stop(Struct, frozen=True, omit_defaults=True):
    """A place on a tile that pays or holds tokens.

    ``values`` is one number, or (colour, number) pairs in the order in which the colours come up. ``slots`` is how many
    tokens fit. Stops that share a word of ``groups`` are one place to a run. ``hidden``: the value is not drawn
    (another hex of the area shows it). ``through``: an off-board area that may be run through. ``at`` is where it is
    drawn: a side number, a half for a corner, ``"center"``, or "" for automatic.
    """

    kind: StopKind
    values: int | tuple[tuple[str, int], ...] = 0
    slots: int = 0
    groups: tuple[str, ...] = ()
    hidden: bool = False
    through: bool = False
    at: str = ""

    def value(self, colour: str) -> int:
        """What the stop pays when ``colour`` is the latest colour reached: the value of the last one not after it."""
        if isinstance(self.values, int):
            return self.values
        best = 0
        limit = VALUE_ORDER.index(colour) if colour in VALUE_ORDER else -1
        for name, number in self.values:
            if name == colour or (name in VALUE_ORDER and VALUE_ORDER.index(name) <= limit):
                best = number
        return best

    @property
    def ends_runs(self) -> bool:
        """Whether every run must end here, whoever has tokens in it."""
        return self.kind == "offboard" and not self.through


class Piece(Struct, frozen=True, order=True, omit_defaults=True):
    """One piece of track between two ends, ``a < b``.

    Ends: 0..5 a hex side, ``STOP_BASE + i`` stop ``i``, a negative number an inner junction (-1 is the first).
    ``gauge`` is "" for the usual track, else ``"narrow"``, ``"dual"`` or ``"canal"``. ``terminal``: drawn as a stub.
    """

    a: int
    b: int
    gauge: str = ""
    terminal: bool = False

    def other(self, end: int) -> int:
        """The end opposite to ``end``."""
        return self.b if end == self.a else self.a


def make_piece(a: int, b: int, gauge: str = "", terminal: bool = False) -> Piece:
    """A piece with its ends in order."""
    return Piece(min(a, b), max(a, b), gauge, terminal)


class Terrain(Struct, frozen=True):
    """A cost printed on a hex or tile, paid by the tile that covers it; ``kinds`` are the drawings (water, hill)."""

    cost: int
    kinds: tuple[str, ...] = ()


class Icon(Struct, frozen=True):
    """A small mark. ``sticky``: it stays when a tile is laid; ``guards``: this tile is laid only where the mark is."""

    name: str
    sticky: bool = False
    guards: bool = False


class Move(NamedTuple):
    """Going along a piece of track in one direction.

    ``takes`` is the mask of what no trail may use twice: the sides it touches (bits 0..5), or, where it touches none,
    the piece itself, and the stop at its head (bit ``STOP_BASE + i``). ``after``: the moves that may follow inside the
    tile; none where every run ends.
    """

    tail: int
    head: int
    takes: int
    after: tuple[int, ...]


class Tile(Struct, frozen=True, dict=True, omit_defaults=True):
    """What one hexagon shows: a tile of the supply in some rotation, or the printed face of a hex.

    ``pieces`` are sorted; their position is the piece index used all over the library. ``frames`` and ``stripes`` are
    drawing hints. ``fixed_rotation``: the only rotation in which the tile may lie.
    """

    name: str
    colour: str
    stops: tuple[Stop, ...] = ()
    pieces: tuple[Piece, ...] = ()
    labels: tuple[str, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    icons: tuple[Icon, ...] = ()
    frames: tuple[str, ...] = ()
    stripes: str = ""
    fixed_rotation: int | None = None
    rotation: int = 0

    @property
    def cost(self) -> int:
        """Sum of the costs printed on it: what the next tile laid on top must pay."""
        return sum(t.cost for t in self.terrain)

    @cached_property
    def exits(self) -> int:
        """Mask of the sides that track touches (bit ``e`` for side ``e``)."""
        mask = 0
        for piece in self.pieces:
            for end in (piece.a, piece.b):
                if 0 <= end < STOP_BASE:
                    mask |= 1 << end
        return mask

    def stop_exits(self, index: int) -> int:
        """Mask of the sides that have a piece straight to this stop."""
        return self._stop_exits[index]

    @cached_property
    def _stop_exits(self) -> tuple[int, ...]:
        masks = [0] * len(self.stops)
        for piece in self.pieces:
            if piece.b >= STOP_BASE and 0 <= piece.a < STOP_BASE:
                masks[piece.b - STOP_BASE] |= 1 << piece.a
        return tuple(masks)

    @cached_property
    def at_end(self) -> Mapping[int, tuple[tuple[int, int], ...]]:
        """For each end (side, stop or junction): the (piece index, opposite end) that start there."""
        table: dict[int, list[tuple[int, int]]] = {}
        for index, piece in enumerate(self.pieces):
            table.setdefault(piece.a, []).append((index, piece.b))
            if piece.b != piece.a:
                table.setdefault(piece.b, []).append((index, piece.a))
        return {end: tuple(rows) for end, rows in table.items()}

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """How track runs in this face; move ``2 * p`` goes along piece ``p`` from end a to b, ``2 * p + 1`` back."""
        inner = STOP_BASE + len(self.stops)
        moves = []
        for index, piece in enumerate(self.pieces):
            ends = (piece.a, piece.b)
            takes = sum(1 << e for e in set(ends) if 0 <= e < STOP_BASE) or 1 << (inner + index)
            for tail, head in (ends, ends[::-1]):
                after = tuple(2 * i + (self.pieces[i].b == head) for i, _ in self.at_end[head] if i != index)
                stop = 1 << head if head >= STOP_BASE else 0
                inside = head < 0 or (head >= STOP_BASE and not self.stops[head - STOP_BASE].ends_runs)
                moves.append(Move(tail, head, takes | stop, after if inside else ()))
        return tuple(moves)

    def moves_from(self, end: int) -> tuple[int, ...]:
        """The moves that start at an end: a side, a stop or a junction."""
        return self._moves_from.get(end, ())

    @cached_property
    def _moves_from(self) -> Mapping[int, tuple[int, ...]]:
        return {end: tuple(2 * i + (self.pieces[i].b == end) for i, _ in rows) for end, rows in self.at_end.items()}

    @cached_property
    def width(self) -> int:
        """How many bits the ``takes`` masks of this face use."""
        return STOP_BASE + len(self.stops) + len(self.pieces)

    def rotated(self, by: int) -> Tile:
        """This tile turned clockwise by ``by`` sides from how it lies now; the same object for the same turn."""
        by %= 6
        if not by:
            return self
        turned = self._turned.get(by)
        if turned is None:
            turned = self._turned[by] = self._turn(by)
        return turned

    @cached_property
    def _turned(self) -> dict[int, Tile]:
        return {}

    def _turn(self, by: int) -> Tile:
        def end(n: int) -> int:
            return (n + by) % 6 if 0 <= n < STOP_BASE else n

        pieces = tuple(sorted(make_piece(end(p.a), end(p.b), p.gauge, p.terminal) for p in self.pieces))
        stops = tuple(replace(s, at=_turn_place(s.at, by)) for s in self.stops)
        return replace(self, pieces=pieces, stops=stops, rotation=(self.rotation + by) % 6)

    @cached_property
    def picture(self) -> tuple[object, ...]:
        """A value equal for two tiles (or rotations) exactly when their stops and track cannot be told apart.

        Stops are compared by kind, value, slots and exits, not by their numbers.
        """
        marks = [(s.kind, s.values, s.slots, s.groups, self._stop_exits[i]) for i, s in enumerate(self.stops)]
        rank = {
            STOP_BASE + i: STOP_BASE + j for j, i in enumerate(sorted(range(len(marks)), key=lambda i: repr(marks[i])))
        }
        pieces = sorted((rank.get(p.a, p.a), rank.get(p.b, p.b), p.gauge) for p in self.pieces)
        return (tuple(sorted(marks, key=repr)), tuple((min(a, b), max(a, b), g) for a, b, g in pieces), self.labels)


def _turn_place(at: str, by: int) -> str:
    if not at or at == "center":
        return at
    number = (float(at) + by) % 6
    return str(int(number)) if number.is_integer() else str(number)


class TileSet(Struct, frozen=True, dict=True):
    """The tiles of a title in rotation 0, and how many there are of each (``None``: no limit).

    ``printed`` is how many pieces the box holds where that differs from the limit. ``replaces`` are upgrades by name
    that hold whatever labels and colours say: (old tile or hex) -> allowed names. ``converts`` are upgrades by name
    that may lose stops or change their kind besides; they hold in the set ``converting`` only (``converts_hold``).
    """

    tiles: Mapping[str, Tile]
    counts: Mapping[str, int | None]
    printed: Mapping[str, int] = {}
    replaces: Mapping[str, tuple[str, ...]] = {}
    converts: Mapping[str, tuple[str, ...]] = {}
    notes: Mapping[str, str] = {}
    converts_hold: bool = False

    @cached_property
    def converting(self) -> TileSet:
        """The same tiles when conversions are allowed; this set itself where it has none."""
        return replace(self, converts_hold=True) if self.converts and not self.converts_hold else self

    def is_conversion(self, old: str, new: str) -> bool:
        """Whether tile ``new`` may take the place of ``old`` as a conversion now."""
        return self.converts_hold and new in self.converts.get(old, ())

    def face(self, name: str, rotation: int) -> Tile:
        """The tile called ``name`` lying in ``rotation``. Raises DataError when there is none of that name."""
        tile = self.tiles.get(name)
        if tile is None:
            raise DataError("tile on the map", name, "a tile of this title: " + one_of(self.tiles, name))
        return tile.rotated(rotation)
