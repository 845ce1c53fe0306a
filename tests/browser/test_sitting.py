"""Sitting down in real browsers: a table with links, two players and somebody who looks on; its pages in every size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import looks
from tests.browser.test_looks import NARROW, SIZES, WIDE, Scheme
from tests.server.running import Running

pytestmark = pytest.mark.browser


class Persons:
    """People with browsers of their own."""

    def __init__(self, browser: Browser, size: tuple[int, int] = WIDE, scheme: Scheme = "light") -> None:
        self._browser = browser
        self._size = size
        self._scheme = scheme
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def come(self) -> Page:
        """Another one."""
        width, height = self._size
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=self._scheme, reduced_motion="reduce"
        )
        context.set_default_timeout(15_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        return page

    def go(self) -> None:
        """All leave."""
        for context in self._contexts:
            context.close()
        assert not self.problems


@pytest.fixture
def persons(browser: Browser) -> Iterator[Persons]:
    """People at wide screens."""
    found = Persons(browser)
    yield found
    found.go()


def make(host: Page, table: Running, bot: str = "") -> tuple[str, dict[str, str]]:
    """A table with links; its address and the links by seat."""
    host.goto(f"{table.address}/new/1867")
    host.locator("input[name=sitting][value=seats]").check()
    for number, name in enumerate(("Ann", "Bob"), 1):
        host.locator(f"input[name=player{number}]").fill(name)
    host.locator("input[name=name]").fill("Friday night")
    host.locator("input[name='o.first_player'][value=seat1]").check()
    if bot:
        host.locator("select[name=bot3]").select_option(bot)
    host.get_by_role("button", name="Start the game").click()
    host.locator("html[data-ready=yes]").wait_for(state="attached")
    links = host.eval_on_selector_all("[data-link]", "all => all.map(e => [e.dataset.seat, e.dataset.link])")
    return host.url.removesuffix("/seats"), dict(links)


def ready(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("html[data-ready=yes]").wait_for(state="attached")


def test_two_sit_down_and_one_looks_on(persons: Persons, table: Running) -> None:
    ann, bob, eve = persons.come(), persons.come(), persons.come()
    game, links = make(ann, table)
    assert set(links) == {"host", "p1", "p2"}
    assert ann.url == f"{game}/seats"
    expect(ann.locator("li[data-seat=p2] [data-presence]")).to_contain_text("nobody has opened")
    bob.goto(links["p2"])
    assert bob.url == game
    expect(ann.locator("li[data-seat=p2] [data-presence]")).to_contain_text("has come")
    ann.reload()
    expect(ann.locator("[data-kept-link=p2] input")).to_have_value(links["p2"])
    ready(ann, game)
    ready(eve, game)
    expect(eve.locator(".part-banner")).to_contain_text("looking on")
    expect(bob.locator("[data-part=decision]")).to_contain_text("Waiting for Ann")
    expect(eve.locator("[data-part=decision]")).to_contain_text("Waiting for Ann")
    ann.locator(".choice.quiet").click()
    confirm = ann.get_by_role("button", name="Confirm")
    if confirm.count():
        confirm.click()
    expect(bob.locator(".choice.quiet")).to_be_visible()
    expect(eve.locator("[data-part=decision]")).to_contain_text("Waiting for Bob")
    expect(ann.locator("[data-part=decision]")).to_contain_text("Waiting for Bob")


def test_the_end_is_agreed_in_two_browsers(persons: Persons, table: Running) -> None:
    ann, bob = persons.come(), persons.come()
    _, links = make(ann, table)
    bob.goto(links["p2"])
    bob.locator("html[data-ready=yes]").wait_for(state="attached")
    ann.get_by_role("button", name="Propose to end the game").click()
    expect(ann.locator(".question")).to_contain_text("Still to answer: Bob")
    expect(bob.locator(".question")).to_contain_text("Ann would end the game")
    bob.locator(".question").get_by_role("button", name="Agree", exact=True).click()
    expect(bob.locator("[data-part=decision] h2")).to_contain_text("The game is over")
    expect(ann.locator("[data-part=decision] h2")).to_contain_text("The game is over")


def test_a_plan_is_begun_and_left_again(persons: Persons, table: Running) -> None:
    ann = persons.come()
    game, _ = make(ann, table)
    ready(ann, game)
    ann.get_by_role("button", name="Plan", exact=True).first.click()
    expect(ann.locator(".part-banner")).to_contain_text("This is your plan.")
    expect(ann.locator(".choice.quiet")).to_be_visible()
    ann.get_by_role("link", name="Back to the table").click()
    assert ann.url == game


@pytest.mark.parametrize(("size", "scheme"), SIZES, ids=lambda value: value if isinstance(value, str) else value[0])
def test_every_page_of_sitting_down(browser: Browser, table: Running, size: tuple[int, int], scheme: Scheme) -> None:
    persons = Persons(browser, size, scheme)
    ann, bob, eve = persons.come(), persons.come(), persons.come()
    found: list[str] = []

    def look(page: Page, what: str) -> None:
        page.wait_for_load_state()
        if page.locator("[data-part=decision]").count():
            page.locator("html[data-ready=yes]").wait_for(state="attached")
        small = looks.small_targets(page, 40) if size == NARROW else []
        found.extend(f"{what}: {fault}" for fault in (looks.faults(page) + small)[:6])

    ann.goto(f"{table.address}/new/1867")
    ann.locator("input[name=sitting][value=seats]").check()
    look(ann, "new")
    game, links = make(ann, table, "random")
    look(ann, "links")
    ann.reload()
    ann.locator("details.more").evaluate_all("all => all.forEach(e => e.open = true)")
    look(ann, "seats of the host")
    bob.goto(f"{table.address}/seat/nonsense")
    look(bob, "a void link")
    bob.goto(links["p2"])
    bob.locator("html[data-ready=yes]").wait_for(state="attached")
    look(bob, "not one's turn")
    ready(eve, game)
    look(eve, "looking on")
    bob.goto(f"{game}/seats")
    bob.get_by_role("button", name="Plan from the position now").click()
    look(bob, "plan")
    bob.goto(f"{game}/seats")
    look(bob, "seats with a plan")
    bob.get_by_role("button", name="Propose to end the game").click()
    look(bob, "what one has asked")
    ready(ann, game)
    look(ann, "what one is asked")
    bob.goto(f"{table.address}/")
    look(bob, "home")
    persons.go()
    assert not found, "\n".join(found)


def test_the_form_tells_how_many_can_play_and_what_settles_an_option(browser: Browser, table: Running) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.goto(f"{table.address}/new/Brass")
        told, third = page.locator(".counts:visible"), page.locator("input[name=player3]")
        expect(told).to_contain_text("3 or 4 can play")
        expect(third).to_have_attribute("required", "")
        page.get_by_label("Roxley 2018").check()
        expect(told).to_contain_text("2 to 4 can play")
        expect(third).not_to_have_attribute("required", "")
        page.goto(f"{table.address}/new/1861")
        for seat in (1, 2):
            page.locator(f"input[name=player{seat}]").fill(f"Player {seat}")
        settled = page.locator("fieldset.option:disabled .brought")
        expect(settled).to_have_count(0)
        page.locator("input[value=short]").check()
        expect(settled.first).to_have_text("Settled by “Two players: Short”.")
