"""Verbs for what lies on a company's charter when it is formed, merged or given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail import verbs
from towpath.rail.state import RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def take_token(draft: RailDraft, company: str, price: int) -> None:
    """Take the token with that price off the charter, because it replaces another company's on the map."""
    charter = draft.edit("charter")
    left = list(charter[company])
    left.remove(price)
    charter[company] = tuple(left)


def replace_token(draft: RailDraft, old: str, new: str, hex_id: str, city: int, price: int) -> None:
    """Put a token of ``new``, the one with that price on its charter, in the very slot of the token of ``old``."""
    take_token(draft, new, price)
    verbs.swap_token(draft, old, new, hex_id, city)


def set_tokens(draft: RailDraft, company: str, prices: tuple[int, ...]) -> None:
    """Say which tokens lie on the charter: all of them for a major that may start again, none for a minor that is out."""
    if draft.charter[company] != prices:
        draft.edit("charter")[company] = prices


def clear(draft: RailDraft, company: str) -> None:
    """Forget what is remembered of a company that leaves play: start price, home, last revenue, that it has operated."""
    for name in ("pars", "homes", "revenues", "operated"):
        if company in getattr(draft, name):
            draft.edit(name).pop(company)


def move_assets(rules: RailRules, draft: RailDraft, old: str, new: str) -> None:
    """Hand money, trains, privates and loans of one company to another [9.1B, 9.2B]."""
    verbs.pay(rules, draft, old, new, draft.cash.get(old, 0), f"treasury of {old}")
    for train in rules.trains_of(draft, old):
        verbs.move_train(rules, draft, train, new)
    for private in privates_of(rules, draft, old):
        verbs.take_private(draft, private, new)
    owed = draft.loans.get(old, 0)
    if owed:
        verbs.drop_loans(draft, old, owed)
        verbs.add_loans(draft, new, owed)


def privates_of(rules: RailRules, draft: RailDraft, holder: str) -> list[str]:
    """The privates with a holder, in the order of the title's data."""
    return [private for private in rules.privates if draft.privates[private] == holder]
