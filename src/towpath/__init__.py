"""One table for the canal-and-rail games: rules engine, browser table and library for 18xx titles."""

__version__ = "0.1.0"
