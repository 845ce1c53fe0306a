"""Plane geometry of hexes: corners, side midpoints and the arcs of track. Units: the side of a hex is 50, y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from towpath.hexmap import Board, Edge

Point = tuple[float, float]

SIDE = 50.0
"""Length of a side, which is also the distance from the centre to a corner."""
APOTHEM = SIDE * math.sqrt(3) / 2
"""Distance from the centre to the middle of a side."""

FLAT, POINTY = "flat", "pointy"


def number(value: float) -> str:
    """A coordinate as short text: one decimal, no ``-0``."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    """A point as ``x y``."""
    return f"{number(point[0])} {number(point[1])}"


@lru_cache(maxsize=256)
def direction(side: float, orientation: str) -> Point:
    """Unit vector from the centre towards a side; halves are corners (0.5 lies between sides 0 and 1)."""
    angle = math.radians((90 if orientation == FLAT else 120) + 60 * side)
    return (math.cos(angle), math.sin(angle))


def towards(side: float, distance: float, orientation: str) -> Point:
    """The point at a distance from the centre towards a side or corner."""
    x, y = direction(side, orientation)
    return (x * distance, y * distance)


def middle(side: Edge, orientation: str) -> Point:
    """The middle of a side."""
    return towards(side, APOTHEM, orientation)


def corners(orientation: str, radius: float = SIDE) -> tuple[Point, ...]:
    """The six corners; corner ``e`` lies between sides ``e`` and ``e + 1``."""
    return tuple(towards(side + 0.5, radius, orientation) for side in range(6))


def side_ends(side: Edge, orientation: str, radius: float = SIDE) -> tuple[Point, Point]:
    """The two ends of a side."""
    return towards(side - 0.5, radius, orientation), towards(side + 0.5, radius, orientation)


@lru_cache(maxsize=8)
def outline(orientation: str, radius: float = SIDE) -> str:
    """The ``points`` of the hexagon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners(orientation, radius))


@lru_cache(maxsize=128)
def arc_centre(a: Edge, b: Edge, orientation: str) -> Point | None:
    """The centre of the circle on which track between two sides runs; ``None`` when it is straight."""
    gap = (b - a) % 6
    if gap == 3:
        return None
    if gap > 3:
        a, gap = b, 6 - gap
    return towards(a + gap / 2, SIDE if gap == 1 else 2 * APOTHEM, orientation)


@lru_cache(maxsize=4096)
def along(a: Edge, b: Edge, share: float, orientation: str) -> Point:
    """The point after a share (0 to 1) of the way along the track from side ``a`` to side ``b``."""
    p, q = middle(a, orientation), middle(b, orientation)
    centre = arc_centre(a, b, orientation)
    if centre is None:
        return mix(p, q, share)
    start = math.atan2(p[1] - centre[1], p[0] - centre[0])
    turn = math.atan2(q[1] - centre[1], q[0] - centre[0]) - start
    turn = (turn + math.pi) % (2 * math.pi) - math.pi
    radius = math.dist(p, centre)
    angle = start + turn * share
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def track_to(a: Edge, b: Edge, point: Point, orientation: str) -> str:
    """Path data that goes on from side ``a`` along the track towards side ``b`` up to a point on it."""
    centre = arc_centre(a, b, orientation)
    if centre is None:
        return f"L{pair(point)}"
    p, q = middle(a, orientation), middle(b, orientation)
    radius = number(math.dist(p, centre))
    cross = (p[0] - centre[0]) * (q[1] - centre[1]) - (p[1] - centre[1]) * (q[0] - centre[0])
    return f"A{radius} {radius} 0 0 {int(cross > 0)} {pair(point)}"


def side_control(side: Edge, point: Point, orientation: str) -> Point:
    """The control point of a quadratic curve that leaves a side at a right angle and ends at ``point``."""
    x, y = direction(side, orientation)
    depth = max(0.0, APOTHEM - (point[0] * x + point[1] * y))
    reach = APOTHEM - depth * 0.62
    return (x * reach, y * reach)


def curve(p: Point, control: Point, q: Point, share: float) -> Point:
    """The point after a share of a quadratic curve."""
    return mix(mix(p, control, share), mix(control, q, share), share)


def mix(p: Point, q: Point, share: float) -> Point:
    """The point after a share of the way from ``p`` to ``q``."""
    return (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)


def straight(side: Edge, point: Point, orientation: str) -> bool:
    """Whether the point lies on the line from the side's middle through the centre."""
    x, y = direction(side, orientation)
    return abs(point[0] * y - point[1] * x) < 0.5


def turned(point: Point, sides: float) -> Point:
    """The point turned clockwise about the centre by a number of sides."""
    angle = math.radians(60 * sides)
    cos, sin = math.cos(angle), math.sin(angle)
    return (point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos)


def hex_centre(board: Board, hex_id: str) -> Point:
    """Where the centre of a hex lies on the map."""
    here = board.hexes[hex_id]
    if board.orientation == FLAT:
        return (here.column * SIDE * 1.5, here.row * APOTHEM)
    return (here.column * APOTHEM, here.row * SIDE * 1.5)


def bounds(points: Sequence[Point], margin: float) -> tuple[float, float, float, float]:
    """x, y, width and height of the box around points with a margin on every side."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs) - margin, min(ys) - margin, max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin)
