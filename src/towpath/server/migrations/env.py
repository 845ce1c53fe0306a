"""Run by Alembic: migrate over the connection that ``database.migrate`` hands in."""

from __future__ import annotations

from alembic import context

from towpath.server.models import GameRow

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=GameRow.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
