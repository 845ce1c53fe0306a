"""Hexes, tiles and track: the board of a rail game as geometry, without companies, phases or money.

Imports nothing else of towpath. Data files are described in docs/notation.md.
"""

from towpath.facts.errors import DataError
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
    with_optional_label,
)
from towpath.hexmap.graph import NoPath, TrackGraph
from towpath.hexmap.laying import city_gains, new_track_reached
from towpath.hexmap.loading import check_tiles, dump_board, dump_tiles, load_board, load_tiles
from towpath.hexmap.notation import format_face, parse_face
from towpath.hexmap.numbering import Track
from towpath.hexmap.reaching import Reach
from towpath.hexmap.segments import Segment
from towpath.hexmap.tiles import STOP_BASE, Edge, Icon, Piece, Stop, Terrain, Tile, TileSet
from towpath.hexmap.upgrades import FAULTS, Candidate, CityMap, Fault, candidates, city_map, faults, make_candidate

__all__ = [
    "FAULTS",
    "STOP_BASE",
    "Board",
    "Border",
    "Candidate",
    "CityMap",
    "DataError",
    "Edge",
    "Fault",
    "FutureLabel",
    "Hex",
    "HexId",
    "Icon",
    "Laid",
    "NoPath",
    "NodeId",
    "Piece",
    "Reach",
    "Segment",
    "StartTile",
    "StartToken",
    "Stop",
    "Terrain",
    "Tile",
    "TileSet",
    "Track",
    "TrackGraph",
    "candidates",
    "check_tiles",
    "city_gains",
    "city_map",
    "current_tile",
    "dump_board",
    "dump_tiles",
    "faults",
    "format_face",
    "load_board",
    "load_tiles",
    "make_candidate",
    "new_track_reached",
    "opposite",
    "parse_face",
    "with_optional_label",
]
