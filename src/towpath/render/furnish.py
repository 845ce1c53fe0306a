"""Where the writing on a face goes: values, labels, names, costs and numbers, each where it is clear of track and stops."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from towpath.hexmap import Tile
from towpath.render import geometry as g
from towpath.render.geometry import Point
from towpath.render.layout import TOKEN, Layout

ROOM = 1.5
"""Free space that is enough; more is not looked for."""


class Box(NamedTuple):
    """A rectangle around its centre."""

    x: float
    y: float
    width: float
    height: float


class Obstacles:
    """What must not be written on: circles (track, places of cities) and boxes (what is written already)."""

    def __init__(self, tile: Tile, drawn: Layout, orientation: str) -> None:
        self.orientation = orientation
        self.circles: list[tuple[float, float, float]] = []
        self.track: list[tuple[float, float, float]] = []
        self.boxes: list[Box] = []
        for track in drawn.tracks:
            self.track += ((x, y, 5.5) for x, y in track.points)
        for stop, place, slots in zip(tile.stops, drawn.stops, drawn.slots, strict=True):
            if stop.kind == "city":
                self.circles += ((x, y, TOKEN + 3.2) for x, y in slots or (place,))
            elif stop.kind != "offboard":
                self.circles.append((*place, 8.0))

    def on_track(self, box: Box) -> int:
        """How much track a box lies on: the points of it that are covered."""
        return sum(_away(box, circle) < 0 for circle in self.track)

    def room(self, box: Box, least: float = -math.inf, track: bool = True) -> float:
        """Free space around a box up to ``ROOM``; below 0 it lies on something or over the edge. Anything not above
        ``least`` may be given as soon as that is clear. Without ``track`` it may lie on that."""
        left, top = box.x - box.width / 2, box.y - box.height / 2
        right, bottom = left + box.width, top + box.height
        edge = _within(box, self.orientation) - 1.5
        room = min(ROOM, edge * 2 if edge < 0 else edge)
        for x, y, radius in (*self.circles, *self.track) if track else self.circles:
            if room <= least:
                return room
            across = left - x if x < left else x - right if x > right else 0.0
            down = top - y if y < top else y - bottom if y > bottom else 0.0
            away = math.hypot(across, down) - radius
            if away < room:
                room = away
        for other in self.boxes:
            across = abs(box.x - other.x) - (box.width + other.width) / 2
            down = abs(box.y - other.y) - (box.height + other.height) / 2
            room = min(room, max(across, down))
        return room

    def place(self, width: float, height: float, points: Iterable[Point]) -> Point:
        """The first point with room for a box around it, else the one with most; the box is then taken."""
        best, most = (0.0, 0.0), -math.inf
        for x, y in points:
            room = self.room(Box(x, y, width, height), most)
            if room > most:
                best, most = (x, y), room
            if room >= ROOM:
                break
        self.boxes.append(Box(*best, width, height))
        return best


def _away(box: Box, circle: tuple[float, float, float]) -> float:
    """How far a box is from a circle; negative where they overlap."""
    x, y, radius = circle
    across = abs(x - box.x) - box.width / 2
    down = abs(y - box.y) - box.height / 2
    return math.hypot(max(across, 0.0), max(down, 0.0)) - radius


@lru_cache(maxsize=2)
def _normals(orientation: str) -> tuple[Point, ...]:
    return tuple(g.direction(side, orientation) for side in range(3))


def _within(box: Box, orientation: str) -> float:
    """Distance of a box to the nearest side, negative where it goes beyond it."""
    x, y, width, height = box
    most = 0.0
    for nx, ny in _normals(orientation):
        most = max(most, abs(x * nx + y * ny) + (abs(nx) * width + abs(ny) * height) / 2)
    return g.APOTHEM - most


@lru_cache(maxsize=8)
def rim(orientation: str) -> tuple[Point, ...]:
    """Places for small marks: corners first (most room), then sides, then nearer to the centre; upper left ones first."""
    found: list[Point] = []
    for distance, halves in ((37.0, 0.5), (33.0, 0.0), (28.0, 0.5), (26.0, 0.0), (20.0, 0.5)):
        points = [g.towards(side + halves, distance, orientation) for side in range(6)]
        found += sorted(points, key=lambda p: (round(p[1] / 10), p[0]))
    return tuple(found)


def near(place: Point, distance: float) -> tuple[Point, ...]:
    """Places around a stop, those away from the hex's centre first."""
    angle = math.atan2(place[1], place[0])
    offsets = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)
    return tuple(
        (
            place[0] + distance * math.cos(angle + math.radians(offset)),
            place[1] + distance * math.sin(angle + math.radians(offset)),
        )
        for offset in offsets
    )


def rows(height: float) -> tuple[Point, ...]:
    """Places for a line of writing: under the top side, above the bottom side, then nearer to the middle."""
    found: list[Point] = []
    for y in (41 - height / 2, 33 - height / 2, 26 - height / 2, 18 - height / 2, 10 - height / 2, 0.0):
        found += [(x, sign * y) for x in (0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0) for sign in (1, -1)]
    return tuple(found)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """An estimate of how wide a text is in the pages' sans-serif type."""
    units = 0.0
    for char in text:
        if char in "iIljt.,'|!:;f()[] ":
            units += 0.31
        elif char in "mwMW@%":
            units += 0.86
        elif char.isupper() or char in "&₽":
            units += 0.67
        else:
            units += 0.54
    return units * size * (1.06 if bold else 1.0)


def wrapped(text: str, size: float, width: float) -> tuple[str, ...]:
    """The text in as few lines as fit the width, broken at spaces and after hyphens."""
    words = text.replace("-", "-\0").replace(" ", " \0").split("\0")
    lines = [""]
    for word in words:
        if lines[-1] and text_width(lines[-1] + word.rstrip(), size) > width:
            lines.append("")
        lines[-1] += word
    return tuple(line.strip() for line in lines)


def same(values: Sequence[object]) -> bool:
    """Whether all values are equal."""
    return all(value == values[0] for value in values)
