"""How a title is played, told shortly in our own words, with the rules of its ledger that each sentence rests on.

``guide.toml`` of a title. In a text ``[8.6.f]`` or ``[8.6.f, 8.6.g]`` names rules; pages make links of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from towpath.facts.files import DataError, Facts, Folder, Overlay, decode, read_file
from towpath.facts.ledger import Ledger

FILE = "guide.toml"

_ID = r"(?:P\.)?[0-9]+(?:\.[0-9A-Za-z]+)*"
CITED = re.compile(rf"\s*\[({_ID}(?:, {_ID})*)\]")
"""Rules named in a text, with the space before them."""


class GuideSection(Facts, frozen=True, kw_only=True):
    """A part of the guide: paragraphs, then points that belong to them."""

    heading: str
    text: tuple[str, ...]
    points: tuple[str, ...] = ()


class Guide(Facts, frozen=True, kw_only=True):
    """The whole of it. ``lead``: what the game is about; ``credit``: whose design it is; ``chapters``: section of the ledger
    (its first number) -> what it is about."""

    lead: str
    credit: str
    chapters: dict[str, str]
    sections: tuple[GuideSection, ...]

    def texts(self) -> Iterator[str]:
        """Every text with rules in it."""
        yield self.lead
        for section in self.sections:
            yield from section.text
            yield from section.points


def pieces(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A text cut after each mention of rules: (plain text, the rules named after it)."""
    start = 0
    for found in CITED.finditer(text):
        yield text[start : found.start()], tuple(found[1].split(", "))
        start = found.end()
    if start < len(text):
        yield text[start:], ()


def load_guide(folder: Folder, ledger: Ledger, overlay: Overlay | None = None) -> Guide:
    """Read a title's ``guide.toml``. DataError for faulty TOML, a rule that the ledger lacks, or a section without name."""
    guide = decode(FILE, read_file(folder, FILE, overlay), Guide)
    cited = (name for text in guide.texts() for _, names in pieces(text) for name in names)
    unknown = next((name for name in cited if name not in ledger), None)
    if unknown is not None:
        raise DataError(FILE, "a rule in the text", unknown, "name a rule that the title's rules.toml has")
    for rule in ledger:
        chapter = chapter_of(rule.section)
        if chapter not in guide.chapters:
            raise DataError(FILE, "chapters", chapter, f"say what this section, of rule {rule.id}, is about")
    return guide


def chapter_of(section: str) -> str:
    """The first number of a section: ``8`` for ``8.6.1``."""
    return section.partition(".")[0]
