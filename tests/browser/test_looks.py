"""Every kind of page, wide and narrow, light and dark: readable, named, nothing sticking out, all of it by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import looks
from tests.server.running import Running
from towpath.api import Game

pytestmark = pytest.mark.browser

Scheme = Literal["light", "dark"]
WIDE, NARROW = (1440, 900), (360, 740)


def until(wanted: Callable[[Game], bool]) -> dict[str, Any]:
    """The record of a game played at random, with some purpose, up to a position."""
    game, rng = Game.new("1867", ["Ann", "Bob", "Cleo"], seed="looks"), Random(5)
    while not wanted(game):
        assert game.number < 900
        offers = [offer for offer in game.offers() if offer.type != "pass"]
        offer = rng.choice(offers if offers and rng.random() < 0.85 else game.offers())
        game.play(next(offer.actions(2)) if offer.type == "bid" else offer.draw(rng))
    record: dict[str, Any] = game.timeline.codec.plain(game.record)
    return record


def offers(game: Game, kind: str) -> bool:
    return any(offer.type == kind for offer in game.offers())


@pytest.fixture(scope="module")
def games(table: Running) -> dict[str, str]:
    """Addresses of games at telling moments."""
    moments = {
        "auction": lambda game: game.number == 4,
        "stock": lambda game: game.state.round == "SR 2",
        "track": lambda game: game.state.round == "OR 2.1" and offers(game, "lay_tile"),
        "run": lambda game: game.state.round > "OR 2" and offers(game, "run_routes"),
        "train": lambda game: game.state.round > "OR 2" and offers(game, "buy_train"),
        "share": lambda game: offers(game, "buy_share"),
    }
    found = {}
    for name, wanted in moments.items():
        answer = table.client.post("/api/games/import", json=until(wanted))
        assert answer.status_code == 201, answer.text
        found[name] = f"/games/{answer.json()['game']['id']}"
    return found


@pytest.fixture
def opened(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a size and colour scheme."""
    size, scheme = request.param
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert not problems


SIZES: list[tuple[tuple[int, int], Scheme]] = [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light"), (NARROW, "dark")]


@pytest.mark.parametrize("opened", [(NARROW, "light")], indirect=True, ids=["360"])
def test_a_phone_shows_the_decision_first_and_a_tab_at_a_time(
    opened: Page, table: Running, games: dict[str, str]
) -> None:
    page = opened
    page.goto(table.address + games["track"])
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    expect(page.locator("[data-part=decision]")).to_be_visible()
    expect(page.locator(".map-side")).to_be_hidden()
    page.locator("[data-part=decision] .hexes a").first.click()
    expect(page.locator("svg.tp-map")).to_be_visible()
    page.locator("[data-strip] button[data-tile]").first.click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    for tab, part in (("market", "panel"), ("players", "players"), ("log", "panel"), ("act", "decision")):
        page.locator(f".part-tabs [data-tab={tab}]").click()
        expect(page.locator(f"[data-part={part}]")).to_be_visible()
        expect(page.locator(".map-side")).to_be_hidden()


@pytest.mark.parametrize("moment", ["track", "share", "run"])
def test_c066_a_thumb_lays_a_turned_tile_buys_a_share_and_runs(
    browser: Browser, table: Running, games: dict[str, str], moment: str
) -> None:
    """Touch alone on 360 by 740: nothing sticks out, nothing to be touched is smaller than 40."""
    with browser.new_context(
        viewport={"width": NARROW[0], "height": NARROW[1]}, has_touch=True, is_mobile=True
    ) as context:
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.goto(table.address + games[moment])
        page.locator("html[data-ready=yes]").wait_for(state="attached")
        page.locator(".is-searching").wait_for(state="detached")
        slider, decision = page.locator("[data-slider]"), page.locator("[data-part=decision]")
        before = int(slider.get_attribute("max") or 0)
        if moment == "track":
            decision.locator(".hexes a").first.tap()
            page.locator("[data-strip] button[data-tile]").first.tap()
            expect(page.get_by_role("button", name="Confirm")).to_be_visible()
            turned = page.locator("[data-rotation]").last
            if not turned.is_visible():
                page.locator(".turns summary").tap()
            turned.tap()
        elif moment == "share":
            decision.locator(".group[data-kind=buy_share] .choice").first.tap()
        confirm = page.get_by_role("button", name="Confirm")  # the best runs are in hand when the step opens
        expect(confirm).to_be_visible()
        assert looks.small_targets(page, 40) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        confirm.tap()
        expect(slider).not_to_have_attribute("max", str(before))


@pytest.mark.parametrize("opened", [(WIDE, "light")], indirect=True, ids=["1440"])
def test_everything_by_keyboard(opened: Page, table: Running, games: dict[str, str]) -> None:
    page = opened
    page.goto(table.address + games["auction"])
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    slider = page.locator("[data-slider]")
    before = int(slider.get_attribute("max") or 0)
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.get_by_label("confirm everything").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("#shortcuts")).to_be_hidden()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".choice.quiet")).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(slider).to_have_attribute("max", str(before + 1))
    page.keyboard.press("u")
    expect(slider).to_have_attribute("max", str(before + 2))
    # Without that setting a pass that only hands on the turn is done at once.
    page.keyboard.press("?")
    page.get_by_label("confirm everything").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(slider).to_have_attribute("max", str(before + 3))
    page.keyboard.press("u")
    expect(slider).to_have_attribute("max", str(before + 4))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-part=decision] h2")).to_contain_text(f"Looking back: entry {before + 3} of {before + 4}")
    page.keyboard.press("Home")
    expect(page.locator("[data-part=decision] h2")).to_contain_text("entry 0 of")
    page.keyboard.press("End")
    expect(page.locator(".choice.quiet")).to_be_visible()
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", f"Auction round, entry {before + 3} of {before + 4}")
    expect(page.locator("[data-part=decision] h2")).to_contain_text(f"entry {before + 3} of")
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".choice.quiet")).to_be_visible()
    page.locator("body").press("m")
    expect(page.locator("svg.tp-market")).to_be_visible()


@pytest.mark.parametrize("opened", [(WIDE, "light")], indirect=True, ids=["1440"])
def test_the_map_keeps_its_zoom_and_says_why_not(opened: Page, table: Running, games: dict[str, str]) -> None:
    page = opened
    page.goto(table.address + games["track"])
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    whole = page.locator("svg.tp-map").get_attribute("viewBox")
    page.keyboard.press("+")
    zoomed = page.locator("svg.tp-map").get_attribute("viewBox")
    assert zoomed != whole
    page.locator("svg.tp-map .face[data-hex=H10]").first.click(force=True)
    expect(page.locator("[data-part=decision]")).to_contain_text("Why not")
    expect(page.locator("[data-part=decision] .reasons li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".group[data-kind=lay_tile]")).to_be_visible()
    page.locator("svg.tp-map [role=button]").first.focus()
    page.keyboard.press("Enter")
    tile = page.locator("[data-strip] button[data-tile]").first
    tile.click()
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    assert page.locator("svg.tp-map").get_attribute("viewBox") == zoomed
    page.keyboard.press("0")
    assert page.locator("svg.tp-map").get_attribute("viewBox") == whole


@pytest.mark.parametrize("opened", [(WIDE, "light")], indirect=True, ids=["1440"])
def test_what_is_asked_for_comes_into_sight_and_the_decision_stays(
    opened: Page, table: Running, games: dict[str, str]
) -> None:
    page = opened
    page.goto(table.address + games["track"])
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    decision = page.locator("[data-part=decision] h2")
    page.locator(".part-tabs [data-tab=market]").click()
    expect(page.locator("svg.tp-market")).to_be_in_viewport(ratio=0.8)
    expect(decision).to_be_in_viewport()
    page.locator("[data-part=decision] .hexes a").first.click()
    expect(page.locator(".map-side")).to_be_in_viewport(ratio=0.8)
    expect(page.locator("[data-strip]")).to_be_in_viewport()
    page.keyboard.press("l")
    expect(page.locator(".part-panel .log")).to_be_in_viewport()


def test_it_works_without_scripts(browser: Browser, table: Running, games: dict[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(table.address + games["track"])
    page.locator("[data-part=decision] .hexes a").first.click()
    page.locator("details.turns summary").click()
    page.locator("a.turn").first.click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".part-panel .log .here").first).to_contain_text("is laid on")
    page.get_by_role("button", name="Undo").click()
    page.locator(".part-tabs a[data-tab=market]").click()
    expect(page.locator("svg.tp-market")).to_be_visible()
    context.close()
