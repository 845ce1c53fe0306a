"""Two players and somebody who looks on, each with a browser of his own: who may act where, what is seen, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import Player
from tests.browser.moments import course
from tests.browser.states import asking
from tests.browser.tables import adopt, number, stands
from tests.browser.watching import Watch
from tests.server.running import Running

pytestmark = pytest.mark.browser

MARK = "window.neverReloaded = true"


class Company:
    """The pages of those who sit at a table by their links, and of whoever looks on (``""``)."""

    def __init__(self, browser: Browser, table: Running, contexts: ExitStack) -> None:
        self._browser = browser
        self._table = table
        self._contexts = contexts
        self.path = ""
        self.tokens: dict[str, str] = {}
        self.pages: dict[str, Page] = {}
        self.watches: list[Watch] = []

    def found(self, title: str, players: list[str]) -> None:
        """Start a table with links."""
        wanted = {"title": title, "players": players, "sitting": "seats", "seed": "three"}
        answer = self._table.client.post("/api/games", json=wanted)
        assert answer.status_code == 201, answer.text
        self._sit(f"/games/{answer.json()['game']['id']}", answer.json()["invitations"])

    def take_over(self, record: object) -> None:
        """Go on with a game, by links."""
        path = adopt(self._table, record)
        answer = self._table.client.post(f"/api{path}/links", json={})
        assert answer.status_code == 200, answer.text
        self._sit(path, answer.json())

    def _sit(self, path: str, invitations: list[dict[str, str]]) -> None:
        self.path = path
        self.tokens = {each["seat"]: each["token"] for each in invitations}
        for each in invitations:
            if each["seat"] not in ("", "host"):
                self._come(each["seat"], each["link"])
        self._come("", path)

    def _come(self, who: str, path: str) -> None:
        context = self._contexts.enter_context(self._browser.new_context(viewport={"width": 1366, "height": 900}))
        context.set_default_timeout(15_000)
        page = context.new_page()
        self.watches.append(Watch(page))
        page.goto(self._table.address + path)
        stands(page)
        page.evaluate(MARK)
        self.pages[who] = page

    def asks(self, seat: str, path: str) -> Any:
        """The API, by a seat's token."""
        return self._table.client.get(
            f"/api{self.path}{path}", headers={"Authorization": f"Bearer {self.tokens[seat]}"}
        )

    @property
    def decider(self) -> str:
        """The seat that is to act."""
        position = self._table.client.get(f"/api{self.path}").json()
        return str(position["to_move"][0])

    def all_follow(self, entries: int) -> None:
        """Every page comes to so many entries, none by being loaded again."""
        for page in self.pages.values():
            expect(page.locator("[data-slider]")).to_have_attribute("max", str(entries))

    def nothing_wrong(self) -> None:
        """No page was loaded again, and none had a fault."""
        assert not [fault for watch in self.watches for fault in watch.faults]
        assert all(page.evaluate("window.neverReloaded") for page in self.pages.values())


@pytest.fixture
def company(browser: Browser, table: Running) -> Iterator[Company]:
    with ExitStack() as contexts:
        yield Company(browser, table, contexts)


def may_act(page: Page) -> bool:
    decision = page.locator("[data-part=decision]")
    return decision.locator(".choice, .confirm").count() > 0


def test_each_acts_in_his_turn_and_all_three_follow(company: Company) -> None:
    company.found("1867", ["Ann", "Bob"])
    players = {seat: Player(page, seed=3) for seat, page in company.pages.items() if seat}
    acted: set[str] = set()
    for entries in range(1, 11):
        seat = company.decider
        acted.add(seat)
        for who, page in company.pages.items():
            assert may_act(page) == (who == seat), (who, seat, page.locator("[data-part=decision]").inner_text())
            assert page.title().startswith("Your turn") == (who == seat)
        players[seat].act()
        company.all_follow(entries)
    assert acted == {"p1", "p2"}
    company.nothing_wrong()


def test_a_hand_is_seen_by_its_owner_alone(company: Company) -> None:
    company.found("Brass", ["Ann", "Bob", "Cleo"])
    hands = {}
    for seat in ("p1", "p2", "p3"):
        shown = company.asks(seat, "").json()["state"]["hands"]
        hands[seat] = shown[seat]
    actor = company.decider
    for who, page in company.pages.items():
        held = {each.get_attribute("data-card") for each in page.locator("[data-card]").all()}
        assert held == (set(hands[who]) if who else set()), who
    player = Player(company.pages[actor], seed=1)
    page = player.page
    page.locator("[data-goal=pass]").click()
    expect(page.locator(".composed")).to_be_visible()
    page.locator("a[data-card]").first.click()
    player.press(player.confirm)
    company.all_follow(1)
    assert company.decider != actor
    company.nothing_wrong()


def test_the_owner_is_asked_at_once_and_his_answer_shows_everywhere(company: Company) -> None:
    game, before = course("1867").game, 0
    for before in (each - 1 for each in course("1867").found["accept"]):
        if game.timeline.log[before].action["type"] == "buy_train":  # type: ignore[union-attr]
            break
    question = game.timeline.codec.plain(game.timeline.log[before])["action"]
    company.take_over(game.what_if(before))
    table, seat = company.path, company.decider
    asker = company.pages[seat]
    asker.goto(asker.url.split("/games/")[0] + asking(table, choice=question))
    asker.evaluate(MARK)
    Player(asker, 1).press(asker.locator(".confirm button.primary"))
    company.all_follow(before + 1)
    owner = company.decider
    assert owner != seat
    name = {"p1": "Ann", "p2": "Bob", "p3": "Cleo"}[owner]
    for who, page in company.pages.items():
        decision = page.locator("[data-part=decision]")
        expect(decision.locator(".situation").first).to_contain_text("wants to buy a train")
        expect(decision).to_contain_text("The question stands until")
        expect(decision.locator("time[data-local]")).to_have_count(1)
        expect(decision.locator(".group[data-kind=accept]")).to_have_count(1 if who == owner else 0)
        if who != owner:
            expect(decision).to_contain_text(f"Waiting for {name}")
    # What is another's to answer can be looked at, not answered.
    spectator = company.pages[""]
    here = spectator.url.split("/games/")[0]
    spectator.goto(here + asking(table, choice={"type": "accept", "entity": owner}))
    expect(spectator.locator("[data-part=decision]")).to_contain_text("another seat decides it")
    expect(spectator.locator(".confirm button")).to_have_count(0)
    spectator.evaluate(MARK)
    page = company.pages[owner]
    page.locator(".group[data-kind=accept] a.choice").first.click()
    page.locator(".confirm button.primary").click()
    company.all_follow(before + 2)
    assert number(spectator) == before + 2
    company.nothing_wrong()
