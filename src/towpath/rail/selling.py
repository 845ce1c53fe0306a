"""Sales of shares in a stock round [7.3; sheet 5.8–5.10]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.reasons import Reason, broken
from towpath.rail import holdings, shares
from towpath.rail.actions import SellShares
from towpath.rail.block_sales import SellBlockMove
from towpath.rail.rules import RailRules
from towpath.rail.state import POOL, Position, RailDraft
from towpath.rail.stock_turn import StockRound, finish_selling, note_action

SHARE = 10
PRESIDENCY = 20
"""Percent of an ordinary and of the president's certificate; the latter needs a holder of as much to be handed over."""


def sale_faults(rules: RailRules, pos: Position, player: str, company: str, number: int) -> Iterator[Reason]:
    """All that forbids the sale of so many tenths."""
    if rules.kind(company) != "major":
        yield broken("not_for_sale", "7.3.3.c", "Only shares of majors are sold, not {company}.", company=company)
        return
    parts = holdings.by_holder(rules, pos, company)
    held, pool = parts.get(player, 0), parts.get(POOL, 0)
    if not pos.operated.get(company, False):
        yield broken(
            "not_operated", "7.3.3.e", "{company} has not operated yet; its shares cannot be sold.", company=company
        )
    if held < SHARE * number:
        yield broken(
            "not_held", "7.3.c", "{player} holds {held} % of {company}, not {wanted} %.",
            player=player, held=held, company=company, wanted=SHARE * number,
        )  # fmt: skip
        return
    limit = rules.data.pool_limit
    if pool + SHARE * number > limit:
        yield broken(
            "pool_full", "7.3.3.a", "{pool} % of {company} is in the pool, which takes {limit} % at most.",
            pool=pool, company=company, limit=limit,
        )  # fmt: skip
    presides = holdings.president(rules, pos, company) == player
    if (
        presides
        and held - SHARE * number < PRESIDENCY
        and shares.successor(rules, pos, company, player, number) is None
    ):
        yield broken(
            "nobody_to_preside", "7.3.3.b", "Nobody else holds {needed} % of {company}, so it needs its president.",
            needed=PRESIDENCY, company=company,
        )  # fmt: skip


def most_sold(rules: RailRules, pos: Position, player: str, company: str) -> int:
    """The most tenths that the player could sell at once, 0 if none."""
    numbers = range(1, rules.data.pool_limit // SHARE + 1)
    return max((n for n in numbers if not any(sale_faults(rules, pos, player, company, n))), default=0)


class SellSharesMove(SellBlockMove[StockRound]):
    """Sell shares of a major to the pool, before anything else is done in the turn."""

    rule = "7.3.a"

    def companies(self, pos: Position) -> list[str]:
        """The majors."""
        return self.rules.started(pos, "major")

    def faults(self, pos: Position, frame: StockRound, company: str, number: int) -> Iterator[Reason]:
        """Operated, held, pool and presidency."""
        return sale_faults(self.rules, pos, frame.player, company, number)

    def apply(self, draft: Draft[Any], frame: StockRound, action: SellShares) -> None:
        """The bank pays before the price falls; it falls once the selling is done, or at once (C4)."""
        assert isinstance(draft, RailDraft)
        rules, player, company = self.rules, frame.player, action.company
        presided = holdings.president(rules, draft, company) == player
        shares.hand_in(rules, draft, player, company, action.shares)
        note_action(draft, player)
        draft.update(0, sold=tuple(sorted({*frame.sold, (player, company)})))
        if presided:
            drops = frame.drops if company in frame.drops else (*frame.drops, company)
            draft.update(0, drops=drops)
            if rules.policies.drop_per_sale:
                finish_selling(rules, draft)
