"""Companies buy privates from players [8.12; sheet 14]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Range
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken
from towpath.rail import consent, verbs
from towpath.rail.actions import BuyPrivate
from towpath.rail.frames import OperatingTurn
from towpath.rail.rules import RailRules
from towpath.rail.shapes import private_shape
from towpath.rail.state import Position, RailDraft

LEAST_PRICE = 1


def bounds(rules: RailRules, private: str) -> tuple[int, int]:
    """Least and greatest price that a company pays for a private: the title's percents of its face value, rounded inwards."""
    face, limits = rules.privates[private].face, rules.data.private_sales
    return max(LEAST_PRICE, -(-face * limits.least // 100)), face * limits.most // 100


def on_sale(rules: RailRules, pos: Position) -> list[str]:
    """The privates that a company may buy now: those of players, while the phase allows it."""
    if not rules.flag(pos, "private_sales"):
        return []
    return [private for private, holder in pos.privates.items() if holder in rules.seats]


def possible(rules: RailRules, pos: Position, frame: OperatingTurn) -> bool:
    """Whether the company could buy any."""
    return any(_prices(rules, pos, frame, private) is not None for private in on_sale(rules, pos))


def _prices(rules: RailRules, pos: Position, frame: OperatingTurn, private: str) -> tuple[int, int] | None:
    """Least and greatest price that the company can offer for a private now."""
    least, most = bounds(rules, private)
    least = max(least, consent.highest_refused(frame.declined, private) + 1)
    most = min(most, pos.cash.get(frame.company, 0))
    return (least, most) if least <= most else None


class BuyPrivateMove(Move[OperatingTurn, BuyPrivate]):
    """At a price within the title's bounds, from the treasury, with the owner's consent."""

    action = BuyPrivate
    label = "buy a private"
    rule = "8.12.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: BuyPrivate) -> Iterator[Reason]:
        """Is there such a private?"""
        return private_shape(self.rules, action.private)

    def offers(self, pos: Position, frame: OperatingTurn) -> Iterator[Offer]:
        """Each private of a player at every price."""
        for private in on_sale(self.rules, pos):
            prices = _prices(self.rules, pos, frame, private)
            if prices is not None:
                fixed = {"entity": frame.company, "private": private}
                yield Offer(BuyPrivate, fixed, Range("price", *prices), rule=self.rule)

    def check(self, pos: Position, frame: OperatingTurn, action: BuyPrivate) -> Iterator[Reason]:
        """Phase, owner, price and money."""
        if not self.rules.flag(pos, "private_sales"):
            yield broken(
                "not_this_phase", "8.12.a", "Privates are not sold to companies in phase {phase}.", phase=pos.phase
            )
        holder = pos.privates[action.private]
        if holder not in self.rules.seats:
            yield broken(
                "not_a_players", "8.12.c", "{private} belongs to {holder}; only a player may sell a private.",
                private=action.private, holder=holder,
            )  # fmt: skip
        least, most = bounds(self.rules, action.private)
        if not least <= action.price <= most:
            yield broken(
                "private_price", "8.12.b", "{private} costs between {least} and {most}; you offered {price}.",
                private=action.private, least=least, most=most, price=action.price,
            )  # fmt: skip
        yield from consent.refusal_faults(frame.declined, action.private, action.price, self.rule)
        if action.price > pos.cash.get(frame.company, 0):
            yield self.too_dear(pos, frame, action)

    def too_dear(self, pos: Position, frame: OperatingTurn, action: BuyPrivate) -> Reason:
        """That the treasury is short, and what may not help it."""
        return broken(
            "too_dear", "8.2.d", "{company} has {cash}, not {price}, and no loan may be taken for a private.",
            company=frame.company, cash=pos.cash.get(frame.company, 0), price=action.price,
        )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: OperatingTurn, action: BuyPrivate) -> None:
        """Ask the owner if he is another player, else buy."""
        assert isinstance(draft, RailDraft)
        owner = draft.privates[action.private]
        if self.rules.policies.ask_consent and owner != self.rules.controller(draft, frame.company):
            consent.ask(self.rules, draft, action, (owner,), "sell_private")
        else:
            self.perform(draft, frame, action)

    def perform(self, draft: Draft[Any], frame: OperatingTurn, action: BuyPrivate) -> None:
        """Pay the owner and take the private."""
        assert isinstance(draft, RailDraft)
        owner = draft.privates[action.private]
        verbs.pay(self.rules, draft, frame.company, owner, action.price, f"private {action.private}")
        verbs.take_private(draft, action.private, frame.company)
