"""The operating round and a company's turn in it [8, sheet 4.2, 4.3, 6]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Frame
from towpath.rail import consent, dividends, loans, private_sales, redeeming, runs, tokens, track, train_purchase, verbs
from towpath.rail.actions import BuyTrain, Pass
from towpath.rail.frames import OperatingRound, OperatingTurn, Step
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, Position, RailDraft

STEPS: tuple[Step, ...] = (
    "redeem", "track", "token", "run", "dividend", "private_early", "loans", "trains", "private_late",
)  # fmt: skip

STEP_NAMES: dict[Step, str] = {
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
    collects = rules.policies.national_collects or rules.policies.cn_collects
    for private in rules.privates:
        holder = draft.privates[private]
        paid = rules.exists(holder) and (holder != rules.national or collects)
        if paid:
            verbs.pay(rules, draft, BANK, holder, rules.privates[private].income, f"income of {private}")
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


class OperatingTurnProcedure(Procedure[OperatingTurn]):
    """One company's turn, step by step. A step that has nothing to decide is skipped."""

    frame = OperatingTurn
    label = "operate"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self._private = private = private_sales.BuyPrivateMove(rules)
        self._train = train_purchase.BuyTrainMove(rules)
        done = EndStep(self)
        self._moves: dict[Step, tuple[Move[Any, Any], ...]] = {
            "redeem": (redeeming.RedeemMove(rules), private, done),
            "track": (track.LayTileMove(rules), private, done),
            "token": (tokens.PlaceTokenMove(rules), private, done),
            "run": (runs.RunRoutesMove(rules), private),
            "dividend": (dividends.PayDividendMove(rules), private),
            "private_early": (private, done),
            "loans": (),
            "trains": (self._train, private, done),
            "private_late": (private, done),
        }

    def actors(self, pos: Position, frame: OperatingTurn) -> tuple[str, ...]:
        """The company."""
        return (frame.company,)

    def moves(self, pos: Position, frame: OperatingTurn) -> Sequence[Move[Any, Any]]:
        """The moves of the step."""
        return self._moves[frame.step]

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        """The moves of all steps."""
        return tuple(dict.fromkeys(move for moves in self._moves.values() for move in moves))

    def step(self, pos: Position, frame: OperatingTurn) -> str:
        """The step in words."""
        return STEP_NAMES[frame.step]

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
        index = STEPS.index(frame.step) + 1
        if index < len(STEPS):
            draft.update(0, step=STEPS[index])
        else:
            draft.emit("turn_ended", company=frame.company)
            finish(draft, self.rules)

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
            return dividends.has_choice(rules, frame)
        if frame.step in ("private_early", "private_late"):
            return private_sales.possible(rules, draft, frame)
        if frame.step == "trains":
            return train_purchase.waits(rules, draft, frame)
        return False

    def resume(self, draft: Draft[Any], frame: OperatingTurn, result: Any) -> None:
        """Another owner has answered: an accepted purchase is carried out, a declined price is remembered."""
        if result is None:
            return
        answer, action = result[0], result[1]
        if answer != consent.ACCEPTED:
            wanted = action.train if isinstance(action, BuyTrain) else action.private
            draft.update(0, declined=(*frame.declined, (wanted, action.price)))
        elif isinstance(action, BuyTrain):
            self._train.perform(draft, frame, action)
        else:
            self._private.perform(draft, frame, action)


class EndStep(Move[OperatingTurn, Pass]):
    """Pass: end the step."""

    action = Pass
    label = "end the step"
    rule = "8.4.a"

    def __init__(self, turn: OperatingTurnProcedure) -> None:
        self._turn = turn

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """Always, but where a train must be bought."""
        if not tuple(self.check(pos, frame, Pass(entity=frame.company))):
            yield Offer(Pass, {"entity": frame.company}, rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: Pass) -> Iterator[Reason]:
        """A company without a train that can reach one must buy it [8.11.3]."""
        if frame.step == "trains":
            yield from train_purchase.must_buy_reasons(self._turn.rules, pos, frame.company)

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: Pass) -> None:
        """Go on to the next step."""
        assert isinstance(draft, RailDraft)
        draft.emit("step_ended", company=frame.company, step=frame.step)
        self._turn.leave(draft, frame)
