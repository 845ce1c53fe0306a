"""What things are worth to a player of Brass, in points at the end of the game, by rule of thumb."""

from __future__ import annotations

from functools import cached_property

from towpath.bots.bot import Sight
from towpath.brass import BrassRules, BrassState, Counter
from towpath.brass.actions import TRACK
from towpath.brass.course import last_period
from towpath.brass.data import CounterKind, Industry
from towpath.brass.ground import Ground, Web
from towpath.brass.supply import price_of

LEAST_POUND, POUND_A_ROUND, MOST_POUND = 0.1, 0.02, 0.28
"""Points of a pound at the end of the game, more for every round that is still to come, and at most."""
WORKING = 0.12
"""Points that a pound is worth besides while it is needed for the next rounds."""
NEED_A_ROUND, MOST_NEED = 20, 50
"""Pounds that a round takes, and the most that are kept for the rounds to come."""
IDLE = 0.6
"""What a pound is worth that the next rounds do not need, against one that they do; never less than at the end."""
GROWTH = 2
"""Spaces that the income marker climbs in a round, more or less."""
USE: dict[str, dict[str, float]] = {"canal": {"coal": 0.35, "iron": 0.6}, "rail": {"coal": 1.6, "iron": 0.6}}
"""Period -> cube -> how many a player uses in a round, more or less."""


class Outlook:
    """A position as one seat judges it. Everything is worked out once and when it is asked for."""

    def __init__(self, sight: Sight) -> None:
        assert isinstance(sight.rules, BrassRules)
        self.rules: BrassRules = sight.rules
        self.seat = sight.seat
        self.state: BrassState = sight.state
        self.board = self.rules.board
        self._incomes: dict[int, float] = {}

    @cached_property
    def ground(self) -> Ground:
        """What follows from links and counters."""
        return self.rules.ground(self.state)

    @cached_property
    def web(self) -> Web:
        """The links on the board."""
        return Web(self.board, self.state.links)

    # time

    @cached_property
    def rounds(self) -> int:
        """Rounds of this period that come after this one."""
        return max(0, self.rules.players.rounds - self.state.number)

    @cached_property
    def last(self) -> bool:
        """Whether the game ends with this period."""
        return last_period(self.rules, self.state)

    @cached_property
    def rounds_of_game(self) -> int:
        """Rounds that come after this one until the end of the game."""
        return self.rounds + (0 if self.last else self.rules.players.rounds)

    # money

    def pound(self, rounds: int) -> float:
        """Points of a pound that is had with so many rounds to come."""
        return min(MOST_POUND, LEAST_POUND + POUND_A_ROUND * rounds)

    def cash(self, pounds: int) -> float:
        """Points of so much money in hand; what the next rounds need is worth more."""
        need = min(MOST_NEED, NEED_A_ROUND * self.rounds_of_game)
        pound = self.pound(self.rounds_of_game)
        used = min(pounds, need)
        return (pound + WORKING) * used + max(LEAST_POUND, IDLE * pound) * (pounds - used)

    def paying(self, pounds: int) -> float:
        """Points that paying so much costs."""
        purse = self.state.cash[self.seat]
        return self.cash(purse) - self.cash(purse - pounds)

    def income(self, space: int) -> float:
        """Points of all income to come, with the marker on a space now and climbing as it usually does."""
        found = self._incomes.get(space)
        if found is None:
            levels, left = self.rules.levels, self.rounds_of_game
            found = 0.0
            for later in range(1, left + 1):
                at = min(max(0, space) + GROWTH * (later - 1), len(levels) - 1)
                found += self.pound(left - later) * levels[at]
            self._incomes[space] = found
        return found

    def climbing(self, spaces: int) -> float:
        """Points of so many more spaces of income."""
        space = self.state.income[self.seat]
        return self.income(space + spaces) - self.income(space)

    # counters

    def times(self, level: int) -> int:
        """How often a counter scores that is flipped now."""
        return 1 if self.last or level <= 1 else 2

    def flipped(self, industry: Industry, level: int, place: str) -> float:
        """Points of a counter of the seat's own that is flipped now."""
        kind = self.rules.kind(industry, level)
        return kind.points * self.times(level) + self.climbing(kind.income) + self.circle(place)

    def later(self, industry: Industry, level: int) -> float:
        """Points of a counter that is flipped in the rail period only; none of one that does not last so long."""
        if self.last or level <= 1:
            return 0.0
        kind = self.rules.kind(industry, level)
        share = 0.75 * self.rules.players.rounds / self.rounds_of_game
        return kind.points + share * self.climbing(kind.income) + 1.0

    def expected(self, industry: Industry, level: int, place: str, now: float, later: float) -> float:
        """Points of a counter by how likely it is flipped soon, and if not, in the rail period."""
        return now * self.flipped(industry, level, place) + (1 - now) * later * self.later(industry, level)

    def circle(self, place: str) -> float:
        """Points that another flipped counter in a place brings to links there: the seat's own, and those it may build."""
        own = other = free = 0
        for line in self.lines_at[place]:
            owner = self.state.links.get(line)
            own += owner == self.seat
            other += owner not in (None, self.seat)
            free += owner is None
        chance = min(1.0, self.rounds / 3)
        return own - 0.25 * other + 0.35 * free * chance

    @cached_property
    def lines_at(self) -> dict[str, list[str]]:
        """Place -> the lines there that take a link of this period."""
        found: dict[str, list[str]] = {place: [] for place in self.board.places}
        for road in self.board.open_to[self.state.period]:
            for end in road.ends:
                found[end].append(road.id)
        return found

    # cubes

    def use(self, cube: str) -> float:
        """How many cubes all players use in what is left of the period."""
        return self.rounds * USE[self.state.period][cube] * len(self.rules.seats)

    def emptying(self, kind: CounterKind, cubes: int) -> float:
        """How likely a mine or iron works with so many cubes left is emptied in this period."""
        if not cubes:
            return 1.0
        there = self.ground.mines if kind.industry == "coal" else self.ground.works
        return min(0.95, self.use(kind.industry) / (2.0 * cubes + sum(there.values()) + 1))

    def sources(self, coal: tuple[str, ...], iron: tuple[str, ...]) -> float:
        """Points for taking cubes from counters on the board: good from one's own, bad from those of others."""
        found = 0.0
        for source in {*coal, *iron} - {TRACK}:
            counter = self.state.counters[source]
            taken = coal.count(source) + iron.count(source)
            found += self._taken(counter, source, taken)
        return found

    def _taken(self, counter: Counter, space: str, taken: int) -> float:
        kind = self.rules.kind(counter.industry, counter.level)
        place = self.board.spaces[space].town
        share = taken / counter.cubes
        if counter.owner != self.seat:
            return -0.12 * share * kind.points
        unsure = 1.0 if taken == counter.cubes else 0.6
        return share * unsure * self.flipped(counter.industry, counter.level, place) * 0.7

    def bought(self, coal: tuple[str, ...], iron: tuple[str, ...]) -> int:
        """Pounds for the cubes that are bought."""
        return price_of(self.rules, self.state, coal, iron)
