"""Asking other owners: a frame that holds what somebody wants to do until those who must agree have answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken
from towpath.kernel.state import Frame
from towpath.rail.actions import Accept, BuyPrivate, BuyTrain, Decline, Merge
from towpath.rail.rules import RailRules
from towpath.rail.state import Position, RailDraft

Wanted = Merge | BuyTrain | BuyPrivate
"""What an owner may be asked to agree to."""

ACCEPTED = "accepted"
DECLINED = "declined"


class Consent(Frame, frozen=True, kw_only=True):
    """Owners being asked. ``asked``: those who have not answered yet, the next one first; ``question``: what they are
    asked (``merge``, ``sell_train``, ``sell_private``); ``action``: what is done if all agree, its price included."""

    asked: tuple[str, ...]
    question: str
    action: Wanted


def ask(rules: RailRules, draft: RailDraft, action: Wanted, asked: Sequence[str], question: str) -> None:
    """Ask these players, clockwise from the one who acts, before an action is carried out.

    The frame below is told the answer through ``resume``: ``("accepted", action)`` when all have agreed, so that it
    carries the action out, or ``("declined", action, player)`` as soon as one has not; then the asker decides anew.
    """
    asker = rules.controller(draft, action.entity)
    order = rules.clockwise_from(draft, asker) if asker in draft.seating else draft.seating
    waiting = tuple(player for player in order if player in asked)
    draft.emit("consent_asked", entity=action.entity, asked=list(waiting), question=question)
    draft.push(Consent(asked=waiting, question=question, action=action))


class ConsentProcedure(Procedure[Consent]):
    """Each asked player accepts or declines; the first refusal ends it."""

    frame = Consent
    label = "answer"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self.open_moves = (AcceptMove(rules), DeclineMove(rules))

    def actors(self, pos: Position, frame: Consent) -> tuple[str, ...]:
        """The next one asked."""
        return frame.asked[:1]

    def advance(self, draft: Draft[Any], frame: Consent) -> bool:
        """All have agreed: the action is carried out by the frame that wanted it."""
        if frame.asked:
            return False
        finish(draft, self.rules, (ACCEPTED, frame.action))
        return True


class AcceptMove(Move[Consent, Accept]):
    """Agree."""

    action = Accept
    label = "agree"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: Consent) -> Iterator[Offer]:
        """Always."""
        yield Offer(Accept, {"entity": frame.asked[0]})

    def check(self, pos: Position, frame: Consent, action: Accept) -> Iterator[Reason]:
        """Whoever is asked may agree."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: Consent, action: Accept) -> None:
        """Ask the next one."""
        draft.emit("consent_given", player=action.entity, question=frame.question)
        draft.update(0, asked=frame.asked[1:])


class DeclineMove(Move[Consent, Decline]):
    """Refuse."""

    action = Decline
    label = "refuse"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: Consent) -> Iterator[Offer]:
        """Always."""
        yield Offer(Decline, {"entity": frame.asked[0]})

    def check(self, pos: Position, frame: Consent, action: Decline) -> Iterator[Reason]:
        """Whoever is asked may refuse."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: Consent, action: Decline) -> None:
        """Nothing is done; the asker decides anew."""
        draft.emit("consent_refused", player=action.entity, question=frame.question, entity=frame.action.entity)
        finish(draft, self.rules, (DECLINED, frame.action, action.entity))


def highest_refused(declined: Sequence[tuple[str, int]], wanted: str) -> int:
    """The best price that the owner of something has declined this turn; 0 when none was."""
    return max((price for name, price in declined if name == wanted), default=0) if declined else 0


def refusal_faults(declined: Sequence[tuple[str, int]], wanted: str, price: int, rule: str) -> Iterator[Reason]:
    """An owner who has declined a price is not asked again for as little in the same turn."""
    refused = highest_refused(declined, wanted)
    if refused and price <= refused:
        yield broken(
            "declined", rule, "Its owner has declined {refused} for {wanted} this turn; offer more.",
            refused=refused, wanted=wanted,
        )  # fmt: skip
