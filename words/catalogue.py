"""The catalogue and its translations as files: made of the sources, brought up to date, checked and compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from words import python_texts, toml_texts

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "towpath"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "towpath.pot"
CHURN = ("Project-Id-Version", "POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team", "Generated-By",
         "Report-Msgid-Bugs-To")  # fmt: skip
"""Lines of a file's head that say nothing, or change every time."""
DATED = re.compile(rf'^"({"|".join(CHURN)}).*\n', re.MULTILINE)
SILENT = ("towpath/cli/", "towpath/testing/")
"""The command line and the proofs speak English."""


def collected() -> Catalog:
    """Every text of the sources, by files in the order of their names."""
    found = Catalog(fuzzy=False, header_comment="# Everything that Towpath says. Made by `make words`.")
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml")]):
        name = path.relative_to(PACKAGE.parent).as_posix()
        if name.startswith(SILENT):
            continue
        read = python_texts.texts if path.suffix == ".py" else toml_texts.texts
        for text in read(path):
            key = (text.one, text.many) if text.many else text.one
            message = found.add(key, locations=[(name, text.line)], auto_comments=[text.note] if text.note else ())
            message.flags.discard("python-format")
            if _names(text.one):
                message.flags.add("python-brace-format")
    return found


def template() -> bytes:
    """The catalogue as a file, without dates and line numbers, so that it changes when a text does and at no other time."""
    return _written(collected())


def _written(catalogue: Catalog) -> bytes:
    made = BytesIO()
    write_po(made, catalogue, width=118, sort_by_file=True, include_lineno=False)
    return DATED.sub("", made.getvalue().decode()).encode()


def translations(folder: Path = LOCALE) -> list[Path]:
    """The files of all translations."""
    return sorted(folder.glob("*/LC_MESSAGES/towpath.po"))


def language(path: Path) -> str:
    """Whose translation a file is: the name of its folder."""
    return path.parts[-3]


def load(path: Path) -> Catalog:
    """A translation."""
    with path.open("rb") as file:
        return read_po(file, locale=language(path), domain="towpath")


def refresh(path: Path) -> None:
    """Bring a translation up to date with the catalogue: new texts are empty, those that changed a little are marked fuzzy."""
    kept = load(path)
    kept.update(read_po(BytesIO(template())))
    path.write_bytes(_written(kept))


def begin(name: str) -> Path:
    """An empty translation into a language, named as in ``de`` or ``pt_BR``."""
    path = LOCALE / name / "LC_MESSAGES" / "towpath.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    made = Catalog(locale=name, fuzzy=False)
    made.update(read_po(BytesIO(template())))
    path.write_bytes(_written(made))
    return path


def compiled(catalogue: Catalog) -> bytes:
    """A translation as the program reads it. What is fuzzy or empty is left out: it is said in English."""
    made = BytesIO()
    write_mo(made, catalogue)
    return made.getvalue()


def compile_all(folder: Path = LOCALE) -> None:
    """Write ``towpath.mo`` beside every translation."""
    for path in translations(folder):
        path.with_suffix(".mo").write_bytes(compiled(load(path)))


def faults(catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a translation, each in a sentence: placeholders that differ from the English text's."""
    for message in catalogue:
        if message.id and not message.fuzzy:
            yield from _differences(message)


def _differences(message: Message) -> Iterator[str]:
    forms = message.id if isinstance(message.id, tuple | list) else (message.id,)
    given = message.string if isinstance(message.string, tuple | list) else (message.string,)
    known = {name for form in forms for name in _names(form)}
    needed = set.intersection(*(set(_names(form)) for form in forms))
    for text in filter(None, given):
        try:
            names = set(_names(text, strict=True)) if known else set()
        except ValueError:
            yield f"{forms[0]!r}: the braces of {text!r} do not match"
            continue
        for name in sorted(names - known):
            yield f"{forms[0]!r}: {text!r} has {{{name}}}, which the English text has not"
        for name in sorted(needed - names):
            yield f"{forms[0]!r}: {text!r} lacks {{{name}}}"


def _names(text: str, strict: bool = False) -> list[str]:
    """The placeholders of a text; none where its braces mean themselves (unless ``strict``: ``ValueError``)."""
    try:
        return [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        if strict:
            raise
        return []
