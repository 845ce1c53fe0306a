"""The best set of runs from a list, by what it loses against the bound that the prices of track give.

With a price on each row (a piece of track, a kind of train) every set is worth the sum of all prices less its losses:
the loss of each of its runs, and the prices of the rows that it leaves unused.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from towpath.routes.network import bits


class Choice(NamedTuple):
    """A run to choose: its loss, its kind of train, the bits of track it uses."""

    loss: int
    kind: int
    tracks: int


def cover(
    choices: Sequence[Choice],
    prices: dict[int, int],
    counts: Sequence[int],
    idle: Sequence[int],
    budget: int,
    step: int,
    keep: Callable[[list[int]], None],
    tick: Callable[[int], int],
) -> None:
    """Find the set that loses least, if that is not more than ``budget``.

    ``keep`` gets the numbers of the choices of each set found, the best last. ``choices`` are sorted by loss; ``prices``
    by bit of track, ``idle`` what a train of each kind loses when it does not run, ``counts`` how many of each kind there
    are. A later set must lose less by ``step`` at least. ``tick`` counts nodes and raises to stop.
    """
    losses = [choice.loss for choice in choices]
    users: dict[int, int] = {}
    of_kind = [0] * len(counts)
    for number, choice in enumerate(choices):
        of_kind[choice.kind] |= 1 << number
        for bit in bits(choice.tracks):
            users[bit] = users.get(bit, 0) | 1 << number
    clash: list[int] = [-1] * len(choices)
    open_rows = [(prices[bit], bit) for bit in sorted(prices) if prices[bit]]
    chosen: list[int] = []
    again: list[Callable[..., None]] = []

    def choose(free: int, used: int, left: tuple[int, ...], spent: int, rows: list[tuple[int, int]]) -> None:
        """``rows``: priced bits that no chosen run uses yet and that are not given up."""
        nonlocal budget
        tick(1)
        free &= (1 << bisect_right(losses, budget - spent)) - 1
        fewest, at, price_at = -1, 0, 0
        still = []
        for price, bit in rows:
            if bit & used:
                continue
            could = users.get(bit, 0) & free
            if not could:
                spent += price
                if spent > budget:
                    return
                continue
            still.append((price, bit))
            many = could.bit_count()
            if fewest < 0 or many < fewest or (many == fewest and price > price_at):
                fewest, at, price_at = many, could, price
        for kind, number in enumerate(left):
            if number and idle[kind]:
                could = of_kind[kind] & free
                if not could:
                    spent += number * idle[kind]
                    if spent > budget:
                        return
                    left = (*left[:kind], 0, *left[kind + 1 :])
                    continue
                many = could.bit_count()
                if fewest < 0 or many < fewest:
                    fewest, at, price_at = many, could, number * idle[kind]
        if fewest < 0:
            budget = spent - step
            keep(list(chosen))
            return
        for low in bits(at):
            number = low.bit_length() - 1
            loss, kind, tracks = choices[number]
            free ^= low
            if spent + loss > budget:
                break
            against = clash[number]
            if against < 0:
                against = 0
                for bit in bits(tracks):
                    against |= users[bit]
                clash[number] = against
            rest = free & ~against
            if left[kind] == 1:
                rest &= ~of_kind[kind]
            chosen.append(number)
            again[0](rest, used | tracks, (*left[:kind], left[kind] - 1, *left[kind + 1 :]), spent + loss, still)
            chosen.pop()
        if spent + price_at <= budget:
            again[0](free & ~at, used, left, spent, still)

    again.append(choose)
    choose((1 << len(choices)) - 1, 0, tuple(counts), 0, open_rows)
    again.clear()
