"""Where the stops of a face are drawn and how its track runs to them.

Places are searched for the unturned flat face and then turned with it, so that a tile looks the same in every rotation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from towpath.hexmap import STOP_BASE, Piece, Tile
from towpath.render import geometry as g
from towpath.render.geometry import Point

TOKEN = 12.0
"""Radius of a token."""
GAP = 12.6
"""Half the distance between neighbouring places of a city."""
SAMPLES = tuple(i / 6 for i in range(7))
"""Shares of a piece of track at which its points are taken, from end to end."""
SPIKE = 24.0
"""How far from the centre the track into an off-board area ends."""
REACH = {"city": 22.0, "town": 18.0, "halt": 18.0, "offboard": 8.0}
"""How far from the centre a stop stands that shares its hex."""


class Track(NamedTuple):
    """A piece of track as path data, and points on it from end to end; ``ends`` are the piece's ends in that direction."""

    path: str
    points: tuple[Point, ...]
    ends: tuple[int, int]


class Layout(NamedTuple):
    """``stops``: where each stop stands; ``slots``: per stop the centres of its places; ``bars``: per stop the angle of a
    town's bar in degrees, ``None`` for a dot; ``tracks``: one entry a piece."""

    stops: tuple[Point, ...]
    slots: tuple[tuple[Point, ...], ...]
    bars: tuple[float | None, ...]
    tracks: tuple[Track, ...]


@lru_cache(maxsize=4096)
def layout(tile: Tile, orientation: str) -> Layout:
    """The layout of a face as it lies."""
    turn = tile.rotation + (0.0 if orientation == g.FLAT else 0.5)
    stops = tuple(g.turned(place, turn) for place in _places(tile.rotated(-tile.rotation)))
    tracks = tuple(_track(tile, piece, stops, orientation) for piece in tile.pieces)
    return Layout(
        stops,
        tuple(slot_centres(stop.slots, place) for stop, place in zip(tile.stops, stops, strict=True)),
        tuple(_bar(tile, index, stops[index], orientation) for index in range(len(stops))),
        tracks,
    )


def slot_centres(slots: int, place: Point) -> tuple[Point, ...]:
    """The centres of a city's places around where it stands: one, a pair, a triangle, a square, more in a ring."""
    x, y = place
    if slots <= 1:
        return (place,) * slots
    if slots == 2:
        # a pair lies across the line to the hex's centre; in the centre it lies level
        size = math.hypot(x, y)
        across = (GAP, 0.0) if size < 1 else (-y / size * GAP, x / size * GAP)
        if across[0] < -0.1 or (across[0] < 0.1 and across[1] < 0):
            across = (-across[0], -across[1])
        return ((x - across[0], y - across[1]), (x + across[0], y + across[1]))
    radius = GAP / math.sin(math.pi / slots)
    start = math.radians(-135 if slots == 4 else -90)
    step = 2 * math.pi / slots
    return tuple(
        (x + radius * math.cos(start + i * step), y + radius * math.sin(start + i * step)) for i in range(slots)
    )


def sides_of(tile: Tile, index: int) -> tuple[int, ...]:
    """The sides that a stop has track to, lowest first."""
    mask = tile.stop_exits(index)
    return tuple(side for side in range(6) if mask >> side & 1)


@lru_cache(maxsize=1024)
def _places(tile: Tile) -> tuple[Point, ...]:
    """Where the stops of an unturned flat face stand: the cheapest combination of candidate places."""
    options = [list(_candidates(tile, index)) for index in range(len(tile.stops))]
    if all(len(option) == 1 for option in options):
        return tuple(option[0] for option in options)
    best, least = tuple(option[0] for option in options), math.inf
    for choice in product(*(range(len(option)) for option in options)):
        cost = sum(choice) * 2.0
        if cost >= least:
            continue
        places = tuple(option[i] for option, i in zip(options, choice, strict=True))
        cost += _crowding(tile, places, least - cost)
        if cost < least:
            best, least = places, cost
    return best


def _candidates(tile: Tile, index: int) -> Iterator[Point]:
    """Places for a stop, the nicest first."""
    stop, sides = tile.stops[index], sides_of(tile, index)
    reach = REACH[stop.kind]
    if stop.at == "center":
        yield (0.0, 0.0)
        return
    if stop.at:
        side = float(stop.at)
        yield g.towards(side, reach if side.is_integer() else 25.0, g.FLAT)
        return
    alone = len(tile.stops) == 1 and len(tile.pieces) == len(sides)
    if len(sides) == 2 and (stop.kind in ("town", "halt") or len(tile.stops) > 1):
        shares = (0.5,) if alone or (sides[1] - sides[0]) % 6 in (1, 5) else (0.5, 0.35, 0.65, 0.19, 0.81)
        yield from (g.along(sides[0], sides[1], share, g.FLAT) for share in shares)
        if (sides[1] - sides[0]) % 6 not in (1, 5) or len(tile.stops) == 1:
            return
    if len(tile.stops) == 1:
        yield (0.0, 0.0)
        if not alone:
            yield from (g.towards(half / 2, reach, g.FLAT) for half in range(12))
        return
    if len(sides) == 1:
        yield g.towards(sides[0], reach, g.FLAT)
    mean = _mean(sides)
    if math.hypot(*mean) > 0.1:
        yield (mean[0] * reach * 0.7, mean[1] * reach * 0.7)
        yield (mean[0] * reach, mean[1] * reach)
    yield (0.0, 0.0)
    yield from (g.towards(half / 2, reach + 2 * (half % 2), g.FLAT) for half in range(12))


def _mean(sides: tuple[int, ...]) -> Point:
    """The sum of the directions to the sides, at most of length one."""
    x = sum(g.direction(side, g.FLAT)[0] for side in sides)
    y = sum(g.direction(side, g.FLAT)[1] for side in sides)
    return (x / max(1.0, math.hypot(x, y)), y / max(1.0, math.hypot(x, y)))


def _crowding(tile: Tile, places: tuple[Point, ...], bearable: float) -> float:
    """How badly the stops sit on each other, on foreign track and over the edge. What is more than ``bearable`` need not be known
    exactly."""
    discs = [
        (i, point, TOKEN + 3 if stop.kind == "city" else 7.0)
        for i, (stop, place) in enumerate(zip(tile.stops, places, strict=True))
        for point in (slot_centres(stop.slots, place) or (place,))
    ]
    cost = 0.0
    for i, (a, p, r) in enumerate(discs):
        cost += max(0.0, math.hypot(*p) + r - 43) ** 2
        cost += sum(max(0.0, r + s + 3 - math.dist(p, q)) ** 2 for b, q, s in discs[i + 1 :] if a != b)
    for piece in tile.pieces:
        if cost >= bearable:
            break
        own = {end - STOP_BASE for end in (piece.a, piece.b) if end >= STOP_BASE}
        for point in _track(tile, piece, places, g.FLAT).points:
            cost += sum(max(0.0, r + 3 - math.dist(p, point)) ** 2 * 0.5 for a, p, r in discs if a not in own)
    return cost


def _end_point(end: int, stops: tuple[Point, ...], orientation: str) -> Point:
    if end >= STOP_BASE:
        return stops[end - STOP_BASE]
    return g.middle(end, orientation) if end >= 0 else (0.0, 0.0)


def _track(tile: Tile, piece: Piece, stops: tuple[Point, ...], orientation: str) -> Track:
    """How a piece runs where the stops stand."""
    a, b = (piece.b, piece.a) if 0 <= piece.b < STOP_BASE and piece.a < 0 else (piece.a, piece.b)
    return _run(tile, a, b, _end_point(a, stops, orientation), _end_point(b, stops, orientation), orientation)


@lru_cache(maxsize=4096)
def _run(tile: Tile, a: int, b: int, p: Point, q: Point, orientation: str) -> Track:
    """An arc between sides, a part of one to a stop on it, else a curve that leaves its side squarely."""
    if 0 <= a < STOP_BASE and 0 <= b < STOP_BASE:
        points = tuple(g.along(a, b, share, orientation) for share in SAMPLES)
        return Track(f"M{g.pair(p)}{g.track_to(a, b, q, orientation)}", points, (a, b))
    if 0 <= a < STOP_BASE and b >= STOP_BASE:
        if tile.stops[b - STOP_BASE].kind == "offboard":
            return _spike(a, b, orientation)
        through = _through(tile, b - STOP_BASE, q, orientation)
        if through is not None:
            other = through[0] if through[1] == a else through[1]
            share = _share(a, other, q, orientation)
            points = tuple(g.along(a, other, s * share, orientation) for s in SAMPLES)
            return Track(f"M{g.pair(p)}{g.track_to(a, other, q, orientation)}", points, (a, b))
        if not g.straight(a, q, orientation):
            control = g.side_control(a, q, orientation)
            points = tuple(g.curve(p, control, q, share) for share in SAMPLES)
            return Track(f"M{g.pair(p)}Q{g.pair(control)} {g.pair(q)}", points, (a, b))
    return Track(f"M{g.pair(p)}L{g.pair(q)}", tuple(g.mix(p, q, share) for share in SAMPLES), (a, b))


def _spike(side: int, end: int, orientation: str) -> Track:
    """Track into an off-board area: a wedge that points inwards."""
    (ax, ay), (bx, by) = g.side_ends(side, orientation, 12)
    x, y = g.middle(side, orientation)
    half = ((bx - ax) / 2, (by - ay) / 2)
    tip = g.towards(side, SPIKE, orientation)
    path = f"M{g.pair((x - half[0], y - half[1]))}L{g.pair(tip)}L{g.pair((x + half[0], y + half[1]))}Z"
    return Track(path, ((x, y), g.towards(side, (g.APOTHEM + SPIKE) / 2, orientation), tip), (side, end))


def _through(tile: Tile, index: int, place: Point, orientation: str) -> tuple[int, int] | None:
    """The two sides between which track runs through a stop that stands on their arc."""
    sides = sides_of(tile, index)
    if len(sides) != 2:
        return None
    share = _share(sides[0], sides[1], place, orientation)
    if math.dist(g.along(sides[0], sides[1], share, orientation), place) > 0.5:
        return None
    return (sides[0], sides[1])


@lru_cache(maxsize=4096)
def _share(a: int, b: int, place: Point, orientation: str) -> float:
    """How far along the track from ``a`` to ``b`` the point nearest to ``place`` lies."""
    return min((i / 20 for i in range(1, 20)), key=lambda s: math.dist(g.along(a, b, s, orientation), place))


def _bar(tile: Tile, index: int, place: Point, orientation: str) -> float | None:
    """The angle of a town's bar, square to its track; ``None`` where a dot is drawn."""
    if tile.stops[index].kind not in ("town", "halt"):
        return None
    through = _through(tile, index, place, orientation)
    if through is None:
        return None
    centre = g.arc_centre(*through, orientation)
    if centre is None:
        x, y = g.direction(through[0], orientation)
        return math.degrees(math.atan2(x, -y))
    return math.degrees(math.atan2(place[1] - centre[1], place[0] - centre[0]))
