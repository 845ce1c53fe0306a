"""Measurements of speed. Each module has a ``measure()`` that yields lines of results; ``make bench`` runs all."""
