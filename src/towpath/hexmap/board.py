"""The board: hexes, what is printed on them, and the geometry that joins them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from towpath.facts.errors import DataError
from towpath.hexmap.tiles import Edge, Tile, TileSet

HexId = str
NodeId = tuple[HexId, int]
"""A stop on the map: the hex and the index of the stop on the tile now lying there."""

Orientation = Literal["flat", "pointy"]

FLAT_STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
POINTY_STEPS = ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1))
"""What crossing side 0..5 adds to (column, row). One of the two axes is counted double, so parities alternate."""

FIXED_COLOURS = ("gray", "red", "blue")
"""Printed hexes in these colours are never built on."""


def opposite(edge: Edge) -> Edge:
    """The side of the neighbour that faces ``edge``."""
    return (edge + 3) % 6


class Border(Struct, frozen=True):
    """What lies on a hex side: ``impassable``, ``water`` or another cost (``amount``), or ``open`` (no line drawn)."""

    kind: str
    amount: int = 0


class StartToken(Struct, frozen=True):
    """A token that lies on the board before the game starts."""

    stop: int
    company: str
    slot: int = 0


class FutureLabel(Struct, frozen=True):
    """From tiles of ``colour`` on, this hex takes tiles with ``label`` instead of what its present tile says.

    ``optional``: it takes both.
    """

    colour: str
    label: str
    optional: bool = False


class Hex(Struct, frozen=True, dict=True):
    """One hex of the board.

    ``reserved``: stop index of the printed face -> names that have a place kept there; ``reserved_anywhere``: names
    with a place kept in no particular stop; ``reserved_on``: tile name -> names with a place kept once that tile lies
    here. ``locked``: what keeps tiles off this hex (``phase:3`` until phase 3, ``private:FT`` for the sake of that
    private, as long as the title says); ``closed``: the same per stop, for tokens. ``needs``: mask of the sides that its
    first tile must have track to. ``homes``: stop index -> company that starts there by the map. ``neighbours``: per side
    the hex across it, None where there is none or the side is impassable. ``source``: how sure its parts are.
    """

    id: HexId
    column: int
    row: int
    printed: Tile
    name: str = ""
    borders: Mapping[Edge, Border] = {}
    neighbours: tuple[HexId | None, ...] = (None,) * 6
    reserved: Mapping[int, tuple[str, ...]] = {}
    reserved_anywhere: tuple[str, ...] = ()
    reserved_on: Mapping[str, tuple[str, ...]] = {}
    locked: str = ""
    closed: Mapping[int, str] = {}
    needs: int = 0
    homes: Mapping[int, str] = {}
    tokens: tuple[StartToken, ...] = ()
    future: FutureLabel | None = None
    source: Mapping[str, str] = {}

    @property
    def cost(self) -> int:
        """Terrain cost printed on the hex, paid by the first tile that covers it."""
        return self.printed.cost

    @property
    def terrain(self) -> tuple[str, ...]:
        """The names of the terrains drawn on it."""
        return tuple(kind for t in self.printed.terrain for kind in t.kinds)

    @property
    def fixed(self) -> bool:
        """Whether no tile is ever laid here."""
        return self.printed.colour in FIXED_COLOURS


class StartTile(Struct, frozen=True):
    """A tile of the supply that the map puts on a hex by itself, and how it lies."""

    tile: str
    rotation: int = 0


class Board(Struct, frozen=True, dict=True):
    """All hexes of a title, column by column.

    ``start``: tiles of the supply that lie there from the start. ``changes``: event of the title -> hex -> tiles that it
    puts there, the first to be had being taken, in the order in which the hexes come; when it does so is the title's
    rule. ``notes``: remarks on the map, by subject.
    """

    orientation: Orientation
    hexes: Mapping[HexId, Hex]
    start: Mapping[HexId, StartTile] = {}
    letters: Literal["columns", "rows"] = "columns"
    changes: Mapping[str, Mapping[HexId, tuple[StartTile, ...]]] = {}
    notes: Mapping[str, str] = {}

    def distance(self, a: HexId, b: HexId) -> int:
        """Hexes from ``a`` to ``b`` over the plain grid, through anything (1861/1867 sheet 9.2)."""
        p, q = self.hexes[a], self.hexes[b]
        across, along = abs(p.column - q.column), abs(p.row - q.row)
        if self.orientation == "pointy":
            across, along = along, across
        return across + max(0, (along - across) // 2)

    def adjacent(self, hex_id: HexId, edge: Edge) -> HexId | None:
        """The hex across a side by geometry alone, impassable or not."""
        here = self.hexes[hex_id]
        step = (FLAT_STEPS if self.orientation == "flat" else POINTY_STEPS)[edge]
        return self._by_place.get((here.column + step[0], here.row + step[1]))

    def opposite(self, edge: Edge) -> Edge:
        """The side of the neighbour that faces ``edge``."""
        return opposite(edge)

    def side_between(self, a: HexId, b: HexId) -> Edge | None:
        """The side of ``a`` that touches ``b``; None when they do not touch."""
        return next((e for e in range(6) if self.adjacent(a, e) == b), None)

    @cached_property
    def _by_place(self) -> dict[tuple[int, int], HexId]:
        return {(h.column, h.row): h.id for h in self.hexes.values()}

    @cached_property
    def caches(self) -> dict[int, tuple[TileSet, dict[object, object]]]:
        """Scratch tables of this package per tile set (which is kept alive beside them)."""
        return {}


def with_optional_label(board: Board, label: str) -> Board:
    """The board with a label that hexes take later made optional there: tiles without it may be laid as well."""
    changed = {
        h.id: replace(h, future=replace(h.future, optional=True))
        for h in board.hexes.values()
        if h.future is not None and h.future.label == label
    }
    return replace(board, hexes={**board.hexes, **changed})


_HEX_ID = re.compile(r"([A-Z]+)(-?\d+)")


def place_of(hex_id: HexId, orientation: Orientation, letters: str, where: str) -> tuple[int, int]:
    """(column, row) of an id such as ``H8``: letters count from A = 0, numbers from 1 = 0."""
    match = _HEX_ID.fullmatch(hex_id)
    if match is None:
        raise DataError(where, hex_id, "a hex id: letters then a number, such as 'H8'")
    letter = 0
    for char in match[1]:
        letter = letter * 26 + ord(char) - 64
    column, row = letter - 1, int(match[2]) - 1
    if letters == "rows":
        column, row = row, column
    return column, row


Laid = Mapping[HexId, tuple[str, int]]
"""Tiles on the map: hex -> (tile name, rotation). Hexes that are not in it show their printed face."""


def current_tile(board: Board, tileset: TileSet, laid: Laid, hex_id: HexId) -> Tile:
    """What lies on a hex now, turned as it lies."""
    got = laid.get(hex_id)
    return board.hexes[hex_id].printed if got is None else tileset.face(got[0], got[1])
