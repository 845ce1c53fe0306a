"""Sentences for what is geometrically wrong with a lay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towpath.hexmap.board import Board
from towpath.hexmap.upgrades import Fault
from towpath.kernel.reasons import Reason, broken
from towpath.rail.actions import LayTile

_TEXTS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "unknown_tile": ("8.6.1.a", "There is no tile {name}.", ("name",)),
    "fixed_hex": ("8.6.d", "Nothing is ever laid on {hex}; it is printed {colour}.", ("colour",)),
    "rotation": ("8.6.j", "Tile {tile} lies only in rotation {only}.", ("only",)),
    "colour": ("8.6.b", "{hex} is {old}; a {new} tile is not the next colour.", ("old", "new")),
    "label": ("8.6.k", "{hex} needs a tile labelled '{needed}'; {tile} has '{has}'.", ("needed", "has")),
    "replaces": ("8.6.b", "What lies on {hex} is replaced by {allowed} only.", ("allowed",)),
    "stops": ("8.6.k", "{hex} has {before} of {kind}; {tile} has {after}.", ("kind", "before", "after")),
    "track": ("8.6.j", "Track that is there would be lost (between ends {a} and {b}).", ("a", "b")),
    "sides": ("8.6.j", "Track at side {side} would be lost.", ("side",)),
    "cities": ("P.8.3", "The track of city {city} would be split between cities.", ("city",)),
    "joined": ("P.8.3", "Cities {one} and {other} would become one.", ("one", "other")),
    "needs": ("8.6.2.d", "The first tile on {hex} must have track to side {side}.", ("side",)),
    "edge": ("8.6.1.c", "Track would run off the map at side {side}.", ("side",)),
    "border": ("8.6.1.d", "Track would run into the black border at side {side}.", ("side",)),
    "closed_side": (
        "8.6.1.e",
        "Track would run into {across} at side {side}, where that has none.",
        ("side", "across"),
    ),
}


def described(board: Board, fault: Fault, action: LayTile) -> Reason:
    """A fault of geometry as a reason with the rule it breaks."""
    code = fault.code
    if code == "edge" and board.adjacent(action.hex, int(fault.values[0])) is not None:
        code = "border"
    rule, text, names = _TEXTS[code]
    values: dict[str, Any] = dict(zip(names, fault.values, strict=False))
    if code == "replaces":
        values = {"allowed": list(fault.values)}
    return broken(f"lay_{code}", rule, text, hex=action.hex, tile=action.tile, **values)
