"""One tile a turn, in hexes that privates of players close [1856: 8]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.hexmap.upgrades import Candidate, make_candidate
from towpath.kernel.draft import Draft
from towpath.kernel.reasons import Reason, broken
from towpath.rail import verbs
from towpath.rail.actions import LayTile
from towpath.rail.city_of_token import CityOfToken
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.state import BANK
from towpath.rail.track import LayTileMove, connected, fit_faults, hexes_to_try, stock_faults, suiting, tiles_now
from towpath.rail.turn import Turn


def locked_by(rules: IssueRules, pos: IssuePosition, hex_id: str) -> str | None:
    """The private that closes a hex because a player owns it [8.8]."""
    for private in rules.data.privates:
        if hex_id in private.hexes and pos.privates[private.id] in rules.seats:
            return private.id
    return None


def open_hex(rules: IssueRules, pos: IssuePosition, frame: Turn, hex_id: str) -> bool:
    """Whether this turn may put a tile there at all."""
    return not frame.lays and locked_by(rules, pos, hex_id) is None


def lays(rules: IssueRules, pos: IssuePosition, frame: Turn) -> Iterator[tuple[str, Candidate]]:
    """Every legal lay."""
    cash = pos.cash.get(frame.company, 0)
    for hex_id in hexes_to_try(rules, pos, frame.company):
        if open_hex(rules, pos, frame, hex_id) and rules.tile_at(pos, hex_id).cost <= cash:
            for candidate in suiting(rules, pos, frame.company, hex_id):
                yield hex_id, candidate


def tile_faults(rules: IssueRules, pos: IssuePosition, hex_id: str, tile: str, rotation: int) -> Iterator[Reason]:
    """Colour, supply and geometry of a tile on a hex."""
    yield from stock_faults(rules, pos, tile)
    yield from fit_faults(rules, pos, hex_id, tile, rotation)


def put_tile(rules: IssueRules, draft: IssueDraft, company: str, hex_id: str, tile: str, rotation: int) -> None:
    """Lay a tile, and ask about a token in a city that had no track [8.7]."""
    old = rules.tile_at(draft, hex_id)
    candidate = make_candidate(tiles_now(rules, draft), old, tile, rotation)
    verbs.lay_tile(rules, draft, hex_id, tile, rotation, candidate.city_map)
    cities = [stop for stop in candidate.tile.stops if stop.kind == "city"]
    there = draft.tokens.get(hex_id, ())
    if not old.pieces and len(cities) > 1 and len(there) == 1:
        draft.push(CityOfToken(company=company, hex=hex_id, token=there[0][2]))


class LayMove(LayTileMove):
    """The one tile of a turn, new or an upgrade."""

    rule = "8.1.a"
    rules: IssueRules

    def found(self, pos: Any, frame: Any) -> Iterator[tuple[str, Candidate]]:
        """Every legal lay."""
        return lays(self.rules, pos, frame)

    def check(self, pos: Any, frame: Any, action: LayTile) -> Iterator[Reason]:
        """One a turn, open hex, colour, supply, geometry, connection, money."""
        rules, company, hex_id = self.rules, frame.company, action.hex
        if frame.lays:
            yield broken("no_lay_left", "8.1.a", "The tile of this turn is laid.")
        private = locked_by(rules, pos, hex_id)
        if private is not None:
            yield broken(
                "locked", "8.8.a", "{hex} is closed while a player owns {private}.", hex=hex_id, private=private
            )
        wrong = list(tile_faults(rules, pos, hex_id, action.tile, action.rotation))
        yield from wrong
        old = rules.tile_at(pos, hex_id)
        if not any(reason.code.startswith("lay_") for reason in wrong):
            candidate = make_candidate(tiles_now(rules, pos), old, action.tile, action.rotation)
            if not connected(rules, pos, company, hex_id, candidate):
                rule = "P.8.2.a" if old.colour == "white" else "P.8.2.c"
                yield broken(
                    "not_connected", rule, "{company} reaches no new track of {tile} in {hex}, and no city gains.",
                    waivable=True, company=company, tile=action.tile, hex=hex_id,
                )  # fmt: skip
        cash = pos.cash.get(company, 0)
        if old.cost > cash:
            yield broken("too_dear", "P.8.9.b", "The tile costs {cost}; {company} has {cash}.", cost=old.cost,
                         company=company, cash=cash)  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Any, action: LayTile) -> None:
        """Pay for the terrain and lay."""
        assert isinstance(draft, IssueDraft)
        rules = self.rules
        old = rules.tile_at(draft, action.hex)
        verbs.pay(rules, draft, frame.company, BANK, old.cost, f"track in {action.hex}")
        draft.update(0, lays=(*frame.lays, (action.hex, old.colour != "white")))
        put_tile(rules, draft, frame.company, action.hex, action.tile, action.rotation)
