"""What a run pays: the best choice of the stops that count."""

from collections.abc import Sequence
from itertools import product

from towpath.routes.model import HALT, Instance, Run, Score, Train

LEASE_BASE = 40
LEASE_STOP = 20


def counts_as_stop(instance: Instance, stop: int) -> bool:
    """False for a halt once halts no longer count."""
    return instance.stops[stop].kind != HALT or bool(instance.halts_count)


def stop_pay(instance: Instance, train: Train, stop: int) -> int:
    """What a counted stop adds for this train, without any-of and pair bonuses."""
    if train.leased:
        return LEASE_STOP
    _, value, bonus = instance.stops[stop]
    return train.multiplier * value + bonus


def extras(instance: Instance, train: Train, counted: set[int]) -> int:
    """Any-of and pair bonuses of a set of counted stops."""
    if train.leased:
        return 0
    total = sum(amount for stops, amount in instance.any_bonus if not counted.isdisjoint(stops))
    for side, other, amount in instance.pair_bonus:
        if not counted.isdisjoint(side) and not counted.isdisjoint(other):
            total += amount * train.multiplier
    return total


def halt_money(instance: Instance, train: Train, counted: Sequence[int]) -> int:
    """The second goal: halt money of the counted stops (a leased train brings none)."""
    if not instance.subsidy or train.leased:
        return 0
    return instance.subsidy * sum(instance.stops[stop].kind == HALT for stop in counted)


def score_stops(instance: Instance, train: Train, stops: Sequence[int]) -> Score | None:
    """Best counted stops and revenue of a run over ``stops``; None if the train's limits or the token rule forbid it.

    Only the choice of stops is judged here, not the way; see :func:`towpath.routes.check`.
    """
    must = [stop for stop in stops if train.mandatory >> instance.stops[stop].kind & 1]
    places = min(train.c, len(stops)) - len(must)
    if len(must) > train.n or places < 0:
        return None
    taken = set(must)
    free = [stop for stop in stops if stop not in taken and counts_as_stop(instance, stop)]

    def worth(stop: int) -> tuple[int, int, int]:
        return stop_pay(instance, train, stop), halt_money(instance, train, (stop,)), -stop

    free.sort(key=worth, reverse=True)
    wishes: list[list[tuple[int, ...]]] = []
    if not train.leased:
        loose = set(free)
        groups = [(group,) for group, _ in instance.any_bonus] + [(a, b) for a, b, _ in instance.pair_bonus]
        for sides in groups:
            picks = [[s for s in side if s in loose or s in taken] for side in sides]
            if all(picks):
                chosen = {tuple(sorted(s for s in pick if s in loose)) for pick in product(*picks)}
                wishes.append([(), *sorted(chosen - {()})])
    tokens = set(instance.tokens)
    if taken.isdisjoint(tokens):
        holders = [(stop,) for stop in free if stop in tokens]
        if not holders:
            return None
        wishes.append([*holders])
    best: tuple[int, int, Score] | None = None
    for wish in product(*wishes):
        forced = {stop for part in wish for stop in part}
        if len(forced) > places:
            continue
        counted = taken | forced
        for stop in free:
            if len(counted) - len(must) == places:
                break
            counted.add(stop)
        order = tuple(stop for stop in stops if stop in counted)
        revenue = sum(stop_pay(instance, train, stop) for stop in order) + extras(instance, train, counted)
        money = halt_money(instance, train, order)
        if best is None or (revenue, money) > best[:2]:
            best = (revenue, money, Score(order, revenue + (LEASE_BASE if train.leased else 0), money))
    return best[2] if best else None


def score(instance: Instance, run: Run) -> Score | None:
    """:func:`score_stops` for a :class:`Run` or :class:`Given`."""
    return score_stops(instance, instance.trains[run.train], run.stops)
