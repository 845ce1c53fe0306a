"""The first two rounds on a phone, by taps alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import looks
from tests.browser.driver import Player, Way
from tests.browser.tables import begin, visit
from tests.browser.watching import Watch
from tests.server.running import Running

LEAST = 40
"""The smallest that a thumb can be asked to hit, in pixels."""
MOST_ACTIONS = 150

pytestmark = pytest.mark.browser


class Thumb(Player):
    """Plays on a screen of 360 pixels: it opens the part that it needs, and taps."""

    def ready(self) -> None:
        """The decision is what a phone opens with; after a look at the map it is one tap away."""
        super().ready()
        act = self.page.locator(".part-tabs [data-tab=act]")
        if act.get_attribute("aria-current") != "true":
            act.tap()
            expect(act).to_have_attribute("aria-current", "true")
            super().ready()

    def press(self, what: Locator) -> None:
        """By a tap, where the thing must be large enough and in sight."""
        what.tap()

    def _pick_hex(self, way: Way) -> None:
        """From the list: that opens the map at the place."""
        fold = self._group(way).locator(".hexes summary")
        hexes = self._group(way).locator(".hexes a")
        if not hexes.first.is_visible():
            self.press(fold)
        self.press(hexes.nth(self.rng.randrange(hexes.count())))
        expect(self.page.locator("svg.tp-map")).to_be_visible()

    def _press_turn(self, tile: str) -> None:
        """The tile itself, as the hint says."""
        self.press(self.decision.locator(f'[data-strip] button[data-tile="{tile}"]'))


def test_a_table_is_set_up_from_its_top(browser: Browser, table: Running) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(f"{table.address}/new/1867")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("scrollY") == 0  # the first name has not taken the focus, and the keyboard is not up
        expect(page.locator("h1")).to_be_in_viewport()


def test_the_first_two_rounds(browser: Browser, table: Running) -> None:
    small: set[str] = set()
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) as context:
        context.set_default_timeout(15_000)
        page = context.new_page()
        watch = Watch(page)
        path = begin(table, "1867", ("Ann", "Bob", "Cleo"))
        visit(page, table, path)
        thumb, laid = Thumb(page, seed=5), 0
        rounds = {thumb.round}
        while laid < 3:
            assert thumb.entries < MOST_ACTIONS, thumb.round
            thumb.act()
            small.update(looks.small_targets(page, LEAST))
            thumb.ready()
            small.update(looks.small_targets(page, LEAST))
            watch.check(table, path)
            rounds.add(thumb.round)
            laid = thumb.done["lay_tile"]
    assert not small, "\n".join(sorted(small))
    assert {"Auction round", "Stock round 1", "Operating round 1.1"} <= rounds
