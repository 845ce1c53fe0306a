"""On a phone: the map opens so that what matters is in sight, fingers move it, and nothing covers what is to be pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.test_looks import until
from tests.server.running import Running
from towpath.api import Game

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 740}
SEEN = "document.querySelector('svg.tp-map').getAttribute('viewBox').split(' ').map(Number)"
UNSEEN = """
() => {
  const frame = document.querySelector(".map-side").getBoundingClientRect();
  return [...document.querySelectorAll("svg.tp-map [role=button] > :not(title)")]
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom).length;
}
"""


def brought(table: Running, wanted: Callable[[Game], bool]) -> str:
    answer = table.client.post("/api/games/import", json=until(wanted))
    assert answer.status_code == 201, answer.text
    return f"{table.address}/games/{answer.json()['game']['id']}"


def laying(game: Game) -> bool:
    return game.state.round == "OR 2.1" and any(offer.type == "lay_tile" for offer in game.offers())


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport=SMALL, has_touch=True, is_mobile=True, reduced_motion="reduce") as context:
        context.set_default_timeout(15_000)
        yield context


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.locator("html[data-ready=yes]").wait_for(state="attached")
    return page


def seen(page: Page) -> list[float]:
    """The part of the map in sight: left, top, width, height."""
    box = page.locator("svg.tp-map").get_attribute("viewBox") or ""
    return [float(value) for value in box.split()]


def fingers(context: BrowserContext, page: Page, *steps: list[tuple[float, float]]) -> None:
    """Fingers put down at the first points, moved to those that follow, and lifted."""
    client = context.new_cdp_session(page)
    for kind, points in zip(("touchStart", *("touchMove",) * (len(steps) - 1)), steps, strict=True):
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_map_opens_with_all_that_may_be_done_in_sight(phone: BrowserContext, table: Running) -> None:
    page = opened(phone, f"{brought(table, laying)}?tab=map")
    expect(page.locator("svg.tp-map [role=button]").first).to_be_attached()
    page.wait_for_function(f"() => ({UNSEEN})() === 0")
    page.get_by_role("button", name="Whole map").tap()
    whole = seen(page)
    assert page.evaluate(UNSEEN) == 0
    page.get_by_role("button", name="Zoom in").tap()
    assert seen(page)[2] < whole[2]
    words = page.locator(".zoom .words")
    expect(words).to_have_text("Whole map")
    expect(words).to_be_visible()
    words.tap()
    assert seen(page) == whole
    expect(words).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_the_map_opens_whole_where_nothing_on_it_may_be_done(phone: BrowserContext, table: Running) -> None:
    page = opened(phone, f"{brought(table, lambda game: game.number == 4)}?tab=map")
    before = seen(page)
    page.get_by_role("button", name="Whole map").tap()
    assert seen(page) == before
    expect(page.locator(".zoom .words")).to_be_hidden()


def test_two_fingers_zoom_the_map_and_one_moves_it_and_the_page_stays(phone: BrowserContext, table: Running) -> None:
    page = opened(phone, f"{brought(table, laying)}?tab=map")
    page.get_by_role("button", name="Whole map").tap()
    whole = seen(page)
    fingers(phone, page, [(150, 250), (210, 250)], [(110, 250), (250, 250)], [(80, 250), (280, 250)])
    page.wait_for_function(
        "(w) => Number(document.querySelector('svg.tp-map').getAttribute('viewBox').split(' ')[2]) < w * 0.7",
        arg=whole[2],
    )
    zoomed = seen(page)
    fingers(phone, page, [(180, 250)], [(150, 250)], [(120, 250)])
    page.wait_for_function(
        "(x) => Number(document.querySelector('svg.tp-map').getAttribute('viewBox').split(' ')[0]) > x", arg=zoomed[0]
    )
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert page.evaluate("visualViewport.scale") == 1


ON_THE_MAP = """
() => {
  const map = document.querySelector(".part-map").getBoundingClientRect();
  return [...document.querySelectorAll(".map-side .zoom, .part-tools")].map((each) => each.getBoundingClientRect())
    .filter((box) => box.width && box.top < map.bottom && box.bottom > map.top).length;
}
"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (800, 1000), (1280, 800)])
def test_the_bar_keeps_its_height_and_has_room_to_go_back_in(
    browser: Browser, table: Running, width: int, height: int
) -> None:
    """However long a step is called and whether it is the past: nothing below moves. What serves the map lies beside it."""
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        context.set_default_timeout(15_000)
        page = opened(context, f"{brought(table, laying)}?tab=map")
        at = "document.querySelector('.map-side').getBoundingClientRect().top"
        above = page.evaluate(at)
        assert page.evaluate(ON_THE_MAP) == 0
        expect(page.locator(".part-tools a")).to_be_visible()
        page.evaluate(
            "document.querySelector('.part-status .step').textContent = 'decide something that is long to tell '.repeat(4)"
        )
        page.evaluate(
            "document.querySelector('.part-status strong').textContent = 'Wilhelmina Featherstonehaugh the Third'"
        )
        assert page.evaluate(at) == above
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".course .then")).to_be_visible()
        slider = page.locator("[data-slider]").bounding_box()
        assert slider is not None
        assert slider["width"] > 200
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_market_opens_where_the_tokens_are(phone: BrowserContext, table: Running) -> None:
    address = brought(table, laying)
    page = opened(phone, address)
    page.locator(".part-tabs [data-tab=market]").tap()
    token = page.locator("svg.tp-market .token-rim").first
    expect(token).to_be_in_viewport(ratio=1)
    page = opened(phone, f"{address}?tab=market")
    expect(page.locator("svg.tp-market .token-rim").first).to_be_in_viewport(ratio=1)


COVERED = """
() => {
  const news = document.querySelector(".part-news").getBoundingClientRect();
  const over = (box) => box.left < news.right && box.right > news.left && box.top < news.bottom && box.bottom > news.top;
  return [...document.querySelectorAll("a[href], button, input, select, summary")]
    .filter((each) => !each.closest(".part-news, svg") && each.checkVisibility() && over(each.getBoundingClientRect()))
    .map((each) => each.outerHTML.slice(0, 80));
}
"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (800, 1000), (1440, 900)])
def test_news_cover_nothing_that_can_be_pressed(browser: Browser, table: Running, width: int, height: int) -> None:
    game = table.client.post("/api/games", json={"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "news"})
    name = game.json()["game"]["id"]
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        context.set_default_timeout(15_000)
        page = opened(context, f"{table.address}/games/{name}")
        for _ in range(6):
            offers = table.client.get(f"/api/games/{name}/offers").json()["offers"]
            entity = offers[0]["fixed"]["entity"]
            answer = table.client.post(f"/api/games/{name}/act", json={"action": {"type": "pass", "entity": entity}})
            assert answer.status_code == 200, answer.text
        expect(page.locator(".news li")).to_have_count(4)
        assert page.evaluate(COVERED) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_wide_screen_news_go_by_themselves(browser: Browser, table: Running) -> None:
    game = table.client.post("/api/games", json={"title": "1867", "players": ["Ann", "Bob", "Cleo"], "seed": "news"})
    name = game.json()["game"]["id"]
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.clock.install()
        page.goto(f"{table.address}/games/{name}")
        page.locator("html[data-ready=yes]").wait_for(state="attached")
        entity = table.client.get(f"/api/games/{name}/offers").json()["offers"][0]["fixed"]["entity"]
        table.client.post(f"/api/games/{name}/act", json={"action": {"type": "pass", "entity": entity}})
        expect(page.locator(".news li")).to_have_count(1)
        page.clock.run_for(21_000)
        expect(page.locator(".news")).to_have_count(0)
