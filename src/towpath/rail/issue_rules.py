"""The rules of a title whose companies sell a first issue of shares at par: what its shared mechanisms ask it.

``RailRules`` with more tables (``rail.issue_state``) and more questions. The answers here are those of a title without
anything special; a title with a company of its own kind (the national of 1856) answers for that company.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from towpath.hexmap.board import NodeId
from towpath.hexmap.reaching import Reach
from towpath.kernel.draft import Draft
from towpath.kernel.memo import Memo
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Action, Frame
from towpath.rail import capital, scoring, shares, trying
from towpath.rail.actions import LayPrivateTile, LayTile
from towpath.rail.issue_state import IssueDraft, IssuePosition, IssueState, of_issue
from towpath.rail.market import Direction
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft, RailState


class IssueRules(RailRules):
    """The rules of one game of such a title."""

    state_type = IssueState
    draft_type = IssueDraft

    def __init__(self, *args: Any, **named: Any) -> None:
        from towpath.rail.issue_outlook import IssueOutlook

        super().__init__(*args, **named)
        self.outlook = IssueOutlook()
        self._counts: Memo[dict[str, float]] = Memo(256)

    def trials(self, state: RailState, entity: str) -> Mapping[str, tuple[Frame, ...]]:
        """As everywhere, with these titles' own frame for a turn."""
        from towpath.rail.turn import Turn

        return trying.stacks(state, entity, Turn)

    # papers

    def weight(self, pos: IssuePosition, company: str) -> float:
        """What an ordinary certificate counts against the limit: nothing in the yellow and brown zones, half for 5 %."""
        if shares.in_zone(self, pos, company, "yellow", "brown"):
            return 0
        return 0.5 if self.unit(pos, company) == 5 else 1

    def certificate_count(self, pos: Position, player: str) -> float:
        """Privates and certificates, each as it counts; a president's certificate is always a whole one where others
        count."""
        key = (pos.certificates.version, pos.privates.version, pos.cells.version)
        return self._counts.get(key, lambda: self._count(of_issue(pos))).get(player, 0)

    def _count(self, pos: IssuePosition) -> dict[str, float]:
        found: dict[str, float] = {}
        for holder in pos.privates.values():
            found[holder] = found.get(holder, 0) + 1
        for company in pos.cells:
            weight = self.weight(pos, company)
            for cert in self.certificates[company] if weight else ():
                holder = pos.certificates[cert]
                if holder in self.seats:
                    found[holder] = found.get(holder, 0) + (1 if cert.endswith("_0") else weight)
        return found

    def certificate_limit(self, pos: Position) -> int:
        """By players, or by the companies left once that has been noted (``limit_left``)."""
        left = of_issue(pos).limit_left
        return self.limits.certificate_limit if left is None else self.limits.limit_left(left)

    def companies_left(self, pos: IssuePosition) -> int:
        """Companies not out of the game, started or not, and a national that forms later if it is there."""
        gone = sum(pos.standing[company.id] == "gone" for company in self.data.companies)
        national = self.data.national_if_any
        absent = national is not None and national.forms_later and pos.standing[national.id] == "unstarted"
        return len(self.data.companies) - gone - absent

    def company_closed(self, draft: IssueDraft, company: str) -> None:
        """A company has just closed because of its price."""

    def move_price(self, draft: RailDraft, company: str, direction: Direction, steps: int, why: str) -> None:
        """A company that comes into the closed zone closes."""
        assert isinstance(draft, IssueDraft)
        shares.move_price(self, draft, company, direction, steps, why)

    def price_steps(self, pos: IssuePosition, company: str, direction: Direction, steps: int) -> int:
        """How many of the steps a price moves that would move so many."""
        return steps

    # trade

    def floated(self, pos: Position, company: str) -> bool:
        """Whether as much is sold as the train for sale asks, or it has operated before."""
        return capital.may_operate(self, of_issue(pos), company)

    def shares_to_float(self, pos: Position) -> int:
        """As many as the train for sale asks."""
        return max(2, capital.terms(self, of_issue(pos)).percent // 10)

    def share_price(self, pos: Position, company: str, source: str) -> int:
        """Par for the first issue, the market price for the pool."""
        return self.market.price(pos, company) if source == "pool" else pos.pars[company]

    def most_sold(self, pos: Position, player: str, company: str) -> int:
        """As many as holding, pool and presidency allow."""
        return shares.most_sold(self, of_issue(pos), player, company)

    def sale_barred(self, pos: IssuePosition, player: str, company: str) -> Iterator[Reason]:
        """What forbids a sale of shares beside holding, pool and presidency."""
        return iter(())

    def due_purchase(self, pos: IssuePosition, player: str) -> str | None:
        """The company of which the player has to buy a share before all else, or else he is bankrupt."""
        return None

    def due_faults(self, pos: IssuePosition, player: str) -> Iterator[Reason]:
        """That he has not yet done so; asked where ``due_purchase`` names another company, or nothing is bought."""
        return iter(())

    def issue_faults(self, pos: IssuePosition, company: str, source: str) -> Iterator[Reason]:
        """What keeps a company's shares back for now (``source``: ``pool`` or ``treasury``)."""
        return iter(())

    def startable(self, company: str) -> bool:
        """Whether players start the company by buying its president's certificate."""
        return company != self.national

    def paid_by_sales(self, pos: IssuePosition, company: str) -> bool:
        """Whether the company gets what its first issue is sold for, share by share."""
        return pos.capital.get(company) != "full"

    def share_taken(self, draft: IssueDraft, company: str, player: str) -> None:
        """A player has just taken a share; the presidency is looked at next."""

    # trains

    def train_faults(self, company: str, train: str) -> Iterator[Reason]:
        """Why trains of that kind are not for the company at all."""
        return iter(())

    def must_own(self, pos: IssuePosition, company: str) -> bool:
        """Whether a company that owns no train and has a route must buy one, its president helping."""
        return True

    def must_spend(self, pos: IssuePosition, company: str) -> bool:
        """Whether a company must buy a train, for its treasury alone, although ``must_own`` does not say so."""
        return False

    def at_face_value(self, company: str, other: str) -> bool:
        """Whether trains change hands between two companies at the printed price only."""
        return False

    def train_bought(self, draft: IssueDraft, company: str) -> None:
        """A company has just bought a train; what the train brings comes next."""

    # bonuses

    def stop_bonuses(self, pos: Position, company: str) -> list[tuple[tuple[str, ...], int]]:
        """None: bonuses are paid once a run."""
        return []

    def run_bonuses(self, pos: Position, company: str) -> list[tuple[tuple[str, ...], int]]:
        """The company's rights to the bonuses of privates, and the hexes marked for it."""
        own, found = of_issue(pos), []
        for private in self.data.privates:
            if company in own.rights.get(private.id, ()):
                found.append((private.bonus_hexes, private.bonus))
            if private.one_bonus_hex:
                found += [((hex_id,), private.bonus) for hex_id, owner in own.marks.items() if owner == company]
        return found

    # map

    def reach_of(self, pos: Position, company: str, node: NodeId) -> Reach:
        """What the track from one city reaches for a company."""
        key = (pos.tiles.version, pos.tokens.version, company, node)
        return self._reaches.get(key, lambda: self.graph(pos).reach([node], self.blocked(pos, (company,))))

    def canonical(self, pos: Position, action: Action) -> Action:
        """A private's lay too in the lowest of the rotations that look the same."""
        if not isinstance(action, LayPrivateTile):
            return super().canonical(pos, action)
        lay = LayTile(entity=action.entity, hex=action.hex, tile=action.tile, rotation=action.rotation)
        lowest = super().canonical(pos, lay)
        assert isinstance(lowest, LayTile)
        return msgspec.structs.replace(action, rotation=lowest.rotation)

    # end

    def final_price(self, pos: Position, company: str) -> int:
        """The price per share less what each loan takes off it, not below nothing."""
        loans = pos.loans.get(company, 0)
        return max(0, self.market.price(pos, company) - (self.data.loans.price_cut * loans if loans else 0))

    def end_now(self, draft: Draft[Any], reason: str) -> None:
        """End at once and name the winners; loans cut what shares are worth, prices stay."""
        assert isinstance(draft, IssueDraft)
        draft.emit("game_over", reason=reason, winners=list(scoring.winners(self, draft)))
        draft.put("finished", reason)
        draft.put("stack", ())
