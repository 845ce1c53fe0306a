"""Positions within an operating round: what ``positions`` builds, and the turn, step and round they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from tests.rail.positions import TITLES, Play, Scene, both
from towpath.hexmap.upgrades import city_map
from towpath.kernel.state import Action, Frame
from towpath.rail import charters, holdings, verbs
from towpath.rail.actions import LayTile, Pass, Run, RunRoutes
from towpath.rail.frames import Course, OperatingRound, OperatingTurn
from towpath.rail.state import EXPORTED, RUSTED, YARD
from towpath.rail.tokens import open_slots


class Operation(Scene):
    """A scene that ends in an operating round. The column market and no asking for consent unless options say otherwise."""

    def __init__(self, title: str = "1861", players: int = 3, **options: str) -> None:
        super().__init__(title, players, **{"market": "column", "consent": "off", **options})
        self._phase = "2"
        self._due: dict[str, int] | None = None
        self._ran: tuple[str, ...] = ()

    def phase(self, name: str) -> Self:
        """The phase in force. When play begins the yard has no train of an earlier rank, and from phase 5 on the minors
        that were never started are gone."""
        super().phase(name)
        self._phase = name
        return self

    def token(self, company: str, city: str) -> Self:
        """As of ``Scene``. A minor that was never started and whose place alone would be left is taken as gone."""
        hex_id, _, index = city.partition("/")
        node = (hex_id, int(index))
        kept = [name for place, _, name in self.draft.reservations.get(hex_id, ()) if place == node[1]]
        if open_slots(self.rules, self.draft, node, company) < 1:
            self.gone(*(name for name in kept if name != company and self.draft.standing[name] == "unstarted"))
        super().token(company, city)
        return self

    def lay(self, hex_id: str, tile: str, rotation: int = 0) -> Self:
        """A tile on the map, whatever lies there; tokens and kept places go with it."""
        old = self.rules.tile_at(self.draft, hex_id)
        mapping = city_map(old, self.rules.tileset.face(tile, rotation))
        verbs.lay_tile(self.rules, self.draft, hex_id, tile, rotation, mapping)
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

    def bank(self, amount: int) -> Self:
        """What is left in the bank; the last player has the difference."""
        last = self.rules.seats[-1]
        return self.cash(**{last: self.draft.cash[last] + self.draft.cash["bank"] - amount})

    def owing(self, **due: int) -> Self:
        """Loans on which interest is owed in this round, where that is not what the companies have now."""
        self._due = due
        return self

    def ran(self, *trains: str) -> Self:
        """Trains that have had their run in this round."""
        self._ran = trains
        return self

    def turn(self, company: str, step: str = "redeem", *, at: str = "1.1", **frame: Any) -> Operating:
        """The company is at that step of OR ``at``; those after it in the order still come."""
        order = self._order()
        turn = OperatingTurn(company=company, step=step, **frame)  # type: ignore[arg-type]
        return self._operate(order, order.index(company) + 1, at, turn)

    def round(self, at: str = "1.1") -> Operating:
        """OR ``at``, the privates paid, nobody has acted."""
        return self._operate(self._order(), 0, at)

    def round_over(self, at: str = "1.1") -> Operating:
        """All companies have operated in OR ``at``; the national is next."""
        order = self._order()
        return self._operate(order, len(order), at)

    def begun(self, frame: Frame, set_number: int = 1, label: str = "") -> Operating:
        """The course of the game at that stage."""
        self._past()
        self.draft.events.clear()
        self.draft.put("set_number", set_number)
        self.draft.put("round", label)
        self.draft.put("stack", (frame,))
        return Operating(self.rules, self.draft)

    def _order(self) -> list[str]:
        rules = self.rules
        order = rules.market.order(self.draft, rules.started(self.draft, "minor"))
        return order + rules.market.order(self.draft, rules.started(self.draft, "major"))

    def _operate(self, order: list[str], index: int, at: str, *turn: Frame) -> Operating:
        self._past()
        self.draft.events.clear()
        set_number, number = map(int, at.split("."))
        due = self._due if self._due is not None else dict(self.draft.loans)
        frame = OperatingRound(
            order=tuple(order), index=index, due=tuple(sorted(due.items())), ran=self._ran, runner=self.draft.priority
        )
        self.draft.put("round", f"OR {at}")
        self.draft.put("set_number", set_number)
        self.draft.put("stack", (Course(stage="operating", number=number), frame, *turn))
        return Operating(self.rules, self.draft)

    def _past(self) -> None:
        """What the phase has brought before."""
        self._empty_yard()
        if int(self._phase) < 5:
            return
        for company in self.rules.data.companies:
            if company.kind == "minor" and self.draft.standing[company.id] == "unstarted":
                verbs.drop_reservations(self.draft, company.id)
                charters.set_tokens(self.draft, company.id, ())
                verbs.set_standing(self.draft, company.id, "gone")

    def _empty_yard(self) -> None:
        """Trains of earlier ranks are out of the yard, and one at least of the rank that began the phase."""
        ranks = [kind.name for kind in self.rules.data.trains]
        now = ranks.index(self._phase)
        for train, where in sorted(self.draft.trains.items()):
            kind = self.rules.train_kind(train)
            if where == YARD and ranks.index(kind.name) < now and not kind.special:
                gone = kind.rusts_on is not None and ranks.index(kind.rusts_on) <= now
                verbs.move_train(self.rules, self.draft, train, RUSTED if gone else EXPORTED)
        first = [train for train in self.draft.trains if self.rules.train_kind(train).name == ranks[now]]
        if now and all(self.draft.trains[train] == YARD for train in first):
            verbs.move_train(self.rules, self.draft, first[0], EXPORTED)


class Operating(Play):
    """Play within an operating round, and what may be asked about it."""

    def do(self, *actions: Action) -> Self:
        """Play legal actions; of runs only the best need be offered."""
        for action in actions:
            reasons = self.engine.check(self.state, action)
            assert not reasons, "; ".join(reason.sentence for reason in reasons)
            if isinstance(action, RunRoutes):
                outcome = self.engine.apply(self.state, action)
                self.state, self.events = outcome.state, list(outcome.events)
                self._sound()
            else:
                super().do(action)
        return self

    def done(self, times: int = 1) -> Self:
        """End the step, so many times."""
        for _ in range(times):
            self.do(Pass(entity=self.acting))
        return self

    def run(self, *runs: Run) -> Self:
        """Run these trains for the company in turn."""
        return self.do(RunRoutes(entity=self.acting, runs=runs))

    def why_not(self, *runs: Run) -> dict[str, str]:
        """code -> rule of what is wrong with these runs."""
        reasons = self.engine.check(self.state, RunRoutes(entity=self.acting, runs=runs))
        assert reasons, "legal"
        assert all("{" not in reason.sentence for reason in reasons)
        return {reason.code: reason.rule for reason in reasons}

    def refusal(self, action: Action) -> dict[str, str]:
        """As of ``Play``; every sentence has its values."""
        found = super().refusal(action)
        assert all("{" not in reason.sentence for reason in self.engine.check(self.state, action))
        return found

    def legal(self, action: Action) -> bool:
        """Whether the action passes; what passes is offered, and the reverse."""
        passes = not self.engine.check(self.state, action)
        assert passes == (action in set(self.engine.legal_actions(self.state, ranges=0))), action
        return passes

    @property
    def acting(self) -> str:
        """The entity that must act."""
        return "".join(self.turn)

    @property
    def step(self) -> str:
        """The step of the company's turn, or the kind of the innermost frame."""
        frame = self.state.frame
        return frame.step if isinstance(frame, OperatingTurn) else type(frame).__name__

    def loans(self, company: str) -> int:
        """Loans on the charter."""
        return self.state.loans.get(company, 0)

    def trains(self, holder: str) -> list[str]:
        """The kinds of somebody's trains."""
        return [train.rpartition("-")[0] for train in self.rules.trains_of(self.state, holder)]

    def where(self, company: str) -> list[str]:
        """The cities with a token of the company."""
        return sorted(f"{hex_id}/{city}" for hex_id, city in self.rules.tokens_of(self.state, company))

    def percent(self, company: str, holder: str) -> int:
        """Percent of a company with a holder."""
        return holdings.percent(self.rules, self.state, company, holder)

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """The data of the last events of a kind."""
        return [event.data for event in self.events if event.kind == kind]

    def lays(self, *hexes: str) -> set[tuple[str, str, int]]:
        """(hex, tile, rotation) of every lay that is offered, in these hexes or all."""
        found = {(a.hex, a.tile, a.rotation) for a in self.offered(LayTile)}
        return {lay for lay in found if not hexes or lay[0] in hexes}

    def tiles_for(self, hex_id: str) -> set[str]:
        """The tiles that are offered for a hex."""
        return {tile for _, tile, _ in self.lays(hex_id)}

    def lay(self, hex_id: str, tile: str, rotation: int = 0) -> LayTile:
        """The action of the company in turn."""
        return LayTile(entity=self.acting, hex=hex_id, tile=tile, rotation=rotation)


def route(train: str, *parts: str) -> Run:
    """A run written as stops and ways in turn: "H8/0", "H8 H10", "H10/0"."""
    return Run(train=train, stops=tuple(parts[::2]), ways=tuple(tuple(way.split()) for way in parts[1::2]))


__all__ = ["TITLES", "Operating", "Operation", "both", "route"]
