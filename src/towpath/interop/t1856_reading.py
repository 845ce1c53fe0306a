"""Actions of 1856 as that site has them, in our words."""

from __future__ import annotations

from collections.abc import Mapping

from towpath.interop.document import SiteAction
from towpath.interop.papers import Papers
from towpath.interop.site import Laid
from towpath.interop.t1856 import RIGHTS, SITE
from towpath.interop.translating import Reading, Translator
from towpath.kernel.codec import FormatError
from towpath.kernel.state import Action
from towpath.rail import actions as ours
from towpath.rail.state import RailState
from towpath.titles.t1856 import actions as own
from towpath.titles.t1856.cgr import Settlement
from towpath.titles.t1856.track import CityOfToken
from towpath.titles.t1856.turn import Turn

AUTOMATIC = frozenset({"destination_connection", "borrow_train", "bankrupt"})
"""What the site has as an action and we do by ourselves: a destination is reached, the CGR borrows, nothing is left to sell."""


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
        company, _, number = name.rpartition("_")
        return f"{SITE.names.get(company, company)}_{number}"

    def owner(self, pos: RailState, action: SiteAction) -> str:
        """Who acts with a private: the company that owns it."""
        holder = pos.privates.get(action.entity)
        if holder not in self.rules.companies:
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
            return [own.Rescue(entity=self.entity(action))]
        return super()._pass(pos, action, laid, papers)

    def _take_loan(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [own.TakeLoan(entity=self.entity(action))]

    def _payoff_loan(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        company = self.entity(action)
        if isinstance(pos.frame, Settlement):
            return [own.Rescue(entity=company)] if company in pos.frame.asked else []
        return [own.RepayLoan(entity=company, number=1)]

    def _merge(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        """Who cannot pay is absorbed unasked here; there it says so."""
        company = self.company(action, action.text("corporation"))
        asked = isinstance(pos.frame, Settlement) and pos.frame.asked[:1] == (company,)
        return [own.Abandon(entity=company)] if asked else []

    def _assign(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [own.MarkHex(entity=self.owner(pos, action), private=action.entity, hex=action.text("target"))]

    def _special_buy(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        wanted = action.text("description")
        if wanted not in RIGHTS:
            raise FormatError(f"{action.name}: description is {wanted!r}; it must be {' or '.join(RIGHTS)}")
        return [own.BuyRight(entity=self.entity(action), private=RIGHTS[wanted])]

    own_readers: Mapping[str, Reading] = {
        "pass": _pass,
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
