"""Words for people, in the language of whoever reads them. English is written in the code and is the key of every translation.

``say`` and ``say_n`` give a sentence in the language of the moment (see ``speaking``). ``msg`` marks a text that is said later,
``Texts`` a table of such texts. How translations are made is told in ``docs/translation.md``.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TypeAlias

DOMAIN = "towpath"
ENGLISH = "en"
SHIPPED = Path(__file__).with_name("locale")
"""Where our own translations lie: ``<language>/LC_MESSAGES/towpath.mo``."""

Text: TypeAlias = str
"""A text that ``say`` is given later."""
Texts: TypeAlias = dict[str, str]
"""A table whose values are English texts that ``say`` is given later. What is annotated so is in the catalogue."""

_translation: ContextVar[tuple[str, gettext.NullTranslations] | None] = ContextVar("translation", default=None)
"""The language of the moment with its translation; ``None`` is English, which needs no looking up."""
_offered: ContextVar[Mapping[str, str]] = ContextVar("offered", default={ENGLISH: "English"})  # noqa: B039


def msg(text: str) -> str:
    """The text itself: it is in the catalogue, and ``say`` is given it later."""
    return text


def say(text: str, /, **values: object) -> str:
    """A text in the language of the moment, with its ``{names}`` filled from values. Without values nothing is filled, and
    braces mean themselves."""
    spoken = _translation.get()
    if spoken is None:
        return text.format_map(values) if values else text
    told = spoken[1].gettext(text) if text else text
    return _filled(told, text, values) if values else told


def say_n(one: str, many: str, n: int, /, **values: object) -> str:
    """``one`` or ``many`` for a number, which both may name as ``{n}``."""
    spoken = _translation.get()
    english = one if n == 1 else many
    text = english if spoken is None else spoken[1].ngettext(one, many, n)
    return _filled(text, english, {"n": n, **values})


def _filled(text: str, english: str, values: Mapping[str, object]) -> str:
    """A text with its values, in English where the translation has placeholders that the English lacks."""
    try:
        return text.format_map(values)
    except (KeyError, ValueError, IndexError, AttributeError):
        return english.format_map(values)


def listed(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return _joined(items, msg("{first} and {last}"))


def either(items: Sequence[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return _joined(items, msg("{first} or {last}"))


def _joined(items: Sequence[str], pair: str) -> str:
    if len(items) < 2:
        return items[0] if items else ""
    return say(pair, first=", ".join(items[:-1]), last=items[-1])


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """A text for the middle of a sentence: English begins it small there, what other languages do their translations show."""
    return text[:1].lower() + text[1:] if _translation.get() is None else text


def current() -> str:
    """The language of the moment, as ``en`` or ``pt-BR``."""
    spoken = _translation.get()
    return ENGLISH if spoken is None else spoken[0]


def offered() -> Mapping[str, str]:
    """The languages that the reader can choose from, each with its name in that language."""
    return _offered.get()


@contextmanager
def english() -> Iterator[None]:
    """Within it everything is said in English: for what is stored, and read by somebody else."""
    token = _translation.set(None)
    try:
        yield
    finally:
        _translation.reset(token)


class Languages:
    """The languages that there are translations of. English is always one of them, and the first."""

    def __init__(self, *folders: Path) -> None:
        """Read ``<language>/LC_MESSAGES/towpath.mo`` of each folder; a later folder wins."""
        found = {}
        for folder in folders:
            for file in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
                with file.open("rb") as content:
                    found[_tag(file.parts[-3])] = gettext.GNUTranslations(content)
        self._found: Mapping[str, gettext.NullTranslations] = found
        self._names = {ENGLISH: "English", **{code: each.gettext(msg("English")) for code, each in found.items()}}

    @property
    def names(self) -> Mapping[str, str]:
        """Each language with its name in that language: what its translation gives for "English"."""
        return self._names

    def preferred(self, wanted: str) -> str:
        """The best language for an ``Accept-Language`` header (or a language's own tag); English when nothing fits."""
        for tag in _tags(wanted):
            if tag.partition("-")[0] == ENGLISH:
                return ENGLISH
            fits = next((code for code in self._found if code.lower() == tag), None)
            fits = fits or next((code for code in self._found if _kin(code.lower(), tag)), None)
            if fits is not None:
                return fits
        return ENGLISH

    def speak(self, code: str) -> None:
        """From now on, in this request, everything is said in that language; English for one that is not there."""
        found = self._found.get(code)
        _translation.set(None if found is None else (code, found))
        _offered.set(self._names)

    @contextmanager
    def speaking(self, code: str) -> Iterator[None]:
        """Within it everything is said in that language."""
        before = _translation.get(), _offered.get()
        self.speak(code)
        try:
            yield
        finally:
            _translation.set(before[0])
            _offered.set(before[1])


def _kin(code: str, tag: str) -> bool:
    """Whether they are the same language of different countries, or one of them names no country."""
    return code.partition("-")[0] == tag.partition("-")[0]


def _tag(folder: str) -> str:
    """``pt_BR`` as pages write it: ``pt-BR``."""
    return folder.replace("_", "-")


def _tags(header: str) -> list[str]:
    """The languages of an ``Accept-Language`` header, the one wanted most first; what cannot be read is left out."""
    weighed: list[tuple[float, int, str]] = []
    for part in header.lower().split(",")[:20]:
        tag, _, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            share = float(weight)
        except ValueError:
            continue
        if tag.strip() and 0 < share <= 1:
            weighed.append((-share, len(weighed), tag.strip()))
    return [tag for _, _, tag in sorted(weighed)]
