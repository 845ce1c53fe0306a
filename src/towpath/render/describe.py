"""Hexes in words: for tool tips, screen readers and lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from towpath.hexmap import Hex, Stop, Tile
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState

SIDES = {
    "flat": ("south", "south-west", "north-west", "north", "north-east", "south-east"),
    "pointy": ("south-west", "west", "north-west", "north-east", "east", "south-east"),
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def is_open(rules: RailRules, state: RailState, lock: str) -> bool:
    """Whether a lock is open: ``phase:3`` once the phase allows it, ``private:X`` unless a player owns X."""
    kind, _, name = lock.partition(":")
    if kind == "private":
        return state.privates.get(name) not in rules.seats
    order = [phase.name for phase in rules.data.phases]
    return name not in order or order.index(state.phase) >= order.index(name)


def lock_word(lock: str) -> str:
    """What opens a lock, short."""
    kind, _, name = lock.partition(":")
    return f"Ph {name}" if kind == "phase" else name


def hex_label(here: Hex) -> str:
    """``H8 Moscow``."""
    return f"{here.id} {here.name}" if here.name else here.id


def hex_words(rules: RailRules, state: RailState, hex_id: str) -> str:
    """A hex in one sentence or two: what lies there, its stops and who is in them, track, cost and locks."""
    here = rules.board.hexes[hex_id]
    laid = state.tiles.get(hex_id)
    tile = rules.tile_at(state, hex_id)
    parts = [f"{tile.colour} tile {laid[0]}" if laid else _printed(tile)]
    parts += _stops(rules, state, here, tile)
    track = _tracks(tile, rules.board.orientation)
    parts += [f"track to {track}"] if track else []
    parts += [f"label {' '.join(tile.labels)}"] if tile.labels else []
    parts += [f"cost {t.cost}{' for ' + listed(list(t.kinds)) if t.kinds else ''}" for t in tile.terrain]
    parts += [icon.name for icon in tile.icons]
    if here.locked and not laid and not is_open(rules, state, here.locked):
        kind, _, name = here.locked.partition(":")
        parts.append(
            f"closed while a player owns {rules.privates[name].name}"
            if kind == "private"
            else f"closed until {kind} {name}"
        )
    parts += _borders(here, rules.board.orientation)
    return f"{hex_label(here)}: {'; '.join(part for part in parts if part)}"


def _printed(tile: Tile) -> str:
    if tile.colour == "white":
        return "" if tile.stops or tile.terrain else "open country"
    return "off the board" if tile.colour == "red" else f"{tile.colour} hex"


def _stops(rules: RailRules, state: RailState, here: Hex, tile: Tile) -> list[str]:
    tokens = state.tokens.get(here.id, ())
    kept = state.reservations.get(here.id, ())
    found = []
    for index, stop in enumerate(tile.stops):
        owners = [token[2] for token in sorted(tokens) if token[0] == index]
        waiting = [item[2] for item in kept if item[0] == index]
        found.append(_stop(rules, state, stop, owners, waiting))
    return found


def _stop(rules: RailRules, state: RailState, stop: Stop, owners: list[str], waiting: list[str]) -> str:
    worth = stop.value(rules.phase(state).offboard)
    text = {"offboard": "area", "halt": "halt", "town": "town"}.get(stop.kind, "city")
    if stop.kind == "city" and stop.slots > 1:
        text = f"city with {NUMBERS[min(stop.slots, 6)]} places"
    text += f" worth {worth}" if worth else ""
    if owners:
        text += f", tokens of {listed(owners)}"
    free = stop.slots - len(owners) - len(waiting)
    if waiting:
        text += f", kept for {listed(waiting)}"
    if owners and free > 0:
        text += f", {NUMBERS[min(free, 6)]} free"
    return text


@lru_cache(maxsize=2048)
def _tracks(tile: Tile, orientation: str) -> str:
    words = SIDES[orientation]
    return listed([words[side] for side in (3, 4, 5, 0, 1, 2) if tile.exits >> side & 1])


def _borders(here: Hex, orientation: str) -> list[str]:
    words = SIDES[orientation]
    found = []
    for side, border in sorted(here.borders.items()):
        if border.kind == "impassable":
            found.append(f"no way {words[side]}")
        elif border.amount:
            found.append(f"crossing {words[side]} costs {border.amount}")
    return found
