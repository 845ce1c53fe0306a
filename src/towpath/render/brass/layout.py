"""Where places, spaces and lines of the board are drawn."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from towpath.brass.board import Board
from towpath.brass.data import Place
from towpath.facts.files import Facts, decode, read_file

FILE = "layout.toml"
SIDE = 48.0
"""Width and height of an industry space."""
GAP = 3.0
CIRCLE = 17.0
"""Radius of a place without spaces."""
ORIGIN, SCALE = (-3.3, 54.3), (800.0, 850.0)
"""Longitude and latitude of the top left corner, and units a degree, for places that the layout does not name."""

Point = tuple[float, float]


class Spot(Facts, frozen=True, kw_only=True):
    """The middle of a place. ``across``: spaces side by side."""

    at: Point
    across: int = 2


class Layout(Facts, frozen=True, kw_only=True):
    """``layout.toml``: size of the picture and where each place is."""

    width: int
    height: int
    places: dict[str, Spot]

    def spot(self, place: Place) -> Spot:
        """Where a place is; one that is not named lies where longitude and latitude put it."""
        found = self.places.get(place.id)
        if found is not None:
            return found
        east, north = place.at
        return Spot(at=((east - ORIGIN[0]) * SCALE[0], (ORIGIN[1] - north) * SCALE[1]))


@cache
def layout() -> Layout:
    """The layout, read once. DataError for a faulty file."""
    return decode(FILE, read_file(files(__package__), FILE), Layout)


def middle(place: Place) -> Point:
    """The middle of a place."""
    return layout().spot(place).at


def block(place: Place) -> tuple[float, float, float, float]:
    """Left, top, width and height of what a place covers without its name."""
    x, y = middle(place)
    if not place.spaces:
        return (x - CIRCLE - 4, y - CIRCLE - 4, 2 * CIRCLE + 8, 2 * CIRCLE + 8)
    across = min(len(place.spaces), layout().spot(place).across)
    down = -(-len(place.spaces) // across)
    width, height = across * (SIDE + GAP) + GAP, down * (SIDE + GAP) + GAP
    return (x - width / 2, y - height / 2, width, height)


def corners(place: Place) -> tuple[Point, ...]:
    """The top left corner of every space; the last row stands in the middle when it is not full."""
    left, top, width, _ = block(place)
    across = min(len(place.spaces), layout().spot(place).across) or 1
    found = []
    for index in range(len(place.spaces)):
        row, column = divmod(index, across)
        rest = min(across, len(place.spaces) - row * across)
        indent = (width - GAP - rest * (SIDE + GAP)) / 2
        found.append((left + GAP + indent + column * (SIDE + GAP), top + GAP + row * (SIDE + GAP)))
    return tuple(found)


def line_ends(board: Board, line: str) -> tuple[Point, Point]:
    """Where a line leaves the one place and comes to the other: at the edge of what they cover."""
    one, other = (board.places[end] for end in board.lines[line].ends)
    return _edge(one, middle(other)), _edge(other, middle(one))


def line_middle(board: Board, line: str) -> Point:
    """The middle of the part of a line that can be seen."""
    (x1, y1), (x2, y2) = line_ends(board, line)
    return ((x1 + x2) / 2, (y1 + y2) / 2)


def _edge(place: Place, towards: Point) -> Point:
    """Where the straight line from the middle of a place leaves its block."""
    x, y = middle(place)
    _, _, width, height = block(place)
    dx, dy = towards[0] - x, towards[1] - y
    shares = [half / abs(step) for half, step in ((width / 2, dx), (height / 2, dy)) if step]
    share = min(shares, default=0.0)
    return (x + dx * share, y + dy * share)
