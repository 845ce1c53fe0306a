"""A company's turn as steps, one after the other: what every kind of operating turn has in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason
from towpath.language import say
from towpath.rail import consent
from towpath.rail.actions import BuyTrain, Pass
from towpath.rail.frames import OperatingTurn, Step
from towpath.rail.private_sales import BuyPrivateMove
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft
from towpath.rail.train_deals import TrainDealMove

T = TypeVar("T", bound=OperatingTurn)


class StepsProcedure(Procedure[T]):
    """One company's turn, step by step.

    ``steps`` in their order, ``step_names`` in words; ``step_moves``: what may be done in each; ``train`` and ``private``:
    the purchases that may wait for another owner's answer.
    """

    label = "operate"
    steps: ClassVar[tuple[Step, ...]]
    step_names: ClassVar[Mapping[Step, str]]
    step_moves: Mapping[Step, tuple[Move[Any, Any], ...]]

    def __init__(self, rules: RailRules, train: TrainDealMove, private: BuyPrivateMove) -> None:
        self.rules: Any = rules
        self.train = train
        self.private = private

    def actors(self, pos: Position, frame: T) -> tuple[str, ...]:
        """The company."""
        return (frame.company,)

    def moves(self, pos: Position, frame: T) -> Sequence[Move[Any, Any]]:
        """The moves of the step."""
        return self.step_moves[frame.step]

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        """The moves of all steps."""
        return tuple(dict.fromkeys(move for moves in self.step_moves.values() for move in moves))

    def step(self, pos: Position, frame: T) -> str:
        """The step in words."""
        return say(self.step_names[frame.step])

    def must_buy_reasons(self, pos: Any, company: str) -> Iterator[Reason]:
        """Why the step of buying trains may not be ended."""
        raise NotImplementedError

    def leave(self, draft: Any, frame: T) -> None:
        """End the step: do what its end brings and go to the next, or end the turn."""
        raise NotImplementedError

    def next_step(self, draft: RailDraft, frame: T) -> None:
        """Go to the next step, or end the turn."""
        index = self.steps.index(frame.step) + 1
        if index < len(self.steps):
            draft.update(0, step=self.steps[index])
        else:
            self.end(draft, frame)

    def end(self, draft: Any, frame: T) -> None:
        """The turn is over."""
        draft.emit("turn_ended", company=frame.company)
        finish(draft, self.rules)

    def resume(self, draft: Draft[Any], frame: T, result: Any) -> None:
        """Another owner has answered: an accepted purchase is carried out, a declined price is remembered."""
        if result is None:
            return
        answer, action = result[0], result[1]
        if answer == consent.DECLINED:
            wanted = action.train if isinstance(action, BuyTrain) else action.private
            draft.update(0, declined=(*frame.declined, (wanted, action.price)))
        elif isinstance(action, BuyTrain):
            self.train.perform(draft, frame, action)
        else:
            self.private.perform(draft, frame, action)


class EndStep(Move[OperatingTurn, Pass]):
    """Pass: end the step."""

    action = Pass
    label = "end the step"

    def __init__(self, turn: StepsProcedure[Any], rule: str) -> None:
        self._turn = turn
        self.rule = rule

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """Always, but where a train must be bought."""
        if not tuple(self.check(pos, frame, Pass(entity=frame.company))):
            yield Offer(Pass, {"entity": frame.company}, rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: Pass) -> Iterator[Reason]:
        """A train that is a must."""
        if frame.step == "trains":
            yield from self._turn.must_buy_reasons(pos, frame.company)

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: Pass) -> None:
        """Go on to the next step."""
        draft.emit("step_ended", company=frame.company, step=frame.step)
        self._turn.leave(draft, frame)
