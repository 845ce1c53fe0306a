"""The best set of runs that share no track, from lists of runs."""

from collections.abc import Callable, Sequence

from towpath.routes.grow import Found


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
        mask, mine = run.mask & shared, 1 << index
        while mask:
            bit = mask & -mask
            mask ^= bit
            using[bit] = using.get(bit, 0) | mine
    return using


def pack(
    lists: Sequence[Sequence[Found]],
    same: Sequence[int],
    tops: Sequence[int],
    prices: int,
    shared: int,
    floor: int,
    fits: Callable[[list[Found]], bool] | None,
    tick: Callable[[int], int],
) -> tuple[int, list[tuple[int, Found]]] | None:
    """The set worth most, if it is worth more than ``floor``: its worth and (list index, run) pairs.

    Lists are sorted by true worth, best first; a train may stay idle. ``same[i]``: i - 1 if that list is the same (two
    trains of one kind), else -1. ``tops[i]``: greatest reduced worth in list i or 0; ``prices``: sum of all prices.
    ``fits`` judges a whole set.
    """
    count = len(lists)
    using = [users(runs, shared) for runs in lists]
    rest = [0] * (count + 1)
    for i in reversed(range(count)):
        rest[i] = rest[i + 1] + tops[i]
    best: tuple[int, list[tuple[int, Found]]] | None = None
    chosen: list[tuple[int, Found]] = []
    again: list[Callable[..., None]] = []

    def choose(at: int, free: list[int], total: int, reduced: int) -> None:
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
            if reduced + run.reduced + rest[at + 1] + prices <= floor:
                continue
            left = list(free)
            mask = run.mask & shared
            while mask:
                bit = mask & -mask
                mask ^= bit
                for j in range(at + 1, count):
                    left[j] &= ~using[j].get(bit, 0)
            for j in range(at + 1, count):
                if same[j] == at:
                    left[j] &= -(low << 1)
            chosen.append((at, run))
            again[0](at + 1, left, total + run.value, reduced + run.reduced)
            chosen.pop()
        if total + ahead > floor and reduced + rest[at + 1] + prices > floor:
            left = list(free)
            for j in range(at + 1, count):
                if same[j] == at:
                    left[j] = 0
            again[0](at + 1, left, total, reduced)

    again.append(choose)
    choose(0, [(1 << len(runs)) - 1 for runs in lists], 0, 0)
    again.clear()
    return best
