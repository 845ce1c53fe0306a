"""The oracle for bigger graphs: a CP-SAT model with one circuit per train; shares nothing with the solver."""

from typing import Any

from towpath.routes import HALT, OFFBOARD, Instance


def best_by_circuits(instance: Instance, cp_model: Any) -> int:
    """Greatest revenue of any set (title 1860's rules on sets are not modelled)."""
    assert not instance.meet
    assert instance.home < 0
    assert not instance.stop_hex
    model = cp_model.CpModel()
    stops = range(len(instance.stops))
    depot = len(instance.stops)
    uses: dict[int, list[Any]] = {}
    money = []
    for train in instance.trains:
        on = model.NewBoolVar("")
        visit = [model.NewBoolVar("") for _ in stops]
        arcs = [(depot, depot, on.Not())]
        first = [model.NewBoolVar("") for _ in stops]
        last = [model.NewBoolVar("") for _ in stops]
        for stop in stops:
            arcs += [(stop, stop, visit[stop].Not()), (depot, stop, first[stop]), (stop, depot, last[stop])]
            model.AddImplication(visit[stop], on)
            model.AddAtMostOne(first[stop], last[stop])
            kind = instance.stops[stop].kind
            if kind == HALT:
                model.Add(first[stop] + last[stop] == 0)
            if (kind == OFFBOARD and stop not in instance.through) or stop in instance.full:
                model.AddBoolOr(first[stop], last[stop], visit[stop].Not())
        sides = []
        for segment in instance.segments:
            if segment.a == segment.b:
                continue
            there, back = model.NewBoolVar(""), model.NewBoolVar("")
            arcs += [(segment.a, segment.b, there), (segment.b, segment.a, back)]
            for track in segment.tracks:
                uses.setdefault(track, []).extend([there, back])
            length = segment.sides if segment.sides >= 0 else len(segment.tracks)
            sides.append(length * (there + back))
        model.AddCircuit(arcs)
        if train.reach:
            model.Add(sum(sides) <= train.reach)
        for group in instance.one_of:
            model.AddAtMostOne(visit[stop] for stop in group)
        count = []
        for stop in stops:
            kind = instance.stops[stop].kind
            if train.mandatory >> kind & 1:
                count.append(visit[stop])
            else:
                counted = model.NewBoolVar("")
                model.AddImplication(counted, visit[stop])
                if kind == HALT and not instance.halts_count:
                    model.Add(counted == 0)
                count.append(counted)
        model.Add(sum(visit[s] for s in stops if train.mandatory >> instance.stops[s].kind & 1) <= train.n)
        model.Add(sum(count) <= train.c)
        model.AddBoolOr([count[stop] for stop in instance.tokens] + [on.Not()])
        if train.leased:
            money.append(40 * on + 20 * sum(count))
            continue
        for stop in stops:
            _, value, bonus = instance.stops[stop]
            money.append((value * train.multiplier + bonus) * count[stop])
        for group, amount in instance.any_bonus:
            earned = model.NewBoolVar("")
            model.AddBoolOr([count[stop] for stop in group] + [earned.Not()])
            money.append(amount * earned)
        for one, two, amount in instance.pair_bonus:
            earned = model.NewBoolVar("")
            model.AddBoolOr([count[stop] for stop in one] + [earned.Not()])
            model.AddBoolOr([count[stop] for stop in two] + [earned.Not()])
            money.append(amount * train.multiplier * earned)
    for users in uses.values():
        model.AddAtMostOne(users)
    model.Maximize(sum(money))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    state = solver.Solve(model)
    assert state == cp_model.OPTIMAL
    return round(solver.ObjectiveValue())
