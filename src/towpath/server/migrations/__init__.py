"""The history of the database's shape, applied when the server starts."""
