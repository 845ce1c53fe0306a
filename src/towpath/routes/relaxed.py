"""Proof by prices on track, for many trains that want the same track.

The sum of the separate bests is far above the best set when trains compete. With a price on every piece of track no set
is worth more than all prices and each train's best run less the prices of its track; the prices of the relaxed problem
(:mod:`towpath.routes.master`) make this least. Runs come into it as they are found to gain at the prices of the moment.
Then only sets that lose little against that bound are looked at, first those that lose nothing, then a bit more.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from towpath.routes.clock import Clock, LapError
from towpath.routes.cover import Choice, cover
from towpath.routes.grow import Found, grow_runs
from towpath.routes.master import UNIT, Column, Master
from towpath.routes.network import Network, bits
from towpath.routes.priced import PricedTable
from towpath.routes.table import Table

FINE = 64
"""Parts of a unit of worth in which prices are told; tables for :class:`Relaxed` are made at that scale."""

GLANCE = 2_000
"""Nodes for a first look for runs that gain; if it finds any, the full search is spared."""

TRIAL = 20_000
"""Nodes for a set made of the runs that the prices were found with."""


class Relaxed:
    """The relaxed problem of some kinds of train, ``counts`` of each, and the search by its prices.

    ``offer`` takes (kind, run) pairs at their true worth and returns the best total known; ``lower`` takes upper bounds.
    ``grain`` divides every total. Totals and bounds are in the units of the caller, prices ``FINE`` times as fine.
    """

    def __init__(
        self,
        network: Network,
        tables: Sequence[Table],
        counts: Sequence[int],
        grain: int,
        clock: Clock,
        offer: Callable[[list[tuple[int, Found]]], int],
        lower: Callable[[int], None],
    ) -> None:
        self.network, self.tables, self.counts, self.clock = network, tables, counts, clock
        self.offer, self.lower = offer, lower
        self.step = grain * FINE
        self.rows = self._rows()
        self.master = Master([1] * len(self.rows) + list(counts), lambda: self._worked(len(self.rows)))
        self.pool: dict[tuple[int, ...], tuple[int, Found]] = {}
        self.prices: dict[int, int] = {}
        self.tops: list[int] = []
        """Best worth less prices of each kind at these prices."""
        self.bound = -1
        """No set is worth more, in fine units; -1 before it is known."""

    def _worked(self, rows: int) -> None:
        self.clock(1 + rows * rows // 256)

    def _rows(self) -> list[int]:
        """Bits that need a price: of those that are never used but together, one is enough."""
        users: dict[int, int] = {}
        passing = 1 << 1 + max((arc.segment for arc in self.network.arcs), default=0)
        for arc in self.network.arcs:
            for bit in bits(arc.mask & self.network.shared):
                users[bit] = users.get(bit, 0) | 1 << arc.segment
            if arc.passing:
                users[arc.passing] = passing
        first: dict[int, int] = {}
        for bit in sorted(users):
            first.setdefault(users[bit], bit)
        sets = list(first)
        return [bit for mine, bit in first.items() if not any(mine != other and not mine & ~other for other in sets)]

    def learn(self, kind: int, run: Found) -> bool:
        """Take a run (at its true worth in fine units) into the relaxed problem; whether it is new there."""
        rows = (*(i for i, bit in enumerate(self.rows) if run.mask & bit), len(self.rows) + kind)
        known = self.pool.get(rows)
        if known is not None and known[1].value >= run.value:
            return False
        self.pool[rows] = kind, run
        self.master.add(Column(run.value, rows))
        return True

    def solve(self, total: int) -> None:
        """Prove the best set, of which ``total`` is known already."""
        total = self.settle(total)
        if self.bound // self.step * self.step <= total * FINE:
            return
        runs = [(self._loss(kind, run), kind, run) for kind, run in self.pool.values()]
        self.clock.lap = TRIAL
        self.clock.begin_lap()
        with suppress(LapError):
            total = self._cover(runs, self.bound - total * FINE - self.step, total)
        self.clock.lap = None
        loss = self.bound % self.step
        while self.bound - loss > total * FINE:
            runs = self.listed(loss)
            total = self._cover(runs, loss, total)
            self.lower(max(total, (self.bound - loss) // FINE - self.step // FINE))
            loss += self.step

    def settle(self, total: int) -> int:
        """Find the prices. The best total known then."""
        while True:
            self.master.solve()
            prices = {bit: self.master.price(i) for i, bit in enumerate(self.rows) if self.master.price(i)}
            bound, whole, new = sum(prices.values()), True, False
            tops = []
            for kind, count in enumerate(self.counts):
                top, exact, fresh = self._gaining(kind, prices)
                whole, new = whole and exact, new or fresh
                tops.append(top)
                bound += count * top
            if whole and (self.bound < 0 or bound < self.bound):
                self.bound, self.prices, self.tops = bound, prices, tops
                self.lower(max(total, bound // self.step * self.step // FINE))
            reached = self.master.goal[-1] // (self.master.scale * UNIT)
            if not new or 0 <= self.bound // self.step <= max(reached, total * FINE) // self.step:
                return total

    def _gaining(self, kind: int, prices: dict[int, int]) -> tuple[int, bool, bool]:
        """Look for runs that gain: (best worth less prices known, whether no run has more, whether any was new)."""
        table = PricedTable(self.tables[kind], prices, self.clock.look)
        top = self.master.price(len(self.rows) + kind)
        new = False

        def keep(found: Found, _: int) -> int:
            nonlocal top, new
            run, rest = table.unpriced(found)
            if rest > top:
                top = rest
                new = self.learn(kind, run) or new
            return top

        self.clock.lap = GLANCE
        self.clock.begin_lap()
        try:
            grow_runs(table, 0, top, keep, self.clock)
        except LapError:
            if new:
                return top, False, True
            self.clock.lap = None
            grow_runs(table, 0, top, keep, self.clock)
        finally:
            self.clock.lap = None
        return top, True, new

    def _loss(self, kind: int, run: Found) -> int:
        prices = self.prices
        return self.tops[kind] - run.value + sum(price for bit, price in prices.items() if run.mask & bit)

    def listed(self, loss: int) -> list[tuple[int, int, Found]]:
        """Every run that loses not more than ``loss``, as (loss, kind, run); of equal tracks the best."""
        runs: list[tuple[int, int, Found]] = []
        for kind, top in enumerate(self.tops):
            table = PricedTable(self.tables[kind], self.prices, self.clock.look)
            best = self._above(table, top - loss - 1)
            runs.extend((self._loss(kind, run), kind, run) for run in best.values())
        return runs

    def _above(self, table: PricedTable, floor: int) -> dict[int, Found]:
        """The runs worth more than a floor less prices, by track used."""
        best: dict[int, Found] = {}

        def keep(found: Found, _: int) -> int:
            run, rest = table.unpriced(found)
            if rest > floor:
                key = run.mask & self.network.shared
                other = best.get(key)
                if other is None or other.value < run.value:
                    best[key] = run
            return floor

        grow_runs(table, 0, floor, keep, self.clock)
        return best

    def _cover(self, runs: list[tuple[int, int, Found]], budget: int, total: int) -> int:
        """Offer the best set of these runs that loses ``budget`` at most and beats ``total``; the best total then."""
        runs.sort(key=lambda item: (item[0], item[1]))
        budget = min(budget, self.bound - total * FINE - self.step)
        shared = self.network.shared

        def keep(chosen: list[int]) -> None:
            nonlocal total
            best = [(runs[i][1], runs[i][2]) for i in chosen]
            total = self.offer([(kind, run._replace(value=run.value // FINE)) for kind, run in best])

        choices = [Choice(loss, kind, run.mask & shared) for loss, kind, run in runs]
        cover(choices, self.prices, self.counts, self.tops, budget, self.step, keep, self.clock)
        return total
