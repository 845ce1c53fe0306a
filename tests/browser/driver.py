"""Somebody who plays by clicking what the page offers, and prefers what brings the game forward."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec
from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import number, stands

EAGERNESS: dict[str, float] = {
    "pass": 0.2, "decline": 0.3, "sell_shares": 0.1, "redeem": 0.1, "buy_private": 0.3, "merge": 12, "convert": 2,
}  # fmt: skip
"""How much a type of action is liked; the others 1."""
OFFERING = 0.1
"""How much an offer with a price is liked, beside a price that is settled: what goes from hand to hand ends no game."""
EDITING = 0.2
"""How often runs are changed before they are confirmed."""
HAGGLING = 0.5
"""How often more than the least price is offered."""

SURVEY = """
() => {
  const decision = document.querySelector("[data-part=decision]");
  const count = (root, selector) => root.querySelectorAll(selector).length;
  const groups = [...decision.querySelectorAll(".group")].map((group) => ({
    kind: group.dataset.kind ?? "",
    hexes: count(group, ".hexes a"),
    buttons: count(group, "a.choice:not(.quiet)"),
    forms: [...group.querySelectorAll("form.fill")].map((form) => count(form, ".range:not(.stepper *) input") > 0),
  }));
  return {
    confirm: count(decision, ".confirm button") > 0,
    over: document.querySelector("h2")?.textContent === "The game is over" || count(decision, ".scores") > 0,
    groups,
    quiet: count(decision, ".choice.quiet"),
  };
}
"""


class Offering(msgspec.Struct):
    """A group of controls: its type of action, and how many hexes, buttons and forms (whether one names a price) it has."""

    kind: str
    hexes: int
    buttons: int
    forms: list[bool]


class Survey(msgspec.Struct):
    """What the decision shows."""

    confirm: bool
    over: bool
    groups: list[Offering]
    quiet: int


class Way(msgspec.Struct, frozen=True):
    """One thing that can be pressed: the type of action, what stands for it, the first, second… of its like."""

    kind: str
    control: str
    index: int = 0


class Player:
    """Plays on an open table page. ``rng`` decides among what is offered; ``done`` counts what was done."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.rng = Random(seed)
        self.decision = page.locator("[data-part=decision]")
        self.seen: set[str] = set()
        self.done: Counter[str] = Counter()

    @property
    def entries(self) -> int:
        """How many log entries the page knows of."""
        return number(self.page)

    @property
    def round(self) -> str:
        """The round named on top."""
        return self.page.locator(".part-status .round").inner_text()

    @property
    def over(self) -> bool:
        """Whether the page says that the game is over."""
        return self.survey().over

    def survey(self) -> Survey:
        """What the decision shows now."""
        return msgspec.convert(self.page.evaluate(SURVEY), Survey)

    def ready(self) -> None:
        """Wait until the page's scripts run and nothing is being looked for."""
        stands(self.page)

    def act(self) -> None:
        """One action, chosen and confirmed by clicks."""
        self.ready()
        before, shown = self.entries, self.survey()
        at_once = False
        if not shown.confirm:
            at_once = self._choose(shown)
        if not at_once:
            expect(self.confirm, self.decision.inner_text()).to_be_visible()
            self._edit_now_and_then()
            self.press(self.confirm)
        expect(self.page.locator("[data-slider]")).not_to_have_attribute("max", str(before))

    @property
    def confirm(self) -> Locator:
        """The button that plays what was chosen."""
        return self.decision.locator(".confirm button.primary")

    def press(self, what: Locator) -> None:
        """Press something: here with the mouse."""
        what.click()

    # -- choosing -----------------------------------------------------------------------------------------------------

    def _choose(self, shown: Survey) -> bool:
        """Take something in hand; whether it was done at once."""
        ways = self._ways(shown)
        assert ways, f"nothing can be pressed: {self.decision.inner_text()}"
        kinds = list(dict.fromkeys(way.kind for way in ways))
        kind = self.rng.choices(kinds, [self._liking(each) for each in kinds])[0]
        way = self.rng.choice([each for each in ways if each.kind == kind])
        self.seen.add(kind.removesuffix("?"))
        self.done[kind] += 1
        takers: dict[str, Callable[[Way], bool]] = {
            "quiet": self._decline, "hexes": self._lay, "button": self._push, "form": self._fill,
        }  # fmt: skip
        return takers[way.control](way)

    @staticmethod
    def _liking(kind: str) -> float:
        if kind.endswith("?"):
            return OFFERING
        return EAGERNESS.get(kind, 1)

    @staticmethod
    def _ways(shown: Survey) -> list[Way]:
        """All that can be pressed. What names a price has a kind of its own, with a question mark, where it is not a bid."""
        found = [Way("pass", "quiet", index) for index in range(shown.quiet)]
        for group in shown.groups:
            if group.hexes:
                found.append(Way(group.kind, "hexes"))
            found += [Way(group.kind, "button", index) for index in range(group.buttons)]
            for index, priced in enumerate(group.forms):
                found.append(Way(group.kind + ("?" if priced and group.kind != "bid" else ""), "form", index))
        return found

    def _group(self, way: Way) -> Locator:
        return self.decision.locator(f".group[data-kind={way.kind.removesuffix('?')}]")

    def _decline(self, way: Way) -> bool:
        button = self.decision.locator(".choice.quiet").nth(way.index)
        at_once = bool(button.evaluate("button => !!button.form"))
        self.press(button)
        return at_once

    def _push(self, way: Way) -> bool:
        self.press(self._group(way).locator("a.choice:not(.quiet)").nth(way.index))
        return False

    def _lay(self, way: Way) -> bool:
        """Pick a hex, take a tile from the strip, turn it now and then."""
        self._pick_hex(way)
        tiles = self.decision.locator("[data-strip] button[data-tile]")
        expect(tiles.first).to_be_visible()
        self.press(tiles.nth(self.rng.randrange(tiles.count())))
        expect(self.confirm).to_be_visible()
        for _ in range(self.rng.randrange(3)):
            self._turn()
        return False

    def _pick_hex(self, way: Way) -> None:
        """On the map."""
        hexes = self.page.locator("svg.tp-map [role=button]")
        hexes.nth(self.rng.randrange(hexes.count())).click(force=True)

    def _turn(self) -> None:
        """Turn the tile in hand, if there is another way to lay it."""
        held = self.confirm.locator("xpath=..").locator("input[name=choice]")
        before = held.get_attribute("value") or ""
        tile = msgspec.json.decode(before)["tile"]
        if self.decision.locator(f'a.turn[data-tile="{tile}"]').count() > 1:
            self._press_turn(str(tile))
            expect(held).not_to_have_attribute("value", before)
            self.done["turned"] += 1

    def _press_turn(self, tile: str) -> None:
        """By its key."""
        self.page.keyboard.press("r")

    def _fill(self, way: Way) -> bool:
        """Choose among the chips, leave the least price or offer a little more."""
        form = self._group(way).locator("form.fill").nth(way.index)
        fold = form.locator("xpath=ancestor::details[@class='one-of']")
        if fold.count() and not form.is_visible():
            self.press(fold.locator("> summary"))
        for chips in form.locator(".chips").all():
            labels = chips.locator("label")
            self.press(labels.nth(self.rng.randrange(labels.count())))
        for select in form.locator("select").all():
            select.select_option(index=self.rng.randrange(select.locator("option").count()))
        more = form.locator('[data-step]:not([data-step^="-"])')
        if more.count() and self.rng.random() < HAGGLING:
            self.press(more.first)
        self.press(form.locator("button.choice"))
        return False

    # -- runs ---------------------------------------------------------------------------------------------------------

    def _edit_now_and_then(self) -> None:
        """Change a run by its stops and take the best again."""
        trains = self.decision.locator("[data-edit]")
        if not trains.count() or self.rng.random() > EDITING:
            return
        self.press(self.decision.locator(".edit-runs summary"))
        self.press(trains.nth(self.rng.randrange(trains.count())))
        stops = self.decision.locator(".in-hand .stops a")
        expect(self.decision.locator(".in-hand")).to_be_visible()
        if stops.count():
            version = self.decision.get_attribute("data-version")
            self.press(stops.nth(self.rng.randrange(stops.count())))
            expect(self.decision).not_to_have_attribute("data-version", str(version))
        self.press(self.decision.locator(".in-hand .row a").last)
        expect(self.decision.locator(".in-hand")).to_be_hidden()
        self.ready()
        self.done["edited"] += 1
        if not self.survey().confirm:  # several sets are as good: one of them is taken
            self._push(Way("run_routes", "button"))
            expect(self.confirm).to_be_visible()
