"""The facts of a railway title as typed data, read from its ``title.toml`` and ``market.toml``.

The structs say what a title *is* (prices, counts, limits, companies, phases, markets, options, switches); what a title
*does* is Python. All amounts are whole units of the title's currency, all shares are percent, all market cells are
(row, column) counted from 0 at the top left with empty cells counted. ``load_title`` is the only entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeVar

import msgspec

from towpath.facts.files import DataError, Facts, Folder, Overlay, decode, read_file
from towpath.facts.options import Option, OptionValue
from towpath.rail.data_checks import FILE, check_title
from towpath.rail.market_data import Market, MarketCell, MarketKind, Zone, ZoneLabel, load_markets
from towpath.rail.option_data import PROFILES, Profile, Switch, SwitchChoice, SwitchValue

__all__ = [
    "PROFILES",
    "AuctionFacts",
    "BonusRight",
    "Bundle",
    "BundleMinor",
    "BundleSet",
    "Capital",
    "Colour",
    "Company",
    "CompanyKind",
    "DataError",
    "Destination",
    "Dividends",
    "Flotation",
    "Loans",
    "Market",
    "MarketCell",
    "MarketKind",
    "NationalFacts",
    "Nationalization",
    "Option",
    "OptionValue",
    "PairBonus",
    "PayKind",
    "Phase",
    "PhaseEvent",
    "PhaseFlag",
    "PlayerCount",
    "Private",
    "PrivateSales",
    "Profile",
    "ReservedPlace",
    "SpecialLay",
    "Switch",
    "SwitchChoice",
    "SwitchValue",
    "TitleData",
    "TradeIn",
    "TrainKind",
    "TrainSwap",
    "ValueColour",
    "Zone",
    "ZoneLabel",
    "load_title",
]  # fmt: skip

T = TypeVar("T")

CompanyKind = Literal["minor", "major", "national"]
Colour = Literal["yellow", "green", "brown", "gray"]
ValueColour = Literal["yellow", "green", "brown", "gray", "black"]
"""The colours by which off-board values rise; black comes after all tiles."""
Capital = Literal["escrow", "incremental", "full"]
"""How the money of sold shares comes in. ``incremental``: share by share, to the treasury; ``escrow``: so for the first
half, the other half is held until the company reaches its destination; ``full``: all at once when the company floats."""
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
    "loans",
    "town_changes",
    "limit_by_companies_left",
]
PhaseEvent = Literal[
    "reservations_end",
    "minors_nationalized",
    "trainless_minors",
    "trainless_majors",
    "privates_nationalized",
    "privates_close",
    "reserved_tokens",
    "national_forms",
    "end_trigger",
]


class PlayerCount(Facts, frozen=True, kw_only=True):
    """What depends on the number of players; ``ownership_limit`` is percent of a major, ``removed_trains`` by kind."""

    players: int
    cash: int
    certificate_limit: int
    ownership_limit: int
    removed_trains: dict[str, int] = msgspec.field(default_factory=dict)
    removed_privates: int = 0
    """Privates taken out at random before the auction."""
    limits_by_companies_left: dict[int, int] = msgspec.field(default_factory=dict)
    """Companies left -> certificate limit, in phases with the flag ``limit_by_companies_left``; see ``limit_left``."""

    def limit_left(self, companies: int) -> int:
        """The certificate limit with so many companies left; fewer or more than the table has count as its ends."""
        table = self.limits_by_companies_left
        return table[min(max(companies, min(table)), max(table))]


class TradeIn(Facts, frozen=True, kw_only=True):
    """The lower ``price`` of a train for an owner who hands in one of ``kinds``."""

    kinds: tuple[str, ...]
    price: int


class TrainKind(Facts, frozen=True, kw_only=True):
    """One kind of train. ``count`` None: unlimited; ``rusts_on`` None: never; ``stops``: centres it counts, None: all."""

    name: str
    price: int
    count: int | None = None
    rusts_on: str | None = None
    stops: int | None = None
    doubled: bool = False
    """Counted values are doubled."""
    express: bool = False
    """May pass cities without counting them."""
    special: bool = False
    """Outside the ranks: on sale beside the yard's lowest rank once ``available_on`` has been bought."""
    available_on: str | None = None
    """On sale once a train of that kind has been bought, although lower ranks are left."""
    trade_in: TradeIn | None = None
    limited_count: int | None = None
    """Count under the option of limited special trains."""


class Phase(Facts, frozen=True, kw_only=True):
    """An era, begun by the first train of kind ``on`` ("" for the first era); ``limits``: company kind -> train limit.

    ``flags`` are facts that hold all through the phase, ``events`` happen once at its start, in this order.
    A kind of company that is not in ``limits`` cannot exist or has no limit in that phase. ``offboard``: the colour whose
    values off-board areas have; ``operating_rounds``: in a set that begins in this phase.
    """

    name: str
    on: str
    tiles: tuple[Colour, ...]
    limits: dict[CompanyKind, int]
    offboard: ValueColour
    operating_rounds: int = 2
    flags: tuple[PhaseFlag, ...] = ()
    events: tuple[PhaseEvent, ...] = ()


class Flotation(Facts, frozen=True, kw_only=True):
    """While ``train`` is the lowest kind left: ``percent`` sold lets a company operate, one started now has ``capital``."""

    train: str
    percent: int
    capital: Capital


class Destination(Facts, frozen=True, kw_only=True):
    """Hexes that a company has to join to its home, or to the hex ``origin``; any one of ``to`` will do."""

    to: tuple[str, ...]
    origin: str | None = None


class Company(Facts, frozen=True, kw_only=True):
    """A minor, a major or the national railway. ``tokens``: price of each (0 free), per hex where the title measures."""

    id: str
    name: str
    kind: CompanyKind
    colour: str
    text_colour: str = "#ffffff"
    tokens: tuple[int, ...]
    home: str | None = None
    """Printed home ``HEX/city`` of the free token (``HEX/*``: any city there); None: chosen when the company starts."""
    group: Literal["yellow", "green"] | None = None
    """Minors only: yellow ones are there from the start, green ones later."""
    destinations: dict[str, Destination] = msgspec.field(default_factory=dict)
    """Name of a list of destinations -> the company's on it."""


class SpecialLay(Facts, frozen=True, kw_only=True):
    """A private lets its company lay one of ``tiles`` in ``hex``, or (``token``) place a token there, without connection.

    ``extra``: besides the company's own lay of that turn.
    """

    hex: str
    tiles: tuple[str, ...]
    token: bool = False
    extra: bool = False


class BonusRight(Facts, frozen=True, kw_only=True):
    """Other companies may buy the right to a private's bonus: its ``price``, and how many rights there are in all."""

    price: int
    count: int


class Private(Facts, frozen=True, kw_only=True):
    """A private company; ``bonus`` is added per train that visits one of ``bonus_hexes`` (they count as one place).

    Optional: ``hexes`` that are closed to track while a player owns it, ``lay`` and ``right`` as their structs say, and
    ``one_bonus_hex``: the bonus holds in one of the hexes, which its company chooses.
    """

    id: str
    number: int
    name: str
    least_bid: int
    face: int
    income: int
    bonus_hexes: tuple[str, ...] = ()
    bonus: int = 0
    one_bonus_hex: bool = False
    hexes: tuple[str, ...] = ()
    lay: SpecialLay | None = None
    right: BonusRight | None = None


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
    """Size and interest of one loan; ``limits``: company kind -> most loans (absent: none, or a rule of the title).

    ``price_cut``: what each loan takes off the company's share price when the game is scored.
    """

    value: int
    interest: int
    limits: dict[CompanyKind, int] = msgspec.field(default_factory=dict)
    price_cut: int = 0


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
    """The national railway: company id, kept places and how many tokens it may have elsewhere, where places are kept.

    ``forms_later``: it is not there, and has no tokens, until the title's rules bring it in.
    """

    id: str
    forms_later: bool = False
    reserved: tuple[ReservedPlace, ...] = ()
    elsewhere: int = 0


PayKind = Literal["full", "half", "withhold"]


class Dividends(Facts, frozen=True, kw_only=True):
    """How earnings are distributed to shares. ``kinds``: the ways that a president may choose.

    ``pool``: who is paid for shares in the pool; ``own_shares``: whether those in the company's treasury are paid;
    ``whole_shares``: every share gets whole units and the rest is lost, else what each holder gets is rounded up;
    ``rises``: multiples of the share price, for each that the payment reaches the price goes up a step (0: any payment).
    """

    kinds: tuple[PayKind, ...] = ("full", "half", "withhold")
    pool: Literal["nobody", "company"] = "nobody"
    own_shares: bool = True
    whole_shares: bool = True
    rises: tuple[int, ...] = (1,)


class PrivateSales(Facts, frozen=True, kw_only=True):
    """What companies pay players for privates: percents of the face value."""

    least: int = 0
    most: int = 100


class PairBonus(Facts, frozen=True, kw_only=True):
    """``amount`` more for a train that counts ``hex`` and at least one of ``partners`` (once per train)."""

    hex: str
    partners: tuple[str, ...]
    amount: int


class AuctionFacts(Facts, frozen=True, kw_only=True):
    """Bids are multiples of ``step``, each at least ``least_raise`` (left out: one step) above the one before.

    ``minor_least_bid`` opens a minor; ``first_minor`` must be the first one offered. ``price_drop``: what a private loses
    when nobody wants it.
    """

    step: int
    raise_by: int | None = None
    price_drop: int = 5
    minor_least_bid: int = 0
    first_minor: str | None = None

    @property
    def least_raise(self) -> int:
        """How much a bid is above the one before it, at least."""
        return self.step if self.raise_by is None else self.raise_by


class TrainSwap(Facts, frozen=True, kw_only=True):
    """While ``option`` has ``value``, ``train`` and its phase are replaced; whatever names the old train means the new."""

    option: str
    value: str
    train: str
    by: TrainKind


class TitleData(Facts, frozen=True, kw_only=True):
    """Everything ``title.toml`` says, with the markets of ``market.toml``.

    ``loans``, ``national``, ``nationalization`` and ``auction`` are sections that a title may lack. A mechanism that
    needs one asks for it by that name, and a title composed of such a mechanism without the section gets a DataError.
    """

    id: str
    name: str
    designer: str
    about: str = ""
    """What the game is, in two sentences of ours for somebody who chooses one."""
    currency: str
    bank: int
    """All money there is; the start cash of the players comes out of it."""
    players: tuple[PlayerCount, ...]
    loans_if_any: Loans | None = msgspec.field(name="loans", default=None)
    nationalization_if_any: Nationalization | None = msgspec.field(name="nationalization", default=None)
    national_if_any: NationalFacts | None = msgspec.field(name="national", default=None)
    auction_if_any: AuctionFacts | None = msgspec.field(name="auction", default=None)
    pair_bonus: PairBonus | None = None
    private_sales: PrivateSales = PrivateSales()
    dividends: Dividends = Dividends()
    lay_prices: tuple[int, ...] = (0, 20)
    """What the track actions of a turn cost, one after the other; there are as many as prices."""
    pool_limit: int = 50
    """Percent of a company that sales may bring into the pool."""
    trains: tuple[TrainKind, ...]
    phases: tuple[Phase, ...]
    flotation: tuple[Flotation, ...] = ()
    """Where the train for sale decides what floats a company: one line for each kind that is ever the lowest."""
    train_swaps: tuple[TrainSwap, ...] = ()
    companies: tuple[Company, ...]
    privates: tuple[Private, ...]
    bundles: tuple[BundleSet, ...] = ()
    options: tuple[Option, ...]
    switches: tuple[Switch, ...]
    labels: dict[str, str] = msgspec.field(default_factory=dict)
    """Display names for our terms, where the rulebook uses another word."""
    zones: tuple[ZoneLabel, ...] = ()
    markets: dict[MarketKind, Market] = msgspec.field(default_factory=dict)

    @property
    def loans(self) -> Loans:
        """The section on loans. DataError where the title has none."""
        return _section("loans", self.loans_if_any)

    @property
    def nationalization(self) -> Nationalization:
        """The section on nationalization. DataError where the title has none."""
        return _section("nationalization", self.nationalization_if_any)

    @property
    def national(self) -> NationalFacts:
        """The section on the national railway. DataError where the title has none."""
        return _section("national", self.national_if_any)

    @property
    def auction(self) -> AuctionFacts:
        """The section on auctions. DataError where the title has none."""
        return _section("auction", self.auction_if_any)

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

    def floats_with(self, train: str) -> Flotation:
        """What holds while this kind of train is the lowest left; KeyError where nothing depends on it."""
        return _find(self.flotation, train, lambda f: f.train)

    def switch_values(self, profile: Profile) -> dict[str, SwitchValue]:
        """Every switch as one profile sets it."""
        return {switch.id: switch.values[profile] for switch in self.switches}

    def with_options(self, options: Mapping[str, str]) -> TitleData:
        """The facts as the settled options of a game make them."""
        data = self
        for swap in self.train_swaps:
            if options.get(swap.option) == swap.value:
                data = _swapped(data, swap)
        return data


def load_title(folder: Folder, overlay: Overlay | None = None) -> TitleData:
    """Read ``title.toml`` and ``market.toml`` of a title's folder and check that they hold together.

    A file of the same name in ``overlay`` (a folder, or file name -> text as a record keeps it) replaces the title's
    own. Raises DataError for a missing file, broken TOML, an unknown key, a wrong type, or facts that contradict
    each other.
    """
    facts = decode(FILE, read_file(folder, FILE, overlay), TitleData)
    if facts.markets or facts.zones:
        raise DataError(FILE, "markets, zones", "given", "markets and zones belong into market.toml")
    zones, markets = load_markets(folder, overlay)
    data = msgspec.structs.replace(facts, zones=zones, markets=markets)
    check_title(data)
    return data


def _section(name: str, section: T | None) -> T:
    if section is None:
        raise DataError(FILE, name, None, f"a mechanism of this title needs the section [{name}]")
    return section


def _swapped(data: TitleData, swap: TrainSwap) -> TitleData:
    """The facts with one kind of train in the place of another, which all that names the old one follows."""
    old, new = swap.train, swap.by.name
    renamed = {old: new}

    def name(train: str | None) -> str | None:
        return train if train is None else renamed.get(train, train)

    replace = msgspec.structs.replace
    return replace(
        data,
        trains=tuple(
            swap.by if kind.name == old else replace(kind, rusts_on=name(kind.rusts_on)) for kind in data.trains
        ),
        phases=tuple(
            replace(era, name=renamed.get(era.name, era.name), on=renamed.get(era.on, era.on)) for era in data.phases
        ),
        flotation=tuple(replace(line, train=renamed.get(line.train, line.train)) for line in data.flotation),
    )


def _find(items: Iterable[T], wanted: object, key: Callable[[T], object]) -> T:
    for item in items:
        if key(item) == wanted:
            return item
    raise KeyError(wanted)
