from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.render.positions import TITLES, rules_of
from towpath.render.palette import READABLE, contrast, ink_on, luminance
from towpath.render.style import stylesheet
from towpath.render.tokens import figure_of

TILES = ("yellow", "green", "brown", "gray", "red")


def _themes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r"(:root[^{]*)\{([^{}]*--tp-sea[^{}]*)\}", stylesheet())
    light = dict(re.findall(r"--tp-([\w-]+): (#\w+)", blocks[0][1]))
    dark = [dict(re.findall(r"--tp-([\w-]+): (#\w+)", body)) for _, body in blocks[1:]]
    assert len(dark) == 2
    assert dark[0] == dark[1]
    return {"light": light, "dark": {**light, **dark[0]}}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_writing_can_be_read_on_every_face(theme: str) -> None:
    colours = _themes()[theme]
    for face in (*TILES, "blue"):
        assert contrast(colours["ink"], colours[face]) >= READABLE
    assert contrast(colours["plain-ink"], colours["white"]) >= READABLE
    for ink, ground in (("text", "page"), ("dim", "page"), ("text", "panel"), ("dim", "panel"), ("dim", "sea")):
        assert contrast(colours[ink], colours[ground]) >= READABLE


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_faces_differ_in_lightness(theme: str) -> None:
    colours = _themes()[theme]
    light = {face: 116 * luminance(colours[face]) ** (1 / 3) - 16 for face in TILES}
    for one, other in combinations(TILES, 2):
        assert abs(light[one] - light[other]) >= 3.5, (one, other, light)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_track_and_its_casing_stand_out_on_every_face(theme: str) -> None:
    colours = _themes()[theme]
    for face in TILES:
        assert contrast(colours["rail"], colours[face]) >= 3
    assert contrast(colours["rail"], colours["bed"]) >= 7


@pytest.mark.parametrize("title", TITLES)
def test_letters_of_every_company_can_be_read(title: str) -> None:
    for company in rules_of(title).data.companies:
        assert contrast(company.colour, ink_on(company.colour, company.text_colour)) >= READABLE


@pytest.mark.parametrize("title", TITLES)
def test_no_two_companies_look_alike_without_colour(title: str) -> None:
    rules = rules_of(title)
    marks = [(company.kind, figure_of(rules, company.id)) for company in rules.data.companies]
    assert len(set(marks)) == len(marks)


def test_ink_that_cannot_be_read_is_replaced() -> None:
    assert ink_on("#ffffff", "#ffff00") == "#111111"
    assert ink_on("#000", "#111111") == "#ffffff"
    assert ink_on("#000000", "#ffffff") == "#ffffff"


@pytest.mark.parametrize("colour", ["red", "#12", "123456", "#12345g"])
def test_what_is_no_colour_is_refused(colour: str) -> None:
    with pytest.raises(ValueError, match=r"colour|invalid literal"):
        luminance(colour)
