"""A player's turn, and the two actions that are soon told: a loan, and nothing at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from towpath.brass import verbs
from towpath.brass.actions import Pass, TakeLoan
from towpath.brass.building import BuildMove
from towpath.brass.cards import any_card, begin_action, not_in_hand, unknown_cards
from towpath.brass.developing import DevelopMove
from towpath.brass.frames import Turn
from towpath.brass.linking import BuildLinkMove
from towpath.brass.selling import SellCottonMove
from towpath.brass.state import BrassDraft, Pos
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules

POUNDS_PER_LEVEL = 10
"""A loan costs a level of income for so many pounds."""


class TakeLoanMove(Move[Turn, TakeLoan]):
    """Take money and fall by levels of income."""

    action = TakeLoan
    label = "take a loan"
    rule = "P.11.1"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules

    def offers(self, pos: Pos, frame: Turn) -> Iterable[Offer]:
        """The amounts, for any card."""
        if self._deck_is_out(pos):
            return
        seat = frame.player
        amounts = tuple(amount for amount in self.rules.data.loans if self._space_after(pos, seat, amount) is not None)
        if amounts:
            yield Offer(
                TakeLoan, {"entity": seat}, any_card(pos.hands[seat]), Options("amount", amounts), rule="P.11.1"
            )

    def shape(self, pos: Pos, action: TakeLoan) -> Iterable[Reason]:
        """The card exists."""
        return unknown_cards(self.rules, action.card)

    def check(self, pos: Pos, frame: Turn, action: TakeLoan) -> Iterable[Reason]:
        """All that is wrong with it."""
        seat, loans = frame.player, self.rules.data.loans
        yield from not_in_hand(pos, seat, action.card)
        if self._deck_is_out(pos):
            yield broken("no_more_loans", "P.11.3", "In the rail period there are no loans once the deck is used up.")
        if action.amount not in loans:
            text = "A loan is of {loans} pounds, not {amount}."
            yield broken("wrong_amount", "P.11.1", text, loans=list(loans), amount=action.amount)
        elif self._space_after(pos, seat, action.amount) is None:
            text = "A loan of {amount} would take {entity}'s income of {level} below {least}."
            level, least = self.rules.level(pos, seat), self.rules.levels[0]
            yield broken("income_too_low", "P.11.2", text, amount=action.amount, entity=seat, level=level, least=least)

    def apply(self, draft: BrassDraft, frame: Turn, action: TakeLoan) -> None:
        """Play the card, take the money, move down to the highest space of the new level."""
        seat = frame.player
        begin_action(draft, frame, action.card)
        verbs.receive(draft, seat, action.amount, "loan")
        space = self._space_after(draft, seat, action.amount)
        assert space is not None
        verbs.move_income(draft, self.rules, seat, space - draft.income[seat], "loan")

    def _deck_is_out(self, pos: Pos) -> bool:
        return pos.period == "rail" and not pos.deck

    def _space_after(self, pos: Pos, seat: str, amount: int) -> int | None:
        return self.rules.highest_space(self.rules.level(pos, seat) - amount // POUNDS_PER_LEVEL)


class PassMove(Move[Turn, Pass]):
    """Discard a card and do nothing."""

    action = Pass
    label = "pass"
    rule = "5.3.g"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules

    def offers(self, pos: Pos, frame: Turn) -> Iterable[Offer]:
        """With any card."""
        yield Offer(Pass, {"entity": frame.player}, any_card(pos.hands[frame.player]), rule="5.3.g")

    def shape(self, pos: Pos, action: Pass) -> Iterable[Reason]:
        """The card exists."""
        return unknown_cards(self.rules, action.card)

    def check(self, pos: Pos, frame: Turn, action: Pass) -> Iterable[Reason]:
        """The card must be there."""
        return not_in_hand(pos, frame.player, action.card)

    def apply(self, draft: BrassDraft, frame: Turn, action: Pass) -> None:
        """Discard the card."""
        begin_action(draft, frame, action.card)


class TurnProcedure(Procedure[Turn]):
    """Cards and actions in turn; where the edition says so the hand is filled again at once."""

    frame = Turn
    label = "play a card"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules
        self.open_moves = (
            BuildMove(rules), BuildLinkMove(rules), DevelopMove(rules), SellCottonMove(rules), TakeLoanMove(rules),
            PassMove(rules),
        )  # fmt: skip

    def actors(self, pos: Pos, frame: Turn) -> tuple[str, ...]:
        """The player whose turn it is."""
        return (frame.player,)

    def advance(self, draft: BrassDraft, frame: Turn) -> bool:
        """End the turn when its actions or the cards are used up."""
        if frame.actions and draft.hands[frame.player]:
            return False
        if self.rules.policies.refill == "turn":
            verbs.draw_cards(draft, frame.player, self.rules.data.hand - len(draft.hands[frame.player]))
        draft.emit("turn_over", seat=frame.player, spent=draft.spent[frame.player])
        finish(draft, self.rules)
        return True
