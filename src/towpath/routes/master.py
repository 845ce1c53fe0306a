"""The relaxed packing problem: shares of runs, so that no track is used more than once in sum and no kind of train too often.

A primal simplex method on integers alone (every division leaves no remainder), so that its prices are the same on every
machine. The right-hand sides are moved a little apart, which keeps it from turning in circles; prices stay prices.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

UNIT = 1 << 24
"""What stands for 1 on the right-hand side."""


NO_ROWS: tuple[int, ...] = ()


class Column(NamedTuple):
    """A run in the relaxed problem: its worth and the rows it uses."""

    worth: int
    rows: tuple[int, ...]


class Master:
    """Rows with a limit each, columns added over time; :meth:`solve` leaves the price of each row."""

    def __init__(self, limits: Sequence[int], look: Callable[[], None]) -> None:
        count = len(limits)
        self.look = look
        self.columns: list[Column] = []
        self.basis = [-1] * count
        """The column that each row of the tableau stands for, -1 for none."""
        self.scale = 1
        """What the tableau's numbers are to be divided by."""
        self.rows = [[0] * count + [limit * UNIT + 1 + 5003 * i % 997] for i, limit in enumerate(limits)]
        for i, row in enumerate(self.rows):
            row[i] = 1
        self.goal = [0] * (count + 1)
        """Prices times ``scale``; at last the worth reached times ``scale`` and ``UNIT``."""

    def add(self, column: Column) -> None:
        """One more column."""
        self.columns.append(column)

    def solve(self) -> None:
        """Pivot until no column would gain."""
        while True:
            goal, scale = self.goal, self.scale
            entering, most, used = -1, 0, NO_ROWS
            for row in range(len(self.rows)):
                if -goal[row] > most:
                    most, used = -goal[row], (row,)
            for number, (worth, rows) in enumerate(self.columns):
                gain = worth * scale
                for row in rows:
                    gain -= goal[row]
                if gain > most:
                    entering, most, used = number, gain, rows
            if not most:
                return
            self.look()
            self._pivot(entering, used, most)

    def _pivot(self, entering: int, used: tuple[int, ...], gain: int) -> None:
        tableau, scale = self.rows, self.scale
        column = []
        leaving, top, bottom = -1, 0, 1
        for i, row in enumerate(tableau):
            value = 0
            for r in used:
                value += row[r]
            column.append(value)
            if value > 0 and (leaving < 0 or row[-1] * bottom < top * value):
                leaving, top, bottom = i, row[-1], value
        pivot_row, pivot = tableau[leaving], column[leaving]
        for i, value in enumerate(column):
            if i != leaving:
                if value:
                    tableau[i] = [(a * pivot - b * value) // scale for a, b in zip(tableau[i], pivot_row, strict=True)]
                elif pivot != scale:
                    tableau[i] = [a * pivot // scale for a in tableau[i]]
        self.goal = [(a * pivot + b * gain) // scale for a, b in zip(self.goal, pivot_row, strict=True)]
        self.scale = pivot
        self.basis[leaving] = entering

    def price(self, row: int) -> int:
        """Price of a row, rounded down."""
        return self.goal[row] // self.scale

    def shares(self) -> list[tuple[int, int]]:
        """Columns of which a part is taken, and that part, in parts of ``scale * UNIT``."""
        return [(number, row[-1]) for number, row in zip(self.basis, self.rows, strict=True) if number >= 0 and row[-1]]
