"""1867: its data files and how it is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from towpath.rail import composition
from towpath.rail.assembly import makers
from towpath.rail.data import TitleData
from towpath.rail.exports import ExportingNational
from towpath.rail.policies import Policies
from towpath.rail.rules import ProcedureMaker, RailRules

FOLDER = files(__package__)


def compose(options: Mapping[str, bool | int | str], players: Sequence[str], overlays: Mapping[str, str]) -> RailRules:
    """1867 for one game; see ``rail.composition.compose`` for options and errors."""
    return composition.compose(FOLDER, players, options, overlays, policies, procedures)


def policies(data: TitleData, options: Mapping[str, str]) -> Policies:
    """The Canadian National takes a train each operating round and has no money."""
    return Policies(
        connected_homes=True,
        unlisted_upgrades=(("23", "47"), ("16", "70"), ("28", "70"), ("X4", "X6"), ("801", "X8")),
        special_trains_limited=options["limited_special_trains"] == "on",
        no_price_floor=options["no_price_floor"] == "on",
        long_game=options["long_game"] == "on",
        left_of_auctioneer=options["left_of_auctioneer"] == "on",
        token_asked_by_price=options["profile"] == "18xx.games",
        run_asked_by_track=options["profile"] == "18xx.games",
        every_minor_asked=options["profile"] == "18xx.games",
        ask_consent=options["consent"] == "on",
    )


def procedures(policies: Policies) -> tuple[ProcedureMaker, ...]:
    """The Canadian National exports."""
    return makers(lambda rules: ExportingNational(rules))
