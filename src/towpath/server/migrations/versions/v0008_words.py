"""What lists of games say of one in other languages than English."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("said", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("games", "said")
