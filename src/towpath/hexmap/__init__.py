"""Hexes, tiles and track: the board of a rail game as geometry, without companies, phases or money.

Imports nothing else of towpath. Data files are described in docs/notation.md.
"""

from towpath.hexmap.board import (
    Board,
    Border,
    FutureLabel,
    Hex,
    HexId,
    Laid,
    NodeId,
    StartTile,
    StartToken,
    current_tile,
    opposite,
)
from towpath.hexmap.errors import DataError
from towpath.hexmap.loading import dump_board, dump_tiles, load_board, load_tiles
from towpath.hexmap.notation import format_face, parse_face
from towpath.hexmap.tiles import STOP_BASE, Edge, Icon, Piece, Stop, Terrain, Tile, TileSet

__all__ = [
    "STOP_BASE",
    "Board",
    "Border",
    "DataError",
    "Edge",
    "FutureLabel",
    "Hex",
    "HexId",
    "Icon",
    "Laid",
    "NodeId",
    "Piece",
    "StartTile",
    "StartToken",
    "Stop",
    "Terrain",
    "Tile",
    "TileSet",
    "current_tile",
    "dump_board",
    "dump_tiles",
    "format_face",
    "load_board",
    "load_tiles",
    "opposite",
    "parse_face",
]
