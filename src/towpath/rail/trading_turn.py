"""A stock round as data in which a turn is sales before or after one purchase, and what such a turn allows [1856: 4.1]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from towpath.kernel.reasons import Reason, broken
from towpath.rail import shares
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.stock_turn import StockRound, end_turn

if TYPE_CHECKING:
    from towpath.rail.issue_rules import IssueRules


class TradingRound(StockRound, frozen=True, kw_only=True):
    """``sold_now``: companies sold in this turn; ``done``: ``sell`` and ``buy`` in the order of this turn; ``bought``: the
    company of which a share was bought in it; ``declined``: (private, price) its owner has refused in this turn."""

    sold_now: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    bought: str | None = None
    declined: tuple[tuple[str, int], ...] = ()


def current(draft: IssueDraft) -> TradingRound:
    """The stock round, which must be the innermost frame."""
    frame = draft.frame
    assert isinstance(frame, TradingRound)
    return frame


def over(rules: IssueRules, draft: IssueDraft) -> None:
    """The turn ends; the next player begins with nothing done."""
    end_turn(rules, draft)
    draft.update(0, sold_now=(), done=(), bought=None, declined=())


def note(draft: IssueDraft, what: str) -> None:
    """Remember a sale or purchase of this turn."""
    frame = current(draft)
    done = frame.done if frame.done[-1:] == (what,) else (*frame.done, what)
    draft.update(0, done=done, acted=True, passes=0, last=frame.player)


def over_limit(rules: IssueRules, pos: IssuePosition, player: str) -> bool:
    """Whether a player holds too much and must sell before anything else [4.7]."""
    return rules.certificate_count(pos, player) > rules.certificate_limit(pos) or bool(
        shares.over_holding(rules, pos, player)
    )


def turn_faults(rules: IssueRules, pos: IssuePosition, frame: TradingRound) -> Iterator[Reason]:
    """What forbids any purchase in this turn."""
    if "buy" in frame.done:
        yield broken("one_purchase", "P.4.2.c", "{player} has bought in this turn.", player=frame.player)
    if over_limit(rules, pos, frame.player):
        yield broken("must_sell", "P.4.7.b", "{player} is over a limit and has to sell first.", player=frame.player)


def other_purchase_faults(rules: IssueRules, pos: IssuePosition, frame: TradingRound) -> Iterator[Reason]:
    """What forbids to buy any private or to start any company in this turn: a share to be bought first, the turn, no room."""
    if rules.due_purchase(pos, frame.player) is not None:
        yield from rules.due_faults(pos, frame.player)
    yield from turn_faults(rules, pos, frame)
    yield from room_faults(rules, pos, frame.player, 1)


def sale_turn_faults(
    rules: IssueRules, pos: IssuePosition, frame: TradingRound, company: str, number: int
) -> Iterator[Reason]:
    """What forbids a sale in this turn, apart from what forbids it at any moment."""
    if pos.set_number <= 1:
        yield broken("first_stock_round", "P.4.6.a", "Nothing is sold in the first stock round.")
    if frame.done == ("sell", "buy"):
        yield broken(
            "sold_before", "4.1.a", "{player} has sold before buying and may not sell after it.", player=frame.player
        )
    if company in frame.sold_now:
        yield broken(
            "one_block", "P.4.6.c", "{player} has sold {company} in this turn; a sale is one block.",
            player=frame.player, company=company,
        )  # fmt: skip
    held = shares.units(rules, pos, company, frame.player)
    if frame.bought == company and held - number < 1:
        yield broken(
            "bought_now", "P.4.6.b", "{player} has bought a share of {company} in this turn and keeps one.",
            player=frame.player, company=company,
        )  # fmt: skip


def room_faults(rules: IssueRules, pos: IssuePosition, player: str, weight: float) -> Iterator[Reason]:
    """Whether certificates that count so much still fit under the limit [4.2, 14.14]."""
    count, limit = rules.certificate_count(pos, player), rules.certificate_limit(pos)
    if weight and count + weight > limit:
        yield broken(
            "certificate_limit", "P.4.2.a", "{player} holds {count} certificates; the limit is {limit}.",
            player=player, count=count, limit=limit,
        )  # fmt: skip
