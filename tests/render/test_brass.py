"""The pictures, parts and words of Brass."""

from __future__ import annotations

import ast
import string
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import towpath.brass
from tests.brass.scenes import Scene, scene
from towpath.brass.data import INDUSTRIES
from towpath.facts.files import DataError, decode
from towpath.kernel import views
from towpath.kernel.state import Event
from towpath.render.brass import layout, mats, tracks, words
from towpath.render.brass.board import board_list, board_svg

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"p1": "Ann", "p2": "Bob <b>", "p3": "Cleo", "p4": "Dora"}


@pytest.fixture
def mid() -> Scene:
    """A position with counters of all kinds, used up and not, and links."""
    return scene(
        counters={
            "manchester-1": ("p1", "cotton", 1), "wigan-1": ("p2", "coal", 1, 2), "bolton-3": ("p3", "iron", 1, -1),
            "liverpool-1": ("p4", "port", 1), "oldham-1": ("p3", "cotton", 1, -1),
        },
        links={"bolton--manchester": "p1", "liverpool--wigan": "p2", "manchester--oldham": "p3"},
        demand={"coal": 5, "iron": 0},
        cotton=3,
    )  # fmt: skip


def drawn(at: Scene, **given: object) -> ET.Element:
    return ET.fromstring(board_svg(at.rules, at.state, NAMES, **given))  # type: ignore[arg-type]


def test_every_space_and_line_is_drawn_once_and_described_without_ids(mid: Scene) -> None:
    root = drawn(mid)
    spots = [node for node in root.iter(f"{SVG}g") if "data-hex" in node.attrib]
    board = mid.rules.board
    assert sorted(str(node.get("data-hex")) for node in spots) == sorted([*board.spaces, *board.lines])
    assert all(node.find(f"{SVG}title") is not None for node in spots)
    assert not [node for node in root.iter() if "id" in node.attrib or "style" in node.attrib]


def test_marked_spaces_and_lines_are_buttons_and_unknown_ones_are_left_out(mid: Scene) -> None:
    root = drawn(mid, highlights={"manchester-2": "lay", "bolton--bury": "pick", "paris-1": "lay"})
    buttons = {node.get("data-hex"): node for node in root.iter() if node.get("role") == "button"}
    assert set(buttons) == {"manchester-2", "bolton--bury"}
    assert all(node.get("tabindex") == "0" for node in buttons.values())
    assert buttons["bolton--bury"].get("aria-label") == "Bolton to Bury: choose"


def test_owners_are_told_apart_without_colour(mid: Scene) -> None:
    letters = [node.text for node in drawn(mid).iter(f"{SVG}text") if node.get("class") == "owner-letter"]
    assert {"A", "B", "C", "D"} <= set(letters)


def test_names_are_escaped(mid: Scene) -> None:
    assert "Bob <b>" not in board_svg(mid.rules, mid.state, NAMES)
    assert "Bob <b>" not in mats.players_panel(mid.rules, mid.state, NAMES)


@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_towns_cover_neither_each_other_nor_the_edge(edition: str) -> None:
    board = scene(options={"edition": edition}).rules.board
    found = layout.layout()
    boxes = {place.id: layout.block(place) for place in board.places.values()}
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        apart = a[0] + a[2] < b[0] or b[0] + b[2] < a[0] or a[1] + a[3] + 20 < b[1] or b[1] + b[3] + 20 < a[1]
        assert apart, f"{one} covers {other}"
    for place, (x, y, width, height) in boxes.items():
        assert 0 < x < x + width < found.width, place
        assert 0 < y < y + height + 20 < found.height, place


def test_every_place_of_the_title_has_its_spot() -> None:
    assert set(layout.layout().places) == set(scene().rules.board.places)


def test_a_faulty_layout_is_named() -> None:
    with pytest.raises(DataError, match=r"layout.toml: places"):
        decode(layout.FILE, "width = 1\nheight = 1\n[places]\nwigan = { at = 3 }", layout.Layout)


def test_the_board_is_told_in_words(mid: Scene) -> None:
    text = board_list(mid.rules, mid.state, NAMES)
    assert (
        "Manchester: space 1 has a cotton mill of Ann, level 1, not flipped; space 2 is free for a cotton mill or coal mine"
        in text
    )
    assert "Oldham: space 1 has a cotton mill of Cleo, level 1, flipped, worth 3 points" in text
    assert "Manchester to Oldham: a canal link of Cleo, which would score 1 now" in text
    assert "Scotland: beyond the map, a port of trade; each link here scores 2." in text


def test_the_tracks_say_what_a_cube_costs_and_brings(mid: Scene) -> None:
    assert tracks.demand_words(mid.rules, mid.state, "coal") == (
        "Coal: 5 of 8 cubes; the next costs £2; a cube brought there brings £2."
    )
    assert tracks.demand_words(mid.rules, mid.state, "iron").startswith("Iron: 0 of 8 cubes; the next costs £5")
    cubes = [node for node in drawn(mid).iter(f"{SVG}g") if "cube-coal" in str(node.get("class"))]
    assert len(cubes) == 5 + 2


def test_a_mat_says_what_the_next_counter_costs_and_gives(mid: Scene) -> None:
    text = str(mats.mat(mid.rules, mid.state, "p2", NAMES))
    assert "level 2" in text
    assert "only developed" in text
    assert "Mat of Bob &lt;b&gt;" in text


def test_a_hand_is_shown_to_its_owner_alone(mid: Scene) -> None:
    rules = mid.rules
    assert mats.hand(rules, views.view(rules, mid.state, "p1"), "p1", NAMES) is not None
    assert mats.hand(rules, views.view(rules, mid.state, "p2"), "p1", NAMES) is None
    assert mats.hand(rules, views.view(rules, mid.state, None), "p1", NAMES) is None


def test_what_scores_is_told_line_by_line_and_adds_up(mid: Scene) -> None:
    text = mats.scoring_table(mid.rules, mid.state, NAMES)
    assert "link Manchester to Oldham: 0 in Manchester and 1 in Oldham" in text
    assert mid.rules.scores(mid.state)["p3"] == 10
    assert "<b>10</b>" in text


def test_income_markers_stand_on_their_spaces(mid: Scene) -> None:
    root = ET.fromstring(str(tracks.income_svg(mid.rules, mid.state, NAMES)))
    spaces = [node for node in root if str(node.get("class")).startswith("income-space")]
    assert len(spaces) == len(mid.rules.levels)
    assert [len(list(node)) for node in spaces].index(3 + 4) == mid.rules.data.start_income


# -- words ----------------------------------------------------------------------------------------------------------------


def emitted() -> Iterator[tuple[str, frozenset[str]]]:
    """(kind, names of its data) of every event that Brass emits."""
    for path in sorted(Path(str(towpath.brass.__file__)).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit":
                kind = node.args[0]
                assert isinstance(kind, ast.Constant)
                yield str(kind.value), frozenset(str(keyword.arg) for keyword in node.keywords)


def test_every_event_of_brass_has_a_sentence_that_its_data_fills() -> None:
    found = list(emitted())
    assert len(found) > 20
    for kind, keys in found:
        if kind in words.SILENT:
            continue
        wanted = {name for _, name, _, _ in string.Formatter().parse(words.TEMPLATES[kind]) if name}
        assert wanted <= keys | set(words._MADE), f"the sentence of {kind} wants {wanted - keys}"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            Event("built", {"seat": "p1", "space": "wigan-2", "industry": "coal", "level": 1, "cubes": 2}),
            "Ann builds a coal mine of level 1 in Wigan 2 with 2 cubes.",
        ),
        (
            Event("link_built", {"seat": "p1", "line": "bolton--bury", "period": "canal"}),
            "Ann builds a canal link from Bolton to Bury.",
        ),
        (Event("paid", {"payer": "p1", "payee": "bank", "amount": 3, "purpose": "canal"}), "Ann pays the bank £3 for a canal."),
        (
            Event("income_moved", {"seat": "p3", "spaces": 4, "space": 14, "level": 2, "why": "flipped"}),
            "Cleo moves 4 spaces up on the income track, to £2 a round.",
        ),
        (
            Event("cotton_sold", {"seat": "p1", "mill": "manchester-1", "to": "liverpool-1", "owner": "p4"}),
            "Ann sells the cotton of Manchester 1 through the port of Dora in Liverpool 1.",
        ),
        (
            Event(
                "scored",
                {"seat": "p3", "source": "link", "what": "manchester--oldham", "points": 1}
                | {"circles": {"manchester": 0, "oldham": 1}},
            ),
            "Cleo scores 1 point for the link from Manchester to Oldham (0 in Manchester and 1 in Oldham).",
        ),
        (Event("card_played", {"seat": "p1", "cards": ["coal", "wigan"]}), "Ann plays coal mine (industry) and Wigan."),
        (Event("unpaid", {"seat": "p1", "amount": 2, "points": 0}), "Ann cannot pay £2; it is forgiven."),
    ],
)  # fmt: skip
def test_sentences(event: Event, text: str) -> None:
    assert words.sentence(scene().rules, event, NAMES) == text


def test_an_event_without_a_sentence_is_spelled_out() -> None:
    assert words.sentence(scene().rules, Event("odd_thing", {"seat": "p1"}), NAMES) == "Odd thing: seat Ann."


def test_who_sees_what_he_draws_is_not_told_the_number_as_well() -> None:
    events = (Event("drew", {"seat": "p1", "count": 1}), Event("drawn", {"seat": "p1", "cards": ["wigan"]}, ("p1",)))
    assert words.story(scene().rules, events, NAMES) == ["Ann draws Wigan."]
    assert words.story(scene().rules, events[:1], NAMES) == ["Ann takes 1 card."]


def test_what_is_built_is_told_before_what_it_costs() -> None:
    at = scene(hands={"p1": ("wigan", "bury")})
    events = at.play("build", card="wigan", space="wigan-1", industry="coal")
    assert words.story(at.rules, events, NAMES)[:3] == [
        "Ann plays Wigan.",
        "Ann builds a coal mine of level 1 in Wigan 1 with 2 cubes.",
        "Ann pays the bank £5 for the coal mine.",
    ]


def test_every_sentence_of_a_whole_action_has_no_ids_left(mid: Scene) -> None:
    seen = [words.sentence(mid.rules, event, NAMES) for event in mid.play("pass", card=mid.state.hands["p1"][0])]
    assert seen
    assert not any(seat in text for text in seen for seat in NAMES)


def test_all_industries_have_words() -> None:
    assert set(words.THINGS) == set(words.PLURALS) == set(INDUSTRIES)
