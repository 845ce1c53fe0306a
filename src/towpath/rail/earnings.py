"""What companies earned, read from events: trains ran, and then the money was distributed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.kernel.numbers import Earning, Part
from towpath.kernel.state import Event
from towpath.rail.state import RailState

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules


def earnings(
    rules: RailRules, before: RailState, events: tuple[Event, ...], held: tuple[Event, ...]
) -> tuple[tuple[Earning, ...], tuple[Event, ...]]:
    """``Rules.earnings`` of railway titles. Runs wait for the choice of their company; a national railway that keeps all it
    earns makes none, so that its revenue settles the matter."""
    found: list[Earning] = []
    waiting = list(held)
    label = before.round
    for event in events:
        data = event.data
        if event.kind == "round_begun":
            label = data["round"]
        elif event.kind == "train_ran":
            waiting.append(event)
        elif event.kind == "dividend" or (event.kind == "revenue" and rules.kind(data["company"]) == "national"):
            company, paid = data["company"], data.get("paid", 0)
            ran = [each for each in waiting if each.data["company"] == company]
            waiting = [each for each in waiting if each.data["company"] != company]
            share = rules.per_share(before, company, paid)
            found.append(Earning(label, company, data["revenue"], paid, share, tuple(map(_part, ran))))
    return tuple(found), tuple(waiting)


def _part(ran: Event) -> Part:
    """What one train brought."""
    train = str(ran.data["train"])
    return Part(train.rpartition("-")[0] or train, ran.data["revenue"], tuple(ran.data["stops"]))
