"""Why not: a refusal is a value with the rule it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from towpath.language import say

Tier = Literal["shape", "moment", "rules"]


class Reason(msgspec.Struct, frozen=True):
    """One thing that is wrong with an action.

    ``code`` names the kind of fault for programs, ``rule`` an id of the title's ledger (empty for faults of shape that
    no rulebook speaks of), ``text`` an English sentence with ``{names}`` filled from ``values``; ``sentence`` is in the reader's
    language. A ``waivable`` reason
    may be set aside for an imported entry, because older records hold moves that their own site would refuse today; an
    impossible one never, since the position could not bear the move.
    """

    code: str
    rule: str
    text: str
    values: dict[str, Any] = {}
    tier: Tier = "rules"
    waivable: bool = False

    @property
    def sentence(self) -> str:
        """The text with its values filled in."""
        return filled(self.text, self.values)


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A sentence in the reader's language with its ``{names}`` filled from values; lists are written out."""
    return say(text, **{key: _shown(value) for key, value in values.items()})


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(_shown(item) for item in value) or say("none")
    return say(value) if isinstance(value, str) else str(value)


def shape(code: str, text: str, **values: Any) -> Reason:
    """A reason of the first tier: the action names something that does not exist."""
    return Reason(code, "", text, values, "shape")


def moment(code: str, text: str, rule: str = "", **values: Any) -> Reason:
    """A reason of the second tier: not this one's decision, or not now."""
    return Reason(code, rule, text, values, "moment")


def broken(code: str, rule: str, text: str, *, waivable: bool = False, **values: Any) -> Reason:
    """A reason of the third tier: a rule forbids it."""
    return Reason(code, rule, text, values, "rules", waivable)


class Refused(Exception):
    """An action was refused; ``reasons`` holds all reasons of the first tier that failed."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__("; ".join(reason.sentence for reason in reasons))
        self.reasons = reasons
