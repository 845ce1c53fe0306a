from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.render.positions import TITLES, late, rules_of, start
from towpath.kernel.table import Table
from towpath.rail.actions import Run
from towpath.rail.runs import best_runs
from towpath.render.describe import hex_words
from towpath.render.map import map_list, map_svg
from towpath.render.routes import run_points

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("position", [start, late])
def test_every_hex_is_drawn_and_described_without_ids(title: str, position: object) -> None:
    rules = rules_of(title)
    state = late(title) if position is late else start(title)
    root = ET.fromstring(map_svg(rules, state))
    faces = [node for node in root.iter(f"{SVG}g") if "data-hex" in node.attrib]
    assert [node.get("data-hex") for node in faces] == list(rules.board.hexes)
    for node in faces:
        words = node.find(f"{SVG}title")
        assert words is not None
        assert str(words.text).startswith(str(node.get("data-hex")))
    assert not [node for node in root.iter() if "id" in node.attrib or "style" in node.attrib]


def test_tokens_and_kept_places_are_shown() -> None:
    root = ET.fromstring(map_svg(rules_of("1861"), start("1861")))
    kept = [node.text for node in root.iter(f"{SVG}text") if node.get("class") == "kept-word"]
    assert {"RO", "KB", "KK", "SPW", "RSR", "N"} <= set(kept)
    root = ET.fromstring(map_svg(rules_of("1867"), start("1867")))
    letters = [node.text for node in root.iter(f"{SVG}text") if node.get("class") == "letters"]
    assert letters == ["CN"]


def test_a_kept_place_that_is_taken_shows_the_token_alone() -> None:
    state = start("1861")
    state = replace(state, tokens=Table({"B4": ((0, 0, "RO"),)}))
    root = ET.fromstring(map_svg(rules_of("1861"), state))
    stop = next(node for node in root.iter(f"{SVG}g") if node.get("data-stop") == "B4/0")
    assert [node.text for node in stop.iter(f"{SVG}text")] == ["RO"]
    assert [node.get("class") for node in stop.iter(f"{SVG}text")] == ["letters"]


def test_marked_hexes_and_stops_are_buttons_and_unknown_ones_are_left_out() -> None:
    picture = map_svg(
        rules_of("1867"),
        start("1867"),
        highlights={"D8": "lay", "Z99": "lay"},
        stops={"F16/1": "token", "F16/9": "token", "Z9/0": "token", "F16": "token", "F16/x": "token"},
    )
    buttons = [node for node in ET.fromstring(picture).iter() if node.get("role") == "button"]
    assert [(node.get("data-hex") or node.get("data-stop"), node.get("data-kind")) for node in buttons] == [
        ("D8", "lay"),
        ("F16/1", "token"),
    ]
    assert all(node.get("tabindex") == "0" and node.get("aria-label") for node in buttons)
    assert "Toronto" in str(buttons[1].get("aria-label"))


def test_a_tile_that_is_tried_out_is_drawn_with_the_tokens_moved_to_it() -> None:
    rules, state = rules_of("1867"), start("1867")
    root = ET.fromstring(map_svg(rules, state, candidate=("F16", "120", 1)))
    face = next(node for node in root.iter(f"{SVG}g") if node.get("data-hex") == "F16")
    assert face.get("class") == "face f-green"
    stops = [node for node in root.iter(f"{SVG}g") if str(node.get("data-stop")).startswith("F16/")]
    assert [[text.text for text in node.iter(f"{SVG}text")] for node in stops] == [["CN"], []]
    assert len([node for node in root.iter() if "k-tried" in str(node.get("class"))]) == 1


@pytest.mark.parametrize("title", TITLES)
def test_runs_follow_the_track(title: str) -> None:
    rules, state = rules_of(title), late(title)
    company = next(c.id for c in rules.data.companies if c.kind == "major" and rules.trains_of(state, c.id))
    runs, _ = best_runs(rules, state, company, rules.trains_of(state, company), deadline=None)
    assert runs
    for run in runs:
        points = run_points(rules.board, lambda hex_id: rules.tile_at(state, hex_id), run)
        # inside off-board areas track ends short of the centre; nowhere else is there a gap
        assert all(math.dist(p, q) < 30 for p, q in pairwise(points))
    root = ET.fromstring(map_svg(rules, state, routes=runs))
    drawn = [node for node in root.iter(f"{SVG}g") if "data-run" in node.attrib]
    assert len(drawn) == len(runs)


def test_a_run_over_what_is_not_there_is_drawn_as_far_as_it_goes() -> None:
    runs = (
        Run(train="<4>-0", stops=("D8/0", "C17/0"), ways=(("D8", "Z1", "C17"),)),
        Run(train="2-0", stops=("x", "y/z"), ways=((),)),
    )
    picture = map_svg(rules_of("1867"), start("1867"), routes=runs)
    assert "<4>" not in picture
    ET.fromstring(picture)


def test_runs_differ_in_colour_and_in_dashes() -> None:
    run = Run(train="2-0", stops=("C17/0", "D8/0"), ways=(("C17", "D8"),))
    root = ET.fromstring(map_svg(rules_of("1867"), start("1867"), routes=[run] * 4))
    groups = [node for node in root.iter(f"{SVG}g") if "data-run" in node.attrib]
    dashes = [node.get("stroke-dasharray") for group in groups for node in group if node.get("class") == "run-line"]
    assert len({group.get("class") for group in groups}) == 4
    assert len(set(dashes)) == 4


def test_the_label_and_names_are_escaped() -> None:
    picture = map_svg(rules_of("1867"), start("1867"), label='"><script>', highlights={"D8": '"><script>'})
    assert "<script" not in picture
    ET.fromstring(picture)


def test_a_picture_of_its_own_brings_size_and_colours() -> None:
    root = ET.fromstring(map_svg(rules_of("1861"), start("1861"), standalone=True))
    assert root.get("width")
    assert root.get("height")
    assert "--tp-yellow" in str(root.findtext(f"{SVG}style"))


def test_hexes_in_words() -> None:
    rules, state = rules_of("1867"), start("1867")
    toronto = hex_words(rules, state, "F16")
    assert toronto.startswith("F16 Toronto: yellow hex")
    assert "tokens of CN" in toronto
    assert "worth 30" in toronto
    assert "closed until phase 3" in hex_words(rules, state, "M13")
    assert "crossing north-east costs 80" in hex_words(rules, state, "M11") or "costs 80" in hex_words(
        rules, state, "M11"
    )
    assert "no way" in hex_words(rules, state, "C9")
    kiev = hex_words(rules_of("1861"), start("1861"), "D14")
    assert "kept for KB" in kiev
    assert hex_words(rules_of("1861"), start("1861"), "F6") == "F6: open country"


def test_the_list_names_hexes_asked_for_or_all_that_hold_something() -> None:
    rules, state = rules_of("1867"), start("1867")
    some = ET.fromstring(map_list(rules, state, hexes=["F6", "F16", "nowhere"]))
    assert [item.get("data-hex") for item in some] == ["F6", "F16"]
    everything = {item.get("data-hex") for item in ET.fromstring(map_list(rules, state))}
    assert "F16" in everything
    assert "F6" not in everything
