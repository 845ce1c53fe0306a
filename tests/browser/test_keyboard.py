"""By keyboard alone through a private auction, a tile, a route and a merger: focus is seen after every key, is never lost, and
never caught."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.moments import course
from tests.browser.tables import adopt, begin, number, visit
from tests.server.running import Running

pytestmark = pytest.mark.browser

MOST_TABS = 120

FOCUS = """
() => {
  const e = document.activeElement;
  if (!e || e === document.body) return { lost: true };
  const box = e.getBoundingClientRect();
  const drawn = [e, e.nextElementSibling].filter(Boolean).some((each) => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  const inside = box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  // Not hidden under what sticks to an edge: something of it is on top, somewhere.
  let free = false;
  for (const x of [0.1, 0.5, 0.9]) for (const y of [0.1, 0.5, 0.9]) {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    free ||= !!top && (e.contains(top) || top.contains(e) || !!e.nextElementSibling?.contains(top));
  }
  return {
    lost: false, drawn, inside, free, heading: e.matches("h2"), ours: e.closest("[data-part]")?.dataset.part ?? "",
    says: e.outerHTML.slice(0, 120),
  };
}
"""


class Walker:
    """Somebody without a mouse: every key is followed by a look at where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0

    def press(self, key: str) -> None:
        """A key; the focus can be seen after it."""
        self.page.keyboard.press(key)
        self.keys += 1
        self.look()

    def look(self) -> dict[str, Any]:
        """Where the focus is: not lost, in sight, marked (a heading that is read out needs no mark)."""
        found: dict[str, Any] = self.page.evaluate(FOCUS)
        if not found["lost"]:
            assert found["inside"], f"the focus is out of sight: {found['says']}"
            assert found["free"], f"the focus lies under something: {found['says']}"
            assert found["drawn"] or found["heading"], f"the focus cannot be seen: {found['says']}"
        return found

    def to(self, selector: str, key: str = "Tab") -> None:
        """On by Tab until something is focused."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("selector => !!document.activeElement?.matches(selector)", selector):
                return
            self.press(key)
        raise AssertionError(f"{selector} is not reached by {key}")

    def act(self) -> None:
        """Enter on the confirm button, which has the focus; then it is at what comes next."""
        before = number(self.page)
        expect(self.page.get_by_role("button", name="Confirm")).to_be_focused()
        self.press("Enter")
        expect(self.page.locator("[data-slider]")).to_have_attribute("max", str(before + 1))
        self.at_the_decision()

    def at_the_decision(self) -> None:
        """The focus waits in the decision."""
        self.page.wait_for_function("document.activeElement?.closest('[data-part=decision]') !== null")
        assert self.look()["ours"] == "decision"


@pytest.fixture
def walker(browser: Browser) -> Iterator[Walker]:
    with browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce") as context:
        context.set_default_timeout(15_000)
        yield Walker(context.new_page())


def test_a_private_auction(walker: Walker, table: Running) -> None:
    page = walker.page
    visit(page, table, begin(table, "1867", ("Ann", "Bob", "Cleo")))
    walker.to("form.fill input[name='n.price']")
    walker.press("ArrowUp")  # a step more than the least
    price = page.evaluate("document.activeElement.value")
    walker.press("Enter")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    expect(page.locator("[data-part=decision] h2")).to_contain_text(f"${price}")
    walker.act()
    # Another thinks better of it, then all pass until it is sold.
    walker.to("form.fill button.choice")
    walker.press("Enter")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    walker.press("Escape")
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    walker.at_the_decision()
    for _ in range(2):
        before = number(page)
        walker.to(".choice.quiet")
        walker.press("Enter")
        if page.locator("[data-slider]").get_attribute("max") == str(before):
            page.wait_for_function(
                "before => document.querySelector('.confirm button') || document.querySelector('[data-slider]').max !== before",
                arg=str(before),
            )
        if page.get_by_role("button", name="Confirm").count():
            walker.act()
        walker.at_the_decision()
    assert number(page) == 3
    expect(page.locator("[data-part=players]")).to_contain_text("+$")  # a private with its income: it was sold


def test_a_tile(walker: Walker, table: Running) -> None:
    page = walker.page
    played = course("1867")
    position = next(each for each in played.found["lay_tile"] if turnable(played.game.what_if(each)))
    visit(page, table, adopt(table, played.game.what_if(position)))
    place = turnable(played.game.what_if(position))
    walker.to(f'svg.tp-map [role=button][data-hex="{place}"]')
    walker.press("Enter")
    page.locator("[data-strip] button[data-tile]").first.wait_for()
    walker.to("[data-strip] button[data-tile]")
    walker.press("Enter")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    held = page.locator(".confirm input[name=choice]")
    before = held.get_attribute("value") or ""
    walker.press("r")
    expect(held).not_to_have_attribute("value", before)
    turned = msgspec.json.decode(held.get_attribute("value") or "")
    assert turned["tile"] == msgspec.json.decode(before)["tile"]
    walker.press("Shift+R")
    expect(held).to_have_attribute("value", before)
    walker.act()


def turnable(game: Any) -> str:
    """A hex whose first tile can lie in several ways; empty when there is none."""
    for offer in game.offers():
        if offer.type == "lay_tile":
            seen: dict[str, list[str]] = {}
            for action in offer.actions(0):
                seen.setdefault(action.hex, []).append(action.tile)
            for place, tiles in seen.items():
                if tiles.count(tiles[0]) > 1:
                    return place
    return ""


def test_a_route(walker: Walker, table: Running) -> None:
    page = walker.page
    visit(page, table, adopt(table, course("1867").at("run_routes", 0.8)))
    total = page.locator(".runs .total")
    walker.to(".edit-runs summary", "Shift+Tab")
    walker.press("Enter")
    walker.to("[data-edit]")
    walker.press("Enter")
    page.locator(".in-hand").wait_for()
    expect(page.locator("[data-edit]").first).to_be_focused()
    walker.to(".in-hand .stops a")
    walker.press("Enter")
    expect(total).to_contain_text("less than the best")
    walker.to(".in-hand .row a:last-child")
    walker.press("Enter")
    expect(total).to_contain_text("Proved best")
    walker.to(".confirm .primary")
    walker.act()


def test_a_merger(walker: Walker, table: Running) -> None:
    page = walker.page
    visit(page, table, adopt(table, course("1867").at("merge", 0.5)))
    step = page.locator("[data-part=status]").inner_text()
    walker.to(".group[data-kind=merge] .choice")
    walker.press("Enter")
    walker.act()
    assert page.locator("[data-part=status]").inner_text() != step


def test_tab_leads_through_the_whole_page_and_out_of_it(walker: Walker, table: Running) -> None:
    page = walker.page
    visit(page, table, adopt(table, course("1867").at("buy_share")))
    visited: list[str] = []
    for _ in range(400):
        walker.page.keyboard.press("Tab")
        found = walker.look()
        if found["lost"]:
            break
        visited.append(found["ours"])
    else:
        raise AssertionError(f"Tab never leaves the page: {visited[-20:]}")
    assert {"history", "decision", "programs", "tabs", "panel"} <= set(visited)
    groups = [part for index, part in enumerate(visited) if index == 0 or visited[index - 1] != part]
    assert len(groups) < 20, f"the focus leaps to and fro: {groups}"


def test_a_turn_of_brass(walker: Walker, table: Running) -> None:
    page = walker.page
    visit(page, table, begin(table, "Brass", ("Ann", "Bob", "Cleo", "Dora"), "curtain"))
    # The screen is taken by its button alone: Enter elsewhere shows no hand.
    walker.to(".curtain button.primary")
    walker.press("Enter")
    expect(page.locator(".curtain")).to_have_count(0)
    walker.at_the_decision()
    walker.to("[data-goal=take_loan]")
    walker.press("Enter")
    page.locator(".composed").wait_for()
    walker.at_the_decision()
    walker.press("Escape")
    expect(page.locator(".composed")).to_have_count(0)
    walker.at_the_decision()
    # A place on the board first; then whatever is still asked.
    walker.to("svg.tp-map [role=button][data-kind=lay]", "Shift+Tab")
    walker.press("Enter")
    page.locator(".composed").wait_for()
    for _ in range(6):
        if page.get_by_role("button", name="Confirm").count():
            break
        version = page.locator("[data-part=decision]").get_attribute("data-version")
        walker.to(".group .choice")
        walker.press("Enter")
        expect(page.locator("[data-part=decision]")).not_to_have_attribute("data-version", str(version))
    walker.act()
    expect(page.locator(".curtain")).to_be_visible()
