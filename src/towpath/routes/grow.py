"""The search for runs of one train: every run is met once, as two arms grown from one of its tokens."""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from operator import add, neg
from typing import NamedTuple

from towpath.routes.network import bits
from towpath.routes.table import Level, Levels, Row, Step, Table

Arm = tuple[int, ...]


class Found(NamedTuple):
    """A run: its worth, its mask, the token it grew from, and its two arms from there, arc by arc."""

    value: int
    mask: int
    token: int
    arm: Arm
    other: Arm


class Partners:
    """Runs of other trains that a run must be compatible with to be of use: lists, each best first.

    ``free`` bit sets tell which of them share no track with something: bit i of list l is at ``shift[l] + i``.
    """

    def __init__(self, lists: Sequence[Sequence[Found]], tops: int, shared: int) -> None:
        self.lists = lists
        self.tops = tops
        self.shared = shared
        self.every = 0
        self.parts: list[tuple[int, int, list[int]]] = []
        self._using: dict[int, int] = {}
        base = 0
        for runs in lists:
            for index, run in enumerate(runs):
                for bit in bits(run.mask & shared):
                    self._using[bit] = self._using.get(bit, 0) | 1 << base + index
            part = (1 << len(runs)) - 1 << base
            self.parts.append((part, base, [run.value for run in runs]))
            self.every |= part
            base += len(runs)

    def clear_of(self, mask: int) -> int:
        """Which of the runs use no track of a mask."""
        using = 0
        for bit in bits(mask & self.shared):
            using |= self._using.get(bit, 0)
        return self.every & ~using

    def compatible(self, free: int, which: int = 0) -> Iterator[tuple[int, Found]]:
        """The runs of a list in a ``free`` set, best first, with their worth."""
        part, base, worths = self.parts[which]
        for bit in bits(free & part):
            index = bit.bit_length() - 1 - base
            yield worths[index], self.lists[which][index]


def grow_runs(
    table: Table,
    blocked: int,
    floor: int,
    keep: Callable[[Found, int], int],
    tick: Callable[[int], int],
    need: int = 0,
    loose_ends: bool = False,
    partners: Partners | None = None,
) -> None:
    """Meet every run worth more than ``floor`` that uses no bit of ``blocked``.

    ``keep`` gets each (with the free set of ``partners``) and returns the floor from there on. With ``partners`` a run
    must be worth more than ``floor + partners.tops`` together with the best compatible run of each list. ``tick`` is
    called every so many nodes with their number and returns the number until the next call; it raises to stop.
    ``need``: only runs with one of these bits. Runs whose last stop does not pay are left out, for a shorter run is as
    good, unless ``loose_ends``.
    """
    network, worth = table.network, table.worth
    arcs, halt, following, level_of = network.arcs, network.halt, table.next, table.level
    exact, spare = worth.exact, table.spare
    inserted: dict[tuple[Row, int], tuple[Row, Row]] = {}
    free_end = loose_ends or bool(table.reach) or (not exact and not all(worth.must[s] for s in worth.special))
    token, behind = -1, blocked
    left = tick(0)
    spent = 0

    # Long searches pay for a second bound: the best stops that can be reached at all, each once.
    doubt, sums_up = False, not spare and not table.reach

    parts = partners.parts if partners else []
    extra = partners.tops if partners else 0
    clear: list[int | None] = [None] * len(arcs) if partners else []

    # Reaches the function from inside itself without a cycle that would wait for the collector.
    again: list[Callable[..., None]] = []

    def judge(mask: int, value: int, arm: Arm, other: Arm, free: int) -> None:
        nonlocal floor
        if need and not mask & need:
            return
        if not exact:
            stops = [arcs[a].stop for a in reversed(arm)] + [token] + [arcs[a].stop for a in other]
            true = worth.value(stops)
            if true is None or true <= floor:
                return
            value = true
        floor = keep(Found(value, mask, token, arm, other), free)

    passable, gains = network.passable, worth.gain

    def gather(b: int, mask: int, later: list[Step]) -> list[int]:
        """Gains of the stops that an arm at the end of arc ``b``, or a later one, may still come to."""
        found, ends, seen, exits = [], [], mask, network.exits
        stack = [arcs[b].stop] if passable[arcs[b].stop] else []
        for first, used, _, _, _ in later:
            stop = arcs[first].stop
            bit = network.stop_bit[stop]
            if not used & mask and not bit & seen:
                seen |= bit
                if passable[stop]:
                    stack.append(stop)
                    found.append(gains[stop])
                else:
                    ends.append(gains[stop])
        while stack:
            for used, stop, bit in exits[stack.pop()]:
                if not used & mask and not bit & seen:
                    seen |= bit
                    if passable[stop]:
                        stack.append(stop)
                        found.append(gains[stop])
                    else:
                        ends.append(gains[stop])
        if len(ends) > 1:
            ends.sort(reverse=True)
        return found + ends[: 2 if later else 1]

    def insert(options: Row, choice: int) -> tuple[Row, Row]:
        at = bisect(options, -choice, key=neg)
        more = (*options[:at], choice, *options[at:])
        inserted[options, choice] = result = more, tuple(accumulate(more, initial=0))
        return result

    def grow(
        steps: list[Step], mask: int, places: int, sure: int, options: Row, sums: Row,
        arm: Arm, other: Arm, levels: Levels, later: list[Step], free: int,
    ) -> None:  # fmt: skip
        """Follow each step. ``arm`` is the finished first arm (empty while it grows), ``other`` the one that grows."""
        nonlocal left, spent, doubt
        spent += 1
        if spent >= left:
            left = tick(spent)
            spent, doubt = 0, sums_up
        known: Level | None = None
        for b, used, takes, now, choice in steps:
            if used & mask:
                continue
            p = places - takes
            if p < spare:
                continue
            value = sure + now
            more, totals = options, sums
            if takes == 1:
                if known is None:
                    key = () if spare else options, p
                    known = levels.get(key) or level_of(levels, key)
                hopes, walks, rest = known
            else:
                if choice:
                    more, totals = inserted.get((options, choice)) or insert(options, choice)
                key = () if spare else more, p
                hopes, walks, rest = levels.get(key) or level_of(levels, key)
            most = hopes[b]
            if most < 0:
                hopes[b] = most = max(map(add, walks[b], rest))
            hope = value + most
            if hope <= floor:
                continue
            open_to = free
            if partners:
                fit = clear[b]
                if fit is None:
                    clear[b] = fit = partners.clear_of(used)
                open_to &= fit
                for part, base, worths in parts:
                    mates = open_to & part
                    if mates:
                        hope += worths[(mates & -mates).bit_length() - 1 - base]
                if hope <= floor + extra:
                    continue
            if doubt:
                spent += 1
                near = gather(b, mask | used, later)
                near.extend(more)
                near.sort(reverse=True)
                if hope - most + sum(near[:p]) <= floor + extra:
                    continue
            way = (*other, b)
            both = mask | used
            if not halt[arcs[b].stop]:
                reached = value + totals[p if p < len(more) else len(more)]
                if reached > floor and (takes or free_end or totals[: p + 1] != sums[: p + 1]):
                    judge(both & ~behind, reached, arm, way, open_to)
                if later:
                    again[0](later, both, p, value, more, totals, way, (), table.levels[-1, 0], [], open_to)
            if following[b]:
                again[0](following[b], both, p, value, more, totals, arm, way, levels, later, open_to)

    again.append(grow)
    every = partners.every if partners else 0
    for token in network.tokens:
        if network.stop_bit[token] & blocked:
            continue
        gain = worth.gain[token]
        mask = behind | network.start_mask[token]
        value, places = worth.base, table.places
        options: Row = ()
        if table.reach:
            value += gain
            if value > floor:
                judge(mask & ~behind, value, (), (), every)
        elif worth.must[token]:
            value, places = value + gain, places - 1
        else:
            options = (gain,)
        if places >= spare:
            sums = tuple(accumulate(options, initial=0))
            first = table.first[token]
            for i, step in enumerate(first):
                later = first[i + 1 :]
                levels = table.levels[(token, i + 1) if later else (-1, 0)]
                grow([step], mask, places, value, options, sums, (), (), levels, later, every)
        behind |= network.stop_bit[token]
    again.clear()
    tick(spent)
