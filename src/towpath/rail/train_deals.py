"""Buying a train, whatever it may cost: the move that asks the owner first when another company sells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, shape
from towpath.rail import consent
from towpath.rail.actions import BuyTrain
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft


class TrainDealMove(Move[Any, BuyTrain]):
    """One train. Subclasses say what may be bought at which price, and how it is paid for."""

    action = BuyTrain
    label = "buy a train"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: BuyTrain) -> Iterator[Reason]:
        """The trains exist."""
        for train in (action.train, action.exchange):
            if train is not None and train not in pos.trains:
                yield shape("no_such_train", "There is no train {train}.", train=train)

    def apply(self, draft: Draft[Any], frame: Any, action: BuyTrain) -> None:
        """Ask another owner, or buy."""
        assert isinstance(draft, RailDraft)
        rules = self.rules
        holder = draft.trains[action.train]
        if holder in rules.certificates and rules.policies.ask_consent:
            owner = rules.controller(draft, holder)
            if owner is not None and owner != rules.controller(draft, frame.company):
                consent.ask(rules, draft, action, (owner,), "sell_train")
                return
        self.perform(draft, frame, action)

    def perform(self, draft: Any, frame: Any, action: BuyTrain) -> None:
        """Money, train, and what a first train brings."""
        raise NotImplementedError
