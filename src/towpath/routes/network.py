"""The graph as bit masks: what one run may use once, what a whole set may use once.

Bits of a mask, from below: one per track id, one for "passes a filled city" (both are exclusive over the whole set),
then one per stop, one per ``one_of`` group and, without re-entry, one per hex (exclusive within a run).
Every segment gives two arcs; an arc may follow a partial run exactly if its mask has no bit in common with the run's.
"""

from collections.abc import Sequence
from itertools import combinations
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from towpath.routes.model import HALT, OFFBOARD, Instance, RouteError

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


class Arc(NamedTuple):
    """A segment in one direction. ``mask``: bits it uses, with those of the stop it leads to, not of its start."""

    number: int
    start: int
    stop: int
    mask: int
    tracks: int
    sides: int
    segment: int


class Network:
    """Arcs, masks and followers of a track graph with its filled cities; shared by the companies that see the same."""

    def __init__(self, instance: Instance) -> None:
        stops = instance.stops
        self.track_bits = instance.tracks
        self.passing = 1 << instance.tracks
        self.shared = (self.passing << 1) - 1
        base = instance.tracks + 1
        self.stop_bit = [1 << base + i for i in range(len(stops))]
        own = list(self.stop_bit)
        base += len(stops)
        for number, group in enumerate(instance.one_of):
            for stop in group:
                own[stop] |= 1 << base + number
        base += len(instance.one_of)
        self.start_mask = list(own)
        hexed = bool(instance.stop_hex)
        if hexed:
            for stop, place in enumerate(instance.stop_hex):
                self.start_mask[stop] |= 1 << base + place
        full = set(instance.full)
        self.halt = [stop.kind == HALT for stop in stops]
        self.passable = [
            (stop.kind != OFFBOARD or i in instance.through) and (i not in full or instance.bypass > 0)
            for i, stop in enumerate(stops)
        ]
        self.filled = [i in full for i in range(len(stops))]
        self.arcs: list[Arc] = []
        self.leaving: list[list[Arc]] = [[] for _ in stops]
        for a, b, tracks, hexes, sides, segment in self._segments(instance, own):
            for start, end in ((a, b), (b, a)):
                mask = tracks | own[end]
                if hexed:
                    for place in hexes:
                        if place != instance.stop_hex[start]:
                            mask |= 1 << base + place
                arc = Arc(len(self.arcs), start, end, mask, tracks, sides, segment)
                self.arcs.append(arc)
                self.leaving[start].append(arc)
        self._after: dict[int, tuple[Arc, ...]] = {}

    @staticmethod
    def _segments(instance: Instance, own: list[int]) -> list[tuple[int, int, int, frozenset[int], int, int]]:
        """Usable segments in an order that does not depend on the input's, without those that never pay."""
        pairs: dict[tuple[int, int], list[tuple[tuple[int, ...], int, frozenset[int], int, int]]] = {}
        where = instance.stop_hex
        for number, (a, b, ids, hexes, sides) in enumerate(instance.segments):
            if a > b:
                a, b = b, a
            if a == b or own[a] & own[b] or (where and where[a] == where[b] and len(set(hexes)) > 1):
                continue
            tracks = 0
            for track in ids:
                tracks |= 1 << track
            way = (tuple(sorted(ids)), tracks, frozenset(hexes) if where else frozenset(), sides, number)
            pairs.setdefault((a, b), []).append(way)
        kept = []
        for (a, b), ways in sorted(pairs.items()):
            ways.sort(key=lambda way: (way[0], sorted(way[2])))
            drop = set()
            for one, two in combinations(range(len(ways)), 2):
                for low, high in ((one, two), (two, one)):
                    _, small, few, short, _ = ways[low]
                    _, big, many, long, _ = ways[high]
                    if low not in drop and high not in drop and small & big == small and few <= many:
                        drop.add(high) if short <= long or short < 0 else None
            for i, (ids, tracks, places, sides, number) in enumerate(ways):
                if i not in drop:
                    kept.append((a, b, tracks, places, sides if sides >= 0 else len(ids), number))
        return kept

    def after(self, arc: Arc) -> tuple[Arc, ...]:
        """Arcs that may follow an arc directly. Going on from a filled city carries the bit for passing one."""
        known = self._after.get(arc.number)
        if known is None:
            if not self.passable[arc.stop]:
                known = ()
            else:
                used = arc.mask | self.start_mask[arc.start]
                extra = self.passing if self.filled[arc.stop] else 0
                known = tuple(
                    Arc(b.number, b.start, b.stop, b.mask | extra, b.tracks, b.sides, b.segment)
                    for b in self.leaving[arc.stop]
                    if not b.mask & used
                )
            self._after[arc.number] = known
        return known


_networks: Bounded[object, Network] = Bounded(64)


def network_of(instance: Instance) -> Network:
    """The network of an instance, from the cache when the same graph was seen lately."""
    kinds = tuple(stop[0] for stop in instance.stops)
    key = (
        instance.segments, kinds, instance.tracks, instance.full, instance.one_of,
        instance.stop_hex, instance.through, instance.bypass,
    )  # fmt: skip
    found = _networks.get(key)
    if found is None:
        found = Network(instance)
        _networks.put(key, found)
    return found


def validate(instance: Instance) -> None:
    """Raise :class:`RouteError` for an instance that no position can have."""
    count = len(instance.stops)

    def inside(what: str, numbers: Sequence[int], limit: int) -> None:
        for number in numbers:
            if not 0 <= number < limit:
                raise RouteError(f"{what}: {number} is outside 0 to {limit - 1}")

    for i, (a, b, tracks, _, _) in enumerate(instance.segments):
        inside(f"segment {i}, stops", (a, b), count)
        inside(f"segment {i}, tracks", tracks, instance.tracks)
    inside("tokens", instance.tokens, count)
    inside("full", instance.full, count)
    inside("through", instance.through, count)
    for group in instance.one_of:
        inside("one_of", group, count)
    for stops, _ in instance.any_bonus:
        inside("any_bonus", stops, count)
    for one, two, _ in instance.pair_bonus:
        inside("pair_bonus", (*one, *two), count)
    if instance.home != -1:
        inside("home", (instance.home,), count)
    if instance.stop_hex and len(instance.stop_hex) != count:
        raise RouteError(f"stop_hex: {len(instance.stop_hex)} entries for {count} stops; one for each is needed")
    if instance.bypass not in (0, 1):
        raise RouteError(f"bypass: {instance.bypass}; it is 0 or 1")
    for stop, (_, value, bonus) in enumerate(instance.stops):
        if value < 0 or bonus < 0:
            raise RouteError(f"stop {stop}: value {value}, bonus {bonus}; neither may be negative")
    for train in instance.trains:
        if train.n < 0 or train.c < 0 or train.multiplier < 1 or train.reach < 0:
            raise RouteError(f"train {train.name}: n, c and reach are 0 or more, the multiplier 1 or more")
        if train.reach and (train.n < count or train.c < count):
            raise RouteError(
                f"train {train.name}: a train with a reach has no limit of stops (n and c {count} or more)"
            )
