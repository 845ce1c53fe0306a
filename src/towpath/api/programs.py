"""Seats' programs in a game: set them, and let them act until none of them has anything to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from towpath.api.game import Game
from towpath.kernel import programs
from towpath.kernel.moments import LogError
from towpath.kernel.programs import BadProgram, Program, ProgramOffer, Stop
from towpath.kernel.reasons import Refused
from towpath.kernel.record import HandOver, Redo, Undo
from towpath.kernel.state import Action

MOST = 200
"""Actions of programs in a row before all that took part stop: nobody has decided anything for too long."""

TAKEN_BACK = Stop("taken_back", "Something was taken back, and the decision is yours again.")
HANDED_OVER = Stop("handed_over", "The seat was handed over.")
TOO_LONG = Stop("too_long", "Programs have acted {most} times in a row; somebody has to decide.", {"most": MOST})


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A program that a seat has set. ``seen``: how many log entries it has looked at; ``stop``: why it is over, ``None`` while
    it runs; ``acted``: how many actions it has made."""

    seat: str
    program: Program
    seen: int
    acted: int = 0
    stop: Stop | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What it takes the place of when it is set: the seat's program with the same slot."""
        return self.seat, self.program.slot


def offers(game: Game, seat: str) -> list[ProgramOffer]:
    """What a seat can have done for it from here on; nothing when the game is over."""
    return [] if game.is_over else game.rules.programs(game.state, seat)


def set_up(game: Game, seat: str, program: Program | Mapping[str, Any]) -> Standing:
    """A program for a seat from here on. ``FormatError`` when it cannot be read, ``BadProgram`` when it is not on offer.

    It acts when ``run`` is called next.
    """
    if seat not in game.rules.seats:
        raise BadProgram(f"There is no seat {seat!r:.60}.")
    made = program if isinstance(program, Program) else programs.read(game.rules.program_types(), dict(program))
    programs.check(offers(game, seat), made)
    return Standing(seat=seat, program=made, seen=game.number)


def run(game: Game, standing: Iterable[Standing], at: str | None = None) -> tuple[Standing, ...]:
    """Let programs act, in their order and as often as it is their turn, and give them as they are afterwards.

    Every action is legal, made for the program's own seat, and an entry of the log with the hand ``program``. ``at``: when, for
    those entries.
    """
    now = list(standing)
    acted: set[int] = set()
    count, again = 0, True
    while again:
        again = False
        for index, each in enumerate(now):
            if each.stop is not None:
                continue
            now[index] = _asked(game, each, at)
            if now[index].acted == each.acted:
                continue
            acted.add(index)
            count, again = count + 1, True
            if count >= MOST:
                return tuple(_stopped(e, TOO_LONG) if i in acted and e.stop is None else e for i, e in enumerate(now))
    return tuple(now)


def _asked(game: Game, each: Standing, at: str | None) -> Standing:
    """One program, asked once."""
    seen = game.number
    stop = _upset(game, each)
    if stop is not None:
        return _stopped(msgspec.structs.replace(each, seen=seen), stop)
    events = game.happened(each.seat, each.seen)
    advice = programs.decide(game.engine, game.state, each.seat, each.program, events)
    if isinstance(advice, Stop):
        return _stopped(msgspec.structs.replace(each, seen=seen), advice)
    if isinstance(advice, Action):
        try:
            game.play(advice, each.seat, hand="program", at=at)
        except (Refused, LogError) as error:
            return _stopped(each, Stop("refused", "It was refused: {why}", {"why": str(error)}))
        return msgspec.structs.replace(each, seen=seen, acted=each.acted + 1)
    return msgspec.structs.replace(each, seen=seen)


def _upset(game: Game, each: Standing) -> Stop | None:
    """What ends any program: the seat is somebody else's, or a decision of its own has come back to it."""
    since = game.timeline.log[each.seen :]
    if any(isinstance(entry, HandOver) and entry.seat == each.seat for entry in since):
        return HANDED_OVER
    if any(isinstance(entry, Undo | Redo) for entry in since) and each.seat in game.to_move:
        return TAKEN_BACK
    return None


def _stopped(each: Standing, stop: Stop) -> Standing:
    return msgspec.structs.replace(each, stop=stop)
