"""Reading the data files of Brass."""

from __future__ import annotations

from towpath.brass.data import BOARD, CARDS, COUNTERS, TITLE, CounterKind, Deck, Line, Place, TitleData, TitleFile
from towpath.brass.data_checks import check_title
from towpath.facts.files import Facts, Folder, Overlay, decode, read_file


class _Board(Facts, frozen=True, kw_only=True):
    places: tuple[Place, ...]
    lines: tuple[Line, ...]


class _Counters(Facts, frozen=True, kw_only=True):
    counters: tuple[CounterKind, ...]


class _Cards(Facts, frozen=True, kw_only=True):
    decks: tuple[Deck, ...]


def load_title(folder: Folder, overlay: Overlay | None = None) -> TitleData:
    """Read the data files and check that they hold together; a file of the same name in ``overlay`` replaces the title's.

    ``DataError`` names file, key and value for a missing file, broken TOML, an unknown key, a wrong type, or facts that
    contradict each other.
    """
    title = decode(TITLE, read_file(folder, TITLE, overlay), TitleFile)
    board = decode(BOARD, read_file(folder, BOARD, overlay), _Board)
    counters = decode(COUNTERS, read_file(folder, COUNTERS, overlay), _Counters)
    cards = decode(CARDS, read_file(folder, CARDS, overlay), _Cards)
    fields = {name: getattr(title, name) for name in title.__struct_fields__}
    data = TitleData(**fields, places=board.places, lines=board.lines, counters=counters.counters, decks=cards.decks)
    check_title(data)
    return data
