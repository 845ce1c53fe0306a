"""Selling shares to the pool, whatever the moment: the move whose offers and check rest on one predicate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, shape
from towpath.rail import shares
from towpath.rail.actions import SellShares
from towpath.rail.rules import RailRules
from towpath.rail.shapes import company_shape
from towpath.rail.state import Position

F = TypeVar("F", bound=Any)
"""A frame with a ``player``, who sells."""


class SellBlockMove(Move[F, SellShares]):
    """Sell so many shares of one company. Subclasses say what forbids it and what else it does."""

    action = SellShares
    label = "sell shares"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def faults(self, pos: Any, frame: F, company: str, number: int) -> Iterator[Reason]:
        """All that forbids the sale."""
        raise NotImplementedError

    def companies(self, pos: Position) -> Iterable[str]:
        """The companies whose shares may be sold at all, in the order in which they are offered."""
        return pos.cells

    def possible(self, pos: Position, frame: F) -> Iterator[tuple[str, int]]:
        """Every (company, number of shares) that the player may sell now."""
        for company in self.companies(pos):
            for number in range(1, shares.units(self.rules, pos, company, frame.player) + 1):
                if not any(self.faults(pos, frame, company, number)):
                    yield company, number

    def shape(self, pos: Position, action: SellShares) -> Iterator[Reason]:
        """Is there such a company, and is it a number of shares?"""
        yield from company_shape(self.rules, action.company)
        if action.shares < 1:
            yield shape("no_shares", "Sell one share or more, not {shares}.", shares=action.shares)

    def offers(self, pos: Position, frame: F) -> Iterator[Offer]:
        """Companies and numbers of shares."""
        rows = tuple(self.possible(pos, frame))
        if rows:
            yield Offer(SellShares, {"entity": frame.player}, Rows(("company", "shares"), rows), rule=self.rule)

    def check(self, pos: Position, frame: F, action: SellShares) -> Iterator[Reason]:
        """What forbids it."""
        return self.faults(pos, frame, action.company, action.shares)
