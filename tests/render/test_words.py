from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import towpath.rail
from tests.render.positions import NAMES, rules_of
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Event
from towpath.render.words import SILENT, TEMPLATES, money, reason_text, round_name, sentence, story

OWN_SENTENCES = {"price_moved", "dividend", "interest"}


def _emitted() -> Iterator[tuple[str, frozenset[str]]]:
    """(kind, names of its data) of every event that the rules emit."""
    shared = Path(str(towpath.rail.__file__)).parent
    for path in sorted((*shared.glob("*.py"), *shared.parent.glob("titles/*/*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit":
                keys = frozenset(str(keyword.arg) for keyword in node.keywords)
                for text in ast.walk(node.args[0]):
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        yield text.value, keys


def test_every_event_of_the_rules_has_a_sentence_that_its_data_fills() -> None:
    emitted = list(_emitted())
    assert len(emitted) > 40
    for kind, keys in emitted:
        if kind in SILENT or kind in OWN_SENTENCES:
            continue
        assert kind in TEMPLATES, f"no sentence for the event {kind}"
        wanted = {name for _, name, _, _ in string.Formatter().parse(TEMPLATES[kind]) if name}
        assert wanted <= keys, f"the sentence of {kind} wants {wanted - keys}"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Event("bid", {"player": "p1", "target": "TSR", "price": 25}), "Ann bids ₽25 for Tsarskoye Selo Railway."),
        (Event("tile_laid", {"hex": "H8", "tile": "637", "rotation": 2, "old": None}), "Tile 637 is laid on H8 Moscow."),
        (Event("train_moved", {"train": "2-3", "source": "yard", "holder": "GRR"}), "GRR gets a 2-train from the train yard."),
        (
            Event("train_ran", {"company": "N", "train": "2-0", "stops": ["H8/1", "G5/0"], "revenue": 50}),
            "N runs a 2-train for ₽50: Moscow – Tver.",
        ),
        (
            Event("shares_sold", {"player": "p3", "company": "NW", "shares": 2, "price": 90}),
            'Cy & "Co" sells 2 shares of NW at ₽90 each.',
        ),
        (
            Event("price_moved", {"company": "NW", "before": 90, "after": 100, "cell": 3, "why": "dividend"}),
            "The price of NW moves from ₽90 to ₽100 (dividend).",
        ),
        (Event("price_moved", {"company": "NW", "before": 35, "after": 35, "why": ""}), "The price of NW stays at ₽35."),
        (Event("dividend", {"company": "NW", "revenue": 100, "paid": 50}), "NW earns ₽100 and pays out ₽50."),
        (Event("dividend", {"company": "NW", "revenue": 0, "paid": 0}), "NW earns nothing."),
        (Event("merged", {"minors": ["N", "KB", "RO"], "major": "GRR"}), "N, KB and RO merge into GRR."),
        (Event("revenue", {"company": "NW", "revenue": 100}), ""),
        (Event("round_begun", {"round": "OR 2.1"}), "Operating round 2.1 begins."),
        (Event("unheard_of", {"company": "NW", "price": 5}), "Unheard of: company NW, price ₽5."),
        (Event("bid", {"player": "p1"}), "Bid: player Ann."),
    ],
)  # fmt: skip
def test_sentences(event: Event, text: str) -> None:
    assert sentence(rules_of("1861"), event, NAMES) == text


def test_a_story_leaves_silent_events_out() -> None:
    events = [Event("turn_begun", {"company": "N"}), Event("step_ended", {"company": "N", "step": "track"})]
    assert story(rules_of("1861"), events, NAMES) == ["N operates."]


def test_earnings_are_told_before_who_gets_them() -> None:
    paid = [Event("paid", {"payer": "bank", "payee": p, "amount": 20, "why": "dividend of N"}) for p in ("p1", "p2")]
    rent = Event("paid", {"payer": "N", "payee": "bank", "amount": 5, "why": "interest"})
    told = story(rules_of("1861"), [rent, *paid, Event("dividend", {"company": "N", "revenue": 40, "paid": 40})], NAMES)
    assert [sentence.split()[:3] for sentence in told] == [
        ["N", "pays", "₽5"],
        ["N", "earns", "₽40"],
        ["The", "bank", "pays"],
        ["The", "bank", "pays"],
    ]


def test_reasons_show_names() -> None:
    reason = broken(
        "not_yours", "4.2.a", "{player} has {trains}, not {company}.", player="p1", trains=["p3", 4], company="NW"
    )
    assert reason_text(rules_of("1861"), reason, NAMES) == 'Ann has Cy & "Co", 4, not NW.'
    plain = Reason("odd", "", "Nothing here.")
    assert reason_text(rules_of("1861"), plain, NAMES) == "Nothing here."


def test_money_and_rounds() -> None:
    assert money(rules_of("1867"), 1200).endswith("1200")
    assert money(rules_of("1861"), -5) == "-₽5"
    assert [round_name(rules_of("1861"), label) for label in ("AR", "SR 3", "MR 1.2", "XX 1")] == [
        "Auction round",
        "Stock round 3",
        "Merger round 1.2",
        "XX 1",
    ]
