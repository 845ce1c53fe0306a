"""Moments that the site has and we have not: between an opening bid and the token that goes with it."""

from __future__ import annotations

from towpath.rail import starting, verbs
from towpath.rail.bidding import next_bidder
from towpath.rail.minor_auction import MinorAuction, may_raise
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState
from towpath.rail.stock_turn import finish_selling, note_action


def bid_made(rules: RailRules, pos: RailState, player: str, minor: str, price: int) -> RailState:
    """The site's position after an opening bid whose city is still to be named. A bid that nobody can top has won at once:
    the minor is paid for and has its price, but no token yet."""
    draft = rules.draft(pos)
    finish_selling(rules, draft)
    auction = MinorAuction(target=minor, city="", leader=player, price=price, player=player)
    if next_bidder(rules, draft, player, player, (), lambda other: may_raise(rules, draft, auction, other)) is None:
        verbs.pay(rules, draft, player, minor, price, f"purchase of {minor}")
        verbs.set_standing(draft, minor, "started")
        verbs.transfer(rules, draft, rules.certificates[minor][0], player)
        starting.enter(rules, draft, minor, starting.minor_cell(rules, price))
        note_action(draft, player)
    return draft.commit()
