"""Presidents who pay for their companies, by selling shares if they must, and bankruptcy [1856: 7.4, 12.4, 13.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.language import Texts, say
from towpath.rail import holdings, shares, verbs
from towpath.rail.actions import DeclareBankrupt, SellShares
from towpath.rail.block_sales import SellBlockMove
from towpath.rail.frames import OperatingRound
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK

BANKRUPT = "bankrupt"
RAISED = "raised"
PURPOSES: Texts = {
    "interest": "sell shares: {short} more for the interest of {company}",
    "train": "sell shares: {short} more for the train of {company}",
    "repayment": "sell shares: {short} more for the loans of {company}",
}
"""What the money is for -> what the moment is called."""


class RaiseMoney(Frame, frozen=True, kw_only=True):
    """A president sells shares until he has ``amount``, for the ``purpose`` of his company."""

    company: str
    player: str
    amount: int
    purpose: Literal["interest", "train", "repayment"]
    sold: bool = False


def sale_faults(
    rules: IssueRules, pos: IssuePosition, frame: RaiseMoney, company: str, number: int
) -> Iterator[Reason]:
    """A sale that is allowed, no bigger than needed, and that leaves him president of this company [7.4, 12.4]."""
    yield from shares.sale_faults(rules, pos, frame.player, company, number)
    if company == frame.company and shares.successor(rules, pos, company, frame.player, number) is not None:
        yield broken(
            "keeps_presidency", "P.12.4.c", "{player} may not lose the presidency of {company} by this sale.",
            player=frame.player, company=company,
        )  # fmt: skip
    if company in pos.cells:
        short = frame.amount - pos.cash[frame.player]
        if (number - 1) * rules.market.price(pos, company) >= short:
            yield broken(
                "more_than_needed", "P.12.4.b", "{player} needs {short} more; fewer shares of {company} bring that.",
                player=frame.player, short=short, company=company,
            )  # fmt: skip


def go_bankrupt(rules: IssueRules, draft: IssueDraft, player: str) -> None:
    """A player cannot do what he must: the game ends at once [13.2]."""
    draft.put("bankrupt", player)
    draft.emit("bankrupt", player=player)
    rules.end_now(draft, BANKRUPT)


class SellForCompanyMove(SellBlockMove[RaiseMoney]):
    """Sell shares to pay for the company."""

    label = "sell shares for the company"
    rule = "12.4.c"
    rules: IssueRules

    def faults(self, pos: IssuePosition, frame: RaiseMoney, company: str, number: int) -> Iterator[Reason]:
        """Holding, pool, presidency, need."""
        return sale_faults(self.rules, pos, frame, company, number)

    def apply(self, draft: Draft[Any], frame: RaiseMoney, action: SellShares) -> None:
        """Sell at the present price."""
        assert isinstance(draft, IssueDraft)
        draft.update(0, sold=True)
        shares.sell(self.rules, draft, frame.player, action.company, action.shares)


class DeclareBankruptMove(Move[RaiseMoney, DeclareBankrupt]):
    """Say so, where that is waited for."""

    action = DeclareBankrupt
    label = "declare bankruptcy"
    rule = "13.2.a"

    def __init__(self, rules: IssueRules, selling: SellForCompanyMove) -> None:
        self.rules = rules
        self._selling = selling

    def offers(self, pos: IssuePosition, frame: RaiseMoney) -> Iterator[Offer]:
        """When nothing is left to sell."""
        if not any(self._selling.possible(pos, frame)):
            yield Offer(DeclareBankrupt, {"entity": frame.player}, rule=self.rule)

    def check(self, pos: IssuePosition, frame: RaiseMoney, action: DeclareBankrupt) -> Iterator[Reason]:
        """Nothing is left to sell; a file may have it earlier, if selling would not have helped."""
        if any(self._selling.possible(pos, frame)):
            yield broken("can_still_sell", self.rule, "{player} can still sell shares.", waivable=True,
                         player=frame.player)  # fmt: skip

    def apply(self, draft: Draft[Any], frame: RaiseMoney, action: DeclareBankrupt) -> None:
        """The end."""
        assert isinstance(draft, IssueDraft)
        fail(self.rules, draft, frame)


def fail(rules: IssueRules, draft: IssueDraft, frame: RaiseMoney) -> None:
    """What the president has goes to the company's creditor, and the game is over."""
    verbs.pay(rules, draft, frame.player, BANK, draft.cash[frame.player], f"what is left for {frame.company}")
    go_bankrupt(rules, draft, frame.player)


class RaiseMoneyProcedure(Procedure[RaiseMoney]):
    """Until he has the money, or nothing is left that he may sell."""

    frame = RaiseMoney
    label = "sell shares for the company"

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, IssueRules)
        self.rules = rules
        self._selling = SellForCompanyMove(rules)
        self.open_moves = (self._selling, DeclareBankruptMove(rules, self._selling))

    def actors(self, pos: IssuePosition, frame: RaiseMoney) -> tuple[str, ...]:
        """The president."""
        return (frame.player,)

    def step(self, pos: IssuePosition, frame: RaiseMoney) -> str:
        """What the money is for, and how much of it is missing."""
        short = frame.amount - pos.cash[frame.player]
        return say(PURPOSES[frame.purpose], short=f"{self.rules.data.currency}{short}", company=frame.company)

    def advance(self, draft: Draft[Any], frame: RaiseMoney) -> bool:
        """Enough: companies that have yet to operate are put in order anew [6.1]. Nothing left to sell: bankrupt."""
        assert isinstance(draft, IssueDraft)
        if draft.standing[frame.company] != "started":
            finish(draft, self.rules)
        elif draft.cash[frame.player] >= frame.amount:
            if frame.sold:
                reorder(self.rules, draft)
            finish(draft, self.rules, (RAISED, frame.purpose))
        elif any(self._selling.possible(draft, frame)) or self.rules.policies.waits_as_site:
            return False
        else:
            fail(self.rules, draft, frame)
        return True


def reorder(rules: IssueRules, draft: IssueDraft) -> None:
    """The companies that have yet to act in this round go by the new prices."""
    for depth, frame in enumerate(reversed(draft.stack)):
        if isinstance(frame, OperatingRound):
            done, rest = frame.order[: frame.index], frame.order[frame.index :]
            here = [company for company in rest if company in draft.cells]
            draft.update(depth, order=(*done, *rules.market.order(draft, here)))
            return


def president(rules: IssueRules, pos: IssuePosition, company: str) -> str:
    """Who pays for a company."""
    found = holdings.president(rules, pos, company) or rules.controller(pos, company)
    assert found is not None
    return found


def raise_for(
    rules: IssueRules, draft: IssueDraft, company: str, amount: int, purpose: Literal["interest", "train", "repayment"]
) -> bool:
    """Whether the president has the money at hand; if not he is asked to sell, and the frame below is told when it is
    there."""
    player = president(rules, draft, company)
    if draft.cash[player] >= amount:
        return True
    draft.push(RaiseMoney(company=company, player=player, amount=amount, purpose=purpose))
    return False
