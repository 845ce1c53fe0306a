"""Games, their logs and the server's values."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import DateTimeUTC
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("heading", sa.Text, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("moment", sa.String(120), nullable=False),
        sa.Column("turn", sa.String(400), nullable=False),
        sa.Column("last", sa.Text, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("created_at", DateTimeUTC(timezone=True), nullable=False),
        sa.Column("changed_at", DateTimeUTC(timezone=True), nullable=False),
    )
    op.create_index("ix_games_changed_at", "games", ["changed_at"])
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
    )
    op.create_table(
        "server_values",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("server_values")
    op.drop_table("entries")
    op.drop_index("ix_games_changed_at", "games")
    op.drop_table("games")
