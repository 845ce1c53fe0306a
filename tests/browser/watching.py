"""What must never happen on a page, whatever is done there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ConsoleMessage, Page, Response

from tests.browser.tables import number
from tests.server.running import Running

STATUS = """
() => ({
  number: Number(document.querySelector("[data-slider]").max),
  known: Number(document.body.dataset.number),
  title: document.title,
  top: document.querySelector("[data-part=status]").innerText,
  complaints: [...document.querySelectorAll("[data-part=notice] .bad, [data-part=decision] .notice.bad")].map((e) => e.innerText),
  beyond: document.documentElement.scrollWidth - innerWidth,
})
"""


class Watch:
    """Collects every error of scripts, of the console (a broken content policy is told there), and every answer of the table
    that is none."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("console", self._said)
        page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.request.method} {response.url}")

    def check(self, table: Running, path: str) -> dict[str, Any]:
        """The page and the server agree: where the game stands, and who is to act. The position as the server tells it."""
        position: dict[str, Any] = table.client.get(f"/api{path}").json()
        shown = self.page.evaluate(STATUS)
        assert shown["number"] == shown["known"] == position["number"] == number(self.page)
        if not position["game"]["finished"]:
            for seat in position["to_move"]:
                name = position["game"]["players"][int(seat.removeprefix("p")) - 1]
                assert name in shown["top"], (name, shown["top"])
                assert name in shown["title"], (name, shown["title"])
        assert not shown["complaints"], shown["complaints"]
        assert shown["beyond"] <= 0, f"the page sticks out by {shown['beyond']} px"
        assert not self.faults, "\n".join(self.faults)
        return position
