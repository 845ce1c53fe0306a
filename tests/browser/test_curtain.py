"""The curtain in a real browser: nothing of a hand reaches it before the press, and nothing stays for going back to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.tables import begin, stands, visit
from tests.browser.test_brass import PLAYERS, BrassPlayer
from tests.server.running import Running

CARDS = re.compile(r"data-card")

pytestmark = pytest.mark.browser


class Wire:
    """All that reached the browser about a table."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("response", self._keep)

    def _keep(self, response: Response) -> None:
        if "/games/" in response.url and not response.url.endswith("/stream") and response.status == 200:
            self.texts.append(response.text())

    def cards(self) -> int:
        """How many cards have come so far."""
        return sum(len(CARDS.findall(text)) for text in self.texts)


def test_no_hand_is_in_the_page_or_on_the_wire_before_the_press(page: Page, table: Running) -> None:
    wire = Wire(page)
    visit(page, table, begin(table, "Brass", PLAYERS, "curtain"))
    expect(page.locator(".curtain")).to_contain_text("Hand the screen to")
    page.locator(".part-tabs [data-tab=mats]").click()
    expect(page.locator("[data-part=panel]")).to_contain_text("Mat of")
    page.keyboard.press("Enter")
    assert wire.cards() == 0
    page.locator(".curtain .primary").click()
    expect(page.locator("[data-card]").first).to_be_visible()
    assert page.locator(".curtain").count() == 0
    page.get_by_role("button", name="Hide what I hold").click()
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator("[data-card]").count() == 0


def test_going_back_finds_nothing_of_the_one_before(page: Page, table: Running) -> None:
    page.goto(table.address)
    visit(page, table, begin(table, "Brass", PLAYERS, "curtain"))
    player = BrassPlayer(page, seed=3)
    entries = page.evaluate("history.length")
    player.be_there()
    player.decision.locator("[data-card]").first.click()
    expect(player.decision.locator(".composed")).to_be_visible()
    assert "begun" in page.url
    player.act()
    expect(page.locator(".curtain")).to_be_visible()
    assert "begun" not in page.url
    assert page.locator("[data-card]").count() == 0
    assert page.evaluate("history.length") == entries
    page.go_back()
    expect(page).to_have_url(f"{table.address}/")
    page.go_forward()
    stands(page)
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator("[data-card]").count() == 0
    page.reload()
    expect(page.locator(".curtain")).to_be_visible()


def test_another_window_loses_the_hand_as_well(page: Page, table: Running) -> None:
    path = begin(table, "Brass", PLAYERS, "curtain")
    visit(page, table, path)
    player = BrassPlayer(page, seed=3)
    player.be_there()
    other = page.context.new_page()
    visit(other, table, path)
    expect(other.locator("[data-card]").first).to_be_visible()
    page.get_by_role("button", name="Hide what I hold").click()
    expect(other.locator(".curtain")).to_be_visible()
    assert other.locator("[data-card]").count() == 0
    player.act()
    expect(other.locator(".part-status")).to_contain_text(page.locator(".part-status strong").inner_text())
    assert other.locator("[data-card]").count() == 0
