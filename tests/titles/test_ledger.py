"""The rule ledgers of all titles: well formed, in our own words, and asked for rules they do not have."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from towpath.facts.ledger import Ledger, UnknownRule, load_ledger
from towpath.rail.data import DataError, load_title

TITLES = ("1861", "1867")
ALL = (*TITLES, "1856")
BOOKS = {"1861": "001_*.txt", "1867": "001_*.txt", "1856": "002_*.txt"}
SECTIONS = {"1861": range(4, 17), "1867": {*range(4, 17)} - {15}, "1856": range(1, 16)}
PROJECT = Path(__file__).parents[2]
WINDOW = 8
"""So many words in a row that stand in the rulebook would be a copy."""


def folder_of(title: str) -> Any:
    return files("towpath.titles").joinpath(f"t{title}")


@pytest.fixture(params=ALL)
def ledger(request: pytest.FixtureRequest) -> Ledger:
    return load_ledger(request.param, folder_of(request.param))


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def test_every_section_has_rules(ledger: Ledger) -> None:
    sections = {int(rule.section.split(".")[0]) for rule in ledger}
    assert sections >= set(SECTIONS[ledger.title])
    assert (15 in sections) == (15 in SECTIONS[ledger.title])


def test_rules_stand_in_the_order_of_the_rulebook(ledger: Ledger) -> None:
    heads = [int(rule.id.split(".")[0]) for rule in ledger if not rule.id.startswith("P.")]
    assert heads == sorted(heads)
    practice = [rule.id.startswith("P.") for rule in ledger]
    assert practice == sorted(practice)


def test_a_rulebook_id_begins_with_its_section(ledger: Ledger) -> None:
    for rule in ledger:
        if rule.source == "rulebook":
            assert rule.id == rule.section or rule.id.startswith(f"{rule.section}."), rule.id


def test_a_text_is_one_short_sentence(ledger: Ledger) -> None:
    for rule in ledger:
        assert "\n" not in rule.text
        assert rule.text.endswith("."), rule.id
        assert len(rule.text) <= 150, rule.id


def test_no_text_stands_twice(ledger: Ledger) -> None:
    texts = [rule.text for rule in ledger if rule.section not in ("7.2.1",)]
    assert len(set(texts)) == len(texts)


def test_what_is_not_enforced_says_why(ledger: Ledger) -> None:
    loose = [rule for rule in ledger if rule not in ledger.enforced()]
    assert 0 < len(loose) < 10
    assert all(rule.why for rule in loose)


def test_options_name_rules_of_the_ledger(ledger: Ledger) -> None:
    for option in load_title(folder_of(ledger.title)).options:
        assert option.rule in ledger, option.id


def test_an_id_of_both_titles_means_the_same_matter() -> None:
    one, other = (load_ledger(title, folder_of(title)) for title in TITLES)
    for rule in one:
        if rule.id in other:
            assert (other[rule.id].section, other[rule.id].source) == (rule.section, rule.source)


def test_texts_are_our_own(ledger: Ledger) -> None:
    shared = Path(os.environ.get("TOWPATH_SHARED", PROJECT.parent / "shared"))
    books = sorted((shared / "seeds").glob(BOOKS[ledger.title]))
    if not books:
        pytest.skip(f"no rulebook under {shared}; set TOWPATH_SHARED to the reference folder")
    book = words(books[0].read_text(encoding="utf-8"))
    printed = {tuple(book[start : start + WINDOW]) for start in range(len(book))}
    for rule in ledger:
        text = words(rule.text)
        for start in range(len(text) - WINDOW + 1):
            assert tuple(text[start : start + WINDOW]) not in printed, rule.id


@pytest.mark.parametrize("title", TITLES)
def test_an_unknown_rule_is_answered_with_its_neighbours(title: str) -> None:
    ledger = load_ledger(title, folder_of(title))
    with pytest.raises(UnknownRule) as caught:
        ledger["8.5.z"]
    assert caught.value.near == ("8.5.a", "8.5.b")
    assert str(caught.value) == f"the rule ledger of {ledger.title} has no rule '8.5.z'; that section has 8.5.a, 8.5.b"
    with pytest.raises(UnknownRule, match=r"has no rule '99\.a'$"):
        ledger["99.a"]


def test_a_section_holds_its_practice_too() -> None:
    ledger = load_ledger("1867", folder_of("1867"))
    assert [rule.id for rule in ledger.section("8.5")] == ["8.5.a", "8.5.b", "P.6.2.a", "P.6.2.b"]


@pytest.mark.parametrize(
    ("rule", "key", "wanted"),
    [
        ('{ id = "8", section = "8", text = "" }', "rules.8.text", "in one line"),
        ('{ id = "8a", section = "8", text = "x." }', "rules.id", "8.6.a"),
        ('{ id = "8", section = "8", text = "x.", enforced = false }', "rules.8.why", "reason"),
        ('{ id = "8", section = "8", text = "x.", why = "y" }', "rules.8.why", "reason"),
        ('{ id = "P.8", section = "8", text = "x." }', "rules.P.8.source", "no rulebook"),
        ('{ id = "8", section = "8", text = "x.", source = "rumour" }', "rules.8.source", "invalid"),
        ('{ id = "8", section = "8", text = "x." }, { id = "8", section = "8", text = "y." }', "rules.id", "once"),
    ],
)
def test_a_mistake_in_a_ledger_is_named(rule: str, key: str, wanted: str) -> None:
    with pytest.raises(DataError) as caught:
        load_ledger("1861", folder_of("1861"), {"rules.toml": f"rules = [{rule}]"})
    assert caught.value.file == "rules.toml"
    assert caught.value.key == key
    assert wanted in caught.value.wanted
