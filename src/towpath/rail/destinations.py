"""Destinations: joined to the company's home by track, whatever its length and whoever's tokens lie on it [1856: 5.5]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.hexmap.board import NodeId
from towpath.rail import capital
from towpath.rail.data import Destination
from towpath.rail.homes import printed_home
from towpath.rail.issue_state import IssueDraft, IssuePosition

if TYPE_CHECKING:
    from towpath.rail.issue_rules import IssueRules


def destination_of(rules: IssueRules, company: str) -> Destination | None:
    """Where the company wants to go in this game."""
    return rules.companies[company].destinations.get(rules.policies.destinations)


def matters(rules: IssueRules, pos: IssuePosition, company: str) -> bool:
    """Whether reaching the destination would change anything: for a company with escrow, or one that may start so."""
    if destination_of(rules, company) is None or pos.destined.get(company, False):
        return False
    if pos.standing[company] == "started":
        return pos.capital.get(company) == "escrow"
    waits = capital.terms(rules, pos).capital
    early = waits == "escrow" or (waits == "incremental" and rules.policies.escrow_while_incremental)
    return pos.standing[company] == "unstarted" and early


def starts(rules: IssueRules, pos: IssuePosition, company: str) -> list[NodeId]:
    """The stops from which the way is traced: the company's own city, or (policy) any one of its home hex."""
    goal = destination_of(rules, company)
    assert goal is not None
    home = rules.companies[company].home
    hex_id = goal.origin or (home or "").partition("/")[0]
    anywhere = [(hex_id, index) for index in range(len(rules.tile_at(pos, hex_id).stops))]
    if goal.origin or rules.policies.destination_from_any_home_city:
        return anywhere
    own = [node for node in rules.tokens_of(pos, company) if node[0] == hex_id]
    if own:
        return own
    if home is not None and home.endswith("/*"):
        return anywhere
    node = printed_home(rules, pos, company)
    return [] if node is None else [node]


def reached(rules: IssueRules, pos: IssuePosition, company: str) -> bool:
    """Whether track joins home and destination: any track of the destination's hex will do."""
    goal = destination_of(rules, company)
    assert goal is not None
    graph, begin = rules.graph(pos), starts(rules, pos, company)
    return graph.may_lead(begin, goal.to) and any(hex_id in goal.to for hex_id, _ in graph.reach(begin).pieces)


def check_all(rules: IssueRules, draft: IssueDraft) -> None:
    """After a track step: companies that have now reached their destination get what is held for them."""
    for company in rules.companies:
        if matters(rules, draft, company) and reached(rules, draft, company):
            arrive(rules, draft, company)


def arrive(rules: IssueRules, draft: IssueDraft, company: str) -> None:
    """A company has reached its destination and gets what is held for it."""
    draft.edit("destined")[company] = True
    draft.emit("destination_reached", company=company)
    if draft.standing[company] == "started":
        capital.release(rules, draft, company)
