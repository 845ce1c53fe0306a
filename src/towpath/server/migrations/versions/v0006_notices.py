"""Where the notices of a seat go, and those that wait to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from advanced_alchemy.types import DateTimeUTC
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "notice_addresses",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(60), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("link", sa.String(10), nullable=False),
        sa.Column("origin", sa.String(300), nullable=False),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("problem", sa.Text, nullable=False),
        sa.Column("since", DateTimeUTC(timezone=True), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(60), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("about", sa.Integer, nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("since", DateTimeUTC(timezone=True), nullable=False),
        sa.Column("due_at", DateTimeUTC(timezone=True), nullable=True),
        sa.Column("claimed_until", DateTimeUTC(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer, nullable=False),
    )
    op.create_index("ix_notices_due_at", "notices", ["due_at"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_notices_due_at", "notices")
    op.drop_table("notices")
    op.drop_table("notice_addresses")
