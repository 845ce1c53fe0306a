"""Two shares of absorbed companies for one of the CGR, its president and its price [14.4-14.8]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from towpath.rail import holdings, shares, verbs
from towpath.rail.state import BANK, POOL
from towpath.titles.t1856.policies import policies_of
from towpath.titles.t1856.state import Draft1856, Pos, set_national

if TYPE_CHECKING:
    from towpath.titles.t1856.rules import Rules1856

SMALL, LARGE = 10, 20
"""Shares of the first issue, and of both."""
LEAST_PRICE = 100
STEP = 25
"""Above 110 the top row of the market goes up by so much."""


def formation_price(prices: Sequence[int]) -> int:
    """The average of the absorbed companies' prices, of three or more without the lowest; at least 100, and one that the
    top row has: the average is cut to a multiple of 5, then the nearest price is taken [14.8]."""
    counted = sorted(prices)[1:] if len(prices) >= 3 else list(prices)
    average = sum(counted) // len(counted) // 5 * 5
    if average < 105:
        return LEAST_PRICE
    if average <= 115:
        return 110
    down = average // STEP * STEP
    return down if 2 * (average - down) < STEP else down + STEP


def cell_at(rules: Rules1856, price: int) -> int:
    """The cell of a price in the top row; the dearest one for what is beyond."""
    row = [cell for cell in rules.market.cells if cell.row == 0]
    return next((cell.id for cell in row if cell.price == price), row[-1].id)


def allotment(rules: Rules1856, pos: Pos, order: Sequence[str], absorbed: Sequence[str]) -> tuple[dict[str, int], int]:
    """Shares of the CGR for each player, in order, and for the pool [14.4, 14.5].

    Odd shares of players are lost or (C9) join the pool's. Of more than twenty the pool gets what the players leave.
    """
    odd, found, left = 0, {}, LARGE
    for player in order:
        old = sum(shares.units(rules, pos, company, player) for company in absorbed)
        odd += old % 2
        found[player] = min(old // 2, left)
        left -= found[player]
    pool = sum(shares.units(rules, pos, company, POOL) for company in absorbed)
    if policies_of(rules).cgr_odd_share == "pool":
        pool += odd
    return found, min(pool // 2, left)


def exchange(rules: Rules1856, draft: Draft1856, order: Sequence[str], absorbed: Sequence[str]) -> None:
    """Hand out the shares. Who has most presides, of equals the first in order; with one share only he holds no
    president's certificate and is remembered as acting [14.6]."""
    national = rules.national
    given, pool = allotment(rules, draft, order, absorbed)
    for company in absorbed:
        for certificate in rules.certificates[company]:
            verbs.transfer(rules, draft, certificate, BANK)
    large = sum(given.values()) + pool > SMALL
    issue = rules.certificates[national] if large else rules.certificates[national][: SMALL - 1]
    chair, papers = issue[0], list(issue[1:])
    most = max(given.values())
    president = next(player for player in order if given[player] == most)
    if most >= 2:
        verbs.transfer(rules, draft, chair, president)
        given[president] -= 2
    else:
        set_national(draft, acting=president)
        spare = sum(given.values()) + pool - len(papers)
        verbs.transfer(rules, draft, chair, POOL if spare > 0 else national)
        pool -= 2 * (spare > 0)
    for holder, number in (*((player, given[player]) for player in order), (POOL, pool)):
        for _ in range(number):
            verbs.transfer(rules, draft, papers.pop(0), holder)
    for paper in papers:
        verbs.transfer(rules, draft, paper, national)
    set_national(draft, ipo_closed=holdings.pool_percent(rules, draft, national) > rules.data.pool_limit)
    draft.emit("president_changed", company=national, old=None, new=president)
