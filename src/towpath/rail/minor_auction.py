"""Putting a minor up for auction in a stock round, and the bidding for it [7.2; sheet 5.3–5.7]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.hexmap.board import NodeId
from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Domain, Offer, Options
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
from towpath.rail.homes import minor_home_faults, minor_homes, printed_home, spot
from towpath.rail.rules import RailRules
from towpath.rail.starting import start_minor
from towpath.rail.state import Position, RailDraft
from towpath.rail.stock_turn import StockRound, finish_selling, room_faults
from towpath.rail.tokens import city_shape, parse_city

IDS = BidRules(least="7.2.1.g", raised="P.3.2.b", fives="7.2.1.h", cash="7.2.1.i")


class MinorAuction(Frame, frozen=True, kw_only=True):
    """``target``: the minor; ``city``: its home "HEX/city"; ``leader`` and ``price``: the standing bid.

    ``player``: who raises or passes now; ``out``: who has passed.
    """

    target: str
    city: str
    leader: str
    price: int
    player: str
    out: tuple[str, ...] = ()


def lot_faults(rules: RailRules, pos: Position, minor: str) -> Iterator[Reason]:
    """Whether a minor may be put up now."""
    company = rules.companies[minor]
    if company.kind != "minor" or pos.standing[minor] != "unstarted":
        yield broken("not_available", "7.2.a", "{minor} is no minor that waits to be started.", minor=minor)
        return
    if not rules.flag(pos, "minors_may_start"):
        yield broken("too_late", "7.2.c", "No minor is put up in phase {phase}.", phase=pos.phase)
    elif company.group == "green" and not rules.flag(pos, "green_minors"):
        phase = rules.first_phase("green_minors")
        yield broken(
            "green_too_early", "7.2.b", "{minor} is green and waits for phase {phase}.", minor=minor, phase=phase
        )
    first = rules.data.auction.first_minor
    if first not in (None, minor) and pos.standing[str(first)] == "unstarted" and not rules.policies.bundles:
        yield broken("first_minor", "7.2.1.b", "{first} must be put up before {minor}.", first=first, minor=minor)


class OpenMinorMove(Move[StockRound, Bid]):
    """Put up a minor with an opening bid, and a home where that is chosen; the bidding follows in its own frame."""

    action = Bid
    label = "put up a minor"
    rule = "7.2.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: Bid) -> Iterator[Reason]:
        """Are there such a minor and, where it is chosen, such a city?"""
        yield from minor_shape(self.rules, action)
        if self._chosen(action.target) and action.city is not None:
            yield from city_shape(self.rules, pos, action.city)
        elif action.city is not None:
            yield shape("no_city_here", "No home is chosen for {target}; leave the city out.", target=action.target)

    def _chosen(self, minor: str) -> bool:
        facts = self.rules.companies.get(minor)
        return facts is not None and facts.kind == "minor" and facts.home is None

    def _place(self, pos: Position, action: Bid) -> NodeId | None:
        if action.city is not None:
            return parse_city(self.rules, pos, action.city)
        return printed_home(self.rules, pos, action.target)

    def offers(self, pos: Position, frame: StockRound) -> Iterator[Offer]:
        """Minors, homes to choose from, and bids."""
        rules = self.rules
        prices = bid_range(rules, pos, frame.player, rules.data.auction.minor_least_bid)
        if prices is None or any(room_faults(rules, pos, frame.player, "P.5.5")):
            return
        lots = [
            company.id
            for company in rules.data.companies
            if company.kind == "minor" and not any(lot_faults(rules, pos, company.id))
        ]
        fixed = {"entity": frame.player}
        printed = tuple(minor for minor in lots if rules.companies[minor].home is not None)
        if printed:
            yield Offer(Bid, fixed, Options("target", printed), prices, rule=self.rule)
        chosen = tuple(minor for minor in lots if rules.companies[minor].home is None)
        homes = tuple(spot(node) for node in minor_homes(rules, pos)) if chosen else ()
        if homes:
            domains: tuple[Domain, ...] = (Options("target", chosen), Options("city", homes), prices)
            yield Offer(Bid, fixed, *domains, rule=self.rule)

    def check(self, pos: Position, frame: StockRound, action: Bid) -> Iterator[Reason]:
        """The minor, its home, the bid, and room for one more certificate."""
        yield from lot_faults(self.rules, pos, action.target)
        if self._chosen(action.target):
            yield from self._home_faults(pos, action)
        least = self.rules.data.auction.minor_least_bid
        yield from bid_faults(self.rules, pos, frame.player, action.price, least, None, IDS)
        yield from room_faults(self.rules, pos, frame.player, "P.5.5")

    def _home_faults(self, pos: Position, action: Bid) -> Iterator[Reason]:
        node = self._place(pos, action)
        if node is not None:
            yield from minor_home_faults(self.rules, pos, node)
        else:
            yield broken(
                "home_missing", "7.2.1.c", "Say in which city {target} starts, as HEX/number.", target=action.target
            )

    def apply(self, draft: Draft[Any], frame: StockRound, action: Bid) -> None:
        """Selling is over; the bid stands and the others are asked."""
        assert isinstance(draft, RailDraft)
        node = self._place(draft, action)
        assert node is not None
        finish_selling(self.rules, draft)
        player, target, city, price = frame.player, action.target, spot(node), action.price
        draft.emit("minor_put_up", player=player, target=target, city=city, price=price)
        draft.push(MinorAuction(target=target, city=city, leader=player, price=price, player=player))
        go_on(self.rules, draft)


def minor_shape(rules: RailRules, action: Bid) -> Iterator[Reason]:
    """The reason of shape when a bid names no company."""
    if action.target not in rules.companies:
        yield shape("no_such_minor", "There is no minor {target}.", target=action.target)


def may_raise(rules: RailRules, pos: Position, frame: MinorAuction, player: str) -> bool:
    """Whether a player has the money for a higher bid and room for the certificate [sheet 5.5]."""
    return bid_range(rules, pos, player, frame.price + rules.data.auction.step) is not None and not any(
        room_faults(rules, pos, player, "P.5.5")
    )


def go_on(rules: RailRules, draft: RailDraft) -> None:
    """Ask the next who can raise, or let the leader have the minor."""
    frame = draft.frame
    assert isinstance(frame, MinorAuction)
    able = lambda player: may_raise(rules, draft, frame, player)  # noqa: E731
    following = next_bidder(rules, draft, frame.player, frame.leader, frame.out, able)
    if following is not None:
        draft.update(0, player=following)
        return
    minor, winner = frame.target, frame.leader
    home = parse_city(rules, draft, frame.city)
    assert home is not None
    draft.emit("auction_won", player=winner, target=minor, price=frame.price)
    verbs.pay(rules, draft, winner, minor, frame.price, f"purchase of {minor}")
    start_minor(rules, draft, minor, winner, home, frame.price)
    finish(draft, rules, winner)


class RaiseMinorMove(Move[MinorAuction, Bid]):
    """Raise the bid for the minor that is up."""

    action = Bid
    label = "raise the bid"
    rule = "7.2.1.j"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: Bid) -> Iterator[Reason]:
        """Is there such a minor, and no city chosen again?"""
        yield from minor_shape(self.rules, action)
        if action.city is not None:
            yield shape("no_city_here", "The home is settled; leave the city out.", city=action.city)

    def offers(self, pos: Position, frame: MinorAuction) -> Iterator[Offer]:
        """One step above the standing bid, up to own cash."""
        prices = bid_range(self.rules, pos, frame.player, frame.price + self.rules.data.auction.step)
        if prices is not None and may_raise(self.rules, pos, frame, frame.player):
            yield Offer(Bid, {"entity": frame.player, "target": frame.target}, prices, rule=self.rule)

    def check(self, pos: Position, frame: MinorAuction, action: Bid) -> Iterator[Reason]:
        """The minor that is up, a higher bid, and room for one more certificate."""
        if action.target != frame.target:
            yield broken(
                "other_lot", "7.2.1.j", "{lot} is up now, not {target}.", lot=frame.target, target=action.target
            )
        least = self.rules.data.auction.minor_least_bid
        yield from bid_faults(self.rules, pos, frame.player, action.price, least, frame.price, IDS)
        yield from room_faults(self.rules, pos, frame.player, "P.5.5")

    def apply(self, draft: Draft[Any], frame: MinorAuction, action: Bid) -> None:
        """The bid stands."""
        assert isinstance(draft, RailDraft)
        draft.emit("bid", player=frame.player, target=frame.target, price=action.price)
        draft.update(0, leader=frame.player, price=action.price)
        go_on(self.rules, draft)


class PassMinorMove(Move[MinorAuction, Pass]):
    """Leave the auction."""

    action = Pass
    label = "pass"
    rule = "7.2.1.j"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: MinorAuction) -> Iterator[Offer]:
        """Always."""
        yield Offer(Pass, {"entity": frame.player}, rule=self.rule)

    def check(self, pos: Position, frame: MinorAuction, action: Pass) -> Iterator[Reason]:
        """Nothing forbids it."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: MinorAuction, action: Pass) -> None:
        """Out for good."""
        assert isinstance(draft, RailDraft)
        draft.emit("passed", player=frame.player)
        draft.update(0, out=(*frame.out, frame.player))
        go_on(self.rules, draft)


class MinorAuctionProcedure(AuctionProcedure[MinorAuction]):
    """Bidding for a minor; it tells the stock round who won."""

    frame = MinorAuction
    label = "raise the bid or pass"

    def __init__(self, rules: RailRules) -> None:
        super().__init__(rules, RaiseMinorMove(rules), PassMinorMove(rules))
