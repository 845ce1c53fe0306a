"""The operating round and a company's turn in it [8, sheet 4.2, 4.3, 6]."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.procedure import Procedure
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Frame
from towpath.language import Text
from towpath.rail import dividends, income, loans, private_sales, redeeming, runs, tokens, track, train_purchase
from towpath.rail.frames import OperatingRound, OperatingTurn, Step
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft
from towpath.rail.turn_steps import EndStep, StepsProcedure

STEPS: tuple[Step, ...] = (
    "redeem", "track", "token", "run", "dividend", "private_early", "loans", "trains", "private_late",
)  # fmt: skip

STEP_NAMES: dict[Step, Text] = {
    "redeem": "redeem shares",
    "track": "lay track",
    "token": "place a token",
    "run": "run trains",
    "dividend": "distribute earnings",
    "private_early": "buy privates before the loans are repaid",
    "loans": "pay interest and repay loans",
    "trains": "buy trains",
    "private_late": "buy privates",
}


def open_round(rules: RailRules, draft: RailDraft) -> Frame:
    """Pay the privates' income, fix the order, the loans that owe interest and who runs for the national [4.2, 4.3]."""
    income.pay_privates(rules, draft)
    order = rules.market.order(draft, rules.started(draft, "minor"))
    order += rules.market.order(draft, rules.started(draft, "major"))
    due = tuple(sorted(draft.loans.items()))
    return OperatingRound(order=tuple(order), due=due, runner=draft.priority)


class OperatingRoundProcedure(Procedure[OperatingRound]):
    """Gives each listed company its turn, then the national.

    ``national``: makes the national's frame, or ``None``; ``turn``: makes a company's turn, or ``None`` to pass it over.
    """

    frame = OperatingRound
    label = "operate"

    def __init__(
        self,
        rules: RailRules,
        national: Callable[[RailRules, RailDraft], Frame | None] = lambda rules, draft: None,
        turn: Callable[[RailRules, RailDraft, str], Frame | None] | None = None,
    ) -> None:
        self.rules = rules
        self._national = national
        self._turn = turn or (lambda rules, draft, company: OperatingTurn(company=company))

    def advance(self, draft: Draft[Any], frame: OperatingRound) -> bool:
        """Start the next turn, skipping companies that have vanished [4.3]."""
        assert isinstance(draft, RailDraft)
        if frame.stage == "companies":
            if frame.index >= len(frame.order):
                draft.update(0, stage="national")
                return True
            company = frame.order[frame.index]
            draft.update(0, index=frame.index + 1)
            if draft.standing[company] == "started" and company in draft.cells:
                turn = self._turn(self.rules, draft, company)
                if turn is not None:
                    draft.emit("turn_begun", company=company)
                    draft.push(turn)
        elif frame.stage == "national":
            draft.update(0, stage="done")
            national = self._national(self.rules, draft)
            if national is not None:
                draft.push(national)
        else:
            finish(draft, self.rules)
        return True


class OperatingTurnProcedure(StepsProcedure[OperatingTurn]):
    """One company's turn, step by step. A step that has nothing to decide is skipped."""

    frame = OperatingTurn
    steps = STEPS
    step_names = STEP_NAMES

    def __init__(self, rules: RailRules) -> None:
        private = private_sales.BuyPrivateMove(rules)
        super().__init__(rules, train_purchase.BuyTrainMove(rules), private)
        done = EndStep(self, "8.4.a")
        self.step_moves = {
            "redeem": (redeeming.RedeemMove(rules), private, done),
            "track": (track.LayTileMove(rules), private, done),
            "token": (tokens.PlaceTokenMove(rules), private, done),
            "run": (runs.RunRoutesMove(rules), private),
            "dividend": (dividends.PayDividendMove(rules, "private_early", "8.9.1.a"), private),
            "private_early": (private, done),
            "loans": (),
            "trains": (self.train, private, done),
            "private_late": (private, done),
        }

    def advance(self, draft: Draft[Any], frame: OperatingTurn) -> bool:
        """Skip or do what needs no decision; end the turn of a company that has vanished [6.3]."""
        assert isinstance(draft, RailDraft)
        if draft.standing[frame.company] != "started":
            finish(draft, self.rules)
            return True
        if self._waits(draft, frame):
            return False
        if frame.step == "loans":
            self._settle_loans(draft, frame)
            return True
        self.leave(draft, frame)
        return True

    def _settle_loans(self, draft: RailDraft, frame: OperatingTurn) -> None:
        draft.update(0, step="trains")
        base = dict(loans.round_frame(draft).due).get(frame.company, 0)
        loans.settle_or_nationalize(self.rules, draft, frame.company, base)

    def leave(self, draft: RailDraft, frame: OperatingTurn) -> None:
        """End the step: do what its end brings and go to the next, or end the turn."""
        if frame.step == "run":
            runs.note_idle(self.rules, draft, frame)
        elif frame.step == "dividend":
            dividends.pay_without_choice(self.rules, draft, frame)
        elif frame.step == "trains" and train_purchase.must_own(self.rules, draft, frame.company):
            train_purchase.insolvent(self.rules, draft, frame.company)
            return
        self.next_step(draft, frame)

    def must_buy_reasons(self, pos: Position, company: str) -> Iterator[Reason]:
        """A company without a train that can reach one must buy it [8.11.3]."""
        return train_purchase.must_buy_reasons(self.rules, pos, company)

    def _waits(self, draft: RailDraft, frame: OperatingTurn) -> bool:
        rules, company = self.rules, frame.company
        if frame.step == "redeem":
            return redeeming.possible(rules, draft, company)
        if frame.step == "track":
            return track.possible(rules, draft, frame)
        if frame.step == "token":
            return tokens.possible(rules, draft, company)
        if frame.step == "run":
            return runs.possible(rules, draft, company)
        if frame.step == "dividend":
            return dividends.has_choice(rules, draft, frame)
        if frame.step in ("private_early", "private_late"):
            return private_sales.possible(rules, draft, frame)
        if frame.step == "trains":
            return train_purchase.waits(rules, draft, frame)
        return False
