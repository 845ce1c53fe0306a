"""The facts of Brass as typed data; ``brass.loading`` reads them from TOML.

The structs say what the game *is*: places, lines, counters, cards, tracks, editions, options; what it *does* is Python.
Amounts are pounds, income is in spaces of the track unless a name says level.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from towpath.facts.files import Facts
from towpath.facts.options import Option

Industry = Literal["cotton", "port", "coal", "iron", "shipyard"]
INDUSTRIES: tuple[Industry, ...] = ("cotton", "port", "coal", "iron", "shipyard")
"""In the order of the players' mats."""
Period = Literal["canal", "rail"]
PERIODS: tuple[Period, ...] = ("canal", "rail")
Cube = Literal["coal", "iron"]
CUBES: tuple[Cube, ...] = ("coal", "iron")
PlaceKind = Literal["town", "waypoint", "external"]

TITLE, BOARD, COUNTERS, CARDS, RULES = "title.toml", "board.toml", "counters.toml", "cards.toml", "rules.toml"
FILES = (TITLE, BOARD, COUNTERS, CARDS, RULES)
"""The data files; an overlay replaces some of them."""


class Place(Facts, frozen=True, kw_only=True):
    """A town, a waypoint (printed circles only) or a place beyond the map's edge, which is a port of trade.

    ``spaces``: what each industry space takes; ``circles``: printed ones, which links score; ``at``: longitude and latitude.
    """

    id: str
    name: str
    kind: PlaceKind
    spaces: tuple[tuple[Industry, ...], ...] = ()
    circles: int = 0
    at: tuple[float, float]


class Line(Facts, frozen=True, kw_only=True):
    """A printed line between two places and the kinds of link that may be built on it."""

    ends: tuple[str, str]
    canal: bool = True
    rail: bool = True

    @property
    def id(self) -> str:
        """Both ends, as ``bolton--bury``."""
        return "--".join(self.ends)

    def takes(self, period: Period) -> bool:
        """Whether a link of the period may be built on it."""
        return self.canal if period == "canal" else self.rail


class CounterKind(Facts, frozen=True, kw_only=True):
    """One kind of counter: ``count`` of it are in every player's set.

    ``cost`` ``None``: it cannot be built. ``coal`` and ``iron`` must be brought, ``cubes`` come with it. ``points`` and
    ``income`` (spaces) are on its back; ``points_in``: other points in some editions. ``canal`` and ``rail``: the periods
    it may be built in.
    """

    industry: Industry
    level: int
    count: int
    cost: int | None = None
    coal: int = 0
    iron: int = 0
    cubes: int = 0
    points: int = 0
    points_in: dict[str, int] = msgspec.field(default_factory=dict)
    income: int = 0
    canal: bool = True
    rail: bool = True

    def built_in(self, period: Period) -> bool:
        """Whether the period allows it."""
        return self.canal if period == "canal" else self.rail


class Deck(Facts, frozen=True, kw_only=True):
    """The cards of an edition for some numbers of players: how many of each town and each industry."""

    edition: str
    players: tuple[int, ...]
    towns: dict[str, int]
    industries: dict[Industry, int]

    def counts(self) -> dict[str, int]:
        """Town or industry -> its cards."""
        found = dict(self.towns)
        for industry, count in self.industries.items():
            found[industry] = count
        return found

    def cards(self) -> tuple[str, ...]:
        """All cards, each named after its town or industry."""
        return tuple(kind for kind, count in sorted(self.counts().items()) for _ in range(count))


class PlayerCount(Facts, frozen=True, kw_only=True):
    """What depends on edition and number of players. ``distant``: the distant market tiles, by how many rows each moves the
    marker down; ``aside``: cards put aside unseen in each period; ``rounds``: of each period."""

    edition: str
    players: int
    rounds: int
    aside: dict[Period, int]
    distant: tuple[int, ...]


class Edition(Facts, frozen=True, kw_only=True):
    """An edition: starting cash, cubes in the box, what its map leaves out or adds, and what it plays where an option is
    left to it. ``official``: ``False`` for a variant that its publishers do not sell."""

    id: str
    name: str
    official: bool = True
    cash: int
    cubes: dict[Cube, int]
    absent: tuple[str, ...] = ()
    canals: tuple[str, ...] = ()
    plays: dict[str, str]


class LinkCosts(Facts, frozen=True, kw_only=True):
    """Pounds for a canal, a rail, and a second rail with the same action; coal for each rail."""

    canal: int
    rail: int
    second_rail: int
    rail_coal: int


class Tracks(Facts, frozen=True, kw_only=True):
    """``income``: the level of every space, from the bottom; ``cotton``: the rows of the distant market from the top;
    ``demand``: prices of the coal and iron tracks, cheapest first; ``when_empty``: what a cube costs then."""

    income: tuple[int, ...]
    cotton: tuple[int, ...]
    demand: tuple[int, ...]
    when_empty: int


class VirtualLink(Facts, frozen=True, kw_only=True):
    """Two towns that count as one network for industry cards. ``one_way``: the end that is reached if only one is."""

    ends: tuple[str, str]
    one_way: str


class Introductory(Facts, frozen=True, kw_only=True):
    """Scoring of the introductory game: pounds that make a point, and the most points from cash."""

    pounds_per_point: int
    most_points: int


class TitleFile(Facts, frozen=True, kw_only=True):
    """``title.toml``."""

    id: str
    name: str
    designer: str
    about: str
    hand: int
    start_income: int
    link_counters: int
    loans: tuple[int, ...]
    links: LinkCosts
    tracks: Tracks
    virtual_link: VirtualLink
    introductory: Introductory
    editions: tuple[Edition, ...]
    players: tuple[PlayerCount, ...]
    options: tuple[Option, ...]


class TitleData(TitleFile, frozen=True, kw_only=True):
    """All of the title's facts."""

    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    counters: tuple[CounterKind, ...]
    decks: tuple[Deck, ...]

    def edition(self, name: str) -> Edition:
        """The edition of that id."""
        return next(edition for edition in self.editions if edition.id == name)

    def counts(self, edition: str) -> tuple[int, ...]:
        """The numbers of players an edition is for."""
        return tuple(sorted(line.players for line in self.players if line.edition == edition))

    def player_count(self, edition: str, players: int) -> PlayerCount:
        """What an edition has for a number of players. ``LookupError`` when it is not for so many."""
        for line in self.players:
            if (line.edition, line.players) == (edition, players):
                return line
        raise LookupError(f"{edition} is not for {players} players")

    def deck(self, edition: str, players: int) -> Deck:
        """The cards of an edition for a number of players. ``LookupError`` when there are none."""
        for deck in self.decks:
            if deck.edition == edition and players in deck.players:
                return deck
        raise LookupError(f"{edition} has no cards for {players} players")
