"""No page state breaks a rule of WCAG 2.2 AA, as far as axe can tell: light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import violations
from tests.browser.test_looks import NARROW, SIZES, WIDE, offers, until
from tests.server.running import Running
from towpath.api import Game, Record

pytestmark = pytest.mark.browser

TABS = ("map", "market", "players", "log", "companies", "sheet", "graphs", "trains", "tiles")


def add(table: Running, record: dict[str, Any]) -> str:
    answer = table.client.post("/api/games/import", json=record)
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['game']['id']}"


def asking(path: str, **asked: object) -> str:
    return f"{path}?{urlencode({name: value for name, value in asked.items() if value is not None})}"


@pytest.fixture(scope="module")
def states(table: Running) -> dict[str, str]:
    """Addresses of every kind of page state."""
    track = until(lambda game: game.state.round == "OR 2.1" and offers(game, "lay_tile"))
    run = until(lambda game: game.state.round > "OR 2" and offers(game, "run_routes"))
    laying, running = add(table, track), add(table, run)
    game = Game(msgspec.convert(track, Record))
    lay = next(offer for offer in game.offers() if offer.type == "lay_tile")
    action = game.timeline.codec.plain(next(lay.actions(0)))
    hand = {"hex": action["hex"], "choice": msgspec.json.encode(action).decode()}
    wrong = msgspec.json.encode({**action, "hex": "D2"}).decode()
    company = action["entity"]
    found = {
        "home": "/",
        "setting up": "/new/1867",
        "auction": add(table, until(lambda each: each.number == 4)),
        "stock": add(table, until(lambda each: each.state.round == "SR 2")),
        "share": add(table, until(lambda each: offers(each, "buy_share"))),
        "train": add(table, until(lambda each: each.state.round > "OR 2" and offers(each, "buy_train"))),
        "track": laying,
        "hex": asking(laying, hex=action["hex"]),
        "tile in hand": asking(laying, **hand),
        "refused": asking(laying, choice=wrong),
        "why a hex": asking(laying, why="C3"),
        "why a kind": asking(laying, why="lay_tile"),
        "past": asking(laying, at=9),
        "run": running,
        "sandbox": asking(laying, sandbox=company, step="track"),
        "tile tried out": asking(laying, sandbox=company, step="track", find="best", **hand),
        "sandbox why": asking(laying, sandbox=company, step="track", why="D2"),
        "sandbox runs": asking(running, sandbox="any", step="run"),
        "nothing here": "/games/nonsense",
    }
    return found | {f"tab {tab}": asking(laying, tab=tab) for tab in TABS}


@pytest.fixture
def opened(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    size, scheme = request.param
    with browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(20_000)
        yield context.new_page()


def look(page: Page, table: Running, address: str) -> None:
    page.goto(table.address + address)
    if page.locator("[data-part=decision]").count():
        page.locator("html[data-ready=yes]").wait_for(state="attached")
        page.locator(".is-searching").wait_for(state="detached")


QUICK = ("stock", "tile in hand", "refused", "past", "tile tried out", "run")


@pytest.mark.parametrize(
    "opened", [(WIDE, "light"), (NARROW, "dark")], indirect=True, ids=["wide-light", "narrow-dark"]
)
def test_some_states(opened: Page, table: Running, states: dict[str, str]) -> None:
    found = []
    for name in QUICK:
        look(opened, table, states[name])
        if name == "run":
            opened.locator(".edit-runs summary").click()
            opened.locator("[data-edit]").first.click()
            opened.locator(".in-hand").wait_for()
        found += [f"{name}: {each}" for each in violations(opened)]
    assert not found, "\n".join(found)


@pytest.mark.prove
@pytest.mark.parametrize("opened", SIZES, indirect=True, ids=lambda s: f"{s[0][0]}-{s[1]}")
def test_every_state(opened: Page, table: Running, states: dict[str, str]) -> None:
    found = []
    for name, address in states.items():
        look(opened, table, address)
        found += [f"{name}: {each}" for each in violations(opened)]
        if opened.locator("[data-help]").first.is_visible() and name == "track":
            opened.locator("[data-help]").first.click()
            found += [f"keys: {each}" for each in violations(opened)]
    assert not found, "\n".join(found)
