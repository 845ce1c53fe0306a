"""Editions, options and data files."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from tests.brass.scenes import SEATS, rules_for
from towpath.api.titles import compose
from towpath.brass.data import BOARD as BOARD_FILE
from towpath.brass.data import CARDS, COUNTERS, FILES, INDUSTRIES
from towpath.brass.data import TITLE as TITLE_FILE
from towpath.brass.loading import load_title
from towpath.brass.policies import Policies
from towpath.facts.files import DataError
from towpath.facts.ledger import load_ledger
from towpath.facts.options import OptionError

FOLDER = files("towpath.brass")


@pytest.mark.rule("Brass:P.2.1")
def test_who_may_play_which_edition():
    for edition, counts in (("2007", (3, 4)), ("2018", (2, 3, 4)), ("2009", (2,))):
        for players in (2, 3, 4):
            if players in counts:
                assert rules_for(players, edition=edition).edition.id == edition
                continue
            with pytest.raises(OptionError, match=f"edition of {edition} is for"):
                rules_for(players, edition=edition)
    with pytest.raises(OptionError, match="for 2 choose edition 2018 or 2009"):
        rules_for(2)
    assert rules_for(4).edition.id == "2007"
    assert not rules_for(2, edition="2009").edition.official


@pytest.mark.rule("Brass:P.2.4", "Brass:P.15.2")
def test_distant_market_tiles():
    def tiles(players: int, edition: str) -> dict[int, int]:
        return dict(Counter(rules_for(players, edition=edition).tiles))

    assert tiles(4, "2007") == tiles(3, "2007") == tiles(4, "2018") == {0: 2, 1: 2, 2: 4, 3: 3, 4: 1}
    assert tiles(3, "2018") == {0: 1, 1: 1, 2: 4, 3: 3, 4: 1}
    assert tiles(2, "2018") == {1: 1, 2: 3, 3: 3, 4: 1}
    assert tiles(2, "2009") == {1: 1, 2: 4, 3: 2, 4: 1}


@pytest.mark.rule("Brass:P.14.3", "Brass:1.a")
def test_cubes_in_the_box():
    assert rules_for().edition.cubes == {"coal": 30, "iron": 25}
    assert rules_for(edition="2018").edition.cubes == {"coal": 24, "iron": 16}


@pytest.mark.rule("Brass:P.15.1", "Brass:P.15.2")
def test_the_map_of_2009():
    rules = rules_for(2, edition="2009")
    whole = rules_for()
    missing = set(whole.board.places) - set(rules.board.places)
    assert missing == {
        "birkenhead", "ellesmere_port", "stockport", "macclesfield", "oldham", "rochdale", "northwich", "the_midlands",
    }  # fmt: skip
    assert not [line for line in rules.board.lines.values() if missing & set(line.ends)]
    assert rules.board.lines["lancaster--scotland"].canal
    assert rules.edition.cash == 25
    assert not set(rules.cards) & missing


@pytest.mark.rule("Brass:P.15.3")
def test_shorter_demand_tracks_for_two():
    rules = rules_for(2, edition="2009", demand_spaces="6")
    assert rules.prices_of_demand == (1, 1, 2, 2, 3, 3)
    with pytest.raises(OptionError, match="no option 'demand_spaces' for this number"):
        rules_for(3, demand_spaces="6")


@pytest.mark.parametrize("options", [{"introductory": "on"}, {"edition": "2009", "introductory": "on"}])
def test_the_introductory_game_belongs_to_2018(options):
    with pytest.raises(OptionError, match="does not go with introductory"):
        rules_for(2 if options.get("edition") else 4, **options)
    assert rules_for(4, edition="2018", introductory="on").policies.introductory
    assert rules_for(4, edition="2018", introductory=True).policies.introductory


def test_every_disputed_point_is_an_option_with_a_rule_of_the_ledger():
    data = load_title(FOLDER)
    ledger = load_ledger("Brass", FOLDER)
    fields = set(Policies.__struct_fields__) - {"seating", "income", "refill", "last_tie"}
    assert {option.id for option in data.options} == fields
    for option in data.options:
        assert option.rule in ledger, option.id


@pytest.mark.parametrize("option", [option.id for option in load_title(FOLDER).options if option.doubt])
def test_each_value_of_an_option_composes(option):
    data = load_title(FOLDER)
    found = next(each for each in data.options if each.id == option)
    for value in found.values:
        players = found.players[0] if found.players else 4
        edition = {"edition": "2018"} if players == 2 else {}
        assert rules_for(players, **edition, **{option: value.id}).options[option] == value.id


def test_unknown_options_and_values_are_named():
    with pytest.raises(OptionError, match="no option 'editon'"):
        rules_for(editon="2018")
    with pytest.raises(OptionError, match="it can be 2007, 2018, 2009"):
        rules_for(edition="2024")


# -- data -----------------------------------------------------------------------------------------------------------------


def text(name: str) -> str:
    return FOLDER.joinpath(name).read_text(encoding="utf-8")


def spoilt(name: str, old: str, new: str) -> dict[str, str]:
    assert old in text(name), old
    return {name: text(name).replace(old, new, 1)}


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (BOARD_FILE, 'ends = ["barrow", "lancaster"]', 'ends = ["barrow", "lancastre"]', r"board.toml: lines.*lancastre"),
        (BOARD_FILE, 'kind = "waypoint"', 'kind = "town"', r"board.toml: places.*spaces"),
        (BOARD_FILE, '"manchester"]', '"manchester", "wigan"]', r"board.toml: lines.*ends"),
        (BOARD_FILE, "circles = 2", "circles = -2", r"board.toml: places.*circles is -2"),
        (BOARD_FILE, '[["shipyard"], ["iron"]]', '[["shipyards"], ["iron"]]', r"board.toml: places.barrow.spaces"),
        (COUNTERS, "cost = 12", 'cost = "12"', r"counters.toml: counters.*cost"),
        (COUNTERS, "cubes = 2", "cubes = 0", r"counters.toml: counters.coal 1.cubes"),
        (COUNTERS, "points_in = { 2018 = 5 }", "points_in = { 2081 = 5 }", r"counters.toml: .*points_in is '2081'"),
        (COUNTERS, "level = 2", "level = 1", r"counters.toml: counters"),
        (CARDS, "manchester = 4", "manchester = 5", r"cards.toml: decks.2007.* 67; 66 cards last for"),
        (CARDS, "bolton = 2", "boulton = 2", r"cards.toml: decks.*boulton.*did you mean 'bolton'"),
        (TITLE_FILE, "hand = 8", "hand = 0", r"title.toml: hand is 0"),
        (TITLE_FILE, "start_income = 10", "start_income = 100", r"title.toml: start_income is 100"),
        (TITLE_FILE, "loans = [10, 20, 30]", "loans = [15]", r"title.toml: loans is 15"),
        (TITLE_FILE, 'refill = "round"', 'refill = "never"', r"title.toml: editions.2007.plays.refill is 'never'"),
        (TITLE_FILE, 'last_tie = "order"', "", r"title.toml: editions.2007.plays.last_tie"),
        (TITLE_FILE, "demand = [1, 1, 2", "demand = [3, 1, 2", r"title.toml: tracks.demand"),
        (TITLE_FILE, 'id = "cube_limit"', 'id = "cubes"', r"title.toml: options.cube_limit"),
        (TITLE_FILE, "[links]", "[links", r"title.toml: the file"),
    ],
)  # fmt: skip
def test_a_slip_of_the_pen_is_named_by_file_key_and_value(name, old, new, says):
    with pytest.raises(DataError, match=says):
        compose("Brass", {}, SEATS, spoilt(name, old, new))


def test_an_overlay_replaces_a_file_and_no_other_file_is_taken():
    dearer = compose("Brass", {}, SEATS, spoilt(COUNTERS, "cost = 12", "cost = 13"))
    assert dearer.kind("cotton", 1).cost == 13
    with pytest.raises(DataError, match="the files of Brass are"):
        compose("Brass", {}, SEATS, {"map.toml": ""})
    read_by_people_alone = {"guide.toml"}
    assert set(FILES) == {path.name for path in Path(str(FOLDER)).glob("*.toml")} - read_by_people_alone


def test_seats_have_names_of_their_own():
    with pytest.raises(OptionError, match="none 'bank'"):
        compose("Brass", {}, ("bank", "p2", "p3"))


@pytest.mark.rule("Brass:1.b")
def test_counters_of_a_player():
    data = load_title(FOLDER)
    counts = {
        industry: sum(kind.count for kind in data.counters if kind.industry == industry) for industry in INDUSTRIES
    }
    assert counts == {"cotton": 12, "port": 8, "coal": 7, "iron": 4, "shipyard": 6}
    assert data.link_counters == 14


def test_the_facts_are_those_of_the_reference_material(shared):
    facts = json.loads((shared / "facts" / "brass.json").read_text())
    data = load_title(FOLDER)
    assert [place.id for place in data.places] == [place["id"] for place in facts["locations"]]
    for place, fact in zip(data.places, facts["locations"], strict=True):
        assert (place.name, place.kind, place.circles) == (fact["name"], fact["kind"], fact["printed_circles"])
        assert [list(space) for space in place.spaces] == fact["slots"]
    assert [(line.id, line.canal, line.rail) for line in data.lines] == [
        (fact["id"], fact["canal"], fact["rail"]) for fact in facts["links"]
    ]
    for kind, fact in zip(data.counters, facts["counters"], strict=True):
        names = ("industry", "level", "count", "cost", "coal", "iron", "cubes")
        assert [getattr(kind, name) for name in names] == [fact[name] for name in names]
        assert (kind.points, kind.points_in.get("2018", kind.points)) == (fact["vp_2007"], fact["vp_2018"])
        assert (kind.income, kind.canal, kind.rail) == (
            fact["income_spaces"],
            fact["canal_period"],
            fact["rail_period"],
        )
    assert list(data.tracks.income) == facts["income_track"]["spaces"]
    for edition, players, key in (("2018", 2, "2p"), ("2018", 3, "3p"), ("2018", 4, "4p")):
        deck = data.deck(edition, players)
        assert deck.industries == {name: count for name, count in facts["industry_cards"]["2018"][key].items() if count}
        assert deck.towns == {
            fact["id"]: fact["cards_2018"][key] for fact in facts["locations"] if fact["cards_2018"][key]
        }


# -- ledger -----------------------------------------------------------------------------------------------------------------


def test_the_ledger_is_well_formed_and_in_our_own_words(shared):
    ledger = load_ledger("Brass", FOLDER)
    for rule in ledger:
        assert rule.text.endswith("."), rule.id
    book = next((shared / "seeds").glob("004_*.txt")).read_text()
    words = " ".join(book.lower().split())
    for rule in ledger:
        own = rule.text.lower().rstrip(".").split()
        copied = [" ".join(own[n : n + 8]) for n in range(len(own) - 7) if " ".join(own[n : n + 8]) in words]
        assert not copied, rule.id
