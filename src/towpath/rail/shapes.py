"""Reasons of shape that many moves give: what is named does not exist."""

from __future__ import annotations

from collections.abc import Iterator

from towpath.kernel.reasons import Reason, shape
from towpath.rail.actions import StartMajor
from towpath.rail.rules import RailRules


def company_shape(rules: RailRules, company: str) -> Iterator[Reason]:
    """Is there such a company?"""
    if company not in rules.companies:
        yield shape("no_such_company", "There is no company {company}.", company=company)


def private_shape(rules: RailRules, private: str) -> Iterator[Reason]:
    """Is there such a private?"""
    if private not in rules.privates:
        yield shape("no_such_private", "There is no private {private}.", private=private)


def start_shape(rules: RailRules, action: StartMajor) -> Iterator[Reason]:
    """Are there such a company and such a cell of the market?"""
    yield from company_shape(rules, action.company)
    if not 0 <= action.cell < len(rules.market.cells):
        yield shape("no_such_cell", "The market has no cell {cell}.", cell=action.cell)
