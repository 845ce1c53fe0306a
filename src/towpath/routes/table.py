"""One kind of train on a network: what each arc gains, what may follow it, and the walk bound.

The walk bound ``row(arc)[k]`` is the most that can still be gained after arriving by ``arc`` with ``k`` places left, by
walks that never repeat anything their last arc used. No run gains more, for every run is such a walk.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import add
from typing import NamedTuple

from towpath.routes.model import Instance, Train
from towpath.routes.network import Arc, Bounded, Network
from towpath.routes.score import LEASE_BASE, Bonus, best_choice, bonuses_of, counts_as_stop, halt_money, stop_pay

Step = tuple[int, int, int, int, int]
"""An arc to follow: (its number, mask, places it takes, gain at once, gain if it gets a place by choice)."""

Row = tuple[int, ...]

Level = tuple[list[int], list[Row], Row]
"""Bounds of one state of the search: per arc the most still to gain after it (-1: not computed yet, it is the best sum
of an entry of the second part and one of the third: what the arm gains with x places, and all else with the rest)."""


class Levels(dict[tuple[Row, int], Level]):
    """Levels by (visited optional stops' gains, places left), while ``later`` may still be begun."""

    def __init__(self, later: list[Step]) -> None:
        super().__init__()
        self.later = later
        self.start: list[int] = []
        """What a later arm can gain by places, once known."""


class Kind(NamedTuple):
    """Trains that run alike have equal kinds."""

    n: int
    c: int
    mandatory: int
    multiplier: int
    leased: bool
    reach: int

    @classmethod
    def of(cls, train: Train) -> "Kind":
        """Kind of a train."""
        return cls(train.n, train.c, train.mandatory, train.multiplier, train.leased, train.reach)


class Worth:
    """What stops are worth to a train kind, in units of the objective (revenue times ``scale`` plus halt money).

    ``gain`` includes bonuses in a way that never undervalues a run: an any-of bonus at each of its stops, a pair bonus
    at each stop of its smaller side. ``exact`` says that the sum of the counted gains is the run's true value.
    """

    def __init__(self, instance: Instance, train: Train, scale: int, network: Network) -> None:
        self.train = train
        self.scale = scale
        self.base = LEASE_BASE * scale if train.leased else 0
        count = len(instance.stops)
        self.must = [bool(train.mandatory >> stop[0] & 1) for stop in instance.stops]
        self.pays = [stop_pay(instance, train, i) * scale + halt_money(instance, train, i) for i in range(count)]
        self.may = [must or counts_as_stop(instance, i) for i, must in enumerate(self.must)]
        self.plain = [pay if may else 0 for pay, may in zip(self.pays, self.may, strict=True)]
        self.gain = list(self.plain)
        self.exact = True
        self.special: set[int] = set()
        """Stops in a bonus that may be earned, and tokens: for these a gain by itself says too little."""
        self.bonuses: list[Bonus] = []
        """Bonuses that may be earned here."""
        self.tokens = frozenset(instance.tokens)
        near = frozenset(stop for stop, bit in enumerate(network.stop_bit) if bit & network.visible)
        for one, two, amount in bonuses_of(instance, train):
            if near & one and near & two:
                self.bonuses.append((near & one, near & two, amount * scale))
                self.pays.append(amount * scale)
                self.special |= near & (one | two)
                self.exact = False
                for stop in near & one if len(near & one) <= len(near & two) else near & two:
                    self.gain[stop] += amount * scale
        if not all(self.must[token] for token in instance.tokens):
            self.exact = False
            self.special.update(instance.tokens)

    def value(self, stops: Sequence[int]) -> int | None:
        """True worth of a run over ``stops``; None if no token can count."""
        must, plain, may = self.must, self.plain, self.may
        counted = [stop for stop in stops if must[stop]]
        free = [stop for stop in stops if may[stop] and not must[stop]]
        free.sort(key=lambda stop: (-plain[stop], stop))
        found = best_choice(counted, free, self.train.c - len(counted), plain, self.bonuses, self.tokens)
        return None if found is None else self.base + found[0]


class Table:
    """Steps and bounds of a train kind on a network. ``look`` raises to stop while they are made.

    ``places`` is how many stops count (a ``reach``: sides), ``spare`` how many of them no mandatory stop may take.
    ``levels``: bounds while a second arm may begin with the token's first arcs from a number on, (-1, 0) for none.
    """

    def __init__(self, network: Network, worth: Worth, look: Callable[[], None]) -> None:
        self.network = network
        self.worth = worth
        train = worth.train
        self.reach = train.reach
        gain, must = worth.gain, worth.must

        def step(arc: Arc) -> Step:
            if train.reach:
                return arc.number, arc.mask, arc.sides, gain[arc.stop], 0
            if must[arc.stop]:
                return arc.number, arc.mask, 1, gain[arc.stop], 0
            return arc.number, arc.mask, 0, 0, gain[arc.stop]

        steps = [step(arc) for arc in network.arcs]
        self.first = {token: [steps[arc.number] for arc in network.leaving[token]] for token in network.tokens}
        self.next: list[list[Step]] = []
        for arc, after in zip(network.arcs, network.after, strict=True):
            follow = [steps[b.number] for b in after]
            if network.filled[arc.stop]:
                follow = [(s[0], s[1] | network.passing, s[2], s[3], s[4]) for s in follow]
            self.next.append(follow)
        seen = [stop for stop, bit in enumerate(network.stop_bit) if bit & network.visible]
        choices = sorted((gain[stop] for stop in seen if not must[stop]), reverse=True)
        musts = sum(must[stop] for stop in seen)
        most_must = min(train.n, musts)
        self.places = train.reach or min(train.c, most_must + len(choices))
        self.spare = self.places - most_must if most_must < self.places and train.n < train.c and not train.reach else 0
        self.choices = list(accumulate(choices[: self.places], initial=0))
        self.choices += [self.choices[-1]] * (self.places + 1 - len(self.choices))
        self.walks = self._walks(sum(gain[stop] for stop in seen), look)
        self._sort()
        self.levels: dict[tuple[int, int], Levels] = {}

    def renewed(self) -> "Table":
        """The same table without the bounds that a search has filled in, so that what is kept stays small."""
        fresh = Table.__new__(Table)
        fresh.__dict__.update(self.__dict__)
        fresh.levels = self._levels()
        return fresh

    def _levels(self) -> dict[tuple[int, int], Levels]:
        found = {(-1, 0): Levels([])}
        for token, steps in self.first.items():
            for i in range(1, len(steps)):
                found[token, i] = Levels(steps[i:])
        return found

    def _walks(self, total: int, look: Callable[[], None]) -> list[Row]:
        """Per arc and places left, the most a walk gains. With spare places only mandatory stops are summed here."""
        count = len(self.next)
        if self.reach:
            return [(total,) * (self.places + 1)] * count
        mixed = self.spare
        counted = [[(s[0], s[3] + s[4]) for s in steps if s[2] or not mixed] for steps in self.next]
        loose = [(number, s[0]) for number, steps in enumerate(self.next) for s in steps if not s[2]]
        before = [0] * count
        columns = [before]
        for _ in range(self.places - mixed):
            look()
            now = []
            for steps in counted:
                most = 0
                for b, gain in steps:
                    value = gain + before[b]
                    if value > most:
                        most = value
                now.append(most)
            moved = bool(loose)
            while moved:
                moved = False
                for number, b in loose:
                    if now[b] > now[number]:
                        now[number] = now[b]
                        moved = True
            columns.append(now)
            before = now
        return list(zip(*columns, strict=True))

    def level(self, levels: Levels, key: tuple[Row, int]) -> Level:
        """The level of a state, added to ``levels``."""
        options, p = key
        start = levels.start
        if not start:
            start = levels.start = self.opening(levels.later)
        if self.spare:
            choices = self.choices
            most = p - self.spare
            rest = tuple(max(map(add, start[: most - x + 1], choices[p - x :: -1])) for x in range(most + 1))
        elif options:
            sums = tuple(accumulate(options[:p], initial=0))
            rest = tuple(max(map(add, sums, start[p - x :: -1])) for x in range(p + 1))
        else:
            rest = tuple(start[p::-1])
        levels[key] = made = [-1] * len(self.walks), self.walks, rest
        return made

    def opening(self, steps: list[Step]) -> list[int]:
        """Most that an arm gains by places when it begins with one of these steps."""
        best = [0] * (self.places - self.spare + 1)
        for b, _, need, now, choice in steps:
            walk = self.walks[b]
            for k in range(len(best)):
                value = 0
                if need:
                    value = now + walk[k - need] if k >= need else 0
                else:
                    value = now + walk[k]
                    if k and not self.spare:
                        value = max(value, now + choice + walk[k - 1])
                if value > best[k]:
                    best[k] = value
        return best

    def ceiling(self) -> int:
        """No run gains more than this."""
        most = 0
        for token, steps in self.first.items():
            start = self.opening(steps)
            both = max(map(add, start, reversed(start)))
            most = max(most, self.worth.gain[token] + both + self.choices[-1])
        return self.worth.base + most

    def _sort(self) -> None:
        """Best first; equal ones in the order of arcs."""
        walks = self.walks

        def hope(step: Step) -> tuple[int, int]:
            return -(step[3] + step[4] + walks[step[0]][-1]), step[0]

        for steps in self.first.values():
            steps.sort(key=hope)
        for steps in self.next:
            if len(steps) > 1:
                steps.sort(key=hope)


_tables: Bounded[object, Table] = Bounded(128)


def table_of(instance: Instance, network: Network, train: Train, scale: int, look: Callable[[], None]) -> Table:
    """The table of a train on a network, made from a kept one when the same kind ran there lately."""
    pays = instance.stops, instance.any_bonus, instance.pair_bonus, instance.subsidy, instance.halts_count
    key = network, Kind.of(train), scale, pays
    kept = _tables.get(key)
    if kept is not None:
        return kept.renewed()
    made = Table(network, Worth(instance, train, scale, network), look)
    _tables.put(key, made)
    return made.renewed()
