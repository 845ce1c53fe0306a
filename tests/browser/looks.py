"""What can be said of any page by looking at it: names of controls, ids, contrast, sizes, nothing sticking out."""

from __future__ import annotations

from playwright.sync_api import Page

NAMELESS = """
() => {
  const named = (e) => {
    const by = e.getAttribute("aria-labelledby");
    const label = e.labels && e.labels.length ? [...e.labels].map((l) => l.textContent).join("") : "";
    return (e.getAttribute("aria-label") || (by && document.getElementById(by)?.textContent) || label || e.textContent
      || e.getAttribute("title") || e.getAttribute("alt") || "").trim();
  };
  const seen = (e) => e.checkVisibility({ checkVisibilityCSS: true });
  const faults = [];
  for (const e of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, [role=button]"))
    if (seen(e) && !named(e)) faults.push("no name: " + e.outerHTML.slice(0, 120));
  for (const e of document.querySelectorAll("img:not([alt])")) faults.push("no alt: " + e.outerHTML.slice(0, 120));
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push("id twice: " + id);
  if (!document.documentElement.lang) faults.push("no language");
  if (document.querySelectorAll("main").length !== 1) faults.push("not one main part");
  for (const e of document.querySelectorAll("[tabindex]")) if (Number(e.getAttribute("tabindex")) > 0) faults.push("tabindex");
  for (const e of document.querySelectorAll("[style]"))
    if (e.getAttribute("style")) faults.push("style: " + e.outerHTML.slice(0, 90));
  return faults;
}
"""

CONTRAST = """
() => {
  const parse = (text) => {
    const m = text.match(/rgba?\\(([^)]+)\\)/);
    if (!m) return null;
    const [r, g, b, a = 1] = m[1].split(/[ ,/]+/).filter(Boolean).map(Number);
    return { r, g, b, a };
  };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a), a: 1,
  });
  const ground = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour && colour.a > 0) layers.push(colour);
      if (colour && colour.a === 1) break;
    }
    return layers.reduceRight((under, top) => over(top, under), { r: 255, g: 255, b: 255, a: 1 });
  };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || e.closest("svg, option, script, :disabled, [aria-hidden=true]")) continue;
    if (!e.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    const style = getComputedStyle(e);
    const under = ground(e);
    const colour = over(parse(style.color), under);
    const [high, low] = [light(colour), light(under)].sort((x, y) => y - x);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const need = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < need) faults.push(`${ratio.toFixed(2)} ${e.className} "${walker.currentNode.textContent.trim().slice(0, 40)}"`);
  }
  return faults;
}
"""

STICKING_OUT = "() => document.documentElement.scrollWidth - innerWidth"

OVERLAPS = """
() => {
  const stuck = (e) => { for (let at = e; at; at = at.parentElement) if (/sticky|fixed/.test(getComputedStyle(at).position)
    && !at.matches(".act-side, .topbar")) return true; return false; };
  const kinds = "button, .button, .choice, input:not([type=hidden], [type=radio], [type=checkbox]), select, output, small";
  const things = [...document.querySelectorAll(kinds)].filter((e) => e.checkVisibility({ checkVisibilityCSS: true })
    && !e.closest("svg, .sr, .skip, dialog, .zoom, .map-side") && !stuck(e)).map((e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      // What is written may reach beyond its box.
      const text = e.matches("output, small") && e.textContent.trim() ? range.getBoundingClientRect() : null;
      return { e, box: text ?? e.getBoundingClientRect() };
    });
  const faults = [];
  for (const [index, one] of things.entries()) for (const other of things.slice(index + 1)) {
    if (one.e.contains(other.e) || other.e.contains(one.e)) continue;
    const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (wide > 2 && high > 2) faults.push(`overlap: ${one.e.outerHTML.slice(0, 70)} and ${other.e.outerHTML.slice(0, 70)}`);
  }
  return faults;
}
"""

SMALL_TARGETS = """
(least) => {
  const faults = [];
  for (const e of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")) {
    if (!e.checkVisibility({ checkVisibilityCSS: true }) || e.closest("svg, .skip, .sr")) continue;
    const target = e.matches("input[type=radio], input[type=checkbox]") ? e.closest("label") || e : e;
    const box = target.getBoundingClientRect();
    const style = getComputedStyle(e);
    if (style.display === "inline") continue;
    if (box.height + 0.5 < least && box.width > 0) faults.push(`${Math.round(box.height)} ${e.outerHTML.slice(0, 100)}`);
  }
  return faults;
}
"""


def faults(page: Page) -> list[str]:
    """Controls without names, ids twice, weak contrast, things that lie upon each other, a page that sticks out sideways."""
    found = list(page.evaluate(NAMELESS)) + [f"contrast {fault}" for fault in page.evaluate(CONTRAST)]
    found += page.evaluate(OVERLAPS)
    beyond = page.evaluate(STICKING_OUT)
    return found + ([f"sticks out by {beyond} px"] if beyond > 0 else [])


def small_targets(page: Page, least: int) -> list[str]:
    """What is lower than so many pixels and can be pressed (links within sentences apart)."""
    return list(page.evaluate(SMALL_TARGETS, least))
