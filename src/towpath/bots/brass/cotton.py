"""When to sell cotton, and to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from towpath.bots.brass.hand import Hand
from towpath.bots.brass.outlook import Outlook
from towpath.brass.actions import DISTANT, SellCotton, SellMore
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.state import Action

PATIENCE = 0.75
"""What one sale is worth when more may be sold with the same action later, against selling it at the last moment."""


def market_chance(view: Outlook) -> float:
    """How likely the distant market buys another mill's cotton, as far as tiles are known."""
    state, rules = view.state, view.rules
    if not state.distant or state.cotton >= len(rules.rows):
        return 0.0
    tiles = list((Counter(rules.tiles) - Counter(state.turned)).elements())
    good = sum(1 for tile in tiles if state.cotton + tile < len(rules.rows))
    return good / len(tiles) if tiles else 0.0


def sale_worth(view: Outlook, mill: str, to: str) -> float:
    """Points of one sale."""
    state, rules = view.state, view.rules
    counter = state.counters[mill]
    worth = view.flipped(counter.industry, counter.level, view.board.spaces[mill].town)
    if to == DISTANT:
        row = min(state.cotton + 1, len(rules.rows) - 1)
        return market_chance(view) * (worth + view.climbing(rules.rows[row]))
    port = state.counters[to]
    town = view.board.spaces[to].town
    if port.owner == view.seat:
        return worth + view.flipped(port.industry, port.level, town)
    return worth - 0.3 * rules.kind(port.industry, port.level).points


def sales(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """First sales, each with what may follow it; ports before the distant market, whose refusal ends the action."""
    rows = next(domain for domain in offer.domains if isinstance(domain, Rows)).rows
    worths = {(mill, to): sale_worth(view, mill, to) for mill, to in rows}
    card = hand.least()
    for first, worth in worths.items():
        rest = _rest(worths, *first)
        total = worth + rest * (market_chance(view) if first[1] == DISTANT else 1.0)
        if not rest and view.rounds > 1 and first[1] == DISTANT:
            total *= PATIENCE
        yield total - hand.worth(card), SellCotton(entity=view.seat, card=card, mill=first[0], to=first[1])


def more(view: Outlook, hand: Hand, offer: Offer) -> Iterator[tuple[float, Action]]:
    """Further sales."""
    rows = next(domain for domain in offer.domains if isinstance(domain, Rows)).rows
    worths = {(mill, to): sale_worth(view, mill, to) for mill, to in rows}
    for (mill, to), worth in worths.items():
        follows = _rest(worths, mill, to) * (market_chance(view) if to == DISTANT else 1.0)
        yield worth + follows, SellMore(entity=view.seat, mill=mill, to=to)


def _rest(worths: dict[tuple[str, str], float], mill: str, port: str) -> float:
    """Points of what can be sold besides, the best first, each mill and port once."""
    used = {mill} | ({port} - {DISTANT})
    total = 0.0
    for (other, to), worth in sorted(worths.items(), key=lambda item: -item[1]):
        if other not in used and to not in used:
            used |= {other} | ({to} - {DISTANT})
            total += worth
    return total
