"""Several at one table: what one does the others see in place, what they were doing stays, and nothing is doubled or lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Running
from towpath.server.stream import MOST_STREAMS

pytestmark = pytest.mark.browser

Opener = Callable[[str], Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Opens an address in a browser of its own."""
    with ExitStack() as contexts:
        problems: list[str] = []

        def look(address: str) -> Page:
            context = contexts.enter_context(browser.new_context(viewport={"width": 1366, "height": 900}))
            context.set_default_timeout(15_000)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(address)
            page.locator("html[data-ready=yes]").wait_for(state="attached")
            return page

        yield look
    assert not problems


def start(table: Running, title: str = "1867") -> str:
    answer = table.client.post("/api/games", json={"title": title, "players": ["Ann", "Bob", "Cleo"], "seed": "live"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game"]["id"])


def number(page: Page) -> int:
    return int(page.locator("[data-slider]").get_attribute("max") or 0)


def act(table: Running, game: str, kind: str = "pass") -> dict[str, Any]:
    """Somebody acts from elsewhere."""
    offers = table.client.get(f"/api/games/{game}/offers").json()["offers"]
    offer = next(each for each in offers if each["type"] == kind)
    action = {"type": kind, **offer["fixed"], **{d["field"]: d["least"] for d in offer["domains"]}}
    answer = table.client.post(f"/api/games/{game}/act", json={"action": action})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def shows(page: Page, entries: int) -> None:
    expect(page.locator("[data-slider]")).to_have_attribute("max", str(entries))


def test_two_players_and_a_spectator_see_one_game(table: Running, opened: Opener) -> None:
    game = start(table)
    address = f"{table.address}/games/{game}"
    one, other, spectator = opened(address), opened(address), opened(f"{address}?tab=companies")
    spectator.keyboard.press("+")
    zoomed = spectator.locator("svg.tp-map").get_attribute("viewBox")
    for entries in (1, 2):
        player = one if entries % 2 else other
        player.locator("form.fill").first.locator("button.choice").click()
        player.get_by_role("button", name="Confirm").click()
        for page in (one, other, spectator):
            shows(page, entries)
    expect(spectator.locator(".news li").last).to_contain_text("bid")
    expect(spectator.locator(".part-panel h2")).to_have_text("Companies")
    assert spectator.locator("svg.tp-map").get_attribute("viewBox") == zoomed
    # What one did himself is no news to him.
    expect(other.locator(".news li")).to_have_count(0)
    expect(one.locator(".news li")).to_have_count(1)
    assert one.title() == other.title()


def test_what_is_half_made_stays_while_it_is_possible_and_else_one_is_told(table: Running, opened: Opener) -> None:
    game = start(table)
    page = opened(f"{table.address}/games/{game}")
    price = page.locator("form.fill input[name='n.price']").first
    least = int(price.get_attribute("min") or 0)
    notice = page.locator(".part-notice")
    price.fill(str(least + 20))
    act(table, game, "pass")
    shows(page, 1)
    expect(notice).to_contain_text("is kept until")
    expect(price).to_have_value(str(least))  # another player's form
    table.client.post(f"/api/games/{game}/undo", json={})
    shows(page, 2)
    expect(price).to_have_value(str(least + 20))
    price.fill(str(least + 5))
    for entries in (3, 4, 5):
        act(table, game, "bid")
        shows(page, entries)
    expect(notice).to_contain_text("no longer possible")


def test_a_choice_in_hand_is_judged_anew(table: Running, opened: Opener) -> None:
    game = start(table)
    page = opened(f"{table.address}/games/{game}")
    page.locator("form.fill").first.locator("button.choice").click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    act(table, game, "bid")
    shows(page, 1)
    expect(page.locator("[data-part=decision] .reasons li").first).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)


def test_a_page_comes_up_to_date_by_itself_after_a_restart(opened: Opener, tmp_path: Path) -> None:
    database = tmp_path / "table.sqlite3"
    running = Running(database)
    try:
        game = start(running)
        page = opened(f"{running.address}/games/{game}")
        running.kill()
        expect(page.locator("#connection")).to_contain_text("Connection lost")
        running = Running(database, running.port)
        act(running, game)
        shows(page, 1)
        expect(page.locator("#connection")).to_be_empty()
        act(running, game)
        shows(page, 2)
    finally:
        running.stop()


def test_two_pages_of_one_browser_and_the_way_back(table: Running, opened: Opener) -> None:
    game = start(table)
    first = opened(f"{table.address}/games/{game}")
    second = first.context.new_page()
    second.goto(f"{table.address}/games/{game}?at=0&tab=market")
    second.locator("html[data-ready=yes]").wait_for(state="attached")
    first.locator("form.fill").first.locator("button.choice").click()
    expect(first.get_by_role("button", name="Confirm")).to_be_visible()
    first.go_back()
    expect(first.locator("form.fill").first).to_be_visible()
    first.go_forward()
    first.get_by_role("button", name="Confirm").click()
    shows(first, 1)
    shows(second, 1)
    expect(second.locator("[data-part=decision] h2")).to_contain_text("Looking back: entry 0 of 1")
    first.go_back()
    expect(first.get_by_role("button", name="Confirm")).to_have_count(0)
    assert number(first) == 1


def test_what_happened_while_one_was_away_is_told(table: Running, opened: Opener) -> None:
    game = start(table)
    page = opened(f"{table.address}/games/{game}")
    context = page.context
    page.close()
    act(table, game)
    act(table, game, "bid")
    again = context.new_page()
    again.goto(f"{table.address}/games/{game}")
    expect(again.locator(".news li")).to_have_count(2)
    expect(again.locator(".log li.new")).to_have_count(2)
    again.get_by_role("button", name="Close the news").click()
    expect(again.locator(".news li")).to_have_count(0)


@pytest.mark.prove
def test_more_pages_than_a_browser_has_streams_for_are_told_now_and_then(table: Running, opened: Opener) -> None:
    game = start(table)
    address = f"{table.address}/games/{game}"
    first = opened(address)
    pages = [first, *(first.context.new_page() for _ in range(MOST_STREAMS + 1))]
    for page in pages[1:]:
        page.goto(address)
        page.locator("html[data-ready=yes]").wait_for(state="attached")
    act(table, game)
    for page in pages:
        expect(page.locator("[data-slider]")).to_have_attribute("max", "1", timeout=40_000)
        expect(page.locator("#connection")).to_be_empty()


@pytest.mark.parametrize("spectators", [True, False])
def test_whoever_loses_his_link_is_shown_no_more_than_he_may_see(
    table: Running, opened: Opener, spectators: bool
) -> None:
    new = {"title": "1867", "players": ["Ann", "Bob"], "seed": "link", "sitting": "seats", "spectators": spectators}
    made = table.client.post("/api/games", json=new).json()
    game, invitations = made["game"]["id"], {each["seat"]: each for each in made["invitations"]}
    page = opened(table.address + invitations["p1"]["link"])
    expect(page.locator("body")).not_to_contain_text("You are looking on.")
    host = {"Authorization": f"Bearer {invitations['']['token']}"}
    assert table.client.post(f"/api/games/{game}/seats/p1/link", json={}, headers=host).status_code == 200
    if spectators:
        expect(page.locator("body")).to_contain_text("You are looking on.")
    else:
        expect(page.locator("h1")).to_have_text("Not yours to do")
