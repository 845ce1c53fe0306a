"""Colours that are computed: readable ink on a company's colour, and what else tells companies apart."""

from __future__ import annotations

from functools import lru_cache

LIGHT, DARK = "#ffffff", "#111111"
READABLE = 4.5
"""Least contrast of letters on their ground (WCAG AA)."""


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` or ``#rgb``, 0 to 1. ``ValueError`` for anything else."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if not colour.startswith("#") or len(digits) != 6:
        raise ValueError(f"{colour!r} is no colour; it should look like #1d2a8c")
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=512)
def ink_on(ground: str, wanted: str = "") -> str:
    """The colour of letters on a ground: the wanted one if it can be read there, else white or black."""
    if wanted and contrast(ground, wanted) >= READABLE:
        return wanted
    return max((LIGHT, DARK), key=lambda ink: contrast(ground, ink))
