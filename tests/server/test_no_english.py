"""Whoever reads another language finds no English: pages all over whole games, in a made-up language, show nothing that is not a
translation, a number or a name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import htpy as h
import msgspec
import pytest
from htpy import Node

from tests.golden.playthrough import record_path
from tests.server.foreign import CODE, left, names_of, words_of, write_foreign
from towpath.api import Game
from towpath.language import Languages
from towpath.server import decision, drawing, table_page, whynot
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.seating import Table
from towpath.server.terms import Terms

GAMES = ("1856", "1861", "1867", "Brass-2018")
POSITIONS = 6
"""How many positions of each game are read."""


@pytest.fixture(scope="session")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Languages:
    """The made-up language."""
    return Languages(write_foreign(tmp_path_factory.mktemp("foreign")))


def look(game: Game, **asked: object) -> Look:
    """A look at the game as whoever plays all seats."""
    table = Table(id="words", name="", terms=Terms(), length=game.number)
    opened = OpenGame("words", "Towpath", game)
    return Look(opened, msgspec.structs.replace(Asked(), **asked), Access(table=table, every=True))


def parts(game: Game) -> Iterator[str]:
    """What can be seen of a position."""
    seen = look(game)
    yield table_page.page(seen, "token")
    art = drawing.of(game.rules)
    for panel in {**art.first, **art.panels}.values():
        yield _text(panel.draw(seen))
    here, elsewhere = whynot.closed_kinds(seen)
    for kind, _ in [*here, *elsewhere]:
        yield _text(decision.decision(look(game, why=kind), "token"))
    for offer in seen.offers:
        for action in islice(offer.actions(1), 1):
            plain = msgspec.json.decode(msgspec.json.encode(action))
            yield _text(decision.decision(look(game, choice=plain), "token"))


def _text(node: Node) -> str:
    return str(h.fragment[node])


@pytest.mark.parametrize("title", GAMES)
def test_no_page_of_a_game_is_left_in_english(title: str, languages: Languages) -> None:
    game = Game.load(record_path(title))
    names = names_of(game.rules) | words_of(seat.name for seat in game.seats)
    found: dict[str, None] = {}
    with languages.speaking(CODE):
        for number in range(0, game.number, game.number // POSITIONS):
            there = game.plan(None, number=number)
            for page in parts(there):
                found |= dict.fromkeys(left(page, names))
    assert list(found) == []
