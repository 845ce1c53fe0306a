"""Tokens of the national railway: places kept for it, and those it takes over [8.13, 10.1E; sheet 15.9, 15.10, 17.4]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.hexmap.board import NodeId
from towpath.rail import charters, verbs
from towpath.rail.state import Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def kept_hexes(rules: RailRules) -> tuple[str, ...]:
    """The hexes with a place kept for the national, in the order of the title's data."""
    return tuple(dict.fromkeys(place.spot.partition("/")[0] for place in rules.data.national.reserved))


def has_token(rules: RailRules, pos: Position, hex_id: str) -> bool:
    """Whether the national has a token anywhere in a hex."""
    return any(token[2] == rules.national for token in pos.tokens.get(hex_id, ()))


def spare(rules: RailRules, pos: Position) -> int:
    """How many tokens it may still place outside the kept places [sheet 15.10]."""
    kept = kept_hexes(rules)
    used = sum(hex_id not in kept for hex_id, _ in rules.tokens_of(pos, rules.national))
    return max(0, rules.data.national.elsewhere - used)


def take_over(rules: RailRules, draft: RailDraft, company: str) -> None:
    """Replace a nationalized company's tokens while the national may have more; the others leave the map [10.1E].

    One a hex; in a hex with a kept place the kept token is used. When there are too few, the most valuable cities come
    first, ties by chance or (policy C16) by the name of the hex.
    """
    nodes = sorted(rules.tokens_of(draft, company))
    taken = _taken(rules, draft, nodes)
    for hex_id, city in nodes:
        if (hex_id, city) in taken:
            charters.replace_token(draft, company, rules.national, hex_id, city, draft.charter[rules.national][0])
            verbs.drop_reservations(draft, rules.national, hex_id)
        else:
            verbs.lift_token(draft, company, hex_id, city, None)


def _taken(rules: RailRules, draft: RailDraft, nodes: list[NodeId]) -> set[NodeId]:
    kept = kept_hexes(rules)
    open_nodes = [node for node in nodes if not has_token(rules, draft, node[0])]
    wanted = [node for node in open_nodes if node[0] not in kept]
    found = {node for node in open_nodes if node[0] in kept}
    room = spare(rules, draft)
    if len(wanted) <= room:
        return found | set(wanted)
    return found | set(_dearest(rules, draft, wanted, room))


def _dearest(rules: RailRules, draft: RailDraft, nodes: list[NodeId], room: int) -> list[NodeId]:
    """The ``room`` most valuable of more cities than that. Chance is asked only about those that are level at the edge."""
    if not room:
        return []
    colour = rules.phase(draft).offboard
    value = {node: rules.stop_at(draft, node).value(colour) for node in nodes}
    edge = sorted(value.values(), reverse=True)[room - 1]
    found = [node for node in nodes if value[node] > edge]
    level = [node for node in nodes if value[node] == edge]
    if len(found) + len(level) > room:
        ordered = sorted(level, reverse=True) if rules.policies.tie_hex_desc else list(draft.shuffle(level))
        level = ordered[: room - len(found)]
    return found + level


def place_kept(rules: RailRules, draft: RailDraft, hex_id: str) -> bool:
    """Place the token kept for a hex, unless the national has one there; without a free space it stays off the map.
    Either way nothing is kept there any longer. ``True`` when it was placed."""
    city = None if has_token(rules, draft, hex_id) else _free_city(rules, draft, hex_id)
    if city is not None:
        verbs.put_token(rules, draft, rules.national, hex_id, city, draft.charter[rules.national][0])
    verbs.drop_reservations(draft, rules.national, hex_id)
    return city is not None


def _free_city(rules: RailRules, pos: Position, hex_id: str) -> int | None:
    """The city with the place kept for the national, else the first one with a space that is free and not kept."""
    kept = pos.reservations.get(hex_id, ())
    for city, _, company in kept:
        if company == rules.national:
            return city
    used = {(city, slot) for city, slot, _ in (*pos.tokens.get(hex_id, ()), *kept)}
    for city, stop in enumerate(rules.tile_at(pos, hex_id).stops):
        if any((city, slot) not in used for slot in range(stop.slots)):
            return city
    return None


def on_lay(rules: RailRules, draft: RailDraft, hex_id: str) -> None:
    """A tile was laid that brings a place for the national: its token goes there at once (policy C13), or its place is
    kept until phase 8. Nothing if it has a token in the hex [8.13, sheet 22 C13]."""
    names = rules.board.hexes[hex_id].reserved_on.get(draft.tiles[hex_id][0], ())
    if rules.national not in names or has_token(rules, draft, hex_id):
        return
    if rules.policies.reserved_on_gray:
        place_kept(rules, draft, hex_id)
        return
    city = _free_city(rules, draft, hex_id)
    if city is not None:
        kept = draft.reservations.get(hex_id, ())
        used = {slot for place, slot, _ in (*draft.tokens.get(hex_id, ()), *kept) if place == city}
        slots = rules.tile_at(draft, hex_id).stops[city].slots
        slot = max(slot for slot in range(slots) if slot not in used)
        draft.edit("reservations")[hex_id] = tuple(sorted((*kept, (city, slot, rules.national))))


def first_operation(rules: RailRules, draft: RailDraft) -> None:
    """Take the places that are due when the national first operates; later there is nothing left to take [sheet 15.1]."""
    for place in rules.data.national.reserved:
        hex_id = place.spot.partition("/")[0]
        if place.when == "first_operation" and any(
            kept[2] == rules.national for kept in draft.reservations.get(hex_id, ())
        ):
            place_kept(rules, draft, hex_id)
