"""Games in the database: every change is one transaction that is on the disk before anybody is told of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import bindparam, delete, insert, or_, select, update
from sqlalchemy.orm import Session

from towpath.api import Record
from towpath.kernel import record as records
from towpath.kernel.codec import FormatError
from towpath.kernel.record import Entry, Head
from towpath.language import say
from towpath.server.database import Database
from towpath.server.models import EntryRow, GameRow, HolderRow, ScreenRow, SeatRow
from towpath.server.terms import Sitting, Terms, terms_columns

MAX_TITLE = 120
"""Characters of a game's name."""
_THIS = GameRow.id == bindparam("game")
STANDING = select(GameRow.name, GameRow.length).where(_THIS)
TOLD = select(GameRow.length, GameRow.turn, GameRow.finished, GameRow.admission, GameRow.said).where(_THIS)
HELD = update(GameRow).where(_THIS, GameRow.length == bindparam("known"))


class NoSuchGame(LookupError):
    """There is no game with that id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(say("There is no such game on this table. It may have been deleted."))
        self.game_id = game_id


class Outdated(Exception):
    """What belongs to a change was worked out from something that has changed since."""


class Said(msgspec.Struct, frozen=True):
    """Round and step, who decides and the last thing that happened, in a language."""

    moment: str
    turn: str
    last: str


class Summary(msgspec.Struct, frozen=True):
    """What lists of games show of one: players' names, round and step, who decides (in words, and as seats), the last
    thing that happened."""

    players: tuple[str, ...]
    moment: str
    turn: str
    last: str
    finished: bool
    deciders: tuple[str, ...] = ()
    said: dict[str, Said] = {}

    def told(self, code: str) -> Said:
        """Its words in a language; in English where they were not kept in that one."""
        return self.said.get(code) or Said(self.moment, self.turn, self.last)


class Listed(msgspec.Struct, frozen=True):
    """A game in a list. ``plan_at``: of a plan, where it begins."""

    id: str
    name: str
    title: str
    length: int
    summary: Summary
    created_at: datetime
    changed_at: datetime
    sitting: Sitting = "screen"
    listed: bool = False
    plan_at: int = 0


class Standing(msgspec.Struct, frozen=True):
    """How a game stands: how many entries its log has, who decides, in words (empty when it is over) of English and of every
    other language there is, and how often it has changed who may do what there (``GameRow.admission``)."""

    number: int
    turn: str
    admission: int
    turns: dict[str, str] = {}

    def turn_in(self, code: str) -> str:
        """Who decides in the words of a language; in English where they were not kept in that one."""
        return self.turns.get(code, self.turn)


class PlanOf(msgspec.Struct, frozen=True):
    """That a game is a plan: of which game, from which entry of its log on, and whose."""

    game_id: str
    at: int
    owner: str


class Store:
    """Reads and writes games. It knows records, not rules."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(
        self, name: str, record: Record, summary: Summary, terms: Terms | None = None, plan: PlanOf | None = None
    ) -> str:
        """Write a new game, or a ``plan``, and return its id."""
        game_id, now = secrets.token_urlsafe(9), datetime.now(UTC)
        with self.database.session.begin() as session:
            session.add(
                GameRow(
                    id=game_id, name=_kept(name, MAX_TITLE), heading=_heading(record), length=len(record.log),
                    head=_text(record.head), title=record.title, created_at=now, changed_at=now,
                    **_columns(summary), **terms_columns(terms or Terms()),
                    plan_of=plan.game_id if plan else None, plan_at=plan.at if plan else 0,
                    owner=plan.owner if plan else "",
                )
            )  # fmt: skip
            session.flush()
            _write(session, game_id, 1, record.log)
        return game_id

    def append(
        self,
        game_id: str,
        known: int,
        entries: Sequence[Entry],
        head: Head | None,
        summary: Summary,
        save: Callable[[Session], None] | None = None,
    ) -> bool:
        """Write the entries that follow the first ``known``, and in the same transaction what ``save`` writes. ``False``, and
        nothing is written, when the log has other entries there already or ``save`` finds itself ``Outdated``: somebody else
        was first."""
        values = {"length": known + len(entries), "head": _text(head), "changed_at": datetime.now(UTC)}
        try:
            with self.database.session.begin() as session:
                if not hold(session, game_id, known, **values, **_columns(summary)):
                    return False
                _write(session, game_id, known + 1, entries)
                if save is not None:
                    save(session)
        except Outdated:
            return False
        return True

    def standing(self, game_id: str) -> tuple[str, int]:
        """A game's name, and how many entries its log has. ``NoSuchGame``."""
        found = self.database.row(STANDING, game=game_id)
        if found is None:
            raise NoSuchGame(game_id)
        return found.name, found.length

    def entries(self, game_id: str, after: int) -> list[Entry]:
        """The entries of a game's log that follow the first ``after``. ``FormatError`` for one of a newer version."""
        query = select(EntryRow.entry).where(EntryRow.game_id == game_id, EntryRow.number > after)
        with self.database.session() as session:
            return [records.read_entry(entry) for entry in session.scalars(query.order_by(EntryRow.number))]

    def told(self, game_id: str) -> Standing:
        """How a game stands. ``NoSuchGame``."""
        found = self.database.row(TOLD, game=game_id)
        if found is None:
            raise NoSuchGame(game_id)
        if found.finished:
            return Standing(found.length, "", found.admission)
        said = msgspec.json.decode(found.said, type=dict[str, Said])
        return Standing(found.length, found.turn, found.admission, {code: each.turn for code, each in said.items()})

    def load(self, game_id: str) -> tuple[str, Record, datetime]:
        """A game's name, its record, and when it came to this table. ``NoSuchGame``, or ``FormatError`` when it is of a newer
        version than this one."""
        with self.database.session() as session:
            row = session.get(GameRow, game_id)
            if row is None:
                raise NoSuchGame(game_id)
            query = select(EntryRow.entry).where(EntryRow.game_id == game_id).order_by(EntryRow.number)
            return row.name, read_record(row.heading, row.head, session.scalars(query)), row.created_at

    def listed(self, only: Collection[str] | None = None, limit: int = 500) -> list[Listed]:
        """The games, last changed first: all, or ``only`` those with these ids and those shown to everybody."""
        query = select(GameRow).where(GameRow.plan_of.is_(None)).order_by(GameRow.changed_at.desc()).limit(limit)
        if only is not None:
            query = query.where(or_(GameRow.id.in_(only), GameRow.listed))
        with self.database.session() as session:
            return [_listed(row) for row in session.scalars(query)]

    def plans(self, game_id: str, owners: Iterable[str]) -> list[Listed]:
        """The plans of a game that are somebody's (see ``Access.pens``), last changed first."""
        query = select(GameRow).where(GameRow.plan_of == game_id, GameRow.owner.in_(tuple(owners)))
        with self.database.session() as session:
            return [_listed(row) for row in session.scalars(query.order_by(GameRow.changed_at.desc()))]

    def rename(self, game_id: str, name: str) -> None:
        """Give a game another name. ``NoSuchGame``."""
        with self.database.session.begin() as session:
            found = session.execute(update(GameRow).where(GameRow.id == game_id).values(name=_kept(name, MAX_TITLE)))
            if found.rowcount != 1:  # type: ignore[attr-defined]
                raise NoSuchGame(game_id)

    def delete(self, game_id: str) -> None:
        """Forget a game for good, with all plans of it. ``NoSuchGame``."""
        with self.database.session.begin() as session:
            plans = session.scalars(select(GameRow.id).where(GameRow.plan_of == game_id)).all()
            for table in (EntryRow, SeatRow, HolderRow, ScreenRow):
                session.execute(delete(table).where(table.game_id.in_((game_id, *plans))))
            session.execute(delete(GameRow).where(GameRow.plan_of == game_id))
            if session.execute(delete(GameRow).where(GameRow.id == game_id)).rowcount != 1:  # type: ignore[attr-defined]
                raise NoSuchGame(game_id)


def hold(session: Session, game_id: str, known: int, **values: object) -> bool:
    """Be the only one who writes to a game until the transaction ends; whether its log still had ``known`` entries. It comes
    first in a transaction, so that nobody can come in between."""
    changed = {"length": known} | values | {"game": game_id, "known": known}
    return session.connection().execute(HELD, changed).rowcount == 1


def alone_at(session: Session, game_id: str) -> None:
    """Be the only one who writes to a game, or says who may, until the transaction ends. It comes first in it."""
    session.execute(update(GameRow).where(GameRow.id == game_id).values(length=GameRow.length))


def read_record(heading: str, head: str, entries: Iterable[str]) -> Record:
    """A record from what the tables keep of it. ``FormatError`` when it is of a newer version than this one, or damaged."""
    try:
        log = [msgspec.json.decode(entry) for entry in entries]
        plain = {**msgspec.json.decode(heading), "log": log, "head": msgspec.json.decode(head)}
    except (msgspec.DecodeError, RecursionError, TypeError) as error:
        raise FormatError(f"record: {error}") from None
    return records.from_plain(plain)


def _heading(record: Record) -> str:
    return _text(msgspec.structs.replace(record, log=(), head=None))


def _kept(text: str, most: int | None = None) -> str:
    """As much of a text as its column takes. Names in files may hold a sign that PostgreSQL does not keep."""
    return text.replace("\0", "")[:most]


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _write(session: Session, game_id: str, first: int, entries: Sequence[Entry]) -> None:
    rows = [{"game_id": game_id, "number": n, "entry": _text(entry)} for n, entry in enumerate(entries, first)]
    if rows:
        session.connection().execute(insert(EntryRow), rows)


def _columns(summary: Summary) -> dict[str, object]:
    return {
        "players": _text(summary.players),
        "moment": _kept(summary.moment, 120),
        "turn": _kept(summary.turn, 400),
        "last": _kept(summary.last),
        "finished": summary.finished,
        "deciders": _text(summary.deciders),
        "said": _text(summary.said),
    }


def _listed(row: GameRow) -> Listed:
    players, deciders = tuple(msgspec.json.decode(row.players)), tuple(msgspec.json.decode(row.deciders))
    summary = Summary(
        players,
        row.moment,
        row.turn,
        row.last,
        row.finished,
        deciders,
        msgspec.json.decode(row.said, type=dict[str, Said]),
    )
    return Listed(
        row.id, row.name, row.title, row.length, summary, row.created_at, row.changed_at,
        "seats" if row.sitting == "seats" else "screen", row.listed, row.plan_at,
    )  # fmt: skip
