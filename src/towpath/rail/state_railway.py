"""A national railway that operates: the state railway of 1861 [8.13; sheet 15.1–15.6]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Lazy, Offer
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken, shape
from towpath.rail import loans, national_tokens, phases, runs, verbs
from towpath.rail.actions import Run, RunRoutes
from towpath.rail.national import National, NationalTurn
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, YARD, Position, RailDraft
from towpath.routes import Answer


class StateRailway(National):
    """Places its token, runs for the most it can earn, keeps all of it, pays its loans and buys trains.

    Only the run is anybody's to carry out; without a train to run the whole turn happens by itself.
    """

    label = "run the state railway's trains"
    keeps_money: ClassVar[bool] = True
    keeps_assets = True

    def __init__(self, rules: RailRules) -> None:
        super().__init__(rules)
        self.open_moves = (RunForMostMove(rules),)

    def moves(self, pos: Position, frame: NationalTurn) -> Sequence[Move[Any, Any]]:
        """The run."""
        return self.open_moves if frame.step == "run" else ()

    def advance(self, draft: Draft[Any], frame: NationalTurn) -> bool:
        """Everything but the run."""
        assert isinstance(draft, RailDraft)
        rules = self.rules
        if frame.step == "token":
            national_tokens.first_operation(rules, draft)
            draft.update(0, step="run")
        elif frame.step == "run":
            if runs.possible(rules, draft, rules.national):
                return False
            draft.update(0, step="loans")
        elif frame.step == "loans":
            loans.settle(rules, draft, rules.national, dict(loans.round_frame(draft).due).get(rules.national, 0))
            draft.update(0, step="trains")
        else:
            train = next_train(rules, draft)
            if train is None:
                finish(draft, rules)
            else:
                self._buy(draft, train)
        return True

    def _buy(self, draft: RailDraft, train: str) -> None:
        rules, national = self.rules, self.rules.national
        price = rules.train_kind(train).price
        loans.borrow_for(rules, draft, national, price)
        verbs.pay(rules, draft, national, BANK, price, f"train {train}")
        source = draft.trains[train]
        verbs.move_train(rules, draft, train, national)
        if source == YARD:
            phases.train_acquired(rules, draft, train, national)


def next_train(rules: RailRules, pos: Position) -> str | None:
    """What the state railway buys now. Without a train: the cheapest of yard and pool, the yard's at the same price, with
    loans if need be. With one: the yard's next train, if the treasury has its price. When it has stopped operating: nothing,
    unless (policy C15) it goes on with what it began."""
    if not (rules.flag(pos, "national_operates") or rules.policies.rsr_loop):
        return None
    yard = rules.yard(pos)
    if not rules.trains_of(pos, rules.national):
        on_sale = [*yard, *rules.trains_of(pos, POOL)]
        return min(on_sale, key=lambda train: rules.train_kind(train).price, default=None)
    for train in yard[:1]:
        if rules.train_kind(train).price <= pos.cash.get(rules.national, 0):
            return train
    return None


class RunForMostMove(Move[NationalTurn, RunRoutes]):
    """The national's runs must earn as much as any set of runs could."""

    action = RunRoutes
    label = "run the state railway's trains"
    rule = "8.13.c"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def most(self, pos: Position) -> tuple[tuple[Run, ...], Answer]:
        """A set of runs that earns as much as any, and what it earns, solved to the proof: the rule demands the best, so
        neither a clock nor a budget may end the search."""
        rules = self.rules
        trains = runs.ready_trains(rules, pos, rules.national)
        return runs.best_runs(rules, pos, rules.national, trains)

    def shape(self, pos: Position, action: RunRoutes) -> Iterator[Reason]:
        """The trains exist."""
        for run in action.runs:
            if run.train not in pos.trains:
                yield shape("no_such_train", "There is no train {train}.", train=run.train)

    def offers(self, pos: Position, frame: NationalTurn) -> Iterator[Offer]:
        """The best set, searched when it is asked for."""
        find = Lazy(("runs",), lambda: runs.findings(*self.most(pos)))
        yield Offer(RunRoutes, {"entity": self.rules.national}, find, rule=self.rule)

    def check(self, pos: Position, frame: NationalTurn, action: RunRoutes) -> Iterator[Reason]:
        """The rules of runs, and no set of runs may earn more."""
        rules, national = self.rules, self.rules.national
        trains = runs.ready_trains(rules, pos, national)
        faults = runs.run_reasons(rules, pos, national, trains, action.runs)
        yield from faults
        if faults:
            return
        earned = sum(runs.revenues(rules, pos, national, trains, action.runs))
        most = self.most(pos)[1].total
        if earned < most:
            yield broken(
                "not_the_most", self.rule, "{national} must run for the most it can earn: {most}, not {earned}.",
                waivable=True, national=national, most=most, earned=earned,
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: NationalTurn, action: RunRoutes) -> None:
        """All of it goes to the treasury."""
        assert isinstance(draft, RailDraft)
        rules, national = self.rules, self.rules.national
        trains = runs.ready_trains(rules, draft, national)
        parts = runs.revenues(rules, draft, national, trains, action.runs)
        for run, revenue in zip(action.runs, parts, strict=True):
            draft.emit("train_ran", company=national, train=run.train, stops=list(run.stops), revenue=revenue)
        draft.edit("revenues")[national] = sum(parts)
        draft.emit("revenue", company=national, revenue=sum(parts))
        verbs.pay(rules, draft, BANK, national, sum(parts), "earnings")
        runs.mark_ran(draft, trains)
        draft.update(0, step="loans")
