"""What seats have programmed, as the database keeps it, and letting it act after each change of a game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Row, bindparam, delete, select
from sqlalchemy.orm import Session

from towpath.api import BadProgram, FormatError, Game, Stop
from towpath.api.programs import Standing, run, set_up
from towpath.kernel import programs
from towpath.kernel.rules import Rules
from towpath.language import say
from towpath.server.database import Database, put
from towpath.server.models import ProgramRow
from towpath.server.store import Outdated, hold

log = logging.getLogger("towpath.server")

MOST = 12
"""Programs of one seat, those that are over and not yet put away among them."""

SET = (
    select(ProgramRow.seat, ProgramRow.program, ProgramRow.seen, ProgramRow.acted, ProgramRow.stop)
    .where(ProgramRow.game_id == bindparam("game"))
    .order_by(ProgramRow.since)
)
"""The programs of a game, oldest first."""
FAULT = Stop("fault", "Something went wrong in it; the table has made a note of it.")

Save: TypeAlias = Callable[[Session], None]
"""Writes what belongs to a change in the transaction that stores it."""


def both(one: Save, other: Save) -> Save:
    """Write what two have to write."""

    def save(session: Session) -> None:
        one(session)
        other(session)

    return save


class ProgramShelf:
    """Reads and writes the programs of seats. Whoever shows them asks for one seat, and has to know that it is his."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, game_id: str, rules: Rules[Any], seat: str | None = None) -> list[Standing]:
        """The programs of a seat, or of all, oldest first. One that this version cannot read is left out."""
        found = _read(self.database.rows(SET, game=game_id), rules)
        return [each for each in found if seat in (None, each.seat)]

    def put(self, game_id: str, known: int, standing: Standing, also: Save) -> bool:
        """Set a program in the place of the one with its slot, with what ``also`` writes. ``False``, and nothing is set, when the
        game's log has more than the ``known`` entries: the program has not looked at them, and might wait for something that has
        happened."""
        key = {"game_id": game_id, "seat": standing.seat, "slot": standing.program.slot}
        with self.database.session.begin() as session:
            if not hold(session, game_id, known):
                return False
            also(session)
            put(
                session, ProgramRow, key, program=_text(standing.program), seen=standing.seen, acted=standing.acted,
                stop=None if standing.stop is None else _text(standing.stop), since=datetime.now(UTC),
            )  # fmt: skip
        return True

    def drop(self, game_id: str, seat: str, slot: str) -> None:
        """Take a program away, whether it runs or is over."""
        with self.database.session.begin() as session:
            session.execute(
                delete(ProgramRow).where(
                    ProgramRow.game_id == game_id, ProgramRow.seat == seat, ProgramRow.slot == slot
                )
            )

    def chosen(self, game_id: str, game: Game, seat: str, wanted: Mapping[str, Any]) -> Standing:
        """A program for a seat from plain data. ``FormatError``, or ``BadProgram`` when it is not on offer or the seat has too
        many."""
        made = set_up(game, seat, wanted)
        others = [each for each in self.of(game_id, game.rules, seat) if each.key != made.key]
        if len(others) >= MOST:
            raise BadProgram(say("A seat has {most} of these at most; put one away first.", most=MOST))
        return made

    def follow(self, game_id: str, game: Game, at: str) -> Save:
        """Let the programs of a game act on its present position, which appends to its log. What has become of them is to be
        saved with it; then it is ``Outdated`` if one was set or stopped in the meantime."""
        before = [each for each in self.of(game_id, game.rules) if each.stop is None]
        try:
            after: Sequence[Standing] = run(game, before, at) if before else ()
        except Exception:
            # A fault in a title's programs must not cost anybody the action that set them off.
            log.exception("the programs of game %s are stopped", game_id)
            after = [msgspec.structs.replace(each, seen=game.number, stop=FAULT) for each in before]
        changed = [new for old, new in zip(before, after, strict=True) if new != old]

        def save(session: Session) -> None:
            rows = session.connection().execute(SET, {"game": game_id}).all()
            if [each for each in _read(rows, game.rules) if each.stop is None] != before:
                raise Outdated
            for each in changed:
                row = session.get_one(ProgramRow, (game_id, *each.key))
                row.seen, row.acted = each.seen, each.acted
                row.stop = None if each.stop is None else _text(each.stop)

        return save


def _read(rows: Sequence[Any], rules: Rules[Any]) -> list[Standing]:
    found = (_standing(row, rules) for row in rows)
    return [each for each in found if each is not None]


def _standing(row: Row[Any], rules: Rules[Any]) -> Standing | None:
    try:
        program = programs.read(rules.program_types(), msgspec.json.decode(row.program))
    except FormatError:
        return None
    stop = None if row.stop is None else msgspec.json.decode(row.stop, type=Stop)
    return Standing(seat=row.seat, program=program, seen=row.seen, acted=row.acted, stop=stop)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
