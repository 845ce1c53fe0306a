"""Pictures of every kind of page state: ``python -m tests.browser.shots [--folder shots] [--only WORD] [--size NAME]``."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.states import People, State, all_states
from tests.conftest import CHROMIUM_FLAGS, chromium_found
from tests.server.running import Running

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
    "phone": {
        "viewport": {"width": 360, "height": 740}, "color_scheme": "light", "is_mobile": True, "has_touch": True,
        "device_scale_factor": 2,
    },
}  # fmt: skip


def main() -> int:
    """Take them all; the number that could not be brought about is the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("shots"), help="where the pictures go (default: shots)")
    parser.add_argument("--only", default="", help="states whose names have this word in them")
    parser.add_argument("--size", choices=SIZES, action="append", help="desktop, dark or phone (default: all)")
    asked = parser.parse_args()
    program = chromium_found()
    if program is None:
        parser.error("no chromium: install Debian's package, or name one in TOWPATH_CHROMIUM")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Running(Path(folder, "table.sqlite3"))
        try:
            browser = playwright.chromium.launch(executable_path=str(program), args=CHROMIUM_FLAGS)
            states, links = all_states(table)
            wanted = {name: state for name, state in states.items() if asked.only in name}
            sizes = asked.size or list(SIZES)
            failed = sum(take(browser, table, links, wanted, size, asked.folder / size) for size in sizes)
            browser.close()
        finally:
            table.stop()
    return min(failed, 99)


def take(
    browser: Browser, table: Running, links: dict[str, str], states: dict[str, State], size: str, folder: Path
) -> int:
    """Take the pictures of one size; how many failed."""
    folder.mkdir(parents=True, exist_ok=True)
    people, failed = People(browser, table, links, reduced_motion="reduce", **SIZES[size]), 0
    for name, state in sorted(states.items()):
        file = folder / f"{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-')}.png"
        try:
            people.show(state).screenshot(path=file)
        except Exception as error:  # one state that fails hides no other
            failed += 1
            print(f"{size}: {name}: {str(error).splitlines()[0]}", file=sys.stderr)
    people.go()
    print(f"{size}: {len(states) - failed} pictures in {folder}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
