"""Players that are programs."""

from towpath.bots.bot import Bot, Played, Sight, play_on
from towpath.bots.brass import BrassBot
from towpath.bots.greedy import GreedyBot
from towpath.bots.random_bot import RandomBot

_BOTS: tuple[type[Bot], ...] = (RandomBot, GreedyBot, BrassBot)


class UnknownBot(LookupError):
    """There is no bot of that name for the title; the message lists those there are."""


def names(title: str | None = None) -> tuple[str, ...]:
    """The bots there are, or those that can play a title."""
    found = (bot.name for bot in _BOTS if title is None or bot.titles is None or title in bot.titles)
    return tuple(dict.fromkeys(found))


def make(name: str, seed: str = "0", title: str | None = None) -> Bot:
    """A bot by its name. ``title``: what it is to play, since several bots may share a name, each for titles of its own.
    ``UnknownBot`` when there is none."""
    for bot in _BOTS:
        if bot.name == name and (title is None or bot.titles is None or title in bot.titles):
            return bot(seed)
    raise UnknownBot(
        f"there is no bot {name!r:.60}{f' for {title}' if title else ''}; there are {', '.join(names(title))}"
    )


__all__ = ["Bot", "BrassBot", "GreedyBot", "Played", "RandomBot", "Sight", "UnknownBot", "make", "names", "play_on"]
