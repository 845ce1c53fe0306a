"""The same problem as a mixed-integer program, for positions where the search would take long.

Needs ``highspy`` (the extra ``towpath[milp]``); imported only when used. Per train: which segments it takes, which stops
it visits, which of these are its two ends, which count. A stop inside a run has two segments, an end one; separate
circles are allowed at first and cut off when a solution has one.
"""

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from towpath.routes.clock import Clock
from towpath.routes.grow import Found
from towpath.routes.model import Instance
from towpath.routes.network import Network, bits
from towpath.routes.table import Worth

LARGE = 1e15
MARGIN = 0.01
"""Seconds kept back from the deadline for the solver to stop in."""


@cache
def installed() -> bool:
    """Whether the solver is there."""
    return importlib.util.find_spec("highspy") is not None


def fitting(instance: Instance) -> bool:
    """Whether the model has all the rules of an instance: not those of runs that meet, nor trains with a reach."""
    return not (instance.meet and len(instance.trains) > 1) and not any(train.reach for train in instance.trains)


def quiet_solver(highspy: Any) -> Any:
    """A solver that prints nothing, not even its greeting when it is made."""

    class Quiet(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802 - the solver's own name
            """Called while it is made, just before it would greet."""
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    return Quiet()


class Program:
    """The model of one instance. ``worths``: one for each train, equal kinds adjacent (the very same object)."""

    def __init__(self, instance: Instance, network: Network, worths: Sequence[Worth]) -> None:
        highspy = importlib.import_module("highspy")
        self.codes = highspy
        self.instance, self.network, self.worths = instance, network, worths
        self.solver = quiet_solver(highspy)
        for option, value in (("output_flag", False), ("threads", 1), ("random_seed", 1), ("mip_rel_gap", 0.0)):
            self.solver.setOptionValue(option, value)
        self.solver.setOptionValue("mip_abs_gap", 0.5)
        arcs_by_segment: dict[int, tuple[int, int, int, int]] = {}
        for arc in network.arcs:
            arcs_by_segment.setdefault(arc.segment, (arc.start, arc.stop, arc.tracks, arc.segment))
        self.edges = list(arcs_by_segment.values())
        self.near = [stop for stop, bit in enumerate(network.stop_bit) if bit & network.visible]
        self.at: dict[int, list[int]] = {stop: [] for stop in self.near}
        for number, (a, b, _, _) in enumerate(self.edges):
            self.at[a].append(number)
            self.at[b].append(number)
        self.columns = 0
        self.gains: list[int] = []
        self.take = [[self._column(0) for _ in self.edges] for _ in worths]
        self.visit = [{stop: self._column(0) for stop in self.near} for _ in worths]
        self.end = [{stop: self._column(0, 0 if network.halt[stop] else 1) for stop in self.near} for _ in worths]
        self.on = [self._column(worth.base) for worth in worths]
        self.count = [self._counted(t, worth) for t, worth in enumerate(worths)]
        for t, worth in enumerate(worths):
            self._run(t, worth)
            self._bonuses(t, worth)
        self._sets()
        self.goal = self._row(0, self.codes.kHighsInf, [(c, gain) for c, gain in enumerate(self.gains) if gain])

    def _column(self, gain: int, upper: int = 1, whole: bool = True) -> int:
        solver, number = self.solver, self.columns
        solver.addVar(0, upper)
        solver.changeColCost(number, -float(gain))
        if whole:
            solver.changeColIntegrality(number, self.codes.HighsVarType.kInteger)
        self.columns += 1
        self.gains.append(gain)
        return number

    def _row(self, low: float, high: float, terms: Sequence[tuple[int, float]]) -> int:
        sums: dict[int, float] = {}
        for column, factor in terms:
            sums[column] = sums.get(column, 0) + factor
        self.solver.addRow(low, high, len(sums), list(sums), list(sums.values()))
        return int(self.solver.getNumRow()) - 1

    def _most(self, high: float, terms: Sequence[tuple[int, float]]) -> None:
        self._row(-self.codes.kHighsInf, high, terms)

    def _counted(self, t: int, worth: Worth) -> dict[int, int]:
        """Columns that say which stops count: the visit itself where it must."""
        counted = {}
        for stop in self.near:
            gain = worth.plain[stop]
            if worth.must[stop]:
                column = self.visit[t][stop]
                self.gains[column] = gain
                self.solver.changeColCost(column, -float(gain))
            elif worth.may[stop]:
                column = self._column(gain)
                self._most(0, [(column, 1), (self.visit[t][stop], -1)])
            else:
                continue
            counted[stop] = column
        return counted

    def _run(self, t: int, worth: Worth) -> None:
        network, instance, on = self.network, self.instance, self.on[t]
        take, visit, end, count = self.take[t], self.visit[t], self.end[t], self.count[t]
        for stop in self.near:
            self._row(0, 0, [*((take[e], 1) for e in self.at[stop]), (end[stop], 1), (visit[stop], -2)])
            self._most(0, [(end[stop], 1), (visit[stop], -1)])
            self._most(0, [(visit[stop], 1), (on, -1)])
            for e in self.at[stop]:
                self._most(0, [(take[e], 1), (visit[stop], -1)])
            if not network.passable[stop]:
                self._most(0, [(visit[stop], 1), (end[stop], -1)])
        self._row(0, 0, [*((end[stop], 1) for stop in self.near), (on, -2)])
        train = worth.train
        self._most(0, [*((count[s], 1) for s in count if worth.must[s]), (on, -min(train.n, len(self.near)))])
        self._most(0, [*((count[s], 1) for s in count), (on, -min(train.c, len(self.near)))])
        self._row(0, self.codes.kHighsInf, [*((count[s], 1) for s in network.tokens if s in count), (on, -1)])
        for group in instance.one_of:
            self._most(0, [*((visit[s], 1) for s in group if s in visit), (on, -1)])
        if instance.stop_hex:
            places: dict[int, list[tuple[int, float]]] = {}
            for stop in self.near:
                places.setdefault(instance.stop_hex[stop], []).append((end[stop], 1))
            for e, (a, b, _, segment) in enumerate(self.edges):
                ends = {instance.stop_hex[a], instance.stop_hex[b]}
                if len(ends) > 1:
                    for place in set(instance.segments[segment].hexes) | ends:
                        places.setdefault(place, []).append((take[e], 1 if place in ends else 2))
            for terms in places.values():
                self._most(2, terms)

    def _bonuses(self, t: int, worth: Worth) -> None:
        count, instance = self.count[t], self.instance
        if worth.train.leased:
            return
        for stops, amount in instance.any_bonus:
            bonus = self._column(amount * worth.scale, whole=False)
            self._most(0, [(bonus, 1), *((count[s], -1) for s in stops if s in count)])
        for one, two, amount in instance.pair_bonus:
            bonus = self._column(amount * worth.train.multiplier * worth.scale, whole=False)
            for side in (one, two):
                self._most(0, [(bonus, 1), *((count[s], -1) for s in side if s in count)])

    def _sets(self) -> None:
        """Rules between the trains."""
        network, trains = self.network, range(len(self.worths))
        for bit in bits((1 << self.instance.tracks) - 1):
            users = [e for e, edge in enumerate(self.edges) if edge[2] & bit]
            if users:
                self._most(1, [(self.take[t][e], 1) for t in trains for e in users])
        passed = [stop for stop in self.near if network.filled[stop] and network.passable[stop]]
        if passed:
            self._most(
                1, [pair for t in trains for s in passed for pair in ((self.visit[t][s], 1), (self.end[t][s], -1))]
            )
        home = self.instance.home
        if home >= 0:
            for t in trains:
                homes = [(self.visit[u][home], 1.0) for u in trains if home in self.visit[u]]
                self._row(0, self.codes.kHighsInf, [*homes, (self.on[t], -1)])
        for t in trains[1:]:
            if self.worths[t] is self.worths[t - 1]:
                mine = self._share(t - 1)
                for column, gain in self._share(t).items():
                    mine[column] = mine.get(column, 0) - gain
                self._row(0, self.codes.kHighsInf, list(mine.items()))

    def _share(self, t: int) -> dict[int, float]:
        """Gains of one train's columns, without bonuses."""
        columns = [self.on[t], *self.count[t].values()]
        return {column: float(self.gains[column]) for column in columns if self.gains[column]}

    def solve(
        self, floor: int, clock: Clock, offer: Callable[[list[tuple[int, Found]]], None], total: Callable[[], int]
    ) -> int:
        """Improve on ``floor`` (exclusive) until proved; returns the upper bound then known.

        ``offer`` gets every set found, as (train, run) pairs; ``total`` is the best known worth.
        """
        solver, status = self.solver, self.codes.HighsModelStatus
        upper = sum(gain for gain in self.gains if gain > 0)
        if clock.watched:
            solver.cbMipInterrupt.subscribe(lambda event: event.interrupt() if clock.over() else None)
            solver.cbSimplexInterrupt.subscribe(lambda event: event.interrupt() if clock.over() else None)
        while True:
            clock.look()
            left = clock.left()
            if left is not None:
                solver.setOptionValue("time_limit", solver.getRunTime() + max(0.0, left - MARGIN))
            solver.changeRowBounds(self.goal, float(max(floor, total()) + 1), self.codes.kHighsInf)
            solver.run()
            state = solver.getModelStatus()
            if state == status.kInfeasible:
                return total()
            dual = -solver.getInfo().mip_dual_bound
            if abs(dual) < LARGE:
                upper = min(upper, int(dual + 0.5))
            if state != status.kOptimal:
                return max(upper, total())
            runs, circles = self._read(solver.getSolution().col_value)
            if not circles:
                offer(runs)
                return total()
            for stops in circles:
                self._cut(stops)

    def _read(self, values: Sequence[float]) -> tuple[list[tuple[int, Found]], list[set[int]]]:
        """Runs of a solution, or the stops of its separate circles."""
        runs, circles = [], []
        for t in range(len(self.worths)):
            if values[self.on[t]] < 0.5:
                continue
            taken = [e for e in range(len(self.edges)) if values[self.take[t][e]] > 0.5]
            ends = [stop for stop in self.near if values[self.end[t][stop]] > 0.5]
            path, order = [ends[0]], []
            loose = set(taken)
            while True:
                edge = next((e for e in self.at[path[-1]] if e in loose), None)
                if edge is None:
                    break
                loose.discard(edge)
                order.append(edge)
                a, b, _, _ = self.edges[edge]
                path.append(b if path[-1] == a else a)
            while loose:
                stops: set[int] = set()
                stack = [self.edges[min(loose)][0]]
                while stack:
                    stop = stack.pop()
                    if stop not in stops:
                        stops.add(stop)
                        for e in self.at[stop]:
                            if e in loose:
                                stack.extend(self.edges[e][:2])
                loose = {e for e in loose if self.edges[e][0] not in stops}
                circles.append(stops)
            if not circles:
                runs.append((t, self._found(path, order)))
        return runs, circles

    def _found(self, path: list[int], order: list[int]) -> Found:
        """A path as a search result, grown from its first token."""
        network = self.network
        at = next(i for i, stop in enumerate(path) if stop in network.tokens)
        lookup = {(arc.segment, arc.start): arc.number for arc in network.arcs}
        segments = [self.edges[e][3] for e in order]
        arm = tuple(lookup[segments[i], path[i + 1]] for i in reversed(range(at)))
        other = tuple(lookup[segments[i], path[i]] for i in range(at, len(segments)))
        mask = network.start_mask[path[at]]
        for number in (*arm, *other):
            mask |= network.arcs[number].mask
        return Found(0, mask, path[at], arm, other)

    def _cut(self, stops: set[int]) -> None:
        """No train may use as many segments inside these stops as it visits of them."""
        inside = [e for e, (a, b, _, _) in enumerate(self.edges) if a in stops and b in stops]
        for t in range(len(self.worths)):
            for kept in stops:
                self._most(
                    0,
                    [
                        *((self.take[t][e], 1) for e in inside),
                        *((self.visit[t][s], -1) for s in stops if s != kept),
                    ],
                )
