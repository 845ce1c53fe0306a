"""Where a counter may be built: free spaces, counters that may be built over, and the cards that allow it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from towpath.brass.board import Space
from towpath.brass.data import CUBES, INDUSTRIES, CounterKind, Cube, Industry
from towpath.brass.ground import Ground
from towpath.brass.state import Counter, Pos
from towpath.kernel.reasons import Reason, broken, shape
from towpath.language import msg

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules

FAULTS: dict[str, tuple[str, str]] = {
    "own_counter_in_town": ("P.5.6", msg("{entity} has a counter in {town} already; in the canal period one is all.")),
    "other_space_first": ("P.5.4.b", msg("In {town} another free space must take the {industry} counter first.")),
    "other_industry": (
        "P.5.9.a",
        msg("On {space} stands a counter of another industry, {there}; it cannot be built over."),
    ),
    "not_higher": (
        "P.5.9.a",
        msg("The {industry} counter on {space} has level {there_level}, no lower than level {level}."),
    ),
    "rivals_counter": (
        "P.5.9.c",
        msg("{owner}'s {industry} counter on {space} cannot be built over; only mines and iron works can."),
    ),
    "cubes_left": (
        "P.5.9.c",
        msg("{owner}'s {industry} counter on {space} can be built over only when there is no {industry} left."),
    ),
}
"""Code -> rule and sentence."""


def unknown_space(rules: BrassRules, space: str) -> Iterator[Reason]:
    """Reasons of shape against an industry space that does not exist."""
    if space not in rules.board.spaces:
        text = "There is no space {space}; they are called as {example}."
        yield shape("no_such_space", text, space=space, example=next(iter(rules.board.spaces)))


def open_spaces(rules: BrassRules, pos: Pos, ground: Ground, seat: str, kind: CounterKind) -> list[Space]:
    """The spaces that a counter may be built on: the free ones, and those where it may be built over another."""
    industry = kind.industry
    full, choosy = full_towns(pos, ground, seat), rules.policies.spaces != "free"
    found = [
        space
        for space in ground.free[industry]
        if space.town not in full and not (choosy and _other_first(rules, pos, space, industry))
    ]
    return found + [
        space
        for space in ground.standing[industry]
        if not _over(rules, pos, ground, seat, space, kind, pos.counters[space.id])
    ]


def full_towns(pos: Pos, ground: Ground, seat: str) -> set[str]:
    """The towns where a player may have no more counters: in the canal period those with one of his."""
    return ground.towns[seat] if pos.period == "canal" else set()


def site_codes(
    rules: BrassRules, pos: Pos, ground: Ground, seat: str, space: Space, kind: CounterKind
) -> tuple[str, ...]:
    """What forbids a counter on a space that takes its industry, as codes; empty when nothing does."""
    there: Counter | None = pos.counters.get(space.id)
    if there is not None:
        return _over(rules, pos, ground, seat, space, kind, there)
    if space.town in full_towns(pos, ground, seat):
        return ("own_counter_in_town",)
    if rules.policies.spaces != "free" and _other_first(rules, pos, space, kind.industry):
        return ("other_space_first",)
    return ()


def site_faults(
    rules: BrassRules, pos: Pos, ground: Ground, seat: str, space: Space, kind: CounterKind
) -> Iterator[Reason]:
    """The same as reasons."""
    there: Counter | None = pos.counters.get(space.id)
    for code in site_codes(rules, pos, ground, seat, space, kind):
        rule, text = FAULTS[code]
        values: dict[str, Any] = {"entity": seat, "space": space.id, "industry": kind.industry, "level": kind.level}
        values["town"] = rules.board.places[space.town].name
        if there is not None:
            values |= {"owner": there.owner, "there": there.industry, "there_level": there.level}
        yield broken(code, rule, text, **values)


def _over(
    rules: BrassRules, pos: Pos, ground: Ground, seat: str, space: Space, kind: CounterKind, there: Counter
) -> tuple[str, ...]:
    if there.industry != kind.industry:
        return ("other_industry",)
    if there.level >= kind.level:
        return ("not_higher",)
    if there.owner == seat:
        return ()
    cube = _cube(kind.industry)
    if cube is None:
        return ("rivals_counter",)
    if not _used_up(rules, pos, ground, cube, there):
        return ("cubes_left",)
    own_town = space.town in full_towns(pos, ground, seat)
    return ("own_counter_in_town",) if own_town and not rules.policies.takeover_in_own_town else ()


def _used_up(rules: BrassRules, pos: Pos, ground: Ground, cube: Cube, there: Counter) -> bool:
    if rules.policies.takeover == "empty_counter":
        return not there.cubes
    return not (ground.mines if cube == "coal" else ground.works) and not pos.demand[cube]


def _cube(industry: Industry) -> Cube | None:
    return next((cube for cube in CUBES if cube == industry), None)


def _other_first(rules: BrassRules, pos: Pos, space: Space, industry: Industry) -> bool:
    free = [each for each in rules.board.in_town[space.town] if industry in each.takes and each.id not in pos.counters]
    if rules.policies.spaces == "printed_order":
        return free[0].id != space.id
    return len(space.takes) > 1 and any(len(each.takes) == 1 for each in free)


def reach(rules: BrassRules, pos: Pos, ground: Ground, seat: str) -> set[str] | None:
    """The towns that a player's industry cards reach; ``None``: all of them, as he has nothing on the board."""
    policies = rules.policies
    nothing = ground.networks[seat] if policies.empty_board == "nothing" else ground.towns[seat]
    if not nothing:
        return None
    by_links = pos.period == "canal" and not policies.industry_card_over_own
    found = ground.linked[seat] if by_links else ground.networks[seat]
    return found | {town for town in rules.board.places if rules.across(town) in found} if rules.crossings else found


def serves(card: str, town: str, industry: Industry, reached: set[str] | None) -> bool:
    """Whether a card allows an industry in a town; ``reached`` as ``reach`` gives it."""
    if card in INDUSTRIES:
        return card == industry and (reached is None or town in reached)
    return card == town
