"""From parsed TOML (docs/notation.md) to a Board and a TileSet, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast

from msgspec.structs import replace

from towpath.facts.errors import DataError, one_of
from towpath.hexmap.board import (
    Board,
    Border,
    FutureLabel,
    Hex,
    HexId,
    Orientation,
    StartTile,
    StartToken,
    opposite,
    place_of,
)
from towpath.hexmap.notation import format_face, parse_face
from towpath.hexmap.tiles import UPGRADE_ORDER, Tile, TileSet

_BOARD_KEYS = ("orientation", "letters", "plain", "hexes", "start", "changes", "notes")
HEX_KEYS = (
    "face", "name", "borders", "reserved", "reserved_anywhere", "reserved_on", "locked", "closed", "needs", "homes",
    "tokens", "later", "source",
)  # fmt: skip
_TILE_KEYS = ("tiles", "replaces", "converts", "notes")
_BORDERS = ("impassable", "water", "mountain", "cost", "open")
_BORDER = re.compile(r"([0-5]) (\w+)(?: (\d+))?")
_TOKEN = re.compile(r"(\S+)@(\d+)(?:\.(\d+))?")
_LOCK = re.compile(r"(phase|private):\S+")
_COUNT = re.compile(r"(\d+|\*|\d+\*)x")


def load_board(data: Mapping[str, Any], file: str = "map.toml") -> Board:
    """A board from the parsed contents of a map file; ``file`` is named in errors. Raises DataError."""
    _known(data, _BOARD_KEYS, file)
    orientation = cast(Orientation, _choice(data, "orientation", ("flat", "pointy"), "flat", file))
    letters = cast(Literal["columns", "rows"], _choice(data, "letters", ("columns", "rows"), "columns", file))
    hexes: dict[HexId, Hex] = {}
    entries: list[tuple[str, Any]] = [(h, {}) for h in _text(data, "plain", file).split()]
    entries += _table(data, "hexes", file).items()
    for hex_id, entry in entries:
        where = f"{file}: hexes.{hex_id}"
        column, row = place_of(hex_id, orientation, letters, where)
        if hex_id in hexes:
            raise DataError(where, hex_id, "each hex only once")
        hexes[hex_id] = _hex(hex_id, column, row, entry, where)
    hexes = {h.id: h for h in sorted(hexes.values(), key=lambda h: (h.column, h.row))}
    parity = {(h.column + h.row) % 2 for h in hexes.values()}
    if len(parity) > 1:
        odd = next(h.id for h in hexes.values() if (h.column + h.row) % 2 != _common_parity(hexes.values()))
        raise DataError(f"{file}: hexes", odd, "an id on the grid: along one row or column the numbers step by 2")
    bare = Board(orientation, hexes, letters=letters)
    joined = {h.id: _joined_hex(bare, h) for h in _with_borders(bare)}
    start = {h: _start(text, h, joined, f"{file}: start.{h}") for h, text in _table(data, "start", file).items()}
    changes = {
        event: {
            h: tuple(
                _start(t, h, joined, f"{file}: changes.{event}.{h}")
                for t in _words(texts, f"{file}: changes.{event}.{h}")
            )
            for h, texts in _table(_table(data, "changes", file), event, f"{file}: changes").items()
        }
        for event in _table(data, "changes", file)
    }
    return Board(orientation, joined, start, letters, changes, _notes(data, file))


def check_tiles(board: Board, tileset: TileSet, file: str = "map.toml") -> None:
    """Raise DataError if the map names a tile that the tile set has not, or the tile set a hex that the map has not."""
    named = [(f"start.{h}", s.tile) for h, s in board.start.items()]
    named += [
        (f"changes.{event}.{h}", s.tile)
        for event, hexes in board.changes.items()
        for h, choices in hexes.items()
        for s in choices
    ]
    named += [(f"hexes.{h.id}.reserved_on", tile) for h in board.hexes.values() for tile in h.reserved_on]
    for key, tile in named:
        if tile not in tileset.tiles:
            raise DataError(f"{file}: {key}", tile, "a tile of the tile file: " + one_of(tileset.tiles, tile))
    for name in tileset.replaces:
        if name not in tileset.tiles and name not in board.hexes:
            raise DataError("replaces", name, "a tile or a hex: " + one_of([*tileset.tiles, *board.hexes], name))


def load_tiles(data: Mapping[str, Any], file: str = "tiles.toml") -> TileSet:
    """A tile set from the parsed contents of a tile file; ``file`` is named in errors. Raises DataError."""
    _known(data, _TILE_KEYS, file)
    tiles: dict[str, Tile] = {}
    counts: dict[str, int | None] = {}
    printed: dict[str, int] = {}
    for name, text in _table(data, "tiles", file).items():
        where = f"{file}: tiles.{name}"
        if not isinstance(text, str):
            raise DataError(where, text, "one line of text such as '2x yellow c20(0 3)'")
        head, _, face = text.partition(" ")
        match = _COUNT.fullmatch(head)
        if match is None:
            raise DataError(
                where, head, "as first word how many there are, such as 2x, *x (no limit) or 4*x (4 printed, no limit)"
            )
        number = match[1].rstrip("*")
        counts[name] = None if match[1].endswith("*") else int(number)
        if number and counts[name] is None:
            printed[name] = int(number)
        tile = parse_face(face, name, where)
        if tile.colour not in UPGRADE_ORDER[1:]:
            raise DataError(where, tile.colour, "a tile colour: " + one_of(UPGRADE_ORDER[1:], tile.colour))
        tiles[name] = tile
    replaces = {}
    for name, allowed in _table(data, "replaces", file).items():
        replaces[name] = tuple(_words(allowed, f"{file}: replaces.{name}"))
        for new in replaces[name]:
            if new not in tiles:
                raise DataError(f"{file}: replaces.{name}", new, "a tile of this file: " + one_of(tiles, new))
    converts = {}
    for name, allowed in _table(data, "converts", file).items():
        converts[name] = tuple(_words(allowed, f"{file}: converts.{name}"))
        for tile_name in (name, *converts[name]):
            if tile_name not in tiles:
                raise DataError(
                    f"{file}: converts.{name}", tile_name, "a tile of this file: " + one_of(tiles, tile_name)
                )
    return TileSet(tiles, counts, printed, replaces, converts, _notes(data, file))


def dump_board(board: Board) -> dict[str, Any]:
    """The data that ``load_board`` reads back to an equal board."""
    plain: list[str] = []
    hexes: dict[str, Any] = {}
    for here in board.hexes.values():
        entry = _dump_hex(here)
        if entry:
            hexes[here.id] = entry
        else:
            plain.append(here.id)
    data: dict[str, Any] = {
        "orientation": board.orientation,
        "letters": board.letters,
        "plain": " ".join(plain),
        "hexes": hexes,
    }
    if board.start:
        data["start"] = {h: f"{s.tile}@{s.rotation}" for h, s in board.start.items()}
    if board.changes:
        data["changes"] = {
            event: {h: [f"{s.tile}@{s.rotation}" for s in choices] for h, choices in hexes.items()}
            for event, hexes in board.changes.items()
        }
    if board.notes:
        data["notes"] = dict(board.notes)
    return data


def dump_tiles(tileset: TileSet) -> dict[str, Any]:
    """The data that ``load_tiles`` reads back to an equal tile set."""
    lines = {}
    for name, tile in tileset.tiles.items():
        count = tileset.counts[name]
        head = f"{tileset.printed.get(name, '')}*" if count is None else str(count)
        lines[name] = f"{head}x {format_face(tile)}"
    data: dict[str, Any] = {"tiles": lines}
    if tileset.replaces:
        data["replaces"] = {name: list(new) for name, new in tileset.replaces.items()}
    if tileset.converts:
        data["converts"] = {name: list(new) for name, new in tileset.converts.items()}
    if tileset.notes:
        data["notes"] = dict(tileset.notes)
    return data


def _dump_hex(here: Hex) -> dict[str, Any]:
    stops = len(here.printed.stops)
    entry: dict[str, Any] = {}
    if here.name:
        entry["name"] = here.name
    if face := format_face(here.printed):
        entry["face"] = face
    if here.borders:
        entry["borders"] = ", ".join(
            f"{edge} {b.kind}" + (f" {b.amount}" if b.amount else "") for edge, b in sorted(here.borders.items())
        )
    if here.reserved:
        entry["reserved"] = [", ".join(here.reserved.get(i, ())) for i in range(stops)]
    if here.reserved_anywhere:
        entry["reserved_anywhere"] = list(here.reserved_anywhere)
    if here.reserved_on:
        entry["reserved_on"] = {tile: list(names) for tile, names in here.reserved_on.items()}
    if here.locked:
        entry["locked"] = here.locked
    if here.closed:
        entry["closed"] = [here.closed.get(i, "") for i in range(stops)]
    if here.needs:
        entry["needs"] = [e for e in range(6) if here.needs >> e & 1]
    if here.homes:
        entry["homes"] = [here.homes.get(i, "") for i in range(stops)]
    if here.tokens:
        entry["tokens"] = [f"{t.company}@{t.stop}" + (f".{t.slot}" if t.slot else "") for t in here.tokens]
    if here.future:
        entry["later"] = f"{here.future.colour} {here.future.label}{'?' * here.future.optional}"
    if here.source:
        entry["source"] = dict(here.source)
    return entry


def _hex(hex_id: str, column: int, row: int, entry: Any, where: str) -> Hex:
    if isinstance(entry, str):
        entry = {"face": entry}
    if not isinstance(entry, Mapping):
        raise DataError(where, entry, "a face such as 'c =Y', or a table")
    _known(entry, HEX_KEYS, where)
    printed = parse_face(_text(entry, "face", where), hex_id, f"{where}.face")
    stops = len(printed.stops)
    sides = entry.get("needs", [])
    if not isinstance(sides, list) or not all(edge in range(6) for edge in sides):
        raise DataError(f"{where}.needs", sides, "a list of sides from 0 to 5")
    locked = _text(entry, "locked", where)
    if locked and not _LOCK.fullmatch(locked):
        raise DataError(f"{where}.locked", locked, "phase:NAME or private:NAME")
    closed = {i: words[0] for i, words in _per_stop(entry, "closed", stops, where).items()}
    for lock in closed.values():
        if not _LOCK.fullmatch(lock):
            raise DataError(f"{where}.closed", lock, "phase:NAME or private:NAME")
    future = None
    if later := _text(entry, "later", where):
        colour, _, label = later.partition(" ")
        if colour not in UPGRADE_ORDER or not label.rstrip("?"):
            raise DataError(f"{where}.later", later, "a colour and a label, such as 'gray Kh'")
        future = FutureLabel(colour, label.rstrip("?"), label.endswith("?"))
    return Hex(
        id=hex_id,
        column=column,
        row=row,
        printed=printed,
        name=_text(entry, "name", where),
        borders=_borders(_text(entry, "borders", where), f"{where}.borders"),
        reserved=_per_stop(entry, "reserved", stops, where),
        reserved_anywhere=tuple(_words(entry.get("reserved_anywhere", ()), f"{where}.reserved_anywhere")),
        reserved_on={
            tile: tuple(_words(names, f"{where}.reserved_on.{tile}"))
            for tile, names in _table(entry, "reserved_on", where).items()
        },
        locked=locked,
        closed=closed,
        needs=sum(1 << edge for edge in set(sides)),
        homes={i: words[0] for i, words in _per_stop(entry, "homes", stops, where).items()},
        tokens=tuple(_token(t, stops, f"{where}.tokens") for t in _words(entry.get("tokens", ()), f"{where}.tokens")),
        future=future,
        source={str(k): str(v) for k, v in _table(entry, "source", where).items()},
    )


def _borders(text: str, where: str) -> dict[int, Border]:
    borders = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        match = _BORDER.fullmatch(part)
        if match is None:
            raise DataError(where, part, "side, kind and perhaps a cost, such as '5 water 80'")
        if match[2] not in _BORDERS:
            raise DataError(where, match[2], one_of(_BORDERS, match[2]))
        borders[int(match[1])] = Border(match[2], int(match[3] or 0))
    return borders


def _with_borders(board: Board) -> list[Hex]:
    """The hexes with each border entered on both sides of it."""
    found = {h.id: dict(h.borders) for h in board.hexes.values()}
    for here in board.hexes.values():
        for edge, border in here.borders.items():
            across = board.adjacent(here.id, edge)
            if across is None:
                continue
            known = found[across].setdefault(opposite(edge), border)
            if known != border:
                raise DataError(
                    f"hexes.{here.id}.borders", border.kind, f"the same as on the other side, in {across}: {known.kind}"
                )
    return [replace(h, borders=found[h.id]) if found[h.id] != h.borders else h for h in board.hexes.values()]


def _joined_hex(board: Board, here: Hex) -> Hex:
    neighbours = tuple(
        None if e in here.borders and here.borders[e].kind == "impassable" else board.adjacent(here.id, e)
        for e in range(6)
    )
    return replace(here, neighbours=neighbours)


def _common_parity(hexes: Iterable[Hex]) -> int:
    odds = [(h.column + h.row) % 2 for h in hexes]
    return int(sum(odds) * 2 > len(odds))


def _start(text: Any, hex_id: str, hexes: Mapping[str, Hex], where: str) -> StartTile:
    if hex_id not in hexes:
        raise DataError(where, hex_id, "a hex of this map: " + one_of(hexes, hex_id))
    tile, _, turn = str(text).rpartition("@")
    if not tile or turn not in tuple("012345"):
        raise DataError(where, text, "tile@rotation, such as '57@2'")
    return StartTile(tile, int(turn))


def _token(text: str, stops: int, where: str) -> StartToken:
    match = _TOKEN.fullmatch(text)
    if match is None or int(match[2]) >= stops:
        raise DataError(where, text, f"company@stop, such as CN@0, with a stop below {stops}")
    return StartToken(int(match[2]), match[1], int(match[3] or 0))


def _per_stop(entry: Mapping[str, Any], key: str, stops: int, where: str) -> dict[int, tuple[str, ...]]:
    texts = entry.get(key, [])
    if not isinstance(texts, list) or len(texts) > stops or not all(isinstance(t, str) for t in texts):
        raise DataError(f"{where}.{key}", texts, f'a list with one text for each of its {stops} stops, "" for none')
    return {i: tuple(w.strip() for w in t.split(",")) for i, t in enumerate(texts) if t}


def _known(data: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in keys:
            raise DataError(where, key, "a key that is " + one_of(keys, key))


def _choice(data: Mapping[str, Any], key: str, allowed: tuple[str, ...], default: str, where: str) -> str:
    value = data.get(key, default)
    if value not in allowed:
        raise DataError(f"{where}: {key}", value, one_of(allowed, value))
    return str(value)


def _text(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise DataError(f"{where}.{key}", value, "text in quotes")
    return value


def _table(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise DataError(f"{where}: {key}", value, "a table")
    return value


def _words(value: Any, where: str) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise DataError(where, value, "a list of texts")
    return list(value)


def _notes(data: Mapping[str, Any], file: str) -> dict[str, str]:
    return {str(k): str(v) for k, v in _table(data, "notes", file).items()}
