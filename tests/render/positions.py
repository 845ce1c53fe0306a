"""Positions to draw: the start of a title, and a made-up late one with every hex built on that can be."""

from __future__ import annotations

import importlib
from functools import cache

from msgspec.structs import replace

from towpath.hexmap import candidates
from towpath.kernel.table import Table
from towpath.rail.rules import RailRules
from towpath.rail.setup import first_position
from towpath.rail.state import RailState, Token

TITLES = ("1861", "1867")
NAMES = {"p1": "Ann", "p2": "<script>alert('2')</script>", "p3": 'Cy & "Co"'}


@cache
def rules_of(title: str, market: str = "grid") -> RailRules:
    module = importlib.import_module(f"towpath.titles.t{title}")
    rules: RailRules = module.compose({"market": market}, ("p1", "p2", "p3"), {})
    return rules


@cache
def start(title: str, market: str = "grid") -> RailState:
    return first_position(rules_of(title, market), "render")


@cache
def late(title: str, market: str = "grid") -> RailState:
    """Tiles laid and upgraded in turn, tokens of majors in every city, all majors started, shares and trains spread."""
    rules, state = rules_of(title, market), start(title, market)
    tiles = _built(rules)
    majors = [company.id for company in rules.data.companies if company.kind == "major"]
    tokens: dict[str, tuple[Token, ...]] = {}
    for hex_id in rules.board.hexes:
        laid = tiles.get(hex_id)
        tile = rules.tileset.face(*laid) if laid else rules.board.hexes[hex_id].printed
        here = [
            (city, slot, majors[(len(tokens) + slot) % len(majors)])
            for city, stop in enumerate(tile.stops)
            for slot in range(stop.slots)
            if stop.kind == "city"
        ]
        if here:
            tokens[hex_id] = tuple(here)
    cells = {company: 20 + i // 2 for i, company in enumerate(majors)}
    stacks = {cell: tuple(c for c in majors if cells[c] == cell) for cell in cells.values()}
    certificates = dict(state.certificates)
    for company in majors:
        for i, certificate in enumerate(rules.certificates[company]):
            certificates[certificate] = ("p1", "p2", "p3", "pool", company)[min(i, 4)]
    trains = {train: majors[i % len(majors)] if i % 3 else "rusted" for i, train in enumerate(list(state.trains)[:20])}
    return replace(
        state,
        phase="6",
        round="OR 5.1",
        tiles=Table(tiles),
        tokens=Table(tokens),
        reservations=Table(),
        cells=Table(cells),
        stacks=Table(stacks),
        certificates=Table(certificates),
        standing=Table({**state.standing, **dict.fromkeys(majors, "started")}),
        trains=Table({**state.trains, **trains}),
        pars=Table(dict.fromkeys(majors, 110)),
        loans=Table({majors[0]: 3}),
        revenues=Table(dict.fromkeys(majors, 240)),
        cash=Table({**state.cash, **dict.fromkeys(majors, 130)}),
        privates=Table(dict.fromkeys(state.privates, "p2")),
    )


def _built(rules: RailRules) -> dict[str, tuple[str, int]]:
    """Up to three layers on each hex, so that all colours come up."""
    tiles: dict[str, tuple[str, int]] = {}
    for number, (hex_id, here) in enumerate(rules.board.hexes.items()):
        tile = here.printed
        for layer in range(number % 4):
            fits = candidates(rules.board, rules.tileset, hex_id, tile)
            if not fits:
                break
            choice = fits[(number + layer) % len(fits)]
            tile, tiles[hex_id] = choice.tile, (choice.name, choice.rotation)
    return tiles
