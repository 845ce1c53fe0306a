"""How long each seat has thought, from the times in the log: a clock that shows and never forces.

A seat's clock runs while its decision is awaited and a person sits there. Several that decide at once all run. What was spent
stays spent, whatever is taken back later. A time that an entry does not know counts as none.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from towpath.api import Game
from towpath.kernel.moments import Unreachable
from towpath.kernel.record import Entry, HandOver, SeatKind
from towpath.language import msg, say


class Reading(msgspec.Struct, frozen=True):
    """A seat's clock, in whole seconds. ``used``: in all, with what runs; ``thinking``: since the seat was last asked, without a
    break (``None``: it is not asked)."""

    used: int
    thinking: int | None = None


class _Mark(msgspec.Struct, frozen=True):
    """The clocks just after a log entry, done ``at`` (``None``: nobody knows when anything was done yet). ``used``: seconds by
    seat; ``since``: seat that is asked -> since when; ``bots``: the seats that programs play."""

    at: datetime | None
    used: Mapping[str, float]
    since: Mapping[str, datetime | None]
    bots: frozenset[str]


class Clocks:
    """The clocks of one game, kept entry by entry as the log grows. ``begun``: when the game came to this table; time between
    an older entry and then was not spent here, so it does not count."""

    def __init__(self, game: Game, begun: datetime | None = None) -> None:
        self._game = game
        self._begun = begun
        self._marks: list[_Mark] = []

    def readings(self, number: int | None = None, at: datetime | None = None) -> dict[str, Reading]:
        """Seat -> its clock: now, with what has run up to ``at`` (default: this moment), or just after log entry ``number``.
        Seats that bots play have none."""
        is_now = number is None or number >= self._game.number
        mark = self._mark(self._game.number if number is None else min(number, self._game.number))
        until = (at or datetime.now(UTC)) if is_now else mark.at
        seats = [seat.id for seat in self._game.seats if seat.id not in mark.bots]
        return {seat: self._reading(mark, seat, until) for seat in seats}

    def _reading(self, mark: _Mark, seat: str, until: datetime | None) -> Reading:
        if seat not in mark.since:
            return Reading(int(mark.used.get(seat, 0)))
        running = self._between(mark.at, until)
        return Reading(int(mark.used.get(seat, 0) + running), int(self._between(mark.since[seat], until)))

    def _mark(self, number: int) -> _Mark:
        log = self._game.timeline.log
        if not self._marks:
            self._marks.append(self._first(log))
        while len(self._marks) <= number:
            self._marks.append(self._next(self._marks[-1], len(self._marks), log[len(self._marks) - 1]))
        return self._marks[number]

    def _first(self, log: tuple[Entry, ...]) -> _Mark:
        known = next((when for entry in log if (when := moment(entry.at)) is not None), None)
        older = known is not None and self._begun is not None and known < self._begun
        at = known if older or self._begun is None else self._begun
        bots = frozenset(seat.id for seat in self._game.timeline.setup.seats if seat.kind == "bot")
        return _Mark(at, {}, dict.fromkeys(self._asked(0, bots), at), bots)

    def _next(self, mark: _Mark, number: int, entry: Entry) -> _Mark:
        at = moment(entry.at) or mark.at
        spent = self._between(mark.at, at)
        used = dict(mark.used)
        for seat in mark.since:
            used[seat] = used.get(seat, 0) + spent
        bots = mark.bots
        if isinstance(entry, HandOver):
            bots = _handed(bots, entry.seat, entry.kind)
        since = {seat: mark.since.get(seat, at) for seat in self._asked(number, bots)}
        return _Mark(at, used, since, bots)

    def _asked(self, number: int, bots: frozenset[str]) -> tuple[str, ...]:
        """The people that must decide after an entry."""
        try:
            state = self._game.position(number)
        except Unreachable:
            return ()
        return tuple(seat for seat in self._game.engine.seats_to_act(state) if seat not in bots)

    def _between(self, start: datetime | None, end: datetime | None) -> float:
        """Seconds spent here; clocks that were set back in between count as standing still."""
        if start is None or end is None:
            return 0
        if self._begun is not None and start < self._begun <= end:
            start = self._begun
        return max(0.0, (end - start).total_seconds())


def _handed(bots: frozenset[str], seat: str, kind: SeatKind) -> frozenset[str]:
    return bots | {seat} if kind == "bot" else bots - {seat}


def moment(text: str | None) -> datetime | None:
    """When an entry was done; ``None`` where it does not say, or says what is no time."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def dial(seconds: int) -> str:
    """A time as a clock shows it: 0:07, 12:05, 2:05:10, and from a day on 3 d 04:10."""
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return say("{days} d {time}", days=hours // 24, time=f"{hours % 24:02}:{minutes:02}")
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def spoken(seconds: int) -> str:
    """A time in words, in its two largest units: "40 s", "12 min", "2 h 5 min", "3 d 4 h"."""
    units = ((msg("{n} d"), 86_400), (msg("{n} h"), 3600), (msg("{n} min"), 60))
    first = next((index for index, (_, size) in enumerate(units) if seconds >= size), None)
    if first is None:
        return say("{n} s", n=max(seconds, 0))
    parts, left = [], seconds
    for name, size in units[first : first + 2]:
        count, left = divmod(left, size)
        if count:
            parts.append(say(name, n=count))
    return " ".join(parts)
