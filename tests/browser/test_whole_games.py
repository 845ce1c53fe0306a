"""Whole games, every action clicked on the pages: the first of each in every run of the tests, all of them in the proofs."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import perf_counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Player
from tests.browser.tables import begin, visit
from tests.browser.watching import Watch
from tests.server.running import Running

PLAYERS = ("Ann", "Bob", "Cleo")
TITLES = ("1867", "1861", "1856")
MOST_ACTIONS = 1500

pytestmark = pytest.mark.browser


class Clicked:
    """A game that is clicked from its start, looked at after every action."""

    def __init__(self, page: Page, table: Running, title: str, seed: int) -> None:
        self.table = table
        self.page = page
        self.watch = Watch(page)
        self.path = begin(table, title, PLAYERS)
        visit(page, table, self.path)
        self.player = Player(page, seed)

    def act(self) -> None:
        self.player.act()
        self.player.ready()
        self.position = self.watch.check(self.table, self.path)


@pytest.mark.parametrize(("title", "actions"), [("1867", 40), ("1861", 15), ("1856", 25)])
def test_the_first_actions(page: Page, table: Running, title: str, actions: int) -> None:
    game = Clicked(page, table, title, seed=1)
    for _ in range(actions):
        game.act()
    assert game.position["number"] >= actions


@pytest.mark.prove
@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game(page: Page, table: Running, title: str, proof: Callable[[str], None]) -> None:
    begun, game, actions = perf_counter(), Clicked(page, table, title, seed=2), 0
    while not game.player.over:
        game.act()
        actions += 1
        assert actions < MOST_ACTIONS, game.player.round
    ended(game)
    done = ", ".join(f"{count} {kind}" for kind, count in game.player.done.most_common())
    proof(f"{title}: a whole game clicked, {actions} actions in {perf_counter() - begun:.0f} s ({done})")


def ended(game: Clicked) -> None:
    """The page at the end names who won, and every sum is what the server makes of the position."""
    page, scores = game.page, game.position["scores"]
    names = dict(zip(sorted(scores), PLAYERS, strict=True))
    expect(page.locator("[data-part=decision] h2")).to_have_text("The game is over")
    expect(page.locator("[data-part=status]")).to_contain_text("The game is over")
    shown = page.locator("[data-part=decision] .scores li")
    told = [(each.locator("span").inner_text(), each.locator("b").inner_text()) for each in shown.all()]
    sums = {name: int("".join(filter(str.isdigit, text))) for name, text in told}
    assert sums == {names[seat]: score for seat, score in scores.items()}
    best = max(scores.values())
    winners = page.locator("[data-part=decision] .scores .best span").all_inner_texts()
    assert winners == [names[seat] for seat in sorted(scores) if scores[seat] == best]
    expect(page.locator("[data-part=decision] .winner")).to_contain_text(winners[0])
    # Each score is the sum of what it is said to be made of, if it is more than one thing.
    for each in shown.all():
        parts = [int(part) for part in re.findall(r"\d+", each.locator("small").inner_text())]
        assert not parts or sum(parts) == sums[each.locator("span").inner_text()]
    assert list(sums.values()) == sorted(sums.values(), reverse=True)
