"""Positions just before the first 6 is bought, and what follows when it is."""

from __future__ import annotations

from typing import Any, Self

from tests.rail.positions import Rest
from tests.t1856.scenes import Operating, Scene1856
from towpath.kernel.draft import Draft
from towpath.kernel.state import Action
from towpath.rail import holdings, verbs
from towpath.rail.actions import BuyTrain
from towpath.rail.frames import Course, OperatingRound
from towpath.rail.trading_turn import TradingRound
from towpath.rail.turn import Turn
from towpath.titles.t1856 import cgr_life
from towpath.titles.t1856.actions import Abandon, Rescue
from towpath.titles.t1856.cgr_tokens import NationalTokens
from towpath.titles.t1856.state import State1856

CGR = "CGR"


class Forming(Scene1856):
    """Phase 5 with all 5s sold; GT, with money for the first 6, is what ``bought`` lets buy it.

    The market is out of the way of the tests: what they do not name has no owner.
    """

    def __init__(
        self, players: int = 3, *, buyer: str = "GT", chair: str = "p1", tenths: int = 3, **options: str
    ) -> None:
        super().__init__(players, **options)
        self.phase("5").for_sale("6")
        self.buyer = buyer
        if chair:
            self.company(buyer, 100, 0, 4, **{chair: tenths})
            self.treasury(buyer, 700)

    def cash(self, **amounts: int) -> Self:
        super().cash(**amounts)
        return self

    def owing(self, name: str, price: int, loans: int = 1, cash: int = 0, **tenths: int) -> Self:
        """A company with loans."""
        self.company(name, price, **tenths)
        self.has(name, cash, loans=loans)
        return self

    def bought(self, *answers: Action, at: str = "") -> Formed:
        """The 6 is bought and the buyer's turn ends; then the answers are given. Without ``at`` nothing else goes on; with
        it the other companies of that operating round follow."""
        if at:
            self.turn(self.buyer, "trains", at=at)
        else:
            self.draft.events.clear()
            self.draft.put(
                "stack", (Course(stage="operating", number=1), Rest(), Turn(company=self.buyer, step="trains"))
            )
        play = self.play_formed()
        play.do(BuyTrain(entity=self.buyer, train="6-0", price=700))
        return play.do(*answers)

    def play_formed(self) -> Formed:
        """The position as it stands."""
        return Formed(self.rules, self.draft)


class Formed(Operating):
    """What may be asked about the CGR."""

    @property
    def own(self) -> State1856:
        """The position with this title's tables."""
        assert isinstance(self.state, State1856)
        return self.state

    @property
    def forming(self) -> str:
        """Whether there is a CGR."""
        return self.own.national.forming

    def held(self, *holders: str) -> tuple[int, ...]:
        """Shares of the CGR of each of these."""
        unit = 5 if self.large else 10
        return tuple(holdings.percent(self.rules, self.state, CGR, holder) // unit for holder in holders)

    @property
    def large(self) -> bool:
        """Whether it has twenty shares."""
        return self.state.certificates["CGR_9"] != "bank"

    @property
    def choosing_tokens(self) -> bool:
        """Whether its president chooses tokens."""
        return isinstance(self.state.frame, NationalTokens)

    @property
    def limit(self) -> int:
        """The certificate limit."""
        return self.rules.certificate_limit(self.state)

    def with_cash(self, **amounts: int) -> Formed:
        """The same position with other money; the bank has the difference."""
        draft = self.rules.draft(self.state)
        table = draft.edit("cash")
        for name, amount in amounts.items():
            table["bank"] += table.get(name, 0) - amount
            table[name] = amount
        return Formed(self.rules, draft)

    def trading(self, player: str = "p1", **fields: Any) -> Formed:
        """A stock round from there on, in which it is that player's turn."""
        draft = self.rules.draft(self.state)
        draft.put("round", "SR 6")
        draft.put("set_number", 6)
        draft.put("stack", (Course(stage="stock"), Rest(), TradingRound(player=player, **fields)))
        return Formed(self.rules, draft)

    def national_turn(self, step: str = "token", *, cash: int = 0, train: str = "", **frame: Any) -> Formed:
        """The CGR's turn from that step on, with that treasury and one more train; it acts alone in its round."""
        draft = self.with_cash(CGR=cash).opened()
        if train:
            verbs.move_train(self.rules, draft, train, CGR)
            cgr_life.note_permanent(self.rules, draft)  # type: ignore[arg-type]
        turn = Turn(company=CGR, step=step, **frame)  # type: ignore[arg-type]
        draft.put("round", "OR 6.1")
        draft.put("set_number", 6)
        draft.put("stack", (Course(stage="operating", number=1), OperatingRound(order=(CGR,), index=1), turn))
        draft.events.clear()
        return Formed(self.rules, draft)

    def opened(self) -> Draft[Any]:
        """A draft of the position."""
        return self.rules.draft(self.state)


def give_up(*companies: str) -> tuple[Abandon, ...]:
    """Their presidents let them go."""
    return tuple(Abandon(entity=company) for company in companies)


def pay_for(company: str) -> Rescue:
    """The president pays."""
    return Rescue(entity=company)


__all__ = ["CGR", "Formed", "Forming", "give_up", "pay_for"]
