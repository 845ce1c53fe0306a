"""Rule ledgers and tests agree: every enforced rule is named by a test, and tests name only rules that exist."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import towpath.titles

TITLES = Path(towpath.titles.__file__).parent
LEDGERS = {path.parent.name.removeprefix("t"): path for path in sorted(TITLES.glob("*/rules.toml"))}
LEDGERS["Brass"] = TITLES.parent / "brass" / "rules.toml"


@pytest.fixture(scope="module")
def ledgers() -> dict[str, dict[str, bool]]:
    """Every ledger: title -> rule id -> whether it is enforced, which a rule is unless its line says otherwise."""
    read = {}
    for title, path in LEDGERS.items():
        rules = tomllib.loads(path.read_text())["rules"]
        read[title] = {rule["id"]: rule.get("enforced", True) for rule in rules}
    assert read, "no title has a rule ledger"
    return read


def test_every_enforced_rule_is_named_by_a_test(
    ledgers: dict[str, dict[str, bool]], rules_named: dict[str, list[str]], proof: Callable[[str], None]
) -> None:
    unnamed = []
    for title, rules in ledgers.items():
        enforced = [f"{title}:{rule}" for rule, is_enforced in rules.items() if is_enforced]
        tested = [rule for rule in enforced if rule in rules_named]
        proof(f"{title}: {len(rules)} rules in the ledger, {len(enforced)} enforced, {len(tested)} of these tested")
        unnamed += [rule for rule in enforced if rule not in rules_named]
    assert not unnamed


def test_tests_name_only_rules_that_exist(
    ledgers: dict[str, dict[str, bool]], rules_named: dict[str, list[str]]
) -> None:
    known = {f"{title}:{rule}" for title, rules in ledgers.items() for rule in rules}
    of_a_title = {rule for rule in rules_named if rule.partition(":")[0] in ledgers}
    assert of_a_title <= known
