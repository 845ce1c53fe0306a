"""A game, clicked from setting up into the second set of operating rounds, over a reload and a restart of the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Player
from tests.browser.tables import begin, visit
from tests.server.running import Running

MOST_ACTIONS = 400
PLAYERS = ["Ann", "Bob <b>", "Cleo"]

pytestmark = pytest.mark.browser


@pytest.mark.prove
@pytest.mark.parametrize("title", ["1867"])
def test_a_game_into_the_second_set_of_operating_rounds(page: Page, tmp_path: Path, title: str) -> None:
    database = tmp_path / "table.sqlite3"
    running = Running(database)
    try:
        visit(page, running, begin(running, title, PLAYERS))
        player = Player(page, seed=18)
        reloaded = restarted = False
        while not player.round.startswith("Operating round 2"):
            assert player.entries < MOST_ACTIONS, f"still in {player.round}"
            player.act()
            if not reloaded and player.round.startswith("Operating round 1.1") and player.entries % 3 == 0:
                reloaded = True
                before = page.locator("[data-part=decision]").inner_text(), player.entries
                page.reload()
                player.ready()
                assert player.entries == before[1]
            if not restarted and player.round.startswith("Operating round 1.2"):
                restarted = True
                running.kill()
                page.locator("[data-tab=market]").first.click()
                expect(page.locator(".part-notice")).to_contain_text("does not answer")
                running = Running(database, running.port)
                player.ready()
        assert reloaded
        assert restarted
        assert {"bid", "pass", "lay_tile", "buy_train"} <= player.seen, player.seen
        expect(page.locator("[data-part=players]")).to_contain_text("Bob <b>")
        page.locator(".part-tabs [data-tab=log]").click()
        expect(page.locator(".part-panel")).to_contain_text("Stock round 2")
    finally:
        running.stop()
