"""What may come, told beforehand: where a price would go, what a company could borrow or must repay, what else matters.

Pages ask this; the rules do not. A title whose prices or loans work in another way has a class of its own, and the tests hold
each answer against what the rules do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from towpath.language import say
from towpath.rail.state import Position

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


class PriceMove(NamedTuple):
    """``when`` something happens, in the middle of a sentence; ``short``: the same in a word or two; ``cell``: where the price
    would then stand."""

    when: str
    short: str
    cell: int


class Outlook:
    """The answers of titles whose majors pay all, half or nothing, and whose prices fall when a president sells."""

    def price_moves(self, rules: RailRules, pos: Position, company: str) -> tuple[PriceMove, ...]:
        """Where a company's price would go for each dividend, sale and end of a stock round; none without a price."""
        if company not in pos.cells:
            return ()
        cell, minor = pos.cells[company], rules.kind(company) == "minor"
        left, right = (rules.market.moved(cell, way, minor) for way in ("left", "right"))
        if minor:
            return (
                PriceMove(say("it earns something"), say("earns"), right),
                PriceMove(say("it earns nothing"), say("earns 0"), left),
            )
        price = rules.market.cells[cell].price
        return (
            PriceMove(say("it pays {price} or more in all", price=price), say("pays {price}+", price=price), right),
            PriceMove(say("it pays less"), say("pays <{price}", price=price), cell),
            PriceMove(say("it pays nothing"), say("pays 0"), left),
            PriceMove(say("its president sells"), say("sale"), rules.market.moved(cell, "down")),
            PriceMove(
                say("players hold all of it after a stock round"), say("sold out"), rules.market.moved(cell, "up")
            ),
        )

    def loan_room(self, rules: RailRules, pos: Position, company: str) -> int | None:
        """How many more loans the company may take; ``None`` where it takes none."""
        limit = rules.data.loans.limits.get(rules.companies[company].kind) if rules.data.loans_if_any else None
        if limit is None or company == rules.national:
            return None
        return max(0, limit - pos.loans.get(company, 0))

    def loan_worth(self, rules: RailRules, pos: Position) -> int:
        """What a loan adds to the treasury: here less the first interest, which is paid at once."""
        return rules.data.loans.value - rules.data.loans.interest

    def loans_due(self, rules: RailRules, pos: Position, company: str) -> int:
        """How many loans the company must repay in its next turn, whatever it has."""
        return 0

    def particulars(self, rules: RailRules, pos: Position, company: str) -> tuple[tuple[str, str], ...]:
        """Further facts of a company that only this title has, as (term, what holds)."""
        return ()
