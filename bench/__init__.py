"""Measurements of speed. Each module here has a ``measure()`` that yields lines of results; ``make bench`` runs them all."""
