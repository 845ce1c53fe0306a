"""Where coal and iron come from: what is wrong with the sources that an action names, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from towpath.brass.actions import TRACK
from towpath.brass.ground import Ground
from towpath.brass.state import Pos
from towpath.kernel.reasons import Reason, broken, shape

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


def unknown_sources(rules: BrassRules, *sources: str) -> Iterator[Reason]:
    """Reasons of shape against sources that do not exist."""
    for source in sources:
        if source != TRACK and source not in rules.board.spaces:
            text = "{source} is no source of cubes; name an industry space such as {example}, or {track}."
            yield shape("no_such_source", text, source=source, example=next(iter(rules.board.spaces)), track=TRACK)


def price_of(rules: BrassRules, pos: Pos, coal: tuple[str, ...] = (), iron: tuple[str, ...] = ()) -> int:
    """What the bought ones among these cubes cost together."""
    total = 0
    if TRACK in coal:
        total += rules.cost(pos, "coal", coal.count(TRACK))
    if TRACK in iron:
        total += rules.cost(pos, "iron", iron.count(TRACK))
    return total


def wrong_count(cube: str, rule: str, need: int, given: tuple[str, ...]) -> Iterator[Reason]:
    """A reason when an action names more or fewer cubes than it takes."""
    if len(given) != need:
        text = "It takes {need} {cube}; the action names {given}."
        yield broken(f"{cube}_count", rule, text, need=need, cube=cube, given=len(given))


def coal_faults(
    rules: BrassRules, ground: Ground, ends: tuple[int, ...], need: int, coal: tuple[str, ...]
) -> Iterator[Reason]:
    """What is wrong with sources of coal for a place, or for a line with its two ends."""
    if not need or len(coal) != need:
        yield from wrong_count("coal", "P.7.1", need, coal)
        return
    where = [rules.board.names[end] for end in ends]
    for number, source in enumerate(coal):
        mines = ground.nearest(ends, coal[:number])
        if mines:
            if source not in mines:
                text = "Coal for {where} comes from the nearest mine that is joined to it and has some: {mines}."
                yield broken("not_the_nearest_coal", "P.7.1", text, where=where, mines=list(mines))
                return
        elif not any(ground.access(end) for end in ends):
            text = "No mine with coal is joined to {where}, nor is a port, so that none can be bought."
            yield broken("no_coal", "P.7.3", text, where=where)
            return
        elif source != TRACK:
            text = "No mine that is joined to {where} has coal left; it is bought from the {track}."
            yield broken("coal_is_bought", "P.7.2", text, where=where, track=TRACK)
            return


def iron_faults(ground: Ground, need: int, iron: tuple[str, ...]) -> Iterator[Reason]:
    """What is wrong with sources of iron."""
    if len(iron) != need:
        yield from wrong_count("iron", "P.8.1", need, iron)
        return
    for number, source in enumerate(iron):
        left = [works for works, cubes in ground.works.items() if cubes > iron[:number].count(works)]
        if left and source not in left:
            text = "Iron comes from iron works while any on the board have some: {works}."
            yield broken("iron_on_the_board", "P.8.1", text, works=left)
            return
        if not left and source != TRACK:
            yield broken(
                "iron_is_bought", "P.8.2", "No iron works has iron left; it is bought from the {track}.", track=TRACK
            )
            return


def too_dear(pos: Pos, seat: str, cost: int, rule: str) -> Iterator[Reason]:
    """A reason when a player cannot pay."""
    cash = pos.cash[seat]
    if cost > cash:
        text = "It costs {cost} with all cubes that must be bought; {entity} has {cash}."
        yield broken("not_enough_money", rule, text, cost=cost, entity=seat, cash=cash)
