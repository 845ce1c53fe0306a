"""Why a set of runs is not allowed: every fault, each where it breaks."""

from collections.abc import Sequence
from itertools import pairwise

from towpath.routes.model import CITY, HALT, OFFBOARD, Fault, Given, Instance, Run
from towpath.routes.score import score_stops

FAULTS = {
    "no_such_train": "train index (values: index, number of trains)",
    "train_twice": "a train runs twice (values: train, earlier run)",
    "no_such_stop": "stop number (values: stop, number of stops)",
    "no_such_segment": "segment number (values: segment, number of segments)",
    "too_few_stops": "a run has two stops at least (values: stops it has)",
    "stop_twice": "a stop is visited again (values: stop, earlier position)",
    "one_of_group": "a second stop of a group of which one may be visited (values: stop, earlier stop)",
    "no_way": "no segment joins this stop to the next (values: stop, next stop)",
    "wrong_way": "the segment given joins other stops (values: segment, stop, next stop)",
    "way_count": "as many segments as steps are needed (values: segments given, steps)",
    "spare_track": "track ids that belong to no step (values: the ids)",
    "track_twice": "track used twice in a run (values: track id, earlier step)",
    "track_shared": "track used by another run (values: track id, other run, its step)",
    "hex_again": "the run comes back to a hex it has left (values: hex)",
    "passes_full": "a city filled by others is an end only (values: stop)",
    "passes_offboard": "an off-board place is an end only (values: stop)",
    "ends_at_halt": "a halt is no end (values: stop)",
    "too_many_mandatory": "more stops that must count than the train has (values: visited, n)",
    "too_long": "more stops that must count than count in all (values: visited, c)",
    "no_token": "no own token among the stops that count (values: none)",
    "too_far": "more hex sides than the train reaches (values: sides, reach)",
    "too_many_bypasses": "filled cities passed in the whole set (values: passed, allowed)",
    "home_missed": "no run contains the home stop (values: home)",
    "apart": "this run shares no stop with the others, directly or by way of others (values: none)",
}
"""Codes of :class:`Fault` and what each means."""


def _ways(instance: Instance, given: Given, index: int, faults: list[Fault]) -> list[int]:
    """Segment of each step (-1 where there is none)."""
    stops, count = given.stops, len(instance.segments)
    joins = [[i for i, s in enumerate(instance.segments) if (s.a, s.b) in ((a, b), (b, a))] for a, b in pairwise(stops)]
    if given.segments:
        if len(given.segments) != len(joins):
            faults.append(Fault("way_count", index, -1, (len(given.segments), len(joins))))
        way = []
        for at, segment in enumerate(given.segments[: len(joins)]):
            known = 0 <= segment < count
            if not known:
                faults.append(Fault("no_such_segment", index, at, (segment, count)))
            elif segment not in joins[at]:
                faults.append(Fault("wrong_way", index, at, (segment, stops[at], stops[at + 1])))
            way.append(segment if known else -1)
        return way
    for at, choice in enumerate(joins):
        if not choice:
            faults.append(Fault("no_way", index, at, (stops[at], stops[at + 1])))
    allowed = set(given.tracks)
    if allowed:
        for at, choice in enumerate(joins):
            joins[at] = [i for i in choice if allowed.issuperset(instance.segments[i].tracks)]
            if choice and not joins[at]:
                faults.append(Fault("no_way", index, at, (stops[at], stops[at + 1])))
    way = _first_free(instance, joins, allowed)
    spare = allowed.difference(*(instance.segments[i].tracks for i in way if i >= 0))
    if spare and not any(i < 0 for i in way):
        faults.append(Fault("spare_track", index, -1, tuple(sorted(spare))))
    return way


def _first_free(instance: Instance, joins: list[list[int]], cover: set[int]) -> list[int]:
    """A choice of one segment per step without track used twice and covering ``cover``; else the first of each step."""

    def search(at: int, used: frozenset[int]) -> list[int] | None:
        if at == len(joins):
            return [] if cover <= used else None
        for segment in joins[at] or [-1]:
            tracks = instance.segments[segment].tracks if segment >= 0 else ()
            if used.isdisjoint(tracks):
                rest = search(at + 1, used.union(tracks))
                if rest is not None:
                    return [segment, *rest]
        return None

    found = search(0, frozenset())
    return found if found is not None else [choice[0] if choice else -1 for choice in joins]


def _repeats(instance: Instance, given: Given, index: int, faults: list[Fault]) -> None:
    seen: dict[int, int] = {}
    groups: dict[int, int] = {}
    members: dict[int, list[int]] = {}
    for number, group in enumerate(instance.one_of):
        for stop in group:
            members.setdefault(stop, []).append(number)
    for at, stop in enumerate(given.stops):
        if stop in seen:
            faults.append(Fault("stop_twice", index, at, (stop, seen[stop])))
            continue
        seen[stop] = at
        for number in members.get(stop, ()):
            if number in groups:
                faults.append(Fault("one_of_group", index, at, (stop, groups[number])))
                break
            groups[number] = stop


def _hexes(instance: Instance, given: Given, way: list[int], index: int, faults: list[Fault]) -> None:
    if not instance.stop_hex:
        return
    left: set[int] = set()
    here = instance.stop_hex[given.stops[0]]
    for at, segment in enumerate(way):
        there = instance.stop_hex[given.stops[at + 1]]
        hexes = set(instance.segments[segment].hexes) if segment >= 0 else {here, there}
        again = (hexes - {here}) & left
        if here == there and len(hexes) > 1:
            again.add(here)
        faults.extend(Fault("hex_again", index, at, (h,)) for h in sorted(again))
        left |= hexes
        here = there


def _limits(instance: Instance, given: Given, way: list[int], index: int, faults: list[Fault]) -> int:
    """Ends, passing and the train's limits. Number of filled cities passed."""
    train, stops = instance.trains[given.train], given.stops
    passed = 0
    for at, stop in enumerate(stops):
        kind, ends = instance.stops[stop].kind, at in (0, len(stops) - 1)
        if kind == HALT and ends:
            faults.append(Fault("ends_at_halt", index, at, (stop,)))
        if kind == OFFBOARD and not ends and stop not in instance.through:
            faults.append(Fault("passes_offboard", index, at, (stop,)))
        if stop in instance.full and not ends:
            passed += 1
            if passed > instance.bypass or kind != CITY:
                faults.append(Fault("passes_full", index, at, (stop,)))
    must = sum(train.mandatory >> instance.stops[stop].kind & 1 for stop in stops)
    if must > train.n:
        faults.append(Fault("too_many_mandatory", index, -1, (must, train.n)))
    elif must > train.c:
        faults.append(Fault("too_long", index, -1, (must, train.c)))
    elif score_stops(instance, train, stops) is None:
        faults.append(Fault("no_token", index))
    if train.reach:
        sides = sum(segment_sides(instance, i) for i in way if i >= 0)
        if sides > train.reach:
            faults.append(Fault("too_far", index, -1, (sides, train.reach)))
    return passed


def segment_sides(instance: Instance, index: int) -> int:
    """Hex sides that a segment crosses."""
    segment = instance.segments[index]
    return segment.sides if segment.sides >= 0 else len(segment.tracks)


def check(instance: Instance, runs: Sequence[Given | Run]) -> tuple[Fault, ...]:
    """All faults of a set of runs, in order of the runs; empty when it is allowed.

    Whether it is the best set is not asked. A run that names trains, stops or segments which do not exist gets only
    these faults.
    """
    faults: list[Fault] = []
    trains: dict[int, int] = {}
    taken: dict[int, tuple[int, int]] = {}
    passed, sound = 0, []
    for index, run in enumerate(runs):
        given = Given(run.train, tuple(run.stops), tuple(run.segments), tuple(run.tracks))
        unknown = not 0 <= given.train < len(instance.trains)
        if unknown:
            faults.append(Fault("no_such_train", index, -1, (given.train, len(instance.trains))))
        elif given.train in trains:
            faults.append(Fault("train_twice", index, -1, (given.train, trains[given.train])))
        else:
            trains[given.train] = index
        wrong = [(at, s) for at, s in enumerate(given.stops) if not 0 <= s < len(instance.stops)]
        faults.extend(Fault("no_such_stop", index, at, (s, len(instance.stops))) for at, s in wrong)
        if unknown or wrong:
            continue
        if len(given.stops) < (1 if instance.trains[given.train].reach else 2):
            faults.append(Fault("too_few_stops", index, -1, (len(given.stops),)))
            continue
        _repeats(instance, given, index, faults)
        way = _ways(instance, given, index, faults)
        mine: dict[int, int] = {}
        for at, segment in enumerate(way):
            for track in instance.segments[segment].tracks if segment >= 0 else ():
                if track in mine:
                    faults.append(Fault("track_twice", index, at, (track, mine[track])))
                elif track in taken:
                    faults.append(Fault("track_shared", index, at, (track, *taken[track])))
                mine.setdefault(track, at)
        for track, at in mine.items():
            taken.setdefault(track, (index, at))
        _hexes(instance, given, way, index, faults)
        passed += _limits(instance, given, way, index, faults)
        sound.append((index, set(given.stops)))
    faults.extend(_together(instance, sound, passed))
    return tuple(faults)


def _together(instance: Instance, runs: list[tuple[int, set[int]]], passed: int) -> list[Fault]:
    """Faults of the whole set: bypasses, home, meeting."""
    faults = []
    if instance.bypass and passed > instance.bypass:
        faults.append(Fault("too_many_bypasses", -1, -1, (passed, instance.bypass)))
    if runs and instance.home >= 0 and not any(instance.home in stops for _, stops in runs):
        faults.append(Fault("home_missed", -1, -1, (instance.home,)))
    if instance.meet and len(runs) > 1:
        meeting = {i for i, stop in enumerate(instance.stops) if instance.meet >> stop.kind & 1}
        joined = runs[0][1] & meeting
        apart = runs[1:]
        while True:
            near = [run for run in apart if run[1] & joined]
            if not near:
                break
            apart = [run for run in apart if not run[1] & joined]
            for _, stops in near:
                joined |= stops & meeting
        faults.extend(Fault("apart", index) for index, _ in apart)
    return faults
