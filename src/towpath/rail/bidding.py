"""What auctions of privates, minors and bundles share: how much may be bid, and whose bid is next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from towpath.kernel.offers import Range
from towpath.kernel.reasons import Reason, broken
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft


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
