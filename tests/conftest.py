"""What all tests share: the reference material, the browser, and the reports on proofs and rules."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
PROOF = "proof"
RULES_NAMED = pytest.StashKey[dict[str, list[str]]]()

# Runs as root in containers, behind closed networks: no sandbox, and none of the browser's own errands.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

hypothesis.settings.register_profile("sample", max_examples=60, deadline=None, derandomize=True)
hypothesis.settings.register_profile("prove", max_examples=2000, deadline=None, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """Proofs look at many more examples than everyday tests, which take the same ones each time."""
    hypothesis.settings.load_profile("prove" if config.getoption("markexpr") == "prove" else "sample")
    config.stash[RULES_NAMED] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note which test names which rule, before anything is deselected."""
    named = config.stash[RULES_NAMED]
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or not all(isinstance(rule, str) and ":" in rule for rule in mark.args):
                raise pytest.UsageError(f"{item.nodeid}: rule() takes ids like '1867:8.7', not {mark.args!r}")
            for rule in mark.args:
                named.setdefault(rule, []).append(item.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the proofs found, in the order of their tests."""
    lines = [
        (report.nodeid, str(value))
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for name, value in report.user_properties
        if name == PROOF
    ]
    if lines:
        terminalreporter.section("proofs")
        for _, line in sorted(lines):
            terminalreporter.write_line(line)


@pytest.fixture
def proof(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Say in one line what this test found; all lines are printed together at the end of the run."""

    def say(line: str) -> None:
        record_property(PROOF, line)

    return say


@pytest.fixture(scope="session")
def rules_named(request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """Which tests name each rule, as 'title:id' -> test ids. Only a collection of all tests can tell."""
    config = request.config
    chosen = [Path(arg).resolve() for arg in config.args]
    if config.option.keyword or not any(path in (ROOT, ROOT / "tests") for path in chosen):
        pytest.skip("only a run of all tests can tell which rules no test names")
    return config.stash[RULES_NAMED]


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference material that is kept outside the project; skips where there is none."""
    named = os.environ.get("TOWPATH_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    if not folder.is_dir():
        if named:
            pytest.fail(f"TOWPATH_SHARED names {folder}, which is no folder")
        pytest.skip("no reference material: name its folder in TOWPATH_SHARED, or lay it beside the checkout as shared")
    return folder


def chromium_found() -> Path | None:
    """The browser's program, the one in ``TOWPATH_CHROMIUM`` before any other."""
    named = os.environ.get("TOWPATH_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return Path(found) if found is not None and Path(found).exists() else None


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser's program. Where there is none the test is skipped, or fails if TOWPATH_BROWSER is 'required'."""
    found = chromium_found()
    if found is None:
        word = "no chromium: install Debian's package, or name one in TOWPATH_CHROMIUM"
        if os.environ.get("TOWPATH_CHROMIUM") or os.environ.get("TOWPATH_BROWSER") == "required":
            pytest.fail(word)
        pytest.skip(word)
    return found


# Of a module, not of the session: while it is open an event loop runs in this thread, so asyncio.run fails elsewhere.
@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    """A headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(chromium), args=CHROMIUM_FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A blank page without cookies, 1280 × 800; errors of its scripts fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(15_000)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert not errors, "the page's scripts failed: " + "; ".join(errors)
