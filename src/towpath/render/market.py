"""The stock market of a position as one picture: cells with their zones, tokens in their stacks, and where each could go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

from markupsafe import Markup, escape

from towpath.language import msg, say, small
from towpath.rail.data import MarketCell
from towpath.rail.market import Direction
from towpath.rail.outlook import PriceMove
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState
from towpath.render.geometry import number
from towpath.render.style import stylesheet
from towpath.render.tokens import company_badge, company_token

WIDTH, HEIGHT = 44.0, 58.0
"""Size of a cell; a column market's cells are taller, as more tokens meet there."""
COLUMN_HEIGHT = 92.0
COLUMN_CELLS = 14
"""Cells a row in which a market of one line is drawn."""
HATCHES = {
    "minor_start": 1, "any_start": 2, "major_start": 3, "conversion": 0, "border": 0,
    "par": 1, "yellow": 2, "brown": 3, "closed": 4,
}  # fmt: skip
"""How many strokes mark a zone's corner, so that colour is not its only mark; 0: the zone is drawn in another way."""
ORDINALS = (
    msg("top of its stack"), msg("second of its stack"), msg("third of its stack"), msg("fourth of its stack"),
    msg("fifth of its stack"), msg("sixth of its stack"), msg("seventh of its stack"), msg("eighth of its stack"),
    msg("ninth of its stack"), msg("tenth of its stack"),
)  # fmt: skip


class _Place(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def market_svg(
    rules: RailRules, state: RailState, *, highlights: Mapping[int, str] | None = None, standalone: bool = False
) -> Markup:
    """The market. See ``towpath.render`` for the arguments; unknown cells are left out."""
    places = {cell.id: _place(rules, cell) for cell in rules.market.cells}
    width = max(p.x + p.width for p in places.values())
    height = max(p.y + p.height for p in places.values())
    parts = [_cell(rules, state, cell, places[cell.id]) for cell in rules.market.cells]
    parts += [_border(rules, cell, places) for cell in rules.market.cells if "border" in cell.zones]
    for cell, stack in state.stacks.items():
        parts += _stack(rules, state, places, stack, places[cell])
    for number_of, kind in (highlights or {}).items():
        if number_of in places:
            parts.append(_highlight(rules, number_of, kind, places[number_of]))
    legend, bottom = _legend(rules, height + 12, width)
    name = say("Stock market")
    css = f"<style>{stylesheet()}</style>" if standalone else ""
    size = f' width="{number(width + 4)}" height="{number(bottom + 4)}"' if standalone else ""
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tp tp-market" viewBox="-2 -2 {number(width + 4)} '
        f'{number(bottom + 4)}"{size} role="group" aria-label="{escape(name)}">{css}{"".join(parts)}{legend}</svg>'
    )


def _place(rules: RailRules, cell: MarketCell) -> _Place:
    if rules.market.grid:
        return _Place(cell.column * WIDTH, cell.row * HEIGHT, WIDTH, HEIGHT)
    row, column = divmod(cell.column, COLUMN_CELLS)
    return _Place(column * WIDTH, row * (COLUMN_HEIGHT + 8), WIDTH, COLUMN_HEIGHT)


def _cell(rules: RailRules, state: RailState, cell: MarketCell, at: _Place) -> str:
    colours = {zone.id: zone.colour for zone in rules.data.zones}
    start = next((zone for zone in cell.zones if HATCHES[zone]), None)
    box = f'x="{number(at.x)}" y="{number(at.y)}" width="{number(at.width)}" height="{number(at.height)}"'
    parts = [f'<rect class="cell" {box}/>']
    if start is not None:
        parts.append(f'<rect class="zone" fill="{escape(colours[start])}" {box}/>')
        parts.append(_strokes(at, HATCHES[start]))
    if "conversion" in cell.zones:
        x, y = at.x + 1.6, at.y + 1.6
        parts.append(
            f'<rect class="conversion" stroke="{escape(colours["conversion"])}" x="{number(x)}" y="{number(y)}" '
            f'width="{number(at.width - 3.2)}" height="{number(at.height - 3.2)}"/>'
        )
    parts.append(f'<text class="price" x="{number(at.x + 5)}" y="{number(at.y + 13)}">{cell.price}</text>')
    words = escape(_cell_words(rules, state, cell))
    return f'<g class="market-cell" data-cell="{cell.id}" role="img"><title>{words}</title>{"".join(parts)}</g>'


def _strokes(at: _Place, count: int) -> str:
    """Short strokes in the upper right corner."""
    right, top = at.x + at.width - 5, at.y + 5
    lines = "".join(f"M{number(right - 3.5 * i)} {number(top)}v7" for i in range(count))
    return f'<path class="strokes" d="{lines}"/>'


def _cell_words(rules: RailRules, state: RailState, cell: MarketCell) -> str:
    labels = [small(say(zone.label)) for zone in rules.data.zones if zone.id in cell.zones]
    stack = state.stacks.get(cell.id, ())
    words = f"{cell.price}"
    words += f" ({', '.join(labels)})" if labels else ""
    if len(stack) > 1:
        return f"{words}: {say('{names}, first to act first', names=', '.join(stack))}"
    return f"{words}: {stack[0]}" if stack else words


def _border(rules: RailRules, cell: MarketCell, places: Mapping[int, _Place]) -> str:
    at = places[cell.id]
    x = number(at.x + at.width)
    return f'<path class="market-border" d="M{x} {number(at.y)}v{number(at.height)}"/>'


def _stack(
    rules: RailRules, state: RailState, places: Mapping[int, _Place], stack: tuple[str, ...], at: _Place
) -> Iterator[str]:
    """Tokens from the bottom of the stack up, so that the top one covers the others; each lower one shows its rim."""
    if len(stack) == 1:
        steps = [(0.0, 0.0)]
    else:
        room = (at.width - 25) / (len(stack) - 1)
        drop = (at.height - 42) / (len(stack) - 1)
        across, down = min(13.0, room), min(21.0 if at.height > HEIGHT else 8.0, drop)
        steps = [
            ((i - (len(stack) - 1) / 2) * (across if at.height == HEIGHT else 0), i * down) for i in range(len(stack))
        ]
    top = at.y + 29 + (4 if at.height == HEIGHT and len(stack) == 1 else 0)
    for depth in range(len(stack) - 1, -1, -1):
        x, y = at.x + at.width / 2 + steps[depth][0], top + steps[depth][1]
        yield _token(rules, state, places, stack, depth, x, y)


def _token(
    rules: RailRules,
    state: RailState,
    places: Mapping[int, _Place],
    stack: tuple[str, ...],
    depth: int,
    x: float,
    y: float,
) -> str:
    """A company's token. When it is pointed at or has the focus, the cells light up to which it might go."""
    company = stack[depth]
    steps = moves_of(rules, state, company)
    data = "".join(f' data-{direction}="{cell}"' for direction, cell in steps.items())
    name, price = rules.companies[company].name, rules.market.price(state, company)
    words = say("{name} ({company}) at {price}", name=name, company=company, price=price)
    if len(stack) > 1:
        words = f"{words}, {say(ORDINALS[min(depth, 9)])}"
    moves = rules.outlook.price_moves(rules, state, company)
    told = "; ".join(f"{move.when}: {_goes(rules, state.cells[company], move)}" for move in moves)
    words = f"{words}; {say('if {told}', told=told) if told else say('its price stands still')}"
    goals = _goals(rules, state.cells[company], moves, places, x, y)
    return (
        f'<g class="token" data-company="{escape(company)}" data-cell="{state.cells[company]}"{data} role="img" tabindex="0" '
        f'aria-label="{escape(words)}" transform="translate({number(x)} {number(y)})"><title>{escape(words)}</title>'
        f"{goals}{company_token(rules, company)}</g>"
    )


def _goes(rules: RailRules, cell: int, move: PriceMove) -> str:
    """Where a price goes, in words."""
    return (
        say("stays at {price}", price=rules.market.cells[cell].price)
        if move.cell == cell
        else say("to {price}", price=rules.market.cells[move.cell].price)
    )


def _goals(
    rules: RailRules, cell: int, moves: Sequence[PriceMove], places: Mapping[int, _Place], x: float, y: float
) -> str:
    """The cells that a price might go to, each with what would bring it there; drawn around the token's own place."""
    by_cell: dict[int, list[str]] = {}
    for move in moves:
        if move.cell != cell:
            by_cell.setdefault(move.cell, []).append(move.short)
    parts = []
    for goal, labels in by_cell.items():
        at = places[goal]._replace(x=places[goal].x - x, y=places[goal].y - y)
        parts.append(f'<rect class="goal" {_inset(at)}/>')
        for i, label in enumerate(reversed(labels)):
            foot = at.y + at.height - 7 - 12 * i
            parts.append(
                f'<rect class="goal-plate" x="{number(at.x + 1)}" y="{number(foot - 8.5)}" width="{number(at.width - 2)}" '
                f'height="11" rx="2"/><text class="goal-word" x="{number(at.x + at.width / 2)}" y="{number(foot)}">'
                f"{escape(label)}</text>"
            )
    return f'<g class="goals" aria-hidden="true">{"".join(parts)}</g>'


def moves_of(rules: RailRules, state: RailState, company: str) -> dict[Direction, int]:
    """The cell that each kind of move would lead a company to."""
    minor = rules.kind(company) == "minor"
    return {way: rules.market.moved(state.cells[company], way, minor) for way in get_args(Direction)}


def moves_list(rules: RailRules, state: RailState) -> Markup:
    """In words where every price would go, companies in operating order: what the picture shows of one at a time."""
    items = []
    for company in rules.market.order(state, list(state.cells)):
        moves = rules.outlook.price_moves(rules, state, company)
        cell = state.cells[company]
        told = "; ".join(
            say("if {when}, {goes}", when=move.when, goes=_goes(rules, cell, move)) for move in moves
        ) or say("its price stands still")
        items.append(
            f"<li>{company_badge(rules, company)} <b>{escape(company)}</b> {rules.market.cells[cell].price}: {escape(told)}</li>"
        )
    return Markup(f'<ul class="tp-moves">{"".join(items)}</ul>')


def _highlight(rules: RailRules, cell: int, kind: str, at: _Place) -> str:
    words = f"{rules.market.cells[cell].price}: {kind}"
    return (
        f'<g class="mark-button" data-cell="{cell}" data-kind="{escape(kind)}" role="button" tabindex="0" '
        f'aria-label="{escape(words)}"><rect class="mark-bed" {_inset(at)}/>'
        f'<rect class="mark-hex k-{escape(kind)}" {_inset(at)}/></g>'
    )


def _inset(at: _Place) -> str:
    return f'x="{number(at.x + 2)}" y="{number(at.y + 2)}" width="{number(at.width - 4)}" height="{number(at.height - 4)}" rx="3"'


def _legend(rules: RailRules, top: float, width: float) -> tuple[str, float]:
    """What the zones mean, in as many lines as are needed; and where it ends."""
    used = [zone for zone in rules.data.zones if any(zone.id in cell.zones for cell in rules.market.cells)]
    if rules.market.grid:
        # the lower right of a grid is blank: the legend stands there
        x, y, step = WIDTH * 11.5, HEIGHT * 5.2, 24.0
        spots = [(x, y + step * i) for i in range(len(used))]
        bottom = top - 12
    else:
        spots = [(2 + (i % 3) * width / 3, top + 22.0 * (i // 3)) for i in range(len(used))]
        bottom = spots[-1][1] + 18 if spots else top
    parts = []
    for zone, (x, y) in zip(used, spots, strict=True):
        box = _Place(x, y, 24.0, 16.0)
        shape = f'x="{number(x)}" y="{number(y)}" width="24" height="16"'
        sample = f'<rect class="cell" {shape}/>'
        if HATCHES[zone.id]:
            sample += f'<rect class="zone" fill="{escape(zone.colour)}" {shape}/>{_strokes(box, HATCHES[zone.id])}'
        elif zone.id == "border":
            sample += f'<path class="market-border" d="M{number(x + 12)} {number(y)}v16"/>'
        else:
            sample += (
                f'<rect class="conversion" stroke="{escape(zone.colour)}" x="{number(x + 1.6)}" y="{number(y + 1.6)}" '
                'width="20.8" height="12.8"/>'
            )
        parts.append(
            f'{sample}<text class="legend" x="{number(x + 32)}" y="{number(y + 12)}">{escape(say(zone.label))}</text>'
        )
    return f"<g>{''.join(parts)}</g>", bottom
