"""Shares of companies with a first issue: limits, sales and the prices that follow [1856: 4.6-4.11]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from towpath.kernel.reasons import Reason, broken
from towpath.rail import closing, holdings, verbs
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.market import Direction
from towpath.rail.state import BANK, POOL, Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.issue_rules import IssueRules
    from towpath.rail.rules import RailRules


def in_zone(rules: RailRules, pos: Position, company: str, *zones: str) -> bool:
    """Whether the company's price stands in one of the market's zones."""
    cell = pos.cells.get(company)
    return cell is not None and not rules.market.zones_of[cell].isdisjoint(zones)


def units(rules: RailRules, pos: Position, company: str, holder: str) -> int:
    """How many shares a holder has; the president's certificate is two."""
    return holdings.percent(rules, pos, company, holder) // rules.unit(pos, company)


def holding_limit(rules: RailRules, pos: Position, company: str) -> int | None:
    """Most percent that a player may hold; ``None`` in the brown zone [4.7]."""
    return None if in_zone(rules, pos, company, "brown") else rules.limits.ownership_limit


def over_holding(rules: RailRules, pos: Position, player: str) -> list[str]:
    """The companies of which a player holds too much and must sell [4.7]."""
    found = []
    for company in pos.cells:
        limit = holding_limit(rules, pos, company)
        if limit is not None and holdings.percent(rules, pos, company, player) > limit:
            found.append(company)
    return found


def successor(rules: RailRules, pos: Position, company: str, seller: str, shares: int) -> str | None:
    """Who becomes president by a sale of so many shares: the holder of most, with two at least and more than the seller
    keeps; of several the first to the seller's left [4.9]."""
    if holdings.president(rules, pos, company) != seller:
        return None
    others = rules.clockwise_from(pos, seller)[1:]
    held = {player: units(rules, pos, company, player) for player in (*others, seller)}
    top = max(held[player] for player in others)
    if top < 2 or top <= held[seller] - shares:
        return None
    return next(player for player in others if held[player] == top)


def sale_faults(rules: IssueRules, pos: IssuePosition, player: str, company: str, shares: int) -> Iterator[Reason]:
    """What forbids a sale at any moment: holding, pool and presidency [4.7, 4.9]."""
    if pos.standing.get(company) != "started":
        yield broken("not_for_sale", "P.4.6.d", "{company} has no shares in play.", company=company)
        return
    held, pool = units(rules, pos, company, player), holdings.pool_percent(rules, pos, company)
    if held < shares:
        yield broken(
            "not_held", "P.4.6.d", "{player} holds {held} shares of {company}, not {wanted}.",
            player=player, held=held, company=company, wanted=shares,
        )  # fmt: skip
        return
    limit = rules.data.pool_limit
    if pool + shares * rules.unit(pos, company) > limit:
        yield broken(
            "pool_full", "4.7.b", "{pool} % of {company} is in the pool, which takes {limit} % at most.",
            pool=pool, company=company, limit=limit,
        )  # fmt: skip
    presides = holdings.president(rules, pos, company) == player
    if presides and held - shares < 2 and successor(rules, pos, company, player, shares) is None:
        yield broken(
            "nobody_to_preside", "P.4.9.c", "Nobody else holds two shares of {company}, so it needs its president.",
            company=company,
        )  # fmt: skip
    yield from rules.sale_barred(pos, player, company)


def most_sold(rules: IssueRules, pos: IssuePosition, player: str, company: str) -> int:
    """The most shares that the player could sell at once, 0 if none."""
    held = units(rules, pos, company, player)
    return max((n for n in range(1, held + 1) if not any(sale_faults(rules, pos, player, company, n))), default=0)


def hand_in(rules: RailRules, draft: RailDraft, player: str, company: str, shares: int) -> None:
    """Change the president if need be, pay at the present price, put the shares into the pool."""
    heir = successor(rules, draft, company, player, shares)
    if heir is not None:
        verbs.swap_president(rules, draft, company, heir)
    certificates = [cert for cert in holdings.held(rules, draft, company, player) if not cert.endswith("_0")]
    price = rules.market.price(draft, company)
    draft.emit("shares_sold", player=player, company=company, shares=shares, price=price)
    verbs.pay(rules, draft, BANK, player, price * shares, f"sale of {company}")
    for cert in certificates[:shares]:
        verbs.transfer(rules, draft, cert, POOL)


def sell(rules: IssueRules, draft: IssueDraft, player: str, company: str, shares: int) -> None:
    """Hand shares in; the price falls by a step for each ten percent."""
    hand_in(rules, draft, player, company, shares)
    move_price(rules, draft, company, "down", shares * rules.unit(draft, company) // 10, "shares sold")


def move_price(rules: IssueRules, draft: IssueDraft, company: str, direction: Direction, steps: int, why: str) -> None:
    """Move a price; a company that comes into the closed zone closes [4.11]."""
    steps = rules.price_steps(draft, company, direction, steps)
    if not steps:
        return
    verbs.move_price(rules, draft, company, direction, steps, why)
    if in_zone(rules, draft, company, "closed"):
        closing.close_company(rules, draft, company)
