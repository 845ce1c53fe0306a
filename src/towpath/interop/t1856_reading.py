"""Actions of 1856 as that site has them, in our words."""

from __future__ import annotations

from collections.abc import Mapping

from towpath.interop.document import SiteAction
from towpath.interop.papers import Papers
from towpath.interop.site import Laid
from towpath.interop.t1856 import RIGHTS, SITE, certificate_here
from towpath.interop.translating import Reading, Translator
from towpath.kernel.codec import FormatError
from towpath.kernel.state import Action
from towpath.rail import actions as ours
from towpath.rail import actions as own
from towpath.rail import helped_purchase
from towpath.rail.city_of_token import CityOfToken
from towpath.rail.raising_money import RaiseMoney
from towpath.rail.state import RailState
from towpath.rail.turn import Turn
from towpath.titles.t1856 import actions as cgr_actions
from towpath.titles.t1856.cgr import Settlement
from towpath.titles.t1856.rules import Rules1856
from towpath.titles.t1856.state import State1856

AUTOMATIC = frozenset({"borrow_train"})
"""What the site has as an action and we do by ourselves: the CGR borrows a train."""


class Translator1856(Translator):
    """Other names, powers of privates, loans, and the settlement before the CGR forms."""

    def silent(self, action: SiteAction) -> bool:
        """Also what we do by ourselves."""
        return action.type in AUTOMATIC or super().silent(action)

    def company(self, action: SiteAction, name: str) -> str:
        """Two companies have other names there."""
        return super().company(action, SITE.names.get(name, name))

    def certificate(self, name: str) -> str:
        """A certificate bears its company's name."""
        return certificate_here(name)

    def owner(self, pos: RailState, action: SiteAction) -> str:
        """Who acts with a private: the company that owns it."""
        holder = pos.privates.get(action.entity)
        if holder is None or holder not in self.rules.companies:
            raise FormatError(f"{action.name}: no company owns a private {action.entity!r}")
        return holder

    def _lay_tile(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        if action.kind != "company":
            return super()._lay_tile(pos, action, laid, papers)
        tile = action.text("tile").rpartition("-")[0] or action.text("tile")
        return [
            own.LayPrivateTile(
                entity=self.owner(pos, action), private=action.entity, hex=action.text("hex"), tile=tile,
                rotation=action.whole("rotation"),
            )
        ]  # fmt: skip

    def _place_token(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        city = self._city(action, laid)
        if action.kind == "company":
            return [own.PlacePrivateToken(entity=self.owner(pos, action), private=action.entity, city=city)]
        frame = pos.frame
        if isinstance(frame, CityOfToken):
            return [own.ChooseCity(entity=frame.company, city=city)]
        if isinstance(frame, Turn) and frame.step == "home":
            return [ours.PlaceHome(entity=self.entity(action), city=city)]
        return [ours.PlaceToken(entity=self.entity(action), city=city)]

    def _pass(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        """In the settlement whoever does not merge pays."""
        if isinstance(pos.frame, Settlement):
            return [cgr_actions.Rescue(entity=self.entity(action))]
        return super()._pass(pos, action, laid, papers)

    def _sell_shares(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        """A president sells before he buys; we hear first what for."""
        return [*self._train_wanted(pos, action), *super()._sell_shares(pos, action, laid, papers)]

    def _bankrupt(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        wanted = self._train_wanted(pos, action)
        frame = pos.frame
        company = frame.company if isinstance(frame, Turn | RaiseMoney) else self.entity(action)
        return [*wanted, own.DeclareBankrupt(entity=self.rules.controller(pos, company) or company)]

    def _train_wanted(self, pos: RailState, action: SiteAction) -> list[Action]:
        """The purchase for which a president has to sell: the cheapest train."""
        frame = pos.frame
        if not isinstance(frame, Turn) or frame.step != "trains":
            return []
        assert isinstance(self.rules, Rules1856)
        assert isinstance(pos, State1856)
        found = helped_purchase.helped(self.rules, pos, frame.company)[:1]
        return [
            ours.BuyTrain(entity=frame.company, train=sale.train, price=sale.price, exchange=sale.exchange)
            for sale in found
        ]

    def _connected(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        """What we have seen ourselves needs no action; what a file has besides is claimed."""
        listed = action.data.get("corporations")
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise FormatError(f"{action.name}: corporations is a list of companies, not {listed!r:.60}")
        assert isinstance(pos, State1856)
        found: list[Action] = []
        for company in (self.company(action, name) for name in listed):
            if isinstance(pos.frame, Turn) and not pos.destined.get(company, False):
                found.append(own.ClaimDestination(entity=pos.frame.company, company=company))
        return found

    def _take_loan(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [own.TakeLoan(entity=self.entity(action))]

    def _payoff_loan(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        company = self.entity(action)
        if isinstance(pos.frame, Settlement):
            return [cgr_actions.Rescue(entity=company)] if company in pos.frame.asked else []
        return [own.RepayLoan(entity=company, number=1)]

    def _merge(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        """Who cannot pay is absorbed unasked here; there it says so."""
        company = self.company(action, action.text("corporation"))
        asked = isinstance(pos.frame, Settlement) and pos.frame.asked[:1] == (company,)
        return [cgr_actions.Abandon(entity=company)] if asked else []

    def _assign(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [own.MarkHex(entity=self.owner(pos, action), private=action.entity, hex=action.text("target"))]

    def _special_buy(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        wanted = action.text("description")
        if wanted not in RIGHTS:
            raise FormatError(f"{action.name}: description is {wanted!r}; it must be {' or '.join(RIGHTS)}")
        return [own.BuyRight(entity=self.entity(action), private=RIGHTS[wanted])]

    own_readers: Mapping[str, Reading] = {
        "pass": _pass,
        "sell_shares": _sell_shares,
        "bankrupt": _bankrupt,
        "destination_connection": _connected,
        "take_loan": _take_loan,
        "payoff_loan": _payoff_loan,
        "assign": _assign,
        "special_buy": _special_buy,
        "lay_tile": _lay_tile,
        "place_token": _place_token,
        "merge": _merge,
    }
    missing = frozenset({"convert", "choose", "remove_token"})

    @property
    def readers(self) -> dict[str, Reading]:
        """The usual ones that this title has, and its own."""
        usual = {kind: reader for kind, reader in super().readers.items() if kind not in self.missing}
        return {**usual, **self.own_readers}
