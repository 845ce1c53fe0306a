"""What players are worth [12.2, sheet 19.4]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import holdings, verbs
from towpath.rail.state import Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def final_price(rules: RailRules, pos: Position, company: str) -> int:
    """The price per share after one step left for every loan."""
    cell = pos.cells[company]
    for _ in range(pos.loans.get(company, 0)):
        cell = rules.market.moved(cell, "left", rules.kind(company) == "minor")
    return rules.market.cells[cell].price


def worth(rules: RailRules, pos: Position, player: str) -> int:
    """Cash, shares at the final price (a minor counts twice), privates at face value. Treasuries count nothing."""
    total = pos.cash[player]
    for company in pos.cells:
        tenths = holdings.percent(rules, pos, company, player) // 10
        if tenths:
            total += (2 if rules.kind(company) == "minor" else tenths) * final_price(rules, pos, company)
    return total + sum(rules.privates[private].face for private, holder in pos.privates.items() if holder == player)


def winners(rules: RailRules, pos: Position) -> tuple[str, ...]:
    """The players worth most, in seating order; several share the victory [12.2]."""
    scores = {player: worth(rules, pos, player) for player in pos.seating}
    return tuple(player for player in pos.seating if scores[player] == max(scores.values()))


def settle_loans(rules: RailRules, draft: RailDraft) -> None:
    """At the end every company moves one step left for each loan; the loans are then settled [12.2]."""
    for company, loans in sorted(draft.loans.items()):
        if company in draft.cells:
            verbs.move_price(rules, draft, company, "left", loans, "loans at the end of the game")
            verbs.drop_loans(draft, company, loans)
