"""Sentences for what is geometrically wrong with a lay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from towpath.hexmap.board import Board
from towpath.hexmap.upgrades import Fault
from towpath.kernel.reasons import Reason, broken, shape
from towpath.language import Text, msg
from towpath.rail.actions import LayTile
from towpath.rail.rules import RailRules

_TEXTS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "unknown_tile": ("8.6.1.a", msg("There is no tile {name}."), ("name",)),
    "fixed_hex": ("8.6.d", msg("Nothing is ever laid on {hex}; it is printed {colour}."), ("colour",)),
    "rotation": ("8.6.j", msg("Tile {tile} lies only in rotation {only}."), ("only",)),
    "colour": ("8.6.b", msg("{hex} is {old}; a {new} tile is not the next colour."), ("old", "new")),
    "label": ("8.6.k", msg("{hex} needs a tile with the label {needed}; tile {tile} has {has}."), ("needed", "has")),
    "label_missing": (
        "8.6.k",
        msg("{hex} needs a tile with the label {needed}; tile {tile} has none."),
        ("needed", "has"),
    ),
    "label_extra": ("8.6.k", msg("Tile {tile} has the label {has}; it does not go on {hex}."), ("needed", "has")),
    "replaces": ("8.6.b", msg("What lies on {hex} is replaced by {allowed} only."), ("allowed",)),
    "stops": ("8.6.k", msg("{hex} has {before}; tile {tile} has {after}."), ("kind", "before", "after")),
    "track": ("8.6.j", msg("Track that is there would be lost (between ends {a} and {b})."), ("a", "b")),
    "sides": ("8.6.j", msg("Track at side {side} would be lost."), ("side",)),
    "cities": ("P.8.3", msg("The track of city {city} would be split between cities."), ("city",)),
    "joined": ("P.8.3", msg("Cities {one} and {other} would become one."), ("one", "other")),
    "needs": ("8.6.2.d", msg("The first tile on {hex} must have track to its {side} side."), ("side",)),
    "edge": ("8.6.1.c", msg("Track would run off the map at its {side} side."), ("side",)),
    "border": ("8.6.1.d", msg("Track would run into the black border at its {side} side."), ("side",)),
    "closed_side": (
        "8.6.1.e",
        msg("Track would run into {across} at its {side} side, where that has none."),
        ("side", "across"),
    ),
}


def described(board: Board, fault: Fault, action: LayTile) -> Reason:
    """A fault of geometry as a reason with the rule it breaks."""
    code = fault.code
    if code == "edge" and board.adjacent(action.hex, int(fault.values[0])) is not None:
        code = "border"
    if code == "label" and not all(fault.values):
        code = "label_extra" if fault.values[1] else "label_missing"
    rule, text, names = _TEXTS[code]
    values = _values(board, code, dict(zip(names, fault.values, strict=False)), fault)
    name = "label" if code.startswith("label") else code
    return broken(f"lay_{name}", rule, text, hex=action.hex, tile=action.tile, **values)


_LOWER_LEFT, _LOWER_RIGHT = msg("lower left"), msg("lower right")
_UPPER_LEFT, _UPPER_RIGHT = msg("upper left"), msg("upper right")
_SIDES = {
    "flat": (msg("bottom"), _LOWER_LEFT, _UPPER_LEFT, msg("top"), _UPPER_RIGHT, _LOWER_RIGHT),
    "pointy": (_LOWER_LEFT, msg("left"), _UPPER_LEFT, _UPPER_RIGHT, msg("right"), _LOWER_RIGHT),
}
_COUNTS: dict[str, tuple[Text, ...]] = {
    "city": ("no city", "1 city", "2 cities", "3 cities", "4 cities"),
    "town": ("no town", "1 town", "2 towns", "3 towns", "4 towns"),
}


def side_name(board: Board, edge: int) -> str:
    """A side of a hex in words: "upper left"."""
    return _SIDES[board.orientation][edge]


def _values(board: Board, code: str, values: dict[str, Any], fault: Fault) -> dict[str, Any]:
    if code == "replaces":
        return {"allowed": list(fault.values)}
    if "side" in values:
        return {**values, "side": side_name(board, int(values["side"]))}
    if code == "stops":
        kind = str(values["kind"])
        return {name: _counted(int(values[name]), kind) for name in ("before", "after")}
    return values


def _counted(number: int, kind: str) -> str:
    return _COUNTS[kind][number] if number < len(_COUNTS[kind]) else str(number)


def tile_shape(rules: RailRules, hex_id: str, tile: str, rotation: int) -> Iterator[Reason]:
    """Hex, tile and rotation exist."""
    if hex_id not in rules.board.hexes:
        yield shape("no_such_hex", "There is no hex {hex}.", hex=hex_id)
    if tile not in rules.tileset.tiles:
        yield shape("no_such_tile", "There is no tile {tile}.", tile=tile)
    if not 0 <= rotation <= 5:
        yield shape("no_such_rotation", "A rotation is 0 to 5, not {rotation}.", rotation=rotation)
