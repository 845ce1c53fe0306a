"""Every part of the page and every sentence for every title, at moments of a whole game that bots have played."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from towpath.api import Game, open_game
from towpath.rail.data import PhaseEvent, PhaseFlag
from towpath.render import cards, charter, market, sheet, tiles, trains, words
from towpath.render.map import map_list, map_svg

GOLDEN = Path(__file__).parents[1] / "golden"
TITLES = ("1856", "1861", "1867")
NAMES = {f"p{n}": f"<{name}>" for n, name in enumerate(("Ann", "Bob", "Cleo", "Dot", "Eve", "Flo"), 1)}

PARTS: dict[str, Callable[[Any, Any], Any]] = {
    "players": lambda rules, state: cards.players_panel(rules, state, NAMES),
    "privates": lambda rules, state: cards.privates_list(rules, state, NAMES),
    "trains": trains.trains_table,
    "sheet": lambda rules, state: sheet.spreadsheet(rules, state, NAMES),
    "market": market.market_svg,
    "manifest": tiles.manifest,
    "map": map_svg,
    "list": map_list,
}


@cache
def golden(title: str) -> Game:
    return open_game(GOLDEN / f"{title}.record.json")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("share", [0, 0.2, 0.5, 0.8, 1])
def test_every_part_of_every_title_is_sound(title: str, share: float) -> None:
    game = golden(title)
    rules: Any = game.rules
    state = game.position(int(game.number * share))
    made = [part(rules, state) for part in PARTS.values()]
    made += [charter.charter(rules, state, company, NAMES) for company in rules.companies]
    for part in made:
        root = ET.fromstring(part)
        assert not [node for node in root.iter() if "id" in node.attrib or "style" in node.attrib]


@pytest.mark.parametrize("title", TITLES)
def test_every_event_of_a_whole_game_has_a_sentence(title: str) -> None:
    game = golden(title)
    rules: Any = game.rules
    for number in game.timeline.standing():
        for event in game.events(number):
            known = event.kind in words.TEMPLATES or event.kind in words.SILENT
            assert known or event.kind in ("price_moved", "dividend", "interest"), event.kind
            text = words.sentence(rules, event, NAMES)
            assert "{" not in text
            assert not re.search(r"\bNone\b|\bclosed\b", text), text
            if event.kind in words.TEMPLATES:
                assert not text.lower().startswith(f"{event.kind.replace('_', ' ')}:"), text


def test_every_kind_of_event_that_rules_know_has_a_sentence() -> None:
    folder = Path(words.__file__).parents[1]
    rails = [folder / "rail", *(path for path in (folder / "titles").iterdir() if (path / "title.toml").exists())]
    sources = "\n".join(path.read_text() for part in rails for path in part.rglob("*.py"))
    kinds = set(re.findall(r'emit\(\s*"([a-z_]+)"', sources))
    told = {*words.TEMPLATES, *words.SILENT, "price_moved", "dividend", "interest"}
    assert kinds <= told, sorted(kinds - told)


def test_every_flag_and_event_of_phases_has_words() -> None:
    assert set(trains.FLAGS) == set(get_args(PhaseFlag))
    assert set(trains.EVENTS) == set(get_args(PhaseEvent))


def test_interest_tells_what_did_not_come_from_the_treasury() -> None:
    rules: Any = golden("1856").rules

    def told(**data: object) -> str:
        return words.sentence(rules, words.Event("interest", {"company": "GT", **data}), {})

    assert told(treasury=30, run=0, president=0) == ""
    assert told(treasury=0, run=10, president=20) == "GT pays interest: $10 from its run and $20 from its president."
