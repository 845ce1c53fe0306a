"""Which tile may replace what lies on a hex, by geometry and print alone; no phase, supply or company is looked at."""

from __future__ import annotations

from msgspec import Struct

from towpath.hexmap.board import FIXED_COLOURS, Board, Hex, HexId
from towpath.hexmap.tiles import STOP_BASE, UPGRADE_ORDER, Edge, Piece, Stop, Tile, TileSet, make_piece

CityMap = tuple[int, ...]
"""Index of each stop of the old tile -> its index on the new one."""


class Fault(Struct, frozen=True):
    """One thing wrong with a lay. ``code`` is one of ``FAULTS``; ``values`` are the particulars it lists."""

    code: str
    values: tuple[str | int, ...] = ()


FAULTS = {
    "unknown_tile": "no tile of that name (name)",
    "fixed_hex": "nothing is ever laid on this hex (colour of the print)",
    "rotation": "the tile lies in one rotation only (that rotation)",
    "colour": "not one colour up (old colour, new colour)",
    "label": "labels differ (what is needed, what the tile has)",
    "replaces": "the title names other tiles for this one (allowed names)",
    "stops": "stops are lost or won (kind, number before, number after)",
    "track": "old track is not kept (old piece's ends)",
    "sides": "an old side would have no track any more (side)",
    "cities": "the exits of an old stop do not lie in one new stop (old stop)",
    "joined": "two old stops would become one (old stop, old stop)",
    "needs": "a side that the first tile must have track to (side)",
    "edge": "track would run off the map or into an impassable side (side)",
    "closed_side": "track would run into a fixed hex that has none there (side, hex)",
}
"""Codes of faults -> what they mean and, in brackets, their values."""


class Candidate(Struct, frozen=True):
    """A tile and rotation without faults on a hex.

    ``tile``: the tile turned so. ``new_pieces``: indexes of its pieces that the old tile does not have. ``exits``: mask
    of its sides with track. ``city_map``: old stop index -> new stop index.
    """

    name: str
    rotation: int
    tile: Tile
    new_pieces: tuple[int, ...]
    exits: int
    city_map: CityMap


def faults(board: Board, tileset: TileSet, hex_id: HexId, current: Tile, name: str, rotation: int) -> tuple[Fault, ...]:
    """Everything wrong with laying that tile on ``hex_id``, where ``current`` lies now; empty when nothing is."""
    if name not in tileset.tiles:
        return (Fault("unknown_tile", (name,)),)
    here = board.hexes[hex_id]
    if here.fixed:
        return (Fault("fixed_hex", (here.printed.colour,)),)
    new = tileset.face(name, rotation)
    if tileset.is_conversion(current.name, name):
        lost = [edge for edge in range(6) if (current.exits & ~new.exits) >> edge & 1]
        return (*(Fault("sides", (edge,)) for edge in lost), *_side_faults(board, here, current, new))
    found = [*_step_faults(tileset, here, current, new)]
    if new.fixed_rotation is not None and new.rotation != new.fixed_rotation:
        found.append(Fault("rotation", (new.fixed_rotation,)))
    stops = _stop_faults(current, new)
    found += stops
    if not stops:
        found += _track_faults(current, new)
    found += _side_faults(board, here, current, new)
    return tuple(found)


def candidates(board: Board, tileset: TileSet, hex_id: HexId, current: Tile) -> tuple[Candidate, ...]:
    """All lays without faults, in the order of the tile file; of rotations that look alike only the lowest.

    Cached per hex and present tile for as long as the board lives.
    """
    here = board.hexes[hex_id]
    held = board.caches.setdefault(id(tileset), (tileset, {}))[1]
    key = (hex_id, current.name, current.rotation)
    known: object = held.get(key)
    if isinstance(known, tuple):
        return known
    made: list[Candidate] = []
    for name, tile in tileset.tiles.items():
        if here.fixed:
            continue
        if not tileset.is_conversion(current.name, name) and (
            _step_faults(tileset, here, current, tile) or _stop_faults(current, tile)
        ):
            continue
        pictures = set()
        for rotation in range(6):
            picture = tileset.face(name, rotation).picture
            if picture not in pictures and not faults(board, tileset, hex_id, current, name, rotation):
                made.append(make_candidate(tileset, current, name, rotation))
            pictures.add(picture)
    held[key] = tuple(made)
    return tuple(made)


def make_candidate(tileset: TileSet, current: Tile, name: str, rotation: int) -> Candidate:
    """The candidate for a lay that has no faults, in exactly this rotation (records may hold any of those alike)."""
    new = tileset.face(name, rotation)
    mapping = city_map(current, new)
    kept = {_ends(mapped) for mapped in _mapped(current, mapping)}
    if tileset.is_conversion(current.name, name):
        kept = set()  # its track serves other stops than before, or none
    fresh = tuple(i for i, piece in enumerate(new.pieces) if _ends(piece) not in kept)
    return Candidate(name, new.rotation, new, fresh, new.exits, mapping)


def sort_of(stop: Stop) -> str:
    """What a stop is to upgrades: towns and halts may turn into each other (1860), the rest keep their kind."""
    return "town" if stop.kind == "halt" else stop.kind


def city_map(old: Tile, new: Tile) -> CityMap:
    """Where each stop of ``old`` is found on ``new``.

    A stop with exits is the new stop (of its sort) that has those exits. Those without exits take what remains, in
    order; when nothing remains they join the last one.
    """
    found: dict[int, int] = {}
    for index, stop in enumerate(old.stops):
        exits = old.stop_exits(index)
        if exits:
            fit = [
                j
                for j, other in enumerate(new.stops)
                if sort_of(other) == sort_of(stop) and not exits & ~new.stop_exits(j)
            ]
            if fit:
                found[index] = fit[0]
    for index, stop in enumerate(old.stops):
        if index not in found:
            alike = [j for j, other in enumerate(new.stops) if sort_of(other) == sort_of(stop)]
            left = [j for j in alike if j not in found.values()]
            found[index] = (left or alike[-1:] or [0])[0]
    return tuple(found[i] for i in range(len(old.stops)))


def value_gained(current: Tile, candidate: Candidate, stop: int) -> bool:
    """Whether a city of the old tile is worth more on the new one, in any colour."""
    old = current.stops[stop]
    if old.kind != "city":
        return False
    new = candidate.tile.stops[candidate.city_map[stop]]
    return any(new.value(c) > old.value(c) for c in UPGRADE_ORDER)


def _step_faults(tileset: TileSet, here: Hex, old: Tile, new: Tile) -> list[Fault]:
    allowed = tileset.replaces.get(old.name, tileset.replaces.get(here.id) if old is here.printed else None)
    if allowed is not None:
        return [] if new.name in allowed else [Fault("replaces", allowed)]
    found = []
    before = UPGRADE_ORDER.index(old.colour) if old.colour in UPGRADE_ORDER else -1
    if before < 0 or UPGRADE_ORDER.index(new.colour) != before + 1:
        found.append(Fault("colour", (old.colour, new.colour)))
    needed = old.labels
    if here.future and UPGRADE_ORDER.index(new.colour) >= UPGRADE_ORDER.index(here.future.colour):
        if here.future.optional and sorted(needed) == sorted(new.labels):
            return found
        needed = (here.future.label,)
    if sorted(needed) != sorted(new.labels):
        found.append(Fault("label", (" ".join(needed), " ".join(new.labels))))
    return found


def _stop_faults(old: Tile, new: Tile) -> list[Fault]:
    """Number and kind of stops: kept, save that a tile may join cities into fewer by its design."""
    found = []
    for kind in ("city", "town"):
        before = sum(sort_of(s) == kind for s in old.stops)
        after = sum(sort_of(s) == kind for s in new.stops)
        if after > before or (after < before and (kind != "city" or not after)):
            found.append(Fault("stops", (kind, before, after)))
    return found


def _track_faults(old: Tile, new: Tile) -> list[Fault]:
    found = []
    for index, stop in enumerate(old.stops):
        exits = old.stop_exits(index)
        if exits and not any(
            sort_of(s) == sort_of(stop) and not exits & ~new.stop_exits(j) for j, s in enumerate(new.stops)
        ):
            found.append(Fault("cities", (index,)))
    mapping = city_map(old, new)
    for kind in ("city", "town"):
        old_stops = [i for i, s in enumerate(old.stops) if sort_of(s) == kind]
        if len(old_stops) == sum(sort_of(s) == kind for s in new.stops):
            found += [
                Fault("joined", (i, j))
                for n, i in enumerate(old_stops)
                for j in old_stops[n + 1 :]
                if mapping[i] == mapping[j]
            ]
    have = {_ends(p) for p in new.pieces}
    lost = [p for p, mapped in zip(old.pieces, _mapped(old, mapping), strict=True) if _ends(mapped) not in have]
    return found + [Fault("track", (p.a, p.b)) for p in lost if not (found and p.b >= STOP_BASE)]


def _mapped(old: Tile, mapping: CityMap) -> list[Piece]:
    def end(n: int) -> int:
        return STOP_BASE + mapping[n - STOP_BASE] if n >= STOP_BASE else n

    return [make_piece(end(p.a), end(p.b), p.gauge) for p in old.pieces]


def _ends(piece: Piece) -> tuple[int, int, str]:
    return piece.a, piece.b, piece.gauge


def _side_faults(board: Board, here: Hex, old: Tile, new: Tile) -> list[Fault]:
    found = []
    if old is here.printed or old == here.printed:
        missing = here.needs & ~new.exits
        found += [Fault("needs", (edge,)) for edge in range(6) if missing >> edge & 1]
    fresh = new.exits & ~old.exits
    for edge in range(6):
        if fresh >> edge & 1:
            across = here.neighbours[edge]
            if across is None:
                found.append(Fault("edge", (edge,)))
            elif closed_side(board.hexes[across], (edge + 3) % 6):
                found.append(Fault("closed_side", (edge, across)))
    return found


def closed_side(here: Hex, edge: Edge) -> bool:
    """Whether no track can ever come in at this side: a fixed hex without track there."""
    return here.printed.colour in FIXED_COLOURS and not here.printed.exits >> edge & 1
