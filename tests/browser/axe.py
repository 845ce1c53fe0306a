"""The axe rules of WCAG 2.2 AA on a page, from the package that the lock file of the scripts names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.server.running import ROOT, build_scripts

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

# What sticks to an edge lies over other things only until somebody scrolls: it is looked at where it belongs.
RUN = """
async (tags) => {
  const stuck = [...document.querySelectorAll("main *")].filter((each) => getComputedStyle(each).position === "sticky");
  for (const each of stuck) each.style.position = "static";
  const found = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
  for (const each of stuck) each.style.removeProperty("position");
  return found.violations.flatMap((each) =>
    each.nodes.map((node) => `${each.id}: ${node.target.join(" ")} ${node.html.slice(0, 160)} (${node.failureSummary})`));
}
"""


@cache
def _source() -> str:
    build_scripts()
    return Path(ROOT, "web", "node_modules", "axe-core", "axe.min.js").read_text()


def violations(page: Page) -> list[str]:
    """Every node that breaks a rule."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_source())
    return list(page.evaluate(RUN, TAGS))
