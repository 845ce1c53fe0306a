"""Auctions as somebody who bids sees them, whichever of their kinds a title has: what is to be had, what is up, who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.kernel.state import Frame
from towpath.rail.actions import Bid
from towpath.rail.auction import PrivateAuction
from towpath.rail.bundles import BundleAuction
from towpath.rail.minor_auction import MinorAuction
from towpath.rail.standing_bids import StandingBids, highest
from towpath.rail.state import BANK, Position
from towpath.rail.stock_turn import StockRound

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def auction_frames(rules: RailRules) -> tuple[type[Frame], ...]:
    """The kinds of frame in which nothing is done but bidding."""
    return tuple(
        frame
        for frame, procedure in rules.procedures.items()
        if not issubclass(frame, StockRound) and any(move.action is Bid for move in procedure.all_moves())
    )


def to_be_had(rules: RailRules, pos: Position) -> dict[str, int]:
    """What is still to be had by bidding -> the least it can cost: privates of the bank while they are auctioned, minors that
    wait to be started, bundles that are left."""
    found: dict[str, int] = {}
    for frame in pos.stack:
        if isinstance(frame, PrivateAuction | StandingBids):
            found |= {lot: 0 for lot in frame.lots if pos.privates.get(lot) == BANK}
        elif isinstance(frame, BundleAuction):
            found |= dict.fromkeys(frame.left, 0)
    minors = [company.id for company in rules.data.companies if company.kind == "minor"]
    waiting = [minor for minor in minors if pos.standing[minor] == "unstarted"]
    if waiting and rules.flag(pos, "minors_may_start"):
        found |= dict.fromkeys(waiting, rules.data.auction.minor_least_bid)
    return found


def lot_up(frame: Frame) -> str | None:
    """The lot that an auction is about at this moment; ``None`` when the next one is still to be chosen."""
    match frame:
        case PrivateAuction():
            return frame.lots[0]
        case MinorAuction():
            return frame.target
        case BundleAuction():
            return frame.lot
        case StandingBids(contest=True):
            return frame.lots[0]
    return None


def leads(frame: Frame, lot: str, player: str) -> bool:
    """Whether the highest standing bid for a lot is a player's; where only others are asked it never is."""
    best = highest(frame, lot) if isinstance(frame, StandingBids) else None
    return best is not None and best[1] == player
