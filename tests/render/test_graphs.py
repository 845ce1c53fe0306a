"""Graphs and tables of a game's numbers: sound pictures, a row for every round, nothing told by colour alone, safe files."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from tests.render.positions import NAMES, rules_of, start
from towpath.kernel.numbers import Course, Earning, Measure, Part, Point
from towpath.kernel.rules import Rules
from towpath.render import figures, graphs, sheet
from towpath.render.figures import Table, csv_text
from towpath.render.plots import KINDS, Bars, Curve, Field, line_chart, stack_chart
from towpath.render.style import stylesheet

RULES = rules_of("1867")
SVG = "{http://www.w3.org/2000/svg}"


def point(number: int, label: str, cash: int, shares: int, price: int | None) -> Point:
    """The first player's numbers grow; the others have twice and three times as much."""
    measures = {seat: {"cash": cash * n, "shares": shares * n, "privates": 5} for n, seat in enumerate(RULES.seats, 1)}
    return Point(number, label, measures, {} if price is None else {"CPR": price}, label == "OR 2.1")


COURSE = Course(
    (point(0, "", 420, 0, None), point(9, "SR 1", 100, 300, 70), point(20, "OR 1.1", 130, 310, 80),
     point(30, "OR 2.1", 131, 311, None)),
    (
        Earning("OR 1.1", "CPR", 120, 60, 6, (Part("2", 40, ("F16/0", "E17/0")), Part("3", 80, ("F16/0",))), 15),
        Earning("OR 2.1", "CPR", 90, 0, 0, (Part("3", 90, ("F16/0",)),), 28),
        Earning("OR 2.1", "BO", 0, 0, None, (), 29),
    ),
)  # fmt: skip


def href(number: int) -> str:
    return f"?at={number}"


def parts() -> list[str]:
    return [
        graphs.worth_graph(RULES, COURSE, NAMES, href),
        graphs.worth_parts(RULES, COURSE, NAMES, href),
        graphs.earnings_matrix(RULES, COURSE, href),
        graphs.company_graphs(RULES, COURSE, href),
    ]


def rows(part: str, caption: str) -> list[list[str]]:
    """The cells of a table by its caption, without its head."""
    for table in ET.fromstring(part).iter("table"):
        found = table.find("caption")
        if found is not None and found.text == caption:
            return [["".join(cell.itertext()).strip() for cell in row] for row in table.findall("tbody/tr")]
    raise AssertionError(caption)


def test_every_part_is_sound_and_escapes_names() -> None:
    for part in parts():
        root = ET.fromstring(part)
        assert "<script" not in part
        assert not [node for node in root.iter() if "id" in node.attrib or "style" in node.attrib]


def test_every_picture_is_described_and_has_a_table_beside_it() -> None:
    for part in parts():
        root = ET.fromstring(part)
        pictures = [node for node in root.iter(f"{SVG}svg") if node.get("role") == "img"]
        for picture in pictures:
            assert picture.find(f"{SVG}title") is not None
            assert picture.find(f"{SVG}desc") is not None
            assert picture.get("aria-label")
        figures_of = list(root.iter("figure"))
        # What is drawn for wide and for narrow windows is one picture.
        assert len(figures_of) >= len({picture.get("aria-label") for picture in pictures})


def test_the_table_of_worth_has_the_numbers_of_each_round_and_links_to_it() -> None:
    part = graphs.worth_graph(RULES, COURSE, NAMES, href)
    assert rows(part, "Worth by round") == [
        ["The start", "$425", "$845", "$1265"],
        ["Stock round 1", "$405", "$805", "$1205"],
        ["Operating round 1.1", "$445", "$885", "$1325"],
        ["Operating round 2.1, so far", "$447", "$889", "$1331"],
    ]
    assert 'href="?at=9"' in part
    assert "At the end Operating round 2.1, so far" in part


def test_each_players_parts_stand_by_themselves() -> None:
    part = graphs.worth_parts(RULES, COURSE, NAMES, href)
    assert rows(part, "Worth of Ann by round")[1:3] == [
        ["Stock round 1", "$100", "$300", "$5", "$405"],
        ["Operating round 1.1", "$130", "$310", "$5", "$445"],
    ]


def test_the_history_of_a_company_tells_runs_share_and_how_it_was_distributed() -> None:
    part = graphs.company_graphs(RULES, COURSE, href)
    assert rows(part, "What CPR earned") == [
        ["OR 2.1", "3: Toronto 90", "$90", "", "kept"],
        ["OR 1.1", "2: Toronto – Hamilton 40; 3: Toronto 80", "$120", "$6", "half paid"],
    ]
    assert rows(part, "What BO earned") == [["OR 2.1", "–", "$0", "", "earned nothing"]]


def test_what_was_taken_from_a_run_first_is_told() -> None:
    charged = Earning("OR 2.1", "CPR", 80, 80, 8, (Part("3", 90, ("F16/0",)),), 28)
    part = graphs.company_graphs(RULES, Course(COURSE.points, (charged,)), href)
    assert rows(part, "What CPR earned")[0][2] == "$80 ($10 taken first)"


def test_the_matrix_has_companies_down_and_rounds_across_the_newest_first() -> None:
    part = graphs.earnings_matrix(RULES, COURSE, href)
    assert rows(part, "What companies earned, by rounds") == [
        ["CPR CPR", "$210", "90 kept", "120 ½"],
        ["BO BO", "$0", "–", ""],
    ]


def test_looks_of_curves_differ_by_dashes() -> None:
    looks = [re.search(rf"\.g{look} {{ --g: [^;]+; --dash: ([^;]+);", stylesheet()) for look in range(KINDS)]
    assert len({found[1] for found in looks if found}) == KINDS


class Points(Rules):  # type: ignore[type-arg]
    """A title that counts points, and an income that is no part of them."""

    title = "points"
    seats = ("p1", "p2")
    measures = (
        Measure("industry", "Industry", money=False),
        Measure("links", "Links", money=False),
        Measure("income", "Income", adds=False),
    )


def test_a_title_of_its_own_measures_has_its_own_graphs() -> None:
    rules = Points()
    course = Course(
        (
            Point(0, "", {seat: {"industry": 0, "links": 0, "income": -10} for seat in rules.seats}),
            Point(8, "Canals", {
                "p1": {"industry": 12, "links": 5, "income": 20},
                "p2": {"industry": 1, "links": 2, "income": 3},
            }),
        ),
        (),
    )  # fmt: skip
    names = {"p1": "Ann", "p2": "Bob"}
    assert rows(graphs.worth_graph(rules, course, names, href), "Worth by round")[1] == ["Canals", "17", "3"]
    (income,) = graphs.measure_graphs(rules, course, names, href)
    assert rows(income, "Income by round") == [["The start", "-10", "-10"], ["Canals", "20", "3"]]
    assert graphs.company_graphs(rules, course, href) == graphs.earnings_matrix(rules, course, href) == ""
    assert figures.worth_table(rules, course, names).columns[2:6] == (
        "Ann: industry", "Ann: links", "Ann: income", "Ann: worth",
    )  # fmt: skip


@pytest.mark.parametrize("values", [(0,), (1, 2), (-10, 30), (3, 99), (0, 4723), (12_000,), (-7, -1)])
def test_every_value_lies_within_the_scale(values: tuple[int, ...]) -> None:
    field = Field(40, 10, 300, 100, len(values), values)
    assert field.low <= min(0, *values)
    assert field.high >= max(values)
    for value in values:
        assert 10 <= field.y(value) <= 110
    assert field.scale(str).count("<text") <= 8


def test_a_gap_breaks_a_curve() -> None:
    drawn = line_chart("T", "W", ["a", "b", "c"], [Curve("x", (1, None, 3))], ["", "", ""], str)
    path = ET.fromstring(drawn).find(f".//{SVG}g[@class='plot-curve g0']/{SVG}path")
    assert path is not None
    assert str(path.get("d")).count("M") == 2


def test_names_at_the_ends_of_curves_do_not_cover_each_other() -> None:
    curves = [Curve(f"n{i}", (100, 500 + i)) for i in range(KINDS)]
    drawn = ET.fromstring(line_chart("T", "W", ["a", "b"], curves, ["", ""], str))
    heights = sorted(float(str(n.get("y"))) for n in drawn.iter(f"{SVG}text") if "plot-name" in str(n.get("class")))
    assert all(lower - upper >= 12.9 for upper, lower in pairwise(heights))


def test_bars_stand_on_each_other() -> None:
    drawn = ET.fromstring(stack_chart("T", "W", ["a"], [Bars("x", (30,)), Bars("y", (20,))], [""], str))
    low, high = (str(n.get("d")) for n in drawn.iter(f"{SVG}path") if "plot-bars" in str(n.get("class")))
    assert low.split("V")[1] == high.split("V")[0].split(" ")[1]


def test_a_file_can_be_read_back_whatever_is_in_it() -> None:
    table = Table(("Player, name", "n"), (('A "quoted"\nname', 1), ("é, –", None), ("plain", -5)))
    text = csv_text(table)
    assert text.endswith("\r\n")
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert read == [["Player, name", "n"], ['A "quoted"\nname', "1"], ["é, –", ""], ["plain", "-5"]]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "=cmd|' /C calc'!A0"])
def test_no_text_in_a_file_is_a_formula(name: str) -> None:
    names = {"p1": name, "p2": "Bob", "p3": "Cy"}
    for table in (figures.worth_table(RULES, COURSE, names), sheet.sheet_table(RULES, start("1867"), names)):
        for row in csv.reader(io.StringIO(csv_text(table), newline="")):
            for cell in row:
                assert not cell.startswith(("=", "+", "@", "\t", "\r"))
                assert not cell.startswith("-") or cell[1:].isdigit()
    (cell,) = next(csv.reader(io.StringIO(csv_text(Table((name,), ())), newline="")))
    assert cell == f"'{name}"


def test_files_hold_numbers_as_numbers() -> None:
    worth = figures.worth_table(RULES, COURSE, NAMES)
    assert worth.rows[1][:6] == ("SR 1", 9, 100, 300, 5, 405)
    assert figures.price_table(RULES, COURSE).rows == (
        ("Start", 0, None),
        ("SR 1", 9, 70),
        ("OR 1.1", 20, 80),
        ("OR 2.1", 30, None),
    )
    first = figures.earnings_table(RULES, COURSE.earnings).rows[0]
    assert first == (
        "OR 1.1", 15, "CPR", "2 3", "2: Toronto – Hamilton 40; 3: Toronto 80", 120, 120, 60, 60, 6, "half paid",
    )  # fmt: skip
