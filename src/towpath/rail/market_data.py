"""Stock markets as typed data, read from a title's ``market.toml``.

Cells are (row, column) counted from 0 at the top left with empty cells counted.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from towpath.facts.files import DataError, Facts, Folder, Overlay, decode, read_file

FILE = "market.toml"

MarketKind = Literal["column", "grid"]
Zone = Literal[
    "minor_start", "any_start", "major_start", "conversion", "border",
    "par", "yellow", "brown", "closed",
]  # fmt: skip
"""What a cell means. ``par``: a company may start there; ``yellow`` and ``brown``: its certificates are not counted, in
``brown`` nobody is kept to a share of it either; ``closed``: a company that comes there closes."""


class ZoneLabel(Facts, frozen=True, kw_only=True):
    """How a zone of the market is named and coloured."""

    id: Zone
    label: str
    colour: str


class MarketCell(Facts, frozen=True, kw_only=True):
    """One cell of a market; ``id`` is its index in ``Market.cells``."""

    id: int
    row: int
    column: int
    price: int
    zones: tuple[Zone, ...] = ()


class Market(Facts, frozen=True, kw_only=True):
    """A stock market; ``cells`` row by row, left to right."""

    kind: MarketKind
    cells: tuple[MarketCell, ...]

    def at(self, row: int, column: int) -> MarketCell | None:
        """The cell at (row, column), or None where the board is blank."""
        return next((cell for cell in self.cells if (cell.row, cell.column) == (row, column)), None)

    def zone(self, zone: Zone) -> tuple[MarketCell, ...]:
        """All cells of a zone, in the order of ``cells``."""
        return tuple(cell for cell in self.cells if zone in cell.zones)


class _MarketRow(Facts, frozen=True, kw_only=True):
    """A row as written in market.toml: ``start`` is the column of its first cell."""

    start: int = 0
    prices: tuple[int, ...]


class _MarketShape(Facts, frozen=True, kw_only=True):
    """A market as written: rows of prices, and zones as lists of [row, column]."""

    rows: tuple[_MarketRow, ...]
    zones: dict[Zone, tuple[tuple[int, int], ...]] = msgspec.field(default_factory=dict)


class _MarketFile(Facts, frozen=True, kw_only=True):
    """The whole of market.toml."""

    zones: tuple[ZoneLabel, ...] = ()
    column: _MarketShape | None = None
    grid: _MarketShape | None = None


def load_markets(
    folder: Folder, overlay: Overlay | None = None
) -> tuple[tuple[ZoneLabel, ...], dict[MarketKind, Market]]:
    """The zones and the markets of ``market.toml``, one or both kinds. Raises DataError, also for no market at all."""
    read = decode(FILE, read_file(folder, FILE, overlay), _MarketFile)
    shapes: tuple[tuple[MarketKind, _MarketShape | None], ...] = (("column", read.column), ("grid", read.grid))
    markets = {kind: _expand(kind, shape) for kind, shape in shapes if shape is not None}
    if not markets:
        raise DataError(FILE, "column, grid", None, "give one market, or both kinds")
    named = [zone.id for zone in read.zones]
    for kind, market in markets.items():
        for cell in market.cells:
            for zone in cell.zones:
                if zone not in named:
                    raise DataError(FILE, f"{kind}.zones.{zone}", zone, "name and colour the zone in [[zones]]")
    return read.zones, markets


def _expand(kind: MarketKind, shape: _MarketShape) -> Market:
    """Turn rows of prices into numbered cells and hang the zones onto them."""
    zones: dict[tuple[int, int], tuple[Zone, ...]] = {}
    for zone, places in shape.zones.items():
        for place in places:
            zones[place] = (*zones.get(place, ()), zone)
    cells: list[MarketCell] = []
    for row, line in enumerate(shape.rows):
        for offset, price in enumerate(line.prices):
            place = (row, line.start + offset)
            cells.append(MarketCell(id=len(cells), row=row, column=place[1], price=price, zones=zones.pop(place, ())))
    for place, names in zones.items():
        raise DataError(FILE, f"{kind}.zones.{names[0]}", list(place), "name a [row, column] that has a price")
    return Market(kind=kind, cells=tuple(cells))
