"""Whether the facts of Brass hold together: ids that exist, lists without doubles, counts and prices that can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from towpath.brass.data import BOARD, CARDS, COUNTERS, CUBES, INDUSTRIES, PERIODS, TITLE, CounterKind, Deck, TitleData
from towpath.facts.errors import one_of
from towpath.facts.files import DataError
from towpath.facts.options import Option

ALLOWED: dict[str, tuple[str, ...]] = {
    "seating": ("clockwise", "random"),
    "income": ("start", "end"),
    "refill": ("round", "turn"),
    "virtual_link": ("both", "one_way", "off"),
    "spaces": ("free", "single_first", "printed_order"),
    "shortfall": ("forgiven", "points"),
    "last_tie": ("order", "shared"),
}
"""What every edition must decide, and what it may be."""

MOST_PIECES = 99
"""Counters or cards of a kind: each is a piece of its own in the position."""


def check_title(data: TitleData) -> None:
    """``DataError`` for facts that contradict each other: the key, the value that stands there, what would be right."""
    _check_board(data)
    _check_counters(data)
    _check_tracks(data)
    _check_editions(data)
    _check_decks(data)
    _check_options(data.options)


def _check_board(data: TitleData) -> None:
    places = [place.id for place in data.places]
    _unique(BOARD, "places", places)
    for place in data.places:
        where = f"places.{place.id}"
        if not place.id.isidentifier() or place.id in INDUSTRIES:
            raise DataError(BOARD, f"{where}.id", place.id, "write a word in small letters that is no industry")
        if bool(place.spaces) != (place.kind == "town"):
            raise DataError(BOARD, f"{where}.spaces", place.spaces, "towns have industry spaces, other places none")
        if place.circles < 0:
            raise DataError(BOARD, f"{where}.circles", place.circles, "write 0 or more")
        for number, space in enumerate(place.spaces, 1):
            if not space:
                raise DataError(BOARD, f"{where}.spaces.{number}", [], "a space takes at least one industry")
            _unique(BOARD, f"{where}.spaces.{number}", space)
    for line in data.lines:
        for end in line.ends:
            _known(BOARD, f"lines.{line.id}.ends", end, places)
        if line.ends[0] == line.ends[1] or not (line.canal or line.rail):
            raise DataError(BOARD, f"lines.{line.id}", line.ends, "a line joins two places and takes a canal or a rail")
    _unique(BOARD, "lines", [frozenset(line.ends) for line in data.lines])
    for end in (*data.virtual_link.ends, data.virtual_link.one_way):
        _known(TITLE, "virtual_link", end, places)


def _check_counters(data: TitleData) -> None:
    _unique(COUNTERS, "counters", [(kind.industry, kind.level) for kind in data.counters])
    for kind in data.counters:
        where = f"counters.{kind.industry} {kind.level}"
        numbers = ("level", "count", "coal", "iron", "cubes", "points", "income")
        for name in numbers:
            if getattr(kind, name) < 0:
                raise DataError(COUNTERS, f"{where}.{name}", getattr(kind, name), "write 0 or more")
        if kind.count > MOST_PIECES:
            raise DataError(COUNTERS, f"{where}.count", kind.count, f"write {MOST_PIECES} or fewer")
        if kind.cost is not None and kind.cost < 0:
            raise DataError(COUNTERS, f"{where}.cost", kind.cost, "write 0 or more")
        if (kind.cubes > 0) != (kind.industry in CUBES and kind.cost is not None):
            raise DataError(
                COUNTERS, f"{where}.cubes", kind.cubes, "mines and iron works come with cubes, others without"
            )
        _known_editions(data, COUNTERS, f"{where}.points_in", kind)
    for industry in INDUSTRIES:
        if not any(kind.industry == industry for kind in data.counters):
            raise DataError(COUNTERS, "counters", industry, "list counters of every industry")


def _known_editions(data: TitleData, file: str, where: str, kind: CounterKind) -> None:
    for name in kind.points_in:
        _known(file, where, name, [edition.id for edition in data.editions])


def _check_tracks(data: TitleData) -> None:
    levels = data.tracks.income
    if not levels or any(not 0 <= after - before <= 1 for before, after in pairwise(levels)):
        raise DataError(TITLE, "tracks.income", levels, "levels rise by one at a time, each on one or more spaces")
    if not 0 <= data.start_income < len(levels):
        raise DataError(TITLE, "start_income", data.start_income, f"write a space of the track, 0 to {len(levels) - 1}")
    if list(data.tracks.demand) != sorted(data.tracks.demand) or not data.tracks.demand:
        raise DataError(TITLE, "tracks.demand", data.tracks.demand, "prices, the cheapest first")
    if not data.tracks.cotton:
        raise DataError(TITLE, "tracks.cotton", data.tracks.cotton, "list the rows of the distant market")
    for amount in data.loans:
        if amount <= 0 or amount % 10:
            raise DataError(TITLE, "loans", amount, "a loan is a multiple of 10: each 10 costs a level")
    for name in ("hand", "link_counters"):
        if getattr(data, name) < 1:
            raise DataError(TITLE, name, getattr(data, name), "write 1 or more")


def _check_editions(data: TitleData) -> None:
    editions = [edition.id for edition in data.editions]
    _unique(TITLE, "editions", editions)
    places, lines = [place.id for place in data.places], [line.id for line in data.lines]
    for edition in data.editions:
        where = f"editions.{edition.id}"
        for name in edition.absent:
            _known(TITLE, f"{where}.absent", name, places)
        for name in edition.canals:
            _known(TITLE, f"{where}.canals", name, lines)
        if set(edition.cubes) != set(CUBES) or min(edition.cubes.values()) < len(data.tracks.demand):
            raise DataError(TITLE, f"{where}.cubes", edition.cubes, "say how many coal and iron cubes are in the box")
        for name, value in edition.plays.items():
            _known(TITLE, f"{where}.plays", name, tuple(ALLOWED))
            _known(TITLE, f"{where}.plays.{name}", value, ALLOWED[name])
        for name in ALLOWED:
            if name not in edition.plays:
                raise DataError(TITLE, f"{where}.plays.{name}", None, "every edition decides this")
    _unique(TITLE, "players", [(line.edition, line.players) for line in data.players])
    for line in data.players:
        where = f"players.{line.edition} {line.players}"
        _known(TITLE, where, line.edition, editions)
        if set(line.aside) != set(PERIODS) or min(line.aside.values()) < 0:
            raise DataError(TITLE, f"{where}.aside", line.aside, "say how many cards are put aside in each period")
        if not line.distant or min(line.distant) < 0:
            raise DataError(TITLE, f"{where}.distant", line.distant, "list the tiles, each with 0 or more rows")
        if line.rounds < 1 or line.players < 1:
            raise DataError(TITLE, f"{where}.rounds", line.rounds, "write 1 or more")


def _check_decks(data: TitleData) -> None:
    towns = [place.id for place in data.places if place.kind == "town"]
    for deck in data.decks:
        where = f"decks.{deck.edition} {list(deck.players)}"
        for name, count in deck.counts().items():
            _known(CARDS, where, name, [*towns, *INDUSTRIES])
            if not 0 <= count <= MOST_PIECES:
                raise DataError(CARDS, f"{where}.{name}", count, f"write 0 to {MOST_PIECES}")
    for line in data.players:
        try:
            deck = data.deck(line.edition, line.players)
        except LookupError:
            raise DataError(CARDS, "decks", line.edition, f"add the cards for {line.players} players") from None
        _check_rounds(data, line.edition, line.players, deck)


def _check_rounds(data: TitleData, edition: str, players: int, deck: Deck) -> None:
    line = data.player_count(edition, players)
    cards = deck.cards()
    for period in PERIODS:
        # One card in the very first round, two in all others.
        played = players * (2 * line.rounds - (period == "canal"))
        if len(cards) - line.aside[period] != played:
            right = f"{played + line.aside[period]} cards last for {line.rounds} rounds of the {period} period"
            raise DataError(CARDS, f"decks.{edition} {list(deck.players)}", len(cards), right)
    if len(cards) < players * data.hand:
        raise DataError(CARDS, f"decks.{edition} {list(deck.players)}", len(cards), "there are too few cards to deal")


def _check_options(options: Sequence[Option]) -> None:
    _unique(TITLE, "options", [option.id for option in options])
    known = {option.id: [value.id for value in option.values] for option in options}
    for option in options:
        where = f"options.{option.id}"
        _unique(TITLE, f"{where}.values", known[option.id])
        _known(TITLE, f"{where}.default", option.default, known[option.id])
        for value in option.values:
            for other, wanted in {**value.implies, **value.excludes}.items():
                _known(TITLE, f"{where}.{value.id}", other, list(known))
                _known(TITLE, f"{where}.{value.id}.{other}", wanted, known[other])


def _known(file: str, key: str, value: object, known: Sequence[object]) -> None:
    if value not in known:
        raise DataError(file, key, value, f"it can be {one_of(map(str, known), value)}")


def _unique(file: str, key: str, values: Sequence[object]) -> None:
    for index, value in enumerate(values):
        if value in values[:index]:
            raise DataError(file, key, value, "list it only once")
