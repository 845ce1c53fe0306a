"""The best set of runs that share no track, from lists of runs."""

from collections.abc import Callable, Sequence

from towpath.routes.grow import Found
from towpath.routes.network import bits


def drop_dominated(runs: list[Found], shared: int, tick: Callable[[int], int]) -> list[Found]:
    """Runs, best first, without those whose track contains that of another that is worth at least as much."""
    kept: list[Found] = []
    tracks: list[int] = []
    for run in runs:
        mine = run.mask & shared
        tick(1 + len(tracks) // 32)
        free = ~mine
        if all(other & free for other in tracks):
            kept.append(run)
            tracks.append(mine)
    return kept


def users(runs: Sequence[Found], shared: int) -> dict[int, int]:
    """Per bit of shared track: which runs use it, as a bit set of their indexes."""
    using: dict[int, int] = {}
    for index, run in enumerate(runs):
        for bit in bits(run.mask & shared):
            using[bit] = using.get(bit, 0) | 1 << index
    return using


def pack(
    lists: Sequence[Sequence[Found]],
    same: Sequence[int],
    shared: int,
    floor: int,
    fits: Callable[[list[Found]], bool] | None,
    tick: Callable[[int], int],
) -> tuple[int, list[tuple[int, Found]]] | None:
    """The set worth most, if it is worth more than ``floor``: its worth and (list index, run) pairs.

    Lists are sorted by true worth, best first; a train may stay idle. ``same[i]``: i - 1 if that list is the same (two
    trains of one kind), else -1. ``fits`` judges a whole set.
    """
    count = len(lists)
    using = [users(runs, shared) for runs in lists]
    best: tuple[int, list[tuple[int, Found]]] | None = None
    chosen: list[tuple[int, Found]] = []
    again: list[Callable[..., None]] = []

    def choose(at: int, free: list[int], total: int) -> None:
        nonlocal floor, best
        tick(1)
        if at == count:
            if total > floor and chosen and (fits is None or fits([run for _, run in chosen])):
                floor, best = total, (total, list(chosen))
            return
        ahead = 0
        for j in range(at + 1, count):
            if free[j]:
                ahead += max(0, lists[j][(free[j] & -free[j]).bit_length() - 1].value)
        runs, mine = lists[at], free[at]
        while mine:
            low = mine & -mine
            mine ^= low
            index = low.bit_length() - 1
            run = runs[index]
            if total + run.value + ahead <= floor:
                break
            left = list(free)
            for bit in bits(run.mask & shared):
                for j in range(at + 1, count):
                    left[j] &= ~using[j].get(bit, 0)
            for j in range(at + 1, count):
                if same[j] == at:
                    left[j] &= -(low << 1)
            chosen.append((at, run))
            again[0](at + 1, left, total + run.value)
            chosen.pop()
        if total + ahead > floor:
            left = list(free)
            for j in range(at + 1, count):
                if same[j] == at:
                    left[j] = 0
            again[0](at + 1, left, total)

    again.append(choose)
    choose(0, [(1 << len(runs)) - 1 for runs in lists], 0)
    again.clear()
    return best
