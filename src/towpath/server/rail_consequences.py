"""What an action in hand leads to beyond its own events: who is over the limit then, who operates when, which tiles are left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import htpy as h
import msgspec
from htpy import Node

from towpath.api import Glimpse
from towpath.language import say
from towpath.rail import holdings
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState
from towpath.server import wording
from towpath.server.looking import Look


def further(look: Look, glimpse: Glimpse) -> list[str]:
    """The sentences."""
    rules, state, action = look.rules, glimpse.state, look.asked.choice or {}
    if not isinstance(rules, RailRules) or not isinstance(state, RailState):
        return []
    return [
        *_over_limit(look, rules, state),
        *_order(rules, look.full, state),
        *_tiles(rules, look.full, state, action),
    ]


def runs_then(look: Look) -> Node:
    """With track in hand the way to what would be earned then."""
    action = look.asked.choice or {}
    if action.get("type") != "lay_tile":
        return None
    return h.p[h.a(href=_runs(look, action), data_swap="push")[say("What would its best runs be then?")]]


def _over_limit(look: Look, rules: RailRules, state: RailState) -> Iterator[str]:
    """Players whom the action brings over the limit of certificates."""
    for player in state.seating:
        count, limit = holdings.certificate_count(rules, state, player), rules.certificate_limit(state)
        before = holdings.certificate_count(rules, look.full, player) > rules.certificate_limit(look.full)
        if count > limit and not before:
            yield say(
                "{player} is then over the limit of certificates: {count} of {limit}.",
                player=wording.entity_name(rules, player, look.names), count=f"{count:g}", limit=limit,
            )  # fmt: skip


def _order(rules: RailRules, before: Any, after: RailState) -> Iterator[str]:
    """The order in which companies would operate next, where it changes."""
    was, will = operating_order(rules, before), operating_order(rules, after)
    if will != was and len(will) > 1:
        yield say("Order of the next operating round as prices stand then: {companies}.", companies=", ".join(will))


def operating_order(rules: RailRules, state: Any) -> list[str]:
    """Companies with a price as they would operate now: minors first, each kind by price and place in its stack."""
    minors = [company for company in state.cells if rules.kind(company) == "minor"]
    others = [company for company in state.cells if rules.kind(company) != "minor"]
    return [*rules.market.order(state, minors), *rules.market.order(state, others)]


def _tiles(rules: RailRules, before: Any, after: RailState, action: Mapping[str, Any]) -> Iterator[str]:
    """How many of the tile are left, and of the one that comes back."""
    tile, hex_id = action.get("tile"), action.get("hex")
    if not isinstance(tile, str) or not isinstance(hex_id, str):
        return
    total = rules.tileset.counts.get(tile)
    if total is not None:
        yield say(
            "Of tile {tile} {left} of {total} are left then.", tile=tile, left=after.supply.get(tile, 0), total=total
        )
    old = before.tiles.get(hex_id)
    total = rules.tileset.counts.get(old[0]) if old else None
    if old and total is not None:
        left = after.supply.get(old[0], 0)
        yield say("Tile {tile} comes back: {left} of {total} are left then.", tile=old[0], left=left, total=total)


def _runs(look: Look, action: Mapping[str, Any]) -> str:
    """Trying out what the company would earn with the tile laid."""
    written = msgspec.json.encode(action).decode()
    return look.href(sandbox=action.get("entity"), step="track", choice=written, hex=action.get("hex"), find="best")
