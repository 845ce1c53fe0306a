"""Private notes in the database: one text for each game and each one who asks (``Access.who``), and nobody else's to read."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import bindparam, select

from towpath.language import say
from towpath.server.database import Database, put
from towpath.server.models import NoteRow

MOST_NOTES = 20_000
"""Characters of somebody's notes on a game."""
NOTE = select(NoteRow.text).where(NoteRow.game_id == bindparam("game"), NoteRow.who == bindparam("who"))


class Notes:
    """Reads and writes notes."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def read(self, game_id: str, who: str) -> str:
        """What somebody has written down; nothing for who has no name here."""
        if not who:
            return ""
        row = self.database.row(NOTE, game=game_id, who=who)
        return str(row.text) if row is not None else ""

    def write(self, game_id: str, who: str, text: str) -> None:
        """Keep a text in place of the one before, without the space around it. ``ValueError`` for who has no name here, and
        for one that is too long."""
        if not who:
            raise ValueError(say("Notes are kept by browser, and yours keeps no cookie of this table."))
        text = text.replace("\r\n", "\n").replace("\0", "").strip()
        if len(text) > MOST_NOTES:
            raise ValueError(
                say(
                    "Notes may have {most} characters; these have {count}. Nothing was changed.",
                    most=MOST_NOTES,
                    count=len(text),
                )
            )
        with self.database.session.begin() as session:
            key = {"game_id": game_id, "who": who}
            put(session, NoteRow, key, text=text, changed_at=datetime.now(UTC))
