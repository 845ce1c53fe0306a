"""A table in a process of its own, for a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.running import Running

# A machine with much else to do takes its time; what is waited for is the right thing all the same.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running table."""
    folder: Path = tmp_path_factory.mktemp("table")
    running = Running(folder / "table.sqlite3")
    yield running
    running.stop()
