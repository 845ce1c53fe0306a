"""Taking back and bringing back, by the policy of the table, and the questions that players ask each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from towpath.api import Game, Outcome
from towpath.kernel.record import Act, EndAnswer, EndOffer, Redo, Undo, UndoAnswer
from towpath.language import say
from towpath.server.gate import Access, NotYours
from towpath.server.terms import UndoPolicy

Question: TypeAlias = Literal["end", "undo"]


def policy_of(access: Access) -> UndoPolicy:
    """Who may take back. At one screen everybody may: those who sit there see what is done."""
    return "free" if access.every else access.table.terms.undo


def undo(access: Access, game: Game, after: int | None, to: int | None, at: str) -> Outcome[Any]:
    """Take back the last action, or all after entry ``to``; or ask the others for it, where the table wants that.

    ``NotYours`` when the policy of the table is against it.
    """
    by, policy = access.player(game), policy_of(access)
    if policy == "consent":
        return _asked(access, game, game.ask("undo", by, to, after), at)
    if policy == "own":
        _need_own(access, game, taken_back(game, to))
    return game.undo(by, to, after)


def redo(access: Access, game: Game, after: int | None, at: str) -> Outcome[Any]:
    """Bring back what the last undo took; see ``undo``."""
    by, policy = access.player(game), policy_of(access)
    if policy == "consent":
        return _asked(access, game, game.ask("redo", by, None, after), at)
    undone = last_undo(game)
    if policy == "own" and undone is not None and not access.may(undone.by):
        raise NotYours(_not_his(game, undone.by))
    return game.redo(by, after)


def answer(access: Access, game: Game, question: Question, agree: bool, after: int | None, at: str) -> Outcome[Any]:
    """Answer what the others have asked, for all seats held that have not answered yet. ``NotYours``, ``LogError``,
    ``Conflict``."""
    access.player(game)
    kind = EndAnswer if question == "end" else UndoAnswer
    mine = [seat for seat in _missing(game, question) if access.may(seat)] or [next(iter(access.held(game)), "")]
    outcome = game.write(kind(by=mine[0], agree=agree, at=at), after=after)
    for seat in mine[1:] if agree else ():
        outcome = game.write(kind(by=seat, agree=True, at=at))
    return outcome


def propose_end(access: Access, game: Game, at: str) -> Outcome[Any]:
    """Ask the others whether the game is to end as it stands. ``NotYours``, ``LogError``."""
    held = access.held(game)
    by = access.player(game) or next(iter(held), "")
    outcome = game.write(EndOffer(by=by, at=at))
    for seat in _missing(game, "end"):
        if access.may(seat):
            outcome = game.write(EndAnswer(by=seat, agree=True, at=at))
    return outcome


def _asked(access: Access, game: Game, outcome: Outcome[Any], at: str) -> Outcome[Any]:
    """Who asks agrees for all the seats he holds."""
    for seat in _missing(game, "undo"):
        if access.may(seat):
            outcome = game.write(UndoAnswer(by=seat, agree=True, at=at))
    return outcome


def _missing(game: Game, question: Question) -> tuple[str, ...]:
    asked = game.timeline.agreement if question == "end" else game.timeline.request
    return asked.missing if asked is not None else ()


def taken_back(game: Game, to: int | None = None) -> list[Act]:
    """The actions that an undo would take back and that a person made."""
    timeline = game.timeline
    least = timeline.undo_to(to)
    entries = (timeline.log[number - 1] for number in timeline.standing() if number > least)
    return [entry for entry in entries if isinstance(entry, Act) and entry.hand == "person"]


def last_undo(game: Game) -> Undo | None:
    """The undo that a redo would bring back."""
    brought_back = 0
    for entry in reversed(game.timeline.log):
        if isinstance(entry, Redo):
            brought_back += 1
        elif isinstance(entry, Undo):
            if not brought_back:
                return entry
            brought_back -= 1
    return None


def no_undo(access: Access, game: Game) -> str:
    """Why whoever asks may take nothing back now, nor ask to; empty when he may."""
    if not access.plays:
        return say("Only those who play take anything back.")
    if not game.timeline.can_undo:
        return say("Nothing stands that could be taken back.")
    if policy_of(access) != "own":
        return ""
    other = next((entry.by for entry in taken_back(game) if not access.may(entry.by)), None)
    return "" if other is None else _not_own(game, other)


def no_redo(access: Access, game: Game) -> str:
    """Why whoever asks may bring nothing back now, nor ask to; empty when he may."""
    if not access.plays:
        return say("Only those who play bring anything back.")
    if not game.timeline.can_redo:
        return say("Nothing was taken back, or something else has been done since.")
    undone = last_undo(game)
    if policy_of(access) != "own" or undone is None or access.may(undone.by):
        return ""
    return _not_his(game, undone.by)


def _need_own(access: Access, game: Game, entries: Iterable[Act]) -> None:
    other = next((entry.by for entry in entries if not access.may(entry.by)), None)
    if other is not None:
        raise NotYours(_not_own(game, other))


def _not_own(game: Game, other: str) -> str:
    return say(
        "At this table one may take back one's own last action only, while nobody else has acted since; {name} has. "
        "Ask {name} to take that back first.",
        name=_name(game, other),
    )


def _not_his(game: Game, seat: str) -> str:
    return say("At this table {name} alone may bring back what he took back.", name=_name(game, seat))


def _name(game: Game, seat: str) -> str:
    return next((each.name for each in game.seats if each.id == seat), seat or "somebody")
