"""A made-up language: every text of the catalogue in brackets, what stands for a placeholder outside of them. So a text that is
not in the catalogue, or was put into a sentence untranslated, is seen at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any

from towpath.rail.rules import RailRules
from towpath.server.catalogue import card_of
from words import catalogue

CODE = "qps"
READ_OUT = ("aria-label", "aria-valuetext", "aria-roledescription", "title", "alt", "placeholder", "data-label")
SAID = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")


def foreign(text: str) -> str:
    """``Waiting for {names}.`` as ``⟦Waiting for ⟧{names}⟦.⟧``."""
    try:
        pieces = list(Formatter().parse(text))
    except ValueError:
        return f"⟦{text}⟧"
    return "".join(
        (f"⟦{words}⟧" if words else "") + ("" if name is None else f"{{{name}}}") for words, name, *_ in pieces
    )


def write_foreign(folder: Path) -> Path:
    """A folder of translations into that language alone."""
    made = catalogue.collected()
    for message in made:
        if isinstance(message.id, tuple):
            message.string = tuple(foreign(form) for form in message.id)
        elif message.id:
            message.string = foreign(message.id)
    file = folder / CODE / "LC_MESSAGES" / "towpath.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(catalogue.compiled(made))
    return folder


def words_of(texts: Iterable[str]) -> set[str]:
    """The words of names, which are the same in every language."""
    return {word for text in texts for word in WORD.findall(text)}


def names_of(rules: Any) -> set[str]:
    """What is called the same in every language: a title, its companies, places and trains."""
    card = card_of(rules.title)
    assert card is not None
    texts = [
        card.id,
        card.name,
        card.designer,
        "Towpath",
        "English",
        "II",
        "III",
        "IV",
    ]
    for each in ({**getattr(rules, "companies", {}), **getattr(rules, "privates", {})}).items():
        texts += [each[0], each[1].name]
    if isinstance(rules, RailRules):
        texts += [label for tile in rules.tileset.tiles.values() for label in tile.labels]
    board = rules.board
    places = getattr(board, "hexes", None) or board.places
    for here in places.values():
        texts += getattr(getattr(here, "printed", None), "labels", ())
    texts += [text for key, place in places.items() for text in (key, str(getattr(place, "name", "") or ""))]
    return words_of(texts)


def left(page: str, names: set[str]) -> Iterator[str]:
    """What is written or read out on a page and is neither in the made-up language nor a name. A text may be spread over several
    elements, as those of the guides are with their links."""
    reader = _Reader()
    reader.feed(page)
    written = SAID.sub("⟦⟧", "\n".join(reader.written))
    for text in (*written.split("\n"), *(SAID.sub("⟦⟧", each) for each in reader.read_out)):
        if any(word not in names for word in WORD.findall(text)):
            yield " ".join(text.split())


class _Reader(HTMLParser):
    """All that is written on a page or read out."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.read_out: list[str] = []
        self._code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code = tag in ("script", "style", "kbd", "time")
        self.read_out += [value for key, value in attrs if key in READ_OUT and value]

    def handle_endtag(self, tag: str) -> None:
        self._code = False

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.written.append(data)
