from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import towpath.rail
from tests.render.positions import NAMES, rules_of
from towpath.api.titles import compose as compose_any
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Event
from towpath.rail.rules import RailRules
from towpath.render.words import SILENT, TEMPLATES, money, reason_text, round_name, sentence, stop_name, story, title_of
from towpath.titles.t1856 import compose

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
            Event("shares_sold", {"player": "p1", "company": "NW", "shares": 1, "price": 90}),
            "Ann sells a share of NW for ₽90.",
        ),
        (
            Event("paid", {"payer": "NW", "payee": "E", "amount": 80, "why": "train 3-1"}),
            "NW pays ₽80 to E (a 3-train).",
        ),
        (
            Event("paid", {"payer": "NW", "payee": "bank", "amount": 20, "why": "track in H8"}),
            "NW pays ₽20 to the bank (track in H8 Moscow).",
        ),
        (
            Event("paid", {"payer": "bank", "payee": "p1", "amount": 10, "why": "income of TSR"}),
            "The bank pays ₽10 to Ann (income of Tsarskoye Selo Railway).",
        ),
        (
            Event("paid", {"payer": "p1", "payee": "bank", "amount": 70, "why": "purchase of TSR, held for NW"}),
            "Ann pays ₽70 to the bank (purchase of Tsarskoye Selo Railway, held for NW).",
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


def test_reasons_name_trains_places_and_amounts_as_people_do() -> None:
    dear = broken(
        "too_dear",
        "8.2.h",
        "{train} costs {price}; {company} has {cash}.",
        train="5-0",
        price=550,
        company="NW",
        cash=0,
    )
    assert reason_text(rules_of("1861"), dear, NAMES) == "The 5-train costs ₽550; NW has ₽0."
    way = broken("no_track", "8.8.1.l", "Train {train}: no track to {hex}.", train="2-3", hex="H8")
    assert reason_text(rules_of("1861"), way, NAMES) == "Train 2: no track to H8 Moscow."
    bid = broken("bid_too_low", "1", "At least {least}, not {price}.", least=20, price=15)
    assert reason_text(rules_of("1861"), bid, NAMES) == "At least ₽20, not ₽15."
    loans = broken("repayment", "1", "Up to {most} loans.", most=3)
    assert reason_text(rules_of("1861"), loans, NAMES) == "Up to 3 loans."


def test_a_stop_without_a_name_is_called_by_the_area_that_it_is_part_of() -> None:
    rules = compose({}, ("p1", "p2", "p3"), {})
    assert [stop_name(rules, stop) for stop in ("Q8/0", "Q10/0", "N11/0", "K14/0")] == [
        "Lower Canada",
        "Lower Canada",
        "Toronto",
        "K14",
    ]


def test_money_and_rounds() -> None:
    assert money(rules_of("1867"), 1200).endswith("1200")
    assert money(rules_of("1861"), -5) == "-₽5"
    assert [round_name(rules_of("1861"), label) for label in ("AR", "SR 3", "MR 1.2", "XX 1")] == [
        "Auction round",
        "Stock round 3",
        "Merger round 1.2",
        "XX 1",
    ]


def test_a_game_of_more_players_than_there_are_bundles_for_is_told_all_the_same() -> None:
    rules = compose_any("1861", {}, [f"p{n}" for n in range(1, 7)])
    assert isinstance(rules, RailRules)
    assert title_of(rules, "bundle-1", {}) == "bundle-1"
    assert sentence(rules, Event("round_begun", {"round": "OR 1.1"}), {}) == "Operating round 1.1 begins."
