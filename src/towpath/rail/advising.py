"""What a player's programs do in a position: pass, buy and bid, and when each of them is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from towpath.kernel.offers import Offer, Options, Range
from towpath.kernel.programs import Advice, Program, Stop
from towpath.kernel.state import Event, Frame
from towpath.rail import holdings
from towpath.rail.actions import Accept, Bid, BuyShare, Decline, Pass
from towpath.rail.consent import Consent
from towpath.rail.lots import auction_frames, leads, lot_up, to_be_had
from towpath.rail.merger import MergerRound, active
from towpath.rail.programs import AnswerOffers, BidUpTo, BuyShares, BuyUntilFloated, PassUntil, Source
from towpath.rail.state import RailState
from towpath.rail.stock_turn import StockRound

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def advise(rules: RailRules, state: RailState, seat: str, program: Program, events: Sequence[Event]) -> Advice:
    """What the program of a seat says; see ``Rules.advise``."""
    match program:
        case PassUntil():
            return _passing(rules, state, seat, program, events)
        case BuyUntilFloated():
            return _floating(rules, state, seat, program, events)
        case BuyShares():
            return _buying(rules, state, seat, program, events)
        case BidUpTo():
            return _bidding(rules, state, seat, program, events)
        case AnswerOffers():
            return _answering(rules, state, seat, program)
    raise TypeError(f"railway games have no program {type(program).__name__}")


# -- passing ----------------------------------------------------------------------------------------------------------


def _passing(rules: RailRules, state: RailState, seat: str, program: PassUntil, events: Sequence[Event]) -> Advice:
    for event in events:
        for condition, stop in _news(rules, state, seat, event):
            if condition in program.until:
                return stop
    if program.last and _is_past(state, program):
        return Stop("round_over", "Stock round {number} is over.", {"number": program.last}, reached=True)
    entity = _asked_to_pass(rules, state, seat, program)
    return None if entity is None else Pass(entity=entity)


def _is_past(state: RailState, program: PassUntil) -> bool:
    """Whether the stock round is over, and with it, if minors pass too, the merger rounds that follow it."""
    if state.set_number != program.last or "merger" in program.places:
        return state.set_number > program.last
    return state.round != f"SR {program.last}"


def _asked_to_pass(rules: RailRules, state: RailState, seat: str, program: PassUntil) -> str | None:
    """The entity that may pass for the seat at this moment; a turn in which the player has acted is his own to end."""
    frame = state.frame
    if isinstance(frame, StockRound):
        return seat if "stock" in program.places and frame.player == seat and not frame.acted else None
    if isinstance(frame, MergerRound):
        minor = active(frame)
        begun = bool(frame.group) or frame.converting or frame.closed
        mine = "merger" in program.places and not begun and rules.controller(state, minor) == seat
        return minor if mine else None
    bidding = "auction" in program.places and type(frame) in auction_frames(rules)
    return seat if bidding and getattr(frame, "player", None) == seat else None


def _news(rules: RailRules, state: RailState, seat: str, event: Event) -> Iterator[tuple[str, Stop]]:
    """The conditions that an event meets, each with what is said of it."""
    data: dict[str, Any] = event.data
    company = data.get("company")
    mine = isinstance(company, str) and holdings.percent(rules, state, company, seat) > 0
    other = data.get("player") != seat
    if event.kind == "share_bought" and mine and other:
        yield "traded", Stop("traded", "{player} has bought a share of {company}.", data)
    elif event.kind == "shares_sold" and other:
        stop = Stop("traded" if mine else "sold", "{player} has sold shares of {company}.", data)
        yield from ((name, stop) for name in (("traded", "sold") if mine else ("sold",)))
    elif event.kind == "president_changed" and (mine or data.get("old") == seat):
        yield "president", Stop("president", "The president of {company} is now {new}.", data)
    elif event.kind == "price_moved" and mine and data["after"] < data["before"]:
        yield "price", Stop("price", "The price of {company} has fallen from {before} to {after}.", data)
    elif event.kind == "major_started" and other:
        yield "started", Stop("started", "{player} has started {company}.", data)
    elif event.kind == "minor_put_up" and other:
        yield "started", Stop("started", "{player} has put up {target}.", data)
    elif event.kind == "market_left":
        yield "gone", Stop("gone", "{company} has left the market.", data)
    elif event.kind == "phase_begun":
        yield "phase", Stop("phase", "Phase {phase} has begun.", data)
    elif event.kind in ("bank_broken", "end_triggered"):
        yield "end", Stop("end", "The end of the game has come into sight.")


# -- buying -----------------------------------------------------------------------------------------------------------


def _floating(
    rules: RailRules, state: RailState, seat: str, program: BuyUntilFloated, events: Sequence[Event]
) -> Advice:
    stop = _purchase_upset(rules, state, seat, program.company, events)
    if stop is not None:
        return stop
    if rules.floated(state, program.company) and not _just_bought(state.frame, seat, program.company):
        return Stop("floated", "{company} has floated.", {"company": program.company}, reached=True)
    return _buy(rules, state, seat, program.company, "treasury", rules.share_price(state, program.company, "treasury"))


def _buying(rules: RailRules, state: RailState, seat: str, program: BuyShares, events: Sequence[Event]) -> Advice:
    company = program.company
    stop = _purchase_upset(rules, state, seat, company, events)
    if stop is not None:
        return stop
    held = holdings.percent(rules, state, company, seat) // rules.unit(state, company)
    if held >= program.shares and not _just_bought(state.frame, seat, company):
        values = {"held": held, "company": company}
        return Stop("held", "You hold {held} shares of {company}.", values, reached=True)
    return _buy(rules, state, seat, company, program.source, program.most)


def _purchase_upset(
    rules: RailRules, state: RailState, seat: str, company: str, events: Sequence[Event]
) -> Stop | None:
    """What makes a player who buys a company think again."""
    if company not in state.cells:
        return Stop("gone", "{company} has left the market.", {"company": company})
    for event in events:
        if event.data.get("company") != company:
            continue
        if event.kind == "shares_sold":
            return Stop("sold", "{player} has sold shares of {company}.", event.data)
        if event.kind == "president_changed":
            return Stop("president", "The president of {company} is now {new}.", event.data)
    return None


def _just_bought(frame: Frame | None, seat: str, company: str) -> bool:
    """Whether the player has bought the company in a turn that goes on (he might still sell)."""
    return isinstance(frame, StockRound) and frame.player == seat and getattr(frame, "bought", None) == company


def _buy(rules: RailRules, state: RailState, seat: str, company: str, source: Source, most: int) -> Advice:
    """Buy a share in the seat's own turn, then end it."""
    frame = state.frame
    if not isinstance(frame, StockRound) or frame.player != seat:
        return None
    if _just_bought(frame, seat, company):
        return Pass(entity=seat)
    price = rules.share_price(state, company, source)
    if price > most:
        values = {"company": company, "price": price, "most": most}
        return Stop("price", "A share of {company} costs {price}, more than {most}.", values)
    return BuyShare(entity=seat, company=company, source=source)


# -- bidding ----------------------------------------------------------------------------------------------------------


def _bidding(rules: RailRules, state: RailState, seat: str, program: BidUpTo, events: Sequence[Event]) -> Advice:
    for event in events:
        if event.kind == "auction_won" and event.data.get("target") == program.target:
            if event.data["player"] == seat:
                return Stop("won", "You have bought {target} for {price}.", event.data, reached=True)
            return Stop("lost", "{player} has bought {target} for {price}.", event.data)
    if program.target not in to_be_had(rules, state):
        return Stop("gone", "{target} is no longer to be had.", {"target": program.target})
    frame = state.frame
    if type(frame) not in auction_frames(rules) or getattr(frame, "player", None) != seat:
        return None
    assert frame is not None
    up = lot_up(frame)
    if up not in (None, program.target) or leads(frame, program.target, seat):
        return None
    price = _least_bid(rules, state, frame, seat, program.target)
    if price is not None and price <= program.most:
        return Bid(entity=seat, target=program.target, price=price)
    if up is not None:
        return Pass(entity=seat)
    values = {"target": program.target, "price": price, "most": program.most}
    if price is None:
        return Stop("too_dear", "You cannot bid enough for {target} now.", values)
    return Stop("limit", "The least bid for {target} is {price} now; your limit is {most}.", values)


def _least_bid(rules: RailRules, state: RailState, frame: Frame, seat: str, target: str) -> int | None:
    """The least that may be bid for a lot, ``None`` when the seat can bid nothing for it."""
    procedure = rules.procedures[type(frame)]
    offers = (offer for move in procedure.moves(state, frame) for offer in move.offers(state, frame))
    least = [price for offer in offers if offer.entity == seat and (price := _price_in(offer, target)) is not None]
    return min(least, default=None)


def _price_in(offer: Offer, target: str) -> int | None:
    """The least price at which an offer lets somebody bid for a lot."""
    if offer.action is not Bid:
        return None
    lots = {offer.fixed.get("target")}
    prices: list[int] = []
    for domain in offer.domains:
        if isinstance(domain, Range):
            prices.append(domain.least)
        elif isinstance(domain, Options) and domain.field == "target":
            lots = set(domain.values)
        elif isinstance(domain, Options) and domain.field == "price":
            prices += domain.values
    return min(prices, default=None) if target in lots else None


# -- answering --------------------------------------------------------------------------------------------------------


def _answering(rules: RailRules, state: RailState, seat: str, program: AnswerOffers) -> Advice:
    """Agree or refuse when it is this seat's to say so; a price that decides nothing leaves the question to the player."""
    if program.question == "sell_private" and seat not in state.privates.values():
        return Stop("none_left", "You have no private any more.", reached=True)
    frame = state.frame
    if not isinstance(frame, Consent) or frame.asked[:1] != (seat,) or frame.question != program.question:
        return None
    price = getattr(frame.action, "price", None)
    if program.answer == "accept":
        return Accept(entity=seat) if price is None or price >= program.price else None
    below = not program.price or price is None or price < program.price
    return Decline(entity=seat) if below else None
