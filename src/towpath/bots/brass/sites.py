"""Where to build what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.bots.brass.cotton import market_chance
from towpath.bots.brass.hand import Hand
from towpath.bots.brass.outlook import Outlook
from towpath.brass import Counter
from towpath.brass.actions import Build
from towpath.brass.data import CounterKind, Industry
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.state import Action

ANOTHER_ACTION = 6.0
"""Points of the action that is given up when two cards serve as one."""
SALE = 1.5
"""Points of the action, or the share of one, that selling a mill takes."""
FAR_OFF = 0.6
"""How likely a mill is sold, or a port used, in time that no link joins to another yet."""
LONELY = 0.5
"""What not being joined to a port makes of the chance of a mine."""
STANDING = 0.7
"""How likely a counter flips in the end that has not yet."""
CLEARED = 2.0
"""Points of a counter built that would stop its stack in the rail period."""
LATER = 0.5
"""How likely a mill or port of a higher level is sold in the rail period, when it was not in the canal period."""


def builds(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """Every site with the card that is missed least."""
    *pairs, sites = offer.domains
    assert isinstance(sites, Rows)
    known: dict[tuple[object, ...], float] = {}
    extra: dict[str, Any] = {}
    lost = 0.0
    if pairs:
        extra, lost = hand.pair()
        lost += ANOTHER_ACTION
    for row in sites.rows:
        values = dict(zip(sites.fields, row, strict=True))
        card = values.get("card")
        site = row if card is None else row[1:]
        if site not in known:
            known[site] = site_worth(view, *site)
        worth = known[site] - (lost if card is None else hand.worth(card))
        yield worth, Build(entity=view.seat, **extra, **values)


def site_worth(view: Outlook, space: str, industry: Industry, coal: tuple[str, ...], iron: tuple[str, ...]) -> float:
    """Points of a counter on a space, with what it costs and what it does to the cubes."""
    rules, state = view.rules, view.state
    kind = rules.top(state, view.seat, industry)
    assert kind is not None
    town = view.board.spaces[space].town
    sold, now, later = _prospects(view, kind, space)
    worth = view.expected(industry, kind.level, town, now, later) + view.sources(coal, iron)
    worth -= view.paying((kind.cost or 0) + view.bought(coal, iron) - sold)
    if not kind.rail and not view.last:
        worth += CLEARED
    there = state.counters.get(space)
    if there is not None and there.owner == view.seat:
        worth -= _lost(view, there, space)
    elif there is not None:
        worth += 0.5
    if not view.ground.networks[view.seat]:
        worth += 0.5 * len(view.lines_at[town])
    return worth


def _lost(view: Outlook, there: Counter, space: str) -> float:
    """Points of a counter of one's own that is built over."""
    kind = view.rules.kind(there.industry, there.level)
    town = view.board.spaces[space].town
    if there.flipped:
        return kind.points * view.times(kind.level) + view.circle(town)
    return STANDING * max(view.flipped(kind.industry, kind.level, town), view.later(kind.industry, kind.level))


def _prospects(view: Outlook, kind: CounterKind, space: str) -> tuple[int, float, float]:
    """Pounds for the cubes sold at once, how likely the counter flips in this period, and if not, in the next."""
    place = view.board.where[space]
    if kind.industry == "cotton":
        return 0, _mill(view, kind, space), LATER
    if kind.industry == "port":
        return 0, _port(view, kind, space), LATER
    if kind.industry == "shipyard":
        return 0, 1.0, 1.0
    access = kind.industry == "iron" or view.ground.access(place)
    prices = view.rules.sale_prices(view.state, kind.industry, kind.cubes) if access else ()
    left = kind.cubes - len(prices)
    chance = view.emptying(kind, left)
    return sum(prices), chance if access else chance * LONELY, 0.85


def _mill(view: Outlook, kind: CounterKind, space: str) -> float:
    """How likely a mill there sells its cotton in this period."""
    ground, counters = view.ground, view.state.counters
    fresh = {s: c for s, c in counters.items() if not c.flipped}
    joined = [s for s, c in fresh.items() if c.industry == "port" and ground.joined(space, s)]
    waiting = sum(1 for s, c in fresh.items() if c.industry == "cotton" and joined and ground.joined(s, space))
    if joined:
        now = 0.95 if len(joined) > waiting else 0.8
    elif ground.access(view.board.where[space]):
        now = 0.3 + 0.6 * market_chance(view)
    else:
        now = FAR_OFF * min(1.0, view.rounds / 4)
    return now * _time(view) - SALE / 20


def _time(view: Outlook) -> float:
    """How likely another action of one's own comes in this period."""
    return 1.0 if view.rounds or len(view.state.hands[view.seat]) > 1 else 0.0


def _port(view: Outlook, kind: CounterKind, space: str) -> float:
    """How likely cotton is sold to a port there in this period."""
    ground, counters = view.ground, view.state.counters
    fresh = {s: c for s, c in counters.items() if not c.flipped}
    mills = {s: c for s, c in fresh.items() if c.industry == "cotton"}
    ports = len([s for s, c in fresh.items() if c.industry == "port"])
    joined = [c.owner == view.seat for s, c in mills.items() if ground.joined(s, space)]
    if any(joined):
        return 0.9 * _time(view)
    if joined:
        return 0.65 if view.rounds else 0.25
    crowd = max(0.3, 1 - 0.1 * max(0, ports - len(mills)))
    return FAR_OFF * crowd * min(1.0, view.rounds / 4)
