"""What people read names things as people do: no ids of trains, seats or stops, no word of the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import htpy as h
import msgspec
import pytest
from htpy import Node
from markupsafe import Markup

from tests.golden.playthrough import record_path
from towpath.api import Game
from towpath.rail.rules import RailRules
from towpath.render.words import reason_text, sentence
from towpath.server import decision, drawing, table_page, whynot
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.seating import Table
from towpath.server.terms import Terms

TITLES = ("1861", "1867", "1856")
LEAKS = re.compile(r"\b[2-8D]\+?\d*E?-\d+\b|\bp[1-6]\b|[a-z]_[a-z]|[{}]|#\d|\b[A-Z]\d+/\d|\b(None|True|False)\b")
"""A train's id, a seat's, words of the code, numbered stops, values of Python."""
READ_OUT = ("aria-label", "aria-valuetext", "title", "alt")


class Reader(HTMLParser):
    """All that is written on a page or read out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code = tag in ("script", "style")
        self.texts += [value for key, value in attrs if key in READ_OUT and value]

    def handle_endtag(self, tag: str) -> None:
        self._code = False

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.texts.append(data)


def golden(title: str) -> tuple[Game, RailRules]:
    game = Game.load(record_path(title))
    assert isinstance(game.rules, RailRules)
    return game, game.rules


def look(game: Game, **asked: object) -> Look:
    table = Table(id="words", name="", terms=Terms(), length=game.number)
    return Look(
        OpenGame("words", "Words", game), msgspec.structs.replace(Asked(), **asked), Access(table=table, every=True)
    )


def leaking(node: Node) -> Iterator[str]:
    reader = Reader()
    reader.feed(str(h.fragment[node]))
    return (text.strip() for text in reader.texts if LEAKS.search(text))


@pytest.mark.parametrize("title", TITLES)
def test_no_sentence_of_a_whole_game_shows_an_id(title: str) -> None:
    game, rules = golden(title)
    names = {seat.id: seat.name for seat in game.seats}
    told = {sentence(rules, event, names) for n in range(1, game.number + 1) for event in game.events(n)}
    assert len(told) > 300
    assert not [text for text in told if LEAKS.search(text)]


@pytest.mark.parametrize("title", TITLES)
def test_no_page_of_a_game_shows_an_id(title: str) -> None:
    """Pages of positions all over a game: what is open, each kind of action in hand, all refusals, all panels."""
    game, _ = golden(title)
    found: set[str] = set()
    for number in range(0, game.number, game.number // 6):
        there = game.plan(None, number=number)
        seen = look(there)
        found.update(leaking(Markup(table_page.page(seen, "token"))))
        for panel in drawing.of(game.rules).panels.values():
            found.update(leaking(panel.draw(seen)))
        for kind, _ in whynot.closed_kinds(seen)[0]:
            found.update(leaking(decision.decision(look(there, why=kind), "token")))
        for offer in seen.offers:
            action = msgspec.json.decode(msgspec.json.encode(next(iter(offer.actions(1)))))
            found.update(leaking(decision.decision(look(there, choice=action), "token")))
    assert not found


def test_a_refusal_names_the_train_and_its_price_as_people_do() -> None:
    game, rules = golden("1856")
    refused: set[str] = set()
    for number in range(0, game.number, 10):
        seen = look(game.plan(None, number=number))
        if any(kind == "buy_train" for kind, _ in whynot.closed_kinds(seen)[0]):
            for each in whynot.refusals(seen, "buy_train"):
                refused.update(reason_text(rules, reason, seen.names) for reason in each.reasons)
    assert any(re.search(r"^The \S-train costs \$\d+", text) for text in refused), sorted(refused)
