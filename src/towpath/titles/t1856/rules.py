"""1856 composed for one game: what its positions hold, who acts for a company, what counts against limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from towpath.hexmap.board import with_optional_label
from towpath.kernel.reasons import Reason, broken
from towpath.rail import holdings
from towpath.rail.issue_rules import IssueRules
from towpath.rail.issue_state import IssueDraft, IssuePosition
from towpath.rail.market import Direction
from towpath.rail.state import BANK, Position
from towpath.titles.t1856 import cgr_life, cgr_shares
from towpath.titles.t1856.citations import CITATIONS
from towpath.titles.t1856.policies import policies_of
from towpath.titles.t1856.state import Draft1856, State1856, own

TWENTY = 19
"""Certificates of a CGR of twenty shares: the president's 10 % and eighteen of 5 % [14.5]."""
TEN = 9
BROWN_LABEL = "L"
"""Of hexes that take 125 in brown, and with the switch C13 any other brown tile too."""


class Rules1856(IssueRules):
    """The rules of one game of 1856."""

    state_type = State1856
    draft_type = Draft1856
    citations = CITATIONS

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if policies_of(self).l_brown_optional:
            self.board = with_optional_label(self.board, BROWN_LABEL)
        ids = tuple(f"{self.national}_{i}" for i in range(TWENTY))
        self.certificates = {**self.certificates, self.national: ids}
        small = dict.fromkeys(ids, 5) | {ids[0]: 10}
        large = dict.fromkeys(ids[:TEN], 10) | {ids[0]: 20} | dict.fromkeys(ids[TEN:], 0)
        self._twenty = {**self.percents, **small}
        self.percents = {**self.percents, **large}

    # who acts

    def controller(self, pos: Position, entity: str) -> str | None:
        """The president; for a CGR with a one-share president that player; for one in the making who a frame names."""
        if entity == self.national and entity not in self.seats:
            acting = own(pos).national.acting
            return holdings.president(self, pos, entity) or acting or self._stand_in(pos, entity)
        return super().controller(pos, entity)

    def kind(self, company: str) -> str:
        """To the shared code the CGR is a company of shares like the others."""
        return "major" if company == self.national else super().kind(company)

    # papers

    def twenty_shares(self, certificates: Mapping[str, str]) -> bool:
        """Whether the second issue of the CGR is in use [14.5]."""
        return certificates[f"{self.national}_{TEN}"] != BANK

    def percents_in(self, certificates: Mapping[str, str]) -> Mapping[str, int]:
        """With the second issue every share of the CGR is 5 %."""
        return self._twenty if self.twenty_shares(certificates) else self.percents

    def unit(self, pos: Position, company: str) -> int:
        """5 % for a CGR of twenty shares."""
        return 5 if company == self.national and self.twenty_shares(pos.certificates) else 10

    def idle_certificates(self, pos: Position) -> frozenset[str]:
        """The second issue of the CGR while ten shares are enough."""
        if self.twenty_shares(pos.certificates):
            return frozenset()
        return frozenset(self.certificates[self.national][TEN:])

    def certificate_limit(self, pos: Position) -> int:
        """By players at first; from the first 6 also by the companies left, as they were then or (C12) are now [1.1, 1.4]."""
        mine = own(pos)
        if mine.limit_left is not None and policies_of(self).cert_limit_after_six == "recomputed":
            return self.limits.limit_left(self.companies_left(mine))
        return super().certificate_limit(pos)

    def note_companies_left(self, draft: Draft1856) -> None:
        """The certificate limit is set by the companies left, but (C12) only if the CGR has formed."""
        if policies_of(self).cert_limit_after_six != "if_formed" or draft.national.forming == "formed":
            draft.put("limit_left", self.companies_left(draft))

    def company_closed(self, draft: IssueDraft, company: str) -> None:
        """It changes nothing, or (C12) brings the first limit back."""
        if policies_of(self).cert_limit_after_six == "if_formed":
            draft.put("limit_left", None)

    def price_steps(self, pos: IssuePosition, company: str, direction: Direction, steps: int) -> int:
        """The price of a CGR that has not owned a permanent train stands still; later it stops above the closed zone
        [14.12]."""
        if company != self.national:
            return steps
        return cgr_life.open_steps(self, pos, direction, steps) if own(pos).national.permanent else 0

    # trade

    def floated(self, pos: Position, company: str) -> bool:
        """The CGR operates whatever is sold of it [5.6, 14.15]."""
        return company == self.national or super().floated(pos, company)

    def sale_barred(self, pos: IssuePosition, player: str, company: str) -> Iterator[Reason]:
        """The one share of a CGR's president is not sold [14.6]."""
        if company == self.national:
            yield from self.due_faults(pos, player)

    def due_purchase(self, pos: IssuePosition, player: str) -> str | None:
        """Who presides over the CGR with one share has to buy another before all else [14.6]."""
        return self.national if own(pos).national.acting == player else None

    def due_faults(self, pos: IssuePosition, player: str) -> Iterator[Reason]:
        """Until then he does nothing else."""
        if own(pos).national.acting == player:
            yield broken(
                "second_share_due", "P.14.6.c", "{player} has to buy a second share of {company} first.",
                player=player, company=self.national,
            )  # fmt: skip

    def issue_faults(self, pos: IssuePosition, company: str, source: str) -> Iterator[Reason]:
        """No share of the first issue while more than half of the CGR, which began so, is in the pool [14.15]."""
        if company == self.national and source != "pool" and cgr_shares.issue_waits(self, own(pos)):
            yield broken(
                "issue_waits", "P.14.15.a", "More than {limit} % of {company} is in the pool; its other shares wait.",
                limit=self.data.pool_limit, company=company,
            )  # fmt: skip

    def paid_by_sales(self, pos: IssuePosition, company: str) -> bool:
        """What the CGR's shares are sold for goes to the bank [14.15]."""
        return company != self.national and super().paid_by_sales(pos, company)

    def share_taken(self, draft: IssueDraft, company: str, player: str) -> None:
        """Who first holds two shares of a CGR without a president takes the certificate [14.6]."""
        assert isinstance(draft, Draft1856)
        cgr_shares.take_chair(self, draft, company, player)

    # trains

    def lent_trains(self, pos: Position) -> frozenset[str]:
        """The one that the CGR runs without owning it [14.12]."""
        borrowed = own(pos).national.borrowed
        return frozenset() if borrowed is None else frozenset({borrowed})

    def train_faults(self, company: str, train: str) -> Iterator[Reason]:
        """The CGR buys permanent trains only [14.11]."""
        if company == self.national and not cgr_life.is_permanent(self, train):
            yield broken("permanent_only", "14.11.b", "{company} buys only trains that never rust.", company=company)

    def must_own(self, pos: IssuePosition, company: str) -> bool:
        """Before its first permanent train the CGR must buy only what it can pay alone [14.12]."""
        return company != self.national or own(pos).national.permanent

    def must_spend(self, pos: IssuePosition, company: str) -> bool:
        """The CGR must buy its first permanent train when its own money is enough for the last kind [14.12]."""
        return company == self.national and cgr_life.must_spend(self, own(pos))

    def at_face_value(self, company: str, other: str) -> bool:
        """With the CGR on a side [14.11]."""
        return self.national in (company, other)

    def train_bought(self, draft: IssueDraft, company: str) -> None:
        """The first permanent train of the CGR is remembered [14.12]."""
        assert isinstance(draft, Draft1856)
        cgr_life.note_permanent(self, draft)

    def withholds(self, pos: Position, company: str) -> bool:
        """The CGR before its first permanent train, or (C11) with a borrowed one [14.12]."""
        return company == self.national and cgr_life.withholds(own(pos))
