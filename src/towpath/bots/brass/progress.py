"""Developing, borrowing, and giving counters up."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.bots.brass.hand import Hand
from towpath.bots.brass.outlook import Outlook
from towpath.brass.actions import Develop, RemoveCounter, TakeLoan
from towpath.brass.data import Industry
from towpath.brass.turn import POUNDS_PER_LEVEL
from towpath.kernel.offers import Offer, Options, Rows
from towpath.kernel.state import Action

A_ROUND: dict[Industry, float] = {"cotton": 0.35, "port": 0.2, "coal": 0.2, "iron": 0.2, "shipyard": 0.06}
"""Counters of each industry that are built in a round, more or less."""
MOST: dict[Industry, float] = {"cotton": 4, "port": 2, "coal": 2, "iron": 2, "shipyard": 1.5}
"""Counters of each stack that are looked at."""
SURE: dict[Industry, float] = {"cotton": 0.75, "port": 0.6, "coal": 0.8, "iron": 0.85, "shipyard": 0.9}
"""How likely a counter that is built flips."""

DEVELOPED: dict[str, float] = {"canal": 0.45, "rail": 0.6}
"""Period -> what counts of the gain of developing: what comes of it is far off in the canal period."""


def develops(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """Stacks whose next counters are worth more than those on top."""
    rows = next(domain for domain in offer.domains if isinstance(domain, Rows)).rows
    card = hand.least()
    known: dict[tuple[Industry, ...], float] = {}
    for industries, iron in rows:
        if industries not in known:
            known[industries] = sum(_gain(view, each, industries.count(each)) for each in dict.fromkeys(industries))
        worth = known[industries] + view.sources((), iron) - view.paying(view.bought((), iron))
        yield worth - hand.worth(card), Develop(entity=view.seat, card=card, industries=industries, iron=iron)


def _gain(view: Outlook, industry: Industry, count: int) -> float:
    levels = view.state.stacks[view.rules.stack_key(view.seat, industry)]
    return _stack(view, industry, levels[count:]) - _stack(view, industry, levels)


def _stack(view: Outlook, industry: Industry, levels: tuple[int, ...]) -> float:
    """Points of the counters of a stack that are likely to be built yet."""
    left = min(MOST[industry], A_ROUND[industry] * view.rounds_of_game)
    found = 0.0
    for level in levels:
        if left <= 0:
            break
        kind = view.rules.kind(industry, level)
        if kind.cost is None or not (kind.built_in(view.state.period) or (not view.last and kind.rail)):
            break
        points = kind.points * (1.0 if view.last or level <= 1 else 1.4)
        worth = SURE[industry] * (points + view.climbing(kind.income)) - view.pound(view.rounds_of_game) * kind.cost
        found += max(0.0, worth) * min(1.0, left) * DEVELOPED[view.state.period]
        left -= 1
    return found


def loans(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """Loans: money in hand against income to come."""
    amounts = next(domain for domain in offer.domains if isinstance(domain, Options)).values
    card = hand.least()
    rules, state, seat = view.rules, view.state, view.seat
    for amount in amounts:
        space = rules.highest_space(rules.level(state, seat) - amount // POUNDS_PER_LEVEL)
        assert space is not None
        worth = view.climbing(space - state.income[seat]) - view.paying(-amount)
        yield worth - hand.worth(card), TakeLoan(entity=seat, card=card, amount=amount)


def removals(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """Own counters, the one that is missed least for the money first."""
    for action in offer.actions(0):
        assert isinstance(action, RemoveCounter)
        counter = view.state.counters[action.space]
        town = view.board.spaces[action.space].town
        worth = view.flipped(counter.industry, counter.level, town)
        yield -worth + 0.1 * view.rules.worth(view.state, action.space), action
