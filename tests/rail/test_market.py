"""Where prices go: both markets, their edges, and the order of companies [4; sheet 2]."""

from __future__ import annotations

import pytest

from tests.rail.positions import TITLES, Scene, both, rules_for
from towpath.rail import verbs
from towpath.rail.market import Direction, MarketRules

PRICES = "35 40 45 50 55 60 65 70 80 90 100 110 120 135 150 165 180 200 220 245 270 300 330 360 400 440 490 540"
COLUMN = [int(price) for price in PRICES.split()]


def market(kind: str, **options: str) -> MarketRules:
    return rules_for("1861", 3, tuple(sorted({"market": kind, **options}.items()))).market


def column(price: int, direction: Direction, minor: bool = False) -> int:
    cells = market("column")
    return cells.cells[cells.moved(COLUMN.index(price), direction, minor)].price


def grid(
    price: int, place: tuple[int, int], direction: Direction, minor: bool = False, **options: str
) -> tuple[int, ...]:
    cells = market("grid", **options)
    start = next(c for c in cells.cells if (c.row, c.column) == place)
    assert start.price == price
    end = cells.cells[cells.moved(start.id, direction, minor)]
    return end.price, end.row, end.column


@both("2.b", "4.3.b", "P.2.6")
def test_the_column_has_ends_and_a_border_for_minors() -> None:
    assert [cell.price for cell in market("column").cells] == COLUMN
    assert (column(165, "right", minor=True), column(165, "right")) == (165, 180)
    assert (column(150, "right", minor=True), column(200, "left")) == (165, 180)
    assert (column(540, "right"), column(35, "left"), column(35, "down"), column(540, "up")) == (540, 35, 35, 540)
    assert (column(110, "up"), column(110, "down")) == (120, 100), "sold out goes right, a sale left"


@both("4.3.h", "4.3.i", "P.2.7.a")
def test_a10_a_minor_on_the_grid_stops_at_the_border() -> None:
    assert grid(110, (4, 6), "right", minor=True) == (120, 3, 6)
    assert grid(165, (0, 6), "right", minor=True) == (165, 0, 6)
    assert grid(110, (4, 6), "right") == (120, 4, 7)


@both("4.3.h", "4.3.m")
def test_a11_row_ends_lead_up_and_down() -> None:
    assert grid(110, (5, 7), "right") == (120, 4, 7)
    assert grid(135, (0, 4), "left") == (120, 1, 4)


@both("4.3.f")
def test_a12_sold_out_in_the_top_row() -> None:
    assert grid(165, (0, 6), "up") == (165, 1, 7)
    assert grid(490, (1, 18), "up") == (540, 0, 18)


@both("P.2.7.b", "4.3.k")
def test_c004_corners_and_edges_of_the_grid_never_wrap() -> None:
    assert grid(540, (0, 18), "up") == (540, 0, 18)
    assert grid(540, (0, 18), "right") == (540, 0, 18)
    assert grid(35, (9, 0), "left") == (35, 9, 0)
    assert grid(35, (9, 0), "down") == (35, 9, 0)
    assert grid(45, (9, 2), "down") == (45, 9, 2)
    assert grid(200, (3, 11), "down") == (200, 3, 11)
    cells = market("grid")
    for cell in cells.cells:
        for direction in ("left", "right", "up", "down"):
            end = cells.cells[cells.moved(cell.id, direction)]  # type: ignore[arg-type]
            assert max(abs(end.row - cell.row), abs(end.column - cell.column)) <= 1


STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
BORDER = {(row, 6) for row in range(6)}


@both("P.2.6", "P.2.7.a", "P.2.7.b", "4.3.b", "4.3.f", "4.3.k", "4.3.m")
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("stays", ["off", "on"])
def test_c004_every_move_from_every_cell_follows_the_rule_of_its_edge(title: str, stays: str) -> None:
    """Both markets of both titles, for minors and majors, against the rule sheet told anew."""
    line = rules_for(title, 3, (("grid_blank_up_stays", stays), ("market", "column"))).market
    for index, cell in enumerate(line.cells):
        for minor in (False, True):
            right = index if index == len(COLUMN) - 1 or (minor and cell.price == 165) else index + 1
            assert line.moved(cell.id, "right", minor) == line.moved(cell.id, "up", minor) == right
            assert line.moved(cell.id, "left", minor) == line.moved(cell.id, "down", minor) == max(0, index - 1)
    board = rules_for(title, 3, (("grid_blank_up_stays", stays), ("market", "grid"))).market
    at = {(cell.row, cell.column): cell for cell in board.cells}
    for (row, column), cell in at.items():
        for direction, (down, across) in STEPS.items():
            for minor in (False, True):
                place = (row + down, column + across)
                if place not in at or (minor and direction == "right" and (row, column) in BORDER):
                    under_blank = (row, column) if minor or (stays == "on" and row > 0) else (row + 1, column + 1)
                    place = {
                        "left": (row + 1, column), "right": (row - 1, column), "up": under_blank, "down": (row, column)
                    }[direction]  # fmt: skip
                end = board.cells[board.moved(cell.id, direction, minor)]  # type: ignore[arg-type]
                assert end == at.get(place, cell), (cell, direction, minor)


@both("4.3.f")
@pytest.mark.parametrize(
    ("price", "place", "end"), [(60, (4, 0), (5, 1)), (70, (3, 1), (4, 2)), (90, (2, 2), (3, 3)), (110, (1, 3), (2, 4))]
)
def test_a13_sold_out_under_a_blank(price: int, place: tuple[int, int], end: tuple[int, int]) -> None:
    assert grid(price, place, "up") == (price, *end)
    assert grid(price, place, "up", grid_blank_up_stays="on") == (price, *place)


@both("4.2.a", "4.2.b", "4.4.a")
def test_c010_arriving_goes_under_those_that_are_there() -> None:
    scene = Scene("1861", 3, market="column").major("NW", 110).major("SW", 110).major("SE", 150)
    rules, draft = scene.rules, scene.draft
    verbs.move_price(rules, draft, "SW", "left")
    verbs.move_price(rules, draft, "NW", "left")
    scene.major("GRR", 100)
    assert rules.market.order(draft, ["GRR", "NW", "SW", "SE"]) == ["SE", "SW", "NW", "GRR"]


@both("P.2.9")
def test_a_token_that_does_not_change_cell_keeps_its_place() -> None:
    scene = Scene("1861", 3, market="column").major("NW", 540).major("SW", 540)
    verbs.move_price(scene.rules, scene.draft, "NW", "right")
    assert scene.rules.market.order(scene.draft, ["SW", "NW"]) == ["NW", "SW"]


@both("4.2.c", "P.2.10")
def test_on_the_grid_equal_prices_go_by_column_then_row() -> None:
    scene = Scene("1861", 3, market="grid").major("NW", 100, 4, 5).major("SW", 100, 5, 6).major("SE", 120, 4, 7)
    assert scene.rules.market.order(scene.draft, ["NW", "SW", "SE"]) == ["SE", "SW", "NW"]
    scene = Scene("1861", 3, market="grid").major("NW", 120, 4, 7).major("SW", 120, 3, 6).major("SE", 120, 2, 5)
    assert scene.rules.market.order(scene.draft, ["SE", "SW", "NW"]) == ["NW", "SW", "SE"]
    column_of: dict[tuple[int, int], list[int]] = {}
    for cell in market("grid").cells:
        column_of.setdefault((cell.price, cell.column), []).append(cell.row)
    assert all(len(rows) == 1 for rows in column_of.values()), "no two cells of a column share a price"
