"""What privates pay their owners."""

from __future__ import annotations

from towpath.rail import verbs
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, RailDraft


def pay_privates(rules: RailRules, draft: RailDraft) -> None:
    """Every private pays its owner, player or company; a national only where it collects."""
    collects = rules.policies.national_collects or rules.policies.cn_collects
    for private in rules.data.privates:
        holder = draft.privates[private.id]
        if rules.exists(holder) and (holder != rules.national or collects):
            verbs.pay(rules, draft, BANK, holder, private.income, f"income of {private.id}")
