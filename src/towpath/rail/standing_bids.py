"""An opening auction: the cheapest private is for sale, bids on the others stand until it is their turn [1856: 3]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options, Range
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail import ending, income
from towpath.rail.actions import Bid, Pass
from towpath.rail.bidding import AuctionProcedure, private_lot_shape, sell_private
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft

Standing = tuple[str, str, int]
"""(private, player, price): a bid that stands."""


class StandingBids(Frame, frozen=True, kw_only=True):
    """``lots``: the unsold privates, the cheapest first; ``price``: what the first one costs; ``player``: who decides.

    ``bids``: one a player and private, the latest. ``passes``: turns in a row without a bid or purchase. ``after``: whose left
    neighbour goes on when the contest or chain of sales is over; ``contest``: the first lot is being bid for by ``rivals``
    alone. ``last``: who last bought in his turn, which a bid is not [3.4].
    """

    lots: tuple[str, ...]
    price: int
    player: str
    bids: tuple[Standing, ...] = ()
    passes: int = 0
    after: str | None = None
    contest: bool = False
    rivals: tuple[str, ...] = ()
    last: str | None = None


def open_auction(rules: RailRules, draft: RailDraft) -> Frame:
    """The auction before its first turn."""
    order = sorted(rules.data.privates, key=lambda private: (private.face, private.number))
    lots = tuple(private.id for private in order)
    return StandingBids(lots=lots, price=rules.privates[lots[0]].face, player=draft.priority)


def highest(frame: StandingBids, lot: str) -> Standing | None:
    """The best bid on a private."""
    return max((bid for bid in frame.bids if bid[0] == lot), key=lambda bid: bid[2], default=None)


def free_cash(pos: Position, frame: StandingBids, player: str, lot: str) -> int:
    """What a player can bid on a lot: cash not committed to his bids on other lots [3.1]."""
    return pos.cash[player] - sum(price for target, who, price in frame.bids if who == player and target != lot)


def least_bid(rules: RailRules, frame: StandingBids, lot: str) -> int:
    """One raise above the highest bid, or above the face value."""
    best = highest(frame, lot)
    base = rules.privates[lot].face if best is None else best[2]
    return base + rules.data.auction.least_raise


class BidMove(Move[StandingBids, Bid]):
    """Buy the first private at its price, bid on another one, or raise in a contest."""

    action = Bid
    label = "buy or bid on a private"
    rule = "3.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: Bid) -> Iterator[Reason]:
        """Is there such a private, and is no city asked for?"""
        return private_lot_shape(self.rules, action)

    def offers(self, pos: Position, frame: StandingBids) -> Iterator[Offer]:
        """The first lot at its price, others from the least bid up to free cash."""
        player = frame.player
        if frame.contest:
            lots: tuple[str, ...] = frame.lots[:1]
        else:
            lots = frame.lots[1:]
            if frame.price <= free_cash(pos, frame, player, frame.lots[0]):
                fixed = {"entity": player, "target": frame.lots[0]}
                yield Offer(Bid, fixed, Options("price", (frame.price,)), rule=self.rule)
        for lot in lots:
            least, most = least_bid(self.rules, frame, lot), free_cash(pos, frame, player, lot)
            if least <= most:
                rule = "3.d" if frame.contest else self.rule
                yield Offer(Bid, {"entity": player, "target": lot}, Range("price", least, most), rule=rule)

    def check(self, pos: Position, frame: StandingBids, action: Bid) -> Iterator[Reason]:
        """An unsold lot, the right price, money that is free."""
        lot, first = action.target, frame.lots[0]
        if lot not in frame.lots:
            yield broken("lot_sold", "3.a", "{lot} is sold.", lot=lot)
            return
        if frame.contest and lot != first:
            yield broken("other_lot", "3.c", "{first} is contested now, not {lot}.", first=first, lot=lot)
            return
        if lot == first and not frame.contest:
            if action.price != frame.price:
                yield broken(
                    "price_is_fixed", "3.a", "{lot} is for sale at {price}, not at {offered}.",
                    lot=lot, price=frame.price, offered=action.price,
                )  # fmt: skip
        else:
            least = least_bid(self.rules, frame, lot)
            if action.price < least:
                rule = "P.3.d" if frame.contest else "P.3.b"
                yield broken(
                    "bid_too_low", rule, "The least bid on {lot} is {least}, not {price}.",
                    lot=lot, least=least, price=action.price,
                )  # fmt: skip
        free = free_cash(pos, frame, frame.player, lot)
        if action.price > free:
            yield broken(
                "bid_over_cash", "P.3.c", "{player} has {free} that no other bid of his holds, not {price}.",
                player=frame.player, free=free, price=action.price,
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: StandingBids, action: Bid) -> None:
        """Sell the first lot, or let the bid stand."""
        assert isinstance(draft, RailDraft)
        player, lot = frame.player, action.target
        if frame.contest:
            draft.emit("bid", player=player, target=lot, price=action.price)
            draft.update(0, bids=_with(frame.bids, (lot, player, action.price)))
            draft.update(0, player=_next_rival(self.rules, draft, player))
        elif lot == frame.lots[0]:
            draft.update(0, passes=0, last=player, after=player)
            sell(self.rules, draft, player, action.price)
        else:
            draft.emit("bid", player=player, target=lot, price=action.price)
            bids = _with(frame.bids, (lot, player, action.price))
            draft.update(0, bids=bids, passes=0, player=self.rules.left_of(draft, player))


def _with(bids: tuple[Standing, ...], new: Standing) -> tuple[Standing, ...]:
    return (*(bid for bid in bids if bid[:2] != new[:2]), new)


def _next_rival(rules: RailRules, draft: RailDraft, after: str) -> str:
    """Whose turn it is in a contest: left of the one who acted, leader left out; or (policy) the lowest bidder's."""
    frame = draft.frame
    assert isinstance(frame, StandingBids)
    best = highest(frame, frame.lots[0])
    assert best is not None
    others = [rival for rival in frame.rivals if rival != best[1]]
    if rules.policies.contest_order == "lowest_bid":
        mine = {who: price for lot, who, price in frame.bids if lot == frame.lots[0]}
        return min(others, key=lambda rival: mine[rival], default=best[1])
    return next((player for player in rules.clockwise_from(draft, after)[1:] if player in others), best[1])


class PassBidMove(Move[StandingBids, Pass]):
    """Do nothing, or drop out of a contest for good."""

    action = Pass
    label = "pass"
    rule = "3.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: StandingBids) -> Iterator[Offer]:
        """Always."""
        yield Offer(Pass, {"entity": frame.player}, rule="3.d" if frame.contest else self.rule)

    def check(self, pos: Position, frame: StandingBids, action: Pass) -> Iterator[Reason]:
        """Nothing forbids it."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: StandingBids, action: Pass) -> None:
        """Out of the contest, or one more turn in a row without an action."""
        assert isinstance(draft, RailDraft)
        draft.emit("passed", player=frame.player)
        if frame.contest:
            lot = frame.lots[0]
            bids = tuple(bid for bid in frame.bids if bid[:2] != (lot, frame.player))
            draft.update(0, rivals=tuple(rival for rival in frame.rivals if rival != frame.player), bids=bids)
            draft.update(0, player=_next_rival(self.rules, draft, frame.player))
        else:
            draft.update(0, passes=frame.passes + 1, player=self.rules.left_of(draft, frame.player))


def sell(rules: RailRules, draft: RailDraft, winner: str, price: int) -> None:
    """The first lot goes to a player; the next one is up at its face value."""
    frame = draft.frame
    assert isinstance(frame, StandingBids)
    lot, rest = frame.lots[0], frame.lots[1:]
    sell_private(rules, draft, lot, winner, price)
    left = tuple(bid for bid in frame.bids if bid[0] != lot)
    draft.update(0, lots=rest, bids=left, contest=False, rivals=(), price=rules.privates[rest[0]].face if rest else 0)


class StandingBidsProcedure(AuctionProcedure[StandingBids]):
    """Turns clockwise; sales by standing bids, contests and falling prices come by themselves."""

    frame = StandingBids
    label = "buy, bid or pass"

    def __init__(self, rules: RailRules) -> None:
        super().__init__(rules, BidMove(rules), PassBidMove(rules))

    def advance(self, draft: Draft[Any], frame: StandingBids) -> bool:
        """End, sell by bids, open a contest, or do what all passing brings [3.2, 3.3]."""
        assert isinstance(draft, RailDraft)
        rules = self.rules
        if not frame.lots:
            self.close(draft, frame.last)
            return True
        first = frame.lots[0]
        bidders = {who for lot, who, _ in frame.bids if lot == first}
        best = highest(frame, first)
        if best is not None and (len(bidders) == 1 or frame.rivals == (best[1],)):
            sell(rules, draft, best[1], best[2])
        elif best is not None and not frame.contest:
            draft.emit("contest", target=first, rivals=sorted(bidders))
            rivals = tuple(player for player in rules.clockwise_from(draft, best[1]) if player in bidders)
            draft.update(0, contest=True, rivals=rivals)
            draft.update(0, player=_next_rival(rules, draft, best[1]))
        elif frame.after is not None and not frame.contest:
            draft.update(0, player=rules.left_of(draft, frame.after), after=None)
        elif frame.passes >= len(rules.seats):
            self._all_passed(draft, frame)
        else:
            return False
        return True

    def _all_passed(self, draft: RailDraft, frame: StandingBids) -> None:
        """Privates pay; while the very first one is unsold its price falls, and who is next must take it for nothing."""
        rules = self.rules
        draft.update(0, passes=0)
        income.pay_privates(rules, draft)
        if draft.broken_bank:
            rules.end_now(draft, ending.BANK_BROKEN)
            return
        cheapest = min(rules.data.privates, key=lambda private: (private.face, private.number)).id
        if frame.lots[0] == cheapest:
            price = max(frame.price - rules.data.auction.price_drop, 0)
            draft.update(0, price=price)
            draft.emit("least_bid_lowered", target=cheapest, least=price)
            if not price:
                draft.update(0, last=frame.player, after=frame.player)
                sell(rules, draft, frame.player, 0)
