"""What players are worth [12.2, sheet 19.4]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import verbs
from towpath.rail.state import Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def marked_down(rules: RailRules, pos: Position, company: str) -> int:
    """The price per share after one step left for every loan."""
    cell = pos.cells[company]
    for _ in range(pos.loans.get(company, 0)):
        cell = rules.market.moved(cell, "left", rules.kind(company) == "minor")
    return rules.market.cells[cell].price


def parts_of_worth(rules: RailRules, pos: Position, player: str) -> dict[str, int]:
    """Cash, shares at the final price, privates at face value. Treasuries count nothing."""
    shares = 0
    for company in pos.cells:
        number = rules.shares_held(pos, company, player)
        if number:
            shares += number * rules.final_price(pos, company)
    privates = sum(rules.privates[private].face for private, holder in pos.privates.items() if holder == player)
    return {"cash": pos.cash[player], "shares": shares, "privates": privates}


def worth(rules: RailRules, pos: Position, player: str) -> int:
    """What a player scores if the game ends now."""
    return sum(parts_of_worth(rules, pos, player).values())


def liquid(rules: RailRules, pos: Position, player: str) -> int:
    """Cash, and what the bank would pay for every share that the player could sell now, one sale a company at the price it
    stands at. Privates and minors are bought by nobody on demand."""
    total = pos.cash[player]
    for company in pos.cells:
        number = rules.most_sold(pos, player, company)
        if number:
            total += number * rules.market.price(pos, company)
    return total


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
