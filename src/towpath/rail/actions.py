"""What players of railway games submit: intent only, never a derived price or revenue."""

from __future__ import annotations

from typing import Literal

import msgspec

from towpath.kernel.state import Action


class Bid(Action, frozen=True, kw_only=True):
    """Bid on a private, a minor or a bundle. ``city``: "HEX/city", where the title lets the proposer choose a home."""

    target: str
    price: int
    city: str | None = None


class Pass(Action, frozen=True, kw_only=True):
    """Decline, or end the step."""


class BuyShare(Action, frozen=True, kw_only=True):
    """Take one certificate of ``company`` from the ``pool`` or its ``treasury``."""

    company: str
    source: Literal["pool", "treasury"]


class SellShares(Action, frozen=True, kw_only=True):
    """Sell ``shares`` tenths of a company to the pool."""

    company: str
    shares: int


class StartMajor(Action, frozen=True, kw_only=True):
    """Take the president's certificate of an unstarted major at a start price; ``cell`` is the index of the market cell."""

    company: str
    cell: int


class PlaceHome(Action, frozen=True, kw_only=True):
    """Put the free token of a company on its first city, "HEX/city"; ``entity`` is the company."""

    city: str


class Redeem(Action, frozen=True, kw_only=True):
    """A major takes ``shares`` of its own from the pool into its treasury."""

    shares: int


class LayTile(Action, frozen=True, kw_only=True):
    """Lay or upgrade: the tile's name, turned clockwise by ``rotation`` sixths."""

    hex: str
    tile: str
    rotation: int


class PlaceToken(Action, frozen=True, kw_only=True):
    """Place the next station token in a city, "HEX/city"."""

    city: str


class RemoveToken(Action, frozen=True, kw_only=True):
    """After a merger: take a token of the new major off the city "HEX/city"."""

    city: str


class Run(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One train's route. ``stops``: "HEX/stop" in order of travel; ``ways``: between each two stops the hexes passed, both
    ends included (one hex alone for track inside a hex)."""

    train: str
    stops: tuple[str, ...]
    ways: tuple[tuple[str, ...], ...]


class RunRoutes(Action, frozen=True, kw_only=True):
    """Run the company's trains, each at most once; no entry for a train that stays idle."""

    runs: tuple[Run, ...]


class PayDividend(Action, frozen=True, kw_only=True):
    """Distribute a major's earnings."""

    kind: Literal["full", "half", "withhold"]


class BuyTrain(Action, frozen=True, kw_only=True):
    """Buy a train from whoever has it (yard, pool, another company). ``exchange``: own train handed in for a discount."""

    train: str
    price: int
    exchange: str | None = None


class DiscardTrain(Action, frozen=True, kw_only=True):
    """Give a train over the limit to the pool."""

    train: str


class BuyPrivate(Action, frozen=True, kw_only=True):
    """A company buys a private from a player."""

    private: str
    price: int


class Nationalize(Action, frozen=True, kw_only=True):
    """Let a trainless major be nationalized."""


class Convert(Action, frozen=True, kw_only=True):
    """A minor turns into a major, chosen next."""


class Merge(Action, frozen=True, kw_only=True):
    """Add a minor to the group of ``entity``, the minor whose turn it is."""

    minor: str


class ChooseMajor(Action, frozen=True, kw_only=True):
    """Name the unstarted major that a conversion or merger forms."""

    major: str


class Accept(Action, frozen=True, kw_only=True):
    """Agree to what another owner asks."""


class Decline(Action, frozen=True, kw_only=True):
    """Refuse what another owner asks."""


class TakeLoan(Action, frozen=True, kw_only=True):
    """The company takes one loan."""


class RepayLoan(Action, frozen=True, kw_only=True):
    """The company pays back so many loans."""

    number: int


class LayPrivateTile(Action, frozen=True, kw_only=True):
    """The company lays a tile by the power of its private."""

    private: str
    hex: str
    tile: str
    rotation: int


class PlacePrivateToken(Action, frozen=True, kw_only=True):
    """The company places a token in a city "HEX/city" by the power of its private."""

    private: str
    city: str


class MarkHex(Action, frozen=True, kw_only=True):
    """The company closes its private and puts the private's marker on a hex."""

    private: str
    hex: str


class BuyRight(Action, frozen=True, kw_only=True):
    """The company buys the right to the bonus of a private."""

    private: str


class ChooseCity(Action, frozen=True, kw_only=True):
    """A token lies in this city of the new tile, "HEX/city"."""

    city: str


class DeclareBankrupt(Action, frozen=True, kw_only=True):
    """A president says that he cannot pay for his company and has nothing left to sell."""


class ClaimDestination(Action, frozen=True, kw_only=True):
    """A destination counts as reached because a file says so; imported games only."""

    company: str
