"""Nothing is created or lost: every component of the box is in exactly one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from towpath.rail import known_names
from towpath.rail.rules import PLACES_OF_TRAINS
from towpath.rail.state import BANK, CLOSED, POOL, RailState

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def faults(rules: RailRules, state: RailState) -> list[str]:
    """What does not add up, in words; of a position with unknown names only those, as the rest cannot be asked."""
    strangers = list(known_names.faults(rules, state))
    if strangers:
        return strangers
    checks = (_money, _papers, _trains, _tiles, _tokens, _market)
    return [fault for check in checks for fault in check(rules, state)]


def _money(rules: RailRules, state: RailState) -> Iterator[str]:
    total = sum(state.cash.values())
    if total != rules.data.bank:
        yield f"money adds up to {total}, not {rules.data.bank}"
    for holder, amount in state.cash.items():
        if amount < 0 and holder != BANK:
            yield f"{holder} has {amount}"


def _papers(rules: RailRules, state: RailState) -> Iterator[str]:
    if set(state.certificates) != set(rules.percents):
        yield "certificates were made or lost"
    for cert, holder in state.certificates.items():
        company = cert.rpartition("_")[0]
        if holder not in (BANK, POOL, company) and holder not in rules.seats:
            yield f"certificate {cert} is with {holder}"
        if (holder == BANK) == (state.standing[company] == "started" and cert not in rules.idle_certificates(state)):
            yield f"certificate {cert} is with {holder}, but {company} is {state.standing[company]}"
    for private, holder in state.privates.items():
        if not rules.exists(holder) and holder not in (BANK, CLOSED):
            yield f"private {private} is with {holder}"


def _trains(rules: RailRules, state: RailState) -> Iterator[str]:
    limited = {train for train in rules.train_ids if not rules.unlimited(rules.train_kind(train))}
    held = {train for train in state.trains if not rules.unlimited(rules.train_kind(train))}
    if held != limited:
        yield f"trains differ from the box: {sorted(held ^ limited)}"
    for train, holder in state.trains.items():
        if holder not in PLACES_OF_TRAINS and state.standing.get(holder) != "started":
            yield f"train {train} is with {holder}, which is not in play"


def _tiles(rules: RailRules, state: RailState) -> Iterator[str]:
    laid = Counter(tile for tile, _ in state.tiles.values())
    for tile, count in rules.tileset.counts.items():
        if count is not None and (state.supply[tile] + laid[tile] != count or state.supply[tile] < 0):
            yield f"tile {tile}: {state.supply[tile]} left and {laid[tile]} laid of {count}"


def _tokens(rules: RailRules, state: RailState) -> Iterator[str]:
    on_map: Counter[str] = Counter()
    for hex_id, there in state.tokens.items():
        tile = rules.tile_at(state, hex_id)
        on_map.update(token[2] for token in there)
        if len({token[:2] for token in there}) != len(there):
            yield f"two tokens in one space of {hex_id}"
        for city, slot, company in there:
            if city >= len(tile.stops) or slot >= tile.stops[city].slots:
                yield f"the token of {company} in {hex_id} lies in no space of the tile"
    for name in rules.companies:
        total = on_map[name] + len(state.charter[name])
        least, most = rules.tokens_in_box(state, name)
        if not least <= total <= most:
            yield f"{name} has {total} tokens of {most}"


def _market(rules: RailRules, state: RailState) -> Iterator[str]:
    stacked = {company: cell for cell, stack in state.stacks.items() for company in stack}
    if stacked != dict(state.cells) or sum(map(len, state.stacks.values())) != len(state.cells):
        yield "the market's stacks and the companies' cells disagree"
    for company in rules.certificates:
        if (state.standing[company] == "started") != (company in state.cells):
            yield f"{company} is {state.standing[company]} but {'on' if company in state.cells else 'off'} the market"
