"""1861: its data files and how it is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from towpath.rail import composition
from towpath.rail.assembly import makers
from towpath.rail.data import TitleData
from towpath.rail.exports import ExportingNational
from towpath.rail.policies import Policies
from towpath.rail.rules import ProcedureMaker, RailRules
from towpath.rail.state_railway import StateRailway

FOLDER = files(__package__)


def compose(options: Mapping[str, bool | int | str], players: Sequence[str], overlays: Mapping[str, str]) -> RailRules:
    """1861 for one game; see ``rail.composition.compose`` for options and errors."""
    return composition.compose(FOLDER, players, options, overlays, policies, procedures)


def policies(data: TitleData, options: Mapping[str, str]) -> Policies:
    """The state railway operates unless trains are exported; an 8 in the first round of a set ends the game in that set."""
    return Policies(
        major_home_empty_hex=False,
        unlisted_upgrades=(("801", "640"),),
        special_trains_limited=options["limited_special_trains"] == "on",
        no_price_floor=options["no_price_floor"] == "on",
        long_game=options["long_game"] == "on",
        left_of_auctioneer=options["left_of_auctioneer"] == "on",
        train_exports=options["train_exports"] == "on",
        bundles=options.get("bundles") == "on",
        end_on="6" if options["end_on_six"] == "on" else "8",
        rounds_after_end=2 if options["end_on_six"] == "on" else 0,
        end_extends_set=options["end_on_six"] != "on",
        national_collects=options["train_exports"] != "on",
        token_asked_by_price=options["profile"] == "18xx.games",
        run_asked_by_track=options["profile"] == "18xx.games",
        every_minor_asked=options["profile"] == "18xx.games",
        ask_consent=options["consent"] == "on",
    )


def procedures(policies: Policies) -> tuple[ProcedureMaker, ...]:
    """A state railway that operates, or (option 14) exports one train a set."""

    def national(rules: RailRules) -> StateRailway | ExportingNational:
        if policies.train_exports:
            return ExportingNational(rules, once_a_set=True, keeps_assets=True, places_token=True)
        return StateRailway(rules)

    return makers(national)
