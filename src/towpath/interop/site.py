"""What 18xx.games calls things, and what it knows of a title that we do not need otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import msgspec

from towpath.api import UnknownTitle
from towpath.facts.options import OFF
from towpath.hexmap.board import NodeId
from towpath.kernel.codec import FormatError
from towpath.kernel.record import Option
from towpath.rail.composition import CONSENT, FIRST, PROFILE
from towpath.rail.rules import RailRules
from towpath.rail.state import Position

SITE = "18xx.games"
PLAYED = {PROFILE: SITE, CONSENT: OFF, FIRST: "seat1"}
"""Options of every imported game: that site's side of each conflict, consent taken for granted, the first player first."""

Laid = Mapping[str, str]
"""Hex -> the site's id of the very tile that lies on it ("57-1": the second copy of 57)."""


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """What is one title's alone. ``rules``: the site's optional rule -> our (option, value); ``fixed``: options that the site
    has at one value only; ``printed``: hex -> number in the id of its printed tile, where that is not 0; ``homes_chosen``:
    whoever opens the auction of a minor places its token at once; ``national_runs``: a player runs the national's trains and
    counts as its president; ``loans``: how many loans its bank shows at first; ``names``: companies that the site calls
    otherwise, its name -> ours; ``classes``: "translator", "tracer" or "writer" -> the title's own class for that work, as
    "module:class"."""

    title: str
    rules: Mapping[str, tuple[str, str]]
    fixed: Mapping[str, str]
    printed: Mapping[str, int]
    homes_chosen: bool
    national_runs: bool
    loans: int
    names: Mapping[str, str] = {}
    classes: Mapping[str, str] = {}

    @property
    def abroad(self) -> dict[str, str]:
        """Our name of a company -> the site's, where they differ."""
        return {ours: theirs for theirs, ours in self.names.items()}


_MODULES = {
    "1856": "towpath.interop.t1856",
    "1861": "towpath.interop.t1861",
    "1867": "towpath.interop.t1867",
}


def worker(site: Site, work: str, usual: type[Any]) -> type[Any]:
    """The class that does a work for a title: its own, else the usual one, of which its own is a kind."""
    if work not in site.classes:
        return usual
    module, _, name = site.classes[work].partition(":")
    own = getattr(import_module(module), name)
    assert isinstance(own, type)
    assert issubclass(own, usual)
    return own


def site_for(title: str) -> Site:
    """The facts of a title. ``UnknownTitle`` names those whose files can be read."""
    if title not in _MODULES:
        raise UnknownTitle(f"this file is of {title!r}; files of {', '.join(sorted(_MODULES))} can be read and written")
    site = import_module(_MODULES[title]).SITE
    assert isinstance(site, Site)
    return site


def options_for(site: Site, rules: tuple[str, ...]) -> dict[str, Option]:
    """Our options for the site's optional rules. ``FormatError`` for a rule that we do not have."""
    found: dict[str, Option] = dict(PLAYED)
    for rule in rules:
        if rule not in site.rules:
            known = ", ".join(sorted(site.rules)) or "none"
            raise FormatError(f"settings.optional_rules has {rule!r}; of {site.title} we play: {known}")
        name, value = site.rules[rule]
        found[name] = value
    return found


# tiles and cities


def printed_id(site: Site, hex_id: str) -> str:
    """The site's id of the printed face of a hex."""
    return f"{hex_id}-{site.printed.get(hex_id, 0)}"


def city_id(site: Site, laid: Laid, node: NodeId) -> str:
    """The site's id of a city: the tile's id, then the city's place among the parts of the tile. In our titles cities come
    before all other parts, in our order."""
    return f"{laid.get(node[0]) or printed_id(site, node[0])}-{node[1]}"


def city_node(rules: RailRules, laid: Laid, text: str) -> str:
    """A city of the site as we write it, "HEX/city". ``FormatError`` when no such tile lies on the map."""
    tile, _, part = text.rpartition("-")
    name = tile.rpartition("-")[0]
    if not (part.isascii() and part.isdigit()) or not name:
        raise FormatError(f"{text!r} is no city; a city is written as in 57-0-0: tile, copy, number of the part")
    if name in rules.board.hexes and name not in laid:
        return f"{name}/{int(part)}"
    for hex_id, lying in laid.items():
        if lying == tile:
            return f"{hex_id}/{int(part)}"
    raise FormatError(f"{text!r} is no city: tile {tile} does not lie on the map")


def slot_of(rules: RailRules, pos: Position, company: str, node: NodeId) -> int:
    """Which space of a city a company's token is in."""
    for city, slot, owner in pos.tokens.get(node[0], ()):
        if city == node[1] and owner == company:
            return slot
    raise LookupError(f"{company} has no token in {node[0]}/{node[1]}")


class TileStock:
    """Which physical copies of the tiles are free, as the site numbers them. It can be copied cheaply."""

    def __init__(self, counts: Mapping[str, int | None], laid: Mapping[str, str] | None = None) -> None:
        self._counts = counts
        self.laid: dict[str, str] = dict(laid or {})

    def lay(self, hex_id: str, tile: str) -> str:
        """Take the free copy with the lowest number and put it on a hex, in place of what lies there."""
        used = {int(name.rpartition("-")[2]) for name in self.laid.values() if name.rpartition("-")[0] == tile}
        number = next(n for n in range(len(used) + 1) if n not in used)
        self.laid[hex_id] = f"{tile}-{number}"
        return self.laid[hex_id]


# market


def cell_id(rules: RailRules, cell: int) -> str:
    """A market cell as "price,row,column"."""
    found = rules.market.cells[cell]
    return f"{found.price},{found.row},{found.column}"


def cell_index(rules: RailRules, text: str) -> int:
    """The index of the cell that the site names. ``FormatError`` when the market has none such."""
    for cell in rules.market.cells:
        if cell_id(rules, cell.id) == text:
            return cell.id
    raise FormatError(f"the market has no cell {text!r}; a cell is written as price,row,column")
