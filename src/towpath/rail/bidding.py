"""What auctions of privates, minors and bundles share: how much may be bid, whose bid is next, how a sale is done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple, TypeVar

from towpath.kernel.engine import finish
from towpath.kernel.offers import Range
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape
from towpath.rail import verbs
from towpath.rail.actions import Bid
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, Position, RailDraft

F = TypeVar("F", bound=Any)
"""A frame with the ``player`` who decides."""


class BidRules(NamedTuple):
    """Ids of the rules that bound a bid, as they differ from auction to auction."""

    least: str
    raised: str
    fives: str
    cash: str


def most(rules: RailRules, pos: Position, player: str) -> int:
    """The highest bid a player could make: own cash, rounded down to the step of bids."""
    step = rules.data.auction.step
    return pos.cash[player] // step * step


def bid_range(rules: RailRules, pos: Position, player: str, least: int) -> Range | None:
    """The bids open to a player, ``None`` when the least of them is too dear."""
    step = rules.data.auction.step
    lowest = -(-least // step) * step
    highest = most(rules, pos, player)
    return Range("price", lowest, highest, step) if lowest <= highest else None


def bid_faults(
    rules: RailRules, pos: Position, player: str, price: int, least: int, standing: int | None, ids: BidRules
) -> Iterator[Reason]:
    """What is wrong with a bid; ``standing`` is the bid to beat, ``None`` when this one opens the auction."""
    step = rules.data.auction.step
    if price % step:
        yield broken(
            "bid_not_in_steps", ids.fives, "Bids are multiples of {step}, not {price}.", step=step, price=price
        )
    if standing is None and price < least:
        yield broken(
            "bid_too_low", ids.least, "The opening bid must be at least {least}, not {price}.", least=least, price=price
        )
    if standing is not None and price < standing + step:
        yield broken(
            "bid_too_low", ids.raised, "A bid of {bid} stands; the next must be at least {least}, not {price}.",
            bid=standing, least=standing + step, price=price,
        )  # fmt: skip
    if price > pos.cash[player]:
        yield broken(
            "bid_over_cash", ids.cash, "{player} has {cash} and cannot bid {price}.",
            player=player, cash=pos.cash[player], price=price,
        )  # fmt: skip


def next_bidder(
    rules: RailRules, pos: Position, after: str, leader: str, out: Collection[str], able: Callable[[str], bool]
) -> str | None:
    """The next player clockwise who may still raise; ``None`` when nobody can, so that the leader has won [3.5]."""
    for player in rules.clockwise_from(pos, after)[1:]:
        if player != leader and player not in out and able(player):
            return player
    return None


def give_priority(draft: RailDraft, player: str) -> None:
    """Hand over the priority deal."""
    if draft.priority != player:
        draft.put("priority", player)
        draft.emit("priority_moved", player=player)


def private_lot_shape(rules: RailRules, action: Bid) -> Iterator[Reason]:
    """The reasons of shape of a bid for a private: is there such a one, and is no city asked for?"""
    if action.target not in rules.privates:
        yield shape("no_such_private", "There is no private {target}.", target=action.target)
    if action.city is not None:
        yield shape("no_city_here", "A private has no home; leave the city out.", city=action.city)


def sell_private(rules: RailRules, draft: RailDraft, lot: str, winner: str, price: int) -> None:
    """The winner pays the bank and takes the private."""
    draft.emit("auction_won", player=winner, target=lot, price=price)
    verbs.pay(rules, draft, winner, BANK, price, f"purchase of {lot}")
    verbs.take_private(draft, lot, winner)


class AuctionProcedure(Procedure[F]):
    """An auction: one player after the other bids or passes."""

    def __init__(self, rules: RailRules, *moves: Move[Any, Any]) -> None:
        self.rules = rules
        self.open_moves = moves

    def actors(self, pos: Position, frame: F) -> tuple[str, ...]:
        """The player whose turn it is."""
        return (frame.player,)

    def close(self, draft: RailDraft, last: str | None) -> None:
        """All is sold; the priority deal goes to the left of ``last``, or stays."""
        if last is not None:
            give_priority(draft, self.rules.left_of(draft, last))
        finish(draft, self.rules)
