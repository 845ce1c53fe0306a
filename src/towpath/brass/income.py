"""Income, and what becomes of those who owe more than they have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from towpath.brass import verbs
from towpath.brass.actions import RemoveCounter
from towpath.brass.frames import Shortfall
from towpath.brass.sites import unknown_space
from towpath.brass.state import BrassDraft, Pos
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken

if TYPE_CHECKING:
    from towpath.brass.rules import BrassRules


def collect(draft: BrassDraft, rules: BrassRules, seat: str) -> None:
    """A player takes his income, or owes it."""
    level = rules.level(draft, seat)
    if level >= 0:
        verbs.receive(draft, seat, level, "income")
    else:
        draft.push(Shortfall(player=seat, due=-level))


def own_spaces(pos: Pos, seat: str) -> tuple[str, ...]:
    """The spaces with a player's counters."""
    return tuple(sorted(space for space, counter in pos.counters.items() if counter.owner == seat))


class RemoveCounterMove(Move[Shortfall, RemoveCounter]):
    """Give up a counter for half its cost."""

    action = RemoveCounter
    label = "remove a counter from the board"
    rule = "5.1.c"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules

    def offers(self, pos: Pos, frame: Shortfall) -> Iterable[Offer]:
        """Any own counter."""
        spaces = own_spaces(pos, frame.player)
        if spaces:
            yield Offer(RemoveCounter, {"entity": frame.player}, Options("space", spaces), rule="5.1.c")

    def shape(self, pos: Pos, action: RemoveCounter) -> Iterable[Reason]:
        """The space exists."""
        yield from unknown_space(self.rules, action.space)

    def check(self, pos: Pos, frame: Shortfall, action: RemoveCounter) -> Iterable[Reason]:
        """It must be the player's own."""
        counter = pos.counters.get(action.space)
        if counter is None or counter.owner != frame.player:
            text = "{entity} has no counter on {space}."
            yield broken("not_own_counter", "5.1.c", text, entity=frame.player, space=action.space)

    def apply(self, draft: BrassDraft, frame: Shortfall, action: RemoveCounter) -> None:
        """Remove it and take the money."""
        give_up(draft, self.rules, frame.player, action.space)


def give_up(draft: BrassDraft, rules: BrassRules, seat: str, space: str) -> None:
    """Remove a counter from the board for half its cost; the income marker stays."""
    worth = rules.worth(draft, space)
    counter = verbs.remove_counter(draft, rules, space, "income")
    verbs.receive(draft, seat, worth, "counter")
    if rules.policies.removal_lowers_income and counter.flipped:
        verbs.move_income(draft, rules, seat, -rules.kind(counter.industry, counter.level).income, "removed")


class ShortfallProcedure(Procedure[Shortfall]):
    """Pay if there is enough; else counters go, one by one and no more than needed."""

    frame = Shortfall
    label = "remove counters to pay for negative income"

    def __init__(self, rules: BrassRules) -> None:
        self.rules = rules
        self.open_moves = (RemoveCounterMove(rules),)

    def actors(self, pos: Pos, frame: Shortfall) -> tuple[str, ...]:
        """The player who owes."""
        return (frame.player,)

    def advance(self, draft: BrassDraft, frame: Shortfall) -> bool:
        """Pay as soon as there is enough; the only counter left goes unasked."""
        seat, due, cash = frame.player, frame.due, draft.cash[frame.player]
        own = own_spaces(draft, seat)
        if cash < due and len(own) > 1:
            return False
        if cash < due and own:
            give_up(draft, self.rules, seat, own[0])
            return True
        verbs.pay(draft, seat, min(cash, due), "income", spent=self.rules.policies.upkeep_is_spent)
        if cash < due:
            self._unpaid(draft, seat, due - cash)
        finish(draft, self.rules)
        return True

    def _unpaid(self, draft: BrassDraft, seat: str, amount: int) -> None:
        lost = min(amount, draft.points[seat]) if self.rules.policies.shortfall == "points" else 0
        verbs.score(draft, seat, -lost)
        draft.emit("unpaid", seat=seat, amount=amount, points=-lost)
