"""Which tokens of its minors a new major keeps [9.1C, 9.2E; sheet 16.11]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from towpath.hexmap.board import NodeId
from towpath.kernel.reasons import Reason, broken
from towpath.rail import charters, verbs
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft

MOST_KEPT = 2
"""Tokens that a merger keeps, one a hex [9.2E]."""


def on_map(rules: RailRules, pos: Position, minors: Sequence[str]) -> dict[str, NodeId]:
    """The minors whose token is still on the map, with its city."""
    return {minor: node for minor in minors for node in rules.tokens_of(pos, minor)}


def excess(rules: RailRules, pos: Position, minors: Sequence[str]) -> int:
    """How many tokens must still go: two are kept in different hexes, one if all are in one hex."""
    nodes = on_map(rules, pos, minors).values()
    return len(nodes) - min(MOST_KEPT, len({hex_id for hex_id, _ in nodes}))


def drop_doubles(rules: RailRules, draft: RailDraft, minors: Sequence[str]) -> None:
    """Of tokens in the very same city only the first stays: nothing is to be chosen between them."""
    seen: set[NodeId] = set()
    for minor, node in on_map(rules, draft, minors).items():
        if node in seen:
            verbs.lift_token(draft, minor, node[0], node[1], None)
        seen.add(node)


def removable(rules: RailRules, pos: Position, minors: Sequence[str]) -> list[NodeId]:
    """The cities from which a token may go now."""
    nodes = sorted(on_map(rules, pos, minors).values())
    return [node for node in nodes if not any(removal_faults(rules, pos, minors, node))]


def removal_faults(rules: RailRules, pos: Position, minors: Sequence[str], node: NodeId) -> Iterator[Reason]:
    """Why the token in a city cannot be given up: two hexes with a token must remain when there are two."""
    nodes = list(on_map(rules, pos, minors).values())
    name = f"{node[0]}/{node[1]}"
    if node not in nodes:
        yield broken("no_token_there", "9.2.E.b", "None of the merged minors has a token in {city}.", city=name)
        return
    hexes = {hex_id for hex_id, _ in nodes}
    left = {hex_id for hex_id, city in nodes if (hex_id, city) != node}
    if len(left) < min(MOST_KEPT, len(hexes)):
        yield broken(
            "last_other_hex", "P.16.11.a", "The token in {city} stays: the two kept are in different hexes.", city=name
        )


def remove(rules: RailRules, draft: RailDraft, minors: Sequence[str], node: NodeId) -> None:
    """Take the token in a city off the map."""
    for minor, place in on_map(rules, draft, minors).items():
        if place == node:
            verbs.lift_token(draft, minor, node[0], node[1], None)


def take_places(rules: RailRules, draft: RailDraft, minors: Sequence[str], major: str, slip: bool = False) -> None:
    """Put the major's cheapest tokens in the places that are kept; the first one makes its home. ``slip`` (policy C11): the
    piece that would have been the free one has gone, and the free one is still on the charter."""
    kept = on_map(rules, draft, minors)
    for index, (minor, (hex_id, city)) in enumerate(kept.items()):
        price = draft.charter[major][1 if slip else 0]
        charters.replace_token(draft, minor, major, hex_id, city, price)
        if index == 0:
            verbs.set_home(draft, major, hex_id)


def slips(rules: RailRules, pos: Position, minors: Sequence[str], places: Sequence[NodeId]) -> bool:
    """Policy C11: whether a merger within one hex has lost the piece of the active minor. ``places``: the cities of the
    minors before any token went, in the order of the group."""
    if not rules.policies.merge_free_token_slip or len({hex_id for hex_id, _ in places}) != 1:
        return False
    return len(set(places)) > 1 and places[0] not in on_map(rules, pos, minors).values()
