"""The one gate for secrets: everything a seat is shown passes through here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from towpath.kernel.rules import Rules
from towpath.kernel.state import Event, GameState

S = TypeVar("S", bound=GameState)


def view(rules: Rules[S], state: S, seat: str | None) -> S:
    """The position as a seat may know it; ``None`` is a spectator. The state of chance never leaves."""
    return rules.redact(msgspec.structs.replace(state, chance=0), seat)


def events_for(rules: Rules[S], events: Iterable[Event], seat: str | None) -> tuple[Event, ...]:
    """The events as a seat may know them, in order."""
    shown = (rules.redact_event(event, seat) for event in events)
    return tuple(event for event in shown if event is not None)
