"""Questions that the players at a table ask each other: whether to end the game, whether to take something back.

Only the people who are there are asked; whoever asks agrees. A question speaks of the position it was asked in, so it lapses
when that changes, and one refusal ends it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from towpath.kernel.moments import Agreement, Conflict, LogError, Moment, UndoRequest, Wish, changed
from towpath.kernel.record import EndAnswer, EndOffer, UndoAnswer, UndoOffer
from towpath.language import say


def about_the_end(moment: Moment[Any], entry: EndOffer | EndAnswer) -> Moment[Any]:
    """The moment after a proposal to end the game or an answer to one. ``LogError`` when it makes no sense."""
    _at_the_table(moment, entry.by, "the end of the game")
    if isinstance(entry, EndOffer):
        agreed = frozenset({entry.by})
    elif moment.agreed is None:
        raise LogError(say("Nobody has proposed to end the game, or play went on since."))
    elif not entry.agree:
        return changed(moment, agreed=None, events=(), waived=())
    else:
        agreed = moment.agreed | {entry.by}
    return changed(moment, agreed=agreed, events=(), waived=())


def about_undoing(moment: Moment[Any], number: int, entry: UndoOffer | UndoAnswer) -> Moment[Any]:
    """The moment after somebody asked to take something back, or answered. ``LogError`` when it makes no sense."""
    _at_the_table(moment, entry.by, "what is taken back")
    wish = moment.wish
    if isinstance(entry, UndoOffer):
        wish = Wish(number, entry.by, entry.what, entry.to, frozenset({entry.by}), entry.reshuffled)
    elif wish is None:
        raise LogError(say("Nobody has asked to take anything back, or play went on since."))
    elif not entry.agree:
        return changed(moment, wish=None, events=(), waived=())
    else:
        wish = msgspec.structs.replace(wish, agreed=wish.agreed | {entry.by})
    return changed(moment, wish=wish, events=(), waived=())


def _at_the_table(moment: Moment[Any], seat: str, matter: str) -> None:
    if seat not in moment.persons():
        raise LogError(f"{seat or 'nobody'} is no player at the table; only they agree on {matter}.")


def all_agree(moment: Moment[Any], agreed: frozenset[str] | None) -> bool:
    """Whether everybody who is there has agreed."""
    persons = moment.persons()
    return agreed is not None and bool(persons) and agreed.issuperset(persons)


def agreement(moment: Moment[Any]) -> Agreement | None:
    """The open proposal to end the game."""
    return None if moment.agreed is None else Agreement(*_sides(moment, moment.agreed))


def request(moment: Moment[Any]) -> UndoRequest | None:
    """The open question whether something may be taken back."""
    wish = moment.wish
    if wish is None:
        return None
    return UndoRequest(wish.number, wish.by, wish.what, wish.to, *_sides(moment, wish.agreed))


def _sides(moment: Moment[Any], agreed: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The seats that agree and those still to be asked, in seating order."""
    seated = tuple(seat.id for seat in moment.seats if seat.id in agreed)
    return seated, tuple(seat for seat in moment.persons() if seat not in agreed)


def same_question(entry: EndAnswer | UndoAnswer, seen: Moment[Any], moment: Moment[Any], after: int, now: int) -> None:
    """``Conflict`` when an answer was made to another question than the one that is open."""
    if isinstance(entry, EndAnswer):
        same = moment.agreed is None or (seen.agreed is not None and seen.node is moment.node)
    else:
        same = moment.wish is None or (seen.wish is not None and seen.wish.number == moment.wish.number)
    if not same:
        raise Conflict("", after, now, "Another question is open now than the one that was answered; look again first.")
