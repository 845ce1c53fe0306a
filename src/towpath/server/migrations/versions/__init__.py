"""One module a step; they run in the order of their ``down_revision``."""
