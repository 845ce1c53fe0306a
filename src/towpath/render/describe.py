"""Hexes in words: for tool tips, screen readers and lists."""

from __future__ import annotations

from towpath.hexmap import Hex, Stop, Tile
from towpath.language import Texts, listed, msg, say, say_n
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState

_SOUTH, _NORTH = msg("south"), msg("north")
_SOUTH_WEST, _SOUTH_EAST = msg("south-west"), msg("south-east")
_NORTH_WEST, _NORTH_EAST = msg("north-west"), msg("north-east")
SIDES = {
    "flat": (_SOUTH, _SOUTH_WEST, _NORTH_WEST, _NORTH, _NORTH_EAST, _SOUTH_EAST),
    "pointy": (_SOUTH_WEST, msg("west"), _NORTH_WEST, _NORTH_EAST, msg("east"), _SOUTH_EAST),
}
COLOURS: Texts = {
    "white": "white", "yellow": "yellow", "green": "green", "brown": "brown", "grey": "grey", "gray": "grey",
    "red": "red", "blue": "blue", "black": "black",
}  # fmt: skip
TERRAIN: Texts = {
    "mountain": "mountain", "hill": "hill", "forest": "forest", "swamp": "swamp", "water": "water", "river": "river",
}  # fmt: skip
ICONS: Texts = {"port": "port", "mine": "mine", "factory": "factory"}
STOPS: Texts = {"offboard": "area", "halt": "halt", "town": "town", "city": "city"}


def colour_name(colour: str) -> str:
    """The colour of a tile."""
    return say(COLOURS.get(colour, colour))


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
    return say("Ph {phase}", phase=name) if kind == "phase" else name


def hex_label(here: Hex) -> str:
    """``H8 Moscow``."""
    return f"{here.id} {here.name}" if here.name else here.id


def hex_words(rules: RailRules, state: RailState, hex_id: str) -> str:
    """A hex in one sentence or two: what lies there, its stops and who is in them, track, cost and locks."""
    here = rules.board.hexes[hex_id]
    laid = state.tiles.get(hex_id)
    tile = rules.tile_at(state, hex_id)
    parts = [say("{colour} tile {tile}", colour=colour_name(tile.colour), tile=laid[0]) if laid else _printed(tile)]
    parts += _stops(rules, state, here, tile)
    track = _tracks(tile, rules.board.orientation)
    parts += [say("track to {sides}", sides=track)] if track else []
    parts += [say("label {letters}", letters=" ".join(tile.labels))] if tile.labels else []
    parts += [
        say(
            "cost {cost} for {terrain}", cost=t.cost, terrain=listed([say(TERRAIN.get(kind, kind)) for kind in t.kinds])
        )
        if t.kinds
        else say("cost {cost}", cost=t.cost)
        for t in tile.terrain
    ]
    parts += [say(ICONS.get(icon.name, icon.name)) for icon in tile.icons]
    if here.locked and not laid and not is_open(rules, state, here.locked):
        kind, _, name = here.locked.partition(":")
        parts.append(
            say("closed while a player owns {private}", private=rules.privates[name].name)
            if kind == "private"
            else say("closed until phase {phase}", phase=name)
        )
    parts += _borders(here, rules.board.orientation)
    return f"{hex_label(here)}: {'; '.join(part for part in parts if part)}"


def _printed(tile: Tile) -> str:
    if tile.colour == "white":
        return "" if tile.stops or tile.terrain else say("open country")
    return say("off the board") if tile.colour == "red" else say("{colour} hex", colour=colour_name(tile.colour))


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
    text = say(STOPS.get(stop.kind, "city"))
    if stop.kind == "city" and stop.slots > 1:
        text = say_n("city with {n} place", "city with {n} places", stop.slots)
    parts = [say("{stop} worth {value}", stop=text, value=worth) if worth else text]
    if owners:
        parts.append(say("tokens of {names}", names=listed(owners)))
    free = stop.slots - len(owners) - len(waiting)
    if waiting:
        parts.append(say("kept for {names}", names=listed(waiting)))
    if owners and free > 0:
        parts.append(say_n("{n} place free", "{n} places free", free))
    return ", ".join(parts)


def _tracks(tile: Tile, orientation: str) -> str:
    words = SIDES[orientation]
    return listed([say(words[side]) for side in (3, 4, 5, 0, 1, 2) if tile.exits >> side & 1])


def _borders(here: Hex, orientation: str) -> list[str]:
    words = SIDES[orientation]
    found = []
    for side, border in sorted(here.borders.items()):
        if border.kind == "impassable":
            found.append(say("no way {side}", side=say(words[side])))
        elif border.amount:
            found.append(say("crossing {side} costs {amount}", side=say(words[side]), amount=border.amount))
    return found
