"""One action of the site as actions of ours, in the position before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from towpath.interop import routes
from towpath.interop.document import SiteAction
from towpath.interop.papers import Papers, parted
from towpath.interop.site import Laid, cell_index, city_node
from towpath.kernel.codec import FormatError
from towpath.kernel.state import Action
from towpath.rail import actions as ours
from towpath.rail.rules import RailRules
from towpath.rail.starting import HomeToken
from towpath.rail.state import POOL, YARD, Position, RailState
from towpath.rail.stock_turn import StockRound

PROGRAM = "program_"
"""How the types of programs begin."""
WITHOUT_EFFECT = frozenset({"message", "log", "program_disable"})
"""Actions that change no position, besides all ``program_…``: what a program does stands in the list by itself."""

KINDS = {"payout": "full", "half": "half", "withhold": "withhold"}

Reading = Callable[[Any, RailState, SiteAction, Laid, Papers], list[Action]]
"""A translator, the position, an action, the site's tiles and certificates -> what the action is in our words."""


class Translator:
    """Knows players and title; ``read`` turns an action into ours. ``FormatError`` for what cannot be understood."""

    def __init__(self, rules: RailRules, seats: Mapping[str, str], homes_chosen: bool) -> None:
        self.rules = rules
        self.seats = seats
        self.homes_chosen = homes_chosen

    def silent(self, action: SiteAction) -> bool:
        """Whether an action changes no position."""
        return action.type in WITHOUT_EFFECT or action.type.startswith(PROGRAM)

    def awaits_city(self, pos: RailState, action: SiteAction) -> bool:
        """Whether this bid opens an auction and is complete only with the token that the site asks for next."""
        return (
            self.homes_chosen
            and action.type == "bid"
            and "corporation" in action.data
            and isinstance(pos.frame, StockRound)
        )

    def entity(self, action: SiteAction) -> str:
        """Who acts, by our name."""
        if action.kind == "player":
            if action.entity not in self.seats:
                raise FormatError(f"{action.name}: there is no player {action.entity!r}; {', '.join(self.seats)} play")
            return self.seats[action.entity]
        return self.company(action, action.entity)

    def read(
        self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers, bid: SiteAction | None = None
    ) -> list[Action]:
        """What the action is in our words; several where the site has one for more. ``bid``: the opening bid that a token
        completes."""
        reader = self.readers.get(action.type)
        if reader is None:
            known = ", ".join(sorted(self.readers))
            raise FormatError(f"{action.name}: {self.rules.title} has no such action; it has {known}")
        if bid is not None and action.type == "place_token":
            target, city = self.company(bid, bid.text("corporation")), self._city(action, laid)
            return [ours.Bid(entity=self.entity(bid), target=target, price=bid.whole("price"), city=city)]
        return reader(self, pos, action, laid, papers)

    def named_papers(self, pos: RailState, action: SiteAction) -> list[tuple[str, str]]:
        """The certificates that an action names, with who gets them."""
        if action.type == "buy_shares":
            return [(self.certificate(name), self.entity(action)) for name in action.texts("shares")]
        if action.type == "sell_shares":
            return parted([self.certificate(name) for name in action.texts("shares")], self._sold(pos, action))
        if action.type == "par":
            return [(self.certificate(f"{action.text('corporation')}_0"), self.entity(action))]
        return []

    # kinds of actions

    def _bid(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        private = "company" in action.data
        target = action.text("company") if private else self.company(action, action.text("corporation"))
        return [ours.Bid(entity=self.entity(action), target=target, price=action.whole("price"))]

    def _pass(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [ours.Pass(entity=self.entity(action))]

    def _par(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        company = self.company(action, action.text("corporation"))
        cell = cell_index(self.rules, action.text("share_price"))
        return [ours.StartMajor(entity=self.entity(action), company=company, cell=cell)]

    def _place_token(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        city = self._city(action, laid)
        if isinstance(pos.frame, HomeToken):
            return [ours.PlaceHome(entity=self.entity(action), city=city)]
        return [ours.PlaceToken(entity=self.entity(action), city=city)]

    def _remove_token(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [ours.RemoveToken(entity=self.entity(action), city=self._city(action, laid))]

    def _lay_tile(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        tile = action.text("tile").rpartition("-")[0] or action.text("tile")
        lay = ours.LayTile(
            entity=self.entity(action), hex=action.text("hex"), tile=tile, rotation=action.whole("rotation")
        )
        return [lay]

    def _buy_shares(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        shares = action.texts("shares")
        entity = self.entity(action)
        if entity not in self.rules.seats:
            return [ours.Redeem(entity=entity, shares=len(shares))]
        found: list[Action] = []
        for name in shares:
            certificate = self.certificate(name)
            company = self.company(action, name.rpartition("_")[0])
            source = "pool" if papers.holder(certificate) == POOL else "treasury"
            found.append(ours.BuyShare(entity=entity, company=company, source=source))  # type: ignore[arg-type]
        return found

    def _sell_shares(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        company = self.company(action, action.texts("shares")[0].rpartition("_")[0])
        return [ours.SellShares(entity=self.entity(action), company=company, shares=self._sold(pos, action))]

    def _sold(self, pos: RailState, action: SiteAction) -> int:
        """How many shares a sale is of."""
        shares = action.texts("shares")
        company = self.company(action, shares[0].rpartition("_")[0])
        percent = action.whole("percent") if "percent" in action.data else self._percent(pos, action, shares)
        return percent // self.rules.unit(pos, company)

    def _buy_train(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        exchange = action.data.get("exchange")
        bought = ours.BuyTrain(
            entity=self.entity(action),
            train=self._train(pos, action, action.text("train")),
            price=action.whole("price"),
            exchange=None if exchange is None else self._train(pos, action, action.text("exchange")),
        )
        return [bought]

    def _discard_train(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [ours.DiscardTrain(entity=self.entity(action), train=self._train(pos, action, action.text("train")))]

    def _run_routes(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        listed = action.data.get("routes")
        if not isinstance(listed, list) or not all(isinstance(route, dict) for route in listed):
            raise FormatError(f"{action.name}: routes is a list of routes, not {listed!r:.60}")
        found = []
        for route in listed:
            train = route.get("train")
            if not isinstance(train, str):
                raise FormatError(f"{action.name}: a route has the id of a train, not {train!r:.60}")
            found.append(routes.read_run(self.rules, pos, self._train(pos, action, train), route))
        return [ours.RunRoutes(entity=self.entity(action), runs=tuple(found))]

    def _dividend(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        kind = action.text("kind")
        if kind not in KINDS:
            raise FormatError(f"{action.name}: kind is {kind!r}; it must be {', '.join(KINDS)}")
        return [ours.PayDividend(entity=self.entity(action), kind=KINDS[kind])]  # type: ignore[arg-type]

    def _buy_company(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        entity = self.entity(action)
        return [ours.BuyPrivate(entity=entity, private=action.text("company"), price=action.whole("price"))]

    def _convert(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        return [ours.Convert(entity=self.entity(action))]

    def _merge(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        other = self.company(action, action.text("corporation"))
        if self.rules.kind(other) == "minor":
            return [ours.Merge(entity=self.entity(action), minor=other)]
        return [ours.ChooseMajor(entity=self.entity(action), major=other)]

    def _choose(self, pos: RailState, action: SiteAction, laid: Laid, papers: Papers) -> list[Action]:
        if action.text("choice") != "nationalize":
            raise FormatError(f"{action.name}: choice is {action.text('choice')!r}; it can only be 'nationalize'")
        return [ours.Nationalize(entity=self.entity(action))]

    _readers: Mapping[str, Reading] = {
        "bid": _bid,
        "pass": _pass,
        "par": _par,
        "place_token": _place_token,
        "remove_token": _remove_token,
        "lay_tile": _lay_tile,
        "buy_shares": _buy_shares,
        "sell_shares": _sell_shares,
        "buy_train": _buy_train,
        "discard_train": _discard_train,
        "run_routes": _run_routes,
        "dividend": _dividend,
        "buy_company": _buy_company,
        "convert": _convert,
        "merge": _merge,
        "choose": _choose,
    }

    @property
    def readers(self) -> Mapping[str, Reading]:
        """Kind of action -> what reads it."""
        return self._readers

    # names

    def company(self, action: SiteAction, name: str) -> str:
        """A company, by our name. ``FormatError`` when there is none such."""
        if name not in self.rules.companies:
            raise FormatError(f"{action.name}: {self.rules.title} has no company {name!r}")
        return name

    def _city(self, action: SiteAction, laid: Laid) -> str:
        try:
            return city_node(self.rules, laid, action.text("city"))
        except FormatError as error:
            raise FormatError(f"{action.name}: {error}") from None

    def _percent(self, pos: RailState, action: SiteAction, shares: tuple[str, ...]) -> int:
        percents = self.rules.percents_in(pos.certificates)
        unknown = [name for name in shares if self.certificate(name) not in percents]
        if unknown:
            raise FormatError(f"{action.name}: there is no certificate {unknown[0]!r}")
        return sum(percents[self.certificate(name)] for name in shares)

    def certificate(self, name: str) -> str:
        """A certificate, by our name."""
        return name

    def _train(self, pos: Position, action: SiteAction, name: str) -> str:
        """The train of that name, or the one of its kind on sale in the yard: the copies are all alike."""
        if name in pos.trains and pos.trains[name] != YARD:
            return name
        kind = name.rpartition("-")[0]
        if kind not in self.rules.kinds:
            raise FormatError(f"{action.name}: {self.rules.title} has no train {name!r}")
        copies = [train for train in self.rules.trains_of(pos, YARD) if self.rules.train_kind(train).name == kind]
        return copies[0] if copies and action.type == "buy_train" else name


def recorded_revenues(action: SiteAction) -> list[Any]:
    """What the file says that each route paid; ``None`` where it is silent."""
    listed = action.data.get("routes")
    return [route.get("revenue") for route in listed if isinstance(route, dict)] if isinstance(listed, list) else []
