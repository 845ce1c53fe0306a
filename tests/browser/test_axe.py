"""No page state breaks a rule of WCAG 2.2 AA, as far as axe can tell, and all are readable, named and of a size to be hit: light
and dark, wide and narrow. A sample of them in every run, all in the proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import perf_counter

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import looks
from tests.browser.axe import violations
from tests.browser.states import People, State, all_states
from tests.browser.test_looks import NARROW, SIZES, WIDE, Scheme
from tests.server.running import Running

pytestmark = pytest.mark.browser

Size = tuple[int, int]

QUICK = (
    "00 home, a file that is none", "01 new 1861", "04 a void link", "10 seats, the host", "11 looking on",
    "12 an undo one is asked about", "13 programmes", "14 a plan", "2 1867 accept", "2 1867 bid", "2 1867 buy_share",
    "2 1867 buy_train in hand", "2 1867 merge", "2 1867 sell_shares", "3 1867 over, graphs", "40 a tile in hand",
    "40 refused", "42 the past", "43 a tile tried out", "44 a run being changed", "46 tab sheet", "50 Brass curtain",
    "50 Brass rails", "51 Brass in hand", "54 Brass tab mats",
)  # fmt: skip
LEAST = 40
"""The smallest that a thumb can be asked to hit, in pixels."""


def faults_of(page: Page, narrow: bool) -> list[str]:
    small = [f"small: {each}" for each in looks.small_targets(page, LEAST)] if narrow else []
    return [*violations(page), *looks.faults(page), *small]


def look_at(
    browser: Browser,
    table: Running,
    told: tuple[Mapping[str, State], dict[str, str]],
    names: Iterable[str],
    size: Size,
    scheme: Scheme,
) -> int:
    """Look at the states of those names; how many. Fails with all their faults."""
    states, links = told
    people = People(
        browser, table, links, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    )  # fmt: skip
    found: list[str] = []
    wanted = list(names)
    try:
        for name in wanted:
            page = people.show(states[name])
            found += [f"{name}: {each}" for each in faults_of(page, size == NARROW)]
    finally:
        people.go()
    assert not found, "\n".join(found)
    return len(wanted)


@pytest.fixture(scope="module")
def some(table: Running) -> tuple[dict[str, State], dict[str, str]]:
    return all_states(table, ("1867",))


@pytest.fixture(scope="module")
def everything(table: Running) -> tuple[dict[str, State], dict[str, str]]:
    return all_states(table)


Told = tuple[dict[str, State], dict[str, str]]


@pytest.mark.parametrize(
    ("names", "size", "scheme"),
    [(QUICK[::2], WIDE, "light"), (QUICK[1::2], NARROW, "dark")],
    ids=["wide-light", "narrow-dark"],
)
def test_some_states(
    browser: Browser, table: Running, some: Told, names: tuple[str, ...], size: Size, scheme: Scheme
) -> None:
    look_at(browser, table, some, names, size, scheme)


@pytest.mark.prove
@pytest.mark.parametrize(
    ("size", "scheme"), SIZES, ids=lambda value: value if isinstance(value, str) else str(value[0])
)
def test_every_state(
    browser: Browser, table: Running, everything: Told, size: Size, scheme: Scheme, proof: Callable[[str], None]
) -> None:
    begun = perf_counter()
    count = look_at(browser, table, everything, everything[0], size, scheme)
    proof(f"pages: {count} states at {size[0]} px, {scheme}, without a fault in {perf_counter() - begun:.0f} s")
