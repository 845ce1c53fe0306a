"""What a player does in a stock turn: sell, buy a share, start a company, buy a private from another [1856: 4]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options, Range, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.language import msg
from towpath.rail import capital, consent, holdings, shares, verbs
from towpath.rail.actions import BuyPrivate, BuyShare, SellShares, StartMajor
from towpath.rail.block_sales import SellBlockMove
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.shapes import company_shape, private_shape, start_shape
from towpath.rail.state import BANK, POOL
from towpath.rail.stock_turn import cash_faults, limit_faults, sold_faults
from towpath.rail.trading_turn import (
    TradingRound,
    note,
    other_purchase_faults,
    room_faults,
    sale_turn_faults,
    turn_faults,
)

LEAST_PRICE = 1
"""Of a private that goes from player to player."""


class SellMove(SellBlockMove[TradingRound]):
    """Sell a block of shares to the pool."""

    rule = "P.4.6.d"
    rules: IssueRules

    def faults(self, pos: IssuePosition, frame: TradingRound, company: str, number: int) -> Iterator[Reason]:
        """Holding, pool, presidency, and what the turn allows."""
        yield from shares.sale_faults(self.rules, pos, frame.player, company, number)
        yield from sale_turn_faults(self.rules, pos, frame, company, number)

    def apply(self, draft: Draft[Any], frame: TradingRound, action: SellShares) -> None:
        """Sell; the turn goes on."""
        assert isinstance(draft, IssueDraft)
        player, company = frame.player, action.company
        sold = tuple(sorted({*frame.sold, (player, company)}))
        draft.update(0, sold=sold, sold_now=(*frame.sold_now, company))
        note(draft, "sell")
        shares.sell(self.rules, draft, player, company, action.shares)


class BuyMove(Move[TradingRound, BuyShare]):
    """Buy one share from the first issue at par or from the pool at the market price."""

    action = BuyShare
    label = "buy a share"
    rule = "P.4.4.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: BuyShare) -> Iterator[Reason]:
        """Is there such a company?"""
        return company_shape(self.rules, action.company)

    def offers(self, pos: IssuePosition, frame: TradingRound) -> Iterator[Offer]:
        """Companies and where the share comes from."""
        rows = tuple(self.possible(pos, frame))
        if rows:
            yield Offer(BuyShare, {"entity": frame.player}, Rows(("company", "source"), rows), rule=self.rule)

    def possible(self, pos: IssuePosition, frame: TradingRound) -> Iterator[tuple[str, str]]:
        """Every (company, source) of which the player may buy a share now."""
        turn = tuple(turn_faults(self.rules, pos, frame))
        for company in pos.cells:
            for source in ("pool", "treasury"):
                if not any(self._faults(pos, frame, company, source, turn)):
                    yield company, source

    def check(self, pos: IssuePosition, frame: TradingRound, action: BuyShare) -> Iterator[Reason]:
        """On sale, money, limits, not sold before."""
        turn = tuple(turn_faults(self.rules, pos, frame))
        return self._faults(pos, frame, action.company, action.source, turn)

    def _faults(
        self, pos: IssuePosition, frame: TradingRound, company: str, source: str, turn: tuple[Reason, ...]
    ) -> Iterator[Reason]:
        rules, player = self.rules, frame.player
        if pos.standing[company] != "started" or share_on_sale(rules, pos, company, source) is None:
            where = msg("pool") if source == "pool" else msg("first issue")
            yield broken(
                "none_on_sale", "P.4.4.a", "The {where} has no share of {company}.", where=where, company=company
            )
            return
        yield from cash_faults(pos, player, rules.share_price(pos, company, source))
        yield from sold_faults(frame, player, company)
        due = rules.due_purchase(pos, player)
        if due is not None:
            if due != company:
                yield from rules.due_faults(pos, player)
            yield from rules.issue_faults(pos, company, source)
            return
        yield from turn
        yield from limit_faults(rules, pos, player, company)
        yield from room_faults(rules, pos, player, rules.weight(pos, company))
        yield from rules.issue_faults(pos, company, source)

    def apply(self, draft: Draft[Any], frame: TradingRound, action: BuyShare) -> None:
        """Pay, take the certificate, and the presidency if this brings it."""
        assert isinstance(draft, IssueDraft)
        rules, player, company = self.rules, frame.player, action.company
        cert = share_on_sale(rules, draft, company, action.source)
        assert cert is not None
        price = rules.share_price(draft, company, action.source)
        draft.emit("share_bought", player=player, company=company, source=action.source, price=price)
        before = capital.sold(rules, draft, company)
        if action.source == "pool":
            verbs.pay(rules, draft, player, BANK, price, f"purchase of {company}")
        else:
            capital.take_payment(rules, draft, company, player, 1, before // 10)
        verbs.transfer(rules, draft, cert, player)
        if action.source != "pool":
            capital.pay_in_full(rules, draft, company, before)
        rules.share_taken(draft, company, player)
        verbs.pass_presidency(rules, draft, company)
        draft.update(0, bought=company)
        note(draft, "buy")


def share_on_sale(rules: IssueRules, pos: IssuePosition, company: str, source: str) -> str | None:
    """An ordinary certificate in the pool or the first issue, or ``None``."""
    held = holdings.held(rules, pos, company, POOL if source == "pool" else company)
    return next((cert for cert in held if not cert.endswith("_0")), None)


class StartMove(Move[TradingRound, StartMajor]):
    """Buy a president's certificate at twice par."""

    action = StartMajor
    label = "start a company"
    rule = "4.3.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules
        self._cells = rules.market.zone("par")

    def shape(self, pos: IssuePosition, action: StartMajor) -> Iterator[Reason]:
        """Are there such a company and such a cell?"""
        return start_shape(self.rules, action)

    def _company_faults(self, pos: IssuePosition, company: str) -> Iterator[Reason]:
        if not self.rules.startable(company):
            yield broken("not_startable", "P.4.3.b", "No player can start {company}.", company=company)
        elif pos.standing[company] != "unstarted":
            yield broken("not_startable", "P.4.3.a", "{company} does not wait to be started.", company=company)

    def _cell_faults(self, pos: IssuePosition, frame: TradingRound, cell: int) -> Iterator[Reason]:
        price = self.rules.market.cells[cell].price
        if cell not in [each.id for each in self._cells]:
            prices = [each.price for each in self._cells]
            yield broken("no_start_cell", "4.3.a", "A company starts at one of {prices}, not at {price}.",
                         prices=prices, price=price)  # fmt: skip
        yield from cash_faults(pos, frame.player, 2 * price)

    def offers(self, pos: IssuePosition, frame: TradingRound) -> Iterator[Offer]:
        """Companies and par values."""
        cells = tuple(cell.id for cell in self._cells if not any(self._cell_faults(pos, frame, cell.id)))
        found = tuple(name for name in self.rules.companies if not any(self._company_faults(pos, name)))
        if cells and found and not any(other_purchase_faults(self.rules, pos, frame)):
            fixed = {"entity": frame.player}
            yield Offer(StartMajor, fixed, Options("company", found), Options("cell", cells), rule=self.rule)

    def check(self, pos: IssuePosition, frame: TradingRound, action: StartMajor) -> Iterator[Reason]:
        """Company, price, money and limits."""
        yield from self._company_faults(pos, action.company)
        yield from other_purchase_faults(self.rules, pos, frame)
        yield from self._cell_faults(pos, frame, action.cell)

    def apply(self, draft: Draft[Any], frame: TradingRound, action: StartMajor) -> None:
        """Fix how it is paid for, pay, take the certificate."""
        assert isinstance(draft, IssueDraft)
        rules, player, company = self.rules, frame.player, action.company
        cell = rules.market.cells[action.cell]
        draft.emit("major_started", player=player, company=company, price=cell.price)
        draft.edit("capital")[company] = capital.kind_of_start(rules, draft, company)
        verbs.set_standing(draft, company, "started")
        verbs.set_par(draft, company, cell.price)
        capital.take_payment(rules, draft, company, player, 2, 0)
        for i, cert in enumerate(rules.certificates[company]):
            verbs.transfer(rules, draft, cert, company if i else player)
        verbs.enter_market(rules, draft, company, cell.id)
        verbs.mark_operated(draft, company, False)
        draft.update(0, bought=company)
        note(draft, "buy")


class TradePrivateMove(Move[TradingRound, BuyPrivate]):
    """Buy a private from another player who agrees, at any price."""

    action = BuyPrivate
    label = "buy a private from a player"
    rule = "4.2.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: BuyPrivate) -> Iterator[Reason]:
        """Is there such a private?"""
        return private_shape(self.rules, action.private)

    def _private_faults(self, pos: IssuePosition, frame: TradingRound, private: str) -> Iterator[Reason]:
        holder = pos.privates[private]
        if not self.rules.policies.private_trade:
            yield broken("no_private_trade", self.rule, "Players sell no privates to each other in this game.")
        if holder not in self.rules.seats or holder == frame.player:
            yield broken(
                "not_another_players", self.rule, "{private} belongs to {holder}, not to another player.",
                private=private, holder=holder,
            )  # fmt: skip

    def offers(self, pos: IssuePosition, frame: TradingRound) -> Iterator[Offer]:
        """Others' privates at every price that has not been refused."""
        for private in self.possible(pos, frame):
            least = max(LEAST_PRICE, consent.highest_refused(frame.declined, private) + 1)
            if least <= pos.cash[frame.player]:
                fixed = {"entity": frame.player, "private": private}
                yield Offer(BuyPrivate, fixed, Range("price", least, pos.cash[frame.player]), rule=self.rule)

    def possible(self, pos: IssuePosition, frame: TradingRound) -> list[str]:
        """The privates that the player may buy now if he can agree on a price."""
        found = [private for private in self.rules.privates if not any(self._private_faults(pos, frame, private))]
        return [] if found and any(other_purchase_faults(self.rules, pos, frame)) else found

    def check(self, pos: IssuePosition, frame: TradingRound, action: BuyPrivate) -> Iterator[Reason]:
        """Owner, turn, limit, price and money."""
        yield from self._private_faults(pos, frame, action.private)
        yield from other_purchase_faults(self.rules, pos, frame)
        if action.price < LEAST_PRICE:
            yield broken("trade_price", "4.2.b", "The least price is 1, not {price}.", price=action.price)
        yield from cash_faults(pos, frame.player, action.price)
        yield from consent.refusal_faults(frame.declined, action.private, action.price, "P.4.2.b")

    def apply(self, draft: Draft[Any], frame: TradingRound, action: BuyPrivate) -> None:
        """Ask the owner, or buy."""
        assert isinstance(draft, IssueDraft)
        if self.rules.policies.ask_consent:
            consent.ask(self.rules, draft, action, (draft.privates[action.private],), "sell_private")
        else:
            self.perform(draft, action)

    def perform(self, draft: IssueDraft, action: BuyPrivate) -> None:
        """Pay the owner, take the private; that was the purchase of the turn."""
        owner = draft.privates[action.private]
        verbs.pay(self.rules, draft, action.entity, owner, action.price, f"private {action.private}")
        verbs.take_private(draft, action.private, action.entity)
        note(draft, "buy")
