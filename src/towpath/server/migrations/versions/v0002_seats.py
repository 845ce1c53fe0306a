"""How tables are sat at: seats, their links, who has come, plans. Games of before are played on one screen, as they were."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import DateTimeUTC
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables."""
    for column in (
        sa.Column("deciders", sa.Text, nullable=False, server_default="[]"),
        sa.Column("sitting", sa.String(10), nullable=False, server_default="screen"),
        sa.Column("undo", sa.String(10), nullable=False, server_default="free"),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("spectators", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("reminder_hours", sa.Integer, nullable=False, server_default="0"),
        sa.Column("plan_of", sa.String(24), nullable=True),
        sa.Column("plan_at", sa.Integer, nullable=False, server_default="0"),
        sa.Column("owner", sa.String(80), nullable=False, server_default=""),
    ):
        op.add_column("games", column)
    op.create_index("ix_games_plan_of", "games", ["plan_of"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(60), primary_key=True),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("issued_at", DateTimeUTC(timezone=True), nullable=True),
        sa.Column("bot", sa.String(40), nullable=False),
    )
    op.create_index("ix_seats_key", "seats", ["key"], unique=True)
    op.create_table(
        "holders",
        sa.Column("browser", sa.String(40), primary_key=True),
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("role", sa.String(10), primary_key=True),
        sa.Column("seat", sa.String(60), primary_key=True),
        sa.Column("since", DateTimeUTC(timezone=True), nullable=False),
    )
    op.create_index("ix_holders_game_id", "holders", ["game_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("holders")
    op.drop_table("seats")
    op.drop_index("ix_games_plan_of", "games")
    columns = ("owner", "plan_at", "plan_of", "reminder_hours", "spectators", "listed", "undo", "sitting", "deciders")
    for column in columns:
        op.drop_column("games", column)
