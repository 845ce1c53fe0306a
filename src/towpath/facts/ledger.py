"""The rule ledger of a title: every rule of its rulebook in our own words, read from ``rules.toml``.

Every refusal of the engine names a rule of its title's ledger, and the tests name the rules they prove, so how much of
a rulebook is enforced and proved can be counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from towpath.facts.files import DataError, Facts, Folder, Overlay, decode, read_file

FILE = "rules.toml"

Source = Literal["rulebook", "practice", "designer", "house"]

RULE_ID = re.compile(r"^(?:P\.)?[0-9]+(?:\.[0-9]+)*(?:\.[A-Z])?(?:\.[a-z])?$")
"""Section of the rulebook, a letter where a section holds several rules; ``P.`` in front where it is silent."""


class Rule(Facts, frozen=True, kw_only=True):
    """One rule. ``section`` of the printed rulebook, ``text`` our paraphrase; ``why`` only when not ``enforced``.

    ``source``: ``rulebook`` for what is printed, ``practice`` for how the field plays where it is silent, ``designer``
    for rulings of the designer, ``house`` for what nobody says and a program must settle all the same.
    """

    id: str
    section: str
    text: str
    enforced: bool = True
    why: str = ""
    source: Source = "rulebook"


class UnknownRule(KeyError):
    """A rule was asked for that the title's ledger does not have."""

    def __init__(self, title: str, rule: str, near: tuple[str, ...]) -> None:
        self.title = title
        self.rule = rule
        self.near = near
        known = f"; that section has {', '.join(near)}" if near else ""
        self.message = f"the rule ledger of {title} has no rule {rule!r}{known}"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class Ledger:
    """The rules of one title by id, in the order of the rulebook."""

    def __init__(self, title: str, rules: tuple[Rule, ...]) -> None:
        self.title = title
        self.rules = rules
        self.by_id: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in rules})

    def __getitem__(self, rule: str) -> Rule:
        """The rule with this id. Raises UnknownRule that lists the ids of the same section."""
        found = self.by_id.get(rule)
        if found is None:
            stem = re.sub(r"\.[a-z]$", "", rule)
            near = tuple(id for id in self.by_id if id == stem or re.sub(r"\.[a-z]$", "", id) == stem)
            raise UnknownRule(self.title, rule, near)
        return found

    def __contains__(self, rule: object) -> bool:
        return rule in self.by_id

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def enforced(self) -> tuple[Rule, ...]:
        """The rules that the engine enforces."""
        return tuple(rule for rule in self.rules if rule.enforced)

    def section(self, section: str) -> tuple[Rule, ...]:
        """The rules of one section of the rulebook, those that practice adds to it included."""
        return tuple(rule for rule in self.rules if rule.section == section)


class _LedgerFile(Facts, frozen=True, kw_only=True):
    """The whole of rules.toml."""

    rules: tuple[Rule, ...]


def load_ledger(title: str, folder: Folder, overlay: Overlay | None = None) -> Ledger:
    """Read a title's ``rules.toml`` (``overlay`` as in ``load_title``).

    Raises DataError for broken TOML, unknown keys, an id that is malformed or occurs twice, an empty text, or a rule
    that is neither enforced nor explained.
    """
    rules = decode(FILE, read_file(folder, FILE, overlay), _LedgerFile).rules
    seen: set[str] = set()
    for rule in rules:
        if not RULE_ID.match(rule.id):
            raise DataError(FILE, "rules.id", rule.id, "write the section and a letter, as in 8.6.a or P.8.3")
        if rule.id in seen:
            raise DataError(FILE, "rules.id", rule.id, "list it only once")
        seen.add(rule.id)
        if not rule.text.strip():
            raise DataError(FILE, f"rules.{rule.id}.text", rule.text, "say the rule in one line")
        if rule.enforced == bool(rule.why):
            raise DataError(FILE, f"rules.{rule.id}.why", rule.why, "give the reason when a rule is not enforced")
        if rule.id.startswith("P.") == (rule.source == "rulebook"):
            raise DataError(FILE, f"rules.{rule.id}.source", rule.source, "ids P.* are no rulebook's, others are")
    return Ledger(title, rules)
