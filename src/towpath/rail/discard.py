"""Trains over the limit go to the pool [8.11.2, 9.2F; sheet 13.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape
from towpath.kernel.state import Frame
from towpath.rail import verbs
from towpath.rail.actions import DiscardTrain
from towpath.rail.rules import RailRules
from towpath.rail.state import POOL, Position, RailDraft


class DiscardTrains(Frame, frozen=True, kw_only=True):
    """Companies over the train limit settle one after the other, in the order in which the title lists them."""


def crowded(rules: RailRules, pos: Position) -> list[str]:
    """The companies with more trains than the phase allows; the national has no limit. They are listed as they come into the
    game, each group in the order of the title's data: yellow minors, majors, green minors [sheet 13.2]."""
    groups = {"yellow": 0, None: 1, "green": 2}
    return [
        company.id
        for company in sorted(rules.data.companies, key=lambda company: groups[company.group])
        if rules.kind(company.id) != "national"
        and pos.standing[company.id] == "started"
        and len(own_trains(rules, pos, company.id)) > rules.train_limit(pos, company.id)
    ]


def own_trains(rules: RailRules, pos: Position, company: str) -> list[str]:
    """The company's trains without those that the bank has lent it."""
    lent = rules.lent_trains(pos)
    return [train for train in rules.trains_of(pos, company) if train not in lent]


def settle(rules: RailRules, draft: RailDraft) -> None:
    """Let every company over the limit discard before anything else goes on."""
    if crowded(rules, draft):
        draft.push(DiscardTrains())


class DiscardTrainsProcedure(Procedure[DiscardTrains]):
    """Until nobody is over the limit, the first company that is gives up a train of its president's choice.

    ``rule``: what the title's ledger calls this.
    """

    frame = DiscardTrains
    label = "discard a train"

    def __init__(self, rules: RailRules, rule: str = "8.11.2.c") -> None:
        self.rules = rules
        self.open_moves = (DiscardTrainMove(rules, rule),)

    def actors(self, pos: Position, frame: DiscardTrains) -> tuple[str, ...]:
        """The first company over the limit."""
        return tuple(crowded(self.rules, pos)[:1])

    def advance(self, draft: Draft[Any], frame: DiscardTrains) -> bool:
        """Done when all are within the limit."""
        assert isinstance(draft, RailDraft)
        if crowded(self.rules, draft):
            return False
        finish(draft, self.rules)
        return True


class DiscardTrainMove(Move[DiscardTrains, DiscardTrain]):
    """Any own train, without payment."""

    action = DiscardTrain
    label = "discard a train"

    def __init__(self, rules: RailRules, rule: str) -> None:
        self.rules = rules
        self.rule = rule

    def shape(self, pos: Position, action: DiscardTrain) -> Iterator[Reason]:
        """Is there such a train?"""
        if action.train not in pos.trains:
            yield shape("no_such_train", "There is no train {train}.", train=action.train)

    def offers(self, pos: Position, frame: DiscardTrains) -> Iterator[Offer]:
        """Every train of the company."""
        for company in crowded(self.rules, pos)[:1]:
            trains = tuple(own_trains(self.rules, pos, company))
            yield Offer(DiscardTrain, {"entity": company}, Options("train", trains), rule=self.rule)

    def check(self, pos: Position, frame: DiscardTrains, action: DiscardTrain) -> Iterator[Reason]:
        """It must be the company's own."""
        if action.train not in own_trains(self.rules, pos, action.entity):
            yield broken(
                "not_own_train", self.rule, "{company} can discard only a train of its own, and {train} is not.",
                company=action.entity, train=action.train,
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: DiscardTrains, action: DiscardTrain) -> None:
        """Into the pool."""
        assert isinstance(draft, RailDraft)
        verbs.move_train(self.rules, draft, action.train, POOL)
