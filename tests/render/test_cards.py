from __future__ import annotations

import xml.etree.ElementTree as ET

import msgspec
import pytest

from tests.render.positions import NAMES, TITLES, late, rules_of, start
from towpath.rail.actions import Run
from towpath.render.cards import players_panel, privates_list
from towpath.render.charter import charter, runs_table
from towpath.render.sheet import spreadsheet
from towpath.render.tiles import TileChoice, manifest, tile_strip, upgrades
from towpath.render.tokens import company_badge
from towpath.render.trains import trains_table


def _text(markup: str) -> str:
    return " ".join("".join(ET.fromstring(markup).itertext()).split())


@pytest.mark.parametrize("title", TITLES)
def test_every_part_is_sound_and_escapes_names(title: str) -> None:
    rules = rules_of(title)
    for state in (start(title), late(title)):
        parts = [
            players_panel(rules, state, NAMES, acting=("p1",)),
            spreadsheet(rules, state, NAMES),
            trains_table(rules, state),
            privates_list(rules, state, NAMES),
            manifest(rules, state),
            *(charter(rules, state, company, NAMES) for company in rules.companies),
            *(company_badge(rules, company) for company in rules.companies),
        ]
        for part in parts:
            root = ET.fromstring(part)
            assert "<script" not in part
            assert not [node for node in root.iter() if "id" in node.attrib or "style" in node.attrib]


def test_player_cards_tell_money_certificates_and_offices() -> None:
    rules, state = rules_of("1861"), late("1861")
    root = ET.fromstring(players_panel(rules, state, NAMES, acting=("p2",)))
    cards = {str(node.get("data-player")): " ".join("".join(node.itertext()).split()) for node in root.iter("article")}
    assert set(cards) == {"p1", "p2", "p3"}
    assert "₽420" in cards["p1"]
    assert "GRR 20 %★ president" in cards["p1"]
    assert "to act" in cards["p2"]
    assert "priority deal" in cards[state.priority]
    assert f"of {rules.limits.certificate_limit}" in cards["p3"]
    assert NAMES["p2"] in cards["p2"]


def test_charter_tells_loans_tokens_trains_and_shares() -> None:
    rules, state = rules_of("1861"), late("1861")
    company = rules.data.companies[0].id
    text = _text(charter(rules, state, company, NAMES))
    assert "3 of ₽50: ₽150 to repay, ₽15 interest a round; 2 more possible (₽90)" in text
    assert "free, ₽20 a hex, ₽40 a hex" in text
    assert "Ann ★ president" in text
    assert "the bank pool" in text
    for train in rules.trains_of(state, company):
        assert rules.train_kind(train).name in text


def test_runs_are_written_out_stop_by_stop_with_doubling_and_bonuses() -> None:
    rules, state = rules_of("1867"), start("1867")
    run = Run(train="3-1", stops=("F16/0", "D2/0", "zz", "F16/7"), ways=())
    text = _text(str(runs_table(rules, state, "CN", [run])))
    assert "Toronto 30 + Timmins 40 + bonus 40" in text
    assert "$110" in text
    doubled = _text(str(runs_table(rules, state, "CN", [msgspec.structs.replace(run, train="2+2-0")])))
    assert "(Toronto 30 + Timmins 40) × 2 + bonus 80" in doubled
    assert "$220" in doubled


def test_spreadsheet_goes_in_operating_order() -> None:
    rules, state = rules_of("1861"), late("1861")
    root = ET.fromstring(spreadsheet(rules, state, NAMES))
    companies = [row.get("data-company") for row in root.iter("tr") if "data-company" in row.attrib]
    assert companies == [*rules.market.order(state, list(state.cells)), "RSR"]
    assert {len(list(row)) for row in root.iter("tr") if "data-company" in row.attrib} == {14}


def test_trains_and_phases_mark_the_present_phase() -> None:
    rules = rules_of("1867")
    root = ET.fromstring(trains_table(rules, late("1867")))
    present = [row for row in root.iter("tr") if row.get("aria-current") == "true"]
    assert len(present) == 1
    assert "".join(present[0].itertext()).startswith("6now")
    assert "3-trains rust" in "".join(present[0].itertext())


def test_strip_shows_each_choice_with_its_cost_and_what_is_chosen() -> None:
    choices = [TileChoice("7", 1, 0), TileChoice("8", 2, 40, "joins <Moscow>"), TileChoice("9", 0)]
    root = ET.fromstring(tile_strip(rules_of("1861"), "H4", choices, selected=("8", 2)))
    buttons = list(root.iter("button"))
    assert [(b.get("data-tile"), b.get("data-rotation"), b.get("aria-pressed")) for b in buttons] == [
        ("7", "1", "false"),
        ("8", "2", "true"),
        ("9", "0", "false"),
    ]
    assert "free" in "".join(buttons[0].itertext())
    assert "₽40" in "".join(buttons[1].itertext())


def test_manifest_counts_what_is_left_and_names_upgrades() -> None:
    rules = rules_of("1861")
    into = upgrades(rules.tileset, "flat")
    assert into["57"] == ("14", "15", "619")
    assert into["638"] == ("639",)
    assert into["639"] == ()
    assert "57 2/2" in _text(manifest(rules, start("1861")))
    assert "9 ∞" in _text(manifest(rules, start("1861")))
