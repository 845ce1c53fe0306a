"""The one-line notation of a tile face (docs/notation.md), read and written.

``green c40(0 1) c40(2 3) c40(4 5) =K $40water`` is a green tile with three cities of value 40, each joined to two
sides, the label K and a cost of 40 for water when it is upgraded.
"""

from __future__ import annotations

import re

from towpath.facts.errors import DataError, one_of
from towpath.hexmap.tiles import STOP_BASE, Icon, Piece, Stop, StopKind, Terrain, Tile, make_piece

COLOURS = ("white", "yellow", "green", "brown", "gray", "red", "blue", "none")
_KINDS: dict[str, StopKind] = {"c": "city", "t": "town", "h": "halt", "o": "offboard"}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}
_GAUGES = {"": "", "n": "narrow", "d": "dual", "w": "canal"}
_GAUGE_LETTERS = {gauge: letter for letter, gauge in _GAUGES.items()}

_WORD = re.compile(r"(?:\[[^\]]*\]|\([^)]*\)|[^\s\[(])+")
_STOP = re.compile(
    r"(?P<kind>[ctho])(?P<value>\d*|\[[^\]]*\])(?:x(?P<slots>\d+))?(?P<hidden>~)?(?P<through>>)?"
    r"(?:\^(?P<at>center|\d(?:\.5)?))?(?P<groups>(?:@[^@(\s]+)*)(?:\((?P<ends>[^)]*)\))?"
)
_PLAIN = re.compile(r"(?P<gauge>[ndw]?)(?P<a>[0-5A-Z])-(?P<b>[0-5A-Z])")
_END = re.compile(r"(?P<gauge>[ndw]?)(?P<side>[0-5])(?P<terminal>!)?")
_JUNCTION = re.compile(r"j\((?P<ends>[^)]*)\)")
_TERRAIN = re.compile(r"\$(?P<cost>\d+)(?P<kinds>[a-z+]*)")
_ICON = re.compile(r"%(?P<name>[^*!\s]+)(?P<sticky>\*)?(?P<guards>!)?")
_FORMS = (
    "a colour, a stop such as c40x2(0 3) or o[yellow:30 brown:50](4), track such as 0-3 or A-B, a junction j(0 1 2), "
    "=LABEL, $20water, %icon, frame:…, stripes:… or fixed:0"
)


def parse_face(text: str, name: str, where: str) -> Tile:
    """Read a face; ``name`` becomes the tile's name and ``where`` heads the message of a DataError."""
    colour = "white"
    stops: list[Stop] = []
    pieces: list[Piece] = []
    inner: list[tuple[str, re.Match[str]]] = []
    labels: list[str] = []
    terrain: list[Terrain] = []
    icons: list[Icon] = []
    frames: list[str] = []
    extra: dict[str, str] = {}
    junctions = 0
    for place, word in enumerate(_WORD.findall(text)):
        if place == 0 and word.isalpha() and len(word) > 1:
            if word not in COLOURS:
                raise DataError(where, word, "as its first word " + one_of(COLOURS, word))
            colour = word
        elif match := _STOP.fullmatch(word):
            pieces += _ends(match["ends"] or "", STOP_BASE + len(stops), where)
            stops.append(_stop(match, where))
        elif match := _PLAIN.fullmatch(word):
            inner.append((word, match))
        elif match := _JUNCTION.fullmatch(word):
            junctions += 1
            pieces += _ends(match["ends"], -junctions, where)
        elif word.startswith("=") and len(word) > 1:
            labels.append(_spaced(word[1:]))
        elif match := _TERRAIN.fullmatch(word):
            terrain.append(Terrain(int(match["cost"]), tuple(k for k in match["kinds"].split("+") if k)))
        elif match := _ICON.fullmatch(word):
            icons.append(Icon(_spaced(match["name"]), bool(match["sticky"]), bool(match["guards"])))
        elif word.startswith("frame:"):
            frames.append(word[6:])
        elif word.startswith(("stripes:", "fixed:")):
            key, _, value = word.partition(":")
            extra[key] = value
        else:
            raise DataError(where, word, _FORMS)
    for word, match in inner:
        a, b = (_plain_end(match[key], len(stops), word, where) for key in "ab")
        if a == b:
            raise DataError(where, word, "track between two different places")
        pieces.append(make_piece(a, b, _GAUGES[match["gauge"]]))
    if len(set(pieces)) < len(pieces):
        raise DataError(where, text, "each piece of track only once")
    fixed = extra.get("fixed")
    if fixed is not None and fixed not in tuple("012345"):
        raise DataError(where, f"fixed:{fixed}", "a rotation from 0 to 5")
    return Tile(
        name=name,
        colour=colour,
        stops=tuple(stops),
        pieces=tuple(sorted(pieces)),
        labels=tuple(labels),
        terrain=tuple(terrain),
        icons=tuple(icons),
        frames=tuple(frames),
        stripes=extra.get("stripes", ""),
        fixed_rotation=None if fixed is None else int(fixed),
    )


def _spaced(word: str) -> str:
    return word.replace("_", " ")


def _joined(word: str) -> str:
    return word.replace(" ", "_")


def _ends(text: str, stop: int, where: str) -> list[Piece]:
    pieces = []
    for word in text.split():
        match = _END.fullmatch(word)
        if match is None:
            raise DataError(
                where, word, "a side from 0 to 5, perhaps with n, d or w before it (narrow, dual, canal) or ! after it"
            )
        pieces.append(make_piece(int(match["side"]), stop, _GAUGES[match["gauge"]], bool(match["terminal"])))
    return pieces


def _stop(match: re.Match[str], where: str) -> Stop:
    kind = _KINDS[match["kind"]]
    text = match["value"]
    values: int | tuple[tuple[str, int], ...]
    if text.startswith("["):
        pairs = []
        for word in text[1:-1].split():
            colour, colon, number = word.rpartition(":")
            if not colon or not number.isdigit():
                raise DataError(where, word, "colour:value, such as green:40")
            pairs.append((colour, int(number)))
        values = tuple(pairs)
    else:
        values = int(text or 0)
    slots = int(match["slots"]) if match["slots"] else int(kind == "city")
    groups = tuple(_spaced(g) for g in match["groups"].split("@") if g)
    return Stop(kind, values, slots, groups, bool(match["hidden"]), bool(match["through"]), match["at"] or "")


def _plain_end(word: str, stops: int, piece: str, where: str) -> int:
    if word.isdigit():
        return int(word)
    index = ord(word) - 65
    if index >= stops:
        have = f"A to {chr(64 + stops)}" if stops else "no stop: it has none"
        raise DataError(where, piece, f"a side from 0 to 5 or a stop of this face ({have})")
    return STOP_BASE + index


def format_face(tile: Tile) -> str:
    """Write a face (in the rotation it lies in) so that ``parse_face`` gives it back."""
    words = [] if tile.colour == "white" else [tile.colour]
    for index, stop in enumerate(tile.stops):
        words.append(_format_stop(stop, _format_ends(tile, STOP_BASE + index)))
    lowest = min((p.a for p in tile.pieces), default=0)
    words += [f"j({_format_ends(tile, junction)})" for junction in range(-1, lowest - 1, -1)]
    for piece in tile.pieces:
        if (piece.a < STOP_BASE) == (piece.b < STOP_BASE) and piece.a >= 0:
            words.append(f"{_GAUGE_LETTERS[piece.gauge]}{_format_end(piece.a)}-{_format_end(piece.b)}")
    words += [f"={_joined(label)}" for label in tile.labels]
    words += [f"${t.cost}{'+'.join(t.kinds)}" for t in tile.terrain]
    words += [f"%{_joined(i.name)}{'*' * i.sticky}{'!' * i.guards}" for i in tile.icons]
    words += [f"frame:{frame}" for frame in tile.frames]
    if tile.stripes:
        words.append(f"stripes:{tile.stripes}")
    if tile.fixed_rotation is not None:
        words.append(f"fixed:{tile.fixed_rotation}")
    return " ".join(words)


def _format_end(end: int) -> str:
    return str(end) if end < STOP_BASE else chr(65 + end - STOP_BASE)


def _format_ends(tile: Tile, stop: int) -> str:
    return " ".join(
        f"{_GAUGE_LETTERS[p.gauge]}{p.other(stop)}{'!' * p.terminal}"
        for p in tile.pieces
        if stop in (p.a, p.b) and 0 <= p.other(stop) < STOP_BASE
    )


def _format_stop(stop: Stop, ends: str) -> str:
    if isinstance(stop.values, int):
        value = str(stop.values) if stop.values else ""
    else:
        value = "[" + " ".join(f"{colour}:{number}" for colour, number in stop.values) + "]"
    word = _LETTERS[stop.kind] + value
    if stop.slots != int(stop.kind == "city"):
        word += f"x{stop.slots}"
    word += "~" * stop.hidden + ">" * stop.through
    if stop.at:
        word += f"^{stop.at}"
    word += "".join(f"@{_joined(g)}" for g in stop.groups)
    return word + (f"({ends})" if ends else "")
