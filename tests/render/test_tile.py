from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from tests.render.positions import TITLES, rules_of
from towpath.hexmap import STOP_BASE, Tile, parse_face
from towpath.render import geometry as g
from towpath.render.layout import TOKEN, layout
from towpath.render.tile import face, tile_svg

TILES = {tile.name: tile for title in TITLES for tile in rules_of(title).tileset.tiles.values()}
ODD = (
    "white",
    "red o[yellow:30 brown:50](0 1)",
    "blue o10>(3)",
    "gray c40x5(0 1 2 3) =A =B",
    "green h^0(0) t10^center(2 3) A-B",
    "yellow j(0 1 3) %port %tree! %odd",
    "yellow n0-3 c20(d1 w4) $40water+hill $20swamp $10",
    "brown 0-3 1-4 2-5 frame:#800080 stripes:gray",
    "green t10(0 1) t10(2 3) t10(4 5)",
)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_every_tile_is_sound_xml_in_every_rotation(tile: Tile, orientation: str) -> None:
    for rotation in range(6):
        root = ET.fromstring(tile_svg(tile.rotated(rotation), orientation=orientation))
        assert not [node for node in root.iter() if "id" in node.attrib or "style" in node.attrib]
        classes = [node.get("class") for node in root.iter()]
        assert classes.count("slot") == sum(stop.slots for stop in tile.stops if stop.kind == "city")


@pytest.mark.parametrize("text", ODD)
def test_faces_of_every_notation_are_drawn(text: str) -> None:
    for orientation in ("flat", "pointy"):
        tile = parse_face(text, "odd", "test")
        ET.fromstring(tile_svg(tile, orientation=orientation, standalone=True))


@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_stops_keep_their_places_when_a_tile_turns(tile: Tile) -> None:
    lying = layout(tile, "flat").stops
    for rotation in range(6):
        turned = layout(tile.rotated(rotation), "flat").stops
        for place, other in zip(lying, turned, strict=True):
            assert math.dist(g.turned(place, rotation), other) < 1e-6


@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_places_for_tokens_neither_overlap_nor_leave_the_hex(tile: Tile) -> None:
    for rotation in range(6):
        drawn = layout(tile.rotated(rotation), "flat")
        for p, q in combinations([slot for slots in drawn.slots for slot in slots], 2):
            assert math.dist(p, q) >= 2 * TOKEN
        for slots in drawn.slots:
            for x, y in slots:
                nearest = max(x * dx + y * dy for dx, dy in (g.direction(side, "flat") for side in range(6)))
                assert nearest + TOKEN <= g.APOTHEM


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_track_begins_and_ends_where_its_piece_does(tile: Tile, orientation: str) -> None:
    drawn = layout(tile, orientation)
    for piece, track in zip(tile.pieces, drawn.tracks, strict=True):
        assert set(track.ends) == {piece.a, piece.b}
        for end, point in zip(track.ends, (track.points[0], track.points[-1]), strict=True):
            wanted = drawn.stops[end - STOP_BASE] if end >= STOP_BASE else g.middle(end, orientation)
            assert math.dist(point, wanted) < 3


def test_the_value_in_force_is_the_strong_one() -> None:
    tile = parse_face("red o[yellow:30 green:40 brown:50](0)", "edge", "test")
    for colour, value in (("yellow", 30), ("green", 40), ("brown", 50)):
        body = face(tile, "flat", current=colour).body
        root = ET.fromstring(f"<g>{body}</g>")
        strong = [node.text for node in root.iter("text") if "now" in str(node.get("class")).split()]
        assert strong == [str(value)]


def test_text_is_escaped() -> None:
    tile = parse_face("yellow c20(0) =<b>", "<i>", "test")
    picture = tile_svg(tile, caption='"><script>', numbered=True)
    assert "<script" not in picture
    assert "<i>" not in picture
    assert "<b>" not in picture
    assert "<u>" not in face(tile, "flat", name="<u>").name
    ET.fromstring(picture)
