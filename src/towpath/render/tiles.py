"""Tiles beside the map: those that fit a hex, and the manifest of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from htpy import Element, button, div, figcaption, figure, h3, li, section, span, ul
from markupsafe import Markup

from towpath.hexmap import Board, Tile, TileSet, candidates, load_board
from towpath.language import capital, say
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState
from towpath.render.describe import colour_name, hex_label
from towpath.render.tile import tile_svg
from towpath.render.words import money
from towpath.render.writing import written

__all__ = ["TileChoice", "manifest", "tile_strip", "tile_svg", "upgrades"]

ROSETTE = {"flat": "C3 C1 C5 B2 B4 D2 D4", "pointy": "C3 A3 E3 B2 D2 B4 D4"}
"""A hex with all its neighbours, on which any tile may lie."""


class TileChoice(NamedTuple):
    """A tile that fits: ``cost`` of laying it (None: not said), ``note``: what else it means."""

    tile: str
    rotation: int
    cost: int | None = None
    note: str = ""


def tile_strip(
    rules: RailRules, hex_id: str, choices: Sequence[TileChoice], *, selected: tuple[str, int] | None = None
) -> Markup:
    """The tiles that fit a hex as a list of buttons, each drawn as it would lie."""
    items = [_choice(rules, hex_id, choice, selected) for choice in choices]
    label = say("Tiles that fit {hex}", hex=hex_label(rules.board.hexes[hex_id]))
    return written(ul(".tp-strip", aria_label=label)[items])


def _choice(rules: RailRules, hex_id: str, choice: TileChoice, selected: tuple[str, int] | None) -> Element:
    face = rules.tileset.face(choice.tile, choice.rotation)
    words = say("tile {tile}, rotation {rotation}", tile=choice.tile, rotation=choice.rotation)
    chosen = selected == (choice.tile, choice.rotation)
    data = {"data-hex": hex_id, "data-tile": choice.tile, "data-rotation": str(choice.rotation)}
    cost = "" if choice.cost is None else say("free") if not choice.cost else money(rules, choice.cost)
    return li[
        button(data, type="button", aria_pressed="true" if chosen else "false")[
            tile_svg(face, orientation=rules.board.orientation, caption=words),
            span(".tp-strip-name")[f"{choice.tile}"],
            span(".tp-strip-cost")[cost] if cost else None,
            span(".tp-strip-note")[choice.note] if choice.note else None,
        ]
    ]


def manifest(rules: RailRules, state: RailState) -> Markup:
    """Every tile by colour, with what is left of how many and what it may become."""
    into = upgrades(rules.tileset, rules.board.orientation)
    colours = list(dict.fromkeys(tile.colour for tile in rules.tileset.tiles.values()))
    parts = [
        section(".tp-manifest-colour")[
            h3[capital(colour_name(colour))],
            ul(".tp-manifest-tiles")[
                [_entry(rules, state, tile, into) for tile in rules.tileset.tiles.values() if tile.colour == colour]
            ],
        ]
        for colour in colours
    ]
    return written(div(".tp-manifest")[parts])


def _entry(rules: RailRules, state: RailState, tile: Tile, into: Mapping[str, Sequence[str]]) -> Element:
    total = rules.tileset.counts[tile.name]
    left = state.supply.get(tile.name, 0)
    count = say("no limit") if total is None else say("{left} of {total} left", left=left, total=total)
    gone = total is not None and not left
    caption = say("{colour} tile {tile}, {count}", colour=colour_name(tile.colour), tile=tile.name, count=count)
    return li[
        figure(class_="tp-gone" if gone else "")[
            tile_svg(tile, orientation=rules.board.orientation, caption=caption, numbered=False),
            figcaption[
                span(".tp-tile-name")[tile.name],
                " ",
                span(".tp-tile-left")["∞" if total is None else f"{left}/{total}"],
                span(".tp-tile-into")["→ ", ", ".join(into[tile.name])] if into.get(tile.name) else None,
            ],
        ]
    ]


def upgrades(tileset: TileSet, orientation: str) -> Mapping[str, tuple[str, ...]]:
    """Tile -> the tiles that may come on it by track, stops and labels alone."""
    return _upgrades(tuple(tileset.tiles.items()), tuple(tileset.replaces.items()), orientation)


@lru_cache(maxsize=16)
def _upgrades(
    tiles: tuple[tuple[str, Tile], ...], replaces: tuple[tuple[str, tuple[str, ...]], ...], orientation: str
) -> dict[str, tuple[str, ...]]:
    board = _rosette(orientation)
    tileset = TileSet(dict(tiles), dict.fromkeys((name for name, _ in tiles), None), replaces=dict(replaces))
    found = {}
    for name, tile in tiles:
        fits = candidates(board, tileset, "C3", tile)
        found[name] = tuple(dict.fromkeys(candidate.name for candidate in fits))
    return found


def _rosette(orientation: str) -> Board:
    letters = "columns"
    return load_board({"orientation": orientation, "letters": letters, "plain": ROSETTE[orientation]})
