"""The tables of the database: games, their logs, who may sit where, and the server's own values."""

from __future__ import annotations

from datetime import datetime

from advanced_alchemy.base import DefaultBase
from advanced_alchemy.types import DateTimeUTC
from sqlalchemy import BigInteger, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column


class GameRow(DefaultBase):
    """A game, or a plan, which is a game that only its owner sees. ``heading`` is its record as JSON without log and head;
    ``length`` counts log entries; ``head`` is the position after the last of them as JSON. The columns from ``title`` to
    ``finished`` repeat what lists of games show; those from ``sitting`` on say how the table is sat at (see
    ``seating.Terms``)."""

    __tablename__ = "games"
    __table_args__ = (Index("ix_games_changed_at", "changed_at"), Index("ix_games_plan_of", "plan_of"))

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    heading: Mapped[str] = mapped_column(Text)
    length: Mapped[int] = mapped_column(default=0)
    head: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(String(60))
    players: Mapped[str] = mapped_column(Text)
    """Names as a JSON list, in seating order."""
    moment: Mapped[str] = mapped_column(String(120), default="")
    """Round and step in words."""
    turn: Mapped[str] = mapped_column(String(400), default="")
    """Who decides, in words; empty when the game is over."""
    last: Mapped[str] = mapped_column(Text, default="")
    """The last thing that happened, in words."""
    finished: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(DateTimeUTC(timezone=True))
    changed_at: Mapped[datetime] = mapped_column(DateTimeUTC(timezone=True))
    deciders: Mapped[str] = mapped_column(Text, default="[]")
    """The seats that must decide, as a JSON list."""
    said: Mapped[str] = mapped_column(Text, default="{}")
    """``moment``, ``turn`` and ``last``, which are English, in other languages: JSON by the language."""
    sitting: Mapped[str] = mapped_column(String(10), default="screen")
    undo: Mapped[str] = mapped_column(String(10), default="free")
    listed: Mapped[bool] = mapped_column(default=False)
    spectators: Mapped[bool] = mapped_column(default=True)
    curtain: Mapped[bool] = mapped_column(default=True)
    reminder_hours: Mapped[int] = mapped_column(default=0)
    clocks: Mapped[bool] = mapped_column(default=True)
    plan_of: Mapped[str | None] = mapped_column(String(24), default=None)
    """The game that this is a plan of."""
    plan_at: Mapped[int] = mapped_column(default=0)
    """The entry of that game's log after which the plan begins."""
    owner: Mapped[str] = mapped_column(String(80), default="")
    """Who alone sees a plan (``gate.Access.who``)."""
    admission: Mapped[int] = mapped_column(default=0)
    """How often it has changed who may do what here (``seating``): while it is the same, so is everybody's access."""


class EntryRow(DefaultBase):
    """One log entry as JSON. Numbers run from 1; the key lets nobody write the same one twice."""

    __tablename__ = "entries"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entry: Mapped[str] = mapped_column(Text)


class SeatRow(DefaultBase):
    """A seat of a game, or with an empty ``seat`` its host. ``key`` is the hash of the token in its link, ``issued_at``
    when that was made; ``bot`` names the program that plays the seat."""

    __tablename__ = "seats"
    __table_args__ = (Index("ix_seats_key", "key", unique=True),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60), primary_key=True)
    key: Mapped[str | None] = mapped_column(String(64), default=None)
    issued_at: Mapped[datetime | None] = mapped_column(DateTimeUTC(timezone=True), default=None)
    bot: Mapped[str] = mapped_column(String(40), default="")


class HolderRow(DefaultBase):
    """A browser that has come to a game: as ``host``, in a ``seat``, or to ``watch``."""

    __tablename__ = "holders"
    __table_args__ = (Index("ix_holders_game_id", "game_id"),)

    browser: Mapped[str] = mapped_column(String(40), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(String(10), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60), primary_key=True, default="")
    since: Mapped[datetime] = mapped_column(DateTimeUTC(timezone=True))


class NoteRow(DefaultBase):
    """What somebody has written down about a game for himself. ``who``: his browser or token, as ``Access.who`` names it."""

    __tablename__ = "notes"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    who: Mapped[str] = mapped_column(String(80), primary_key=True)
    text: Mapped[str] = mapped_column(Text, default="")
    changed_at: Mapped[datetime] = mapped_column(DateTimeUTC(timezone=True))


class ProgramRow(DefaultBase):
    """What a seat has programmed, secret from all others. ``slot``: what another of its programs would take the place of;
    ``program`` and ``stop`` (why it is over; ``None``: it runs) as JSON; ``seen``: the log entries that it has looked at;
    ``acted``: how many actions it has made."""

    __tablename__ = "programs"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60), primary_key=True)
    slot: Mapped[str] = mapped_column(String(100), primary_key=True)
    program: Mapped[str] = mapped_column(Text)
    seen: Mapped[int] = mapped_column()
    acted: Mapped[int] = mapped_column(default=0)
    stop: Mapped[str | None] = mapped_column(Text, default=None)
    since: Mapped[datetime] = mapped_column(DateTimeUTC(timezone=True))


class NoticeAddressRow(DefaultBase):
    """Where the notices of a seat go: an address of Apprise's, secret from everybody. ``link``: which link they bring (see
    ``notices.addresses``); ``origin``: what links to this table begin with for whoever gave it, ``language`` what he reads;
    ``problem``: why the last notice could not be delivered."""

    __tablename__ = "notice_addresses"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60), primary_key=True)
    address: Mapped[str] = mapped_column(Text)
    link: Mapped[str] = mapped_column(String(10), default="auto")
    origin: Mapped[str] = mapped_column(String(300), default="")
    language: Mapped[str] = mapped_column(String(20), default="en")
    problem: Mapped[str] = mapped_column(Text, default="")
    since: Mapped[datetime] = mapped_column(DateTimeUTC(timezone=True))


class NoticeRow(DefaultBase):
    """A notice that waits to be sent to a seat, or the last of its kind that was. ``kind``: what it tells of; ``about``: the log
    entry since which that is so, which names the occasion; ``stage``: how many notices of it have been sent or were not needed;
    ``due_at``: when the next is to be sent (``None``: there is none); ``claimed_until``: until then a process is sending it."""

    __tablename__ = "notices"
    __table_args__ = (Index("ix_notices_due_at", "due_at"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    about: Mapped[int] = mapped_column()
    stage: Mapped[int] = mapped_column(default=0)
    since: Mapped[datetime] = mapped_column(DateTimeUTC(timezone=True))
    due_at: Mapped[datetime | None] = mapped_column(DateTimeUTC(timezone=True), default=None)
    claimed_until: Mapped[datetime | None] = mapped_column(DateTimeUTC(timezone=True), default=None)
    attempts: Mapped[int] = mapped_column(default=0)


class ScreenRow(DefaultBase):
    """Who has said that he is at a screen that players share (``who`` as in notes), and how long the log was then."""

    __tablename__ = "screens"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    who: Mapped[str] = mapped_column(String(80), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60))
    number: Mapped[int] = mapped_column()


class TallyRow(DefaultBase):
    """How often somebody (``name``, hashed) has done something in the stretch of time that ``ends`` then, in seconds since 1970;
    written where several servers count together."""

    __tablename__ = "tallies"
    __table_args__ = (Index("ix_tallies_ends", "ends"),)

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    ends: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    count: Mapped[int] = mapped_column()


class ValueRow(DefaultBase):
    """A value that the server keeps for itself, such as the secret that signs form tokens."""

    __tablename__ = "server_values"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
