"""In the middle of a turn: a reload, a killed server, the way back, and a second page of the same seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.moments import course
from tests.browser.tables import adopt, begin, number, stands, visit
from tests.server.running import Running

pytestmark = pytest.mark.browser

ROUND_OF_TRACK = 0.9
"""Where among the decisions about track there are tiles with several ways to lie."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1366, "height": 900}, reduced_motion="reduce") as opened:
        opened.set_default_timeout(15_000)
        yield opened


def take_a_tile(page: Page) -> str:
    """A hex and a tile; what is in hand then."""
    page.locator("svg.tp-map [role=button]").first.click(force=True)
    page.locator("[data-strip] button[data-tile]").first.click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    return in_hand(page)


def in_hand(page: Page) -> str:
    return str(page.locator(".confirm input[name=choice]").get_attribute("value"))


def shows(page: Page, entries: int) -> None:
    expect(page.locator("[data-slider]")).to_have_attribute("max", str(entries))


def test_a_tile_in_hand_outlives_a_reload_and_a_killed_server(context: BrowserContext, tmp_path: Path) -> None:
    running = Running(tmp_path / "table.sqlite3")
    try:
        page = context.new_page()
        visit(page, running, adopt(running, course("1867").at("lay_tile", ROUND_OF_TRACK)))
        before = number(page)
        held = take_a_tile(page)
        page.reload()
        stands(page)
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()
        assert in_hand(page) == held
        running.kill()
        page.get_by_role("button", name="Confirm").click()
        expect(page.locator(".part-notice")).to_contain_text("does not answer")
        assert in_hand(page) == held
        running = Running(tmp_path / "table.sqlite3", running.port)
        expect(page.locator("#connection")).to_be_empty()
        page.get_by_role("button", name="Confirm").click()
        shows(page, before + 1)
        answer = running.client.get(f"/api/games/{page.url.split('/games/')[1].split('?')[0]}").json()
        assert answer["number"] == before + 1
    finally:
        running.stop()


def test_what_is_filled_in_outlives_a_killed_server(context: BrowserContext, tmp_path: Path) -> None:
    running = Running(tmp_path / "table.sqlite3")
    try:
        page = context.new_page()
        visit(page, running, begin(running, "1867", ("Ann", "Bob", "Cleo")))
        price = page.locator("form.fill input[name='n.price']").first
        price.fill(str(int(price.get_attribute("min") or 0) + 15))
        typed = price.input_value()
        running.kill()
        expect(page.locator("#connection")).to_contain_text("Connection lost")
        running = Running(tmp_path / "table.sqlite3", running.port)
        expect(page.locator("#connection")).to_be_empty()
        expect(price).to_have_value(typed)
        price.locator("xpath=ancestor::form").locator("button.choice").click()
        page.get_by_role("button", name="Confirm").click()
        shows(page, 1)
        page.locator(".part-tabs [data-tab=log]").click()
        expect(page.locator("[data-part=panel]")).to_contain_text(f"${typed}")
    finally:
        running.stop()


def test_the_way_back_leads_through_the_steps_of_a_choice_and_never_doubles_an_action(
    context: BrowserContext, table: Running
) -> None:
    page = context.new_page()
    visit(page, table, adopt(table, course("1867").at("lay_tile", ROUND_OF_TRACK)))
    before = number(page)
    held = take_a_tile(page)
    page.go_back()
    expect(page.locator("[data-strip]")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    page.go_back()
    expect(page.locator("[data-strip]")).to_have_count(0)
    expect(page.locator("[data-part=decision] .hexes")).to_be_visible()
    page.go_forward()
    expect(page.locator("[data-strip]")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    assert in_hand(page) == held
    page.get_by_role("button", name="Confirm").click()
    shows(page, before + 1)
    # Back over the action: the choice of then is judged as of now, and never played by itself.
    page.go_back()
    page.wait_for_function("history.state !== undefined")
    stands(page)
    shows(page, before + 1)
    page.go_back()
    stands(page)
    assert number(page) == before + 1
    page.keyboard.press("Escape")
    expect(page.locator("[data-part=decision] h2")).to_be_visible()
    assert table.client.get(f"/api/games/{page.url.split('/games/')[1].split('?')[0]}").json()["number"] == before + 1


def deaf(page: Page) -> None:
    """From now on the page hears nothing of what others do, as if its network were slow."""

    def refuse(route: Route) -> None:
        route.abort()

    page.route("**/stream", refuse)
    page.route("**/now", refuse)


def test_two_pages_of_one_seat(context: BrowserContext, table: Running) -> None:
    path = begin(table, "1867", ("Ann", "Bob", "Cleo"), sitting="seats", options={"first_player": "seat1"})
    answer = table.client.get(f"/api{path}").json()
    assert answer["to_move"] == ["p1"]
    first, second = seated(context, table)
    name = first.locator("[data-part=decision] h2").inner_text()
    first.locator("form.fill").first.locator("button.choice").click()
    expect(first.get_by_role("button", name="Confirm")).to_be_visible()
    first.get_by_role("button", name="Confirm").click()
    shows(first, 1)
    shows(second, 1)
    assert second.locator("[data-part=decision] h2").inner_text() != name


def seated(context: BrowserContext, table: Running) -> tuple[Page, Page]:
    """Two pages of the first seat of a new table."""
    wanted = {
        "title": "1867", "players": ["Ann", "Bob"], "sitting": "seats", "seed": "two", "options": {"first_player": "seat1"},
    }  # fmt: skip
    made = table.client.post("/api/games", json=wanted).json()
    link = next(each["link"] for each in made["invitations"] if each["seat"] == "p1")
    first = context.new_page()
    first.goto(table.address + link)
    stands(first)
    second = context.new_page()
    visit(second, table, f"/games/{made['game']['id']}")
    return first, second


def test_notes_are_kept_while_they_are_written(context: BrowserContext, table: Running) -> None:
    first, second = seated(context, table)
    first.goto(f"{first.url.split('?')[0]}?tab=log")
    stands(first)
    first.locator(".notes summary").click()
    notes = first.locator(".notes textarea")
    notes.press_sequentially("Watch Bob")
    expect(first.locator(".notes output")).to_have_text("Kept")
    # What is not kept yet outlives what others do, and the page that it stands on.
    notes.press_sequentially("'s trains")
    second.locator("form.fill").first.locator("button.choice").click()
    second.get_by_role("button", name="Confirm").click()
    shows(first, 1)
    expect(notes).to_have_value("Watch Bob's trains")
    notes.press_sequentially("!")
    game = first.url
    first.goto(table.address)
    first.goto(game)
    stands(first)
    expect(first.locator(".notes textarea")).to_have_value("Watch Bob's trains!")


def test_a_stale_confirm_is_refused_with_a_sentence_and_nothing_is_doubled(
    context: BrowserContext, table: Running
) -> None:
    first, second = seated(context, table)
    for page in (first, second):
        page.locator("form.fill").first.locator("button.choice").click()
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    deaf(second)
    second.reload()  # the stream that it has is given up; the choice in hand stays
    stands(second)
    expect(second.get_by_role("button", name="Confirm")).to_be_visible()
    first.get_by_role("button", name="Confirm").click()
    shows(first, 1)
    assert number(second) == 0
    second.get_by_role("button", name="Confirm").click()
    shows(second, 1)
    expect(second.locator(".part-notice")).to_contain_text("Nothing was done")
    shows(first, 1)
    game = second.url.split("/games/")[1].split("?")[0]
    assert table.client.get(f"/api/games/{game}").json()["number"] == 1
