"""How tables are sat at, as the database keeps it: the terms of a table, its seats with the links to them, who has come."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy import Row, and_, bindparam, delete, select, update
from sqlalchemy.orm import Session

from towpath.server.database import Database, add_missing
from towpath.server.models import GameRow, HolderRow, SeatRow
from towpath.server.notices.addresses import forget
from towpath.server.notices.outbox import reschedule
from towpath.server.store import NoSuchGame
from towpath.server.terms import Terms, UndoPolicy, terms_columns

Role: TypeAlias = Literal["host", "seat", "watch"]

HOST = ""
"""The seat of the host's link: no seat of a game has an empty id."""


_THIS = GameRow.id == bindparam("game")
_TABLE = (
    GameRow.name, GameRow.length, GameRow.plan_of, GameRow.plan_at, GameRow.owner,
    *(getattr(GameRow, name) for name in Terms.__struct_fields__),
)  # fmt: skip
TABLE = select(*_TABLE).where(_THIS)
COMING = (
    select(*_TABLE, HolderRow.role, HolderRow.seat)
    .outerjoin(HolderRow, and_(HolderRow.game_id == GameRow.id, HolderRow.browser == bindparam("browser")))
    .where(_THIS)
)
"""A table with the roles of a browser, a row each; one without a role for a browser that has none."""
OPENS = select(SeatRow.game_id, SeatRow.seat, SeatRow.key).where(SeatRow.key == bindparam("key"))


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A game as somebody sits down at it. ``plan_of`` and ``plan_at``: the game and position that this is a plan of, with
    ``owner`` the only one who sees it."""

    id: str
    name: str
    terms: Terms
    length: int
    plan_of: str | None = None
    plan_at: int = 0
    owner: str = ""


class Key(msgspec.Struct, frozen=True):
    """What a token opens: a seat of a game, or with an empty ``seat`` the place of its host."""

    game_id: str
    seat: str
    hash: str


class Place(msgspec.Struct, frozen=True):
    """What is known of a seat besides who sits in it: the program that plays it, when its link was made, and since when
    somebody has held it (``None``: nobody has come yet)."""

    bot: str = ""
    issued_at: datetime | None = None
    since: datetime | None = None


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """A token as it is stored. Tokens are long and random, so one round is enough."""
    return sha256(token.encode()).hexdigest()


class Seating:
    """Reads and writes who may sit where. It knows nothing of what is played."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -- tables -------------------------------------------------------------------------------------------------------

    def table(self, game_id: str) -> Table:
        """A table. ``NoSuchGame``."""
        return self.looked_up(game_id, "")[0]

    def settle(self, game_id: str, terms: Terms) -> None:
        """Set the terms of a table. ``NoSuchGame``."""
        with self.database.session.begin() as session:
            before = session.scalar(select(GameRow.reminder_hours).where(GameRow.id == game_id))
            if before is None:
                raise NoSuchGame(game_id)
            _admit_anew(session, game_id, **terms_columns(terms))
            if terms.reminder_hours != before:
                reschedule(session, game_id, terms.reminder_hours)

    # -- links --------------------------------------------------------------------------------------------------------

    def issue(self, game_id: str, seats: Sequence[str], keep: str = "") -> dict[str, str]:
        """New tokens for seats (``HOST`` for the host), seat -> token. Older links to them and whoever came by them lose
        the seat, all but the browser ``keep``."""
        tokens = {seat: new_token() for seat in seats}
        with self.database.session.begin() as session:
            _admit_anew(session, game_id)
            for seat, token in tokens.items():
                _replace_link(session, game_id, seat, token, keep)
        return tokens

    def give_links(self, game_id: str, undo: UndoPolicy, seats: Sequence[str]) -> dict[str, str] | None:
        """Have a table on one screen sat at by links, seat -> token; ``None`` when somebody else has done so already."""
        tokens = {seat: new_token() for seat in seats}
        with self.database.session.begin() as session:
            here = update(GameRow).where(GameRow.id == game_id, GameRow.sitting == "screen")
            if session.execute(here.values(sitting="seats", undo=undo)).rowcount != 1:  # type: ignore[attr-defined]
                return None
            _admit_anew(session, game_id)
            for seat, token in tokens.items():
                _replace_link(session, game_id, seat, token)
        return tokens

    def key(self, token: str) -> Key | None:
        """What a token opens; ``None`` for one that is void or was never made."""
        row = self.database.row(OPENS, key=hashed(token))
        return Key(row.game_id, row.seat, row.key) if row is not None else None

    def seat_key(self, game_id: str, seat: str) -> str | None:
        """What the token of a seat's link hashes to; ``None`` while there is no link."""
        with self.database.session() as session:
            return session.scalar(select(SeatRow.key).where(SeatRow.game_id == game_id, SeatRow.seat == seat))

    # -- who has come -------------------------------------------------------------------------------------------------

    def hold(self, game_id: str, browser: str, role: Role, seat: str = "") -> None:
        """Note that a browser has come, in a role. It may come again."""
        with self.database.session.begin() as session:
            if role != "watch":
                _admit_anew(session, game_id)
            add_missing(
                session, HolderRow, browser=browser, game_id=game_id, role=role, seat=seat, since=datetime.now(UTC)
            )

    def release(self, game_id: str, browser: str) -> None:
        """Forget that a browser has come, in whatever role."""
        with self.database.session.begin() as session:
            _admit_anew(session, game_id)
            session.execute(delete(HolderRow).where(HolderRow.game_id == game_id, HolderRow.browser == browser))

    def looked_up(self, game_id: str, browser: str) -> tuple[Table, tuple[tuple[Role, str], ...]]:
        """A table and the roles in which a browser has come to it. ``NoSuchGame``."""
        if not browser:
            return _table(game_id, self.database.row(TABLE, game=game_id)), ()
        found = self.database.rows(COMING, game=game_id, browser=browser)
        table = _table(game_id, next(iter(found), None))
        return table, tuple((row.role, row.seat) for row in found if row.role is not None)

    def tables_of(self, browser: str) -> dict[str, tuple[tuple[Role, str], ...]]:
        """Game -> the roles in which a browser has come to it."""
        found: dict[str, tuple[tuple[Role, str], ...]] = {}
        if not browser:
            return found
        with self.database.session() as session:
            query = select(HolderRow.game_id, HolderRow.role, HolderRow.seat).where(HolderRow.browser == browser)
            for game_id, role, seat in session.execute(query):
                found[game_id] = (*found.get(game_id, ()), (role, seat))  # type: ignore[arg-type]
        return found

    def places(self, game_id: str) -> dict[str, Place]:
        """Seat -> its link and who has come; only seats of which there is something to say."""
        with self.database.session() as session:
            rows = session.scalars(select(SeatRow).where(SeatRow.game_id == game_id)).all()
            query = select(HolderRow).where(HolderRow.game_id == game_id, HolderRow.role == "seat")
            since: dict[str, datetime] = {}
            for holder in session.scalars(query.order_by(HolderRow.since.desc())):
                since[holder.seat] = holder.since
        places = {row.seat: Place(row.bot, row.issued_at, since.get(row.seat)) for row in rows}
        return places | {seat: Place(since=when) for seat, when in since.items() if seat not in places}

    # -- bots ---------------------------------------------------------------------------------------------------------

    def bots(self, game_id: str) -> dict[str, str]:
        """Seat -> the program that plays it."""
        with self.database.session() as session:
            query = select(SeatRow.seat, SeatRow.bot).where(SeatRow.game_id == game_id, SeatRow.bot != "")
            return {row.seat: row.bot for row in session.execute(query)}

    def bot_is_asked(self, game_id: str) -> bool:
        """Whether a program has to decide in a game, as far as the database knows without opening it."""
        with self.database.session() as session:
            deciders = session.scalar(
                select(GameRow.deciders).where(GameRow.id == game_id, GameRow.finished.is_(False))
            )
        return deciders is not None and not self.bots(game_id).keys().isdisjoint(msgspec.json.decode(deciders))

    def set_bots(self, game_id: str, bots: dict[str, str]) -> None:
        """Say which programs play seats; an empty name ends that."""
        with self.database.session.begin() as session:
            for seat, bot in bots.items():
                _seat(session, game_id, seat).bot = bot


def seats_in(roles: Collection[tuple[Role, str]]) -> tuple[str, ...]:
    """The seats among roles."""
    return tuple(seat for role, seat in roles if role == "seat")


def _table(game_id: str, found: Row[Any] | None) -> Table:
    if found is None:
        raise NoSuchGame(game_id)
    terms = msgspec.convert({name: getattr(found, name) for name in Terms.__struct_fields__}, Terms)
    return Table(
        id=game_id, name=found.name, terms=terms, length=found.length, plan_of=found.plan_of, plan_at=found.plan_at,
        owner=found.owner,
    )  # fmt: skip


def _admit_anew(session: Session, game_id: str, **values: object) -> None:
    """Note that it changes who may do what at a table, with other ``values`` of its row. It comes first in a transaction, as an
    action's does, so that no two wait for each other."""
    counted = {"admission": GameRow.admission + 1}
    session.execute(update(GameRow).where(GameRow.id == game_id).values(counted | values))


def _seat(session: Session, game_id: str, seat: str) -> SeatRow:
    add_missing(session, SeatRow, game_id=game_id, seat=seat, bot="")
    return session.get_one(SeatRow, (game_id, seat))


def give(session: Session, game_id: str, seat: str, bot: str, token: str | None) -> None:
    """Give a seat to the program ``bot``, or to whoever has ``token``; without either it is played on one screen. Whoever had it
    has lost it."""
    _admit_anew(session, game_id)
    _seat(session, game_id, seat).bot = bot
    _replace_link(session, game_id, seat, token)


def _replace_link(session: Session, game_id: str, seat: str, token: str | None, keep: str = "") -> None:
    row = _seat(session, game_id, seat)
    row.key, row.issued_at = (hashed(token), datetime.now(UTC)) if token else (None, None)
    _clear(session, game_id, seat, keep)


def _clear(session: Session, game_id: str, seat: str, keep: str) -> None:
    role = "host" if seat == HOST else "seat"
    session.execute(
        delete(HolderRow).where(
            HolderRow.game_id == game_id, HolderRow.role == role, HolderRow.seat == seat, HolderRow.browser != keep
        )
    )
    forget(session, game_id, seat)
