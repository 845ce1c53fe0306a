"""What things are worth to a player of a railway game, in money at the end of it, by rule of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from towpath.bots.bot import Sight
from towpath.kernel.offers import Offer
from towpath.kernel.state import Action
from towpath.rail import holdings, runs
from towpath.rail.data import TrainKind
from towpath.rail.rules import RailRules
from towpath.rail.state import YARD, RailState

A = TypeVar("A", bound=Action)

WORK = 3_000
"""Nodes that a search for the best runs may take: what is good enough to compare by, and the same everywhere."""
ROUNDS_A_PHASE = 2.0
"""Operating rounds that a phase lasts, more or less."""
LAST_ROUNDS = 3.0
"""Operating rounds that the last phase lasts, more or less."""
TREASURY = 0.5
"""What money in a treasury is worth to a shareholder against money in hand."""


class Appraisal:
    """A position as one seat judges it. Everything is worked out once and when it is asked for."""

    def __init__(self, sight: Sight) -> None:
        assert isinstance(sight.rules, RailRules)
        self.sight = sight
        self.rules: RailRules = sight.rules
        self.seat = sight.seat
        self.state: RailState = sight.state
        self._earnings: dict[str, int] = {}

    # time

    @cached_property
    def phases_left(self) -> int:
        """How many phases are still to come."""
        names = [*self.rules.phases]
        return len(names) - 1 - names.index(self.state.phase)

    @cached_property
    def rounds_left(self) -> float:
        """Operating rounds that are still to come, more or less."""
        if self.state.ending is not None:
            return 1.0
        return LAST_ROUNDS + ROUNDS_A_PHASE * self.phases_left

    def life(self, kind: TrainKind) -> float:
        """For how many operating rounds a train will run."""
        if kind.rusts_on is None:
            return self.rounds_left
        names = [phase.on for phase in self.rules.data.phases]
        now = [*self.rules.phases].index(self.state.phase)
        until = names.index(kind.rusts_on) if kind.rusts_on in names else len(names)
        return min(self.rounds_left, ROUNDS_A_PHASE * max(0, until - now))

    # companies

    def earning(self, company: str, trains: list[str] | None = None, state: RailState | None = None) -> int:
        """What a company's best runs bring, with its own trains or with others; in this position or another."""
        if trains is None and state is None:
            if company not in self._earnings:
                self._earnings[company] = self._best(self.state, company, self.rules.trains_of(self.state, company))
            return self._earnings[company]
        place = self.state if state is None else state
        return self._best(place, company, self.rules.trains_of(place, company) if trains is None else trains)

    def _best(self, state: RailState, company: str, trains: list[str]) -> int:
        if not trains or not self.rules.tokens_of(state, company):
            return 0
        return runs.best_runs(self.rules, state, company, trains, work=WORK)[1].total

    def cheapest_train(self) -> str | None:
        """The next train in the yard."""
        left = self.rules.trains_of(self.state, YARD)
        return left[0] if left else None

    def price_of_next(self) -> int:
        """What the next train in the yard costs; 0 when none is left."""
        train = self.cheapest_train()
        return 0 if train is None else self.rules.train_kind(train).price

    def lasting(self, company: str) -> list[str]:
        """Its trains that will not rust for some time."""
        trains = self.rules.trains_of(self.state, company)
        return [train for train in trains if self.life(self.rules.train_kind(train)) > ROUNDS_A_PHASE]

    def mine(self, company: str) -> bool:
        """Whether the seat decides for the company."""
        return self.rules.controller(self.state, company) == self.seat

    def presided(self) -> list[str]:
        """The companies in play that the seat decides for."""
        return [company for company in self.state.cells if self.mine(company)]

    def held(self, company: str, holder: str | None = None) -> int:
        """Shares of a company with the seat or another holder."""
        unit = 100 if self.rules.kind(company) == "minor" else self.rules.unit(self.state, company)
        return holdings.percent(self.rules, self.state, company, holder or self.seat) // unit

    # shares

    def share_worth(self, company: str) -> float:
        """A share: its price, and what it will pay and rise by while its company runs."""
        price = self.rules.market.price(self.state, company)
        return price + self.rounds_left * (self.yield_of(company) + self.growth(company))

    def yield_of(self, company: str) -> float:
        """What a share pays in an operating round: the last revenue or, if that is more, what the trains could earn now; less
        when they are about to rust and there is no money for others."""
        revenue: float = max(self.state.revenues.get(company, 0), self.earning(company))
        if not self.lasting(company):
            ready = self.state.cash.get(company, 0) >= self.price_of_next()
            revenue *= 0.7 if ready else 0.35
        return revenue / (100 // self.rules.unit(self.state, company))

    def growth(self, company: str) -> float:
        """What a share gains in price in an operating round in which it pays."""
        price = self.rules.market.price(self.state, company)
        if self.rules.kind(company) == "minor":
            return 0.05 * price
        paid = self.yield_of(company) * 10
        return 0.04 * price if paid >= price else 0.0 if paid else -0.04 * price

    # the map

    @cached_property
    def centres(self) -> dict[str, int]:
        """Hex -> the greatest value of a stop there now."""
        colour = self.rules.phase(self.state).offboard
        found: dict[str, int] = {}
        for hex_id in self.rules.board.hexes:
            stops = self.rules.tile_at(self.state, hex_id).stops
            if stops:
                found[hex_id] = max(stop.value(colour) for stop in stops)
        return found

    def pull(self, hex_id: str, without: frozenset[str] = frozenset()) -> float:
        """How near a hex is to what is worth reaching: the best of value by distance, those in ``without`` left out."""
        board = self.rules.board
        return max(
            (
                value / (1 + board.distance(hex_id, other))
                for other, value in self.centres.items()
                if other not in without and value
            ),
            default=0.0,
        )

    def neighbourhood(self, hex_id: str) -> float:
        """What a company at home on a hex could soon run to: values around it, the nearer the better."""
        board = self.rules.board
        return sum(
            value / (1 + distance)
            for other, value in self.centres.items()
            if (distance := board.distance(hex_id, other)) <= 4
        )


def hex_of(city: str) -> str:
    """The hex of a city "HEX/number"."""
    return city.partition("/")[0]


def written(offer: Offer, kind: type[A]) -> Iterator[A]:
    """The actions of an offer, which are of that kind."""
    return (action for action in offer.actions(0) if isinstance(action, kind))
