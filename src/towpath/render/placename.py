"""A place's name on its hex: where it is clear of track and stops, or else on a plate over a piece of track."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from markupsafe import escape

from towpath.render.furnish import Box, Obstacles, rows, text_width, wrapped
from towpath.render.geometry import Point, number

SIZES = (9.5, 8.2, 7.2)
WIDTHS = (66.0, 44.0, 30.0)
"""In how wide columns a name is tried; it is broken at spaces and hyphens alone."""
LINE = 1.06
"""Height of a line for a size of 1."""
STEP = 5.0
CROWDED = 10.0
"""How much worse it is to lie on a city or over the edge than on a point of track."""
PLATE = 1.2
"""How far a plate goes beyond the writing."""


class Name(NamedTuple):
    """Lines of a size around a place; ``room`` is what is free around them, below 0 where they lie on something."""

    lines: tuple[str, ...]
    size: float
    place: Point
    room: float
    plate: bool = False

    @property
    def box(self) -> Box:
        """What the writing covers."""
        return _box(self.lines, self.size, self.place)


def name_of(name: str, taken: Obstacles, inward: bool) -> str:
    """The name where there is most room, in the fewest lines and the largest type that this allows; its place is then taken.
    ``inward``: nearer to the middle is better."""
    found = placed(name, taken, inward)
    taken.boxes.append(found.box)
    return _drawn(found)


def placed(name: str, taken: Obstacles, inward: bool) -> Name:
    """Where a name goes."""
    best: Name | None = None
    for size, lines in _tries(name, SIZES[:2], WIDTHS[:2]):
        here = _roomiest(lines, size, taken, _usual(lines, size, inward))
        if best is None or here.room > best.room + 1:
            best = here
    assert best is not None
    if best.room >= 0:
        return best
    for size, lines in _tries(name, SIZES[1:], WIDTHS):
        here = _roomiest(lines, size, taken, GRID)
        if here.room >= 0:
            return here
    return _over_track(name, taken)


@lru_cache(maxsize=512)
def _tries(name: str, sizes: tuple[float, ...], widths: tuple[float, ...]) -> tuple[tuple[float, tuple[str, ...]], ...]:
    """Sizes with lines, the largest and fewest first."""
    tries = {(size, wrapped(name, size, width)) for size in sizes for width in widths}
    return tuple(sorted(tries, key=lambda each: (-each[0], len(each[1]))))


def _usual(lines: tuple[str, ...], size: float, inward: bool) -> Iterable[Point]:
    points = rows(size * LINE * len(lines))
    return sorted(points, key=lambda point: abs(point[1])) if inward else points


def _grid() -> Iterator[Point]:
    """Places all over a hex, those in the middle of a line first."""
    steps = [STEP * each for each in range(-8, 9)]
    yield from sorted(((x, y) for x in steps for y in steps), key=lambda point: (abs(point[0]), -abs(point[1])))


GRID = tuple(_grid())


def _roomiest(lines: tuple[str, ...], size: float, taken: Obstacles, points: Iterable[Point]) -> Name:
    box = _box(lines, size, (0.0, 0.0))
    place = taken.place(box.width, box.height, points)
    return Name(lines, size, place, taken.room(taken.boxes.pop()))


def _over_track(name: str, taken: Obstacles) -> Name:
    """Where it covers as little track as may be, and nothing else if that can be."""
    best, least = Name((name,), SIZES[-1], (0.0, 0.0), -math.inf, plate=True), math.inf
    for size, lines in _tries(name, SIZES[1:], WIDTHS[:2]):
        box = _box(lines, size, (0.0, 0.0))
        for x, y in GRID:
            wide = Box(x, y, box.width + 2 * PLATE, box.height + 2 * PLATE)
            room = min(taken.room(wide, track=False), 0.0)
            if -size - room * CROWDED >= least:
                continue
            cost = taken.on_track(wide) - size - room * CROWDED
            if cost < least:
                best, least = Name(lines, size, (x, y), room, plate=True), cost
    return best


def _box(lines: tuple[str, ...], size: float, place: Point) -> Box:
    return Box(*place, max(text_width(line, size, bold=True) for line in lines), size * LINE * len(lines))


def _drawn(name: Name) -> str:
    """The lines, each as wide as was reckoned whatever the type, on their plate if they need one."""
    (x, y), size, box = name.place, name.size, name.box
    top = y - size * LINE * (len(name.lines) - 1) / 2
    plate = (
        f'<rect class="name-plate" x="{number(box.x - box.width / 2 - PLATE)}" y="{number(box.y - box.height / 2 - PLATE / 2)}" '
        f'width="{number(box.width + 2 * PLATE)}" height="{number(box.height + PLATE)}" rx="2"/>'
        if name.plate
        else ""
    )
    return plate + "".join(
        f'<text class="name" font-size="{number(size)}" x="{number(x)}" y="{number(top + (i * LINE + 0.35) * size)}" '
        f'textLength="{number(text_width(line, size, bold=True))}" lengthAdjust="spacingAndGlyphs">{escape(line)}</text>'
        for i, line in enumerate(name.lines)
    )
