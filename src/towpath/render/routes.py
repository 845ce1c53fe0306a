"""Runs drawn over the track they use, each in its own colour and dashes, with the train's name on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from towpath.hexmap import STOP_BASE, Board, Tile
from towpath.rail.actions import Run
from towpath.render import geometry as g
from towpath.render.furnish import text_width
from towpath.render.geometry import Point, number
from towpath.render.layout import layout

COLOURS = 6
DASHES = ("", "12 4", "5 4", "14 4 3 4", "2 4", "9 3 2 3 2 3")
"""One pattern a run, so that colour is not the only mark."""

TileAt = Callable[[str], Tile]


def run_svg(board: Board, tile_at: TileAt, run: Run, index: int) -> str:
    """One run; a way that does not lie on the map as it is draws straight from hex to hex."""
    points = run_points(board, tile_at, run)
    if len(points) < 2:
        return ""
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dashes = DASHES[index % len(DASHES)]
    attribute = f' stroke-dasharray="{dashes}"' if dashes else ""
    name = run.train.rpartition("-")[0] or run.train
    dots = "".join(_dot(board, tile_at, stop) for stop in run.stops)
    return (
        f'<g class="run r{index % COLOURS}" data-run="{index}"><path class="run-bed" d="{path}"/>'
        f'<path class="run-line" d="{path}"{attribute}/>{dots}{_tag(name, points[len(points) // 2])}</g>'
    )


def run_key(index: int) -> Markup:
    """The colour and dashes of a run as a small picture for a list."""
    dashes = DASHES[index % len(DASHES)]
    attribute = f' stroke-dasharray="{dashes}"' if dashes else ""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="tp tp-key" viewBox="0 0 40 10" aria-hidden="true" focusable="false">'
        f'<g class="run r{index % COLOURS}"><path class="run-line" d="M2 5H38"{attribute}/></g></svg>'
    )


def _dot(board: Board, tile_at: TileAt, stop: str) -> str:
    """The mark of a stop that is visited; off-board areas have their values there instead."""
    hex_id, end = stop.rpartition("/")[0], _stop_end(stop)
    if hex_id not in board.hexes or end is None:
        return ""
    tile = tile_at(hex_id)
    places = layout(tile, board.orientation).stops
    if end - STOP_BASE >= len(places) or tile.stops[end - STOP_BASE].kind == "offboard":
        return ""
    (cx, cy), (x, y) = g.hex_centre(board, hex_id), places[end - STOP_BASE]
    return f'<circle class="run-stop" cx="{number(cx + x)}" cy="{number(cy + y)}" r="4.6"/>'


def _tag(name: str, at: Point) -> str:
    width = text_width(name, 8.5, bold=True) + 7
    x, y = at
    return (
        f'<rect class="run-tag" x="{number(x - width / 2)}" y="{number(y - 6)}" width="{number(width)}" height="12" rx="3"/>'
        f'<text class="run-name" x="{number(x)}" y="{number(y + 3.1)}">{escape(name)}</text>'
    )


def run_points(board: Board, tile_at: TileAt, run: Run) -> list[Point]:
    """The points of a run on the map, from its first stop to its last."""
    found: list[Point] = []
    for (a, b), way in zip(pairwise(run.stops), run.ways, strict=False):
        for point in _way_points(board, tile_at, a, b, way):
            if not found or _apart(found[-1], point):
                found.append(point)
    return found


def _apart(p: Point, q: Point) -> bool:
    return abs(p[0] - q[0]) + abs(p[1] - q[1]) > 0.05


def _way_points(board: Board, tile_at: TileAt, a: str, b: str, way: Sequence[str]) -> list[Point]:
    """The points of the way between two stops."""
    found: list[Point] = []
    for index, hex_id in enumerate(way):
        if hex_id not in board.hexes:
            continue
        first, last = index == 0, index == len(way) - 1
        enter = _stop_end(a) if first else board.side_between(hex_id, way[index - 1])
        leave = _stop_end(b) if last else board.side_between(hex_id, way[index + 1])
        cx, cy = g.hex_centre(board, hex_id)
        inner = _inside(tile_at(hex_id), enter, leave, board.orientation)
        found += ((x + cx, y + cy) for x, y in inner)
    return found


def _stop_end(stop: str) -> int | None:
    number = stop.rpartition("/")[2]
    return STOP_BASE + int(number) if number.isascii() and number.isdigit() else None


def _inside(tile: Tile, enter: int | None, leave: int | None, orientation: str) -> list[Point]:
    """The points of the track inside a face from one end to another; its centre where there is none."""
    drawn = layout(tile, orientation)
    pieces = None if enter is None or leave is None else _pieces(tile, enter, leave, ())
    if not pieces:
        return [(0.0, 0.0)]
    points: list[Point] = []
    end = enter
    for index in pieces:
        track = drawn.tracks[index]
        forward = track.ends[0] == end
        points += track.points if forward else track.points[::-1]
        end = track.ends[1] if forward else track.ends[0]
    return points


def _pieces(tile: Tile, end: int, goal: int, used: tuple[int, ...]) -> tuple[int, ...] | None:
    """The pieces from one end to another, through junctions only."""
    for index, other in tile.at_end.get(end, ()):
        if index in used:
            continue
        if other == goal:
            return (*used, index)
        if other < 0 and (found := _pieces(tile, other, goal, (*used, index))):
            return found
    return None
