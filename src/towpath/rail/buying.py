"""Purchases of single shares in a stock round [7.4; sheet 5.11]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.rail import holdings, verbs
from towpath.rail.actions import BuyShare
from towpath.rail.rules import RailRules
from towpath.rail.shapes import company_shape
from towpath.rail.state import BANK, POOL, Position, RailDraft
from towpath.rail.stock_turn import (
    StockRound,
    cash_faults,
    end_turn,
    finish_selling,
    limit_faults,
    note_action,
    room_faults,
    sold_faults,
)

SHARE = 10
"""Percent of the certificates that are bought one by one."""


def on_sale(rules: RailRules, pos: Position, company: str, source: str) -> str | None:
    """A 10 % certificate in the pool or the major's treasury, or ``None``."""
    if rules.kind(company) != "major":
        return None
    holder = POOL if source == "pool" else company
    found = (cert for cert in holdings.held(rules, pos, company, holder) if rules.percents[cert] == SHARE)
    return next(found, None)


class BuyShareMove(Move[StockRound, BuyShare]):
    """Take one certificate of a major from the pool or its treasury; the turn is over."""

    action = BuyShare
    label = "buy a share"
    rule = "7.4.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: BuyShare) -> Iterator[Reason]:
        """Is there such a company?"""
        return company_shape(self.rules, action.company)

    def _faults(self, pos: Position, frame: StockRound, company: str, source: str) -> Iterator[Reason]:
        if on_sale(self.rules, pos, company, source) is None:
            if source == "pool":
                yield broken("none_on_sale", "7.4.b", "The bank pool has no share of {company}.", company=company)
            else:
                yield broken("none_on_sale", "7.4.c", "The treasury of {company} has no share.", company=company)
            return
        yield from cash_faults(pos, frame.player, self.rules.market.price(pos, company))
        yield from limit_faults(self.rules, pos, frame.player, company)
        yield from room_faults(self.rules, pos, frame.player, "7.4.1.b")
        yield from sold_faults(frame, frame.player, company)

    def offers(self, pos: Position, frame: StockRound) -> Iterator[Offer]:
        """Majors and where the share comes from."""
        rows = tuple(
            (company, source)
            for company in self.rules.started(pos, "major")
            for source in ("pool", "treasury")
            if not any(self._faults(pos, frame, company, source))
        )
        if rows:
            yield Offer(BuyShare, {"entity": frame.player}, Rows(("company", "source"), rows), rule=self.rule)

    def check(self, pos: Position, frame: StockRound, action: BuyShare) -> Iterator[Reason]:
        """On sale, money, limits, not sold before."""
        return self._faults(pos, frame, action.company, action.source)

    def apply(self, draft: Draft[Any], frame: StockRound, action: BuyShare) -> None:
        """Pay the bank or the major, take the certificate, and the presidency if this brings it."""
        assert isinstance(draft, RailDraft)
        rules, player, company = self.rules, frame.player, action.company
        finish_selling(rules, draft)
        cert = on_sale(rules, draft, company, action.source)
        assert cert is not None
        price = rules.market.price(draft, company)
        payee = BANK if action.source == "pool" else company
        draft.emit("share_bought", player=player, company=company, source=action.source, price=price)
        verbs.pay(rules, draft, player, payee, price, f"purchase of {company}")
        verbs.transfer(rules, draft, cert, player)
        verbs.pass_presidency(rules, draft, company)
        note_action(draft, player)
        end_turn(rules, draft)
