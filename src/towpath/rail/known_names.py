"""Whether everything a position names exists in its title: for stored positions, which anybody may have written."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from towpath.rail.frames import Course
from towpath.rail.state import BANK, CLOSED, POOL, RailState

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def faults(rules: RailRules, state: RailState) -> Iterator[str]:
    """What is missing or unknown, in words. Nothing else about a position can be asked before this is empty."""
    yield from _players(rules, state)
    companies = rules.companies
    complete: tuple[tuple[str, Mapping[str, object], Collection[str]], ...] = (
        ("certificates", state.certificates, rules.percents),
        ("privates", state.privates, rules.privates),
        ("supply", state.supply, [name for name, count in rules.tileset.counts.items() if count is not None]),
        ("charter", state.charter, companies),
        ("standing", state.standing, companies),
    )
    for table, found, wanted in complete:
        if set(found) != set(wanted):
            yield f"{table} has other keys than the title: {_some(set(found) ^ set(wanted))}"
    partial: tuple[tuple[str, Collection[object], Collection[object]], ...] = (
        ("cash", state.cash, [*rules.seats, *companies, BANK, POOL]),
        ("cells", state.cells, companies),
        ("pars", state.pars, companies),
        ("loans", state.loans, companies),
        ("operated", state.operated, companies),
        ("homes", state.homes, companies),
        ("revenues", state.revenues, companies),
        ("tiles", state.tiles, rules.board.hexes),
        ("tokens", state.tokens, rules.board.hexes),
        ("reservations", state.reservations, rules.board.hexes),
        ("cells", state.cells.values(), range(len(rules.market.cells))),
        ("stacks", state.stacks, range(len(rules.market.cells))),
        ("stacks", [name for stack in state.stacks.values() for name in stack], companies),
        ("tokens", [name for there in state.tokens.values() for _, _, name in there], companies),
        ("reservations", [name for there in state.reservations.values() for _, _, name in there], companies),
        ("certificates", state.certificates.values(), [*rules.seats, *companies, BANK, POOL]),
        ("privates", state.privates.values(), [*rules.seats, *companies, BANK, CLOSED]),
    )
    for table, named, known in partial:
        unknown = set(named) - set(known)
        if unknown:
            yield f"{table} names what the title does not have: {_some(unknown)}"
    yield from _things(rules, state)


def _players(rules: RailRules, state: RailState) -> Iterator[str]:
    if sorted(state.seating) != sorted(rules.seats):
        yield f"the seating is {_some(state.seating)}, the seats are {_some(rules.seats)}"
    if state.priority not in rules.seats:
        yield f"{state.priority} has the priority deal and no seat"
    if state.finished is None and not isinstance(state.stack[0] if state.stack else None, Course):
        yield "the stack does not rest on the course of the game"
    if state.phase not in rules.phases:
        yield f"there is no phase {state.phase}"


def _things(rules: RailRules, state: RailState) -> Iterator[str]:
    for hex_id, (tile, rotation) in state.tiles.items():
        if tile not in rules.tileset.tiles or not 0 <= rotation < 6:
            yield f"{hex_id} has tile {tile} turned by {rotation}"
    for train in state.trains:
        name, _, copy = train.rpartition("-")
        if name not in rules.kinds or not (copy.isascii() and copy.isdigit() and len(copy) < 7):
            yield f"there is no train {train}"
    for company, amount in state.loans.items():
        if amount < 0:
            yield f"{company} has {amount} loans"
    for table in (state.tokens, state.reservations):
        for hex_id, there in table.items():
            if any(city < 0 or slot < 0 for city, slot, _ in there):
                yield f"a city or space of {hex_id} has a negative number"


def _some(names: Collection[object]) -> str:
    shown = sorted(map(str, names))
    return ", ".join(shown[:5]) + (", …" if len(shown) > 5 else "")
