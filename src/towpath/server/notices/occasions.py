"""What there is to tell a seat after a change of its game, read off the log: no rule is asked, and nothing is stored here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from towpath.api import Game
from towpath.kernel.moments import Unreachable
from towpath.kernel.record import Act, EndOffer, Entry

Kind: TypeAlias = Literal["turn", "end", "undo", "over"]
"""A decision is awaited; the others ask whether the game is to end, or whether something may be taken back; the game is over."""


class Occasion(msgspec.Struct, frozen=True):
    """Something that a seat is to be told. ``about``: the log entry since which it is so. ``told``: the seat knows, as it has
    just done something itself; only a reminder may follow."""

    kind: Kind
    about: int
    told: bool = False


def occasions(game: Game, known: int) -> dict[str, tuple[Occasion, ...]]:
    """Seat -> what it is to be told now; people who are at the table only. ``known``: how many entries the log had before the
    change. What was so before, and has not begun anew, has the entry 0."""
    found = {}
    for seat in game.seats:
        if seat.kind == "person" and seat.id not in game.timeline.away:
            found[seat.id] = tuple(_of(game, seat.id, known))
    return found


def _of(game: Game, seat: str, known: int) -> Iterator[Occasion]:
    if game.is_over:
        yield _over(game, seat, known)
        return
    if seat in game.to_move:
        yield _turn(game, seat, known)
    timeline = game.timeline
    if timeline.agreement is not None and seat in timeline.agreement.missing:
        yield Occasion("end", _last_offer(timeline.log))
    if timeline.request is not None and seat in timeline.request.missing:
        yield Occasion("undo", timeline.request.number)


def _turn(game: Game, seat: str, known: int) -> Occasion:
    """Since when a seat is asked without a break, or has last done something itself, if either came about since ``known``."""
    for number in range(game.number, known, -1):
        if is_own(game.timeline.log[number - 1], seat):
            return Occasion("turn", number, told=True)
        if seat not in asked(game, number - 1):
            return Occasion("turn", number)
    return Occasion("turn", 0)


def _over(game: Game, seat: str, known: int) -> Occasion:
    """The game has ended since ``known``, or long before; whoever ended it knows."""
    for number in range(game.number, known, -1):
        if not _is_over(game, number - 1):
            return Occasion("over", number, told=is_own(game.timeline.log[number - 1], seat))
    return Occasion("over", 0)


def since(game: Game, seat: str) -> int | None:
    """The entry since which a seat is asked without a break; ``None`` when nothing is asked of it."""
    if game.is_over or seat not in game.to_move:
        return None
    number = game.number
    while number > 0 and seat in asked(game, number - 1):
        number -= 1
    return number


def is_own(entry: Entry, seat: str) -> bool:
    """Whether an entry was made by a seat's person, and not by a program or for somebody who has left."""
    return entry.by == seat and not (isinstance(entry, Act) and entry.hand != "person")


def asked(game: Game, number: int) -> tuple[str, ...]:
    """The seats that had to decide after an entry."""
    state = _position(game, number)
    return game.engine.seats_to_act(state) if state is not None else ()


def _is_over(game: Game, number: int) -> bool:
    state = _position(game, number)
    return state is not None and state.finished is not None


def _position(game: Game, number: int) -> Any:
    try:
        return game.position(number)
    except Unreachable:
        return None


def _last_offer(log: tuple[Entry, ...]) -> int:
    """The entry that proposed the end."""
    return next((number for number in range(len(log), 0, -1) if isinstance(log[number - 1], EndOffer)), 0)
