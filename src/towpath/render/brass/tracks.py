"""The tracks: demand for coal and iron, the distant market for cotton, income and points."""

from __future__ import annotations

from itertools import groupby

import htpy as h
from htpy import Node
from markupsafe import Markup

from towpath.brass.data import CUBES, Cube
from towpath.brass.rules import BrassRules
from towpath.brass.state import BrassState
from towpath.language import capital, say
from towpath.render.brass.pieces import PATTERNS, cube, initial, seat_number
from towpath.render.brass.words import Names, cube_name, money, title_of
from towpath.render.writing import written

ROW = 42
WIDE = 62
CELL = 44
IN_ROW = 20
"""Income spaces in a row of the picture."""


def column(rules: BrassRules, state: BrassState, cube_kind: Cube, x: float, y: float) -> Node:
    """A demand track: its cheapest space on top, with a cube where one lies; below it what an empty track asks."""
    prices = rules.prices_of_demand
    empty = len(prices) - state.demand[cube_kind]
    rows = []
    for place, price in enumerate(prices):
        top = y + 26 + place * ROW
        rows.append(
            _cell(x, top, f"£{price}", place == empty, cube(cube_kind, x + 36, top + 9, 20) if place >= empty else None)
        )
    last = y + 26 + len(prices) * ROW
    rows.append(_cell(x, last, f"£{rules.data.tracks.when_empty}", empty == len(prices), None, "when-empty"))
    return h.g(".track")[
        h.title[demand_words(rules, state, cube_kind)],
        h.text(".track-name", x=f"{x + WIDE / 2:g}", y=f"{y + 14:g}")[capital(cube_name(cube_kind))],
        rows,
    ]


def cotton_column(rules: BrassRules, state: BrassState, x: float, y: float) -> Node:
    """The distant market: what each row adds to the income marker, and the cotton marker."""
    rows = []
    for place, text in enumerate([*(f"+{spaces}" for spaces in rules.rows), say("shut")]):
        top, here = y + 26 + place * ROW, place == state.cotton
        kind = "when-empty" if place == len(rules.rows) else ""
        rows.append(
            _cell(
                x,
                top,
                text,
                here,
                h.circle(".marker", cx=f"{x + 48:g}", cy=f"{top + 19:g}", r="9") if here else None,
                kind,
            )
        )
    return h.g(".track")[
        h.title[cotton_words(rules, state)],
        h.text(".track-name", x=f"{x + WIDE / 2:g}", y=f"{y + 14:g}")[say("Cotton")],
        rows,
    ]


def _cell(x: float, y: float, text: str, now: bool, inner: Node, kind: str = "") -> Node:
    name = f"track-cell {kind}{' now' * now}".strip()
    return [
        h.rect(class_=name, x=f"{x:g}", y=f"{y:g}", width=str(WIDE), height=str(ROW - 4), rx="4"),
        h.text(".track-price", x=f"{x + 17:g}", y=f"{y + 25:g}")[text],
        inner,
    ]  # fmt: skip


def demand_words(rules: BrassRules, state: BrassState, cube_kind: Cube) -> str:
    """A demand track in a sentence: cubes, the next price, what a sold cube brings."""
    brings = rules.sale_prices(state, cube_kind, 1)
    sold = (
        say("a cube brought there brings {amount}", amount=money(rules, brings[0]))
        if brings
        else say("it takes no more cubes")
    )
    return say(
        "{what}: {left} of {count} cubes; the next costs {amount}; {sold}.",
        what=capital(cube_name(cube_kind)),
        left=state.demand[cube_kind],
        count=len(rules.prices_of_demand),
        amount=money(rules, rules.price(state, cube_kind)),
        sold=sold,
    )


def cotton_words(rules: BrassRules, state: BrassState) -> str:
    """The distant market in a sentence."""
    left = len(state.distant)
    if state.cotton >= len(rules.rows):
        return say("The distant market buys no more cotton in this period.")
    if not left:
        return say("No distant market tile is left: nothing more is sold there.")
    steps = len(rules.rows) - state.cotton
    return say(
        "Distant market: a sale adds {spaces} income spaces at the marker, before a tile moves it down; "
        "{steps} rows down it shuts. {left} tiles lie face down, turned so far: {turned}.",
        spaces=rules.rows[state.cotton],
        steps=steps,
        left=left,
        turned=", ".join(map(str, state.turned)) or say("none"),
    )


def markets(rules: BrassRules, state: BrassState) -> Markup:
    """Coal, iron and the distant market in words, and the tiles that may still come."""
    hidden = list(rules.tiles)
    for tile in state.turned:
        hidden.remove(tile)
    counts = [f"{len(list(same))} × {tile}" for tile, same in groupby(sorted(hidden))]
    return written(
        h.div(".tp-markets")[
            h.ul(".tp-lines")[
                [h.li[demand_words(rules, state, each)] for each in CUBES],
                h.li[cotton_words(rules, state)],
                h.li[
                    say(
                        "Tiles that may still be turned, by the rows they move the marker: {tiles}.",
                        tiles=", ".join(counts) or say("none"),
                    )
                ],
                h.li[
                    say(
                        "In the stock beside the board: {coal} coal, {iron} iron.",
                        coal=state.stock["coal"],
                        iron=state.stock["iron"],
                    )
                ],
            ],
            picture(rules, state),
        ]
    )


def picture(rules: BrassRules, state: BrassState) -> Node:
    """The three columns as a picture of their own."""
    height = 36 + (max(len(rules.prices_of_demand), len(rules.rows)) + 1) * ROW
    return h.svg(
        ".tp.tp-tracks", viewBox=f"-6 0 240 {height}", role="img", aria_label=say("Coal, iron and distant market")
    )[column(rules, state, "coal", 0, 0), column(rules, state, "iron", 80, 0), cotton_column(rules, state, 160, 0)]


def income_svg(rules: BrassRules, state: BrassState, names: Names) -> Markup:
    """The income track in rows of its spaces, each with its level, and a marker for each player."""
    levels = rules.levels
    rows = -(-len(levels) // IN_ROW)
    who = {space: [seat for seat in state.order if state.income[seat] == space] for space in set(state.income.values())}
    said = ", ".join(
        say("{player} at {amount}", player=title_of(rules, seat, names), amount=money(rules, rules.level(state, seat)))
        for seat in state.order
    )
    cells = []
    for space, level in enumerate(levels):
        row, place = divmod(space, IN_ROW)
        x, y = place * CELL, row * (CELL + 8)
        cells.append(
            h.g(class_=f"income-space{' even' * (level % 2 == 0)}")[
                h.title[say("Space {space}: {amount} a round", space=space, amount=money(rules, level))],
                h.rect(x=str(x), y=str(y), width=str(CELL - 1), height=str(CELL + 4), rx="3"),
                h.text(".income-level", x=f"{x + CELL / 2 - 0.5:g}", y=str(y + 13))[str(level).replace("-", "−")],
                [_disc(rules, names, seat, x + 12 + 9 * n, y + 30) for n, seat in enumerate(who.get(space, []))],
            ]
        )
    return written(h.svg(
                ".tp.tp-income", viewBox=f"-2 -2 {IN_ROW * CELL + 4} {rows * (CELL + 8) + 2}", role="img",
                aria_label=say("Income track: {places}", places=said),
            )[cells])  # fmt: skip


def _disc(rules: BrassRules, names: Names, seat: str, x: float, y: float) -> Node:
    number = seat_number(rules, seat)
    return h.g(class_=f"disc-of g{number}")[
        h.circle(".owner", cx=f"{x:g}", cy=f"{y:g}", r="11"),
        h.path(".weave", d=PATTERNS[number % len(PATTERNS)], transform=f"translate({x - 7:g} {y - 7:g}) scale(.29)"),
        h.text(".owner-letter", x=f"{x:g}", y=f"{y + 4:g}")[initial(title_of(rules, seat, names))],
    ]
