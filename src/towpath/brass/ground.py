"""What follows from links and counters: how far places are apart, who is where, where coal and iron can come from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from towpath.brass.actions import TRACK
from towpath.brass.board import Board, Space
from towpath.brass.data import Industry
from towpath.brass.state import Counter

FAR = 1_000
"""More links than any way has: not connected."""

V = TypeVar("V")

Ways = tuple[tuple[str, ...], ...]
"""The ways to bring some cubes: each names the source of every cube, in order."""


class Web:
    """The links on the board, whoever owns them."""

    def __init__(self, board: Board, links: Mapping[str, str]) -> None:
        near: list[list[int]] = [[] for _ in board.names]
        for line in links:
            one, other = board.ends[line]
            near[one].append(other)
            near[other].append(one)
        self._near = near
        self._steps: dict[int, list[int]] = {}

    def steps(self, start: int) -> list[int]:
        """Links to every place from ``start``, by the numbers of places; ``FAR`` where no chain of links leads."""
        found = self._steps.get(start)
        if found is None:
            found = self._steps[start] = self._search(start)
        return found

    def _search(self, start: int) -> list[int]:
        steps = [FAR] * len(self._near)
        steps[start] = count = 0
        edge = [start]
        while edge:
            count += 1
            beyond = []
            for place in edge:
                for other in self._near[place]:
                    if steps[other] == FAR:
                        steps[other] = count
                        beyond.append(other)
            edge = beyond
        return steps


class Ground:
    """Facts about one arrangement of links and counters. It never changes; what it works out it keeps.

    ``mines`` and ``works``: those with cubes, by space; ``towns``, ``linked`` and ``networks``: player -> places with own
    counters, at the ends of own links, and both; ``free``: the empty spaces that take an industry, ``standing``: the spaces
    with counters of it.
    """

    def __init__(
        self, board: Board, web: Web, counters: Mapping[str, Counter], links: Mapping[str, str], seats: tuple[str, ...]
    ) -> None:
        self._board = board
        self._web = web
        self.mines: dict[str, int] = {}
        self.works: dict[str, int] = {}
        self.towns: dict[str, set[str]] = {seat: set() for seat in seats}
        self.networks: dict[str, set[str]] = {seat: set() for seat in seats}
        self.linked: dict[str, set[str]] = {seat: set() for seat in seats}
        ports = set(board.external)
        for space in sorted(counters):
            counter = counters[space]
            self.towns[counter.owner].add(board.spaces[space].town)
            if counter.cubes:
                (self.mines if counter.industry == "coal" else self.works)[space] = counter.cubes
            elif counter.industry == "port":
                ports.add(board.where[space])
        self._ports = ports
        for line, owner in links.items():
            self.linked[owner].update(board.lines[line].ends)
        for seat in seats:
            self.networks[seat] = self.towns[seat] | self.linked[seat]
        self._links: dict[str, int] = dict.fromkeys(seats, 0)
        for owner in links.values():
            self._links[owner] += 1
        self.free: dict[Industry, list[Space]] = {
            industry: [space for space in spaces if space.id not in counters]
            for industry, spaces in board.taking.items()
        }
        self.standing: dict[Industry, list[Space]] = {industry: [] for industry in board.taking}
        for space in sorted(counters):
            self.standing[counters[space].industry].append(board.spaces[space])
        self._access: dict[int, bool] = {}
        self._coal: dict[tuple[tuple[int, ...], int], Ways] = {}
        self._iron: dict[int, Ways] = {}
        self._kept: dict[Hashable, Any] = {}

    def kept(self, key: Hashable, make: Callable[[], V]) -> V:
        """Something else that follows from links and counters and what is in ``key`` alone, worked out once."""
        found: V | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = make()
        return found

    def links(self, seat: str) -> int:
        """How many links a player has on the board."""
        return self._links[seat]

    def joined(self, space: str, other: str) -> bool:
        """Whether a chain of links joins the towns of two spaces."""
        return self._web.steps(self._board.where[space])[self._board.where[other]] < FAR

    def access(self, place: int) -> bool:
        """Whether a place has port access: a chain of links leads to an external place or to a town with a port."""
        found = self._access.get(place)
        if found is None:
            steps = self._web.steps(place)
            found = self._access[place] = any(steps[port] < FAR for port in self._ports)
        return found

    def nearest(self, ends: tuple[int, ...], taken: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The mines that the next cube of coal may come from, after others were ``taken``; all are equally near to one of the
        ends. Empty when no mine that is joined to them has coal left."""
        best, found = FAR, []
        steps = [self._web.steps(end) for end in ends]
        for mine, cubes in self.mines.items():
            if cubes <= taken.count(mine):
                continue
            where = self._board.where[mine]
            away = min(each[where] for each in steps)
            if away < best:
                best, found = away, [mine]
            elif away == best < FAR:
                found.append(mine)
        return tuple(found)

    def coal(self, ends: tuple[int, ...], need: int) -> Ways:
        """The ways to bring coal to a place, or to either end of a line; none when there is no coal to be had."""
        if not need:
            return ((),)
        found = self._coal.get((ends, need))
        if found is None:
            found = self._coal[ends, need] = tuple(self._coal_after(ends, need, ()))
        return found

    def _coal_after(self, ends: tuple[int, ...], need: int, taken: tuple[str, ...]) -> list[tuple[str, ...]]:
        if len(taken) == need:
            return [taken]
        mines = self.nearest(ends, taken)
        if mines:
            return [way for mine in mines for way in self._coal_after(ends, need, (*taken, mine))]
        if any(self.access(end) for end in ends):
            return [taken + (TRACK,) * (need - len(taken))]
        return []

    def iron(self, need: int) -> Ways:
        """The ways to bring iron; of those that differ only in order, the one sorted by space."""
        if not need:
            return ((),)
        found = self._iron.get(need)
        if found is None:
            found = self._iron[need] = tuple(self._iron_after(need, ()))
        return found

    def iron_bought(self, need: int) -> int:
        """How much of so much iron must be bought, as the works on the board have less."""
        return max(0, need - sum(self.works.values()))

    def _iron_after(self, need: int, taken: tuple[str, ...]) -> list[tuple[str, ...]]:
        if len(taken) == need:
            return [taken]
        left = [works for works, cubes in self.works.items() if cubes > taken.count(works)]
        if not left:
            return [taken + (TRACK,) * (need - len(taken))]
        return [
            way for works in left if not taken or works >= taken[-1] for way in self._iron_after(need, (*taken, works))
        ]
