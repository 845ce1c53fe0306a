"""A tile is laid and a run is changed with the keyboard alone, and what was asked of another shows on his screen at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_looks import offers, until
from tests.server.running import Running
from towpath.api import Game

pytestmark = pytest.mark.browser

MOST_TABS = 90


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1366, "height": 900}, reduced_motion="reduce") as context:
        context.set_default_timeout(15_000)
        yield context.new_page()


def go(page: Page, table: Running, record: object) -> None:
    answer = table.client.post("/api/games/import", json=record)
    assert answer.status_code == 201, answer.text
    page.goto(f"{table.address}/games/{answer.json()['game']['id']}")
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    page.locator(".is-searching").wait_for(state="detached")


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until something is focused."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached by {key}")


def test_a_tile_is_laid(page: Page, table: Running) -> None:
    go(page, table, until(lambda game: game.state.round == "OR 2.1" and offers(game, "lay_tile")))
    slider = page.locator("[data-slider]")
    before = int(slider.get_attribute("max") or 0)
    tab_to(page, "svg.tp-map [role=button]")
    page.keyboard.press("Enter")
    page.locator("[data-strip] button[data-tile]").first.wait_for()
    tab_to(page, "[data-strip] button[data-tile]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(slider).to_have_attribute("max", str(before + 1))


def test_a_run_is_changed_and_the_best_taken_again(page: Page, table: Running) -> None:
    go(page, table, until(lambda game: game.state.round > "OR 2" and offers(game, "run_routes")))
    slider, total = page.locator("[data-slider]"), page.locator(".runs .total")
    before = int(slider.get_attribute("max") or 0)
    expect(total).to_contain_text("Proved best")
    tab_to(page, ".edit-runs summary", "Shift+Tab")
    page.keyboard.press("Enter")
    tab_to(page, "[data-edit]")
    page.keyboard.press("Enter")
    page.locator(".in-hand").wait_for()
    expect(page.locator("[data-edit]").first).to_be_focused()
    tab_to(page, ".in-hand .stops a")
    page.keyboard.press("Enter")
    expect(total).to_contain_text("less than the best")
    tab_to(page, ".in-hand .row a:last-child")
    page.keyboard.press("Enter")
    expect(total).to_contain_text("Proved best")
    page.get_by_role("button", name="Confirm").wait_for()
    tab_to(page, ".confirm .primary")
    page.keyboard.press("Enter")
    expect(slider).to_have_attribute("max", str(before + 1))


def asked() -> Game:
    """A game in which somebody is asked for his consent."""
    game, rng = Game.new("1867", ["Ann", "Bob", "Cleo"], seed="asked"), Random(3)
    while not offers(game, "accept"):
        assert game.number < 900
        found = [offer for offer in game.offers() if offer.type != "pass"]
        offer = rng.choice(found if found and rng.random() < 0.85 else game.offers())
        game.play(next(offer.actions(2)) if offer.type == "bid" else offer.draw(rng))
    return game


def test_who_is_asked_sees_the_question_at_once_and_how_long_it_stands(page: Page, table: Running) -> None:
    game = asked()
    question = game.timeline.codec.plain(game.timeline.log[-1])["action"]
    before = game.what_if(game.number - 1)
    go(page, table, before.timeline.codec.plain(before.record))
    path = page.url.split("/games/")[1].split("?")[0]
    answer = table.client.post(f"/api/games/{path}/act", json={"action": question})
    assert answer.status_code == 200, answer.text
    decision = page.locator("[data-part=decision]")
    expect(decision.locator(".situation")).to_contain_text("wants to")
    expect(decision).to_contain_text("The question stands until")
    expect(decision.locator("time[data-local]")).to_have_count(1)
