"""The auction of the privates before the first stock round [5; sheet 3]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail.actions import Bid, Pass
from towpath.rail.bidding import (
    AuctionProcedure,
    BidRules,
    bid_faults,
    bid_range,
    next_bidder,
    private_lot_shape,
    sell_private,
)
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, Position, RailDraft

IDS = BidRules(least="5.2.a", raised="P.3.2.b", fives="5.1.c", cash="5.1.d")


class PrivateAuction(Frame, frozen=True, kw_only=True):
    """``lots``: the privates not sold yet, the first one is on offer; ``least``: the bid that opens it now.

    ``opener``: who had the first chance; ``player``: who decides; ``declined``: who has not opened at this price; ``out``:
    who has passed against a bid; ``falling``: no bidding, the first taker has it at ``least`` (C2); ``last``: whose left
    neighbour gets the priority deal in the end.
    """

    lots: tuple[str, ...]
    least: int
    opener: str
    player: str
    leader: str | None = None
    price: int = 0
    declined: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    falling: bool = False
    last: str | None = None


def open_auction(rules: RailRules, draft: RailDraft) -> Frame:
    """The auction before its first bid. With bundles nothing is for sale here: the first stock round sells them."""
    order = sorted(rules.data.privates, key=lambda private: (private.face, private.number))
    lots = tuple(private.id for private in order if draft.privates[private.id] == BANK)
    if rules.policies.bundles:
        lots = ()
    least = rules.privates[lots[0]].least_bid if lots else 0
    return PrivateAuction(lots=lots, least=least, opener=draft.priority, player=draft.priority)


def _may_raise(rules: RailRules, pos: Position, frame: PrivateAuction, player: str) -> bool:
    return bid_range(rules, pos, player, frame.price + rules.data.auction.step) is not None


class BidPrivateMove(Move[PrivateAuction, Bid]):
    """Open the private on offer, raise, or take it at the falling price."""

    action = Bid
    label = "bid on a private"
    rule = "5.2.b"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: Bid) -> Iterator[Reason]:
        """Is there such a private, and is no city asked for?"""
        return private_lot_shape(self.rules, action)

    def offers(self, pos: Position, frame: PrivateAuction) -> Iterator[Offer]:
        """From the least bid, or one step above the standing bid, up to own cash."""
        fixed = {"entity": frame.player, "target": frame.lots[0]}
        if frame.falling:
            if pos.cash[frame.player] >= frame.least:
                yield Offer(Bid, fixed, Options("price", (frame.least,)), rule="5.3.b")
            return
        least = frame.least if frame.leader is None else frame.price + self.rules.data.auction.step
        prices = bid_range(self.rules, pos, frame.player, least)
        if prices is not None:
            yield Offer(Bid, fixed, prices, rule="5.2.a" if frame.leader is None else self.rule)

    def check(self, pos: Position, frame: PrivateAuction, action: Bid) -> Iterator[Reason]:
        """The right private and a price that may be bid."""
        if action.target != frame.lots[0]:
            yield broken(
                "other_lot", "5.1.a", "{lot} is on offer now, not {target}.", lot=frame.lots[0], target=action.target
            )
        if frame.falling and action.price != frame.least:
            yield broken(
                "price_is_fixed", "5.3.b", "{lot} goes to the first taker at {least} without bidding, not at {price}.",
                lot=frame.lots[0], least=frame.least, price=action.price,
            )  # fmt: skip
        standing = None if frame.leader is None else frame.price
        yield from bid_faults(self.rules, pos, frame.player, action.price, frame.least, standing, IDS)

    def apply(self, draft: Draft[Any], frame: PrivateAuction, action: Bid) -> None:
        """The bid stands; whoever can top it is asked."""
        assert isinstance(draft, RailDraft)
        draft.emit("bid", player=frame.player, target=action.target, price=action.price)
        out = frame.out
        if frame.leader is None and not self.rules.policies.decline_keeps_right:
            out = frame.declined
        draft.update(0, leader=frame.player, price=action.price, out=out)
        if frame.falling:
            sell(self.rules, draft)
        else:
            go_on(self.rules, draft)


class PassPrivateMove(Move[PrivateAuction, Pass]):
    """Decline to open, or pass against a bid for good."""

    action = Pass
    label = "pass"
    rule = "5.2.c"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: PrivateAuction) -> Iterator[Offer]:
        """Always."""
        yield Offer(Pass, {"entity": frame.player}, rule=self.rule if frame.leader else "5.3.b")

    def check(self, pos: Position, frame: PrivateAuction, action: Pass) -> Iterator[Reason]:
        """Nothing forbids it."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: PrivateAuction, action: Pass) -> None:
        """Out of this lot, or, with no bid made, only declined."""
        assert isinstance(draft, RailDraft)
        if frame.leader is None:
            draft.emit("declined", player=frame.player, target=frame.lots[0])
            decline(self.rules, draft)
        else:
            draft.emit("passed", player=frame.player)
            draft.update(0, out=(*frame.out, frame.player))
            go_on(self.rules, draft)


def decline(rules: RailRules, draft: RailDraft) -> None:
    """The player does not open; the chance goes clockwise."""
    frame = draft.frame
    assert isinstance(frame, PrivateAuction)
    draft.update(0, declined=(*frame.declined, frame.player), player=rules.left_of(draft, frame.player))


def go_on(rules: RailRules, draft: RailDraft) -> None:
    """Ask the next who can raise, or sell to the leader."""
    frame = draft.frame
    assert isinstance(frame, PrivateAuction)
    assert frame.leader is not None
    able = lambda player: _may_raise(rules, draft, frame, player)  # noqa: E731
    following = next_bidder(rules, draft, frame.player, frame.leader, frame.out, able)
    if following is None:
        sell(rules, draft)
    else:
        draft.update(0, player=following)


def sell(rules: RailRules, draft: RailDraft) -> None:
    """The leader pays the bank and takes the private; the next one is opened to the left [5.2]."""
    frame = draft.frame
    assert isinstance(frame, PrivateAuction)
    assert frame.leader is not None
    lot, winner = frame.lots[0], frame.leader
    sell_private(rules, draft, lot, winner, frame.price)
    last = frame.opener if rules.policies.left_of_auctioneer else winner
    opener = rules.left_of(draft, last)
    rest = frame.lots[1:]
    least = rules.privates[rest[0]].least_bid if rest else 0
    draft.replace(PrivateAuction(lots=rest, least=least, opener=opener, player=opener, last=last))


class PrivateAuctionProcedure(AuctionProcedure[PrivateAuction]):
    """Sells the privates one by one, the cheapest first."""

    frame = PrivateAuction
    label = "bid on a private or pass"

    def __init__(self, rules: RailRules) -> None:
        super().__init__(rules, BidPrivateMove(rules), PassPrivateMove(rules))

    def advance(self, draft: Draft[Any], frame: PrivateAuction) -> bool:
        """Pass over those who cannot open [3.4], lower the price when nobody does [3.3], end after the last private."""
        assert isinstance(draft, RailDraft)
        if not frame.lots:
            self.close(draft, frame.last)
        elif frame.leader is not None:
            return False
        elif frame.least <= 0:
            draft.update(0, leader=frame.opener, price=0)
            sell(self.rules, draft)
        elif len(frame.declined) == len(self.rules.seats):
            self._lower(draft, frame)
        elif draft.cash[frame.player] < frame.least:
            decline(self.rules, draft)
        else:
            return False
        return True

    def _lower(self, draft: RailDraft, frame: PrivateAuction) -> None:
        least = max(frame.least - self.rules.data.auction.step, 0)
        falling = self.rules.policies.private_falling_price
        draft.update(0, least=least, declined=(), player=frame.opener, falling=falling)
        draft.emit("least_bid_lowered", target=frame.lots[0], least=least)
