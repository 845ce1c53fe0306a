"""Asking in which city of a new tile a token lies that was in the hex before it had track [1856: 8.7]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail.actions import ChooseCity
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.rules import RailRules
from towpath.rail.tokens import city_shape, parse_city


class CityOfToken(Frame, frozen=True, kw_only=True):
    """The company that built a hex says in which of its cities the token lies that was there."""

    company: str
    hex: str
    token: str


class ChooseCityMove(Move[CityOfToken, ChooseCity]):
    """Name the city."""

    action = ChooseCity
    label = "choose the token's city"
    rule = "P.8.7.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def _cities(self, pos: IssuePosition, frame: CityOfToken) -> tuple[str, ...]:
        stops = self.rules.tile_at(pos, frame.hex).stops
        return tuple(f"{frame.hex}/{i}" for i, stop in enumerate(stops) if stop.kind == "city")

    def shape(self, pos: IssuePosition, action: ChooseCity) -> Iterator[Reason]:
        """Is there such a city?"""
        return city_shape(self.rules, pos, action.city)

    def offers(self, pos: IssuePosition, frame: CityOfToken) -> Iterator[Offer]:
        """The cities of the new tile."""
        domain = Options("city", self._cities(pos, frame))
        yield Offer(ChooseCity, {"entity": frame.company}, domain, rule=self.rule)

    def check(self, pos: IssuePosition, frame: CityOfToken, action: ChooseCity) -> Iterator[Reason]:
        """A city of that tile."""
        cities = self._cities(pos, frame)
        if action.city not in cities:
            yield broken("other_hex", self.rule, "The token lies in one of {cities}.", cities=list(cities))

    def apply(self, draft: Draft[Any], frame: CityOfToken, action: ChooseCity) -> None:
        """Put it there."""
        assert isinstance(draft, IssueDraft)
        node = parse_city(self.rules, draft, action.city)
        assert node is not None
        draft.edit("tokens")[frame.hex] = ((node[1], 0, frame.token),)
        draft.emit("city_chosen", company=frame.token, hex=frame.hex, city=node[1])
        finish(draft, self.rules)


class CityOfTokenProcedure(Procedure[CityOfToken]):
    """Asks the builder."""

    frame = CityOfToken
    label = "choose the token's city"

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, IssueRules)
        self.open_moves = (ChooseCityMove(rules),)

    def actors(self, pos: IssuePosition, frame: CityOfToken) -> tuple[str, ...]:
        """The company that laid the tile."""
        return (frame.company,)
