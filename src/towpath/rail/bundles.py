"""Starting bundles: the first stock round of the short game [15.1, 16.3; sheet 21.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken, shape
from towpath.kernel.state import Frame
from towpath.rail import verbs
from towpath.rail.actions import Bid, Pass
from towpath.rail.bidding import (
    AuctionProcedure,
    BidRules,
    bid_faults,
    bid_range,
    next_bidder,
)
from towpath.rail.data import Bundle, BundleSet
from towpath.rail.homes import printed_home
from towpath.rail.rules import RailRules
from towpath.rail.starting import start_minor
from towpath.rail.state import BANK, CLOSED, Position, RailDraft

IDS = BidRules(least="15.1.c", raised="P.3.2.b", fives="15.1.e", cash="15.1.f")
PREFIX = "bundle-"
"""Bundles are named ``bundle-1``, ``bundle-2``, … as the rulebook lists them."""


class BundleAuction(Frame, frozen=True, kw_only=True):
    """``left``: bundles not sold; ``owners``: who has one; ``player``: who nominates, raises or passes.

    ``lot``: the bundle that is up, with its ``opener``; ``leader`` and ``price``: the standing bid; ``out``: who has
    passed; ``last``: whose left neighbour is next.
    """

    left: tuple[str, ...]
    player: str
    owners: tuple[str, ...] = ()
    lot: str | None = None
    opener: str | None = None
    leader: str | None = None
    price: int = 0
    out: tuple[str, ...] = ()
    last: str | None = None


def bundle_set(rules: RailRules) -> BundleSet:
    """The list for the number of players; two players use that of three [16.3]."""
    wanted = max(len(rules.seats), min(line.players for line in rules.data.bundles))
    return next(line for line in rules.data.bundles if line.players == wanted)


def bundle_named(rules: RailRules, name: str) -> Bundle | None:
    """The bundle ``bundle-1`` and so on, or ``None``; there are none for more players than the lists name."""
    if len(rules.seats) > max((line.players for line in rules.data.bundles), default=0):
        return None
    bundles = bundle_set(rules).bundles
    return {f"{PREFIX}{i + 1}": bundle for i, bundle in enumerate(bundles)}.get(name)


def open_bundles(rules: RailRules, draft: RailDraft) -> Frame:
    """The sale before its first nomination."""
    names = tuple(f"{PREFIX}{i + 1}" for i in range(len(bundle_set(rules).bundles)))
    return BundleAuction(left=names, player=draft.priority)


class BidBundleMove(Move[BundleAuction, Bid]):
    """Nominate a bundle with an opening bid, or raise the bid for the one that is up."""

    action = Bid
    label = "bid on a bundle"
    rule = "15.1.d"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: Bid) -> Iterator[Reason]:
        """Is there such a bundle, and no city?"""
        if bundle_named(self.rules, action.target) is None:
            yield shape("no_such_bundle", "There is no bundle {target}.", target=action.target)
        if action.city is not None:
            yield shape("no_city_here", "A bundle has no home; leave the city out.", city=action.city)

    def offers(self, pos: Position, frame: BundleAuction) -> Iterator[Offer]:
        """Bundles left and bids; once one is up, higher bids for it."""
        least = bundle_set(self.rules).least_bid
        lots = frame.left
        if frame.lot is not None:
            lots, least = (frame.lot,), frame.price + self.rules.data.auction.step
        prices = bid_range(self.rules, pos, frame.player, least)
        if prices is not None:
            yield Offer(Bid, {"entity": frame.player}, Options("target", lots), prices, rule=self.rule)

    def check(self, pos: Position, frame: BundleAuction, action: Bid) -> Iterator[Reason]:
        """An unsold bundle, the one that is up, and a price that may be bid."""
        if frame.lot is None and action.target not in frame.left:
            yield broken(
                "bundle_sold", "15.1.d", "{target} is sold; {left} are left.", target=action.target, left=frame.left
            )
        if frame.lot not in (None, action.target):
            yield broken("other_lot", "15.1.d", "{lot} is up now, not {target}.", lot=frame.lot, target=action.target)
        standing = None if frame.lot is None else frame.price
        least = bundle_set(self.rules).least_bid
        yield from bid_faults(self.rules, pos, frame.player, action.price, least, standing, IDS)

    def apply(self, draft: Draft[Any], frame: BundleAuction, action: Bid) -> None:
        """The bid stands; the others without a bundle are asked."""
        assert isinstance(draft, RailDraft)
        draft.emit("bid", player=frame.player, target=action.target, price=action.price)
        opener = frame.opener or frame.player
        draft.update(0, lot=action.target, opener=opener, leader=frame.player, price=action.price)
        go_on(self.rules, draft)


class PassBundleMove(Move[BundleAuction, Pass]):
    """Leave the bidding for the bundle that is up. Who nominates cannot pass."""

    action = Pass
    label = "pass"
    rule = "15.1.d"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: BundleAuction) -> Iterator[Offer]:
        """Once a bundle is up."""
        if not any(self.check(pos, frame, Pass(entity=frame.player))):
            yield Offer(Pass, {"entity": frame.player}, rule=self.rule)

    def check(self, pos: Position, frame: BundleAuction, action: Pass) -> Iterator[Reason]:
        """A player without a bundle has to put one up."""
        if frame.lot is None:
            yield broken(
                "must_nominate", "15.1.d", "{player} has to put up one of {left}.", player=frame.player, left=frame.left
            )

    def apply(self, draft: Draft[Any], frame: BundleAuction, action: Pass) -> None:
        """Out of this bundle for good."""
        assert isinstance(draft, RailDraft)
        draft.emit("passed", player=frame.player)
        draft.update(0, out=(*frame.out, frame.player))
        go_on(self.rules, draft)


def go_on(rules: RailRules, draft: RailDraft) -> None:
    """Ask the next who can raise, or hand the bundle to the leader."""
    frame = draft.frame
    assert isinstance(frame, BundleAuction)
    assert frame.leader is not None
    least = frame.price + rules.data.auction.step
    able = lambda player: bid_range(rules, draft, player, least) is not None  # noqa: E731
    following = next_bidder(rules, draft, frame.player, frame.leader, (*frame.out, *frame.owners), able)
    if following is None:
        hand_over(rules, draft, frame)
    else:
        draft.update(0, player=following)


def hand_over(rules: RailRules, draft: RailDraft, frame: BundleAuction) -> None:
    """The winner pays the bank and gets privates, minors with their treasuries, and the bonus; he acts no more."""
    winner, lot = frame.leader, frame.lot
    assert winner is not None
    assert lot is not None
    bundle = bundle_named(rules, lot)
    assert bundle is not None
    draft.emit("auction_won", player=winner, target=lot, price=frame.price)
    verbs.pay(rules, draft, winner, BANK, frame.price, f"purchase of {lot}")
    for private in privates_in(rules, bundle):
        verbs.take_private(draft, private, winner)
    for minor in bundle.minors:
        verbs.pay(rules, draft, BANK, minor.id, minor.treasury, f"treasury of {minor.id}")
        home = printed_home(rules, draft, minor.id)
        assert home is not None
        start_minor(rules, draft, minor.id, winner, home, minor.treasury)
    verbs.pay(rules, draft, BANK, winner, bundle.bonus, f"bonus of {lot}")
    last = frame.opener if rules.policies.left_of_auctioneer and frame.opener else winner
    left = tuple(name for name in frame.left if name != lot)
    owners = (*frame.owners, winner)
    following = (player for player in rules.clockwise_from(draft, rules.left_of(draft, last)) if player not in owners)
    draft.replace(BundleAuction(left=left, player=next(following, winner), owners=owners, last=last))


def privates_in(rules: RailRules, bundle: Bundle) -> list[str]:
    """The ids of a bundle's privates, in their order."""
    return [private.id for private in rules.data.privates if private.number in bundle.privates]


class BundleAuctionProcedure(AuctionProcedure[BundleAuction]):
    """Sells one bundle to each player."""

    frame = BundleAuction
    label = "put up a bundle, raise or pass"

    def __init__(self, rules: RailRules) -> None:
        super().__init__(rules, BidBundleMove(rules), PassBundleMove(rules))

    def advance(self, draft: Draft[Any], frame: BundleAuction) -> bool:
        """With a bundle for everybody, privates of an unsold one are out and the priority deal moves [16.3.2]."""
        assert isinstance(draft, RailDraft)
        if len(frame.owners) < len(self.rules.seats):
            return False
        for name in frame.left:
            bundle = bundle_named(self.rules, name)
            assert bundle is not None
            for private in privates_in(self.rules, bundle):
                verbs.take_private(draft, private, CLOSED)
        self.close(draft, frame.last)
        return True
