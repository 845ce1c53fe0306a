"""The notices that wait to be sent, in the database: written in the transaction of the entry that causes them, claimed by one
process at a time, tried again when they could not be delivered.

A row is one seat's notices of one kind. It names its occasion by a log entry; a decision that is answered takes its row
away in the transaction that stores the answer. A process that dies while it sends leaves its claim, which ends by itself:
then the notice is sent once more rather than not at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any, get_args

import msgspec
from sqlalchemy import bindparam, delete, or_, select, update
from sqlalchemy.orm import Session

from towpath.api import Game
from towpath.server.database import Database, put
from towpath.server.models import GameRow, NoticeAddressRow, NoticeRow
from towpath.server.notices.occasions import Kind, Occasion, occasions, since
from towpath.server.programming import Save

GRACE = 30.0
"""Seconds between what is to be told and the notice: whoever answers within them, or sees it on the page, needs none."""
LEASE = timedelta(minutes=3)
"""How long a process may take to send what it has claimed."""
PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=20), timedelta(hours=1))
"""Between one attempt to deliver a notice and the next; after the last of them it is given up."""
REMINDERS = 2
"""Reminders of one decision: one after the time that the table chose, one after as much again."""


WANTING = select(NoticeAddressRow.seat).where(NoticeAddressRow.game_id == bindparam("game"))
WAITING = select(NoticeRow.seat).where(
    NoticeRow.game_id == bindparam("game"),
    NoticeRow.stage == 0,
    NoticeRow.about <= bindparam("number"),
    NoticeRow.claimed_until.is_(None),
)
"""The seats of a game with first notices that wait, of what had happened after so many entries."""


class Claim(msgspec.Struct, frozen=True):
    """A notice that this process sends now. ``stage`` 0 is the notice itself, then come reminders; ``attempts``: which try this
    is; ``since``: since when it is so."""

    game_id: str
    seat: str
    kind: Kind
    about: int
    stage: int
    attempts: int
    since: datetime


class Outbox:
    """Reads and writes what waits. ``grace``: as ``GRACE``. ``fresh`` is set whenever something was written."""

    def __init__(self, database: Database, grace: float = GRACE) -> None:
        self.database = database
        self.fresh = Event()
        self._grace = timedelta(seconds=grace)

    # -- with a change of a game ---------------------------------------------------------------------------------------

    def follow(self, game_id: str, game: Game, known: int) -> Save:
        """What is to be written with the entries that follow the first ``known``."""

        def save(session: Session) -> None:
            seats = session.connection().scalars(WANTING, {"game": game_id}).all()
            if not seats:
                return
            hours = session.scalar(select(GameRow.reminder_hours).where(GameRow.id == game_id)) or 0
            found = occasions(game, known)
            for seat in seats:
                self._settle(session, game_id, seat, found.get(seat, ()), known, hours)
            self.fresh.set()

        return save

    def _settle(
        self, session: Session, game_id: str, seat: str, found: Iterable[Occasion], known: int, hours: int
    ) -> None:
        now, open_kinds = datetime.now(UTC), set()
        for each in found:
            open_kinds.add(each.kind)
            if each.about <= known:
                continue
            due = _reminder(each.kind, 1, hours, now) if each.told else now + self._grace
            if due is None and each.kind != "turn":
                continue
            _write(session, game_id, seat, each.kind, about=each.about, stage=int(each.told), since=now, due_at=due)
        gone = [kind for kind in get_args(Kind) if kind not in open_kinds]
        session.execute(
            delete(NoticeRow).where(NoticeRow.game_id == game_id, NoticeRow.seat == seat, NoticeRow.kind.in_(gone))
        )

    # -- with other changes --------------------------------------------------------------------------------------------

    def expect(self, game_id: str, game: Game, seat: str, hours: int) -> None:
        """A seat wants notices from now on. Of what is open it knows, so only reminders of it may follow."""
        about, now = since(game, seat), datetime.now(UTC)
        if about is None:
            return
        with self.database.session.begin() as session:
            due = _reminder("turn", 1, hours, now)
            _write(session, game_id, seat, "turn", about=about, stage=1, since=now, due_at=due)
        self.fresh.set()

    def seen(self, game_id: str, seats: Iterable[str], number: int, hours: int) -> None:
        """Whoever holds these seats has the position after so many entries before his eyes: he needs no notice of it."""
        mine = tuple(seats)
        if not any(row.seat in mine for row in self.database.rows(WAITING, game=game_id, number=number)):
            return
        waiting = (
            NoticeRow.game_id == game_id, NoticeRow.seat.in_(mine), NoticeRow.stage == 0, NoticeRow.about <= number,
            NoticeRow.claimed_until.is_(None),
        )  # fmt: skip
        due = _reminder("turn", 1, hours, datetime.now(UTC))
        with self.database.session.begin() as session:
            session.execute(
                update(NoticeRow).where(*waiting, NoticeRow.kind == "turn").values(stage=1, due_at=due, attempts=0)
            )
            session.execute(delete(NoticeRow).where(*waiting, NoticeRow.kind != "turn"))

    # -- sending -------------------------------------------------------------------------------------------------------

    def claim(self, now: datetime | None = None) -> Claim | None:
        """A notice that is due, for this process alone to send; ``None`` when there is none."""
        now = now or datetime.now(UTC)
        free = or_(NoticeRow.claimed_until.is_(None), NoticeRow.claimed_until < now)
        due = (NoticeRow.due_at <= now, free)
        with self.database.session() as session:
            rows = session.scalars(select(NoticeRow).where(*due).order_by(NoticeRow.due_at).limit(8)).all()
        for row in rows:
            claim = Claim(
                row.game_id, row.seat, msgspec.convert(row.kind, Kind), row.about, row.stage, row.attempts + 1, row.since
            )  # fmt: skip
            with self.database.session.begin() as session:
                taken = update(NoticeRow).where(*_same(claim), NoticeRow.attempts == row.attempts, *due)
                done = session.execute(taken.values(claimed_until=now + LEASE, attempts=claim.attempts))
            if done.rowcount == 1:  # type: ignore[attr-defined]
                return claim
        return None

    def sent(self, claim: Claim, hours: int) -> None:
        """It was sent, or given up: the next of the same occasion is a reminder, where there is one."""
        due = _reminder(claim.kind, claim.stage + 1, hours, datetime.now(UTC))
        if claim.kind != "turn":
            self.drop(claim)
            return
        self._change(claim, stage=claim.stage + 1, due_at=due, claimed_until=None, attempts=0)

    def again(self, claim: Claim) -> bool:
        """It could not be delivered: whether it will be tried again, after a while."""
        if claim.attempts > len(PAUSES):
            return False
        due = datetime.now(UTC) + PAUSES[claim.attempts - 1]
        self._change(claim, due_at=due, claimed_until=None)
        return True

    def drop(self, claim: Claim) -> None:
        """There is nothing to tell any more."""
        with self.database.session.begin() as session:
            session.execute(delete(NoticeRow).where(*_same(claim)))

    def next_due(self) -> datetime | None:
        """When the next notice is due that nobody sends already."""
        query = select(NoticeRow.due_at).where(NoticeRow.due_at.is_not(None), NoticeRow.claimed_until.is_(None))
        with self.database.session() as session:
            return session.scalar(query.order_by(NoticeRow.due_at).limit(1))

    def _change(self, claim: Claim, **values: Any) -> None:
        with self.database.session.begin() as session:
            session.execute(update(NoticeRow).where(*_same(claim)).values(**values))


def reschedule(session: Session, game_id: str, hours: int) -> None:
    """The table has chosen another time for its reminders: it counts from now on."""
    due = datetime.now(UTC) + timedelta(hours=hours) if hours else None
    session.execute(
        update(NoticeRow)
        .where(
            NoticeRow.game_id == game_id,
            NoticeRow.kind == "turn",
            NoticeRow.stage.between(1, REMINDERS),
            NoticeRow.claimed_until.is_(None),
        )
        .values(due_at=due, attempts=0)
    )


def _same(claim: Claim) -> tuple[Any, ...]:
    return (
        NoticeRow.game_id == claim.game_id, NoticeRow.seat == claim.seat, NoticeRow.kind == claim.kind,
        NoticeRow.about == claim.about, NoticeRow.stage == claim.stage,
    )  # fmt: skip


def _write(session: Session, game_id: str, seat: str, kind: Kind, **values: Any) -> None:
    key = {"game_id": game_id, "seat": seat, "kind": kind}
    put(session, NoticeRow, key, **values, claimed_until=None, attempts=0)


def _reminder(kind: Kind, stage: int, hours: int, now: datetime) -> datetime | None:
    return now + timedelta(hours=hours) if kind == "turn" and hours and stage <= REMINDERS else None
