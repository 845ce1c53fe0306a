"""Counters, cubes and the signs of industries and players, as pieces of pictures."""

from __future__ import annotations

import htpy as h
from htpy import Node
from markupsafe import Markup

from towpath.brass.data import CounterKind, Cube, Industry
from towpath.brass.rules import BrassRules
from towpath.brass.state import Counter
from towpath.render.brass.layout import SIDE
from towpath.render.writing import written

ROMAN = ("0", "I", "II", "III", "IV")
SIGNS: dict[Industry, str] = {
    "cotton": "M6 3h12v4h-2v10h2v4H6v-4h2V7H6zM8 9.5h8M8 12h8M8 14.5h8",
    "coal": "M3 19 5 12l4-2 2-5 5 1 2 5 3 2 1 6zM9 10l3 3M16 6l-2 5",
    "iron": "M2 8h20l-4 5h-4v3h4v4H7v-4h3v-3H7Q3 12 2 8z",
    "port": "M12 2.5a2.5 2.5 0 1 1-.1 0zM11 8h2v10q4-1 4.6-5l2.7 2.5Q19 21 12 22q-7-1-8.5-6.5l2.7-2.5q.6 4 4.8 5zM8 10h8v2H8z",
    "shipyard": "M2 14h20l-3.5 7h-13zM6 8.5h10V13H6zM9 3h3v4.5H9zM14 5h2.5v2.5H14z",
}
"""What stands for an industry, in a square of 24 units."""
PATTERNS = ("", "M0 0 48 48", "M0 16h48M0 32h48", "M16 0v48M32 0v48", "M0 48 48 0M0 24 24 0M24 48 48 24")
"""Lines across a counter that tell owners apart without colour, by seat."""


def seat_number(rules: BrassRules, seat: str) -> int:
    """The place of a seat around the table, which gives its colour and pattern."""
    return rules.seats.index(seat)


def initial(name: str) -> str:
    """The first letter of a name, for small pieces."""
    return name.strip()[:1].upper() or "?"


def sign(industry: Industry, x: float, y: float, size: float, kind: str = "sign") -> Node:
    """The sign of an industry in a square with its corner at ``x``, ``y``."""
    return h.path(class_=kind, d=SIGNS[industry], transform=f"translate({x:g} {y:g}) scale({size / 24:g})")


def industry_icon(industry: Industry) -> Markup:
    """The sign as a small picture in a line of text; words beside it say what it is."""
    return written(h.svg(".tp.tp-industry", viewBox="0 0 24 24", aria_hidden="true")[h.path(d=SIGNS[industry])])


def seat_badge(rules: BrassRules, seat: str, name: str) -> Markup:
    """A player's colour and pattern as a small picture."""
    number = seat_number(rules, seat)
    return written(
        h.svg(f".tp.tp-badge.g{number}", viewBox="0 0 48 48", aria_hidden="true")[
            h.rect(".owner", x="1", y="1", width="46", height="46", rx="9"),
            h.path(".weave", d=PATTERNS[number % len(PATTERNS)]),
            h.text(".owner-letter.big", x="24", y="34")[initial(name)],
        ]
    )


def counter_face(rules: BrassRules, counter: Counter, name: str, x: float, y: float) -> Node:
    """A counter on its space: owner, industry, level, and the cubes on it or what it is worth when it has flipped."""
    number = seat_number(rules, counter.owner)
    kind = rules.kind(counter.industry, counter.level)
    faces: list[Node] = [
        h.rect(".owner", width=f"{SIDE:g}", height=f"{SIDE:g}", rx="5"),
        h.path(".weave", d=PATTERNS[number % len(PATTERNS)]),
        h.rect(".plate", x="9", y="13", width="30", height="23", rx="3"),
        h.text(".owner-letter", x="8", y="11.5")[initial(name)],
        h.text(".owner-letter", x="39", y="11.5")[ROMAN[counter.level]],
    ]
    faces += _back(kind) if counter.flipped else _front(counter)
    flipped = ".flipped" if counter.flipped else ""
    return h.g(f".counter.g{number}{flipped}", transform=f"translate({x:g} {y:g})")[faces]


def _front(counter: Counter) -> list[Node]:
    return [sign(counter.industry, 13, 13, 22), cubes(counter.industry, counter.cubes, 3, 38)]


def _back(kind: CounterKind) -> list[Node]:
    return [
        sign(kind.industry, 10, 17, 15),
        h.text(".worth-points", x="32", y="29")[str(kind.points)],
        h.text(".owner-letter", x="24", y="46")[f"+{kind.income}"],
        h.path(".turned", d="M2 40v6h6M46 40v6h-6"),
    ]


def cubes(industry: str, count: int, x: float, y: float) -> Node:
    """Cubes in a row; coal is black and crossed, iron is orange and plain."""
    return [cube(industry, x + place * 8.5, y) for place in range(count)]


def cube(industry: Cube | str, x: float, y: float, size: float = 7.5) -> Node:
    """One cube."""
    mark = f"M{x + 1.5:g} {y + 1.5:g}l{size - 3:g} {size - 3:g}" if industry == "coal" else ""
    return h.g(class_=f"cube cube-{industry}")[
        h.rect(x=f"{x:g}", y=f"{y:g}", width=f"{size:g}", height=f"{size:g}", rx="1"), h.path(d=mark) if mark else None
    ]
