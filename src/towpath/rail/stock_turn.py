"""A stock round as data, and how turns in it go on and end [7.1, 7.6; sheet 5.1]."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail import holdings, shares, verbs
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft


class StockRound(Frame, frozen=True, kw_only=True):
    """``player``: whose turn it is; ``acted``: this turn has seen an action; ``passes``: turns without one in a row.

    ``last``: who acted last; ``sold``: (player, major) sold in this round; ``drops``: majors whose price still has to
    fall when the selling of this turn is done.
    """

    player: str
    acted: bool = False
    passes: int = 0
    last: str | None = None
    sold: tuple[tuple[str, str], ...] = ()
    drops: tuple[str, ...] = ()


def current(draft: RailDraft) -> StockRound:
    """The stock round, which must be the innermost frame."""
    frame = draft.frame
    assert isinstance(frame, StockRound)
    return frame


def note_action(draft: RailDraft, player: str) -> None:
    """Remember that a player has done something: no pass, and the priority deal follows him."""
    draft.update(0, acted=True, passes=0, last=player)


def finish_selling(rules: RailRules, draft: RailDraft) -> None:
    """Let the prices fall that the president's sales of this turn have brought down [7.3.1; sheet 5.9]."""
    drops = current(draft).drops
    if drops:
        draft.update(0, drops=())
        for company in drops:
            verbs.move_price(rules, draft, company, "down", why="president sold")


def end_turn(rules: RailRules, draft: RailDraft, after: str | None = None) -> None:
    """The turn is over; the next one is left of ``after`` (of the player himself when not given)."""
    finish_selling(rules, draft)
    frame = current(draft)
    if not frame.acted:
        draft.update(0, passes=frame.passes + 1)
    draft.update(0, player=rules.left_of(draft, after or frame.player), acted=False)


def over_limit(rules: RailRules, pos: Position, player: str) -> bool:
    """Whether a player holds more certificates than allowed and so has to sell [7.5; sheet 5.2]."""
    return holdings.certificate_count(rules, pos, player) > rules.certificate_limit(pos)


def room_faults(rules: RailRules, pos: Position, player: str, at_limit: str) -> Iterator[Reason]:
    """Whether a player may take another certificate; ``at_limit`` is the rule for one who is at the limit."""
    count, limit = holdings.certificate_count(rules, pos, player), rules.certificate_limit(pos)
    if count < limit:
        return
    code, rule = ("over_limit", "P.5.2.b") if count > limit else ("certificate_limit", at_limit)
    yield broken(
        code, rule, "{player} holds {count} certificates; the limit is {limit}.",
        player=player, count=count, limit=limit,
    )  # fmt: skip


def sold_faults(frame: StockRound, player: str, company: str) -> Iterator[Reason]:
    """Whether a player has sold the major in this round and so may not buy it."""
    if (player, company) in frame.sold:
        yield broken(
            "sold_this_round", "7.4.1.c", "{player} has sold {company} in this stock round.",
            player=player, company=company,
        )  # fmt: skip


def limit_faults(rules: RailRules, pos: Position, player: str, company: str) -> Iterator[Reason]:
    """Whether one more share takes a player past what may be held of a company."""
    limit = shares.holding_limit(rules, pos, company)
    held = holdings.percent(rules, pos, company, player)
    if limit is not None and held + rules.unit(pos, company) > limit:
        yield broken(
            "ownership_limit", "7.4.1.a", "{player} holds {held} % of {company}; {limit} % is the limit.",
            player=player, held=held, company=company, limit=limit,
        )  # fmt: skip


def cash_faults(pos: Position, player: str, cost: int) -> Iterator[Reason]:
    """Whether a player can pay."""
    if pos.cash[player] < cost:
        yield broken(
            "too_dear", "7.4.d", "It costs {cost}; {player} has {cash}.",
            cost=cost, player=player, cash=pos.cash[player],
        )  # fmt: skip
