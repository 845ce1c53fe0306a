"""The graph as bit masks: what one run may use once, what a whole set may use once.

Bits of a mask, from below: one per track id, one for "passes a filled city" (both are exclusive over the whole set),
then one per stop, one per ``one_of`` group and, without re-entry, one per hex (exclusive within a run).
Every segment gives two arcs; an arc may follow a partial run exactly if its mask has no bit in common with the run's.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from towpath.routes.malformed import validate_graph
from towpath.routes.model import CITY, HALT, OFFBOARD, Instance

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Bounded(Generic[KeyT, ValueT]):
    """A small cache guarded by a lock: the oldest entry goes when it is full."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: dict[KeyT, ValueT] = {}

    def get(self, key: KeyT) -> ValueT | None:
        """The value kept for a key."""
        return self._kept.get(key)

    def put(self, key: KeyT, value: ValueT) -> None:
        """Keep a value."""
        with self._lock:
            if len(self._kept) >= self._size:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = value


def bits(mask: int) -> Iterator[int]:
    """Single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


class Arc(NamedTuple):
    """A segment in one direction. ``mask``: bits it uses, with those of the stop it leads to, not of its start.

    ``passing``: the bit for passing a filled city when it leaves one, else 0.
    """

    number: int
    start: int
    stop: int
    mask: int
    tracks: int
    sides: int
    segment: int
    passing: int


Way = tuple[tuple[int, ...], int, frozenset[int], int, int]
"""A segment between two stops: sorted track ids, their mask, hexes, sides, its index."""


class Network:
    """Arcs, masks and followers of the part of a track graph that some tokens can reach past the filled cities."""

    def __init__(self, instance: Instance, look: Callable[[], None]) -> None:
        stops, places = instance.stops, instance.stop_hex
        self.tokens = tuple(sorted(set(instance.tokens)))
        self.passing = passing = 1 << instance.tracks
        self.shared = (passing << 1) - 1
        base = instance.tracks + 1
        self.stop_bit = [1 << base + i for i in range(len(stops))]
        own = list(self.stop_bit)
        base += len(stops)
        for number, group in enumerate(instance.one_of):
            for stop in group:
                own[stop] |= 1 << base + number
        base += len(instance.one_of)
        self.halt = [stop.kind == HALT for stop in stops]
        self.filled = [False] * len(stops)
        for stop in instance.full:
            self.filled[stop] = True
        self.passable = [
            (stop.kind != OFFBOARD or i in instance.through)
            and (not self.filled[i] or (instance.bypass > 0 and stop.kind == CITY))
            for i, stop in enumerate(stops)
        ]
        self.start_mask = [mask | 1 << base + places[i] for i, mask in enumerate(own)] if places else own
        self.visible = 0
        self.arcs: list[Arc] = []
        self.leaving: list[list[Arc]] = [[] for _ in stops]
        for a, b, (_, tracks, hexes, sides, segment) in self._segments(instance, own):
            for start, end in ((a, b), (b, a)):
                if not self.passable[start] and start not in self.tokens:
                    continue
                mask = tracks | own[end]
                for place in hexes:
                    if place != places[start]:
                        mask |= 1 << base + place
                arc = Arc(
                    len(self.arcs), start, end, mask, tracks, sides, segment,
                    passing if self.filled[start] else 0,
                )  # fmt: skip
                self.arcs.append(arc)
                self.leaving[start].append(arc)
        look()
        self.after: list[list[Arc]] = []
        for arc in self.arcs:
            used = arc.mask | self.start_mask[arc.start]
            follow = self.leaving[arc.stop] if self.passable[arc.stop] else ()
            self.after.append([b for b in follow if not b.mask & used])

    @cached_property
    def exits(self) -> list[list[tuple[int, int, int]]]:
        """Per stop the arcs that leave it, as (mask, stop it leads to, that stop's bit)."""
        return [[(arc.mask, arc.stop, self.stop_bit[arc.stop]) for arc in arcs] for arcs in self.leaving]

    def _segments(self, instance: Instance, own: list[int]) -> list[tuple[int, int, Way]]:
        """Reachable segments in an order that does not depend on the input's, without those that never pay."""
        around: dict[int, list[tuple[int, int]]] = {}
        for number, segment in enumerate(instance.segments):
            around.setdefault(segment[0], []).append((segment[1], number))
            around.setdefault(segment[1], []).append((segment[0], number))
        seen, stack, numbers = set(self.tokens), list(self.tokens), set()
        while stack:
            for there, number in around.get(stack.pop(), ()):
                numbers.add(number)
                if there not in seen:
                    seen.add(there)
                    if self.passable[there]:
                        stack.append(there)
        for stop in seen:
            self.visible |= self.stop_bit[stop]
        pairs: dict[tuple[int, int], list[Way]] = {}
        where = instance.stop_hex
        for number in numbers:
            a, b, ids, hexes, sides = instance.segments[number]
            if a > b:
                a, b = b, a
            if own[a] & own[b] or (where and where[a] == where[b] and len(set(hexes)) > 1):
                continue
            tracks = 0
            for track in ids:
                tracks |= 1 << track
            way = (
                tuple(sorted(ids)),
                tracks,
                frozenset(hexes) if where else NO_HEXES,
                sides if sides >= 0 else len(ids),
                number,
            )
            if (a, b) in pairs:
                pairs[a, b].append(way)
            else:
                pairs[a, b] = [way]
        kept = []
        for (a, b), ways in sorted(pairs.items()):
            for way in ways if len(ways) == 1 else self._parallel(ways):
                kept.append((a, b, way))
        return kept

    @staticmethod
    def _parallel(ways: list[Way]) -> list[Way]:
        """Ways between two stops without those that use all that another uses, and more."""
        ways = sorted(ways, key=lambda way: (way[0], sorted(way[2]), way[3]))
        kept: list[Way] = []
        for i, (_, tracks, hexes, sides, _) in enumerate(ways):
            for j, (_, other, fewer, short, _) in enumerate(ways):
                if other & ~tracks or not fewer <= hexes or short > sides:
                    continue
                if j != i and ((other, fewer, short) != (tracks, hexes, sides) or j < i):
                    break
            else:
                kept.append(ways[i])
        return kept


NO_HEXES: frozenset[int] = frozenset()
_networks: Bounded[object, Network] = Bounded(64)


def network_of(instance: Instance, look: Callable[[], None]) -> Network:
    """The network of an instance, from the cache when the same graph was seen lately. ``look`` raises to stop."""
    kinds = tuple(stop[0] for stop in instance.stops)
    key = (
        instance.segments, kinds, instance.tracks, instance.tokens, instance.full, instance.one_of,
        instance.stop_hex, instance.through, instance.bypass,
    )  # fmt: skip
    found = _networks.get(key)
    if found is None:
        validate_graph(instance)
        found = Network(instance, look)
        _networks.put(key, found)
    return found
