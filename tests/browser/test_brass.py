"""Brass, clicked: the first rounds, a whole game in the proofs, and the looks of its page states."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Player
from tests.browser.tables import begin, visit
from tests.server.running import Running

PLAYERS = ("Ann", "Bob", "Cleo", "Dora")

MIDDLE = """
(shape) => {
  shape.scrollIntoView({ block: "nearest" });
  const box = shape.getBBox();
  const at = shape.getPointAtLength && shape.tagName === "path"
    ? shape.getPointAtLength(shape.getTotalLength() / 2)
    : new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(shape.getScreenCTM());
  return { x, y };
}
"""
"""Where on the screen the middle of a shape is; of a bent way it lies on the way, not within its bend."""

PATIENCE = 30_000
"""Milliseconds for an answer on a machine that is busy with other things."""

pytestmark = pytest.mark.browser


class BrassPlayer(Player):
    """Composes actions by clicking whatever is open; now and then on the board, and with a card first."""

    @property
    def over(self) -> bool:
        return self.decision.get_by_role("heading", name="The game is over").count() > 0

    def act(self) -> None:
        """One action, from whatever comes first to the confirmation."""
        before = self.entries
        self.be_there()
        for _ in range(9):
            if self.confirm.count():
                self.confirm.click()
                expect(self.page.locator("[data-slider]")).not_to_have_attribute("max", str(before), timeout=PATIENCE)
                return
            version = self.decision.get_attribute("data-version")
            self._step()
            expect(self.decision).not_to_have_attribute("data-version", str(version), timeout=PATIENCE)
        raise AssertionError(f"nothing came of it: {self.page.url}")

    def be_there(self) -> None:
        """Take the screen, where the one before has handed it on."""
        press = self.decision.locator(".curtain .primary")
        if press.count():
            press.click()
            expect(press).to_have_count(0)

    def _step(self) -> None:
        goals = self.decision.locator("[data-goal]:not([data-goal=pass])")
        spots = self.page.locator("svg.tp-map [role=button]:not(.k-selected)")
        choices = self.decision.locator(".group .choice")
        if goals.count() and spots.count() and self.rng.random() < 0.5:
            self._click_spot()
        elif goals.count() and self.rng.random() < 0.8:
            goal = goals.nth(self.rng.randrange(goals.count()))
            self.seen.add(str(goal.get_attribute("data-goal")))
            goal.click()
        elif choices.count():
            choices.nth(self.rng.randrange(choices.count())).click()
        else:
            self._click_spot()

    def _click_spot(self) -> None:
        spots = self.page.locator("svg.tp-map [role=button]:not(.k-selected)")
        spot = spots.nth(self.rng.randrange(spots.count()))
        self.seen.add("line" if "--" in str(spot.get_attribute("data-hex")) else "space")
        target = spot.locator(".way-hit, .mark-hex").first
        at = target.evaluate(MIDDLE)
        self.page.mouse.click(at["x"], at["y"])


def sit_down(page: Page, table: Running, seed: str = "s12") -> BrassPlayer:
    visit(page, table, begin(table, "Brass", PLAYERS, seed))
    return BrassPlayer(page, seed=12)


def test_the_first_rounds_are_clicked(page: Page, table: Running) -> None:
    player = sit_down(page, table)
    while "round 3" not in page.locator(".part-status .round").inner_text():
        player.act()
        assert player.entries < 60
    assert {"space", "line", "build"} <= player.seen, player.seen
    page.locator(".part-tabs [data-tab=scoring]").click()
    expect(page.locator("[data-part=panel]")).to_contain_text("Together")
    page.locator(".part-tabs [data-tab=log]").click()
    expect(page.locator("[data-part=panel]")).to_contain_text("Canal period, round 2")


@pytest.mark.prove
def test_a_whole_game_of_four_is_clicked(page: Page, table: Running) -> None:
    player = sit_down(page, table)
    while not player.over:
        player.act()
        assert player.entries < 600
    page.locator(".part-tabs [data-tab=scoring]").click()
    expect(page.locator("[data-part=panel]")).to_contain_text("Scored at the end of the rail period")
