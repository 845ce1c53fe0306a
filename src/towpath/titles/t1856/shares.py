"""What shares mean in 1856: limits, what counts, sales and the prices that follow, companies that close [4.6-4.11]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from towpath.kernel.reasons import Reason, broken
from towpath.rail import charters, holdings, verbs
from towpath.rail.market import Direction
from towpath.rail.state import BANK, CLOSED, EXPORTED, POOL
from towpath.titles.t1856.state import Draft1856, Pos

if TYPE_CHECKING:
    from towpath.titles.t1856.rules import Rules1856

POOL_LIMIT = 50
"""Percent of a company that the pool takes [4.7]."""


def in_zone(rules: Rules1856, pos: Pos, company: str, *zones: str) -> bool:
    """Whether the company's price stands in one of the market's zones."""
    cell = pos.cells.get(company)
    return cell is not None and any(zone in zones for zone in rules.market.cells[cell].zones)


def units(rules: Rules1856, pos: Pos, company: str, holder: str) -> int:
    """How many shares a holder has; the president's certificate is two."""
    return holdings.percent(rules, pos, company, holder) // rules.unit(pos, company)


def holding_limit(rules: Rules1856, pos: Pos, company: str) -> int | None:
    """Most percent that a player may hold; ``None`` in the brown zone [4.7]."""
    return None if in_zone(rules, pos, company, "brown") else rules.limits.ownership_limit


def over_holding(rules: Rules1856, pos: Pos, player: str) -> list[str]:
    """The companies of which a player holds too much and must sell [4.7]."""
    found = []
    for company in pos.cells:
        limit = holding_limit(rules, pos, company)
        if limit is not None and holdings.percent(rules, pos, company, player) > limit:
            found.append(company)
    return found


def successor(rules: Rules1856, pos: Pos, company: str, seller: str, shares: int) -> str | None:
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


def sale_faults(rules: Rules1856, pos: Pos, player: str, company: str, shares: int) -> Iterator[Reason]:
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
    if pool + shares * rules.unit(pos, company) > POOL_LIMIT:
        yield broken(
            "pool_full", "4.7.b", "{pool} % of {company} is in the pool, which takes {limit} % at most.",
            pool=pool, company=company, limit=POOL_LIMIT,
        )  # fmt: skip
    presides = holdings.president(rules, pos, company) == player
    if presides and held - shares < 2 and successor(rules, pos, company, player, shares) is None:
        yield broken(
            "nobody_to_preside", "P.4.9.c", "Nobody else holds two shares of {company}, so it needs its president.",
            company=company,
        )  # fmt: skip
    if company == rules.national and pos.national.acting == player:
        yield broken("second_share_due", "P.14.6.c", "{player} has to buy a second share of {company} first.",
                     player=player, company=company)  # fmt: skip


def most_sold(rules: Rules1856, pos: Pos, player: str, company: str) -> int:
    """The most shares that the player could sell at once, 0 if none."""
    held = units(rules, pos, company, player)
    return max((n for n in range(1, held + 1) if not any(sale_faults(rules, pos, player, company, n))), default=0)


def sell(rules: Rules1856, draft: Draft1856, player: str, company: str, shares: int) -> None:
    """Change the president if need be, pay at the present price, put the shares into the pool, let the price fall."""
    heir = successor(rules, draft, company, player, shares)
    if heir is not None:
        verbs.swap_president(rules, draft, company, heir)
    certificates = [cert for cert in holdings.held(rules, draft, company, player) if not cert.endswith("_0")]
    price = rules.market.price(draft, company)
    draft.emit("shares_sold", player=player, company=company, shares=shares, price=price)
    verbs.pay(rules, draft, BANK, player, price * shares, f"sale of {company}")
    for cert in certificates[:shares]:
        verbs.transfer(rules, draft, cert, POOL)
    move_price(rules, draft, company, "down", shares * rules.unit(draft, company) // 10, "shares sold")


def price_stands(rules: Rules1856, pos: Pos, company: str) -> bool:
    """Whether a price never moves for now: that of a CGR that has not owned a permanent train [14.12]."""
    return company == rules.national and not pos.national.permanent


def move_price(rules: Rules1856, draft: Draft1856, company: str, direction: Direction, steps: int, why: str) -> None:
    """Move a price; a company that comes into the closed zone closes, the CGR stops above it [4.11, 14.12]."""
    if not steps or price_stands(rules, draft, company):
        return
    if company == rules.national:
        steps = _open_steps(rules, draft, company, direction, steps)
    verbs.move_price(rules, draft, company, direction, steps, why)
    if in_zone(rules, draft, company, "closed"):
        close_company(rules, draft, company)


def _open_steps(rules: Rules1856, pos: Pos, company: str, direction: Direction, steps: int) -> int:
    """How many of the steps keep out of the closed zone."""
    cell = pos.cells[company]
    for done in range(steps):
        cell = rules.market.moved(cell, direction)
        if "closed" in rules.market.cells[cell].zones:
            return done
    return steps


def retire(rules: Rules1856, draft: Draft1856, company: str, keep_tokens: bool = False) -> None:
    """Certificates, tokens (but for those that are replaced later), kept places, loans and what is remembered of a company
    that is out for good."""
    for certificate in rules.certificates[company]:
        if draft.certificates[certificate] != BANK:
            verbs.transfer(rules, draft, certificate, BANK)
    for hex_id, city in [] if keep_tokens else rules.tokens_of(draft, company):
        verbs.lift_token(draft, company, hex_id, city, None)
    verbs.drop_reservations(draft, company)
    charters.set_tokens(draft, company, ())
    if company in draft.cells:
        verbs.leave_market(draft, company)
    if draft.loans.get(company, 0):
        verbs.drop_loans(draft, company, draft.loans[company])
    charters.clear(draft, company)
    for table in ("escrow", "capital"):
        if company in getattr(draft, table):
            draft.edit(table).pop(company)
    verbs.set_standing(draft, company, "gone")


def close_company(rules: Rules1856, draft: Draft1856, company: str) -> None:
    """A company in the closed zone is out for good, with all that it has but its trains [4.11]."""
    draft.emit("company_closed", company=company)
    verbs.pay(rules, draft, company, BANK, draft.cash.get(company, 0), f"treasury of {company}")
    keep = rules.policies.closed_company_trains == "pool"
    for train in rules.trains_of(draft, company):
        verbs.move_train(rules, draft, train, POOL if keep else EXPORTED)
    for private in charters.privates_of(rules, draft, company):
        verbs.take_private(draft, private, CLOSED)
    drop_bonuses(draft, company)
    retire(rules, draft, company)
    rules.note_companies_left(draft, closed=True)


def drop_bonuses(draft: Draft1856, company: str) -> None:
    """Rights and port marker of a company that is gone."""
    for private, owners in list(draft.rights.items()):
        if company in owners:
            draft.edit("rights")[private] = tuple(owner for owner in owners if owner != company)
    for hex_id, owner in list(draft.marks.items()):
        if owner == company:
            draft.edit("marks").pop(hex_id)
