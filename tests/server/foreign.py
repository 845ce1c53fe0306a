"""A made-up language: every text of the catalogue in brackets, what stands for a placeholder outside of them. So a text that is
not in the catalogue, or was put into a sentence untranslated, is seen at once."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

from words import catalogue

CODE = "qps"


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
