"""Names on the map, on any tile of the end of a game: inside their hex, off the track and the cities, at the reckoned width."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator

import pytest

from tests.golden.playthrough import record_path
from towpath.api import Game
from towpath.hexmap import Tile, candidates
from towpath.rail.rules import RailRules
from towpath.render import geometry as g
from towpath.render.furnish import Box, text_width
from towpath.render.layout import TOKEN, layout
from towpath.render.tile import face

TEXT = re.compile(
    r'<text class="name" font-size="([\d.]+)" x="([-\d.]+)" y="([-\d.]+)" textLength="([\d.]+)" '
    r'lengthAdjust="spacingAndGlyphs">([^<]+)</text>'
)
RAIL = 3.75
"""Half the width of drawn track."""


def written(svg: str) -> Iterator[Box]:
    """The box around each line: letters without tails are 0.8 of the size high."""
    for size, x, y, width, text in TEXT.findall(svg):
        assert float(width) == pytest.approx(text_width(html.unescape(text), float(size), bold=True), abs=0.1)
        yield Box(float(x), float(y) - 0.35 * float(size), float(width), 0.8 * float(size))


def away(box: Box, x: float, y: float) -> float:
    return math.hypot(max(abs(x - box.x) - box.width / 2, 0), max(abs(y - box.y) - box.height / 2, 0))


def inside(box: Box, orientation: str) -> float:
    """How far the box is from the nearest side of its hex; negative outside."""
    corners = [(box.x + sx * box.width / 2, box.y + sy * box.height / 2) for sx in (-1, 1) for sy in (-1, 1)]
    normals = [g.direction(side, orientation) for side in range(6)]
    return min(g.APOTHEM - (x * nx + y * ny) for x, y in corners for nx, ny in normals)


def free_of_track(tile: Tile, orientation: str, box: Box) -> float:
    points = [
        g.mix(p, q, share / 6)
        for track in layout(tile, orientation).tracks
        for p, q in zip(track.points, track.points[1:], strict=False)
        for share in range(7)
    ]
    return min((away(box, x, y) - RAIL for x, y in points), default=math.inf)


def free_of_cities(tile: Tile, orientation: str, box: Box) -> float:
    drawn = layout(tile, orientation)
    slots = [
        point
        for stop, place, each in zip(tile.stops, drawn.stops, drawn.slots, strict=True)
        if stop.kind == "city"
        for point in each or (place,)
    ]
    return min((away(box, x, y) - TOKEN for x, y in slots), default=math.inf)


def faults(rules: RailRules, name: str, tile: Tile, laid: bool) -> list[str]:
    orientation = rules.board.orientation
    svg = face(tile, orientation, name, numbered=laid).name
    found = []
    for box in written(svg):
        if inside(box, orientation) < 0:
            found.append("beyond its hex")
        if free_of_cities(tile, orientation, box) < 0:
            found.append("on a city")
        if 'class="name-plate"' not in svg and free_of_track(tile, orientation, box) < -0.3:
            found.append("on track")
    return [f"{name} on {tile.name} turned {tile.rotation}: {fault}" for fault in found]


@pytest.mark.parametrize("title", ["1861", "1867", "1856"])
def test_names_are_readable_at_the_start_and_at_the_end_of_a_game(title: str) -> None:
    game = Game.load(record_path(title))
    rules = game.rules
    assert isinstance(rules, RailRules)
    named = [here for here in rules.board.hexes.values() if here.name]
    assert len(named) > 20
    found: list[str] = []
    for number in (0, game.number // 2, game.number):
        state = game.position(number)
        for here in named:
            found += faults(rules, here.name, rules.tile_at(state, here.id), here.id in state.tiles)
    assert not found


@pytest.mark.parametrize("title", ["1861", "1867", "1856"])
def test_names_are_readable_on_every_tile_that_may_ever_lie_there(title: str) -> None:
    rules = Game.new(title, ["Ann", "Bob", "Cleo"]).rules
    assert isinstance(rules, RailRules)
    found: list[str] = []
    for here in (each for each in rules.board.hexes.values() if each.name and not each.fixed):
        seen, waiting = set(), [here.printed]
        while waiting:
            for lay in candidates(rules.board, rules.tileset, here.id, waiting.pop()):
                if (lay.name, lay.rotation) not in seen:
                    seen.add((lay.name, lay.rotation))
                    waiting.append(rules.tileset.face(lay.name, lay.rotation))
        for name, rotation in sorted(seen):
            found += faults(rules, here.name, rules.tileset.face(name, rotation), laid=True)
    assert not found
