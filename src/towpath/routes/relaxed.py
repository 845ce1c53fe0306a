"""Proof by prices on track, for many trains that want the same track.

The sum of the separate bests is far above the best set when trains compete. With a price on every piece of track no set
is worth more than all prices and each train's best run less the prices of its track; the prices of the relaxed problem
(:mod:`towpath.routes.master`) make this least. Runs come into it as they are found to gain at the prices of the moment.
Then only sets that lose little against that bound are looked at, first those that lose nothing, then a bit more.

Half runs make the relaxed problem better than any real set. Of three pieces of track only one run can use two or more; so
such a *knot* of three gets a price as well, as if it were a piece of track that these runs use, where half runs break it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations

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

KNOTS, IDLE = 10, 2
"""Knots added at a time, and how often without effect before that is given up."""

TRIAL = 5_000
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
        self.knots: list[tuple[int, int]] = []
        """Three bits of track, and the bit above all track that stands for two of them."""
        self.master = self._master()
        self.pool: dict[tuple[int, ...], tuple[int, Found]] = {}
        self.entered: list[int] = []
        """Masks of the runs in the master, column by column."""
        self.prices: dict[int, int] = {}
        self.tops: list[int] = []
        """Best worth less prices of each kind at these prices."""
        self.total = 0
        self.tied: list[tuple[int, int]] = []
        """The knots that these prices belong to."""
        self.bound = -1
        """No set is worth more, in fine units; -1 before it is known."""

    def _master(self) -> Master:
        rows = len(self.counts) + len(self.rows) + len(self.knots)

        def worked() -> None:
            self.clock(1 + rows * rows // 256)

        return Master([*self.counts, *([1] * (rows - len(self.counts)))], worked)

    def tracks(self, mask: int) -> int:
        """Bits of track and of knots that a run with a mask uses."""
        used = mask & self.network.shared
        for three, bit in self.knots:
            two = mask & three
            if two & (two - 1):
                used |= bit
        return used

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
        key = (kind, *(bit for bit in self.rows if run.mask & bit))
        known = self.pool.get(key)
        if known is not None and known[1].value >= run.value:
            return False
        self.pool[key] = kind, run
        self._enter(kind, run)
        return True

    def _enter(self, kind: int, run: Found) -> None:
        used, first = self.tracks(run.mask), len(self.counts)
        priced = [*self.rows, *(bit for _, bit in self.knots)]
        self.master.add(Column(run.value, (kind, *(first + i for i, bit in enumerate(priced) if used & bit))))
        self.entered.append(run.mask)

    def tie(self) -> bool:
        """Add the knots that the shares of runs break most; whether there were any."""
        rows, master = self.rows, self.master
        whole = master.scale * UNIT
        two: dict[tuple[int, int], int] = {}
        taken = []
        for number, share in master.shares():
            used = [i for i, bit in enumerate(rows) if self.entered[number] & bit]
            taken.append((share, self.entered[number]))
            for pair in combinations(used, 2):
                two[pair] = two.get(pair, 0) + share
        broken = []
        known = {three for three, _ in self.knots}
        for (a, b), first in sorted(two.items()):
            for c in range(b + 1, len(rows)):
                if first + two.get((a, c), 0) + two.get((b, c), 0) <= whole:
                    continue
                three = rows[a] | rows[b] | rows[c]
                sums = sum(share for share, mask in taken if (mask & three) & ((mask & three) - 1))
                if sums > whole + whole // 50 and three not in known:
                    broken.append((-sums, three))
        if not broken:
            return False
        self.clock(len(rows) * len(rows))
        base = len(self.counts) + len(rows)
        self.knots = [knot for i, knot in enumerate(self.knots) if master.goal[base + i] > 0]
        above = self.network.shared.bit_length()
        fresh = [three for _, three in sorted(broken)[:KNOTS]]
        self.knots = [(three, 1 << above + i) for i, three in enumerate([*(t for t, _ in self.knots), *fresh])]
        self.master, self.entered = self._master(), []
        for kind, run in self.pool.values():
            self._enter(kind, run)
        return True

    def solve(self, total: int) -> None:
        """Prove the best set, of which ``total`` is known already."""
        self.total = total
        idle = 0
        while True:
            before = self.bound
            self.settle()
            idle = 0 if before < 0 or before - self.bound > self.step // 8 else idle + 1
            self._trial()
            if self.bound // self.step * self.step <= self.total * FINE:
                return
            if idle > IDLE or not self.tie():
                break
        self.knots = self.tied
        loss = self.bound % self.step
        while self.bound - loss > self.total * FINE:
            runs = self.listed(loss)
            self._cover(runs, loss)
            self.lower(max(self.total, (self.bound - loss) // FINE - self.step // FINE))
            loss += self.step

    def _trial(self) -> None:
        """Look for a set among the runs that the prices were found with."""
        knots, self.knots = self.knots, self.tied
        runs = [(self._loss(kind, run), kind, run) for kind, run in self.pool.values()]
        self.clock.lap = TRIAL
        self.clock.begin_lap()
        with suppress(LapError):
            self._cover(runs, self.bound)
        self.clock.lap = None
        self.knots = knots

    def settle(self) -> None:
        """Find the prices."""
        while True:
            self.master.solve()
            priced = enumerate([*self.rows, *(bit for _, bit in self.knots)], len(self.counts))
            prices = {bit: self.master.price(i) for i, bit in priced if self.master.price(i)}
            bound, whole, new = sum(prices.values()), True, False
            tops = []
            for kind, count in enumerate(self.counts):
                top, exact, fresh = self._gaining(kind, prices)
                whole, new = whole and exact, new or fresh
                tops.append(top)
                bound += count * top
            if whole and (self.bound < 0 or bound < self.bound):
                self.bound, self.prices, self.tops, self.tied = bound, prices, tops, list(self.knots)
                self.lower(max(self.total, bound // self.step * self.step // FINE))
            reached = self.master.goal[-1] // (self.master.scale * UNIT)
            if not new or 0 <= self.bound // self.step <= max(reached, self.total * FINE) // self.step:
                return

    def _gaining(self, kind: int, prices: dict[int, int]) -> tuple[int, bool, bool]:
        """Look for runs that gain: (best worth less prices known, whether no run has more, whether any was new)."""
        table = PricedTable(self.tables[kind], prices, self.clock.look)
        top = self.master.price(kind)
        new = False

        def keep(found: Found, _: int) -> int:
            nonlocal top, new
            run, rest = table.unpriced(found)
            if self.knots and rest > top:
                rest -= self._tolls(run.mask, prices)
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

    def _tolls(self, mask: int, prices: dict[int, int]) -> int:
        """Prices of the knots that a run uses."""
        tolls = 0
        for three, bit in self.knots:
            two = mask & three
            if two & (two - 1):
                tolls += prices.get(bit, 0)
        return tolls

    def _loss(self, kind: int, run: Found) -> int:
        used = self.tracks(run.mask)
        return self.tops[kind] - run.value + sum(price for bit, price in self.prices.items() if used & bit)

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
            if self.knots and rest > floor:
                rest -= self._tolls(run.mask, self.prices)
            if rest > floor:
                key = run.mask & self.network.shared
                other = best.get(key)
                if other is None or other.value < run.value:
                    best[key] = run
            return floor

        grow_runs(table, 0, floor, keep, self.clock)
        return best

    def _cover(self, runs: list[tuple[int, int, Found]], budget: int) -> None:
        """Offer the best set of these runs that loses ``budget`` at most and beats the best known."""
        runs.sort(key=lambda item: (item[0], item[1]))
        budget = min(budget, self.bound - self.total * FINE - self.step)

        def keep(chosen: list[int]) -> None:
            best = [(runs[i][1], runs[i][2]) for i in chosen]
            self.total = self.offer([(kind, run._replace(value=run.value // FINE)) for kind, run in best])

        choices = [Choice(loss, kind, self.tracks(run.mask)) for loss, kind, run in runs]
        cover(choices, self.prices, self.counts, self.tops, budget, self.step, keep, self.clock)
