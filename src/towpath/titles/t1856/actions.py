"""What players of 1856 submit beside the actions that every railway title has."""

from __future__ import annotations

from towpath.kernel.state import Action


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


class Rescue(Action, frozen=True, kw_only=True):
    """The president pays what his company still owes, so that the CGR does not absorb it."""


class DeclareBankrupt(Action, frozen=True, kw_only=True):
    """A president says that he cannot pay for his company and has nothing left to sell."""


class ClaimDestination(Action, frozen=True, kw_only=True):
    """A destination counts as reached because a file says so; imported games only."""

    company: str


class Abandon(Action, frozen=True, kw_only=True):
    """The president lets the CGR absorb his company."""
