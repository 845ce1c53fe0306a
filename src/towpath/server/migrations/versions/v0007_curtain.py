"""The curtain between players on one screen; it is down at tables of before as well."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and who is at which screen."""
    op.add_column("games", sa.Column("curtain", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "screens",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("who", sa.String(80), primary_key=True),
        sa.Column("seat", sa.String(60), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("screens")
    op.drop_column("games", "curtain")
