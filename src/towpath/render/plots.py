"""Curves and bars over rounds as SVG: no ids, no styles of their own, readable without colour.

A curve differs from the next by colour and dashes and has its name at its end; a kind of bar differs by colour and by how it is
broken. Everything is described in words beside the picture, as the tables below it are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from markupsafe import Markup, escape

from towpath.render.furnish import text_width
from towpath.render.geometry import number
from towpath.render.style import stylesheet

KINDS = 6
"""Looks of curves and bars before they come again."""
STEPS = (1, 2, 2.5, 5, 10)
LEFT, RIGHT, TOP, BOTTOM = 46.0, 8.0, 8.0, 22.0
"""Room for the scale, the right rim, the upper rim and the names of rounds."""
LINE_HEIGHT = 13.0
LABEL_SIZE = 11.0

Amount = Callable[[int], str]
"""Writes an amount."""


class Curve(msgspec.Struct, frozen=True):
    """A line over the rounds; where a value is ``None`` it is broken. ``name`` stands at its end."""

    name: str
    values: tuple[int | None, ...]


class Bars(msgspec.Struct, frozen=True):
    """One kind of bar over the rounds. Kinds stand on top of each other."""

    name: str
    values: tuple[int, ...]


class Field:
    """A rectangle with a scale of amounts upwards and the rounds along it. ``heights``: values that must fit, 0 always does."""

    def __init__(
        self, left: float, top: float, width: float, height: float, count: int, heights: Sequence[int], ticks: int = 5
    ) -> None:
        self.left, self.top, self.width, self.height = left, top, width, height
        self.count = max(count, 1)
        low, high = min((0, *heights)), max((1, *heights))
        self.step = _step((high - low) / ticks)
        self.low = -(-low // self.step) * self.step if low >= 0 else low // self.step * self.step
        self.high = -(-high // self.step) * self.step

    def x(self, index: float) -> float:
        """The middle of a round's column."""
        return self.left + self.width * (index + 0.5) / self.count

    def y(self, value: float) -> float:
        """The height of an amount."""
        return self.top + self.height * (self.high - value) / (self.high - self.low)

    @property
    def column(self) -> float:
        """The width of a round's column."""
        return self.width / self.count

    def scale(self, amount: Amount) -> str:
        """Lines across with their amounts."""
        parts = []
        value = self.low
        while value <= self.high:
            y = self.y(value)
            kind = "plot-base" if value == 0 else "plot-line"
            parts.append(f'<path class="{kind}" d="M{number(self.left)} {number(y)}h{number(self.width)}"/>')
            parts.append(
                f'<text class="plot-scale" x="{number(self.left - 5)}" y="{number(y + 3.8)}">{escape(amount(value))}</text>'
            )
            value += self.step
        return "".join(parts)

    def rounds(self, labels: Sequence[str]) -> str:
        """The names of rounds under it, as many as fit."""
        room = max((text_width(label, LABEL_SIZE) for label in labels), default=1) + 8
        every = max(1, int(-(-room // self.column)))
        y = number(self.top + self.height + 15)
        return "".join(
            f'<text class="plot-round" x="{number(self.x(index))}" y="{y}">{escape(label)}</text>'
            for index, label in enumerate(labels)
            if index % every == 0
        )

    def told(self, words: Sequence[str]) -> str:
        """A column to point at for every round, which says what there is in it."""
        width, y, height = number(self.column), number(self.top), number(self.height)
        return "".join(
            f'<rect class="plot-column" x="{number(self.left + i * self.column)}" y="{y}" width="{width}" height="{height}">'
            f"<title>{escape(text)}</title></rect>"
            for i, text in enumerate(words)
            if text
        )

    def curve(self, curve: Curve, look: int) -> str:
        """A line with a dot where it ends."""
        parts = "".join(_path(self, stretch) for stretch in _stretches(curve.values))
        ends = [(i, value) for i, value in enumerate(curve.values) if value is not None]
        dot = ""
        if ends:
            i, value = ends[-1]
            dot = f'<circle class="plot-dot" cx="{number(self.x(i))}" cy="{number(self.y(value))}" r="3"/>'
        return f'<g class="plot-curve g{look % KINDS}"><path d="{parts}"/>{dot}</g>'

    def bars(self, kinds: Sequence[Bars], looks: Sequence[int]) -> str:
        """Bars on top of each other; each kind is one path."""
        sums = [0] * self.count
        wide = number(max(self.column * 0.72, 1.2))
        parts = []
        for kind, look in zip(kinds, looks, strict=True):
            path = ""
            for i, value in enumerate(kind.values):
                if value:
                    path += f"M{number(self.x(i))} {number(self.y(sums[i]))}V{number(self.y(sums[i] + value))}"
                    sums[i] += value
            if path:
                parts.append(f'<path class="plot-bars g{look % KINDS}" stroke-width="{wide}" d="{path}"/>')
        return "".join(parts)


def _step(least: float) -> int:
    """The next of 1, 2, 5, 10, 20, … that is not less."""
    power = 1
    while power * 10 < least:
        power *= 10
    return max(1, int(next(power * each for each in STEPS if power * each >= least and power * each % 1 == 0)))


def _stretches(values: Sequence[int | None]) -> Iterator[list[tuple[int, int]]]:
    """The parts of a line without gaps."""
    part: list[tuple[int, int]] = []
    for i, value in enumerate(values):
        if value is not None:
            part.append((i, value))
        elif part:
            yield part
            part = []
    if part:
        yield part


def _path(field: Field, points: Sequence[tuple[int, int]]) -> str:
    return "M" + "L".join(f"{number(field.x(i))} {number(field.y(value))}" for i, value in points)


def line_chart(
    title: str,
    words: str,
    labels: Sequence[str],
    curves: Sequence[Curve],
    told: Sequence[str],
    amount: Amount,
    *,
    width: float = 720,
    height: float = 320,
    standalone: bool = False,
) -> Markup:
    """Curves over rounds, each with its name where it ends. ``words`` describe the picture, ``told`` each round."""
    names = max((text_width(curve.name, 12, bold=True) for curve in curves), default=0) + 12
    values = [value for curve in curves for value in curve.values if value is not None]
    field = Field(LEFT, TOP, width - LEFT - RIGHT - names, height - TOP - BOTTOM, len(labels), values)
    parts = [field.scale(amount), field.rounds(labels)]
    parts += (field.curve(curve, look) for look, curve in enumerate(curves))
    parts += _ends(field, curves)
    parts.append(field.told(told))
    return picture(title, words, width, height, parts, standalone)


def _ends(field: Field, curves: Sequence[Curve]) -> Iterator[str]:
    """The names at the ends, moved apart where curves end close together."""
    ends = []
    for look, curve in enumerate(curves):
        last = next((i for i in range(len(curve.values) - 1, -1, -1) if curve.values[i] is not None), None)
        if last is not None:
            ends.append((field.y(curve.values[last] or 0), look, curve.name))
    below = -LINE_HEIGHT
    spots: list[tuple[float, int, str]] = []
    for y, look, name in sorted(ends):
        below = max(y, below + LINE_HEIGHT)
        spots.append((below, look, name))
    over = (spots[-1][0] if spots else 0) - (field.top + field.height)
    for y, look, name in spots:
        shown = max(y - max(over, 0), field.top + 4)
        x = field.left + field.width + 4
        yield (f'<text class="plot-name g{look % KINDS}" x="{number(x)}" y="{number(shown + 4)}">{escape(name)}</text>')


def stack_chart(
    title: str,
    words: str,
    labels: Sequence[str],
    kinds: Sequence[Bars],
    told: Sequence[str],
    amount: Amount,
    *,
    highest: int = 0,
    width: float = 400,
    height: float = 210,
    standalone: bool = False,
) -> Markup:
    """Bars on top of each other over rounds. ``highest``: an amount that must fit as well, so that several compare."""
    sums = [sum(each) for each in zip(*(kind.values for kind in kinds), strict=True)]
    field = Field(LEFT, TOP, width - LEFT - RIGHT, height - TOP - BOTTOM, len(labels), [*sums, highest])
    parts = [field.scale(amount), field.rounds(labels), field.bars(kinds, range(len(kinds))), field.told(told)]
    return picture(title, words, width, height, parts, standalone)


def legend(names: Sequence[str], *, lines: bool = False) -> Markup:
    """What the kinds of bars, or the ``lines``, are, as a list with a small picture each."""
    items = "".join(f"<li>{_swatch(look % KINDS, lines)} {escape(name)}</li>" for look, name in enumerate(names))
    return Markup(f'<ul class="tp-plot-legend">{items}</ul>')


def _swatch(look: int, line: bool) -> str:
    if line:
        kind, box = "tp-key", "0 0 40 10"
        inside = f'<g class="plot-curve g{look}"><path d="M0 5H40"/></g>'
    else:
        kind, box = "tp-swatch", "0 0 12 16"
        inside = f'<path class="plot-bars g{look}" stroke-width="12" d="M6 16V0"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tp {kind}" viewBox="{box}" aria-hidden="true" focusable="false">'
        f"{inside}</svg>"
    )


def picture(
    title: str, words: str, width: float, height: float, parts: Sequence[str], standalone: bool = False
) -> Markup:
    """The frame of a picture, with its title and description."""
    css = f"<style>{stylesheet()}</style>" if standalone else ""
    size = f' width="{number(width)}" height="{number(height)}"' if standalone else ""
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tp tp-plot" viewBox="0 0 {number(width)} {number(height)}"{size} '
        f'role="img" aria-label="{escape(f"{title}. {words}")}">{css}<title>{escape(title)}</title><desc>{escape(words)}</desc>'
        f"{''.join(parts)}</svg>"
    )
