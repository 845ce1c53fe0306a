"""Notices in real browsers: whoever looks at the table is not told by letter, whoever has closed it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.test_looks import NARROW
from tests.browser.test_sitting import Persons, make, ready
from tests.server.receiver import Receiver, receiving, until
from tests.server.running import Running

pytestmark = pytest.mark.browser


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def stages(database: Path) -> list[tuple[str, int]]:
    """The notices that wait, as the running table keeps them."""
    with sqlite3.connect(database, timeout=20) as connection:
        return list(connection.execute("SELECT seat, stage FROM notices WHERE kind = 'turn' ORDER BY seat"))


def passes(table: Running, game: str, link: str, seat: str) -> None:
    """Somebody passes on another device of his."""
    headers = {"Authorization": f"Bearer {link.rpartition('/')[2]}"}
    deed = {"action": {"type": "pass", "entity": seat}}
    answer = table.client.post(f"/api{game.removeprefix(table.address)}/act", json=deed, headers=headers)
    assert answer.status_code == 200, answer.text


def test_an_address_is_given_and_a_page_that_is_looked_at_needs_no_notice(
    browser: Browser, tmp_path: Path, receiver: Receiver
) -> None:
    database = tmp_path / "table.sqlite3"
    table = Running(database, 0, 0, "--notices-to-own-network", "--notice-after", "4")
    persons = Persons(browser, NARROW)
    try:
        ann, bob = persons.come(), persons.come()
        game, links = make(ann, table)
        bob.goto(links["p2"])
        ready(bob, f"{game}/seats")
        notices = bob.locator("details.notices")
        notices.locator("summary").click()
        notices.get_by_label("Address").fill(receiver.address)
        notices.get_by_role("button", name="Save").click()
        expect(bob.locator(".notice[role=status]")).to_contain_text("Your notices go there from now on")
        expect(notices).to_contain_text("A webhook at 127.0.0.1")
        notices.get_by_role("button", name="Send me a test notice").click()
        expect(bob.locator(".notice[role=status]")).to_contain_text("A test notice has been sent", timeout=60_000)
        assert [each["title"].partition(":")[0] for each in receiver.got] == ["A test"]

        # Bob looks on while Ann passes: he has seen it.
        ready(bob, game)
        passes(table, game, links["p1"], "p1")
        expect(bob.locator(".choice.quiet")).to_be_visible()
        until(lambda: ("p2", 1) in stages(database))

        # He closes the page, and is told of his next decision.
        bob.close()
        passes(table, game, links["p2"], "p2")
        passes(table, game, links["p1"], "p1")
        until(lambda: len(receiver.got) == 2, 60)
        assert receiver.got[1]["title"].startswith("Your turn: ")
        assert receiver.got[1]["message"].endswith(game.removeprefix(table.address))
    finally:
        persons.go()
        table.stop()
