"""Shares of the CGR in stock rounds: a president with one share, and an issue that waits [14.6, 14.15]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import holdings, shares, verbs
from towpath.titles.t1856.state import Draft1856, Pos, set_national

if TYPE_CHECKING:
    from towpath.titles.t1856.rules import Rules1856


def issue_waits(rules: Rules1856, pos: Pos) -> bool:
    """Whether the pool still holds more than half."""
    return pos.national.ipo_closed and holdings.pool_percent(rules, pos, rules.national) > rules.data.pool_limit


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
