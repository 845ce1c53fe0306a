"""1856 composed for one game: what its positions hold, who acts for a company, what counts against limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from towpath.hexmap.board import NodeId, with_optional_label
from towpath.hexmap.reaching import Reach
from towpath.kernel.draft import Draft
from towpath.kernel.state import Action, Frame
from towpath.kernel.table import Table
from towpath.rail import holdings, scoring
from towpath.rail.actions import LayTile
from towpath.rail.derived import Memo
from towpath.rail.rules import RailRules
from towpath.rail.setup import first_position
from towpath.rail.state import BANK, Position, RailDraft, RailState
from towpath.titles.t1856 import shares
from towpath.titles.t1856.actions import LayPrivateTile
from towpath.titles.t1856.citations import CITATIONS
from towpath.titles.t1856.policies import policies_of
from towpath.titles.t1856.state import Draft1856, Pos, State1856

TWENTY = 19
"""Certificates of a CGR of twenty shares: the president's 10 % and eighteen of 5 % [14.5]."""
TEN = 9
BROWN_LABEL = "L"
"""Of hexes that take 125 in brown, and with the switch C13 any other brown tile too."""


def own(pos: Position) -> Pos:
    """A position of 1856, which is all that its rules are ever given."""
    assert isinstance(pos, State1856 | Draft1856)
    return pos


class Rules1856(RailRules):
    """The rules of one game of 1856."""

    state_type = State1856
    citations = CITATIONS

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if policies_of(self).l_brown_optional:
            self.board = with_optional_label(self.board, BROWN_LABEL)
        ids = tuple(f"{self.national}_{i}" for i in range(TWENTY))
        self.certificates = {**self.certificates, self.national: ids}
        small = dict.fromkeys(ids, 5) | {ids[0]: 10}
        large = dict.fromkeys(ids[:TEN], 10) | {ids[0]: 20} | dict.fromkeys(ids[TEN:], 0)
        self._counts: Memo[dict[str, float]] = Memo(256)
        self._twenty = {**self.percents, **small}
        self.percents = {**self.percents, **large}

    # positions

    def setup(self, seed: str) -> RailState:
        """As every railway game; the CGR is not there yet."""
        base = first_position(self, seed)
        standing = base.standing.opened()
        standing[self.national] = "unstarted"
        charter = base.charter.opened()
        charter[self.national] = ()
        fields = {name: getattr(base, name) for name in base.__struct_fields__}
        fields |= {"standing": standing.seal(), "charter": charter.seal()}
        fields |= {name: Table() for name in ("capital", "escrow", "destined", "rights", "marks")}
        return State1856(**fields)

    def draft(self, state: RailState, preview: bool = False) -> RailDraft:
        """A draft with this title's tables."""
        return Draft1856(state, preview)

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

    def weight(self, pos: Pos, company: str) -> float:
        """What an ordinary certificate of a company counts: nothing in yellow or brown, half of 5 % [4.8, 14.14]."""
        if shares.in_zone(self, pos, company, "yellow", "brown"):
            return 0
        return 0.5 if self.unit(pos, company) == 5 else 1

    def certificate_count(self, pos: Position, player: str) -> float:
        """Privates and certificates, each as it counts; a president's certificate of the CGR is always a whole one."""
        key = (pos.certificates.version, pos.privates.version, pos.cells.version)
        return self._counts.get(key, lambda: self._count(own(pos))).get(player, 0)

    def _count(self, pos: Pos) -> dict[str, float]:
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
        """By players at first; from the first 6 also by the companies left [1.1, 1.4]."""
        left = own(pos).limit_left
        if left is None:
            return self.limits.certificate_limit
        if policies_of(self).cert_limit_after_six == "recomputed":
            left = self.companies_left(own(pos))
        return self.limits.limit_left(left)

    def companies_left(self, pos: Pos) -> int:
        """Companies neither closed nor absorbed, started or not, and the CGR if it is there [1.4]."""
        gone = sum(pos.standing[company.id] == "gone" for company in self.data.companies)
        absent = pos.standing[self.national] == "unstarted"
        return len(self.data.companies) - gone - absent

    def note_companies_left(self, draft: Draft1856, closed: bool = False) -> None:
        """The certificate limit is set by the companies left (C12): after the first 6, once; the closing of a company
        changes nothing, or brings the first limit back."""
        rule = policies_of(self).cert_limit_after_six
        if not closed and (rule != "if_formed" or draft.national.forming == "formed"):
            draft.put("limit_left", self.companies_left(draft))
        elif closed and rule == "if_formed":
            draft.put("limit_left", None)

    # trains and tokens

    def lent_trains(self, pos: Position) -> frozenset[str]:
        """The one that the CGR runs without owning it [14.12]."""
        borrowed = own(pos).national.borrowed
        return frozenset() if borrowed is None else frozenset({borrowed})

    def train_limit(self, pos: Position, company: str) -> int:
        """Three for the CGR [14.11]."""
        limits = self.phases[pos.phase].limits
        return limits.get("national" if company == self.national else "major", 0)

    def tokens_in_box(self, pos: Position, company: str) -> tuple[int, int]:
        """The CGR has ten once it is there [14.10]."""
        if company == self.national:
            number = len(self.companies[company].tokens) if pos.standing[company] == "started" else 0
            return number, number
        return super().tokens_in_box(pos, company)

    # programmed actions

    def share_price(self, pos: Position, company: str, source: str) -> int:
        """Par for the first issue [4.4]."""
        from towpath.titles.t1856.trading import price_of

        return price_of(self, own(pos), company, source)

    def floated(self, pos: Position, company: str) -> bool:
        """Whether it is sold up to what the train for sale asks [5.6]."""
        from towpath.titles.t1856.capital import may_operate

        return company == self.national or may_operate(self, own(pos), company)

    def lot_up(self, frame: Frame) -> str | None:
        """The contested lot; outside a contest a player may bid for any [3]."""
        from towpath.titles.t1856.auction import StandingBids

        return frame.lots[0] if isinstance(frame, StandingBids) and frame.contest else None

    def leads(self, frame: Frame, lot: str, player: str) -> bool:
        """Whether the highest bid that stands is his."""
        from towpath.titles.t1856.auction import StandingBids, highest

        best = highest(frame, lot) if isinstance(frame, StandingBids) else None
        return best is not None and best[1] == player

    # bonuses

    def stop_bonuses(self, pos: Position, company: str) -> list[tuple[tuple[str, ...], int]]:
        """None: bonuses are paid once a run."""
        return []

    def run_bonuses(self, pos: Position, company: str) -> list[tuple[tuple[str, ...], int]]:
        """Rights at Buffalo and Sarnia, and the port marker [12.9, 12.10]."""
        found = []
        for private in self.data.privates:
            if company in own(pos).rights.get(private.id, ()):
                found.append((private.bonus_hexes, private.bonus))
            if private.one_bonus_hex:
                found += [((hex_id,), private.bonus) for hex_id, owner in own(pos).marks.items() if owner == company]
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
        """The price per share less what each loan takes off it, not below nothing [7.7]."""
        cut = self.data.loans.price_cut * pos.loans.get(company, 0)
        return max(0, self.market.price(pos, company) - cut)

    def shares_held(self, pos: Position, company: str, holder: str) -> int:
        """A share of the CGR is as big as it is now."""
        return shares.units(self, own(pos), company, holder)

    def most_sold(self, pos: Position, player: str, company: str) -> int:
        """As many as holding, pool and presidency allow [4.7, 4.9]."""
        return shares.most_sold(self, own(pos), player, company)

    def per_share(self, pos: Position, company: str, paid: int) -> int:
        """Rounded up [11]."""
        return -(-paid * self.unit(pos, company) // 100)

    def end_now(self, draft: Draft[Any], reason: str) -> None:
        """End at once and name the winners."""
        assert isinstance(draft, Draft1856)
        worth = {player: scoring.worth(self, draft, player) for player in draft.seating}
        winners = [player for player in draft.seating if worth[player] == max(worth.values())]
        draft.emit("game_over", reason=reason, winners=winners)
        draft.put("finished", reason)
        draft.put("stack", ())
