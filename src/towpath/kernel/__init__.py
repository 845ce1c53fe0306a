"""Positions, frames, procedures, offers, reasons, events and views: what any game of decisions needs."""
