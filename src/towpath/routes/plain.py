"""The plain exact solver: every run, then every set of runs. No bounds; only for small graphs."""

from collections.abc import Callable, Iterator

from towpath.routes.check import segment_sides
from towpath.routes.model import HALT, OFFBOARD, Answer, Instance, Run
from towpath.routes.score import score_stops


def all_runs(instance: Instance, index: int) -> Iterator[tuple[Run, frozenset[int], int]]:
    """Every legal run of a train once, with its tracks and the number of filled cities passed."""
    train = instance.trains[index]
    around: dict[int, list[tuple[int, int]]] = {}
    for number, segment in enumerate(instance.segments):
        around.setdefault(segment[0], []).append((segment[1], number))
        around.setdefault(segment[1], []).append((segment[0], number))

    def grow(
        stops: tuple[int, ...],
        way: tuple[int, ...],
        used: frozenset[int],
        left: frozenset[int],
        sides: int,
        passed: int,
    ) -> Iterator[tuple[Run, frozenset[int], int]]:
        last = stops[-1]
        if (len(stops) > 1 and stops[0] < last) or (len(stops) == 1 and train.reach):
            kinds = {instance.stops[stops[0]].kind, instance.stops[last].kind}
            paid = score_stops(instance, train, stops) if HALT not in kinds else None
            if paid:
                run = Run(index, stops, tuple(sorted(used)), way, paid.counted, paid.revenue, paid.subsidy)
                yield run, used, passed
        if len(stops) > 1:
            if instance.stops[last].kind == OFFBOARD and last not in instance.through:
                return
            passed += last in instance.full
            if passed > instance.bypass:
                return
        for there, number in around.get(last, ()):
            segment = instance.segments[number]
            cost = sides + segment_sides(instance, number)
            if there in stops or not used.isdisjoint(segment[2]) or (train.reach and cost > train.reach):
                continue
            if any(there in group and any(s in group for s in stops) for group in instance.one_of):
                continue
            now_left = left
            if instance.stop_hex:
                here = instance.stop_hex[last]
                hexes = frozenset(segment[3])
                if (hexes - {here}) & left or (here == instance.stop_hex[there] and len(hexes) > 1):
                    continue
                now_left = left | hexes
            yield from grow((*stops, there), (*way, number), used.union(segment[2]), now_left, cost, passed)

    for start in range(len(instance.stops)):
        yield from grow((start,), (), frozenset(), frozenset(), 0, 0)


def hang_together(instance: Instance, runs: list[Run]) -> bool:
    """The rules on a set that is not empty: home and meeting."""
    if instance.home >= 0 and not any(instance.home in run.stops for run in runs):
        return False
    if not instance.meet:
        return True
    meeting = {i for i, stop in enumerate(instance.stops) if instance.meet >> stop.kind & 1}
    sets = [meeting.intersection(run.stops) for run in runs]
    joined = sets.pop()
    while sets:
        near = next((s for s in sets if s & joined), None)
        if near is None:
            return False
        sets.remove(near)
        joined |= near
    return True


def best_plain(instance: Instance, cancelled: Callable[[], bool] | None = None) -> Answer:
    """The best set by complete enumeration."""
    lists = [sorted(all_runs(instance, i), key=lambda r: -r[0].revenue) for i in range(len(instance.trains))]
    best: tuple[int, int, list[Run]] = (0, 0, [])

    def choose(index: int, chosen: list[Run], used: frozenset[int], total: int, money: int, passed: int) -> None:
        nonlocal best
        if index == len(lists):
            if chosen and (total, money) > best[:2] and hang_together(instance, chosen):
                best = (total, money, chosen)
            return
        if total + sum(runs[0][0].revenue for runs in lists[index:] if runs) < best[0]:
            return
        for run, tracks, bypasses in lists[index]:
            if used.isdisjoint(tracks) and passed + bypasses <= instance.bypass:
                choose(
                    index + 1,
                    [*chosen, run],
                    used | tracks,
                    total + run.revenue,
                    money + run.subsidy,
                    passed + bypasses,
                )
        choose(index + 1, chosen, used, total, money, passed)

    choose(0, [], frozenset(), 0, 0, 0)
    return Answer(tuple(best[2]), best[0], best[0], True)
