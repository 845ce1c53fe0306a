"""Move-tree counts: how many lines of play a position has, to pin the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.engine import Engine
from towpath.kernel.offers import Lazy, Offer, Range
from towpath.kernel.state import Action


def perft(engine: Engine[Any], state: Any, depth: int) -> int:
    """The number of different lines of ``depth`` actions from a position; 1 for depth 0.

    Numbers that players choose freely (bids, prices, shares sold), what is only given up for an action (cards) and routes are
    left out: of a range only the least value is played, of cards the first, of routes the best set. A line that ends the game
    early counts at the depth where it ends.
    """
    if depth == 0 or state.finished:
        return 1
    if depth == 1:
        return sum(width(offer) for offer in engine.offers(state))
    return sum(perft(engine, engine.apply(state, action).state, depth - 1) for action in children(engine, state))


def children(engine: Engine[Any], state: Any) -> Iterator[Action]:
    """The actions that a count follows, in the order of the offers."""
    for offer in engine.offers(state):
        yield from offer.actions(ranges=1)


def width(offer: Offer) -> int:
    """How many children an offer has, without searching routes."""
    count = 1
    for domain in offer.domains:
        if not isinstance(domain, Range | Lazy):
            count *= sum(1 for _ in domain.assignments(1))
    return count


def divide(engine: Engine[Any], state: Any, depth: int) -> dict[str, int]:
    """The count below each kind of first action, to find where two counts part."""
    found: dict[str, int] = {}
    for action in children(engine, state):
        kind = str(type(action).__struct_config__.tag)
        found[kind] = found.get(kind, 0) + perft(engine, engine.apply(state, action).state, depth - 1)
    return found
