"""How often somebody has posted, counted for several servers together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "tallies",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("ends", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_index("ix_tallies_ends", "tallies", ["ends"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_tallies_ends", "tallies")
    op.drop_table("tallies")
