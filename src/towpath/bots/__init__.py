"""Players that are programs."""

from towpath.bots.bot import Bot, Played, play_on
from towpath.bots.random_bot import RandomBot

BOTS: dict[str, type[RandomBot]] = {"random": RandomBot}
"""Bots by the name that the command line and the table use."""

__all__ = ["BOTS", "Bot", "Played", "RandomBot", "play_on"]
