"""Sales of shares in a stock round [7.3; sheet 5.8–5.10]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Rows
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken, shape
from towpath.rail import holdings, verbs
from towpath.rail.actions import SellShares
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, Position, RailDraft
from towpath.rail.stock_turn import StockRound, finish_selling, note_action

POOL_LIMIT = 50
"""Percent of a major that sales may bring into the pool [7.3.3]."""
SHARE = 10
PRESIDENCY = 20
"""Percent of an ordinary and of the president's certificate; the latter needs a holder of as much to be handed over."""


def successor(rules: RailRules, pos: Position, company: str, seller: str, shares: int) -> str | None:
    """Who becomes president when the president sells so many shares, if that changes [7.3.2].

    It is the holder of most, with at least 20 % and more than the seller keeps; of several the first clockwise.
    """
    if holdings.president(rules, pos, company) != seller:
        return None
    parts = holdings.by_holder(rules, pos, company)
    others = rules.clockwise_from(pos, seller)[1:]
    top = max(parts.get(player, 0) for player in others)
    if top < PRESIDENCY or top <= parts.get(seller, 0) - SHARE * shares:
        return None
    return next(player for player in others if parts.get(player, 0) == top)


def sale_faults(rules: RailRules, pos: Position, player: str, company: str, shares: int) -> Iterator[Reason]:
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
    if held < SHARE * shares:
        yield broken(
            "not_held", "7.3.c", "{player} holds {held} % of {company}, not {wanted} %.",
            player=player, held=held, company=company, wanted=SHARE * shares,
        )  # fmt: skip
        return
    if pool + SHARE * shares > POOL_LIMIT:
        yield broken(
            "pool_full", "7.3.3.a", "{pool} % of {company} is in the pool, which takes {limit} % at most.",
            pool=pool, company=company, limit=POOL_LIMIT,
        )  # fmt: skip
    presides = holdings.president(rules, pos, company) == player
    if presides and held - SHARE * shares < PRESIDENCY and successor(rules, pos, company, player, shares) is None:
        yield broken(
            "nobody_to_preside", "7.3.3.b", "Nobody else holds {needed} % of {company}, so it needs its president.",
            needed=PRESIDENCY, company=company,
        )  # fmt: skip


def most_sold(rules: RailRules, pos: Position, player: str, company: str) -> int:
    """The most tenths that the player could sell at once, 0 if none."""
    return max((n for n in _numbers() if not any(sale_faults(rules, pos, player, company, n))), default=0)


def _numbers() -> range:
    """How many tenths a sale can be of."""
    return range(1, POOL_LIMIT // SHARE + 1)


def possible_sales(rules: RailRules, pos: Position, player: str) -> Iterator[tuple[str, int]]:
    """Every (major, number of shares) that the player may sell now."""
    for company in rules.started(pos, "major"):
        for shares in _numbers():
            if not any(sale_faults(rules, pos, player, company, shares)):
                yield company, shares


class SellSharesMove(Move[StockRound, SellShares]):
    """Sell shares of a major to the pool, before anything else is done in the turn."""

    action = SellShares
    label = "sell shares"
    rule = "7.3.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: SellShares) -> Iterator[Reason]:
        """Is there such a company, and is it a number of shares?"""
        if action.company not in self.rules.companies:
            yield shape("no_such_company", "There is no company {company}.", company=action.company)
        if action.shares < 1:
            yield shape("no_shares", "Sell one share or more, not {shares}.", shares=action.shares)

    def offers(self, pos: Position, frame: StockRound) -> Iterator[Offer]:
        """Majors and numbers of shares."""
        rows = tuple(possible_sales(self.rules, pos, frame.player))
        if rows:
            yield Offer(SellShares, {"entity": frame.player}, Rows(("company", "shares"), rows), rule=self.rule)

    def check(self, pos: Position, frame: StockRound, action: SellShares) -> Iterator[Reason]:
        """Operated, held, pool and presidency."""
        return sale_faults(self.rules, pos, frame.player, action.company, action.shares)

    def apply(self, draft: Draft[Any], frame: StockRound, action: SellShares) -> None:
        """The bank pays before the price falls; it falls once the selling is done, or at once (C4)."""
        assert isinstance(draft, RailDraft)
        rules, player, company = self.rules, frame.player, action.company
        presided = holdings.president(rules, draft, company) == player
        hand_in(rules, draft, player, company, action.shares)
        note_action(draft, player)
        draft.update(0, sold=tuple(sorted({*frame.sold, (player, company)})))
        if presided:
            drops = frame.drops if company in frame.drops else (*frame.drops, company)
            draft.update(0, drops=drops)
            if rules.policies.drop_per_sale:
                finish_selling(rules, draft)


def hand_in(rules: RailRules, draft: RailDraft, player: str, company: str, shares: int) -> None:
    """Change the president if need be, pay for the shares and put them into the pool."""
    heir = successor(rules, draft, company, player, shares)
    if heir is not None:
        verbs.swap_president(rules, draft, company, heir)
    tens = [cert for cert in holdings.held(rules, draft, company, player) if rules.percents[cert] == SHARE]
    price = rules.market.price(draft, company)
    draft.emit("shares_sold", player=player, company=company, shares=shares, price=price)
    verbs.pay(rules, draft, BANK, player, price * shares, f"sale of {company}")
    for cert in tens[:shares]:
        verbs.transfer(rules, draft, cert, POOL)
