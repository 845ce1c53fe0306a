"""What a company's tokens reach: exact, yet linear in the track save where a short cut back would be needed.

A search that only remembers where it is finds too much: out of a city, round a loop and back along the piece by which
the city was first entered. A search that gives each move one trail, and drops what that trail has used, finds too
little. Both are linear. Only moves that the first allows and the second missed, and that would reach something new, are
decided one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from towpath.hexmap.board import HexId, NodeId
from towpath.hexmap.tiles import STOP_BASE, Edge

if TYPE_CHECKING:
    from towpath.hexmap.graph import TrackGraph


ANY = 1 << 64
"""More than any mask over one hex."""


class Reach(Struct, frozen=True):
    """What can be reached from ``starts`` without passing a stop in ``blocked``.

    ``nodes``: stops reached, starts and blocked ones included. ``pieces``: (hex, piece index) that some trail takes.
    ``sides``: hex -> mask of the sides at which a trail arrives from outside, also where the hex has no track there.
    ``trails``: for such a (hex, side), the mask of what of that very hex the trail that shows it has used before.
    """

    starts: frozenset[NodeId]
    blocked: Set[NodeId]
    nodes: frozenset[NodeId]
    pieces: frozenset[tuple[HexId, int]]
    sides: Mapping[HexId, int]
    trails: Mapping[tuple[HexId, Edge], int]


def search(graph: TrackGraph, starts: Iterable[NodeId], blocked: Set[NodeId]) -> Reach:
    """Everything that trails from these stops reach; see ``TrackGraph.reach``."""
    finder = _Search(graph, frozenset(starts), blocked)
    finder.run()
    return finder.result()


class _Search:
    def __init__(self, graph: TrackGraph, starts: frozenset[NodeId], blocked: Set[NodeId]) -> None:
        self.graph = graph
        self.starts = starts
        self.blocked = blocked
        self.trail: dict[int, int] = {}
        """Moves shown to be reachable -> everything the trail that shows it has used, itself included."""
        self.shown: list[int] = []
        """The same moves, in the order in which they were shown."""
        self.spread_to = self.noted_to = 0
        """How many of them have been gone on from, and how many are in the three below."""
        self.nodes: set[NodeId] = set(starts)
        self.pieces: set[int] = set()
        self.arrivals: dict[tuple[HexId, Edge], int] = {}
        self.missed: dict[int, None] = {}
        self.barred: set[int] = set()
        self.last = {move ^ 1 for node in blocked for move in graph.leaving(node)}
        """The moves into a blocked stop, after which no trail goes on."""

    def run(self) -> None:
        graph = self.graph
        self.first: dict[int, int] = {}
        for node in sorted(self.starts):
            for move in graph.leaving(node):
                self.first[move] = graph.stop_bit(node)
        for move, bit in self.first.items():
            self.show(move, bit | graph.takes[move])
        while True:
            self.spread()
            self.note()
            doubtful = [m for m in self.missed if m not in self.trail and m not in self.barred]
            news = self.with_news(doubtful)
            if news is None:
                return
            trail = self.exact(news)
            if trail is None:
                self.barred.add(news)
            else:
                self.show(news, trail)

    def show(self, move: int, used: int) -> None:
        """Enter a move with the trail that reaches it."""
        self.trail[move] = used
        self.shown.append(move)

    def note(self) -> None:
        """Note where the moves lead that were shown since this was done last."""
        numbering, moves, tiles = self.graph.numbering, self.graph.moves, self.graph.tiles
        owner, shift, across, arrivals = numbering.owner, numbering.shift, numbering.across, self.arrivals
        for move in self.shown[self.noted_to :]:
            hex_id, head = owner[move], moves[move].head
            if head >= STOP_BASE:
                self.nodes.add((hex_id, head - STOP_BASE))
            elif head >= 0 and (at := across[hex_id][head]) is not None:
                inside = self.trail[move] >> shift[at[0]] & ((1 << tiles[at[0]].width) - 1)
                if inside < arrivals.get(at, ANY):
                    arrivals[at] = inside
        self.pieces.update([move & ~1 for move in self.shown[self.noted_to :]])
        self.noted_to = len(self.shown)

    def after(self, move: int) -> tuple[int, ...]:
        """What may follow a move, the tokens in the way considered."""
        return () if move in self.last else self.graph.after(move)

    def spread(self) -> None:
        """The search that gives each move one trail."""
        takes, after, last = self.graph.takes, self.graph.after, self.last
        trail, shown, missed = self.trail, self.shown, self.missed
        for move in islice(shown, self.spread_to, None):  # it grows on the way
            if move in last:
                continue
            used = trail[move]
            for follower in after(move):
                if follower not in trail:
                    mask = takes[follower]
                    if mask & used:
                        missed[follower] = None
                    else:
                        trail[follower] = used | mask
                        shown.append(follower)
        self.spread_to = len(shown)

    def with_news(self, doubtful: list[int]) -> int | None:
        """The first doubtful move that might reach something not yet reached, by the search that forgets its trail."""
        quiet: set[int] = set()
        for begin in doubtful:
            seen = {begin}
            stack = [begin]
            while stack:
                move = stack.pop()
                if self.is_news(move):
                    return begin
                for follower in self.after(move):
                    if (
                        follower not in seen
                        and follower not in self.trail
                        and follower not in self.barred
                        and follower not in quiet
                    ):
                        seen.add(follower)
                        stack.append(follower)
            quiet |= seen
        return None

    def is_news(self, move: int) -> bool:
        graph = self.graph
        hex_id = graph.numbering.owner[move]
        if move & ~1 not in self.pieces:
            return True
        head = graph.moves[move].head
        if head >= STOP_BASE:
            return (hex_id, head - STOP_BASE) not in self.nodes
        at = graph.numbering.across[hex_id][head] if head >= 0 else None
        return at is not None and at not in self.arrivals

    def exact(self, goal: int) -> int | None:
        """The mask of a trail that ends with the move ``goal``, or None when there is none.

        The shortest way that forgets what it took is found again and again, each time watching what the last one took
        twice, until it is a trail or there is none. What nobody takes twice never needs to be watched.
        """
        watched = 0
        while way := self.shortest(goal, watched):
            used = self.first[way[0]]
            for move in way:
                takes = self.graph.takes[move]
                if takes & used:
                    watched |= takes & used
                    break
                used |= takes
            else:
                return used
        return None

    def shortest(self, goal: int, watched: int) -> list[int]:
        """The shortest way from a start to the goal, as its moves, that takes nothing in ``watched`` twice.

        It may take other things twice. Empty when there is no such way.
        """
        takes, after, last = self.graph.takes, self.graph.after, self.last
        steps = [(move, -1, (bit | takes[move]) & watched) for move, bit in self.first.items()]
        seen = {move: [used] for move, _, used in steps}
        for at, (move, _, used) in enumerate(steps):
            if move == goal:
                way = []
                while at >= 0:
                    way.append(steps[at][0])
                    at = steps[at][1]
                return way[::-1]
            for follower in () if move in last else after(move):
                mask = takes[follower] & watched
                if mask & used:
                    continue
                mask |= used
                known = seen.get(follower)
                if known is None:
                    seen[follower] = [mask]
                    steps.append((follower, at, mask))
                elif mask not in known and all(k & ~mask for k in known):
                    known.append(mask)
                    steps.append((follower, at, mask))
        return []

    def result(self) -> Reach:
        graph = self.graph
        sides: dict[HexId, int] = {}
        for hex_id, edge in self.arrivals:
            sides[hex_id] = sides.get(hex_id, 0) | 1 << edge
        pieces = frozenset(map(graph.numbering.pieces.__getitem__, self.pieces))
        return Reach(self.starts, self.blocked, frozenset(self.nodes), pieces, sides, self.arrivals)
