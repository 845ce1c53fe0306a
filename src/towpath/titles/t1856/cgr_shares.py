"""Shares of the CGR in stock rounds: a president with one share, and an issue that waits [14.6, 14.15]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from towpath.kernel.reasons import Reason, broken
from towpath.rail import holdings, verbs
from towpath.titles.t1856 import shares
from towpath.titles.t1856.state import Draft1856, Pos, set_national

if TYPE_CHECKING:
    from towpath.titles.t1856.rules import Rules1856


def second_share_due(pos: Pos, player: str) -> bool:
    """Whether the player presides over the CGR with one share and has to buy another before all else [14.6]."""
    return pos.national.acting == player


def other_share_faults(rules: Rules1856, pos: Pos, player: str, company: str) -> Iterator[Reason]:
    """Until then he buys nothing but that share."""
    if company != rules.national:
        yield broken(
            "second_share_due", "P.14.6.c", "{player} has to buy a second share of {company} first.",
            player=player, company=rules.national,
        )  # fmt: skip


def issue_faults(rules: Rules1856, pos: Pos, company: str, source: str) -> Iterator[Reason]:
    """No share of the first issue while more than half of the CGR, which began so, is in the pool [14.15]."""
    if company == rules.national and source != "pool" and issue_waits(rules, pos):
        yield broken(
            "issue_waits", "P.14.15.a", "More than {limit} % of {company} is in the pool; its other shares wait.",
            limit=shares.POOL_LIMIT, company=company,
        )  # fmt: skip


def issue_waits(rules: Rules1856, pos: Pos) -> bool:
    """Whether the pool still holds more than half."""
    return pos.national.ipo_closed and holdings.pool_percent(rules, pos, rules.national) > shares.POOL_LIMIT


def take_chair(rules: Rules1856, draft: Draft1856, company: str, player: str) -> None:
    """Who first holds two shares of a CGR without a president's certificate takes it for them [14.6]."""
    chair = f"{company}_0"
    keeper = draft.certificates[chair]
    if company != rules.national or keeper in rules.seats:
        return
    if shares.units(rules, draft, company, player) >= 2:
        for cert in holdings.held(rules, draft, company, player)[:2]:
            verbs.transfer(rules, draft, cert, keeper)
        verbs.transfer(rules, draft, chair, player)
        old = draft.national.acting
        set_national(draft, acting=None)
        if old != player:
            draft.emit("president_changed", company=company, old=old, new=player)
