"""Actions of 1856 as that site has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towpath.api import Game
from towpath.interop.site import Site, city_id
from towpath.interop.t1856 import RIGHTS, certificate_there
from towpath.interop.writing import Plain, Writer, Writing
from towpath.kernel.state import Action
from towpath.rail import actions as ours
from towpath.rail import actions as own
from towpath.rail.raising_money import RaiseMoney
from towpath.rail.state import RailState
from towpath.rail.tokens import parse_city
from towpath.rail.turn import Turn
from towpath.titles.t1856 import actions as cgr_actions

RIGHT_NAMES = {private: name for name, private in RIGHTS.items()}
NAMING = ("corporation", "tokener")
"""Keys of an action that hold a company."""


class Writer1856(Writer):
    """Two companies have other names there; loans are numbered; after every track step destinations are looked at."""

    def __init__(self, game: Game, site: Site) -> None:
        super().__init__(game, site)
        self._bank_loans = list(range(site.loans))
        self._loans: dict[str, list[int]] = {}
        self._arrived: list[str] = []

    def _act(self, action: Action, before: RailState, after: RailState, at: str | None) -> None:
        written = len(self.actions)
        super()._act(action, before, after, at)
        self._settle_loans(after)
        arrived = [company for company in self.rules.companies if _destined(after, company)]
        new = [company for company in arrived if company not in self._arrived]
        self._arrived = arrived
        company = track_ended(before, after)
        if company is not None and len(self.actions) > written:
            auto = {
                "type": "destination_connection",
                "entity": self._abroad(company),
                "entity_type": "corporation",
                "corporations": [self._abroad(name) for name in new],
            }
            self.actions[-1].setdefault("auto_actions", []).append(auto)

    def _settle_loans(self, after: RailState) -> None:
        """Loans that are gone without an action of their own go back to the bank, the last taken first."""
        for company, held in self._loans.items():
            while len(held) > after.loans.get(company, 0):
                self._bank_loans.append(held.pop())

    def _abroad(self, name: str) -> str:
        return self.site.abroad.get(name, name)

    def _add(self, kind: str, entity: str, data: Plain, at: str | None) -> None:
        changed: Plain = {key: self._abroad(value) if key in NAMING else value for key, value in data.items()}
        if "shares" in changed:
            changed["shares"] = [certificate_there(name) for name in changed["shares"]]
        super()._add(kind, self._abroad(entity), changed, at)
        if entity in self.rules.privates:
            self.actions[-1]["entity_type"] = "company"

    def _buy_train(self, action: ours.BuyTrain, before: RailState, after: RailState, at: str | None) -> None:
        """A purchase for which the president has yet to sell is not there yet: the sales come first."""
        if before.trains[action.train] != after.trains[action.train]:
            super()._buy_train(action, before, after, at)

    def _lay_private_tile(
        self, action: own.LayPrivateTile, before: RailState, after: RailState, at: str | None
    ) -> None:
        tile = self._tiles.lay(action.hex, action.tile)
        self._add("lay_tile", action.private, {"hex": action.hex, "tile": tile, "rotation": action.rotation}, at)

    def _place_private_token(
        self, action: own.PlacePrivateToken, before: RailState, after: RailState, at: str | None
    ) -> None:
        self._place(action.entity, action.city, before, at)
        placed = self.actions[-1]
        placed |= {"entity": action.private, "entity_type": "company"}
        del placed["tokener"]

    def _choose_city(self, action: own.ChooseCity, before: RailState, after: RailState, at: str | None) -> None:
        node = parse_city(self.rules, before, action.city)
        assert node is not None
        self._add("place_token", action.entity, {"city": city_id(self.site, self._tiles.laid, node), "slot": 0}, at)

    def _mark_hex(self, action: own.MarkHex, before: RailState, after: RailState, at: str | None) -> None:
        self._add("assign", action.private, {"target": action.hex, "target_type": "hex"}, at)

    def _buy_right(self, action: own.BuyRight, before: RailState, after: RailState, at: str | None) -> None:
        right = self.rules.privates[action.private].right
        assert right is not None
        description = RIGHT_NAMES[action.private]
        self._add("special_buy", action.entity, {"description": description, "cost": right.price}, at)

    def _take_loan(self, action: own.TakeLoan, before: RailState, after: RailState, at: str | None) -> None:
        loan = self._bank_loans.pop(0)
        self._loans.setdefault(action.entity, []).append(loan)
        self._add("take_loan", action.entity, {"loan": loan}, at)

    def _repay_loan(self, action: own.RepayLoan, before: RailState, after: RailState, at: str | None) -> None:
        for _ in range(action.number):
            loan = self._loans[action.entity].pop(0)
            self._bank_loans.append(loan)
            self._add("payoff_loan", action.entity, {"loan": loan}, at)

    def _rescue(self, action: cgr_actions.Rescue, before: RailState, after: RailState, at: str | None) -> None:
        self._add("pass", action.entity, {}, at)

    def _abandon(self, action: cgr_actions.Abandon, before: RailState, after: RailState, at: str | None) -> None:
        self._add("merge", action.entity, {"corporation": action.entity}, at)

    def _bankrupt(self, action: own.DeclareBankrupt, before: RailState, after: RailState, at: str | None) -> None:
        assert isinstance(before.frame, RaiseMoney)
        self._add("bankrupt", before.frame.company, {}, at)

    def _claim(self, action: own.ClaimDestination, before: RailState, after: RailState, at: str | None) -> None:
        """It stands in the list of the track step before."""
        last = self.actions[-1].get("auto_actions")
        if last:
            last[-1]["corporations"].append(self._abroad(action.company))

    own_writers: Mapping[type[Action], Writing] = {
        ours.BuyTrain: _buy_train,
        own.LayPrivateTile: _lay_private_tile,
        own.PlacePrivateToken: _place_private_token,
        own.ChooseCity: _choose_city,
        own.MarkHex: _mark_hex,
        own.BuyRight: _buy_right,
        own.TakeLoan: _take_loan,
        own.RepayLoan: _repay_loan,
        cgr_actions.Rescue: _rescue,
        cgr_actions.Abandon: _abandon,
        own.DeclareBankrupt: _bankrupt,
        own.ClaimDestination: _claim,
    }

    @property
    def writers(self) -> Mapping[type[Action], Writing]:
        """The usual ones and the title's own."""
        return {**super().writers, **self.own_writers}


def _destined(pos: Any, company: str) -> bool:
    return bool(pos.destined.get(company, False))


def track_ended(before: RailState, after: RailState) -> str | None:
    """The company whose track step an action ended, in whatever way."""
    here = _building(before)
    if here is None or (_building(after) == here and before.round == after.round):
        return None
    return here


def _building(pos: RailState) -> str | None:
    """The company that has yet to end its track step."""
    for frame in pos.stack:
        if isinstance(frame, Turn) and frame.step in ("home", "track"):
            return frame.company
    return None
