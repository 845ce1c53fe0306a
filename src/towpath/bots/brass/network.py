"""Which canals and rails to build."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.bots.brass.hand import Hand
from towpath.bots.brass.outlook import Outlook
from towpath.brass.actions import BuildLink, BuildSecondRail
from towpath.brass.ground import FAR
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.state import Action

Row = tuple[str, tuple[str, ...]]

STANDING = 0.7
"""How likely a counter that is not flipped yet is by the end of the period."""
FILLED = 0.5
"""How likely an empty space holds a flipped counter by the end of the period, while there is time."""
ROOM = 0.25
"""Points of every free space in a town that a link brings into the network."""
OPENED = 0.8
"""Share of a mill's points that a link brings which joins it to a buyer."""


def circles(view: Outlook, place: str) -> float:
    """Circles that a place is likely to show at the end of the period."""
    counters = view.state.counters
    time = min(1.0, view.rounds / 5)
    found = float(view.board.places[place].circles)
    for space in view.board.in_town[place]:
        counter = counters.get(space.id)
        if counter is None:
            found += FILLED * time
        elif counter.flipped:
            found += 1
        else:
            found += STANDING if view.rounds else 0.4
    return found


def link_worth(view: Outlook, line: str, coal: tuple[str, ...], price: int) -> float:
    """Points of a link: its circles, the mills that it joins to a buyer, the towns that it opens, less what it costs."""
    one, other = view.board.lines[line].ends
    worth = circles(view, one) + circles(view, other)
    worth += _opening(view, one, other) + _opening(view, other, one)
    network = view.ground.networks[view.seat]
    for end in (one, other):
        if end not in network:
            free = sum(1 for space in view.board.in_town[end] if space.id not in view.state.counters)
            worth += ROOM * free * min(1.0, view.rounds / 3)
    return worth + view.sources(coal, ()) - view.paying(price + view.bought(coal, ()))


def _opening(view: Outlook, here: str, there: str) -> float:
    """Points for own mills that are joined to one end, which a buyer at the other end makes saleable."""
    index, where = view.board.index, view.board.where
    steps, beyond = view.web.steps(index[here]), view.web.steps(index[there])
    if steps[index[there]] < FAR:
        return 0.0
    fresh = {space: counter for space, counter in view.state.counters.items() if not counter.flipped}
    mills = [s for s, c in fresh.items() if c.industry == "cotton" and steps[where[s]] < FAR]
    ports = [s for s, c in fresh.items() if c.industry == "port" and beyond[where[s]] < FAR]
    fresh_access = view.ground.access(index[there]) and not view.ground.access(index[here])
    found = 0.0
    for number, mill in enumerate(mills):
        counter = fresh[mill]
        if counter.owner == view.seat and (fresh_access or number < len(ports)):
            found += OPENED * view.flipped(counter.industry, counter.level, view.board.spaces[mill].town)
    for port in ports[: len(mills)]:
        counter = fresh[port]
        if counter.owner == view.seat:
            found += 0.6 * OPENED * view.flipped(counter.industry, counter.level, view.board.spaces[port].town)
    if fresh_access:
        mines = [s for s in view.ground.mines if steps[where[s]] < FAR and fresh[s].owner == view.seat]
        found += 0.5 * len(mines)
    return found


def links(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """First links; where another rail may follow, with what that is worth."""
    costs = view.rules.data.links
    rail = view.state.period == "rail"
    price = costs.rail if rail else costs.canal
    rows = _rows(offer)
    worths = [(link_worth(view, line, coal, price), line, coal) for line, coal in rows]
    card = hand.least()
    for worth, line, coal in worths:
        if rail:
            worth += _second(view, worths, line, coal)
        yield worth - hand.worth(card), BuildLink(entity=view.seat, card=card, line=line, coal=coal)


def _second(view: Outlook, worths: list[tuple[float, str, tuple[str, ...]]], line: str, coal: tuple[str, ...]) -> float:
    """Points of the best rail that may follow another one."""
    costs = view.rules.data.links
    purse = view.state.cash[view.seat] - costs.rail - view.bought(coal, ())
    dearer = view.paying(costs.second_rail) - view.paying(costs.rail) + 0.3
    best = 0.0
    for worth, other, brought in worths:
        if other != line and costs.second_rail + view.bought(brought, ()) <= purse:
            best = max(best, worth - dearer)
    return best


def seconds(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """Second rails."""
    price = view.rules.data.links.second_rail
    for line, coal in _rows(offer):
        yield link_worth(view, line, coal, price), BuildSecondRail(entity=view.seat, line=line, coal=coal)


def _rows(offer: Offer) -> tuple[Row, ...]:
    return next(domain for domain in offer.domains if isinstance(domain, Rows)).rows
