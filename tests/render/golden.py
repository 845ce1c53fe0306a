"""The pictures kept for comparison. ``python -m tests.render.golden`` draws them anew; look at the diff before committing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.render import positions
from towpath.render.map import map_svg
from towpath.render.market import market_svg
from towpath.render.tile import tile_svg

FOLDER = Path(__file__).parent / "golden"
TILES = (("1861", "58", 2), ("1861", "635", 0), ("1867", "X5", 1), ("1867", "124", 0))


def pictures() -> Iterator[tuple[str, str]]:
    """File name and text, one element a line so that a diff can be read."""
    for title, name, rotation in TILES:
        for orientation in ("flat", "pointy"):
            face = positions.rules_of(title).tileset.face(name, rotation)
            yield f"tile-{name}-{rotation}-{orientation}.svg", _lines(tile_svg(face, orientation=orientation))
    yield "map-1867.svg", _lines(map_svg(positions.rules_of("1867"), positions.start("1867")))
    yield (
        "market-1861-column.svg",
        _lines(market_svg(positions.rules_of("1861", "column"), positions.late("1861", "column"))),
    )


def _lines(picture: str) -> str:
    return str(picture).replace("><", ">\n<") + "\n"


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
