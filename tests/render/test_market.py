from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tests.render.positions import TITLES, late, rules_of, start
from towpath.render.market import market_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("kind", ["grid", "column"])
def test_every_cell_and_token_is_drawn(title: str, kind: str) -> None:
    rules, state = rules_of(title, kind), late(title, kind)
    root = ET.fromstring(market_svg(rules, state))
    cells = [node.get("data-cell") for node in root.iter(f"{SVG}g") if node.get("class") == "market-cell"]
    assert cells == [str(cell.id) for cell in rules.market.cells]
    tokens = [node for node in root.iter(f"{SVG}g") if node.get("class") == "token"]
    assert {node.get("data-company") for node in tokens} == set(state.cells)
    for node in tokens:
        company = str(node.get("data-company"))
        assert node.get("data-right") == str(rules.market.moved(state.cells[company], "right"))
    labels = [node.text for node in root.iter(f"{SVG}text") if node.get("class") == "legend"]
    assert labels == [zone.label for zone in rules.data.zones]


@pytest.mark.parametrize("kind", ["grid", "column"])
def test_the_top_of_a_stack_is_drawn_last_and_the_words_give_the_order(kind: str) -> None:
    rules, state = rules_of("1861", kind), late("1861", kind)
    stack = next(stack for stack in state.stacks.values() if len(stack) > 1)
    root = ET.fromstring(market_svg(rules, state))
    drawn = [str(n.get("data-company")) for n in root.iter(f"{SVG}g") if n.get("data-company") in stack]
    assert drawn == list(reversed(stack))
    titles = [
        str(node.findtext(f"{SVG}title")) for node in root.iter(f"{SVG}g") if node.get("data-company") == stack[0]
    ]
    assert "top of its stack" in titles[0]


def test_marked_cells_are_buttons() -> None:
    root = ET.fromstring(market_svg(rules_of("1861"), start("1861"), highlights={5: "pick", 9999: "pick"}))
    buttons = [node for node in root.iter() if node.get("role") == "button"]
    assert [node.get("data-cell") for node in buttons] == ["5"]


def test_no_ids() -> None:
    root = ET.fromstring(market_svg(rules_of("1861"), late("1861"), standalone=True))
    assert not [node for node in root.iter() if "id" in node.attrib or "style" in node.attrib]
