"""One face as SVG: ground, track, stops and writing. Everything that does not change during a game is cached as text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from towpath.hexmap import Stop, Tile
from towpath.language import say
from towpath.render import geometry as g
from towpath.render import icons
from towpath.render.describe import colour_name
from towpath.render.furnish import Obstacles, near, rim, same, text_width
from towpath.render.geometry import number, pair
from towpath.render.layout import Layout, Track, layout
from towpath.render.placename import name_of
from towpath.render.style import stylesheet

VALUE_RADIUS = 7.6
BOX = 17.5
"""Width of one of an off-board area's values."""


class Face(NamedTuple):
    """A face as text: what lies under everything else, and its name, which is drawn above the neighbouring hexes."""

    body: str
    name: str


@lru_cache(maxsize=8192)
def face(
    tile: Tile,
    orientation: str,
    name: str = "",
    current: str = "",
    lock: str = "",
    needs: int = 0,
    numbered: bool = False,
) -> Face:
    """The inside of a face's group.

    ``current``: the colour whose value is the strong one; ``lock``: what opens the hex (a short word), "" for an open one;
    ``needs``: mask of the sides that the first tile must reach; ``numbered``: whether the tile's number is shown.
    """
    drawn = layout(tile, orientation)
    parts = [f'<polygon class="ground" points="{g.outline(orientation)}"/>']
    parts += (_bands(tile, orientation),) if tile.frames or tile.stripes else ()
    parts += _tracks(tile, drawn)
    parts += (_stop(stop, drawn, index) for index, stop in enumerate(tile.stops))
    parts += (_needed(side, orientation) for side in range(6) if needs >> side & 1)
    taken = Obstacles(tile, drawn, orientation)
    offboards = [stop for stop in tile.stops if stop.kind == "offboard" and not stop.hidden]
    parts += (_offboard_values(stop, current, taken) for stop in offboards)
    named = name_of(name, taken, bool(offboards)) if name else ""
    parts += _writing(tile, drawn, taken, lock, numbered)
    return Face("".join(parts), named)


def tile_svg(
    tile: Tile, *, orientation: str = g.FLAT, caption: str = "", numbered: bool = True, standalone: bool = False
) -> Markup:
    """A picture of one face as it lies; ``caption`` is its accessible name (a plain one is made when it is empty)."""
    x, y, width, height = g.bounds(g.corners(orientation), 1.5)
    words = caption or say("{colour} tile {tile}", colour=colour_name(tile.colour), tile=tile.name)
    body = f'<g class="face f-{tile.colour}">{face(tile, orientation, numbered=numbered).body}</g>'
    css = f"<style>{stylesheet()}</style>" if standalone else ""
    box = f"{number(x)} {number(y)} {number(width)} {number(height)}"
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tp tp-tile" viewBox="{box}" role="img" '
        f'aria-label="{escape(words)}">{css}{body}</svg>'
    )


def _tracks(tile: Tile, drawn: Layout) -> Iterator[str]:
    """Track by connected part: where parts cross, the later one's casing shows it as passing over."""
    for members in _connected(drawn.tracks):
        for gauge in dict.fromkeys(tile.pieces[i].gauge for i in members):
            mine = [i for i in members if tile.pieces[i].gauge == gauge]
            lines = "".join(drawn.tracks[i].path for i in mine if not drawn.tracks[i].path.endswith("Z"))
            wedges = "".join(drawn.tracks[i].path for i in mine if drawn.tracks[i].path.endswith("Z"))
            more = f" {gauge}" if gauge else ""
            if lines:
                yield f'<path class="bed{more}" d="{lines}"/><path class="rail{more}" d="{lines}"/>'
            if wedges:
                yield f'<path class="wedge{more}" d="{wedges}"/>'


def _connected(tracks: tuple[Track, ...]) -> list[list[int]]:
    groups: list[tuple[set[int], list[int]]] = []
    for index, track in enumerate(tracks):
        ends = set(track.ends)
        joined = [index]
        for group in [group for group in groups if group[0] & ends]:
            groups.remove(group)
            ends |= group[0]
            joined = group[1] + joined
        groups.append((ends, joined))
    return [members for _, members in groups]


def _stop(stop: Stop, drawn: Layout, index: int) -> str:
    place = drawn.stops[index]
    if stop.kind == "offboard":
        return ""
    if stop.kind == "city":
        slots = drawn.slots[index] or (place,)
        ring = "M" + "L".join(pair(slot) for slot in slots) + ("Z" if len(slots) > 1 else "h0")
        rings = "".join(f'<circle class="slot" cx="{number(x)}" cy="{number(y)}" r="12"/>' for x, y in slots)
        return f'<path class="rim" d="{ring}"/><path class="floor" d="{ring}"/>{rings}'
    kind = "town" if stop.kind == "town" else "town halt"
    angle = drawn.bars[index]
    if angle is None:
        return f'<circle class="{kind}" cx="{number(place[0])}" cy="{number(place[1])}" r="6.5"/>'
    turn = f"translate({pair(place)}) rotate({number(angle)})"
    return f'<rect class="{kind}" x="-10" y="-3.6" width="20" height="7.2" rx="1.6" transform="{turn}"/>'


def _writing(tile: Tile, drawn: Layout, taken: Obstacles, lock: str, numbered: bool) -> Iterator[str]:
    orientation = taken.orientation
    yield from _values(tile, drawn, taken)
    for label in tile.labels:
        x, y = taken.place(text_width(label, 13, bold=True), 10, rim(orientation))
        yield _text(label, x, y, 13, "label")
    if lock:
        x, y = taken.place(11 + text_width(lock, 9), 12, ((0.0, 0.0), *rim(orientation)))
        yield icons.lock(x, y, lock)
    for terrain in tile.terrain:
        x, y = taken.place(16 + text_width(str(terrain.cost), 10), 12, rim(orientation))
        yield icons.cost(terrain, x, y)
    for icon in tile.icons:
        x, y = taken.place(13, 13, rim(orientation))
        yield icons.mark(icon.name, x, y)
    if numbered:
        x, y = taken.place(text_width(tile.name, 6.5), 6, reversed(rim(orientation)[:12]))
        yield _text(tile.name, x, y, 6.5, "number")


def _values(tile: Tile, drawn: Layout, taken: Obstacles) -> Iterator[str]:
    """Plain values in discs: one for all stops when they are equal, else one beside each."""
    plain = [
        (stop.values, i, stop.kind)
        for i, stop in enumerate(tile.stops)
        if isinstance(stop.values, int) and stop.values and not stop.hidden and stop.kind != "offboard"
    ]
    if not plain:
        return
    shared = len(plain) > 1 and same([value for value, _, _ in plain])
    for value, index, kind in plain[:1] if shared else plain:
        slots = drawn.slots[index]
        away = 18.0 if kind != "city" else 24.0 + 8 * (len(slots) > 1)
        middle = ((0.0, 0.0),) if shared else ()
        around = () if shared else near(drawn.stops[index], away)
        x, y = taken.place(VALUE_RADIUS * 1.7, VALUE_RADIUS * 1.7, (*middle, *around, *rim(taken.orientation)))
        yield f'<circle class="disc" cx="{number(x)}" cy="{number(y)}" r="{VALUE_RADIUS}"/>'
        yield _text(str(value), x, y, 9.5 if value < 100 else 8, "value")


def _offboard_values(stop: Stop, current: str, taken: Obstacles) -> str:
    """A row of boxes, one a colour; the one in force is larger, framed and bold."""
    values = (("", stop.values),) if isinstance(stop.values, int) else stop.values
    strong = _in_force(stop, current)
    width = BOX * len(values) + 3
    x, y = taken.place(width, 17, ((0.0, 0.0), (0.0, 6.0), (0.0, -6.0), (0.0, 12.0), (0.0, -12.0)))
    left = x - BOX * len(values) / 2
    later: list[str] = []
    parts: list[str] = []
    for i, (colour, value) in enumerate(values):
        now = i == strong
        height, grow = (17.0, 1.5) if now else (12.0, 0.0)
        box = (
            f'<rect class="worth w-{colour or "plain"}{" now" if now else ""}" x="{number(left + i * BOX - grow)}" '
            f'y="{number(y - height / 2)}" width="{number(BOX + 2 * grow)}" height="{number(height)}" rx="1.5"/>'
        )
        text = _text(
            str(value),
            left + (i + 0.5) * BOX,
            y,
            11 if now else 9,
            f"worth-text t-{colour or 'plain'}{' now' * now}",
        )
        (later if now else parts).append(box + text)
    return "".join(parts + later)


def _in_force(stop: Stop, current: str) -> int:
    """The index of the value that ``current`` makes the one in force; the only one is; -1 when nothing is said."""
    if isinstance(stop.values, int) or len(stop.values) == 1:
        return 0
    names = [name for name, _ in stop.values]
    if current in names:
        return names.index(current)
    return -1


def _bands(tile: Tile, orientation: str) -> str:
    """A frame inside the edge, for faces that have one."""
    colour = escape((*tile.frames, tile.stripes)[0])
    return f'<polygon class="band" stroke="{colour}" points="{g.outline(orientation, 46)}"/>'


def _needed(side: int, orientation: str) -> str:
    """A small arrow towards a side that the first tile must reach."""
    (ax, ay), (bx, by) = g.side_ends(side, orientation, 7)
    x, y = g.towards(side, g.APOTHEM - 8, orientation)
    half = ((bx - ax) / 2, (by - ay) / 2)
    tip = g.towards(side, g.APOTHEM - 1.5, orientation)
    return (
        f'<path class="needs" d="M{pair((x - half[0], y - half[1]))}L{pair(tip)}L{pair((x + half[0], y + half[1]))}Z"/>'
    )


def _text(text: str, x: float, y: float, size: float, kind: str) -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y + size * 0.35)}">{escape(text)}</text>'
