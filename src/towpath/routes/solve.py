"""The front door of the optimiser."""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from itertools import islice, permutations
from math import gcd

from towpath.routes.clock import Clock, HardError, LapError, StoppedError
from towpath.routes.grow import Found, Partners, grow_runs
from towpath.routes.malformed import validate_pay
from towpath.routes.milp import Program, fitting, installed
from towpath.routes.model import HALT, Answer, Instance, RouteError, Run
from towpath.routes.network import network_of
from towpath.routes.pack import drop_dominated, pack
from towpath.routes.relaxed import FINE, Relaxed
from towpath.routes.score import LEASE_BASE, bonuses_of, score_stops, stop_pay
from towpath.routes.table import Kind, table_of

HARD, HARD_WIDE = 100_000, 25_000
"""Nodes of the search after which the MILP solver takes over when it may; the second where the graph is wide."""


WIDE = 160
"""Arcs from which on a graph is wide: a quick greedy set is looked for before anything is proved."""

MOST_ORDERS, MOST_GREEDY = 720, 7
"""Orders of trains looked at, and those tried, for a greedy set."""

EASY = 400
"""Nodes for the single bests up to which the gap is not closed by and by but at once."""

DASH = 2_000
"""Nodes for each train of that set."""

PATIENCE = 3_000
"""Nodes for closing the gap between three trains or more before prices on track are tried."""

CROWD, HARD_CROWD = 4, 1_000_000
"""Trains from which on the MILP solver is worse at it than prices are, and the nodes after which it takes over even so."""


class Search:
    """One call of :func:`best`: the tables, the best set so far, the bound so far."""

    def __init__(self, instance: Instance, clock: Clock) -> None:
        self.instance = instance
        self.clock = clock
        validate_pay(instance)
        self.network = network_of(instance, clock.look)
        self.wide = len(self.network.arcs) > WIDE
        if clock.most is not None and self.wide:
            clock.most = HARD_WIDE
        halts = sum(stop[0] == HALT for stop in instance.stops)
        self.scale = 1 + halts * instance.subsidy * len(instance.trains) if instance.subsidy else 1
        kinds = [Kind.of(train) for train in instance.trains]
        self.order = sorted(range(len(kinds)), key=lambda i: (kinds[i], instance.trains[i].name, i))
        self.kinds = sorted(set(kinds))
        self.of = [self.kinds.index(kinds[i]) for i in self.order]
        first = [self.order[self.of.index(k)] for k in range(len(self.kinds))]
        self.tables = [table_of(instance, self.network, instance.trains[i], self.scale, clock.look) for i in first]
        self.worths = [table.worth for table in self.tables]
        self.grain = 0
        for worth in self.worths:
            self.grain = gcd(self.grain, worth.base, *worth.pays)
        self.grain = self.grain or 1
        self.bound_to = instance.meet or instance.home >= 0
        self.effort: list[int] = []
        self.total = 0
        self.set: list[tuple[int, Found]] = []
        self.upper = sum(self.tables[k].ceiling() for k in self.of)

    def offer(self, total: int, runs: list[tuple[int, Found]]) -> None:
        """Remember a legal set if it is better."""
        if total > self.total and self.fits([run for _, run in runs]):
            self.total, self.set = total, runs

    def fits(self, runs: list[Found]) -> bool:
        """The rules on a set: home and meeting."""
        instance, bits = self.instance, self.network.stop_bit
        if not self.bound_to:
            return True
        if instance.home >= 0 and not any(run.mask & bits[instance.home] for run in runs):
            return False
        if not instance.meet or len(runs) < 2:
            return True
        meeting = self.meeting
        joined, apart = runs[0].mask & meeting, [run.mask for run in runs[1:]]
        while apart:
            rest = [mask for mask in apart if not mask & joined]
            if len(rest) == len(apart):
                return False
            for mask in apart:
                if mask & joined:
                    joined |= mask & meeting
            apart = rest
        return True

    @cached_property
    def meeting(self) -> int:
        """Bits of the stops at which runs may meet."""
        found = 0
        for stop, bit in zip(self.instance.stops, self.network.stop_bit, strict=True):
            if self.instance.meet >> stop[0] & 1:
                found |= bit
        return found

    def single(self, kind: int, blocked: int = 0, need: int = 0, floor: int = 0) -> Found | None:
        """Best run of a kind of train that is worth more than ``floor``."""
        best: Found | None = None

        def keep(found: Found, _: int) -> int:
            nonlocal best
            best = found
            if not blocked:
                self.offer(found.value, [(self.of.index(kind), found)])
            return found.value + self.grain - 1

        self.clock.begin_lap()
        with suppress(LapError):
            grow_runs(self.tables[kind], blocked, floor, keep, self.clock, need, bool(self.bound_to))
        return best

    def list_runs(self, kind: int, floor: int, partners: Partners | None = None) -> list[Found]:
        """All runs above a floor that may be of use, best first."""
        runs: dict[int, Found] = {}

        def keep(found: Found, _: int) -> int:
            key = found.mask if self.bound_to else found.mask & self.network.shared
            other = runs.get(key)
            if other is None or other.value < found.value:
                runs[key] = found
            return floor

        grow_runs(self.tables[kind], 0, floor, keep, self.clock, 0, bool(self.bound_to), partners)
        found = sorted(runs.values(), key=lambda run: -run.value)
        return found if self.bound_to else drop_dominated(found, self.network.shared, self.clock)

    def solve(self) -> None:
        """Find and prove the best set."""
        home = self.network.stop_bit[self.instance.home] if self.instance.home >= 0 else 0
        if len(self.of) == 1:
            self.single(0, 0, home)
            self.upper = self.total
            return
        if self.wide:
            self.clock.lap = DASH
            self.greedy(home)
            self.clock.lap = None
        singles = []
        for kind in range(len(self.kinds)):
            before = self.clock.nodes
            singles.append(self.single(kind))
            self.effort.append(self.clock.nodes - before)
        tops = [found.value if found else 0 for found in singles]
        self.upper = sum(tops[k] for k in self.of)
        if self.total < self.upper:
            self.greedy(home, singles)
        if self.total == self.upper:
            return
        if len(self.of) == 2 or self.bound_to:
            self.prove(tops)
            return
        self.clock.lap = PATIENCE
        self.clock.begin_lap()
        try:
            self.prove(tops)
        except LapError:
            self.clock.lap = None
            self.price()
        self.clock.lap = None

    def greedy(self, home: int, singles: list[Found | None] | None = None) -> None:
        """Each train on what the earlier ones leave, in several orders. ``singles``: each kind's best run, if known."""
        known: dict[tuple[int, int, int, int], Found | None] = {}
        for kind, single in enumerate(singles or ()):
            known[kind, 0, 0, 0] = single
        seen: set[tuple[int, ...]] = set()
        for order in islice(permutations(range(len(self.of))), MOST_ORDERS):
            names = tuple(self.of[i] for i in order)
            if names in seen or len(seen) >= MOST_GREEDY:
                continue
            seen.add(names)
            blocked, need, total, runs = 0, home, 0, []
            ahead = self.upper
            for i in order:
                kind, floor = self.of[i], 0
                if singles:
                    single = singles[kind]
                    ahead -= single.value if single else 0
                    floor = max(0, self.total - total - ahead) if blocked else 0
                key = kind, blocked, need, floor
                if key not in known:
                    known[key] = self.single(kind, blocked, need, floor)
                found = known[key]
                if found:
                    runs.append((i, found))
                    total += found.value
                    blocked |= found.mask & self.network.shared
                    need = self.meeting & (found.mask | (need if len(runs) > 1 else 0))
                    self.offer(total, sorted(runs, key=lambda run: run[0]))
                elif floor:
                    break
            if self.total == self.upper:
                return

    def prove(self, tops: list[int]) -> None:
        """Close the gap between the sum of the separate bests and the best set.

        A set that falls short of the sum of bests by less than the gap has a train that falls short by less than its
        share of the gap. So each kind's runs are listed to its share only, and the other trains search beside them.
        """
        counts = [self.of.count(k) for k in range(len(self.kinds))]
        whole = sum(tops[k] * n for k, n in enumerate(counts))
        shares = [0] * len(counts)
        part = 4 if sum(self.effort) > EASY else 1
        while self.total < self.upper:
            for kind in sorted(range(len(counts)), key=lambda k: self.effort[k]):
                missing = whole - self.total - sum(n * s for n, s in zip(counts, shares, strict=True))
                if missing < self.grain:
                    break
                share = shares[kind] - (-missing // (part * sum(counts)))
                share = min(max(share, shares[kind] + self.grain), whole - self.total)
                self.side(kind, share, tops)
                shares[kind] = share
                self.upper = max(self.total, whole - sum(n * s for n, s in zip(counts, shares, strict=True)))
            part = max(1, part // 2)
            if whole - self.total - sum(n * s for n, s in zip(counts, shares, strict=True)) < self.grain:
                self.upper = self.total

    def price(self) -> None:
        """Close the gap by prices on the track that the trains compete for."""
        clock, instance = self.clock, self.instance
        if clock.most is not None and len(self.of) >= CROWD:
            clock.most = HARD_CROWD
        counts = [self.of.count(k) for k in range(len(self.kinds))]
        tables = [table_of(instance, self.network, worth.train, self.scale * FINE, clock.look) for worth in self.worths]

        def offer(runs: list[tuple[int, Found]]) -> int:
            kinds = [kind for kind, _ in runs]
            self.offer(
                sum(run.value for _, run in runs), self.placed(kinds, [(i, run) for i, (_, run) in enumerate(runs)])
            )
            return self.total

        def lower(upper: int) -> None:
            self.upper = max(self.total, min(self.upper, upper))

        Relaxed(self.network, tables, counts, self.grain, clock, offer, lower).solve(self.total)

    def side(self, kind: int, share: int, tops: list[int]) -> None:
        """Find the best set in which some train of a kind falls short of its best by less than ``share``."""
        whole, shared = sum(tops[k] for k in self.of), self.network.shared
        first = self.list_runs(kind, max(0, tops[kind] - share, self.total - (whole - tops[kind])))
        others = list(self.of)
        others.remove(kind)
        if len(others) == 1:
            self.beside(kind, first, others[0], tops)
            return
        lists, listed, sum_tops = [first], {}, tops[kind]
        for k in sorted(set(others), key=lambda k: self.effort[k]):
            partners = Partners(lists, sum_tops, shared)
            listed[k] = self.list_runs(k, max(0, self.total - (whole - tops[k])), partners)
            lists.append(listed[k])
            sum_tops += tops[k]
        found = pack(
            [first] + [listed[k] for k in others],
            [-1, -1] + [j if others[j] == others[j - 1] else -1 for j in range(1, len(others))],
            shared,
            self.total,
            self.fits if self.bound_to else None,
            self.clock,
        )
        if found:
            self.offer(found[0], self.placed([kind, *others], found[1]))

    def placed(self, kinds: list[int], runs: list[tuple[int, Found]]) -> list[tuple[int, Found]]:
        """Runs by list index turned into runs by train position."""
        spare = {k: [i for i, own in enumerate(self.of) if own == k] for k in kinds}
        return sorted(((spare[kinds[at]].pop(0), run) for at, run in runs), key=lambda pair: pair[0])

    def beside(self, kind: int, first: list[Found], other: int, tops: list[int]) -> None:
        """Best pair of a listed run of ``kind`` and any run of ``other``."""
        partners = Partners([first], tops[kind], self.network.shared)

        def keep(found: Found, free: int) -> int:
            for worth, mate in partners.compatible(free):
                if worth + found.value <= self.total:
                    break
                self.offer(worth + found.value, self.placed([kind, other], [(0, mate), (1, found)]))
            return max(0, self.total + self.grain - 1 - tops[kind])

        floor = max(0, self.total + self.grain - 1 - tops[kind])
        grow_runs(self.tables[other], 0, floor, keep, self.clock, 0, bool(self.bound_to), partners)

    def program(self) -> None:
        """Let the MILP solver finish."""
        self.clock.most = None
        program = Program(self.instance, self.network, [self.worths[k] for k in self.of])
        upper = program.solve(self.total, self.clock, self.offer_plain, lambda: self.total)
        self.upper = max(self.total, min(self.upper, upper))

    def offer_plain(self, runs: list[tuple[int, Found]]) -> None:
        """Offer a set whose runs are not valued yet."""
        valued = []
        for i, run in runs:
            value = self.worths[self.of[i]].value(self.stops_of(run))
            if value is None:
                raise AssertionError("a run of the model does not score")
            valued.append((i, run._replace(value=value)))
        self.offer(sum(run.value for _, run in valued), valued)

    def stops_of(self, run: Found) -> list[int]:
        """Stops of a run in order."""
        arcs = self.network.arcs
        return [arcs[a].stop for a in reversed(run.arm)] + [run.token] + [arcs[a].stop for a in run.other]

    def answer(self, proved: bool) -> Answer:
        """The best set as public structs."""
        runs = []
        for i, found in self.set:
            index = self.order[i]
            arcs = self.network.arcs
            segments = [arcs[a].segment for a in reversed(found.arm)] + [arcs[a].segment for a in found.other]
            stops = self.stops_of(found)
            if stops[0] > stops[-1]:
                stops.reverse()
                segments.reverse()
            tracks = sorted(t for s in segments for t in self.instance.segments[s].tracks)
            paid = score_stops(self.instance, self.instance.trains[index], stops)
            if paid is None:
                raise AssertionError("a found run does not score")
            runs.append(
                Run(index, tuple(stops), tuple(tracks), tuple(segments), paid.counted, paid.revenue, paid.subsidy)
            )
        total = sum(run.revenue for run in runs)
        upper = total if proved else max(total, self.upper // self.scale)
        return Answer(tuple(sorted(runs, key=lambda run: run.train)), total, upper, proved)


def best(
    instance: Instance,
    deadline: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    use_milp: bool | None = None,
    work: int | None = None,
) -> Answer:
    """Best set of runs of a company's trains.

    Of sets with equal revenue (and equal halt money) the answer is the one that the search meets first. Its order depends
    on the numbers of stops and tracks, the kinds and the names of trains, never on the order of the input or on time;
    only a deadline, or the MILP solver where it finished a hard position, may show another set of the same revenue.

    ``deadline``: seconds from now; when it passes, the best set found so far is returned with ``proved`` False and the
    upper bound known by then. None: solve to the proof. ``cancelled`` is asked now and then; when it says True the
    answer is given as if the deadline had passed. ``use_milp``: True: use the MILP solver (needs the extra
    ``towpath[milp]``), False: never, None: when it is installed and the search finds the position hard. Positions whose
    runs must meet, and trains with a reach, are always left to the search.

    ``work``: nodes of the search after which the best set found so far is returned as if a deadline had passed, but the
    same on every machine; the MILP solver takes no part then.

    Raises :class:`RouteError` for an instance that no position can have. Safe to call from several threads.
    """
    if use_milp and work is not None:
        raise RouteError("use_milp: the MILP solver does not count work; leave use_milp out, or work")
    modelled = use_milp is not False and work is None and installed() and fitting(instance)
    if use_milp and not installed():
        raise RouteError("use_milp: highspy is not installed; install towpath[milp], or leave use_milp out")
    clock = Clock(deadline, cancelled, HARD if modelled else None, work)
    try:
        search = Search(instance, clock)
    except StoppedError:
        return Answer((), 0, everything(instance), not instance.trains)
    try:
        try:
            if modelled and use_milp:
                raise HardError
            search.solve()
        except HardError:
            search.program()
    except StoppedError:
        pass
    return search.answer(search.total >= search.upper)


def everything(instance: Instance) -> int:
    """A bound that needs no search: every train counts every stop and earns every bonus."""
    total = 0
    for train in instance.trains:
        total += LEASE_BASE if train.leased else 0
        total += sum(stop_pay(instance, train, stop) for stop in range(len(instance.stops)))
        total += sum(amount for _, _, amount in bonuses_of(instance, train))
    return total
