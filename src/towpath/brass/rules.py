"""Brass composed for one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec

from towpath.brass import conservation, hidden, scoring
from towpath.brass.actions import TRACK, Build, Develop, Pass, RemoveCounter, StopBuilding, StopSelling
from towpath.brass.board import Board
from towpath.brass.data import INDUSTRIES, CounterKind, Cube, Industry, TitleData
from towpath.brass.frames import SecondRail, Selling, Shortfall
from towpath.brass.ground import Ground, Web
from towpath.brass.policies import Policies
from towpath.brass.setup import first_position
from towpath.brass.state import BrassDraft, BrassState, Counter, Pos
from towpath.kernel.memo import Memo
from towpath.kernel.numbers import Measure
from towpath.kernel.procedure import Procedure
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action, Frame
from towpath.language import msg

ProcedureMaker: TypeAlias = "Callable[[BrassRules], Procedure[Any]]"

VERSION = "1"


class BrassRules(Rules[BrassState]):
    """Everything that is settled before the first move: data, edition, players, policies, procedures.

    ``levels``: pounds of every income space; ``rows``: income spaces of the rows of the distant market; ``prices``: of the
    demand tracks, cheapest first; ``cards``: the whole deck, in the order of names; ``tiles``: all distant market tiles.
    """

    version = VERSION
    state_type = BrassState
    secrets = True
    score = msg("Points")
    measures = (
        Measure("scored", msg("Scored"), money=False),
        Measure("links", msg("Links"), money=False),
        Measure("counters", msg("Counters"), money=False),
        Measure("cash_points", msg("Cash"), money=False),
        Measure("cash", msg("Cash"), adds=False),
        Measure("income", msg("Income"), adds=False),
    )

    def __init__(
        self, data: TitleData, seats: Sequence[str], policies: Policies, makers: Sequence[ProcedureMaker]
    ) -> None:
        self.title = data.id
        self.data = data
        self.seats = tuple(seats)
        self.policies = policies
        self.options: dict[str, str] = {}
        self.edition = data.edition(policies.edition)
        self.players = data.player_count(policies.edition, len(self.seats))
        self.board = Board(data, self.edition)
        self.levels = data.tracks.income
        self.rows = data.tracks.cotton
        self.prices_of_demand = data.tracks.demand[: policies.demand_spaces]
        self.cards = data.deck(policies.edition, len(self.seats)).cards()
        self.card_kinds = frozenset(self.cards)
        self.tiles = self.players.distant
        self._kinds = {(kind.industry, kind.level): self._as_played(kind) for kind in data.counters}
        self._keys = {(seat, industry): f"{seat}/{industry}" for seat in self.seats for industry in INDUSTRIES}
        self._highest = {level: space for space, level in enumerate(self.levels)}
        ends = data.virtual_link.ends
        here = policies.virtual_link != "off" and set(ends) <= set(self.board.places)
        reached = ends if policies.virtual_link == "both" else (data.virtual_link.one_way,)
        self._across = {end: ends[0] if end == ends[1] else ends[1] for end in reached} if here else {}
        self._latest: tuple[Any, Any, Ground] | None = None
        self._webs: Memo[Web] = Memo(64)
        self._grounds: Memo[Ground] = Memo(256)
        self.procedures: Mapping[type[Frame], Procedure[Any]] = {
            made.frame: made for made in (make(self) for make in makers)
        }

    # -- facts --------------------------------------------------------------------------------------------------------

    def kind(self, industry: Industry, level: int) -> CounterKind:
        """What a counter costs, needs and brings, with the points of this edition."""
        return self._kinds[industry, level]

    def stack_key(self, seat: str, industry: Industry) -> str:
        """The key of a player's stack of an industry in ``stacks`` and ``removed``."""
        return self._keys[seat, industry]

    def top(self, pos: Pos, seat: str, industry: Industry) -> CounterKind | None:
        """The top counter of a player's stack; ``None`` when it is used up."""
        stack = pos.stacks[self._keys[seat, industry]]
        return self._kinds[industry, stack[0]] if stack else None

    def level(self, pos: Pos, seat: str) -> int:
        """A player's income level in pounds."""
        space: int = pos.income[seat]
        return self.levels[space]

    def highest_space(self, level: int) -> int | None:
        """The highest space of a level; ``None`` for a level that the track does not have."""
        return self._highest.get(level)

    def links_left(self, pos: Pos, seat: str) -> int:
        """How many link counters a player can still build."""
        return self.data.link_counters - self.ground(pos).links(seat)

    @property
    def crossings(self) -> bool:
        """Whether any towns are joined for industry cards though no link joins them."""
        return bool(self._across)

    def across(self, town: str) -> str | None:
        """The town whose presence counts in this one for industry cards, though no link joins them."""
        return self._across.get(town)

    def ground(self, pos: Pos) -> Ground:
        """What follows from the links and counters of a position."""
        links, counters = pos.links, pos.counters
        latest = self._latest
        # Tables are sealed once their ground has been asked for, so the same ones have the same ground.
        if latest is not None and latest[0] is links and latest[1] is counters:
            return latest[2]
        key = (links.version, counters.version)
        ground = self._grounds.get(key, lambda: Ground(self.board, self._web(links), counters, links, self.seats))
        self._latest = (links, counters, ground)
        return ground

    def _web(self, links: Any) -> Web:
        return self._webs.get(links.version, lambda: Web(self.board, links))

    # -- demand tracks ------------------------------------------------------------------------------------------------

    def price(self, pos: Pos, cube: Cube, taken: int = 0) -> int:
        """The price of the next cube, after ``taken`` others were bought."""
        left = pos.demand[cube] - taken
        prices = self.prices_of_demand
        return prices[len(prices) - left] if left > 0 else self.data.tracks.when_empty

    def cost(self, pos: Pos, cube: Cube, count: int) -> int:
        """The price of so many cubes together."""
        total = 0
        for taken in range(count):
            total += self.price(pos, cube, taken)
        return total

    def sale_prices(self, pos: Pos, cube: Cube, count: int) -> tuple[int, ...]:
        """What each of so many cubes brings that are moved to the track, as far as they fit."""
        empty = self.prices_of_demand[: len(self.prices_of_demand) - pos.demand[cube]]
        return empty[::-1][:count]

    # -- what the engine asks -----------------------------------------------------------------------------------------

    def setup(self, seed: str) -> BrassState:
        """Two cards in hand are as many as chance gives: all of the setup comes from the seed."""
        return first_position(self, seed)

    def redact(self, state: BrassState, seat: str | None) -> BrassState:
        """Other hands, the deck, the cards put aside and the tiles face down are hidden; after the game nothing is."""
        return hidden.redacted(state, seat)

    def determinize(self, view: BrassState, rng: Random) -> BrassState:
        """A full position that the holder of a view must think possible, each as likely."""
        return hidden.determinized(self, view, rng)

    def reshuffle(self, draft: BrassDraft) -> None:
        """Shuffle the deck with the cards put aside, and the tiles face down."""
        hidden.reshuffle(draft)

    def conservation(self, state: BrassState) -> list[str]:
        """Counters, cubes, cards, tiles and money, each in one place."""
        return conservation.faults(self, state)

    def scores(self, state: BrassState) -> dict[str, int]:
        """Points so far and, until the end, what the board and cash would score now."""
        return scoring.standing(self, state)

    def measured(self, state: BrassState) -> dict[str, dict[str, int]]:
        """Points by their sources, and pounds and income besides."""
        return scoring.measured(self, state)

    def ranking(self, state: BrassState) -> tuple[tuple[str, ...], ...]:
        """By points; ties go by income, pounds and the order of play, as the edition has it."""
        return scoring.ranking(self, state)

    def round_of(self, state: BrassState) -> str:
        """The period's name and the number of the round."""
        return f"{state.period} {state.number}"

    def canonical(self, pos: Any, action: Action) -> Action:
        """Two cards played as one, and two counters developed, in the order of their names and of the mats."""
        replace = msgspec.structs.replace
        if isinstance(action, Build) and action.second_card is not None:
            first, second = sorted((action.card, action.second_card))
            return replace(action, card=first, second_card=second)
        if isinstance(action, Develop):
            known = sorted(action.industries, key=INDUSTRIES.index)
            iron = sorted(action.iron, key=lambda source: (source == TRACK, source))
            return replace(action, industries=tuple(known), iron=tuple(iron))
        return action

    def absent_action(self, state: BrassState, entity: str) -> Action | None:
        """Pass with the first card; stop; give up the counter that brings least."""
        match state.frame:
            case Selling():
                return StopSelling(entity=entity)
            case SecondRail():
                return StopBuilding(entity=entity)
            case Shortfall():
                return RemoveCounter(entity=entity, space=self.cheapest(state, entity))
            case _:
                return Pass(entity=entity, card=min(state.hands[entity]))

    def cheapest(self, pos: Pos, seat: str) -> str:
        """The space of a player's counter on the board that cost least."""
        counters: Mapping[str, Counter] = pos.counters
        own = [space for space, counter in counters.items() if counter.owner == seat]
        return min(own, key=lambda space: (self.worth(pos, space), space))

    def worth(self, pos: Pos, space: str) -> int:
        """What a counter brings when it is removed to pay for negative income: half its cost, rounded down."""
        counter = pos.counters[space]
        return (self.kind(counter.industry, counter.level).cost or 0) // 2

    def _as_played(self, kind: CounterKind) -> CounterKind:
        points = kind.points_in.get(self.policies.edition, kind.points)
        if (kind.industry, kind.level) == ("cotton", 1) and self.policies.first_mill_points is not None:
            points = self.policies.first_mill_points
        return msgspec.structs.replace(kind, points=points)
