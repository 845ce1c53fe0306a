"""Positions of the rail titles for tests, put together piece by piece, and a way to play from them.

``Scene("1861", 3).cash(p1=500).major("NW", 120, p1=6, p2=2).stock_round("p1").play()`` gives a ``Play`` whose ``do`` applies
actions and whose ``refusal`` says which rules one breaks. Under the frame that is tested lies ``Rest``, which wants nothing, so
that the game does not run on. After every action everything in the box must be in its one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from towpath.kernel.draft import Draft
from towpath.kernel.engine import Engine
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.state import Action, Event, Frame
from towpath.rail import holdings, verbs
from towpath.rail.frames import Course
from towpath.rail.rules import RailRules
from towpath.rail.state import BANK, POOL, RailState
from towpath.rail.stock_turn import StockRound

TITLES = ("1861", "1867")


def both(*ids: str) -> pytest.MarkDecorator:
    """The test proves these rules for both titles."""
    return pytest.mark.rule(*(f"{title}:{rule}" for title in TITLES for rule in ids))


class Rest(Frame, frozen=True, kw_only=True):
    """Nothing more is wanted: what was tested is over."""


class RestProcedure(Procedure[Rest]):
    frame = Rest

    def actors(self, pos: Any, frame: Rest) -> tuple[str, ...]:
        return ()

    def moves(self, pos: Any, frame: Rest) -> Sequence[Move[Any, Any]]:
        return ()

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        return ()


@cache
def rules_for(title: str, players: int, options: tuple[tuple[str, str], ...]) -> RailRules:
    """A composed title with players p1, p2, …; p1 has the priority deal."""
    module = import_module(f"towpath.titles.t{title}")
    seats = [f"p{i + 1}" for i in range(players)]
    rules: RailRules = module.compose({"first_player": "seat1", **dict(options)}, seats, {})
    rules.procedures = {**rules.procedures, Rest: RestProcedure()}
    return rules


class Scene:
    """A position in the making. Every method returns the scene; ``options`` are those of the title."""

    def __init__(self, title: str = "1861", players: int = 3, **options: str) -> None:
        self.rules = rules_for(title, players, tuple(sorted(options.items())))
        self.draft = self.rules.draft(self.rules.setup("scene"))
        self.draft.put("stack", (Course(stage="stock"), Rest()))

    def phase(self, name: str) -> Scene:
        """The phase alone; what its start brings is up to the test."""
        self.draft.put("phase", name)
        return self

    def cash(self, **amounts: int) -> Scene:
        """How much each one has; the difference comes from the bank or goes there."""
        for name, amount in amounts.items():
            table = self.draft.edit("cash")
            table[BANK] += table.get(name, 0) - amount
            table[name] = amount
        return self

    def treasury(self, company: str, amount: int) -> Scene:
        """As ``cash``, for ids that are no words of Python."""
        return self.cash(**{company: amount})

    def cell(self, price: int, *place: int) -> int:
        """The market cell of a price: at (row, column), or the first one on the board that has a zone, or the first."""
        market = self.rules.market
        if place:
            return next(c.id for c in market.cells if (c.row, c.column) == place and c.price == price)
        same = [c for c in market.cells if c.price == price]
        return next((c for c in same if c.zones), same[0]).id

    def major(
        self, company: str, price: int, *place: int, operated: bool = True, token: str = "", **tenths: int
    ) -> Scene:
        """A major in play. ``p1=6, p2=2, pool=1``: tenths by holder, the first named player is president; the rest is in the
        treasury. ``token``: "HEX/city" of its free token."""
        self._start(company, self.cell(price, *place), operated, token)
        certs = list(self.rules.certificates[company])
        players = [name for name in tenths if name != POOL]
        if players:
            verbs.transfer(self.rules, self.draft, certs.pop(0), players[0])
            tenths[players[0]] -= 2
        for name, count in tenths.items():
            for _ in range(count):
                verbs.transfer(self.rules, self.draft, certs.pop(0), name)
        for cert in certs:
            verbs.transfer(self.rules, self.draft, cert, company)
        return self

    def minor(self, company: str, owner: str, price: int, *place: int, operated: bool = True, token: str = "") -> Scene:
        """A minor in play; its token goes to the printed home when there is one and none is named."""
        self._start(company, self.cell(price, *place), operated, token or self.rules.companies[company].home or "")
        verbs.transfer(self.rules, self.draft, self.rules.certificates[company][0], owner)
        return self

    def _start(self, company: str, cell: int, operated: bool, token: str) -> None:
        verbs.set_standing(self.draft, company, "started")
        verbs.enter_market(self.rules, self.draft, company, cell)
        verbs.set_par(self.draft, company, self.rules.market.cells[cell].price)
        verbs.mark_operated(self.draft, company, operated)
        if token:
            self.token(company, token)
            verbs.set_home(self.draft, company, token.split("/")[0])

    def token(self, company: str, city: str) -> Scene:
        """The next token from the charter in a city "HEX/city"."""
        hex_id, _, index = city.partition("/")
        verbs.put_token(self.rules, self.draft, company, hex_id, int(index), self.draft.charter[company][0])
        return self

    def tile(self, hex_id: str, name: str, rotation: int = 0, cities: tuple[int, ...] = (0,)) -> Scene:
        """A tile on a hex; ``cities``: old city index -> new one."""
        verbs.lay_tile(self.rules, self.draft, hex_id, name, rotation, cities)
        return self

    def loans(self, company: str, number: int) -> Scene:
        """Loans on a charter, without money."""
        verbs.add_loans(self.draft, company, number)
        return self

    def train(self, kind: str, holder: str) -> Scene:
        """The next train of a kind from the yard to a holder."""
        left = [t for t in self.rules.trains_of(self.draft, "yard") if self.rules.train_kind(t).name == kind]
        verbs.move_train(self.rules, self.draft, left[0], holder)
        return self

    def private(self, private: str, holder: str) -> Scene:
        """A private with a holder."""
        verbs.take_private(self.draft, private, holder)
        return self

    def gone(self, *companies: str) -> Scene:
        """Companies that are out of the game without ever having started; their reserved places are free."""
        for company in companies:
            verbs.set_standing(self.draft, company, "gone")
            verbs.drop_reservations(self.draft, company)
        return self

    def priority(self, player: str) -> Scene:
        """Who has the priority deal."""
        self.draft.put("priority", player)
        return self

    def stock_round(self, player: str = "p1", **fields: Any) -> Scene:
        """A stock round in which it is a player's turn."""
        self.draft.put("round", "SR 1")
        return self.frame(StockRound(player=player, **fields))

    def frame(self, *frames: Frame) -> Scene:
        """Frames on top of the stack, the innermost last."""
        self.draft.put("stack", (*self.draft.stack, *frames))
        return self

    def play(self) -> Play:
        """The position after what needs no decision."""
        return Play(self.rules, self.draft)


class Play:
    """A game from a position on."""

    def __init__(self, rules: RailRules, draft: Draft[RailState]) -> None:
        self.rules = rules
        self.engine = Engine(rules)
        self.engine._settle(draft)
        self.state = draft.commit()
        self.events: list[Event] = list(draft.events)
        self._sound()

    def _sound(self) -> None:
        assert self.rules.conservation(self.state) == []

    def do(self, *actions: Action) -> Play:
        """Apply actions one after the other; each must be legal and offered."""
        for action in actions:
            assert action in set(self.engine.legal_actions(self.state, ranges=0)), f"not offered: {action}"
            outcome = self.engine.apply(self.state, action)
            self.state, self.events = outcome.state, list(outcome.events)
            self._sound()
        return self

    def refusal(self, action: Action) -> dict[str, str]:
        """code -> rule of everything wrong with an action; it is not offered either."""
        reasons = self.engine.check(self.state, action)
        assert reasons, f"legal: {action}"
        assert action not in set(self.engine.legal_actions(self.state, ranges=0)), f"offered: {action}"
        assert all(reason.sentence for reason in reasons)
        return {reason.code: reason.rule for reason in reasons}

    def offered(self, kind: type[Action], entity: str | None = None) -> list[Any]:
        """All actions of a kind that are offered."""
        found = self.engine.legal_actions(self.state, ranges=0)
        return [a for a in found if type(a) is kind and entity in (None, a.entity)]

    @property
    def turn(self) -> tuple[str, ...]:
        """Who has to act; empty when the round is over."""
        return self.engine.actors(self.state)

    @property
    def over(self) -> bool:
        """Whether what was tested has ended."""
        return isinstance(self.state.frame, Rest)

    def cash(self, holder: str) -> int:
        """How much somebody has."""
        return self.state.cash.get(holder, 0)

    def price(self, company: str) -> int:
        """A company's price."""
        return self.rules.market.price(self.state, company)

    def place(self, company: str) -> tuple[int, int]:
        """(row, column) of a company's token on the market."""
        cell = self.rules.market.cells[self.state.cells[company]]
        return cell.row, cell.column

    def shares(self, company: str, holder: str) -> int:
        """Tenths of a company with a holder."""
        return holdings.percent(self.rules, self.state, company, holder) // 10

    def president(self, company: str) -> str | None:
        """Who presides over a company."""
        return holdings.president(self.rules, self.state, company)

    def tokens(self, hex_id: str) -> set[tuple[int, str]]:
        """(city, company) of the tokens in a hex."""
        return {(city, company) for city, _, company in self.state.tokens.get(hex_id, ())}
