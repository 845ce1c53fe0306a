"""The tables of the database: games, their logs, and the server's own values."""

from __future__ import annotations

from datetime import datetime

from advanced_alchemy.base import DefaultBase
from advanced_alchemy.types import DateTimeUTC
from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column


class GameRow(DefaultBase):
    """A game. ``heading`` is its record as JSON without log and head; ``length`` counts log entries; ``head`` is the
    position after the last of them as JSON. The columns from ``title`` on repeat what lists of games show."""

    __tablename__ = "games"
    __table_args__ = (Index("ix_games_changed_at", "changed_at"),)

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


class EntryRow(DefaultBase):
    """One log entry as JSON. Numbers run from 1; the key lets nobody write the same one twice."""

    __tablename__ = "entries"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entry: Mapped[str] = mapped_column(Text)


class ValueRow(DefaultBase):
    """A value that the server keeps for itself, such as the secret that signs form tokens."""

    __tablename__ = "server_values"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
