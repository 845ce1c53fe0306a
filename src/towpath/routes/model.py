"""The route problem and its answer, in integers only.

A caller (``rail``) turns a position into an :class:`Instance`: which stops there are and what they pay, which ways of
track join them, which trains run. Stops and track pieces are small integers chosen by the caller; they are the identity
of things here, so the same position must be numbered the same way every time (by hex and part, for example).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

CITY, TOWN, OFFBOARD, HALT = range(4)
"""Kinds of stop. ``CITY`` stands for a large station, ``TOWN`` for a small one, in every title."""

UNLIMITED = 99
"""Use it as ``n`` or ``c`` of a train without a limit (a D)."""


class Stop(NamedTuple):
    """What a train may stop at. ``value`` is multiplied by the train's multiplier, ``bonus`` (of privates) never."""

    kind: int
    value: int
    bonus: int = 0


class Segment(NamedTuple):
    """A way from stop ``a`` to stop ``b`` with no stop between, usable in both directions.

    ``tracks``: ids of the hex-side crossings and inner stop-to-stop pieces that it uses.
    ``hexes``: every hex it touches, both ends included (needed only where ``Instance.stop_hex`` is filled).
    ``sides``: hex sides it crosses, for trains with a ``reach``; -1: as many as ``tracks``.
    """

    a: int
    b: int
    tracks: tuple[int, ...]
    hexes: tuple[int, ...] = ()
    sides: int = -1


class Train(msgspec.Struct, frozen=True):
    """A train's limits.

    ``mandatory`` is a bit set of stop kinds (bit k: kind k) that count whenever visited, ``n`` of them at most.
    ``c`` is the most stops that count in all; the other visited stops count by choice. ``multiplier`` multiplies values
    and pair bonuses, not stop bonuses. ``express`` marks a train that skips cities (it is a label: ``mandatory`` says
    what it skips). ``leased``: the run pays 40 and 20 for each counted stop (1860). ``reach``: most hex sides that the
    run may cross (a canal's boats, 1761), 0 for no limit; such a run may be its own-token stop alone.
    ``name`` is a label and plays no part.
    """

    name: str
    n: int
    c: int
    mandatory: int = 5
    multiplier: int = 1
    express: bool = False
    leased: bool = False
    reach: int = 0


class Instance(msgspec.Struct, frozen=True):
    """One company's route problem.

    ``tracks``: number of track ids. ``one_of``: groups of stops of which one run may visit one at most. ``full``:
    cities filled by others, end points only (but see ``bypass``). ``tokens``: stops with an own token; every run must
    count one. ``any_bonus``: (stops, amount), paid once per run that counts any of them. ``pair_bonus``: (stops A,
    stops B, amount), times the multiplier, once per run that counts one of each. ``through``: off-board places that
    may be passed.

    Rules on the whole set (1860): one run contains ``home`` unless it is -1; ``meet`` is a bit set of the kinds of stop
    at which the runs must hang together (0: no such rule); ``bypass``: so many ``full`` cities may be passed in the
    whole set. ``stop_hex``: hex id per stop; when filled, no run comes back to a hex it has left. ``halts_count`` = 0:
    halts are no stops any more. ``subsidy``: money per counted halt as a second goal: of equal revenues the set with
    most subsidy is best.
    """

    stops: tuple[Stop, ...]
    segments: tuple[Segment, ...]
    tracks: int
    trains: tuple[Train, ...]
    tokens: tuple[int, ...]
    full: tuple[int, ...] = ()
    one_of: tuple[tuple[int, ...], ...] = ()
    any_bonus: tuple[tuple[tuple[int, ...], int], ...] = ()
    pair_bonus: tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...] = ()
    through: tuple[int, ...] = ()
    home: int = -1
    stop_hex: tuple[int, ...] = ()
    halts_count: int = 1
    meet: int = 0
    bypass: int = 0
    subsidy: int = 0

    @classmethod
    def from_corpus(cls, data: Mapping[str, Any]) -> "Instance":
        """Read an entry of the shared corpus (its README defines the keys). Title 1860 turns on the rules on sets."""
        sixty = data.get("title") == "1860"
        return cls(
            stops=tuple(Stop(*stop) for stop in data["stops"]),
            segments=tuple(
                Segment(s[0], s[1], tuple(s[2]), tuple(s[3]) if len(s) > 3 else ()) for s in data["segments"]
            ),
            tracks=data["tracks"],
            trains=tuple(
                Train(name, n, c, mandatory, multiplier, bool(express), bool(leased))
                for name, n, c, mandatory, multiplier, express, leased in data["trains"]
            ),
            tokens=tuple(data["tokens"]),
            full=tuple(data["full"]),
            one_of=tuple(tuple(group) for group in data["one_of"]),
            any_bonus=tuple((tuple(stops), amount) for stops, amount in data["any_bonus"]),
            pair_bonus=tuple((tuple(a), tuple(b), amount) for a, b, amount in data["pair_bonus"]),
            home=data["home"],
            stop_hex=tuple(data["stop_hex"]),
            halts_count=data["halts_count"],
            meet=15 if sixty else 0,
            bypass=1 if sixty else 0,
        )


class Run(msgspec.Struct, frozen=True):
    """One train's run. ``train`` indexes ``Instance.trains``; ``segments`` indexes ``Instance.segments``, in order.

    ``stops`` are all stops visited, in order; ``counted`` those of them that pay; ``tracks`` all ids used, sorted.
    ``subsidy`` is halt money (``Instance.subsidy``), not in ``revenue``.
    """

    train: int
    stops: tuple[int, ...]
    tracks: tuple[int, ...]
    segments: tuple[int, ...]
    counted: tuple[int, ...]
    revenue: int
    subsidy: int = 0


class Answer(msgspec.Struct, frozen=True):
    """The best set of runs found. No set earns more than ``upper``; ``proved``: none earns more than ``total``."""

    runs: tuple[Run, ...]
    total: int
    upper: int
    proved: bool


class Given(msgspec.Struct, frozen=True):
    """A run as somebody entered it: the train's index, the stops in order, and the way.

    The way is ``segments`` (indexes, in order) or, when that is empty, ``tracks`` (ids in any order); with neither, any
    way between the stops will do, and the first free one is taken.
    """

    train: int
    stops: tuple[int, ...]
    segments: tuple[int, ...] = ()
    tracks: tuple[int, ...] = ()


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a set of runs.

    ``code``: what (see :data:`towpath.routes.check.FAULTS`). ``run``: index in the given sequence, -1: the whole set.
    ``at``: position in the run's stops where it breaks, -1 for the whole run. ``values``: the numbers that explain it,
    named in the description of the code.
    """

    code: str
    run: int = -1
    at: int = -1
    values: tuple[int, ...] = ()


class Score(NamedTuple):
    """What a run pays: the counted stops in order of the run, the revenue, and halt money (second goal)."""

    counted: tuple[int, ...]
    revenue: int
    subsidy: int = 0


class RouteError(ValueError):
    """The instance itself is malformed: the text says which part, what it holds, and what would be right."""
