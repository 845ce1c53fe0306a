"""Laying and upgrading track [8.6; sheet 8]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.hexmap.laying import city_gains, new_track_reached
from towpath.hexmap.tiles import Tile, TileSet
from towpath.hexmap.upgrades import Candidate, candidates, faults, make_candidate
from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.rail import loans, national_tokens, verbs
from towpath.rail.actions import LayTile
from towpath.rail.frames import OperatingTurn
from towpath.rail.laying_faults import described, tile_shape
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, Position, RailDraft


def possible(rules: RailRules, pos: Position, frame: OperatingTurn) -> bool:
    """Whether the step waits: a track action is left and the company could pay for it."""
    if not lays_left(rules, frame):
        return False
    price = lay_price(rules, frame)
    return not price or loans.buying_power(rules, pos, frame.company) >= price


def lays_left(rules: RailRules, frame: OperatingTurn) -> bool:
    """Whether the turn has another track action."""
    return len(frame.lays) < len(rules.data.lay_prices)


def tiles_now(rules: RailRules, pos: Position) -> TileSet:
    """The tiles with the upgrades that the phase has: towns may change in some."""
    return rules.tileset.converting if rules.flag(pos, "town_changes") else rules.tileset


def is_upgrade(rules: RailRules, pos: Position, hex_id: str) -> bool:
    """Whether a tile on that hex would replace track: a laid tile, or printed yellow."""
    return rules.tile_at(pos, hex_id).colour != "white"


def lay_price(rules: RailRules, frame: OperatingTurn) -> int:
    """What this track action of the turn costs by itself, whichever of them is the upgrade [8.6]."""
    return rules.data.lay_prices[len(frame.lays)] if lays_left(rules, frame) else 0


def border_cost(rules: RailRules, pos: Position, hex_id: str, old: Tile, candidate: Candidate) -> int:
    """Costs of the sides over which this tile first joins track to the neighbour's [8.6.2]."""
    place = rules.board.hexes[hex_id]
    total = 0
    for edge, border in place.borders.items():
        across = place.neighbours[edge]
        if not border.amount or across is None or old.exits >> edge & 1 or not candidate.exits >> edge & 1:
            continue
        if rules.tile_at(pos, across).exits >> rules.board.opposite(edge) & 1:
            total += border.amount
    return total


def cost(rules: RailRules, pos: Position, frame: OperatingTurn, hex_id: str, candidate: Candidate) -> int:
    """All that the lay costs: the second action, what is printed on what it covers, and borders."""
    old = rules.tile_at(pos, hex_id)
    return lay_price(rules, frame) + old.cost + border_cost(rules, pos, hex_id, old, candidate)


def locked(rules: RailRules, pos: Position, hex_id: str) -> bool:
    """Whether the hex takes no tile before the phase that opens the locks."""
    return bool(rules.board.hexes[hex_id].locked) and not rules.flag(pos, "locks_open")


def listed(rules: RailRules, old: str, new: str) -> bool:
    """Whether the printed list of upgrades has this one, or (policy C19) does not matter because the track fits."""
    return rules.policies.manifest_by_geometry or (old, new) not in rules.policies.unlisted_upgrades


def connected(rules: RailRules, pos: Position, company: str, hex_id: str, candidate: Candidate) -> bool:
    """Whether the lay is in the home hex, reaches new track, or makes a reached city worth more [8.6.2]."""
    if pos.homes.get(company) == hex_id and not rules.policies.home_hex_restricted:
        return True
    graph, reach = rules.graph(pos), rules.reach(pos, company)
    return new_track_reached(graph, reach, hex_id, candidate) or city_gains(graph, reach, hex_id, candidate)


def exits_of_cities(candidate: Candidate) -> int:
    """Number of sides with track to a city of the tile."""
    mask = 0
    for index, stop in enumerate(candidate.tile.stops):
        if stop.kind == "city":
            mask |= candidate.tile.stop_exits(index)
    return mask.bit_count()


def suiting(rules: RailRules, pos: Position, company: str, hex_id: str) -> Iterator[Candidate]:
    """The tiles that suit a hex by colour, supply, geometry, the printed list and connection."""
    colours = rules.phase(pos).tiles
    old = rules.tile_at(pos, hex_id)
    for candidate in candidates(rules.board, tiles_now(rules, pos), hex_id, old):
        if (
            candidate.tile.colour in colours
            and pos.supply.get(candidate.name, 1) > 0
            and listed(rules, old.name, candidate.name)
            and connected(rules, pos, company, hex_id, candidate)
        ):
            yield candidate


def fitting(rules: RailRules, pos: Position, frame: OperatingTurn, hex_id: str) -> list[Candidate]:
    """The tiles that may be laid on a hex by every rule but money and most track: the order of a turn, and what suits."""
    if locked(rules, pos, hex_id) or not lays_left(rules, frame) or any(hex_id == lay[0] for lay in frame.lays):
        return []
    if is_upgrade(rules, pos, hex_id) and any(lay[1] for lay in frame.lays):
        return []
    return list(suiting(rules, pos, frame.company, hex_id))


def stock_faults(rules: RailRules, pos: Position, tile: str) -> Iterator[Reason]:
    """Colour and supply of a tile."""
    colour = rules.tileset.tiles[tile].colour
    if colour not in rules.phase(pos).tiles:
        yield broken(
            "phase_colour", "8.6.e", "{colour} tiles are not open in phase {phase}.", colour=colour, phase=pos.phase
        )
    if pos.supply.get(tile, 1) < 1:
        yield broken("no_tile_left", "8.6.1.a", "No tile {tile} is left.", tile=tile)


def fit_faults(rules: RailRules, pos: Position, hex_id: str, tile: str, rotation: int) -> list[Reason]:
    """What is wrong with the geometry of a tile on a hex."""
    action = LayTile(entity="", hex=hex_id, tile=tile, rotation=rotation)
    wrong = faults(rules.board, tiles_now(rules, pos), hex_id, rules.tile_at(pos, hex_id), tile, rotation)
    return [described(rules.board, fault, action) for fault in wrong]


def most_exits(rules: RailRules, pos: Position, found: list[Candidate], hex_id: str) -> int:
    """Green to brown in a city hex: the greatest number of exits among what may be laid; 0 where the rule is silent."""
    old = rules.tile_at(pos, hex_id)
    if old.colour != "green" or not any(stop.kind == "city" for stop in old.stops):
        return 0
    return max((exits_of_cities(candidate) for candidate in found), default=0)


def hexes_to_try(rules: RailRules, pos: Position, company: str) -> list[str]:
    """The hexes where a lay could be connected at all."""
    reach = rules.reach(pos, company)
    found = set(reach.sides) | {node[0] for node in reach.nodes}
    home = pos.homes.get(company)
    if home is not None:
        found.add(home)
    return [hex_id for hex_id in rules.board.hexes if hex_id in found]


def lays(rules: RailRules, pos: Position, frame: OperatingTurn) -> Iterator[tuple[str, Candidate]]:
    """Every legal lay."""
    power = loans.buying_power(rules, pos, frame.company)
    for hex_id in hexes_to_try(rules, pos, frame.company):
        found = fitting(rules, pos, frame, hex_id)
        least = most_exits(rules, pos, found, hex_id)
        for candidate in found:
            if exits_of_cities(candidate) >= least and cost(rules, pos, frame, hex_id, candidate) <= power:
                yield hex_id, candidate


class LayTileMove(Move[OperatingTurn, LayTile]):
    """One free track action and a second one, a yellow lay, for 20."""

    action = LayTile
    label = "lay track"
    rule = "8.6.f"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: LayTile) -> Iterator[Reason]:
        """Hex, tile and rotation exist."""
        return tile_shape(self.rules, action.hex, action.tile, action.rotation)

    def found(self, pos: Position, frame: OperatingTurn) -> Iterator[tuple[str, Candidate]]:
        """Every legal lay."""
        return lays(self.rules, pos, frame)

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """All legal hex × tile × rotation."""
        rows = tuple((hex_id, one.name, one.rotation) for hex_id, one in self.found(pos, frame))
        if rows:
            yield Offer(LayTile, {"entity": frame.company}, Rows(("hex", "tile", "rotation"), rows), rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: LayTile) -> Iterator[Reason]:
        """Moment of the turn, phase, supply, geometry, connection, most track, money."""
        rules, company = self.rules, frame.company
        yield from self._order(pos, frame, action)
        old = rules.tile_at(pos, action.hex)
        wrong = fit_faults(rules, pos, action.hex, action.tile, action.rotation)
        yield from wrong
        if wrong:
            return
        if not listed(rules, old.name, action.tile):
            yield broken(
                "not_listed", "19.a", "The printed list of upgrades does not turn {old} into {tile}.",
                old=old.name, tile=action.tile,
            )  # fmt: skip
        candidate = make_candidate(tiles_now(rules, pos), old, action.tile, action.rotation)
        if not connected(rules, pos, company, action.hex, candidate):
            yield broken(
                "not_connected", "8.6.2.e", "{company} reaches no new track of {tile} in {hex}, and no city it reaches gains.",
                waivable=True, company=company, tile=action.tile, hex=action.hex,
            )  # fmt: skip
        least = most_exits(rules, pos, fitting(rules, pos, frame, action.hex), action.hex)
        if exits_of_cities(candidate) < least:
            yield broken(
                "most_track", "8.6.n", "A brown city must use as much track as it can: {least} exits are possible in {hex}.",
                waivable=True, least=least, hex=action.hex,
            )  # fmt: skip
        price = cost(rules, pos, frame, action.hex, candidate)
        if price > loans.buying_power(rules, pos, company):
            yield broken(
                "too_dear", "8.6.2.c", "The lay costs {cost}; {company} can raise {power} with all its loans.",
                cost=price, company=company, power=loans.buying_power(rules, pos, company),
            )  # fmt: skip

    def _order(self, pos: Position, frame: OperatingTurn, action: LayTile) -> Iterator[Reason]:
        rules = self.rules
        yield from stock_faults(rules, pos, action.tile)
        if locked(rules, pos, action.hex):
            yield broken(
                "locked", "8.6.m", "{hex} is locked until phase {phase}.",
                waivable=True, hex=action.hex, phase=rules.first_phase("locks_open"),
            )  # fmt: skip
        if any(action.hex == lay[0] for lay in frame.lays):
            yield broken("same_hex", "8.6.i", "{hex} has had its tile this turn.", hex=action.hex)
        if not lays_left(rules, frame):
            yield broken("no_lay_left", "8.6.f", "The track actions of this turn are used.")
        elif any(lay[1] for lay in frame.lays) and is_upgrade(rules, pos, action.hex):
            yield broken("second_upgrade", "8.6.g", "The second track action is a yellow lay; a turn has one upgrade.")

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: LayTile) -> None:
        """Borrow if need be, pay, lay."""
        assert isinstance(draft, RailDraft)
        rules = self.rules
        old = rules.tile_at(draft, action.hex)
        candidate = make_candidate(tiles_now(rules, draft), old, action.tile, action.rotation)
        price = cost(rules, draft, frame, action.hex, candidate)
        upgrade = is_upgrade(rules, draft, action.hex)
        loans.borrow_for(rules, draft, frame.company, price)
        verbs.pay(rules, draft, frame.company, BANK, price, f"track in {action.hex}")
        verbs.lay_tile(rules, draft, action.hex, action.tile, action.rotation, candidate.city_map)
        draft.update(0, lays=(*frame.lays, (action.hex, upgrade)))
        national_tokens.on_lay(rules, draft, action.hex)
