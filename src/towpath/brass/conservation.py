"""Nothing is created or lost: money, counters, cubes, cards and tiles are each in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from towpath.brass.data import CUBES, INDUSTRIES
from towpath.brass.setup import full_stack
from towpath.brass.state import BANK, BrassState

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


def faults(rules: BrassRules, state: BrassState) -> list[str]:
    """What does not add up, in words; of a position with unknown names only those, as the rest cannot be asked."""
    strangers = list(_strangers(rules, state))
    if strangers:
        return strangers
    checks = (_money, _tracks, _counters, _cubes, _links, _cards)
    return [fault for check in checks for fault in check(rules, state)]


def _strangers(rules: BrassRules, state: BrassState) -> Iterator[str]:
    seats = set(rules.seats)
    keys = {rules.stack_key(seat, industry) for seat in rules.seats for industry in INDUSTRIES}
    for name, table, wanted in (
        ("cash", state.cash, {BANK, *seats}),
        ("spent", state.spent, seats),
        ("income", state.income, seats),
        ("points", state.points, seats),
        ("hands", state.hands, seats),
        ("stacks", state.stacks, keys),
        ("removed", state.removed, keys),
        ("demand", state.demand, set(CUBES)),
        ("stock", state.stock, set(CUBES)),
    ):
        if set(table) != wanted:
            yield f"{name} is kept for {', '.join(sorted(table))}, not for {', '.join(sorted(wanted))}"
    if sorted(state.order) != sorted(seats):
        yield f"the order of play is {', '.join(state.order)}"
    for space, counter in state.counters.items():
        if space not in rules.board.spaces or counter.owner not in seats:
            yield f"a counter of {counter.owner} is on {space}"
        elif counter.industry not in rules.board.spaces[space].takes:
            yield f"{space} takes no {counter.industry}"
    for line, owner in state.links.items():
        if line not in rules.board.lines or owner not in seats:
            yield f"a link of {owner} is on {line}"


def _money(rules: BrassRules, state: BrassState) -> Iterator[str]:
    if sum(state.cash.values()):
        yield f"money adds up to {sum(state.cash.values())}, not to nothing"
    for seat in rules.seats:
        if state.cash[seat] < 0 or state.spent[seat] < 0 or state.points[seat] < 0:
            yield f"{seat} has {state.cash[seat]} pounds, spent {state.spent[seat]}, has {state.points[seat]} points"


def _tracks(rules: BrassRules, state: BrassState) -> Iterator[str]:
    for seat, space in state.income.items():
        if not 0 <= space < len(rules.levels):
            yield f"{seat}'s income marker stands on space {space}"
    if not 0 <= state.cotton <= len(rules.rows):
        yield f"the cotton marker stands on row {state.cotton}"
    if Counter((*state.distant, *state.turned)) != Counter(rules.tiles):
        yield f"the distant market tiles are {sorted((*state.distant, *state.turned))}"


def _counters(rules: BrassRules, state: BrassState) -> Iterator[str]:
    levels: dict[str, list[int]] = {key: [*state.stacks[key], *state.removed[key]] for key in state.stacks}
    for space, counter in state.counters.items():
        key = rules.stack_key(counter.owner, counter.industry)
        levels[key].append(counter.level)
        if counter.cubes < 0 or (counter.cubes and (counter.industry not in CUBES or counter.flipped)):
            yield f"{counter.cubes} cubes lie on the {counter.industry} counter of {space}"
    for seat in rules.seats:
        for industry in INDUSTRIES:
            key = rules.stack_key(seat, industry)
            if sorted(levels[key]) != sorted(full_stack(rules, industry)):
                yield f"{seat}'s {industry} counters are of levels {sorted(levels[key])}"


def _cubes(rules: BrassRules, state: BrassState) -> Iterator[str]:
    for cube in CUBES:
        lying = sum(counter.cubes for counter in state.counters.values() if counter.industry == cube)
        total = lying + state.demand[cube] + state.stock[cube]
        if total != rules.edition.cubes[cube]:
            yield f"{total} {cube} cubes instead of {rules.edition.cubes[cube]}"
        if not 0 <= state.demand[cube] <= len(rules.prices_of_demand):
            yield f"{state.demand[cube]} cubes lie on the {cube} track"


def _links(rules: BrassRules, state: BrassState) -> Iterator[str]:
    for seat in rules.seats:
        if rules.links_left(state, seat) < 0:
            yield f"{seat} has more than {rules.data.link_counters} links"
    for line in state.links:
        if not rules.board.lines[line].takes(state.period):
            yield f"{line} takes no {state.period}"


def _cards(rules: BrassRules, state: BrassState) -> Iterator[str]:
    cards = Counter((*state.deck, *state.aside, *state.discards))
    for hand in state.hands.values():
        cards.update(hand)
    if cards != Counter(rules.cards):
        yield f"cards differ from the deck: {dict((cards - Counter(rules.cards)) + (Counter(rules.cards) - cards))}"
    if any(len(hand) > rules.data.hand for hand in state.hands.values()):
        yield f"a hand has more than {rules.data.hand} cards"
