"""Bonuses that privates bring to companies: rights that others may buy, and a hex that is marked [1856: 12.9, 12.10]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move
from towpath.kernel.reasons import Reason, broken, shape
from towpath.rail import private_sales, verbs
from towpath.rail.actions import BuyRight, MarkHex
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.shapes import private_shape
from towpath.rail.state import BANK, CLOSED
from towpath.rail.turn import Turn, power


def within_reach(rules: IssueRules, pos: IssuePosition, frame: Turn) -> bool:
    """Whether the treasury with the loan of the turn would buy a private, or there is a hex to mark."""
    owned = [private.id for private in rules.data.privates if private.one_bonus_hex]
    if any(pos.privates[private] == frame.company for private in owned):
        return True
    least = min(
        (private_sales.bounds(rules, private)[0] for private in private_sales.on_sale(rules, pos)), default=None
    )
    return least is not None and least <= power(rules, pos, frame)


def give_right(draft: IssueDraft, private: str, company: str) -> None:
    """A company may add the private's bonus from now on."""
    owners = draft.rights.get(private, ())
    if company not in owners:
        draft.edit("rights")[private] = (*owners, company)
        draft.emit("right_given", private=private, company=company)


class BuyRightMove(Move[Turn, BuyRight]):
    """The right to the bonus of a private, from the company that owns the private, or the bank."""

    action = BuyRight
    label = "buy the right to a bonus"
    rule = "12.10.b"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: BuyRight) -> Iterator[Reason]:
        """Is there such a private?"""
        return private_shape(self.rules, action.private)

    def _faults(self, pos: IssuePosition, frame: Turn, private: str) -> Iterator[Reason]:
        right = self.rules.privates[private].right
        if right is None:
            yield broken("no_right", self.rule, "{private} gives no right to others.", private=private)
            return
        holder, owners = pos.privates[private], pos.rights.get(private, ())
        if holder in self.rules.seats or holder == BANK:
            yield broken("right_not_sold", "12.10.c", "Its right is not sold while {holder} has {private}.",
                         holder=holder, private=private)  # fmt: skip
        if frame.company in owners:
            yield broken("has_right", "P.12.10.b", "{company} has that right.", company=frame.company)
        if len(owners) >= right.count and not self.rules.policies.unlimited_rights:
            yield broken("no_right_left", "P.12.10.c", "All {count} rights of {private} are taken.",
                         count=right.count, private=private)  # fmt: skip
        cash = pos.cash.get(frame.company, 0)
        if cash < right.price:
            yield broken("right_too_dear", self.rule, "The right costs {price}; {company} has {cash}.",
                         price=right.price, company=frame.company, cash=cash)  # fmt: skip

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """The rights that it may buy."""
        found = tuple(private for private in self.rules.privates if not any(self._faults(pos, frame, private)))
        if found:
            yield Offer(BuyRight, {"entity": frame.company}, Options("private", found), rule=self.rule)

    def check(self, pos: IssuePosition, frame: Turn, action: BuyRight) -> Iterator[Reason]:
        """For sale, one a company, so many in all, money."""
        return self._faults(pos, frame, action.private)

    def apply(self, draft: Draft[Any], frame: Turn, action: BuyRight) -> None:
        """Pay the owning company or the bank."""
        assert isinstance(draft, IssueDraft)
        right = self.rules.privates[action.private].right
        assert right is not None
        holder = draft.privates[action.private]
        payee = BANK if holder == CLOSED else holder
        verbs.pay(self.rules, draft, frame.company, payee, right.price, f"right of {action.private}")
        give_right(draft, action.private, frame.company)


class MarkHexMove(Move[Turn, MarkHex]):
    """Close a private and mark the hex where its bonus holds."""

    action = MarkHex
    label = "mark a hex"
    rule = "12.9.a"

    def __init__(self, rules: IssueRules) -> None:
        self.rules = rules

    def shape(self, pos: IssuePosition, action: MarkHex) -> Iterator[Reason]:
        """Private and hex exist."""
        yield from private_shape(self.rules, action.private)
        if action.hex not in self.rules.board.hexes:
            yield shape("no_such_hex", "There is no hex {hex}.", hex=action.hex)

    def _owned(self, pos: IssuePosition, frame: Turn) -> list[str]:
        return [
            private.id
            for private in self.rules.data.privates
            if private.one_bonus_hex and pos.privates[private.id] == frame.company
        ]

    def offers(self, pos: IssuePosition, frame: Turn) -> Iterator[Offer]:
        """Every hex where the bonus may hold."""
        for private in self._owned(pos, frame):
            fixed = {"entity": frame.company, "private": private}
            yield Offer(MarkHex, fixed, Options("hex", self.rules.privates[private].bonus_hexes), rule=self.rule)

    def check(self, pos: IssuePosition, frame: Turn, action: MarkHex) -> Iterator[Reason]:
        """The company's own private, and one of its hexes."""
        if action.private not in self._owned(pos, frame):
            yield broken("no_marker", self.rule, "{company} owns no private {private} with a marker.",
                         company=frame.company, private=action.private)  # fmt: skip
            return
        ports = self.rules.privates[action.private].bonus_hexes
        if action.hex not in ports:
            yield broken(
                "no_port", self.rule, "The bonus of {private} cannot be in {hex}, only in one of {hexes}.",
                private=action.private, hex=action.hex, hexes=list(ports),
            )  # fmt: skip

    def apply(self, draft: Draft[Any], frame: Turn, action: MarkHex) -> None:
        """Close and mark."""
        assert isinstance(draft, IssueDraft)
        verbs.take_private(draft, action.private, CLOSED)
        draft.edit("marks")[action.hex] = frame.company
        draft.emit("hex_marked", company=frame.company, private=action.private, hex=action.hex)
