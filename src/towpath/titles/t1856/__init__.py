"""1856: its data files and how it is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from towpath.rail import composition
from towpath.rail.assembly import issue_makers
from towpath.rail.data import TitleData
from towpath.rail.policies import Policies
from towpath.rail.rules import ProcedureMaker
from towpath.titles.t1856 import cgr, cgr_tokens
from towpath.titles.t1856.events import PhaseChangeProcedure1856
from towpath.titles.t1856.operating import TurnProcedure1856
from towpath.titles.t1856.policies import Policies1856
from towpath.titles.t1856.rules import Rules1856

FOLDER = files(__package__)


def compose(options: Mapping[str, bool | int | str], players: Sequence[str], overlays: Mapping[str, str]) -> Rules1856:
    """1856 for one game; see ``rail.composition.compose`` for options and errors."""
    return composition.compose(FOLDER, players, options, overlays, policies, procedures, Rules1856)


def policies(data: TitleData, options: Mapping[str, str]) -> Policies1856:
    """What the shared code is told about 1856, and the options."""
    return Policies1856(
        bank_break_negative_only=True,
        bank_ends_set=True,
        top_row_stays=True,
        home_hex_restricted=True,
        one_stop_per_hex=False,
        towns_count=True,
        token_distance=False,
        end_on="",
        destinations="alternate" if options["alternate_destinations"] == "on" else "standard",
        unlimited_rights=options["unlimited_bonus_tokens"] == "on",
        ask_consent=options["consent"] == "on",
        waits_as_site=options["profile"] == "18xx.games",
        every_debtor_asked=options["profile"] == "18xx.games",
    )


def procedures(policies: Policies) -> tuple[ProcedureMaker, ...]:
    """All procedures of the game: those of titles with a first issue, and the forming of the CGR."""
    return (
        *issue_makers(TurnProcedure1856, PhaseChangeProcedure1856, "P.12.3.a"),
        cgr.SettlementProcedure,
        cgr_tokens.NationalTokensProcedure,
        cgr_tokens.NationalFoursProcedure,
    )
