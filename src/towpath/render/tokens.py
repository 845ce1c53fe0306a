"""Company tokens: letters on the company's colour, and a figure and a rim that tell companies apart without colour.

A circle with one rim is a minor's, with two a major's, an octagon the national's.
"""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape

from towpath.rail.rules import RailRules
from towpath.render.furnish import text_width
from towpath.render.geometry import number
from towpath.render.palette import ink_on

RADIUS = 11.6
CAP = "M-8.6 -6.6A10.8 10.8 0 0 1 8.6 -6.6Z"
LINE = "M-8.6 -6.6h17.2"
WEDGE = "M-4 -10L4 -10L0 -5.6Z"
DOT = "M0 -9.7a1.8 1.8 0 1 1 -0.1 0Z"
DOTS = "M-3.4 -9a1.6 1.6 0 1 1 -0.1 0ZM3.4 -9a1.6 1.6 0 1 1 -0.1 0Z"
TOP = (CAP, WEDGE, DOT, LINE, DOTS)
FIGURES: tuple[tuple[str, bool, bool], ...] = (
    ("", False, False),
    *((path, up, down) for up, down in ((True, True), (True, False), (False, True)) for path in TOP),
)
"""Figures above and below the letters: (path, above, below)."""
OCTAGON = "-4.8,-11.6 4.8,-11.6 11.6,-4.8 11.6,4.8 4.8,11.6 -4.8,11.6 -11.6,4.8 -11.6,-4.8"


def figure_of(rules: RailRules, company: str) -> int:
    """Which figure a company bears: its place among those of its kind, so that each pair differs in figure or rim."""
    kind = rules.companies[company].kind
    mates = [other.id for other in rules.data.companies if other.kind == kind]
    return mates.index(company) % len(FIGURES)


@lru_cache(maxsize=512)
def token_art(letters: str, colour: str, text_colour: str, kind: str, figure: int) -> str:
    """A token around the origin."""
    ink = ink_on(colour, text_colour)
    fill = f'fill="{escape(colour)}"'
    if kind == "national":
        body = f'<polygon class="token-rim" {fill} points="{OCTAGON}"/>'
    else:
        body = f'<circle class="token-rim" {fill} r="{RADIUS}"/>'
    if kind == "major":
        body += f'<circle r="9.9" fill="none" stroke="{ink}" stroke-width="1"/>'
    path, up, down = FIGURES[figure]
    body += f'<path d="{path}" {_figure(path, ink)}/>' if up else ""
    body += f'<path d="{path}" transform="rotate(180)" {_figure(path, ink)}/>' if down else ""
    size = next((size for size in (11.5, 10.5, 9.5, 8.5, 7.5) if text_width(letters, size, bold=True) <= 19.5), 6.5)
    text = f'font-size="{number(size)}" fill="{ink}" y="{number(size * 0.355)}"'
    return f'{body}<text class="letters" {text}>{escape(letters)}</text>'


def _figure(path: str, ink: str) -> str:
    return f'stroke="{ink}" stroke-width="1.6"' if path == LINE else f'fill="{ink}"'


def company_token(rules: RailRules, company: str) -> str:
    """The token of a company around the origin."""
    fact = rules.companies[company]
    return token_art(fact.id, fact.colour, fact.text_colour, fact.kind, figure_of(rules, company))


def company_badge(rules: RailRules, company: str) -> Markup:
    """The token as a picture of its own, for running text and tables. It says nothing to a screen reader: the name stands
    beside it."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="tp tp-badge" viewBox="-12.5 -12.5 25 25" aria-hidden="true" '
        f'focusable="false"><g class="token">{company_token(rules, company)}</g></svg>'
    )


@lru_cache(maxsize=512)
def kept_art(letters: str, colour: str) -> str:
    """A place kept for a company, around the origin: a broken ring with its letters."""
    size = next((size for size in (9.5, 8.5, 7.5) if text_width(letters, size, bold=True) <= 18), 6.5)
    return (
        f'<circle class="kept" r="10.4" stroke="{escape(colour)}"/>'
        f'<text class="kept-word" font-size="{number(size)}" y="{number(size * 0.355)}">{escape(letters)}</text>'
    )
