"""What a company's tokens reach: exact, yet linear in the track save where a short cut back would be needed.

A search that only remembers where it is finds too much: out of a city, round a loop and back along the piece by which the
city was first entered. A search that gives each move one trail, and drops what that trail has used, finds too little. Both
are linear. Only moves that the first allows and the second missed, and that would reach something new, are decided
one by one: often because every way to them must use the same track twice, else by walking trails.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from towpath.hexmap.board import HexId, NodeId
from towpath.hexmap.tiles import STOP_BASE, Edge

if TYPE_CHECKING:
    from towpath.hexmap.graph import TrackGraph


class Reach(Struct, frozen=True):
    """What can be reached from ``starts`` without passing a stop in ``blocked``.

    ``nodes``: stops reached, starts and blocked ones included. ``pieces``: (hex, piece index) on which some trail can go.
    ``sides``: hex -> mask of the sides at which a trail arrives from outside, also where the hex has no track there.
    ``trails``: for such a (hex, side), the mask of what of that very hex the trail that shows it has used before.
    """

    starts: frozenset[NodeId]
    blocked: Container[NodeId]
    nodes: frozenset[NodeId]
    pieces: frozenset[tuple[HexId, int]]
    sides: Mapping[HexId, int]
    trails: Mapping[tuple[HexId, Edge], int]


def search(graph: TrackGraph, starts: Iterable[NodeId], blocked: Container[NodeId]) -> Reach:
    """Everything that trails from these stops reach; see ``TrackGraph.reach``."""
    finder = _Search(graph, frozenset(starts), blocked)
    finder.run()
    return finder.result()


class _Search:
    def __init__(self, graph: TrackGraph, starts: frozenset[NodeId], blocked: Container[NodeId]) -> None:
        self.graph = graph
        self.starts = starts
        self.blocked = blocked
        self.trail: dict[int, int] = {}
        """Moves shown to be reachable -> everything the trail that shows it has used, itself included."""
        self.queue: deque[int] = deque()
        self.missed: dict[int, None] = {}
        self.barred: set[int] = set()
        self.next: dict[int, tuple[int, ...]] = {}
        self.nodes: set[NodeId] = set(starts)
        self.pieces: set[int] = set()
        self.arrivals: dict[tuple[HexId, Edge], int] = {}

    def run(self) -> None:
        graph = self.graph
        self.first: dict[int, int] = {}
        for node in sorted(self.starts):
            if node[0] in graph.base:
                for move in graph.leaving(node):
                    self.first[move] = graph.stop_bit(node)
        for move, bit in self.first.items():
            self.show(move, bit | graph.takes(move))
        while True:
            self.spread()
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
        self.queue.append(move)
        graph = self.graph
        hex_id = graph.owner[move]
        head = graph.move(move).head
        self.pieces.add(move & ~1)
        if head >= STOP_BASE:
            self.nodes.add((hex_id, head - STOP_BASE))
        elif head >= 0 and (other := graph.board.hexes[hex_id].neighbours[head]) is not None:
            at = other, (head + 3) % 6
            inside = 0
            if other in graph.shift:
                inside = used >> graph.shift[other] & ((1 << graph.tiles[other].width) - 1)
            self.arrivals[at] = min(inside, self.arrivals.get(at, inside))

    def after(self, move: int) -> tuple[int, ...]:
        """What may follow a move, the tokens in the way considered."""
        known = self.next.get(move)
        if known is None:
            graph = self.graph
            known = graph.after(move)
            head = graph.move(move).head
            if head >= STOP_BASE:
                hex_id = graph.owner[move]
                node = hex_id, head - STOP_BASE
                if node in self.blocked or graph.tiles[hex_id].stops[node[1]].ends_runs:
                    known = ()
            self.next[move] = known
        return known

    def spread(self) -> None:
        """The search that gives each move one trail."""
        takes, trail = self.graph.takes, self.trail
        while self.queue:
            move = self.queue.popleft()
            used = trail[move]
            for follower in self.after(move):
                if follower in trail:
                    continue
                if (mask := takes(follower)) & used:
                    self.missed[follower] = None
                else:
                    self.show(follower, used | mask)

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
        hex_id = graph.owner[move]
        if move & ~1 not in self.pieces:
            return True
        head = graph.move(move).head
        if head >= STOP_BASE:
            return (hex_id, head - STOP_BASE) not in self.nodes
        if head < 0 or (other := graph.board.hexes[hex_id].neighbours[head]) is None:
            return False
        return (other, (head + 3) % 6) not in self.arrivals

    def exact(self, goal: int) -> int | None:
        """The mask of a trail that ends with the move ``goal``, or None when there is none."""
        if self.must_repeat(goal):
            return None
        takes = self.graph.takes
        stack = [(move, bit | takes(move)) for move, bit in self.first.items()]
        while stack:
            move, used = stack.pop()
            if move == goal:
                return used
            onward = [m for m in self.after(move) if not takes(m) & used]
            if self.leads(onward, goal, used):
                stack += [(m, used | takes(m)) for m in onward]
        return None

    def must_repeat(self, goal: int) -> bool:
        """Whether two moves that use the same track or stop are both on every way to the goal."""
        takes = self.graph.takes
        way = self.shortest(goal)
        needed: dict[int, bool] = {}
        for i, one in enumerate(way):
            for two in way[i + 1 :]:
                if takes(one) & takes(two) and self.needs(one, goal, needed) and self.needs(two, goal, needed):
                    return True
        return not way

    def needs(self, move: int, goal: int, known: dict[int, bool]) -> bool:
        """Whether every way to the goal takes this move."""
        if move not in known:
            known[move] = move == goal or not self.leads([m for m in self.first if m != move], goal, 0, move)
        return known[move]

    def leads(self, begin: list[int], goal: int, used: int, without: int = -1) -> bool:
        """Whether the goal can be got to from any of these moves without track in ``used``, forgetting the way there."""
        takes = self.graph.takes
        seen = {without, *begin}
        stack = list(begin)
        while stack:
            move = stack.pop()
            if move == goal:
                return True
            for follower in self.after(move):
                if follower not in seen and not (used and takes(follower) & used):
                    seen.add(follower)
                    stack.append(follower)
        return False

    def shortest(self, goal: int) -> list[int]:
        """The shortest way to the goal that forgets its trail, as its moves; empty when there is none."""
        before: dict[int, int] = dict.fromkeys(self.first, -1)
        queue = deque(self.first)
        while queue and goal not in before:
            move = queue.popleft()
            for follower in self.after(move):
                if follower not in before:
                    before[follower] = move
                    queue.append(follower)
        if goal not in before:
            return []
        way = [goal]
        while before[way[-1]] >= 0:
            way.append(before[way[-1]])
        return way[::-1]

    def result(self) -> Reach:
        graph = self.graph
        sides: dict[HexId, int] = {}
        for hex_id, edge in self.arrivals:
            sides[hex_id] = sides.get(hex_id, 0) | 1 << edge
        pieces = frozenset((h := graph.owner[m], (m - graph.base[h]) // 2) for m in self.pieces)
        return Reach(self.starts, self.blocked, frozenset(self.nodes), pieces, sides, self.arrivals)
