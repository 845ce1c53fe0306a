"""The mechanisms of companies with a first issue belong to no title: 1856's board plays without 1856's code or its national."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

from towpath.kernel.record import Option
from towpath.rail import composition
from towpath.rail.assembly import issue_makers
from towpath.rail.data import TitleData
from towpath.rail.issue_rules import IssueRules
from towpath.rail.phases import PhaseChangeProcedure
from towpath.rail.policies import Policies, switch_names
from towpath.rail.turn_procedure import TurnProcedure
from towpath.testing import conformance

FOLDER = files("towpath.titles").joinpath("t1856")


def without_national() -> str:
    """The facts of 1856 less the CGR, what brings it, and the switches that only 1856 has."""
    known = switch_names(Policies())
    kept = []
    for block in re.split(r"\n(?=\[)", FOLDER.joinpath("title.toml").read_text(encoding="utf-8")):
        if block.startswith("[national]") or 'kind = "national"' in block:
            continue
        if block.startswith("[[switches]]") and policy_of(block) not in known:
            continue
        kept.append(block.replace('events = ["national_forms"]', ""))
    return "\n".join(kept)


def policy_of(block: str) -> str:
    """The policy that a switch sets: the one it names, else its own id."""
    named = dict(re.findall(r'^(policy|id) = "(\w+)"', block, re.MULTILINE))
    return named.get("policy", named["id"])


def policies(data: TitleData, options: Mapping[str, str]) -> Policies:
    """As 1856 answers them."""
    return Policies(
        top_row_stays=True, home_hex_restricted=True, one_stop_per_hex=False, towns_count=True, token_distance=False,
        end_on="", ask_consent=options["consent"] == "on",
    )  # fmt: skip


def compose(options: Mapping[str, Option], players: Sequence[str], overlays: Mapping[str, str]) -> IssueRules:
    """A title of shared code alone."""
    return composition.compose(
        FOLDER, players, options, {"title.toml": without_national(), **overlays}, policies,
        lambda chosen: issue_makers(TurnProcedure, PhaseChangeProcedure, "P.12.3.a"), IssueRules,
    )  # fmt: skip


def test_nothing_of_the_title_is_left() -> None:
    rules = compose({}, ("p1", "p2", "p3"), {})
    assert (rules.national, "CGR" in rules.companies, "CGR" in rules.certificates) == ("", False, False)
    assert len(rules.companies) == 11
    modules = {type(procedure).__module__ for procedure in rules.procedures.values()}
    assert {name.rpartition(".")[0] for name in modules} == {"towpath.rail"}
    state = rules.setup("first issue")
    assert set(state.standing) == set(rules.companies)


def test_it_plays() -> None:
    report = conformance(compose, players=3, games=1, max_actions=1300, every=60, checked_offers=10)
    assert report.ok, report.failures
    played = {"bid", "start_major", "buy_share", "sell_shares", "lay_tile", "buy_train", "take_loan", "run_routes"}
    assert played <= set(report.types)
