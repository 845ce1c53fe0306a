"""Whose words a title is told in: ``render`` has them for each kind of title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from towpath.api import Event, Reason
from towpath.brass.rules import BrassRules
from towpath.rail.rules import RailRules
from towpath.render import words as rail_words
from towpath.render.brass import words as brass_words

Names = Mapping[str, str]
"""Seat -> the name shown for it."""


class Speech(Protocol):
    """The words of a kind of title, as a module of functions."""

    def round_name(self, rules: Any, label: str) -> str:
        """A round's label in full."""
        ...

    def title_of(self, rules: Any, entity: str, names: Names) -> str:
        """The shown name of a player or thing."""
        ...

    def story(self, rules: Any, events: Iterable[Event], names: Names) -> list[str]:
        """What happened, as sentences."""
        ...

    def reason_text(self, rules: Any, reason: Reason, names: Names) -> str:
        """A refusal as a sentence."""
        ...

    def money(self, rules: Any, amount: int) -> str:
        """An amount."""
        ...


def of(rules: object) -> Speech | None:
    """The words of a title; ``None`` where there are none."""
    if isinstance(rules, RailRules):
        return rail_words
    return brass_words if isinstance(rules, BrassRules) else None


def value_name(rules: object, field: str, value: Any, names: Names) -> str | None:
    """What the title itself calls a field's value; ``None`` where it is said in the words common to all."""
    return brass_words.value_name(rules, field, value, names) if isinstance(rules, BrassRules) else None


def place_name(rules: object, value: Any) -> str:
    """What a title without hexes calls a place of its board; empty for anything else."""
    return brass_words.place_name(rules, value) if isinstance(rules, BrassRules) and isinstance(value, str) else ""


def tells_lists(rules: object) -> bool:
    """Whether the words of a title say lists (sources of cubes) too."""
    return isinstance(rules, BrassRules)


def situation(rules: object, state: Any, names: Names) -> list[str]:
    """What a title itself has to say about the moment."""
    return brass_words.situation(rules, state, names) if isinstance(rules, BrassRules) else []


def points(rules: object, amount: int) -> str:
    """A score, in a title that is won by points and not by money; else empty."""
    return brass_words.points_text(amount) if isinstance(rules, BrassRules) else ""
