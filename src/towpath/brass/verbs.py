"""Writing to a position of Brass: every change of money, counters, cubes and cards is one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from towpath.brass.actions import TRACK
from towpath.brass.data import CounterKind, Cube, Industry
from towpath.brass.state import BANK, BrassDraft, Counter

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


def pay(draft: BrassDraft, seat: str, amount: int, purpose: str, spent: bool = True) -> None:
    """A player pays the bank; what is ``spent`` counts for the order of play."""
    if not amount:
        return
    cash = draft.edit("cash")
    cash[seat] -= amount
    cash[BANK] += amount
    if spent:
        draft.edit("spent")[seat] += amount
    draft.emit("paid", payer=seat, payee=BANK, amount=amount, purpose=purpose)


def receive(draft: BrassDraft, seat: str, amount: int, purpose: str) -> None:
    """The bank pays a player."""
    if not amount:
        return
    cash = draft.edit("cash")
    cash[seat] += amount
    cash[BANK] -= amount
    draft.emit("paid", payer=BANK, payee=seat, amount=amount, purpose=purpose)


def play_card(draft: BrassDraft, seat: str, *cards: str) -> None:
    """Cards go from a hand to the discard pile, for all to see."""
    hand = list(draft.hands[seat])
    for card in cards:
        hand.remove(card)
    draft.edit("hands")[seat] = tuple(hand)
    draft.put("discards", (*draft.discards, *cards))
    draft.emit("card_played", seat=seat, cards=list(cards))


def draw_cards(draft: BrassDraft, seat: str, count: int) -> None:
    """A player takes cards from the deck; the others see only how many."""
    count = min(count, len(draft.deck))
    if count <= 0:
        return
    draft.reveal()
    cards = draft.deck[:count]
    draft.put("deck", draft.deck[count:])
    draft.edit("hands")[seat] = (*draft.hands[seat], *cards)
    draft.emit("drew", seat=seat, count=count)
    draft.emit("drawn", seen_by=(seat,), seat=seat, cards=list(cards))


def move_income(draft: BrassDraft, rules: BrassRules, seat: str, spaces: int, why: str) -> None:
    """Move an income marker up (or down) the track, never beyond its ends."""
    was = draft.income[seat]
    now = min(max(was + spaces, 0), len(rules.levels) - 1)
    if now != was:
        draft.edit("income")[seat] = now
    draft.emit("income_moved", seat=seat, spaces=now - was, space=now, level=rules.levels[now], why=why)


def score(draft: BrassDraft, seat: str, points: int) -> None:
    """Add points to a player's, which never fall below 0."""
    draft.edit("points")[seat] = max(0, draft.points[seat] + points)


def flip(draft: BrassDraft, rules: BrassRules, space: str) -> None:
    """Turn a counter over; its owner moves up the income track at once."""
    counter: Counter = draft.counters[space]
    draft.edit("counters")[space] = msgspec.structs.replace(counter, flipped=True)
    draft.emit("flipped", space=space, owner=counter.owner, industry=counter.industry, level=counter.level)
    income = rules.kind(counter.industry, counter.level).income
    move_income(draft, rules, counter.owner, income, "flipped")


def use_cubes(draft: BrassDraft, rules: BrassRules, seat: str, cube: Cube, sources: tuple[str, ...]) -> None:
    """Use up cubes from mines, iron works or the demand track, one after the other; emptied counters flip."""
    for source in sources:
        if source == TRACK:
            price = rules.price(draft, cube)
            pay(draft, seat, price, cube)
            # From an empty track a cube is bought out of the stock, where it goes back to at once.
            if draft.demand[cube]:
                draft.edit("demand")[cube] -= 1
                draft.edit("stock")[cube] += 1
            draft.emit("cube_bought", seat=seat, cube=cube, price=price)
            continue
        counter: Counter = draft.counters[source]
        draft.edit("counters")[source] = msgspec.structs.replace(counter, cubes=counter.cubes - 1)
        draft.edit("stock")[cube] += 1
        draft.emit("cube_used", seat=seat, cube=cube, space=source, owner=counter.owner, left=counter.cubes - 1)
        if counter.cubes == 1:
            flip(draft, rules, source)


def place_counter(draft: BrassDraft, rules: BrassRules, seat: str, kind: CounterKind, space: str) -> None:
    """Put the top counter of a stack on a space, with its cubes from the stock."""
    key = rules.stack_key(seat, kind.industry)
    draft.edit("stacks")[key] = draft.stacks[key][1:]
    draft.edit("counters")[space] = Counter(seat, kind.industry, kind.level, kind.cubes)
    if kind.cubes:
        draft.edit("stock")[kind.industry] -= kind.cubes
    draft.emit("built", seat=seat, space=space, industry=kind.industry, level=kind.level, cubes=kind.cubes)


def remove_counter(draft: BrassDraft, rules: BrassRules, space: str, why: str) -> Counter:
    """Take a counter off the board and out of the game; cubes on it go back to the stock, unsold."""
    counter: Counter = draft.counters[space]
    del draft.edit("counters")[space]
    key = rules.stack_key(counter.owner, counter.industry)
    draft.edit("removed")[key] = (*draft.removed[key], counter.level)
    if counter.cubes:
        draft.edit("stock")[counter.industry] += counter.cubes
    draft.emit(
        "counter_removed", space=space, owner=counter.owner, industry=counter.industry, level=counter.level, why=why
    )
    return counter


def sell_cubes(draft: BrassDraft, rules: BrassRules, space: str) -> None:
    """Move as many cubes as fit from a new mine or iron works to its demand track, the dearest empty space first."""
    counter: Counter = draft.counters[space]
    cube: Cube = "coal" if counter.industry == "coal" else "iron"
    prices = rules.sale_prices(draft, cube, counter.cubes)
    if not prices:
        return
    count = len(prices)
    draft.edit("demand")[cube] += count
    draft.edit("counters")[space] = msgspec.structs.replace(counter, cubes=counter.cubes - count)
    draft.emit("cubes_sold", seat=counter.owner, cube=cube, space=space, prices=list(prices))
    receive(draft, counter.owner, sum(prices), cube)
    if rules.policies.receipts_reduce_spent:
        draft.edit("spent")[counter.owner] = max(0, draft.spent[counter.owner] - sum(prices))
    if count == counter.cubes:
        flip(draft, rules, space)


def develop(draft: BrassDraft, rules: BrassRules, seat: str, industry: Industry) -> None:
    """Remove the top counter of a stack from the game."""
    key = rules.stack_key(seat, industry)
    level, *rest = draft.stacks[key]
    draft.edit("stacks")[key] = tuple(rest)
    draft.edit("removed")[key] = (*draft.removed[key], level)
    draft.emit("developed", seat=seat, industry=industry, level=level)
