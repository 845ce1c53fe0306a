"""What is drawn once for several people at a table is right for each of them; whoever only listens costs little."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.sitting import Seats
from towpath.api import Game
from towpath.server import drawing
from towpath.server.app import create_app
from towpath.server.games import OpenGame
from towpath.server.gate import Access
from towpath.server.looking import Asked, Look
from towpath.server.seating import Table
from towpath.server.settings import Settings
from towpath.server.terms import Terms

SEATS = ("p1", "p2", "p3")


def looks(game: Game) -> list[Look]:
    """One of each seat and one of a spectator, at the newest position."""
    table = Table(id="x", name="x", terms=Terms(sitting="seats"), length=game.number)
    opened = OpenGame("x", "x", game)
    return [Look(opened, Asked(), Access(table=table, seats=(seat,) if seat else ())) for seat in (*SEATS, "")]


@pytest.mark.parametrize("title", ["1856", "1861", "1867", "Brass"])
def test_whoever_only_looks_on_sees_the_same_board(title: str) -> None:
    game, rng = Game.new(title, 3, seed="alike"), Random(title)
    for _ in range(12):
        for _ in range(5):
            game.play(game.sample(rng))
        idle = [look for look in looks(game) if not look.offers]
        art = drawing.of(game.rules)
        assert art.board_is_open or not game.rules.secrets
        assert len(idle) > 1
        assert len({str(art.board(look, None, None)) for look in idle}) == 1


@pytest.mark.parametrize("title", ["1856", "1861", "1867"])
def test_in_an_open_game_all_see_the_same_players_charter_and_panels(title: str) -> None:
    game, rng = Game.new(title, 3, seed="alike"), Random(title)
    for _ in range(6):
        for _ in range(10):
            game.play(game.sample(rng))
        everybody = looks(game)
        art = drawing.of(game.rules)
        assert len({str(art.players(look)) for look in everybody}) == 1
        assert len({str(art.hand(look)) for look in everybody if look.actor == everybody[-1].actor}) == 1
        for panel in (*art.first.values(), *art.panels.values()):
            assert len({str(panel.draw(look)) for look in everybody}) == 1, panel.heading


def test_a_table_that_was_sorted_leads_back_to_where_it_was_seen(client: TestClient[Any]) -> None:
    """The spreadsheet of the newest position is drawn anew when it has become a past one: its links say which."""
    table = Seats(client)
    page = f"{table.path}?tab=sheet"
    assert "at=0&amp;sort" not in client.get(page).text
    seat, action = table.some_action()
    assert table.guest(seat).post(f"{table.path}/act", action=action).status_code == 200
    assert "at=0&amp;sort" in client.get(f"{page}&at=0").text


def test_a_crowd_that_comes_back_after_a_restart_opens_no_game(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database=f"sqlite:///{database}")
    with TestClient(create_app(settings)) as client:
        table = Seats(client)
    with TestClient(create_app(settings)) as client:
        monkeypatch.setattr("towpath.server.store.Store.load", lambda *_: pytest.fail("the game was read"))
        told = client.get(f"{table.path}/now").json()
        assert told["number"] == 0
        assert told["turn"]
