"""Where prices stand and how they move [1861/1867 sheet 2; rulebook 4]."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from towpath.rail.data import Market, MarketCell, Zone
from towpath.rail.state import Position

Direction = Literal["left", "right", "up", "down"]


class MarketRules:
    """One market with its moves. Cells are named by their index in ``Market.cells``."""

    def __init__(self, market: Market, blank_up_stays: bool = False, top_row_stays: bool = False) -> None:
        self.market = market
        self.cells = market.cells
        self.grid = market.kind == "grid"
        self._blank_up_stays = blank_up_stays
        self._top_row_stays = top_row_stays
        self._moves: dict[tuple[int, Direction, bool], int] = {}

    @cached_property
    def zones_of(self) -> list[frozenset[str]]:
        """The zones of each cell."""
        return [frozenset(cell.zones) for cell in self.cells]

    @cached_property
    def _at(self) -> dict[tuple[int, int], MarketCell]:
        return {(cell.row, cell.column): cell for cell in self.cells}

    def price(self, pos: Position, company: str) -> int:
        """The price per share; ``KeyError`` when the company is not on the market."""
        return self.cells[pos.cells[company]].price

    def on_market(self, pos: Position, company: str) -> bool:
        """Whether the company has a token on the market."""
        return company in pos.cells

    def zone(self, *zones: Zone) -> tuple[MarketCell, ...]:
        """The cells of the zones, from the lowest price up."""
        found = [cell for cell in self.cells if any(zone in cell.zones for zone in zones)]
        return tuple(sorted(found, key=lambda cell: (cell.price, cell.row, cell.column)))

    def cell_at_price(self, price: int, *zones: Zone) -> MarketCell:
        """The cell of the zones with exactly that price; ``KeyError`` when there is none."""
        for cell in self.zone(*zones):
            if cell.price == price:
                return cell
        raise KeyError(price)

    def rounded_down(self, price: int, *zones: Zone) -> MarketCell:
        """The dearest cell of the zones not above a price, or the cheapest one if all are above [7.2, 9.2A]."""
        cells = self.zone(*zones)
        fitting = [cell for cell in cells if cell.price <= price]
        return fitting[-1] if fitting else cells[0]

    def moved(self, cell: int, direction: Direction, minor: bool = False) -> int:
        """The cell after one move; the same cell where the market's edge holds the token [4.3]."""
        key = (cell, direction, minor)
        if key not in self._moves:
            self._moves[key] = self._move(self.cells[cell], direction, minor)
        return self._moves[key]

    def _move(self, cell: MarketCell, direction: Direction, minor: bool) -> int:
        row, column = cell.row, cell.column
        if not self.grid:
            step = {"left": -1, "right": 1, "up": 1, "down": -1}[direction]
            if step > 0 and minor and "border" in cell.zones:
                return cell.id
            return self._cell(row, column + step, cell)
        if direction == "right":
            if not (minor and "border" in cell.zones) and (row, column + 1) in self._at:
                return self._at[(row, column + 1)].id
            return self._cell(row - 1, column, cell)
        if direction == "left":
            if (row, column - 1) in self._at:
                return self._at[(row, column - 1)].id
            return self._cell(row + 1, column, cell)
        if direction == "down":
            return self._cell(row + 1, column, cell)
        return self._up(cell, minor)

    def _up(self, cell: MarketCell, minor: bool) -> int:
        row, column = cell.row, cell.column
        if (row - 1, column) in self._at:
            return self._at[(row - 1, column)].id
        if minor or (self._blank_up_stays if row > 0 else self._top_row_stays):
            return cell.id
        return self._cell(row + 1, column + 1, cell)

    def _cell(self, row: int, column: int, stay: MarketCell) -> int:
        found = self._at.get((row, column))
        return stay.id if found is None else found.id

    def order(self, pos: Position, companies: tuple[str, ...] | list[str]) -> list[str]:
        """Companies by price order: price, then further right, then upper row, then higher in the stack [4.2]."""

        def key(company: str) -> tuple[int, int, int, int]:
            cell = self.cells[pos.cells[company]]
            return (-cell.price, -cell.column, cell.row, pos.stacks[cell.id].index(company))

        return sorted(companies, key=key)
