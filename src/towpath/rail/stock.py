"""The stock round [7; sheet 5]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail import holdings, verbs
from towpath.rail.actions import Pass
from towpath.rail.bidding import give_priority
from towpath.rail.buying import BuyShareMove
from towpath.rail.homes import MajorHomes
from towpath.rail.minor_auction import OpenMinorMove
from towpath.rail.rules import RailRules
from towpath.rail.selling import SellSharesMove
from towpath.rail.starting import StartMajorMove
from towpath.rail.state import Position, RailDraft
from towpath.rail.stock_turn import StockRound, end_turn, note_action, over_limit


def open_stock_round(rules: RailRules, draft: RailDraft) -> Frame:
    """A stock round before its first turn [7.1]."""
    return StockRound(player=draft.priority)


class PassStockMove(Move[StockRound, Pass]):
    """Do nothing, or nothing more, in this turn."""

    action = Pass
    label = "pass"
    rule = "7.1.c"

    def __init__(self, rules: RailRules, selling: SellSharesMove) -> None:
        self.rules = rules
        self._selling = selling

    def offers(self, pos: Position, frame: StockRound) -> Iterator[Offer]:
        """Unless shares have to be sold first."""
        if not any(self._faults(pos, frame)):
            yield Offer(Pass, {"entity": frame.player}, rule=self.rule)

    def _faults(self, pos: Position, frame: StockRound) -> Iterator[Reason]:
        rules, player = self.rules, frame.player
        if over_limit(rules, pos, player) and any(self._selling.possible(pos, frame)):
            yield broken(
                "must_sell", "7.5.c", "{player} holds {count} certificates and has to sell down to {limit}.",
                player=player, count=holdings.certificate_count(rules, pos, player),
                limit=rules.certificate_limit(pos),
            )  # fmt: skip

    def check(self, pos: Position, frame: StockRound, action: Pass) -> Iterator[Reason]:
        """Over the certificate limit one has to sell as long as that is possible."""
        return self._faults(pos, frame)

    def apply(self, draft: Draft[Any], frame: StockRound, action: Pass) -> None:
        """The turn is over; without a sale in it, it counts as a pass."""
        assert isinstance(draft, RailDraft)
        draft.emit("turn_over" if frame.acted else "passed", player=frame.player)
        end_turn(self.rules, draft)


class StockRoundProcedure(Procedure[StockRound]):
    """Turns clockwise from the priority deal until all pass in a row."""

    frame = StockRound
    label = "sell, buy, put up a minor or pass"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        selling = SellSharesMove(rules)
        self._acts: tuple[Move[StockRound, Any], ...] = (
            selling,
            BuyShareMove(rules),
            OpenMinorMove(rules),
            StartMajorMove(rules, MajorHomes(rules)),
        )
        self.open_moves = (*self._acts, PassStockMove(rules, selling))

    def actors(self, pos: Position, frame: StockRound) -> tuple[str, ...]:
        """The player whose turn it is."""
        return (frame.player,)

    def advance(self, draft: Draft[Any], frame: StockRound) -> bool:
        """Pass over players who can do nothing [5.2]; close the round when all have passed in a row."""
        assert isinstance(draft, RailDraft)
        if frame.passes >= len(self.rules.seats):
            self._close(draft, frame)
            return True
        if any(offer for move in self._acts for offer in move.offers(draft, frame)):
            return False
        draft.emit("turn_over" if frame.acted else "skipped", player=frame.player)
        end_turn(self.rules, draft)
        return True

    def resume(self, draft: Draft[Any], frame: StockRound, result: Any) -> None:
        """A home is placed, or a minor has been won by the player named in ``result``; the turn is over [5.6, 5.7]."""
        assert isinstance(draft, RailDraft)
        after = frame.player
        if result is not None and not self.rules.policies.left_of_auctioneer:
            after = str(result)
        note_action(draft, after)
        end_turn(self.rules, draft, after)

    def _close(self, draft: RailDraft, frame: StockRound) -> None:
        """Priority deal, then the sold-out majors in price order [7.6]."""
        rules = self.rules
        if frame.last is not None:
            give_priority(draft, rules.left_of(draft, frame.last))
        majors = rules.started(draft, "major")
        sold_out = [company for company in majors if holdings.player_percent(rules, draft, company) == 100]
        for company in rules.market.order(draft, sold_out):
            verbs.move_price(rules, draft, company, "up", why="sold out")
        finish(draft, rules)
