"""What lies on the sides between hexes: water to cross, walls, and sides where no line is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import escape

from towpath.hexmap import Board, Border, Edge, Hex
from towpath.render import geometry as g
from towpath.render.furnish import text_width
from towpath.render.geometry import Point, number, pair


def borders(board: Board) -> Iterator[str]:
    """Each side once, in the order of the board; costs last so that no line crosses them."""
    costs = []
    for here in board.hexes.values():
        for side, border in sorted(here.borders.items()):
            across = board.adjacent(here.id, side)
            if across is not None and across < here.id:
                continue
            yield _line(board, here, side, border)
            if border.amount:
                costs.append(_cost(board, here, side, border))
    yield from costs


def _line(board: Board, here: Hex, side: Edge, border: Border) -> str:
    centre = g.hex_centre(board, here.id)
    p, q = (_moved(end, centre) for end in g.side_ends(side, board.orientation))
    if border.kind == "open":
        # the line is wiped out, but not the track that crosses it nor the corners where other lines meet
        shares = ((0.03, 0.37), (0.63, 0.97)) if here.printed.exits >> side & 1 else ((0.03, 0.97),)
        lines = "".join(f"M{pair(g.mix(p, q, start))}L{pair(g.mix(p, q, end))}" for start, end in shares)
        return f'<path class="side-open f-{here.printed.colour}" d="{lines}"/>'
    path = _wave(p, q) if border.kind == "water" else f"M{pair(p)}L{pair(q)}"
    return f'<path class="side side-{escape(border.kind)}" d="{path}"/>'


def _moved(point: Point, by: Point) -> Point:
    return (point[0] + by[0], point[1] + by[1])


def _wave(p: Point, q: Point) -> str:
    """A line of three waves from corner to corner."""
    dx, dy = (q[0] - p[0]) / 6, (q[1] - p[1]) / 6
    bump = (-dy * 0.4, dx * 0.4)
    path = f"M{pair(p)}"
    for i in range(6):
        sign = 1 if i % 2 else -1
        control = (p[0] + dx * (i + 0.5) + sign * bump[0] * 2, p[1] + dy * (i + 0.5) + sign * bump[1] * 2)
        path += f"Q{pair(control)} {pair((p[0] + dx * (i + 1), p[1] + dy * (i + 1)))}"
    return path


def _cost(board: Board, here: Hex, side: Edge, border: Border) -> str:
    """The price of crossing, on a plate off the middle so that track beside it stays visible."""
    p, q = g.side_ends(side, board.orientation)
    x, y = _moved(g.mix(p, q, 0.2), g.hex_centre(board, here.id))
    width = text_width(str(border.amount), 9) + 6
    return (
        f'<rect class="side-plate" x="{number(x - width / 2)}" y="{number(y - 6)}" width="{number(width)}" height="12" rx="6"/>'
        f'<text class="side-cost" x="{number(x)}" y="{number(y + 3.2)}">{border.amount}</text>'
    )
