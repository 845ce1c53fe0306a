"""Running trains [8.8; sheet 10]: routes as instances of the optimiser, checked stop by stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from towpath.hexmap.board import NodeId
from towpath.kernel.draft import Draft
from towpath.kernel.offers import Findings, Lazy, Offer
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken, shape
from towpath.rail import loans
from towpath.rail.actions import Run, RunRoutes
from towpath.rail.frames import OperatingTurn
from towpath.rail.route_faults import explained, one_place
from towpath.rail.route_graph import RouteGraph, instance_for
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft
from towpath.routes import Answer, Given, Instance, check, recalled, score_stops

OFFER_SECONDS = 5.0
"""How long an offer looks for its example. Where a rule demands the best run, work is counted and not time."""


def route_graph(rules: RailRules, pos: Position) -> RouteGraph:
    """The track on the map as the optimiser's numbers; depends on the tiles alone."""
    known = rules.route_graphs
    return known.get(
        pos.tiles.version, lambda: RouteGraph(rules.graph(pos), rules.policies.one_stop_per_hex, known.latest)
    )


def ready_trains(rules: RailRules, pos: Position, company: str) -> list[str]:
    """The company's trains that have not had their run in this operating round."""
    ran = loans.round_frame(pos).ran
    return [train for train in rules.trains_of(pos, company) if train not in ran]


def possible(rules: RailRules, pos: Position, company: str) -> bool:
    """Whether the step waits: a train to run and, from some own token, a way to a second centre."""
    if not ready_trains(rules, pos, company):
        return False
    graph = rules.graph(pos)
    same_hex = rules.policies.run_asked_by_track
    return any(graph.leads_on(node, same_hex) for node in rules.tokens_of(pos, company))


def instance(rules: RailRules, pos: Position, company: str, trains: Sequence[str]) -> Instance:
    """The route problem of a company with these trains."""
    return instance_for(rules, pos, route_graph(rules, pos), company, trains)


def best_runs(
    rules: RailRules,
    pos: Position,
    company: str,
    trains: Sequence[str],
    deadline: float | None = None,
    work: int | None = None,
) -> tuple[tuple[Run, ...], Answer]:
    """The best set of runs as the action would hold it, and the optimiser's answer.

    It is proved unless the ``deadline`` (seconds) or the ``work`` (the optimiser's nodes) ends the search; with ``work``
    alone it is the same everywhere. What was answered lately is remembered.
    """
    graph = route_graph(rules, pos)
    problem = instance_for(rules, pos, graph, company, trains)
    answer = recalled(problem, deadline, work)
    found = []
    for run in answer.runs:
        stops = tuple(graph.nodes[i] for i in run.stops)
        ways = []
        for at, index in enumerate(run.segments):
            hexes = graph.segments[index].hexes
            if (problem.segments[index].a, problem.segments[index].b) != (run.stops[at], run.stops[at + 1]):
                hexes = hexes[::-1]
            ways.append(hexes)
        found.append(Run(train=trains[run.train], stops=tuple(map(node_name, stops)), ways=tuple(ways)))
    return tuple(found), answer


def findings(found: tuple[Run, ...], answer: Answer) -> Findings:
    """The best set as what an offer's search came to."""
    return Findings([{"runs": found}], answer.proved, answer.upper - answer.total)


def node_name(node: NodeId) -> str:
    """A stop as "HEX/stop"."""
    return f"{node[0]}/{node[1]}"


def parse_node(graph: RouteGraph, text: str) -> int | None:
    """A stop's number in the graph, or ``None``."""
    hex_id, _, number = text.rpartition("/")
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        return None
    return graph.numbers.get((hex_id, int(number)))


def given(graph: RouteGraph, trains: Sequence[str], runs: Sequence[Run]) -> list[Given] | Reason:
    """The runs in the optimiser's numbers, or the reason of shape why they cannot be read."""
    found = []
    for run in runs:
        stops = []
        for text in run.stops:
            number = parse_node(graph, text)
            if number is None:
                return shape(
                    "no_such_stop", "Train {train}: there is no stop {stop} on the map.", train=run.train, stop=text
                )
            stops.append(number)
        if len(run.ways) != max(len(stops) - 1, 0):
            return shape(
                "ways_of_run", "Train {train}: {stops} stops need {wanted} ways between them, not {found}.",
                train=run.train, stops=len(stops), wanted=max(len(stops) - 1, 0), found=len(run.ways),
            )  # fmt: skip
        segments = []
        for at, way in enumerate(run.ways):
            index = graph.segment_between(stops[at], stops[at + 1], way)
            if graph.one_place(stops[at], stops[at + 1]):
                return one_place(graph, run.train, stops[at], stops[at + 1])
            if index is None:
                return broken(
                    "no_track", "8.8.1.l", "Train {train}: no track from {a} to {b} over {way}.",
                    train=run.train, a=run.stops[at], b=run.stops[at + 1], way=list(way),
                )  # fmt: skip
            segments.append(index)
        found.append(Given(trains.index(run.train), tuple(stops), tuple(segments)))
    return found


def run_reasons(
    rules: RailRules, pos: Position, company: str, trains: Sequence[str], runs: Sequence[Run]
) -> list[Reason]:
    """Everything wrong with a set of runs."""
    for run in runs:
        if run.train not in trains:
            return [
                broken("not_ready", "P.10.9.b", "{train} is no train of {company} that may still run this round.",
                       train=run.train, company=company)
            ]  # fmt: skip
    graph = route_graph(rules, pos)
    read = given(graph, trains, runs)
    if isinstance(read, Reason):
        return [read]
    problem = instance_for(rules, pos, graph, company, trains)
    return [explained(fault, graph, problem, runs) for fault in check(problem, read)]


class Account(msgspec.Struct, frozen=True):
    """What a run pays, written out: the counted stops ("HEX/stop", printed value now), what their sum is multiplied by, and
    the bonuses on top (of privates and pairs)."""

    counted: tuple[tuple[str, int], ...]
    multiplier: int
    bonus: int
    revenue: int


def accounts(
    rules: RailRules, pos: Position, company: str, trains: Sequence[str], runs: Sequence[Run]
) -> list[Account]:
    """What each run pays; the runs have been checked."""
    graph = route_graph(rules, pos)
    problem = instance_for(rules, pos, graph, company, trains)
    return [_account(graph, problem, trains.index(run.train), run) for run in runs]


def _account(graph: RouteGraph, problem: Instance, index: int, run: Run) -> Account:
    train = problem.trains[index]
    stops = [number for number in (parse_node(graph, text) for text in run.stops) if number is not None]
    score = score_stops(problem, train, stops)
    if score is None:
        return Account((), train.multiplier, 0, 0)
    counted = tuple((node_name(graph.nodes[number]), problem.stops[number].value) for number in score.counted)
    plain = train.multiplier * sum(value for _, value in counted)
    return Account(counted, train.multiplier, score.revenue - plain, score.revenue)


def revenues(rules: RailRules, pos: Position, company: str, trains: Sequence[str], runs: Sequence[Run]) -> list[int]:
    """What each run pays; the runs have been checked."""
    return [account.revenue for account in accounts(rules, pos, company, trains, runs)]


def mark_ran(draft: RailDraft, trains: Sequence[str]) -> None:
    """These trains have had their run in this operating round, even if they earned nothing [sheet 10.9]."""
    for depth, frame in enumerate(reversed(draft.stack)):
        if isinstance(frame, type(loans.round_frame(draft))):
            draft.update(depth, ran=(*frame.ran, *(train for train in trains if train not in frame.ran)))
            return


def note_idle(rules: RailRules, draft: RailDraft, frame: OperatingTurn) -> None:
    """The run step is skipped: its trains have had their chance, the revenue is nothing."""
    mark_ran(draft, rules.trains_of(draft, frame.company))
    if draft.revenues.get(frame.company, 0):
        draft.edit("revenues")[frame.company] = 0


class RunRoutesMove(Move[OperatingTurn, RunRoutes]):
    """Any legal set of runs; the president need not find the best."""

    action = RunRoutes
    label = "run trains"
    rule = "8.8.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: RunRoutes) -> Iterator[Reason]:
        """The trains exist."""
        for run in action.runs:
            if run.train not in pos.trains:
                yield shape("no_such_train", "There is no train {train}.", train=run.train)

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """The best set found; searched when it is asked for."""
        rules, company = self.rules, frame.company

        def find() -> Findings:
            return findings(*best_runs(rules, pos, company, ready_trains(rules, pos, company), OFFER_SECONDS))

        yield Offer(RunRoutes, {"entity": company}, Lazy(("runs",), find), rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: RunRoutes) -> Iterator[Reason]:
        """Every rule of 8.8, run by run."""
        trains = ready_trains(self.rules, pos, frame.company)
        yield from run_reasons(self.rules, pos, frame.company, trains, action.runs)

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: RunRoutes) -> None:
        """Add up the revenue; who gets it is the next step."""
        assert isinstance(draft, RailDraft)
        company = frame.company
        trains = ready_trains(self.rules, draft, company)
        parts = revenues(self.rules, draft, company, trains, action.runs)
        for run, revenue in zip(action.runs, parts, strict=True):
            draft.emit("train_ran", company=company, train=run.train, stops=list(run.stops), revenue=revenue)
        draft.edit("revenues")[company] = sum(parts)
        draft.emit("revenue", company=company, revenue=sum(parts))
        draft.update(0, step="dividend", revenue=sum(parts))
        mark_ran(draft, self.rules.trains_of(draft, company))
