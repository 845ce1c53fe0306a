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


def halt_money(instance: Instance, train: Train, stop: int) -> int:
    """The second goal: halt money of a counted stop (a leased train brings none)."""
    return instance.subsidy if instance.stops[stop].kind == HALT and not train.leased else 0


Bonus = tuple[frozenset[int], frozenset[int], int]
"""Paid when a stop of each side counts; an any-of bonus has the same side twice."""


def bonuses_of(instance: Instance, train: Train) -> list[Bonus]:
    """The bonuses a train may earn, times its multiplier where that applies."""
    if train.leased:
        return []
    found = [(frozenset(stops), frozenset(stops), amount) for stops, amount in instance.any_bonus]
    for one, two, amount in instance.pair_bonus:
        found.append((frozenset(one), frozenset(two), amount * train.multiplier))
    return found


def best_choice(
    must: Sequence[int], free: Sequence[int], places: int, worth: Sequence[int], bonuses: Sequence[Bonus],
    tokens: frozenset[int],
) -> tuple[int, set[int]] | None:  # fmt: skip
    """Greatest worth and the stops that count for it; None if no token can count.

    ``must`` count anyway, of ``free`` (dearest first) as many as ``places``. The dearest are best unless a bonus or the
    token rule asks for others: then every way to serve some of these wishes is tried, filled up with the dearest.
    """
    base = sum([worth[stop] for stop in must])
    counted = {*must, *free[:places]}
    due = [b for b in bonuses if not (b[0].isdisjoint(must) and b[0].isdisjoint(free))]
    due = [b for b in due if not (b[1].isdisjoint(must) and b[1].isdisjoint(free))]
    total = base + sum([worth[stop] for stop in free[:places]])
    if not tokens.isdisjoint(counted):
        for one, two, amount in due:
            if one.isdisjoint(counted) or two.isdisjoint(counted):
                break
            total += amount
        else:
            return total, counted
    wishes: list[list[tuple[int, ...]]] = []
    if tokens.isdisjoint(must):
        wishes.append([(stop,) for stop in free if stop in tokens])
    for one, two, _ in due:
        near, far = sorted(one.intersection((*must, *free))), sorted(two.intersection((*must, *free)))
        wishes.append([(), *((a, b) for a in near for b in far)])
    fixed = set(must)
    best: tuple[int, set[int]] | None = None
    for wish in product(*wishes):
        forced = {stop for part in wish for stop in part if stop not in fixed}
        if len(forced) > places:
            continue
        chosen = forced
        for stop in free:
            if len(chosen) == places:
                break
            chosen.add(stop)
        total = base + sum([worth[stop] for stop in chosen])
        chosen |= fixed
        for one, two, amount in due:
            if not one.isdisjoint(chosen) and not two.isdisjoint(chosen):
                total += amount
        if best is None or total > best[0]:
            best = total, chosen
    return best


def score_stops(instance: Instance, train: Train, stops: Sequence[int]) -> Score | None:
    """Best counted stops and revenue of a run over ``stops``; None if the train's limits or the token rule forbid it.

    Only the choice of stops is judged here, not the way; see :func:`towpath.routes.check`.
    """
    must = [stop for stop in stops if train.mandatory >> instance.stops[stop].kind & 1]
    places = train.c - len(must)
    if len(must) > train.n or places < 0:
        return None
    free = [stop for stop in stops if stop not in must and counts_as_stop(instance, stop)]
    scale = 1 + instance.subsidy * len(stops)
    worth = [0] * len(instance.stops)
    for stop in stops:
        worth[stop] = stop_pay(instance, train, stop) * scale + halt_money(instance, train, stop)
    free.sort(key=lambda stop: (-worth[stop], stop))
    bonuses = [(one, two, amount * scale) for one, two, amount in bonuses_of(instance, train)]
    found = best_choice(must, free, places, worth, bonuses, frozenset(instance.tokens))
    if found is None:
        return None
    total, counted = found
    order = tuple(stop for stop in stops if stop in counted)
    return Score(order, total // scale + (LEASE_BASE if train.leased else 0), total % scale)


def score(instance: Instance, run: Run) -> Score | None:
    """:func:`score_stops` for a :class:`Run` or :class:`Given`."""
    return score_stops(instance, instance.trains[run.train], run.stops)
