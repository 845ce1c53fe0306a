"""When the game ends [1861/1867 rulebook 12.1, sheet 19]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towpath.rail.frames import Course
from towpath.rail.state import Ending, Position, RailDraft

if TYPE_CHECKING:
    from towpath.rail.rules import RailRules

LAST_TRAIN = "last_train"
BANK_BROKEN = "bank"
STALEMATE = "stalemate"
"""Nobody can do anything any more, or nobody does: rounds follow each other without a change (see ``rail.standstill``)."""


def course(pos: Position) -> Course:
    """The frame at the bottom of the stack."""
    frame = pos.stack[0]
    assert isinstance(frame, Course)
    return frame


def last_train(rules: RailRules, draft: RailDraft) -> None:
    """The first train that brings the end was bought or exported: fix the last operating round.

    8-train: in the first round of a set 1861 plays two more at once (a set of three); otherwise the set is finished and one
    of three rounds follows. Short game (first 6): two more operating rounds as they fall. A broken bank has precedence
    only where the policy C18 is off and its end comes first.
    """
    policies = rules.policies
    if policies.long_game or (draft.ending is not None and draft.ending.reason == LAST_TRAIN):
        return
    ending, length = _after_last_train(rules, draft)
    bank = draft.ending
    if bank is not None and not policies.eight_overrides_bank:
        return
    draft.put("ending", ending)
    draft.put("set_length", length)
    draft.emit("end_triggered", reason=LAST_TRAIN, set=ending.set_number, round=ending.round_number)


def _after_last_train(rules: RailRules, draft: RailDraft) -> tuple[Ending, int]:
    now = course(draft)
    number, length = draft.set_number, draft.set_length
    if rules.policies.rounds_after_end:
        left = rules.policies.rounds_after_end - (length - now.number)
        while left > 0:
            number, left = number + 1, left - length
        return Ending(reason=LAST_TRAIN, set_number=number, round_number=length + left), length
    if rules.policies.end_extends_set and now.number == 1:
        return Ending(reason=LAST_TRAIN, set_number=number, round_number=3), 3
    return Ending(reason=LAST_TRAIN, set_number=number + 1, round_number=3), length


def note_bank(rules: RailRules, draft: RailDraft, stock_round: bool) -> None:
    """At the end of a round: turn a broken bank into an end, after this operating round or the next one [12.1]."""
    if not draft.broken_bank:
        return
    known = draft.ending
    if known is not None and (known.reason == BANK_BROKEN or rules.policies.eight_overrides_bank):
        return
    number = 1 if stock_round else course(draft).number
    if rules.policies.bank_ends_set:
        number = next_set_length(rules, draft, draft.set_number) if stock_round else draft.set_length
    draft.put("ending", Ending(reason=BANK_BROKEN, set_number=draft.set_number, round_number=number))
    draft.emit("end_triggered", reason=BANK_BROKEN, set=draft.set_number, round=number)


def next_set_length(rules: RailRules, pos: Position, number: int) -> int:
    """Operating rounds in the set with that number: as the phase says, or as the last train asks for. An end by the bank cuts
    the set short only when it comes, because a last train may still set other rounds."""
    ending = pos.ending
    by_train = ending is not None and ending.reason == LAST_TRAIN and not rules.policies.rounds_after_end
    if ending is not None and by_train and ending.set_number == number:
        return ending.round_number
    return rules.phase(pos).operating_rounds


def is_last_round(pos: Position) -> bool:
    """Whether the operating round in progress is the one after which the game ends."""
    ending, now = pos.ending, course(pos)
    return ending is not None and (pos.set_number, now.number) == (ending.set_number, ending.round_number)


def ends_by_bank(rules: RailRules, pos: Position) -> bool:
    """Whether the game would end with this operating round because the bank is broken (policy C22 asks)."""
    if pos.ending is not None and pos.ending.reason == LAST_TRAIN and rules.policies.eight_overrides_bank:
        return False
    return pos.broken_bank or (is_last_round(pos) and pos.ending is not None and pos.ending.reason == BANK_BROKEN)
