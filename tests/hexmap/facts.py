"""Converter between the reference material's facts files and our notation: facts -> notation, and board -> facts form.

The two directions share no code, so that a round trip through both proves that the notation loses nothing.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from towpath.hexmap import STOP_BASE, Board, Hex, Stop, Tile, TileSet, load_board, load_tiles

GAUGES = {None: "", "narrow": "n", "dual": "d"}
NO_LINE = "open"


@cache
def facts(shared: Path, title: str) -> dict[str, Any]:
    """One facts file, parsed."""
    return json.loads((shared / "facts" / f"{title}.json").read_text("utf-8"))  # type: ignore[no-any-return]


def _joined(text: str) -> str:
    return text.replace(" ", "_")


def _distinct(paths: Any) -> list[Any]:
    """The catalogue writes a few paths of 37 and 460-462 twice; track is there once."""
    return [
        p
        for i, p in enumerate(paths)
        if not any({str(p["a"]), str(p["b"])} == {str(q["a"]), str(q["b"])} for q in paths[:i])
    ]


def face_of(x: dict[str, Any]) -> str:
    """The face line of a tile or hex of the facts."""
    parts = []
    for kind in ("cities", "towns", "offboards"):
        parts += [(kind, i, p) for i, p in enumerate(x.get(kind, ()))]
    parts.sort(key=lambda part: part[2]["part_index"])
    letter = {(kind, i): chr(65 + n) for n, (kind, i, _) in enumerate(parts)}
    plural = {"city": "cities", "town": "towns", "offboard": "offboards"}
    ends: dict[tuple[str, int], list[str]] = {(k, i): [] for k, i, _ in parts}
    junction: list[str] = []
    plain: list[str] = []
    for path in _distinct(x.get("paths", ())):
        a, b = path["a"], path["b"]
        gauge = GAUGES[path.get("track")]
        if a["kind"] != "edge":
            a, b = b, a
        if a["kind"] != "edge":
            p, q = (letter[plural[n["kind"]], n["index"]] for n in (a, b))
            plain.append(f"{gauge}{p}-{q}")
        elif b["kind"] == "edge":
            plain.append(f"{gauge}{a['index']}-{b['index']}")
        else:
            end = f"{gauge}{a['index']}{'!' * bool(path.get('terminal'))}"
            (junction if b["kind"] == "junction" else ends[plural[b["kind"]], b["index"]]).append(end)
    words = [x["color"]] if x["color"] != "white" else []
    for kind, i, p in parts:
        word = "h" if p.get("halt") else kind[0]
        revenue = p["revenue"]
        if isinstance(revenue, dict):
            word += "[" + " ".join(f"{c}:{v}" for c, v in revenue.items()) + "]"
        else:
            word += str(revenue or "")
        if p.get("slots", 1) != 1:
            word += f"x{p['slots']}"
        word += "~" * bool(p.get("hide")) + ">" * bool(p.get("run_through"))
        if "loc" in p:
            word += f"^{p['loc']}"
        word += "".join(f"@{_joined(g)}" for g in p.get("groups", ()))
        words.append(word + (f"({' '.join(ends[kind, i])})" if ends[kind, i] else ""))
    words += [f"j({' '.join(junction)})"] if junction else []
    words += plain
    words += [f"={_joined(label)}" for label in x.get("labels", ())]
    words += [f"${u['cost']}{'+'.join(u.get('terrains', ()))}" for u in x.get("upgrades", ())]
    words += [
        f"%{_joined(i['name'])}{'*' * bool(i.get('sticky'))}{'!' * bool(i.get('blocks_lay'))}"
        for i in x.get("icons", ())
    ]
    words += [f"frame:{f}" for f in x.get("frame", ())]
    words += [f"stripes:{x['stripes']}"] if "stripes" in x else []
    words += [f"fixed:{x['fixed_rotation']}"] if "fixed_rotation" in x else []
    return " ".join(words)


def tiles_data(tiles: dict[str, Any]) -> dict[str, Any]:
    """The tile file for the ``tiles`` of a facts file or for the catalogue."""
    lines = {}
    for name, x in tiles.items():
        count = x.get("count", 1)
        head = "*" if count == "unlimited" else f"{count}{'*' * bool(x.get('unlimited'))}"
        lines[name] = f"{head}x {face_of(x)}"
    notes = {n: x["note"] for n, x in tiles.items() if "note" in x}
    return {"tiles": lines} | ({"notes": notes} if notes else {})


def hex_data(x: dict[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if "location" in x:
        entry["name"] = re.sub(r" \(.*\)", "", x["location"])
    if face := face_of(x):
        entry["face"] = face
    if x.get("borders"):
        entry["borders"] = ", ".join(
            f"{b['edge']} {b.get('type', NO_LINE)}" + (f" {b['cost']}" if "cost" in b else "") for b in x["borders"]
        )
    stops = sorted(
        (p["part_index"], p.get("reservations", []))
        for kind in ("cities", "towns", "offboards")
        for p in x.get(kind, ())
    )
    if any(names for _, names in stops):
        entry["reserved"] = [", ".join(names) for _, names in stops]
    if "reservations" in x:
        entry["reserved_anywhere"] = x["reservations"]
    if "blocked_by" in x:
        (who,) = x["blocked_by"]
        entry["locked"] = "phase:3" if who == "3" else f"private:{who}"
    if "stubs" in x:
        entry["needs"] = x["stubs"]
    if "minor_home" in x:
        entry["homes"] = [str(x["minor_home"])]
    for city, slot, company, kind in x.get("tokens_at_start", ()):
        if kind == "neutral":
            entry["closed"] = [""] * city + ["phase:3"]
        else:
            entry["tokens"] = [f"{company}@{city}" + (f".{slot}" if slot else "")]
    if "future_label" in x:
        entry["later"] = f"{x['future_label']['color']} {x['future_label']['label']}"
    source = {"hex": x["status"]} if "status" in x else {}
    source |= {f"{k} part": v for k, v in x.get("status_parts", {}).items()}
    source |= {f"border {b['edge']}": b["status"] for b in x.get("borders", ()) if "status" in b}
    if "status_note" in x:
        source["note"] = x["status_note"]
    if source:
        entry["source"] = source
    return entry


def board_data(given: dict[str, Any]) -> dict[str, Any]:
    """The map file for a facts file."""
    data: dict[str, Any] = {
        "orientation": given["layout"],
        "letters": "columns" if given["axes"]["x"] == "letter" else "rows",
        "plain": " ".join(h for h, x in given["hexes"].items() if not hex_data(x)),
        "hexes": {h: entry for h, x in given["hexes"].items() if (entry := hex_data(x))},
    }
    start = {s["hex"]: f"{s['tile']}@{s['rotation']}" for s in given.get("start_map", ()) if s["tile"]}
    if start:
        data["start"] = start
    if "phase_2_reset" in given:
        reset = given["phase_2_reset"]
        by_hex = {r["hex"]: r["choices"] for r in [*reset["if_still_yellow"], reset["leeds"]]}
        data["changes"] = {"phase:2": {h: [f"{t}@{r}" for t, r in by_hex[h]] for h in reset["order"]}}
    notes = {f"border {' '.join(b['hexes'])}": b["why"] for b in given.get("borders_why", ())}
    if notes:
        data["notes"] = notes
    return data


# The other way: what the parsed objects say, in the words of the facts.


def _end(tile: Tile, end: int) -> tuple[str, int]:
    if end < 0:
        return "junction", -1 - end
    if end < STOP_BASE:
        return "edge", end
    word = {"halt": "town"}
    kind = word.get(tile.stops[end - STOP_BASE].kind, tile.stops[end - STOP_BASE].kind)
    before = [word.get(s.kind, s.kind) for s in tile.stops[: end - STOP_BASE]]
    return kind, before.count(kind)


def said_stop(stop: Stop) -> dict[str, Any]:
    said: dict[str, Any] = {"revenue": stop.values if isinstance(stop.values, int) else dict(stop.values)}
    if stop.kind == "city":
        said["slots"] = stop.slots
    if stop.kind == "halt":
        said |= {"route": "optional", "halt": "£"}
    said |= {"groups": list(stop.groups)} if stop.groups else {}
    said |= {"hide": True} if stop.hidden else {}
    said |= {"run_through": True} if stop.through else {}
    said |= {"loc": stop.at} if stop.at else {}
    return said


def said_tile(tile: Tile) -> dict[str, Any]:
    """A tile in the form of the facts, without part indexes, counts and notes, with paths as a sorted list."""
    said: dict[str, Any] = {"color": tile.colour}
    for key, kinds in (("cities", ("city",)), ("towns", ("town", "halt")), ("offboards", ("offboard",))):
        if stops := [said_stop(s) for s in tile.stops if s.kind in kinds]:
            said[key] = stops
    paths = []
    for p in tile.pieces:
        ends = tuple(sorted((_end(tile, p.a), _end(tile, p.b))))
        paths.append((ends, {v: k for k, v in GAUGES.items()}[p.gauge[:1]], p.terminal))
    if paths:
        said["paths"] = sorted(paths, key=repr)
        said["exits"] = [e for e in range(6) if tile.exits >> e & 1]
    said |= {"labels": list(tile.labels)} if tile.labels else {}
    if tile.terrain:
        said["upgrades"] = [{"cost": t.cost, "terrains": list(t.kinds)} for t in tile.terrain]
    if tile.icons:
        said["icons"] = [
            {"name": i.name} | ({"sticky": True} if i.sticky else {}) | ({"blocks_lay": True} if i.guards else {})
            for i in tile.icons
        ]
    said |= {"frame": list(tile.frames)} if tile.frames else {}
    said |= {"stripes": tile.stripes} if tile.stripes else {}
    said |= {"junction": True} if any(p.a < 0 for p in tile.pieces) else {}
    said |= {"fixed_rotation": tile.fixed_rotation} if tile.fixed_rotation is not None else {}
    return said


def given_tile(x: dict[str, Any]) -> dict[str, Any]:
    """What the facts say of a face, brought to the form of ``said_tile``."""
    keep = (
        "color", "cities", "towns", "offboards", "exits", "labels", "upgrades", "icons", "frame", "stripes", "junction",
        "fixed_rotation",
    )  # fmt: skip
    out = {k: v for k, v in x.items() if k in keep and v != []}
    for kind in ("cities", "towns", "offboards"):
        if kind in out:
            drop = ("part_index", "reservations", "by_phase")
            out[kind] = [{k: v for k, v in p.items() if k not in drop} for p in out[kind]]
    if "upgrades" in out:
        out["upgrades"] = [{"cost": u["cost"], "terrains": u.get("terrains", [])} for u in out["upgrades"]]
    if x.get("paths"):
        paths = []
        for p in _distinct(x["paths"]):
            ends = tuple(sorted(((p["a"]["kind"], p["a"]["index"]), (p["b"]["kind"], p["b"]["index"]))))
            paths.append((ends, p.get("track"), bool(p.get("terminal"))))
        out["paths"] = sorted(paths, key=repr)
    return out


def said_hex(board: Board, here: Hex) -> dict[str, Any]:
    """A hex in the form of the facts (borders and neighbours are compared apart)."""
    said = said_tile(here.printed) | {"x": here.column, "y": here.row}
    said |= {"location": here.name} if here.name else {}
    said |= {"stubs": [e for e in range(6) if here.needs >> e & 1]} if here.needs else {}
    if here.future:
        said["future_label"] = {"label": here.future.label, "color": here.future.colour}
    if here.locked:
        _kind, _, who = here.locked.partition(":")
        said["blocked_by"] = [who]
    said |= {"reservations": list(here.reserved_anywhere)} if here.reserved_anywhere else {}
    said["kept"] = {i: list(names) for i, names in here.reserved.items()}
    said["tokens"] = sorted([t.stop, t.slot, t.company, "normal"] for t in here.tokens)
    said["closed"] = dict(here.closed)
    said |= {"minor_home": int(here.homes[0])} if here.homes else {}
    return said


def given_hex(x: dict[str, Any]) -> dict[str, Any]:
    """What the facts say of a hex, brought to the form of ``said_hex``."""
    keep = ("x", "y", "stubs", "future_label", "blocked_by", "reservations", "minor_home")
    out = given_tile(x) | {k: v for k, v in x.items() if k in keep}
    if "location" in x:
        out["location"] = re.sub(r" \(.*\)", "", x["location"])
    parts = sorted(
        (p for kind in ("cities", "towns", "offboards") for p in x.get(kind, ())), key=lambda p: p["part_index"]
    )
    out["kept"] = {i: p["reservations"] for i, p in enumerate(parts) if p.get("reservations")}
    out["tokens"] = sorted(t for t in x.get("tokens_at_start", []) if t[3] == "normal")
    out["closed"] = {t[0]: "phase:3" for t in x.get("tokens_at_start", []) if t[3] == "neutral"}
    return out


def said_counts(tileset: TileSet) -> dict[str, object]:
    return {
        n: "unlimited" if c is None and n not in tileset.printed else tileset.printed.get(n, c)
        for n, c in tileset.counts.items()
    }


def load(given: dict[str, Any]) -> tuple[Board, TileSet]:
    """Board and tiles of a facts file, by way of the notation."""
    return load_board(board_data(given)), load_tiles(tiles_data(given["tiles"]))
