"""The stock round of ``TradingRound`` [1856: 4]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail import consent, holdings, raising_money, shares
from towpath.rail.actions import Pass
from towpath.rail.bidding import give_priority
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.rules import RailRules
from towpath.rail.state import RailDraft
from towpath.rail.trading import BuyMove, SellMove, StartMove, TradePrivateMove
from towpath.rail.trading_turn import TradingRound, over, over_limit


def open_stock_round(rules: RailRules, draft: RailDraft) -> Frame:
    """A stock round before its first turn."""
    return TradingRound(player=draft.priority)


class PassTurnMove(Move[TradingRound, Pass]):
    """Do nothing, or nothing more, in this turn."""

    action = Pass
    label = "pass"
    rule = "P.4.1.a"

    def __init__(self, rules: IssueRules, selling: SellMove) -> None:
        self.rules = rules
        self._selling = selling

    def offers(self, pos: IssuePosition, frame: TradingRound) -> Iterator[Offer]:
        """Unless something has to be done first."""
        if not any(self._faults(pos, frame)):
            yield Offer(Pass, {"entity": frame.player}, rule=self.rule)

    def _faults(self, pos: IssuePosition, frame: TradingRound) -> Iterator[Reason]:
        if over_limit(self.rules, pos, frame.player) and any(self._selling.possible(pos, frame)):
            yield broken("must_sell", "P.4.7.b", "{player} is over a limit and has to sell first.", player=frame.player)
        yield from self.rules.due_faults(pos, frame.player)

    def check(self, pos: IssuePosition, frame: TradingRound, action: Pass) -> Iterator[Reason]:
        """Over a limit one has to sell as long as that is possible."""
        return self._faults(pos, frame)

    def apply(self, draft: Draft[Any], frame: TradingRound, action: Pass) -> None:
        """The turn is over; without an action in it, it counts as a pass."""
        assert isinstance(draft, IssueDraft)
        draft.emit("turn_over" if frame.acted else "passed", player=frame.player)
        over(self.rules, draft)


class TradingProcedure(Procedure[TradingRound]):
    """Turns clockwise from the priority deal until all pass in a row."""

    frame = TradingRound
    label = "sell, buy, start a company or pass"

    def __init__(self, rules: RailRules) -> None:
        assert isinstance(rules, IssueRules)
        self.rules = rules
        self._selling = SellMove(rules)
        self._buying = BuyMove(rules)
        self._starting = StartMove(rules)
        self._private = TradePrivateMove(rules)
        acts: tuple[Move[TradingRound, Any], ...] = (self._selling, self._buying, self._starting, self._private)
        self.open_moves = (*acts, PassTurnMove(rules, self._selling))

    def actors(self, pos: IssuePosition, frame: TradingRound) -> tuple[str, ...]:
        """The player whose turn it is."""
        return (frame.player,)

    def advance(self, draft: Draft[Any], frame: TradingRound) -> bool:
        """Close the round when all have passed in a row; end a turn in which nothing more can be done."""
        assert isinstance(draft, IssueDraft)
        rules = self.rules
        if frame.passes >= len(rules.seats):
            self._close(draft, frame)
            return True
        if self._may_act(draft, frame):
            return False
        if rules.due_purchase(draft, frame.player) is not None:
            raising_money.go_bankrupt(rules, draft, frame.player)
            return True
        if frame.last is None and frame.passes == len(rules.seats) - 1:
            return False  # nobody has done anything: the last one says so, or rounds could follow each other for ever
        draft.emit("turn_over" if frame.acted else "skipped", player=frame.player)
        over(rules, draft)
        return True

    def _may_act(self, pos: IssuePosition, frame: TradingRound) -> bool:
        """Whether anything but a pass is on offer; the moves are asked one by one, those of most choice for their first."""
        if any(self._selling.possible(pos, frame)) or any(self._buying.possible(pos, frame)):
            return True
        return any(True for move in (self._starting, self._private) for _ in move.offers(pos, frame))

    def resume(self, draft: Draft[Any], frame: TradingRound, result: Any) -> None:
        """The owner of a private has answered."""
        assert isinstance(draft, IssueDraft)
        answer, action = result[0], result[1]
        if answer == consent.ACCEPTED:
            self._private.perform(draft, action)
        else:
            draft.update(0, declined=(*frame.declined, (action.private, action.price)))

    def _close(self, draft: IssueDraft, frame: TradingRound) -> None:
        """Priority deal, then companies that players hold in full, in price order [4.10]."""
        rules = self.rules
        if frame.last is not None:
            give_priority(draft, rules.left_of(draft, frame.last))
        held = [company for company in draft.cells if holdings.player_percent(rules, draft, company) == 100]
        for company in rules.market.order(draft, held):
            shares.move_price(rules, draft, company, "up", 1, "sold out")
        finish(draft, rules)
