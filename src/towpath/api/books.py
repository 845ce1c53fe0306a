"""What there is to read about a title: its rule ledger, and how it is played."""

from __future__ import annotations

from functools import lru_cache

from towpath.api import titles
from towpath.facts.files import Folder
from towpath.facts.guide import FILE as GUIDE_FILE
from towpath.facts.guide import Guide, load_guide
from towpath.facts.ledger import FILE as LEDGER_FILE
from towpath.facts.ledger import Ledger, load_ledger
from towpath.language import say


@lru_cache(maxsize=64)
def ledger(title: str) -> Ledger | None:
    """A title's rule ledger; ``None`` where it keeps none. ``UnknownTitle``."""
    folder = _folder(title)
    return load_ledger(title, folder) if folder is not None and folder.joinpath(LEDGER_FILE).is_file() else None


@lru_cache(maxsize=64)
def guide(title: str) -> Guide | None:
    """How a title is played; ``None`` where nobody has written it down. ``UnknownTitle``."""
    folder, rules = _folder(title), ledger(title)
    if folder is None or rules is None or not folder.joinpath(GUIDE_FILE).is_file():
        return None
    return load_guide(folder, rules)


def _folder(title: str) -> Folder | None:
    """Where the files of a title lie; ``None`` for one that brings none of its own."""
    if title not in titles.names():
        raise titles.UnknownTitle(
            say("there is no title '{title}'; there are {titles}", title=title, titles=", ".join(titles.names()))
        )
    return titles.folder(title)
