"""Station tokens of majors in their turn [8.7; sheet 9]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.hexmap.board import NodeId
from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken, shape
from towpath.rail import verbs
from towpath.rail.actions import PlaceToken
from towpath.rail.frames import OperatingTurn
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, Position, RailDraft


def parse_city(rules: RailRules, pos: Position, text: str) -> NodeId | None:
    """ "HEX/city" as a node, or ``None`` when there is no such city on the map now."""
    hex_id, _, number = text.rpartition("/")
    if hex_id not in rules.board.hexes or not (number.isascii() and number.isdigit() and len(number) < 3):
        return None
    stops = rules.tile_at(pos, hex_id).stops
    city = int(number)
    return (hex_id, city) if city < len(stops) and stops[city].kind == "city" else None


def city_shape(rules: RailRules, pos: Position, text: str) -> Iterator[Reason]:
    """The reason of shape when a text names no city."""
    if parse_city(rules, pos, text) is None:
        yield shape("no_such_city", "{city} is no city on the map; write it as HEX/number, such as H8/0.", city=text)


def open_slots(rules: RailRules, pos: Position, node: NodeId, company: str) -> int:
    """Spaces of a city that the company may take: free ones less those kept for others [8.7]."""
    hex_id, city = node
    slots = rules.tile_at(pos, hex_id).stops[city].slots
    taken = {token[1] for token in pos.tokens.get(hex_id, ()) if token[0] == city}
    kept = {
        slot
        for place, slot, name in pos.reservations.get(hex_id, ())
        if place == city and name != company and slot not in taken
    }
    found = slots - len(taken) - len(kept)
    waiting = homeless(rules, pos, hex_id, company)
    if waiting:
        everywhere = sum(stop.slots for stop in rules.tile_at(pos, hex_id).stops) - len(pos.tokens.get(hex_id, ()))
        found = max(0, min(found, everywhere - len(waiting)))
    return found


def homeless(rules: RailRules, pos: Position, hex_id: str, company: str) -> list[str]:
    """Other companies at home in the hex, whichever its city, whose first token has yet to come there."""
    return [
        name
        for name in rules.board.hexes[hex_id].reserved_anywhere
        if name != company
        and name in rules.companies
        and rules.companies[name].home == f"{hex_id}/*"
        and pos.standing[name] != "gone"
        and name not in pos.homes
    ]


def closed(rules: RailRules, pos: Position, node: NodeId) -> bool:
    """Whether no token may be put there before a later phase (printed green cities of 1867)."""
    place = rules.board.hexes[node[0]]
    return bool(place.closed.get(node[1])) and node[0] not in pos.tiles and not rules.flag(pos, "locks_open")


def next_price(pos: Position, company: str) -> int | None:
    """Price per hex of the next token on the charter; the cheaper one goes first."""
    charter = pos.charter.get(company, ())
    return charter[0] if charter else None


def cost(rules: RailRules, pos: Position, company: str, node: NodeId) -> int:
    """Price per hex times the distance over the plain grid from the nearest own token [8.7, sheet 9.2]; or the price
    alone, whatever the distance."""
    price = next_price(pos, company)
    assert price is not None
    if not rules.policies.token_distance:
        return price
    own = rules.tokens_of(pos, company)
    return price * min((rules.board.distance(hex_id, node[0]) for hex_id, _ in own), default=0)


def spots(rules: RailRules, pos: Position, company: str) -> list[NodeId]:
    """The cities where the company may put its next token now, money included."""
    if rules.kind(company) != "major" or next_price(pos, company) is None:
        return []
    reach = rules.reach(pos, company)
    return [
        node
        for node in sorted(reach.nodes)
        if rules.stop_at(pos, node).kind == "city" and not any(_faults(rules, pos, company, node))
    ]


def possible(rules: RailRules, pos: Position, company: str) -> bool:
    """Whether there is anything to decide."""
    if not rules.policies.token_asked_by_price:
        return bool(spots(rules, pos, company))
    price = next_price(pos, company)
    if rules.kind(company) != "major" or price is None or price > pos.cash.get(company, 0):
        return False
    return bool(open_places(rules, pos, company))


def open_places(rules: RailRules, pos: Position, company: str) -> list[NodeId]:
    """The cities that would take the company's next token if money were no matter."""
    cities = [node for node in rules.reach(pos, company).nodes if rules.stop_at(pos, node).kind == "city"]
    return [node for node in sorted(cities) if not any(_place_faults(rules, pos, company, node))]


def _faults(rules: RailRules, pos: Position, company: str, node: NodeId) -> Iterator[Reason]:
    price = next_price(pos, company)
    if rules.kind(company) != "major" or price is None:
        yield broken("no_token_left", "8.7.a", "{company} has no token left on its charter.", company=company)
        return
    yield from _place_faults(rules, pos, company, node)
    needed = cost(rules, pos, company, node)
    if needed > pos.cash.get(company, 0):
        yield broken(
            "too_dear", "8.7.k", "The token costs {cost}, {company} has {cash}, and no loan may be taken for it.",
            cost=needed, company=company, cash=pos.cash.get(company, 0),
        )  # fmt: skip


def _place_faults(rules: RailRules, pos: Position, company: str, node: NodeId) -> Iterator[Reason]:
    """All but the money."""
    hex_id, city = node
    name = f"{hex_id}/{city}"
    if node not in rules.reach(pos, company).nodes:
        yield broken(
            "not_connected", "8.7.e", "{company} has no way to {city}.", waivable=True, company=company, city=name
        )
    if any(token[2] == company for token in pos.tokens.get(hex_id, ())):
        yield broken("token_in_hex", "8.7.j", "{company} already has a token in {hex}.", company=company, hex=hex_id)
    if open_slots(rules, pos, node, company) < 1:
        kept = [owner for place, _, owner in pos.reservations.get(hex_id, ()) if place == city and owner != company]
        kept += homeless(rules, pos, hex_id, company)
        taken = sum(token[0] == city for token in pos.tokens.get(hex_id, ()))
        if taken >= rules.tile_at(pos, hex_id).stops[city].slots:
            yield broken("city_full", "8.7.c", "{city} has no free space.", city=name)
        else:
            yield broken("place_kept", "8.7.d", "What is free in {city} is kept for {kept}.", city=name, kept=kept)
    if closed(rules, pos, node):
        yield broken(
            "city_closed", "7.2.1.e", "{city} is closed until phase {phase}.",
            city=name, phase=rules.first_phase("locks_open"),
        )  # fmt: skip


class PlaceTokenMove(Move[OperatingTurn, PlaceToken]):
    """At most one a turn, on a connected city with an open space."""

    action = PlaceToken
    label = "place a token"
    rule = "8.7.b"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: PlaceToken) -> Iterator[Reason]:
        """Is there such a city?"""
        return city_shape(self.rules, pos, action.city)

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """Every city it may go to."""
        found = spots(self.rules, pos, frame.company)
        if found:
            cities = tuple(f"{hex_id}/{city}" for hex_id, city in found)
            yield Offer(PlaceToken, {"entity": frame.company}, Options("city", cities), rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: PlaceToken) -> Iterator[Reason]:
        """Connection, space, one a hex, money."""
        node = parse_city(self.rules, pos, action.city)
        assert node is not None
        return _faults(self.rules, pos, frame.company, node)

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: PlaceToken) -> None:
        """Pay and place; the step is over."""
        assert isinstance(draft, RailDraft)
        node = parse_city(self.rules, draft, action.city)
        price = next_price(draft, frame.company)
        assert node is not None
        assert price is not None
        needed = cost(self.rules, draft, frame.company, node)
        verbs.pay(self.rules, draft, frame.company, BANK, needed, f"token in {node[0]}")
        verbs.put_token(self.rules, draft, frame.company, node[0], node[1], price)
        draft.update(0, step="run")
