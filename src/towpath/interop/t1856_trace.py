"""Positions of 1856 as that site's trace has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towpath.interop.t1856 import SITE
from towpath.interop.trace import Plain, Tracer
from towpath.kernel.state import Event, Frame
from towpath.rail import verbs
from towpath.rail.city_of_token import CityOfToken
from towpath.rail.standing_bids import StandingBids
from towpath.rail.state import BANK, POOL, RailState
from towpath.rail.turn import Turn
from towpath.titles.t1856.cgr import Settlement, hand_over
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import Draft1856, State1856

OWNED = ("par", "price", "pool", "treasury", "presidents", "trains", "loans", "tokens_left")
"""Keys with one entry a company."""


def settling(frame: Frame) -> bool:
    """Whether presidents are still being asked about their companies' loans."""
    return isinstance(frame, Settlement) and frame.stage == "settle"


def as_there(rules: Rules1856, pos: RailState) -> RailState:
    """The position as that site has it in the middle of a move of ours: what is absorbed goes over company by company, and a
    token whose city is asked for is off the map."""
    for frame in pos.stack:
        if settling(frame):
            return _absorbed(rules, pos, frame)  # type: ignore[arg-type]
        if isinstance(frame, CityOfToken):
            draft = rules.draft(pos)
            for hex_id, city in rules.tokens_of(pos, frame.token):
                if hex_id == frame.hex:
                    verbs.lift_token(draft, frame.token, hex_id, city, 0)
            return draft.commit()
    return pos


def _absorbed(rules: Rules1856, pos: RailState, frame: Settlement) -> RailState:
    """Money, trains and rights have gone over, the rights of the absorbed still stand; loans and tokens are gone,
    shares and price are not."""
    draft = rules.draft(pos)
    assert isinstance(draft, Draft1856)
    rights = {
        private: (*owners, *([rules.national] if set(owners) & set(frame.absorbed) else []))
        for private, owners in draft.rights.items()
    }
    for company in frame.absorbed:
        hand_over(rules, draft, company)
        for hex_id, city in rules.tokens_of(draft, company):
            verbs.lift_token(draft, company, hex_id, city, None)
        verbs.drop_loans(draft, company, draft.loans.get(company, 0))
    for private, owners in rights.items():
        draft.edit("rights")[private] = owners
    return draft.commit()


class Tracer1856(Tracer):
    """Two companies have other names there; escrow, destinations and bonuses are shown."""

    rules: Rules1856
    _late: Mapping[str, Any] | None = None

    def state(self, pos: RailState) -> Plain:
        """One position, all keys."""
        found = super().state(as_there(self.rules, pos))
        for key in OWNED:
            found[key] = self._named(found[key])
        found["cash"]["corporations"] = self._named(found["cash"]["corporations"])
        found["shares"] = {player: self._named(held) for player, held in found["shares"].items()}
        found["privates"] = {private: self.abroad(holder) for private, holder in found["privates"].items()}
        found["operated"] = sorted(map(self.abroad, found["operated"]))
        found["market_stacks"] = {
            cell: [self.abroad(name) for name in there] for cell, there in found["market_stacks"].items()
        }
        found["tokens"] = {
            hex_id: sorted([*token[:2], self.abroad(token[2])] for token in there)
            for hex_id, there in found["tokens"].items()
        }
        return found

    def after(self, pos: RailState, events: tuple[Event, ...]) -> Plain:
        """The site charges a company that has not run when it does the next thing after that."""
        if events:
            ran = any(event.kind == "revenue" for event in events)
            paid = [event.data for event in events if event.kind == "interest"]
            self._late = paid[-1] if paid and not ran else None
        frame, late = pos.frame, self._late
        if isinstance(frame, Turn) and late is not None and late["company"] == frame.company:
            draft = self.rules.draft(pos)
            verbs.pay(self.rules, draft, BANK, frame.company, late["treasury"], "interest")
            pos = draft.commit()
        return self.state(pos)

    def _shares(self, pos: RailState) -> Plain:
        """The certificate of a president with one share counts for one share."""
        assert isinstance(pos, State1856)
        found = super()._shares(pos)
        national = self.rules.national
        if pos.national.acting is not None:
            place = found["pool"] if pos.certificates[f"{national}_0"] == POOL else found["treasury"]
            place[national] -= self.rules.unit(pos, national)
        return found

    def abroad(self, name: Any) -> Any:
        """A company as the site calls it; anything else as it is."""
        return SITE.abroad.get(name, name)

    def _named(self, table: Plain) -> Plain:
        return {self.abroad(company): value for company, value in table.items()}

    def _operated(self, pos: RailState) -> list[str]:
        return sorted(name for name, done in pos.operated.items() if done)

    def _presidents(self, pos: RailState) -> Plain:
        """Who acts for the CGR counts as its president, with one share too."""
        assert isinstance(pos, State1856)
        found = {name: self.rules.controller(pos, name) for name in pos.cells}
        return {name: self.ids[seat] for name, seat in found.items() if seat is not None}

    def _capital(self, pos: State1856, company: str) -> str:
        """With its destination reached a company counts as paid for share by share."""
        kind = pos.capital[company]
        return "incremental" if kind == "escrow" and pos.destined.get(company, False) else kind

    def _stands(self, pos: State1856, company: str) -> bool:
        """Whether a company has reached its destination and is not gone."""
        return pos.destined[company] and pos.standing[company] != "gone"

    def _priority(self, pos: RailState) -> str:
        """During the auction too it moves with whoever acts in turn."""
        for frame in pos.stack:
            if isinstance(frame, StandingBids) and frame.last is not None:
                return self.rules.left_of(pos, frame.last)
        assert isinstance(pos, State1856)
        if pos.bankrupt is not None and pos.round.startswith("SR"):
            return self.rules.left_of(pos, pos.bankrupt)
        return super()._priority(pos)

    def _own_keys(self, pos: RailState) -> Plain:
        assert isinstance(pos, State1856)
        marks: dict[str, list[str]] = {}
        private = next(each.id for each in self.rules.data.privates if each.one_bonus_hex)
        for hex_id, company in pos.marks.items():
            marks |= {hex_id: [private], self.abroad(company): [private]}
        if pos.privates[private] in self.rules.companies:
            marks[self.abroad(pos.privates[private])] = [private]
        bonuses: dict[str, list[list[Any]]] = {}
        for name, owners in sorted(pos.rights.items()):
            right = self.rules.privates[name]
            for company in owners:
                bonuses.setdefault(self.abroad(company), []).append([list(right.bonus_hexes), right.bonus])
        extra: Plain = {
            "escrow": self._named(dict(pos.escrow)),
            "destinated": sorted([*(self.abroad(name) for name in pos.destined if self._stands(pos, name)), "CGR"]),
            "capitalization": {self.abroad(name): self._capital(pos, name) for name in pos.capital},
        }
        if pos.national.forming in ("formed", "never") and not any(map(settling, pos.stack)):
            extra["post_nationalization"] = True
        if pos.bankrupt is not None and not pos.round.startswith("SR"):
            extra["bankrupt_players"] = [self.ids[pos.bankrupt]]
        return {"extra": extra, "assignments": marks, "hex_bonuses": bonuses}
