"""Positions of 1856: stock rounds, turns of companies and the auction, with what this title has beside other rail games.

``Scene1856().phase("3").company("GT", 80, p1=4, p2=2).has("GT", 300, trains=["2"]).turn("GT", "trains")`` gives an
``Operating`` play whose ``do``, ``refusal`` and ``offered`` tell what the rules make of an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import pytest

from tests.rail.operation import Operating, route
from tests.rail.positions import Rest, Scene
from towpath.hexmap.upgrades import city_map
from towpath.kernel.state import Frame
from towpath.rail import verbs
from towpath.rail.data import Capital
from towpath.rail.frames import Course, OperatingRound
from towpath.rail.standing_bids import open_auction
from towpath.rail.state import CLOSED, EXPORTED, RUSTED, YARD
from towpath.rail.trading_turn import TradingRound
from towpath.rail.turn import Turn

PRIVATES = ("FT", "WSRC", "TCC", "GLSC", "NFSBC", "SCFTC")


def rule(*ids: str) -> pytest.MarkDecorator:
    """The test proves these rules of 1856's ledger."""
    return pytest.mark.rule(*(f"1856:{each}" for each in ids))


class Scene1856(Scene):
    """A position in the making. Nobody is asked for consent unless ``consent="on"``; privates are with nobody."""

    def __init__(self, players: int = 3, **options: str) -> None:
        super().__init__("1856", players, **{"consent": "off", **options})

    def phase(self, name: str) -> Self:
        """The phase in force: one train of its kind has left the yard, none of a lower kind is in it; from the first 5 on
        the privates are closed."""
        super().phase(name)
        ranks = list(self.rules.kinds)
        self.for_sale(name)
        now = ranks.index(name)
        if now:
            verbs.move_train(self.rules, self.draft, self.rules.trains_of(self.draft, YARD)[0], EXPORTED)
        if now >= ranks.index("5"):
            for private in PRIVATES:
                self.private(private, CLOSED)
        return self

    def for_sale(self, kind: str) -> Self:
        """That kind is the lowest in the bank: what was below it is out of the yard."""
        ranks = list(self.rules.kinds)
        for train in self.rules.trains_of(self.draft, YARD):
            fact = self.rules.train_kind(train)
            if ranks.index(fact.name) < ranks.index(kind):
                gone = fact.rusts_on is not None and ranks.index(fact.rusts_on) <= ranks.index(self.draft.phase)
                verbs.move_train(self.rules, self.draft, train, RUSTED if gone else EXPORTED)
        return self

    def company(
        self,
        name: str,
        price: int,
        *place: int,
        par: int = 0,
        capital: Capital = "escrow",
        operated: bool = True,
        token: str | None = None,
        **tenths: int,
    ) -> Self:
        """A company in play. ``p1=6, p2=2, pool=1``: shares by holder, the first one named is its president; the others are
        unsold. ``token``: "HEX/city" of its home token, the printed home if left out; none before its first turn."""
        if token is None:
            token = (self.rules.companies[name].home or "").replace("*", "0") if operated else ""
        self.major(name, price, *place, operated=operated, token=token, **tenths)
        self.draft.edit("capital")[name] = capital
        if par:
            verbs.set_par(self.draft, name, par)
        return self

    def has(
        self, company: str, cash: int = 0, *, loans: int = 0, trains: Sequence[str] = (), tokens: Sequence[str] = ()
    ) -> Self:
        """What lies on a charter, and further tokens on the map."""
        self.treasury(company, cash)
        self.loans(company, loans)
        for kind in trains:
            self.train(kind, company)
        for city in tokens:
            self.token(company, city)
        return self

    def train(self, kind: str, holder: str) -> Self:
        """A train of a kind to a holder: from the yard if it is still sold there, else one that has left it."""
        for place in (YARD, EXPORTED, RUSTED):
            for train in self.rules.trains_of(self.draft, place):
                if self.rules.train_kind(train).name == kind:
                    verbs.move_train(self.rules, self.draft, train, holder)
                    return self
        raise LookupError(f"no {kind} is left")

    def escrow(self, company: str, amount: int) -> Self:
        """What the bank holds for a company."""
        self.draft.edit("escrow")[company] = amount
        return self

    def destined(self, *companies: str) -> Self:
        """Companies that have reached their destinations."""
        for company in companies:
            self.draft.edit("destined")[company] = True
        return self

    def rights(self, private: str, *companies: str) -> Self:
        """Who has the right to a private's bonus."""
        self.draft.edit("rights")[private] = companies
        return self

    def lay(self, hex_id: str, tile: str, rotation: int = 0) -> Self:
        """A tile on the map, whatever lies there; tokens and kept places go with it."""
        old = self.rules.tile_at(self.draft, hex_id)
        mapping = city_map(old, self.rules.tileset.face(tile, rotation))
        verbs.lay_tile(self.rules, self.draft, hex_id, tile, rotation, mapping)
        return self

    def bank(self, amount: int) -> Self:
        """What is left in the bank; the last player has the difference."""
        last = self.rules.seats[-1]
        return self.cash(**{last: self.draft.cash[last] + self.draft.cash["bank"] - amount})

    def trading(self, player: str = "p1", set_number: int = 2, **fields: Any) -> Operating:
        """A stock round (the second one, if not said) in which it is a player's turn; when it ends the game rests."""
        self.draft.put("round", f"SR {set_number}")
        self.draft.put("set_number", set_number)
        return self._begin(Course(stage="stock"), Rest(), TradingRound(player=player, **fields))

    def turn(self, company: str, step: str = "home", *, at: str = "1.1", **frame: Any) -> Operating:
        """The company is at that step of OR ``at``; those after it in the order still come."""
        order = self.order()
        turn = Turn(company=company, step=step, **frame)  # type: ignore[arg-type]
        return self._operate(order, order.index(company) + 1, at, turn)

    def round(self, at: str = "1.1") -> Operating:
        """OR ``at``, the privates paid, nobody has acted."""
        return self._operate(self.order(), 0, at)

    def auction(self) -> Operating:
        """The opening auction, before its first turn; after it comes the first stock round."""
        self.draft.put("round", "AR")
        return self._begin(Course(stage="auction"), open_auction(self.rules, self.draft))

    def course(self, stage: str, number: int = 0, set_number: int = 1) -> Operating:
        """The course of the game, about to go on from that stage."""
        self.draft.put("set_number", set_number)
        return self._begin(Course(stage=stage, number=number))  # type: ignore[arg-type]

    def order(self) -> list[str]:
        """All companies on the market in operating order."""
        return list(self.rules.market.order(self.draft, list(self.draft.cells)))

    def _operate(self, order: list[str], index: int, at: str, *turn: Frame) -> Operating:
        set_number, number = map(int, at.split("."))
        self.draft.put("round", f"OR {at}")
        self.draft.put("set_number", set_number)
        return self._begin(
            Course(stage="operating", number=number), OperatingRound(order=tuple(order), index=index), *turn
        )

    def _begin(self, *stack: Frame) -> Operating:
        self.draft.events.clear()
        self.draft.put("stack", stack)
        return Operating(self.rules, self.draft)


__all__ = ["PRIVATES", "Operating", "Scene1856", "route", "rule"]
