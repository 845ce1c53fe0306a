"""Somebody who plays by clicking what the page offers, and prefers what brings the game forward."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Locator, Page, expect

EAGER = 0.85
"""How often something is done instead of passing."""


class Player:
    """Plays on an open table page. ``rng`` decides among what is offered."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.rng = Random(seed)
        self.decision = page.locator("[data-part=decision]")
        self.seen: set[str] = set()

    @property
    def entries(self) -> int:
        """How many log entries the page knows of."""
        return int(self.page.locator("[data-slider]").get_attribute("max") or 0)

    @property
    def round(self) -> str:
        """The round named on top."""
        return self.page.locator(".part-status .round").inner_text()

    def ready(self) -> None:
        """Wait until the page's scripts run and nothing is being looked for."""
        self.page.locator("html[data-ready=yes]").wait_for(state="attached")
        self.decision.locator(".is-searching").wait_for(state="detached")

    def act(self) -> None:
        """One action, chosen and confirmed by clicks."""
        self.ready()
        before = self.entries
        if self.confirm.count() or not self._choose():
            expect(self.confirm).to_be_visible()
            self.confirm.click()
        expect(self.page.locator("[data-slider]")).not_to_have_attribute("max", str(before))

    @property
    def confirm(self) -> Locator:
        """The button that plays what was chosen."""
        return self.decision.get_by_role("button", name="Confirm")

    def _choose(self) -> bool:
        """Take something in hand; whether it was done at once."""
        kinds = [group.get_attribute("data-kind") or "" for group in self.decision.locator(".group").all()]
        quiet = self.decision.locator(".choice.quiet")
        if not kinds or (quiet.count() and self.rng.random() > EAGER):
            self.seen.add("pass")
            at_once = quiet.first.evaluate("button => button.form !== undefined")
            quiet.first.click()
            return bool(at_once)
        kind = self.rng.choice(kinds)
        self.seen.add(kind)
        group = self.decision.locator(f".group[data-kind={kind}]")
        ways = [
            group.locator("a.choice:not(.quiet)"),
            group.locator("form.fill"),
            self.page.locator("svg.tp-map [role=button]"),
        ]
        if group.locator(".hexes").count():
            self._lay(ways[2])
        elif ways[1].count():
            self._fill(ways[1].nth(self.rng.randrange(ways[1].count())))
        else:
            ways[0].nth(self.rng.randrange(ways[0].count())).click()
        return False

    def _lay(self, hexes: Locator) -> None:
        """Click a hex on the map, take a tile from the strip, turn it now and then."""
        hexes.nth(self.rng.randrange(hexes.count())).click(force=True)
        tiles = self.decision.locator("[data-strip] button[data-tile]")
        expect(tiles.first).to_be_visible()
        tiles.nth(self.rng.randrange(tiles.count())).click()
        expect(self.confirm).to_be_visible()
        for _ in range(self.rng.randrange(3)):
            version = self.page.locator("[data-part=map]").get_attribute("data-version")
            ways = self.decision.locator("a.turn").count()
            self.page.keyboard.press("r")
            if ways > 1 and self.decision.locator("[data-strip] button[data-tile]").count() == 1:
                expect(self.page.locator("[data-part=map]")).not_to_have_attribute("data-version", str(version))

    def _fill(self, form: Locator) -> None:
        """Choose among the chips, leave the least price."""
        for chips in form.locator(".chips").all():
            values = chips.locator("input")
            value = values.nth(self.rng.randrange(values.count()))
            value.evaluate("chip => chip.scrollIntoView({ block: 'center' })")  # not under what stays in sight below
            value.check(force=True)
        for select in form.locator("select").all():
            select.select_option(index=self.rng.randrange(select.locator("option").count()))
        form.locator("button.choice").click()


def sit_down(page: Page, address: str, title: str, players: list[str]) -> None:
    """Start a game through the pages."""
    page.goto(address)
    page.locator(f'a[href="/new/{title}"]').click()
    for number, name in enumerate(players, 1):
        page.locator(f'input[name="player{number}"]').fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.locator("html[data-ready=yes]").wait_for(state="attached")
