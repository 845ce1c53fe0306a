"""Boards, tile sets and maps for tests, and a twin of reach that walks every trail."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from random import Random

from towpath.hexmap import STOP_BASE, Board, NodeId, Piece, TileSet, TrackGraph, candidates, load_board, load_tiles

# Eleven hexes around C4, in rings that close, so that trails meet themselves.
SMALL = load_board({"plain": "A3 A5 B2 B4 B6 C3 C5 C7 D4 D6 E5"})

# Ys, crossings, cities of one and two, inner track and a junction: whatever can make a trail meet itself.
MIXED = load_tiles(
    {
        "tiles": {
            "bend": "*x yellow 0-1",
            "curve": "*x yellow 0-2",
            "line": "*x yellow 0-3",
            "y23": "*x green 0-3 0-4",
            "y26": "*x green 0-3 0-5",
            "y31": "*x green 0-2 0-5",
            "y624": "*x green 0-1 1-2",
            "cross": "*x green 0-3 1-4",
            "star": "*x brown 0-3 0-2 1-3 1-2",
            "city": "*x yellow c20(0 3)",
            "city4": "*x green c30x2(0 1 2 3)",
            "pair": "*x green c40(0 1) c40(2 3)",
            "town": "*x yellow t10(0 1)",
            "inner": "*x green h^0(0) t10^center(2 3) A-B",
            "knot": "*x brown j(0 1 3 4)",
            "end": "*x green o20(0 2) 3-4",
            "full": "*x brown c50x3(0 1 2 3 4 5)",
        }
    }
)


@cache
def title(name: str) -> tuple[Board, TileSet]:
    """The board and tiles of a title of the package."""
    folder = files("towpath.titles").joinpath(f"t{name}")
    read = [tomllib.loads(folder.joinpath(f).read_text("utf-8")) for f in ("map.toml", "tiles.toml")]
    return load_board(read[0]), load_tiles(read[1])


def lays(board: Board, tiles: TileSet, rng: Random, count: int) -> Iterator[dict[str, tuple[str, int]]]:
    """Maps one after the other: mostly a tile more or an upgrade, now and then a tile gone or several changed at once."""
    laid: dict[str, tuple[str, int]] = {}
    hexes, names = list(board.hexes), list(tiles.tiles)
    for _ in range(count):
        for hex_id in rng.sample(hexes, rng.choice((1, 1, 1, 3))):
            current = tiles.face(*laid[hex_id]) if hex_id in laid else board.hexes[hex_id].printed
            legal = [(one.name, one.rotation) for one in candidates(board, tiles, hex_id, current)]
            if hex_id in laid and rng.random() < 0.1:
                laid = {h: lay for h, lay in laid.items() if h != hex_id}
            else:
                lay = rng.choice(legal) if legal and rng.random() < 0.8 else (rng.choice(names), rng.randrange(6))
                laid = {**laid, hex_id: lay}
        yield laid


def all_trails(graph: TrackGraph, starts: set[NodeId], blocked: set[NodeId]) -> Iterator[tuple[str, int, Piece, int]]:
    """Every step of every trail as (hex, piece index, piece, end left by); found by walking, with no short cuts."""
    tiles = {h: graph.tile(h) for h in graph.board.hexes}

    def step(hex_id: str, tail: int, came: int, used: frozenset[object]) -> Iterator[tuple[str, int, Piece, int]]:
        """Go on from an end of a tile, not back along piece ``came``."""
        for index, piece in enumerate(tiles[hex_id].pieces):
            if index == came or tail not in (piece.a, piece.b):
                continue
            head = piece.b if tail == piece.a else piece.a
            takes: set[object] = {(hex_id, "piece", index)} | {(hex_id, e) for e in (tail, head) if 0 <= e < STOP_BASE}
            if head >= STOP_BASE:
                takes.add((hex_id, "stop", head))
            if takes & used:
                continue
            yield hex_id, index, piece, head
            now = used | takes
            if head < 0:
                yield from step(hex_id, head, index, now)
            elif head < STOP_BASE:
                other = graph.board.hexes[hex_id].neighbours[head]
                if other is not None:
                    yield from step(other, (head + 3) % 6, -1, now)
            elif (hex_id, head - STOP_BASE) not in blocked and tiles[hex_id].stops[head - STOP_BASE].kind != "offboard":
                yield from step(hex_id, head, index, now)

    for hex_id, stop in starts:
        yield from step(hex_id, STOP_BASE + stop, -1, frozenset({(hex_id, "stop", STOP_BASE + stop)}))
