"""Small drawings: terrain, locks, marks on hexes. All are centred on the point given."""

from __future__ import annotations

from markupsafe import escape

from towpath.hexmap import Terrain
from towpath.render.furnish import text_width
from towpath.render.geometry import number

WAVES = "M-6 -2.5q1.5 -2.2 3 0t3 0t3 0t3 0M-6 1.5q1.5 -2.2 3 0t3 0t3 0t3 0"
PEAKS = "M-6.5 4.5L-2 -4L0.6 0.8L2.6 -2L6.5 4.5Z"
HILLS = "M-6.5 4q3.2 -8 6.5 0q3 -6 6.5 0Z"
REEDS = "M-5 4h10M-3 4v-6M0 4v-8M3 4v-6"
TREE = "M0 5V1M-4.5 1.5L0 -6L4.5 1.5Z"
ANCHOR = "M0 -3V5M-4.5 1.5q0 3.5 4.5 3.5q4.5 0 4.5 -3.5M-2.8 -1h5.6M0 -3a1.6 1.6 0 1 1 0.1 0"
DIAMOND = "M0 -5L5 0L0 5L-5 0Z"

TERRAINS = {"water": ("waves", WAVES), "river": ("waves", WAVES), "lake": ("waves", WAVES), "mountain": ("peaks", PEAKS),
            "hill": ("peaks", HILLS), "swamp": ("reeds", REEDS), "marsh": ("reeds", REEDS)}  # fmt: skip
MARKS = {"tree": TREE, "port": ANCHOR, "anchor": ANCHOR}


def terrain(kind: str, x: float, y: float) -> str:
    """The drawing of a terrain; a diamond for one without a drawing."""
    name, path = TERRAINS.get(kind, ("stone", DIAMOND))
    return f'<path class="{name}" d="{path}" transform="translate({number(x)} {number(y)})"/>'


def cost(what: Terrain, x: float, y: float) -> str:
    """A building cost: the terrain's drawing and the amount."""
    width = text_width(str(what.cost), 10)
    left = x - (width + 15) / 2
    drawing = terrain(what.kinds[0] if what.kinds else "", left + 6.5, y)
    return f'{drawing}<text class="cost" x="{number(left + 15 + width / 2)}" y="{number(y + 3.6)}">{what.cost}</text>'


def padlock(x: float, y: float) -> str:
    """A closed padlock."""
    return (
        f'<path class="lock" d="M-3.6 -0.5h7.2v5.5h-7.2zM-2.2 -0.5v-2a2.2 2.2 0 0 1 4.4 0v2" '
        f'transform="translate({number(x)} {number(y)})"/>'
    )


def lock(x: float, y: float, opens: str) -> str:
    """A padlock with the word for what opens it."""
    width = text_width(opens, 9)
    left = x - (width + 11) / 2
    return (
        padlock(left + 4, y)
        + f'<text class="lock-word" x="{number(left + 11 + width / 2)}" y="{number(y + 3.4)}">{escape(opens)}</text>'
    )


def mark(name: str, x: float, y: float) -> str:
    """A named mark: its drawing, or its first letter in a box."""
    at = f'transform="translate({number(x)} {number(y)})"'
    if name in MARKS:
        return f'<path class="mark" d="{MARKS[name]}" {at}/>'
    return (
        f'<g {at}><rect class="mark-box" x="-6" y="-6" width="12" height="12" rx="2"/>'
        f'<text class="mark-letter" x="0" y="3">{escape(name[:1].upper())}</text></g>'
    )
