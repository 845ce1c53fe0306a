"""What is up for auction in a title with rails: each lot with what it is worth, what it does and the bids that stand on it."""

from __future__ import annotations

from typing import Any

from towpath.rail.auction import PrivateAuction
from towpath.rail.rules import RailRules
from towpath.rail.standing_bids import StandingBids
from towpath.render import powers
from towpath.server import wording
from towpath.server.drawn import Lot
from towpath.server.looking import Look


def lots(look: Look) -> list[Lot]:
    """The lots of an auction of privates in the order in which they are sold; none in other moments."""
    frame: Any = look.state.frame
    if not isinstance(look.rules, RailRules) or not isinstance(frame, StandingBids | PrivateAuction):
        return []
    contested = isinstance(frame, StandingBids) and frame.contest
    return [
        _lot(look, look.rules, frame, lot, wording.bid_verb(frame, lot))
        for lot in (frame.lots[:1] if contested else frame.lots)
    ]


def _lot(look: Look, rules: RailRules, frame: StandingBids | PrivateAuction, lot: str, verb: str) -> Lot:
    private = rules.privates[lot]
    return Lot(
        id=lot,
        name=private.name,
        worth=powers.worth(rules, private),
        told=(*powers.powers(rules, private), *powers.fate(rules, private)),
        bids=tuple(_bids(look, frame, lot)),
        verb=verb,
        step=rules.data.auction.least_raise,
    )


def _bids(look: Look, frame: StandingBids | PrivateAuction, lot: str) -> list[str]:
    """Who bids how much, the best first."""
    if isinstance(frame, StandingBids):
        found = sorted(((price, who) for target, who, price in frame.bids if target == lot), reverse=True)
    else:
        found = [(frame.price, frame.leader)] if frame.leader and lot == frame.lots[0] else []
    return [
        f"{wording.entity_name(look.rules, who, look.names)} {wording.money(look.rules, price)}" for price, who in found
    ]
