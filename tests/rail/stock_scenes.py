"""Stock rounds to test: two majors of each title, cities that nothing joins, and actions in short."""

from __future__ import annotations

from tests.rail.positions import Scene
from towpath.rail.actions import BuyShare, Pass, PlaceHome, SellShares, StartMajor

X = {"1861": "NW", "1867": "CNR"}
Y = {"1861": "SW", "1867": "CPR"}
CITY = {"1861": ("L12/0", "M7/0", "P8/0"), "1867": ("C17/0", "D8/0", "E13/0")}


def sell(player: str, company: str, shares: int) -> SellShares:
    return SellShares(entity=player, company=company, shares=shares)


def buy(player: str, company: str, source: str = "treasury") -> BuyShare:
    return BuyShare(entity=player, company=company, source=source)  # type: ignore[arg-type]


def start(player: str, company: str, cell: int) -> StartMajor:
    return StartMajor(entity=player, company=company, cell=cell)


def home(company: str, city: str) -> PlaceHome:
    return PlaceHome(entity=company, city=city)


def no(player: str) -> Pass:
    return Pass(entity=player)


def scene(title: str = "1861", players: int = 3, **options: str) -> Scene:
    """Phase 4 of a game on the column market, where nothing needs a printed home."""
    return Scene(title, players, **{"market": "column", **options}).phase("4")
