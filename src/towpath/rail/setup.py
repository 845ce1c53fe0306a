"""The position before the first decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.kernel import chance
from towpath.kernel.table import Table
from towpath.rail.frames import Course
from towpath.rail.state import BANK, CLOSED, YARD, RailState, Reservation, Standing, Token

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def first_position(rules: RailRules, seed: str) -> RailState:
    """Money, papers, trains, tiles and tokens in their places; who is first and which privates are out is drawn."""
    luck = chance.start(seed)
    first = 0
    if rules.random_first:
        first, luck = chance.draw(luck, len(rules.seats))
    privates, luck = _privates(rules, luck)
    line = rules.limits
    standing: dict[str, Standing] = {company.id: "unstarted" for company in rules.data.companies}
    charter = {company.id: sorted(company.tokens) for company in rules.data.companies}
    national = rules.data.national_if_any
    if national is not None and national.forms_later:
        charter[national.id] = []
    elif national is not None:
        standing[national.id] = "started"
    tokens, used = _tokens(rules)
    return rules.state_type(
        stack=(Course(),),
        chance=luck,
        seating=rules.seats,
        priority=rules.seats[first],
        phase=rules.data.phases[0].name,
        round="AR",
        cash=Table({BANK: rules.data.bank - line.cash * len(rules.seats), **dict.fromkeys(rules.seats, line.cash)}),
        certificates=Table({cert: BANK for certs in rules.certificates.values() for cert in certs}),
        privates=Table(privates),
        trains=Table(dict.fromkeys(rules.train_ids, YARD)),
        tiles=Table({hex_id: (start.tile, start.rotation) for hex_id, start in rules.board.start.items()}),
        supply=Table({name: count for name, count in rules.tileset.counts.items() if count is not None}),
        tokens=Table(tokens),
        reservations=Table(_reservations(rules)),
        charter=Table({name: tuple(prices[used.get(name, 0) :]) for name, prices in charter.items()}),
        cells=Table(),
        stacks=Table(),
        pars=Table(),
        loans=Table(),
        standing=Table(standing),
        operated=Table(),
        homes=Table(),
        revenues=Table(),
    )


def _privates(rules: RailRules, luck: int) -> tuple[dict[str, str], int]:
    """All with the bank; with two players some are out, drawn at random [16.2]."""
    places = {private.id: BANK for private in sorted(rules.data.privates, key=lambda private: private.number)}
    if rules.limits.removed_privates and not rules.policies.bundles:
        order, luck = chance.shuffled(luck, tuple(places))
        for private in order[: rules.limits.removed_privates]:
            places[private] = CLOSED
    return places, luck


def _tokens(rules: RailRules) -> tuple[dict[str, tuple[Token, ...]], dict[str, int]]:
    tokens: dict[str, tuple[Token, ...]] = {}
    used: dict[str, int] = {}
    for hex_id, place in rules.board.hexes.items():
        if place.tokens:
            tokens[hex_id] = tuple((token.stop, token.slot, token.company) for token in place.tokens)
            for token in place.tokens:
                used[token.company] = used.get(token.company, 0) + 1
    return tokens, used


def _reservations(rules: RailRules) -> dict[str, tuple[Reservation, ...]]:
    kept: dict[str, tuple[Reservation, ...]] = {}
    for hex_id, place in rules.board.hexes.items():
        found = [
            (city, slot, name)
            for city, names in sorted(place.reserved.items())
            for slot, name in enumerate(names)
            if name in rules.companies
        ]
        if found:
            kept[hex_id] = tuple(found)
    return kept
