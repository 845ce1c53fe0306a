"""The oracle for small graphs: every run, then every set of runs. No bounds, no masks; shares only the scorer.

The scorer has a twin of its own here too (:func:`score_by_trial`).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from towpath.routes import CITY, HALT, OFFBOARD, Instance, Train


def score_by_trial(instance: Instance, train: Train, stops: Sequence[int]) -> tuple[int, int] | None:
    """Best (revenue, halt money) over every choice of counted stops."""
    kinds = [instance.stops[s].kind for s in stops]
    must = {s for s, k in zip(stops, kinds, strict=True) if train.mandatory >> k & 1}
    free = [s for s, k in zip(stops, kinds, strict=True) if s not in must and (k != HALT or instance.halts_count)]
    best = None
    if len(must) > train.n:
        return None
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            counted = must.union(chosen)
            if len(counted) > train.c or not counted & set(instance.tokens):
                continue
            if train.leased:
                revenue, money = 40 + 20 * len(counted), 0
            else:
                revenue = sum(instance.stops[s].value * train.multiplier + instance.stops[s].bonus for s in counted)
                revenue += sum(amount for group, amount in instance.any_bonus if counted & set(group))
                revenue += sum(
                    amount * train.multiplier
                    for one, two, amount in instance.pair_bonus
                    if counted & set(one) and counted & set(two)
                )
                money = instance.subsidy * sum(instance.stops[s].kind == HALT for s in counted)
            if best is None or (revenue, money) > best:
                best = revenue, money
    return best


Plain = tuple[tuple[int, int], tuple[int, ...], frozenset[int], int]
"""A run: its score, its stops, its tracks, the filled cities it passes."""


def all_runs(instance: Instance, train: Train) -> Iterator[Plain]:
    """Every legal run of a train once."""
    around: dict[int, list[tuple[int, int]]] = {}
    for number, segment in enumerate(instance.segments):
        if segment.a != segment.b:
            around.setdefault(segment.a, []).append((segment.b, number))
            around.setdefault(segment.b, []).append((segment.a, number))

    def hexes_of(way: tuple[int, ...], stops: tuple[int, ...]) -> bool:
        """No hex is entered again once left."""
        trail = [instance.stop_hex[stops[0]]]
        for number, there in zip(way, stops[1:], strict=True):
            segment = instance.segments[number]
            here, target = trail[-1], instance.stop_hex[there]
            if here == target:
                if len(set(segment.hexes)) > 1:
                    return False
                continue
            trail += [h for h in segment.hexes if h not in (here, target)] + [target]
        return len(trail) == len(set(trail))

    def grow(stops: tuple[int, ...], way: tuple[int, ...]) -> Iterator[Plain]:
        last = stops[-1]
        used = [t for number in way for t in instance.segments[number].tracks]
        if len(used) != len(set(used)):
            return
        if any(sum(s in group for s in stops) > 1 for group in map(set, instance.one_of)):
            return
        sides = sum(len(s.tracks) if s.sides < 0 else s.sides for s in (instance.segments[number] for number in way))
        if train.reach and sides > train.reach:
            return
        inner = stops[1:-1]
        if any(instance.stops[s].kind == OFFBOARD and s not in instance.through for s in inner):
            return
        passed = [s for s in inner if s in instance.full]
        if len(passed) > instance.bypass or any(instance.stops[s].kind != CITY for s in passed):
            return
        if instance.stop_hex and not hexes_of(way, stops):
            return
        whole = stops[0] < last if len(stops) > 1 else train.reach
        if whole and HALT not in (instance.stops[stops[0]].kind, instance.stops[last].kind):
            paid = score_by_trial(instance, train, stops)
            if paid:
                yield paid, stops, frozenset(used), len(passed)
        for there, number in around.get(last, ()):
            if there not in stops:
                yield from grow((*stops, there), (*way, number))

    for start in range(len(instance.stops)):
        yield from grow((start,), ())


def allowed(instance: Instance, sets: list[set[int]]) -> bool:
    """Home and meeting."""
    if instance.home >= 0 and not any(instance.home in stops for stops in sets):
        return False
    if not instance.meet:
        return True
    meeting = {i for i, stop in enumerate(instance.stops) if instance.meet >> stop.kind & 1}
    joined, *apart = [stops & meeting for stops in sets]
    while apart:
        near = next((stops for stops in apart if stops & joined), None)
        if near is None:
            return False
        apart.remove(near)
        joined = joined | near
    return True


def best_by_trial(instance: Instance) -> tuple[int, int]:
    """Greatest (revenue, halt money) of any set."""
    lists = [list(all_runs(instance, train)) for train in instance.trains]
    best = (0, 0)

    def choose(index: int, chosen: list[Plain], used: frozenset[int]) -> None:
        nonlocal best
        if index == len(lists):
            total = (sum(run[0][0] for run in chosen), sum(run[0][1] for run in chosen))
            passed = sum(run[3] for run in chosen)
            if chosen and total > best and passed <= instance.bypass and allowed(instance, [set(r[1]) for r in chosen]):
                best = total
            return
        choose(index + 1, chosen, used)
        for run in lists[index]:
            if used.isdisjoint(run[2]):
                choose(index + 1, [*chosen, run], used | run[2])

    choose(0, [], frozenset())
    return best
