"""The facts of a railway title as typed data, read from its ``title.toml`` and ``market.toml``.

The structs say what a title *is* (prices, counts, limits, companies, phases, markets, options, switches); what a title
*does* is Python. All amounts are whole units of the title's currency, all shares are percent, all market cells are
(row, column) counted from 0 at the top left with empty cells counted. ``load_title`` is the only entry point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeVar

import msgspec

from towpath.rail.files import DataError, Facts, Folder, Overlay, decode, read_file

__all__ = [
    "PROFILES", "AuctionFacts", "Bundle", "BundleMinor", "BundleSet", "Colour", "Company", "CompanyKind", "DataError",
    "Loans", "Market", "MarketCell", "MarketKind", "NationalFacts", "Nationalization", "Option", "OptionValue",
    "PairBonus", "Phase", "PhaseEvent", "PhaseFlag", "PlayerCount", "Private", "Profile", "ReservedPlace", "Switch",
    "TitleData", "TrainKind", "Zone", "ZoneLabel", "load_title",
]  # fmt: skip

T = TypeVar("T")

CompanyKind = Literal["minor", "major", "national"]
MarketKind = Literal["column", "grid"]
Zone = Literal["minor_start", "any_start", "major_start", "conversion", "border"]
Colour = Literal["yellow", "green", "brown", "gray"]
PhaseFlag = Literal[
    "private_sales",
    "merger_rounds",
    "national_operates",
    "majors_may_start",
    "minors_may_start",
    "green_minors",
    "locks_open",
    "special_trains",
    "train_exchange",
]
PhaseEvent = Literal[
    "reservations_end",
    "minors_nationalized",
    "trainless_minors",
    "trainless_majors",
    "privates_nationalized",
    "reserved_tokens",
    "end_trigger",
]
Profile = Literal["own", "rulebook", "designer", "18xx.games"]
PROFILES: tuple[Profile, ...] = ("own", "rulebook", "designer", "18xx.games")
"""Named settings of all compatibility switches; ``own`` is what a new game here plays."""

FILE = "title.toml"

SPOT = re.compile(r"^[A-Z][0-9]{1,2}/[0-9]$")
"""A city of a hex: hex id, slash, index of the city in the order of the printed hex (``H8/1``)."""


class PlayerCount(Facts, frozen=True, kw_only=True):
    """What depends on the number of players; ``ownership_limit`` is percent of a major, ``removed_trains`` by kind."""

    players: int
    cash: int
    certificate_limit: int
    ownership_limit: int
    removed_trains: dict[str, int] = msgspec.field(default_factory=dict)
    removed_privates: int = 0
    """Privates taken out at random before the auction."""


class TrainKind(Facts, frozen=True, kw_only=True):
    """One kind of train. ``count`` None: unlimited; ``rusts_on`` None: never; ``stops``: centres it counts."""

    name: str
    price: int
    count: int | None = None
    rusts_on: str | None = None
    stops: int
    doubled: bool = False
    """Counted values are doubled."""
    express: bool = False
    """May pass cities without counting them."""
    special: bool = False
    """Outside the ranks: on sale beside the yard's lowest rank once ``available_on`` has been bought."""
    available_on: str | None = None
    limited_count: int | None = None
    """Count under the option of limited special trains."""


class Phase(Facts, frozen=True, kw_only=True):
    """An era, begun by the first train of kind ``on`` ("" for the first era); ``limits``: company kind -> train limit.

    ``flags`` are facts that hold all through the phase, ``events`` happen once at its start, in this order.
    A kind of company that is not in ``limits`` cannot exist or has no limit in that phase.
    """

    name: str
    on: str
    tiles: tuple[Colour, ...]
    limits: dict[CompanyKind, int]
    offboard: Colour
    flags: tuple[PhaseFlag, ...] = ()
    events: tuple[PhaseEvent, ...] = ()


class Company(Facts, frozen=True, kw_only=True):
    """A minor, a major or the national railway. ``tokens``: price of each token per hex of distance (0 free)."""

    id: str
    name: str
    kind: CompanyKind
    colour: str
    text_colour: str = "#ffffff"
    tokens: tuple[int, ...]
    home: str | None = None
    """Printed home ``HEX/city`` of the free token; None: chosen when the company starts."""
    group: Literal["yellow", "green"] | None = None
    """Minors only: yellow ones are there from the start, green ones later."""


class Private(Facts, frozen=True, kw_only=True):
    """A private company; ``bonus`` is added per train that visits one of ``bonus_hexes`` (they count as one place)."""

    id: str
    number: int
    name: str
    least_bid: int
    face: int
    income: int
    bonus_hexes: tuple[str, ...] = ()
    bonus: int = 0


class BundleMinor(Facts, frozen=True, kw_only=True):
    """A minor in a bundle, with the treasury it starts with."""

    id: str
    treasury: int


class Bundle(Facts, frozen=True, kw_only=True):
    """A starting lot: ``privates`` by number, ``minors`` in the printed order, ``bonus`` cash for the buyer."""

    privates: tuple[int, ...] = ()
    minors: tuple[BundleMinor, ...]
    bonus: int = 0


class BundleSet(Facts, frozen=True, kw_only=True):
    """The lots for one number of players, all with the same least bid."""

    players: int
    least_bid: int
    bundles: tuple[Bundle, ...]


class Loans(Facts, frozen=True, kw_only=True):
    """Size and interest of one loan; ``limits``: company kind -> most loans (absent: no limit)."""

    value: int
    interest: int
    limits: dict[CompanyKind, int]


class Nationalization(Facts, frozen=True, kw_only=True):
    """Steps to the left before the holders are paid: ``steps`` always, ``steps_per_loan`` for each loan left."""

    steps: int
    steps_per_loan: int


class ReservedPlace(Facts, frozen=True, kw_only=True):
    """A place kept for a token of the national: ``spot`` is ``HEX/city``.

    ``when``: ``setup`` (there from the start), ``first_operation``, or ``gray`` (the place is on the gray tile).
    """

    spot: str
    when: Literal["setup", "first_operation", "gray"]


class NationalFacts(Facts, frozen=True, kw_only=True):
    """The national railway: company id, kept places, and how many tokens it may have elsewhere."""

    id: str
    reserved: tuple[ReservedPlace, ...]
    elsewhere: int


class PairBonus(Facts, frozen=True, kw_only=True):
    """``amount`` more for a train that counts ``hex`` and at least one of ``partners`` (once per train)."""

    hex: str
    partners: tuple[str, ...]
    amount: int


class AuctionFacts(Facts, frozen=True, kw_only=True):
    """Bids: multiples of ``step``; ``minor_least_bid`` opens a minor; ``first_minor`` must be the first one offered."""

    step: int
    minor_least_bid: int
    first_minor: str | None = None


class OptionValue(Facts, frozen=True, kw_only=True):
    """One value of an option. ``implies``: option -> value it brings; ``excludes``: option -> value it forbids."""

    id: str
    label: str
    implies: dict[str, str] = msgspec.field(default_factory=dict)
    excludes: dict[str, str] = msgspec.field(default_factory=dict)


class Option(Facts, frozen=True, kw_only=True):
    """A choice before the game; ``players``: numbers of players it exists for (empty: all)."""

    id: str
    label: str
    help: str
    default: str
    values: tuple[OptionValue, ...]
    players: tuple[int, ...] = ()
    rule: str
    """Id in the title's rule ledger."""


class Switch(Facts, frozen=True, kw_only=True):
    """A difference between the printed rules and another practice; ``conflict`` numbers it, ``values`` per profile."""

    id: str
    conflict: int
    meaning: str
    """What is played when the switch is on, in one line."""
    values: dict[Profile, bool]


class ZoneLabel(Facts, frozen=True, kw_only=True):
    """How a zone of the market is named and coloured."""

    id: Zone
    label: str
    colour: str


class MarketCell(Facts, frozen=True, kw_only=True):
    """One cell of a market; ``id`` is its index in ``Market.cells``."""

    id: int
    row: int
    column: int
    price: int
    zones: tuple[Zone, ...] = ()


class Market(Facts, frozen=True, kw_only=True):
    """A stock market; ``cells`` row by row, left to right."""

    kind: MarketKind
    cells: tuple[MarketCell, ...]

    def at(self, row: int, column: int) -> MarketCell | None:
        """The cell at (row, column), or None where the board is blank."""
        return next((cell for cell in self.cells if (cell.row, cell.column) == (row, column)), None)

    def zone(self, zone: Zone) -> tuple[MarketCell, ...]:
        """All cells of a zone, in the order of ``cells``."""
        return tuple(cell for cell in self.cells if zone in cell.zones)


class TitleData(Facts, frozen=True, kw_only=True):
    """Everything ``title.toml`` says, with the markets of ``market.toml``."""

    id: str
    name: str
    designer: str
    about: str = ""
    """What the game is, in two sentences of ours for somebody who chooses one."""
    currency: str
    bank: int
    """All money there is; the start cash of the players comes out of it."""
    players: tuple[PlayerCount, ...]
    loans: Loans
    nationalization: Nationalization
    national: NationalFacts
    auction: AuctionFacts
    pair_bonus: PairBonus
    trains: tuple[TrainKind, ...]
    phases: tuple[Phase, ...]
    companies: tuple[Company, ...]
    privates: tuple[Private, ...]
    bundles: tuple[BundleSet, ...] = ()
    options: tuple[Option, ...]
    switches: tuple[Switch, ...]
    labels: dict[str, str] = msgspec.field(default_factory=dict)
    """Display names for our terms, where the rulebook uses another word."""
    zones: tuple[ZoneLabel, ...] = ()
    markets: dict[MarketKind, Market] = msgspec.field(default_factory=dict)

    def company(self, id: str) -> Company:
        """The company with this id; KeyError if there is none."""
        return _find(self.companies, id, lambda c: c.id)

    def private(self, id: str) -> Private:
        """The private with this id; KeyError if there is none."""
        return _find(self.privates, id, lambda p: p.id)

    def train(self, name: str) -> TrainKind:
        """The kind of train with this name; KeyError if there is none."""
        return _find(self.trains, name, lambda t: t.name)

    def phase(self, name: str) -> Phase:
        """The phase with this name; KeyError if there is none."""
        return _find(self.phases, name, lambda p: p.name)

    def for_players(self, count: int) -> PlayerCount:
        """The line for this number of players; KeyError if the title cannot be played by so many."""
        return _find(self.players, count, lambda p: p.players)

    def switch_values(self, profile: Profile) -> dict[str, bool]:
        """Every switch as one profile sets it."""
        return {switch.id: switch.values[profile] for switch in self.switches}


class _MarketRow(Facts, frozen=True, kw_only=True):
    """A row as written in market.toml: ``start`` is the column of its first cell."""

    start: int = 0
    prices: tuple[int, ...]


class _MarketShape(Facts, frozen=True, kw_only=True):
    """A market as written: rows of prices, and zones as lists of [row, column]."""

    rows: tuple[_MarketRow, ...]
    zones: dict[Zone, tuple[tuple[int, int], ...]]


class _MarketFile(Facts, frozen=True, kw_only=True):
    """The whole of market.toml."""

    zones: tuple[ZoneLabel, ...]
    column: _MarketShape
    grid: _MarketShape


def load_title(folder: Folder, overlay: Overlay | None = None) -> TitleData:
    """Read ``title.toml`` and ``market.toml`` of a title's folder and check that they hold together.

    A file of the same name in ``overlay`` (a folder, or file name -> text as a record keeps it) replaces the title's
    own. Raises DataError for a missing file, broken TOML, an unknown key, a wrong type, or facts that contradict
    each other.
    """
    facts = decode("title.toml", read_file(folder, "title.toml", overlay), TitleData)
    if facts.markets or facts.zones:
        raise DataError("title.toml", "markets, zones", "given", "markets and zones belong into market.toml")
    market = decode("market.toml", read_file(folder, "market.toml", overlay), _MarketFile)
    data = msgspec.structs.replace(
        facts,
        zones=market.zones,
        markets={"column": _expand("column", market.column), "grid": _expand("grid", market.grid)},
    )
    _check_title(data)
    return data


def _find(items: Iterable[T], wanted: object, key: Callable[[T], object]) -> T:
    for item in items:
        if key(item) == wanted:
            return item
    raise KeyError(wanted)


def _expand(kind: MarketKind, shape: _MarketShape) -> Market:
    """Turn rows of prices into numbered cells and hang the zones onto them."""
    zones: dict[tuple[int, int], tuple[Zone, ...]] = {}
    for zone, places in shape.zones.items():
        for place in places:
            zones[place] = (*zones.get(place, ()), zone)
    cells: list[MarketCell] = []
    for row, line in enumerate(shape.rows):
        for offset, price in enumerate(line.prices):
            place = (row, line.start + offset)
            cells.append(MarketCell(id=len(cells), row=row, column=place[1], price=price, zones=zones.pop(place, ())))
    for place, names in zones.items():
        raise DataError("market.toml", f"{kind}.zones.{names[0]}", list(place), "name a [row, column] that has a price")
    return Market(kind=kind, cells=tuple(cells))


def _check_title(data: TitleData) -> None:
    _check_unique("players", [line.players for line in data.players])
    _check_unique("trains", [train.name for train in data.trains])
    _check_unique("phases", [phase.name for phase in data.phases])
    _check_unique("companies and privates", [c.id for c in data.companies] + [p.id for p in data.privates])
    _check_unique("privates", [private.number for private in data.privates])
    _check_unique("options", [option.id for option in data.options])
    _check_unique("switches", [switch.id for switch in data.switches])
    _check_trains(data)
    _check_companies(data)
    _check_bundles(data)
    _check_options(data)


def _check_trains(data: TitleData) -> None:
    names = [train.name for train in data.trains]
    for train in data.trains:
        where = f"trains.{train.name}"
        if train.rusts_on is not None:
            _check_known(f"{where}.rusts_on", train.rusts_on, names)
        if train.special != (train.available_on is not None):
            raise DataError(FILE, f"{where}.available_on", train.available_on, "give it for special trains only")
        if train.available_on is not None:
            _check_known(f"{where}.available_on", train.available_on, names)
    for index, phase in enumerate(data.phases):
        if index > 0:
            _check_known(f"phases.{phase.name}.on", phase.on, names)
        elif phase.on:
            raise DataError(FILE, f"phases.{phase.name}.on", phase.on, 'the first phase begins by itself: ""')
    for line in data.players:
        for name, number in line.removed_trains.items():
            where = f"players.{line.players}.removed_trains.{name}"
            _check_known(where, name, names)
            count = data.train(name).count
            if count is None or not 0 < number <= count:
                raise DataError(FILE, where, number, f"remove 1 to {count or 0} of the {name}-trains")


def _check_companies(data: TitleData) -> None:
    for company in data.companies:
        where = f"companies.{company.id}"
        if company.home is not None and not SPOT.match(company.home):
            raise DataError(FILE, f"{where}.home", company.home, "write hex and city index, as in H8/0")
        if (company.group is not None) != (company.kind == "minor"):
            raise DataError(FILE, f"{where}.group", company.group, "minors are yellow or green, others have no group")
    for spot in (place.spot for place in data.national.reserved):
        if not SPOT.match(spot):
            raise DataError(FILE, "national.reserved", spot, "write hex and city index, as in H8/0")
    nationals = [company.id for company in data.companies if company.kind == "national"]
    _check_known("national.id", data.national.id, nationals)
    minors = [company.id for company in data.companies if company.kind == "minor"]
    if data.auction.first_minor is not None:
        _check_known("auction.first_minor", data.auction.first_minor, minors)


def _check_bundles(data: TitleData) -> None:
    minors = [company.id for company in data.companies if company.kind == "minor"]
    numbers = [private.number for private in data.privates]
    for lots in data.bundles:
        where = f"bundles.{lots.players}"
        if len(lots.bundles) != lots.players:
            raise DataError(FILE, where, len(lots.bundles), f"list {lots.players} bundles, one for each player")
        for bundle in lots.bundles:
            for number in bundle.privates:
                _check_known(f"{where}.privates", number, numbers)
            for minor in bundle.minors:
                _check_known(f"{where}.minors", minor.id, minors)
        _check_unique(f"{where}.privates", [number for bundle in lots.bundles for number in bundle.privates])
        _check_unique(f"{where}.minors", [minor.id for bundle in lots.bundles for minor in bundle.minors])


def _check_options(data: TitleData) -> None:
    known = {option.id: [value.id for value in option.values] for option in data.options}
    counts = [line.players for line in data.players]
    for option in data.options:
        where = f"options.{option.id}"
        _check_unique(f"{where}.values", known[option.id])
        _check_known(f"{where}.default", option.default, known[option.id])
        for count in option.players:
            _check_known(f"{where}.players", count, counts)
        for value in option.values:
            for relation, pairs in (("implies", value.implies), ("excludes", value.excludes)):
                for other, wanted in pairs.items():
                    _check_known(f"{where}.{value.id}.{relation}", other, list(known))
                    _check_known(f"{where}.{value.id}.{relation}.{other}", wanted, known[other])
    for switch in data.switches:
        missing = [profile for profile in PROFILES if profile not in switch.values]
        if missing:
            raise DataError(FILE, f"switches.{switch.id}.values", sorted(switch.values), f"add {', '.join(missing)}")


def _check_known(key: str, value: object, known: Sequence[object]) -> None:
    if value not in known:
        raise DataError(FILE, key, value, f"use one of {', '.join(map(str, known)) or 'nothing: none is defined'}")


def _check_unique(key: str, values: Sequence[object]) -> None:
    for index, value in enumerate(values):
        if value in values[:index]:
            raise DataError(FILE, key, value, "list it only once")
