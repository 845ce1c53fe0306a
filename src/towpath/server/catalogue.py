"""The titles on offer, as the set-up page shows them: who can play, options with their meaning, compatibility switches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from towpath.api import title_names, titles
from towpath.bots import names as bot_names
from towpath.language import Texts, either, say

PLAYER_COUNTS = range(2, 7)
BOT_NAMES: Texts = {"random": "Random bot", "greedy": "Greedy bot"}
"""Bot -> what it is called where one is chosen."""


class Value(msgspec.Struct, frozen=True):
    """One value of an option. ``id``: by which it is chosen; ``label``: what it is called; ``implies``: option -> value that
    it brings; ``excludes``: option -> value it goes not with; ``players``: the numbers that can play with it (empty: all that
    the option exists for)."""

    id: str
    label: str
    implies: dict[str, str] = {}
    excludes: dict[str, str] = {}
    players: tuple[int, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """An option. ``id``: by which it is set; ``label``: what it is called; ``help``: what it means; ``default``: the value
    that it has unless another is chosen; ``values``: those that there are; ``players``: numbers of players that it exists
    for (empty: all); ``doubt``: it settles a point on which sources are silent or differ, which most leave as it is."""

    id: str
    label: str
    help: str
    default: str
    values: tuple[Value, ...]
    players: tuple[int, ...] = ()
    doubt: bool = False


class TitleCard(msgspec.Struct, frozen=True):
    """A title. ``id``: by which it is asked for; ``name``: in full; ``designer``: whose it is; ``about``: what it is, in a
    sentence; ``players``: the numbers that can play it; ``options``: what can be chosen; ``switches``: (id, meaning);
    ``profiles``: the named sets of them; ``secrets``: whether players hide anything from one another; ``bots``: the programs
    that can play it."""

    id: str
    name: str
    designer: str
    about: str
    players: tuple[int, ...]
    options: tuple[Choice, ...]
    switches: tuple[tuple[str, str], ...]
    profiles: tuple[str, ...]
    secrets: bool = False
    bots: tuple[str, ...] = ()


def cards() -> list[TitleCard]:
    """All titles, those that cannot be composed left out."""
    return [card for name in title_names() if (card := card_of(name)) is not None]


@lru_cache(maxsize=64)
def card_of(title: str) -> TitleCard | None:
    """A title's card; ``None`` when no number of players can play it."""
    rules = _any_rules(title)
    if rules is None:
        return None
    data = getattr(rules, "data", None)
    lines = getattr(data, "players", ())
    options = tuple(_choice(option, lines) for option in getattr(data, "options", ()))
    switches = tuple((switch.id, switch.meaning) for switch in getattr(data, "switches", ()))
    profiles: dict[str, None] = {}
    for switch in getattr(data, "switches", ()):
        profiles |= dict.fromkeys(switch.values)
    counts = tuple(dict.fromkeys(line.players for line in lines)) or tuple(PLAYER_COUNTS)
    return TitleCard(
        id=title,
        name=str(getattr(data, "name", title)),
        designer=str(getattr(data, "designer", "")),
        about=str(getattr(data, "about", "")),
        players=counts,
        options=options,
        switches=switches,
        profiles=tuple(profiles),
        secrets=bool(rules.secrets),
        bots=tuple(bot_names(title)),
    )


def spoken_counts(counts: Sequence[int]) -> str:
    """Numbers of players in words: "2 to 6", "3 or 5", "2"."""
    ordered = sorted(set(counts))
    if ordered[2:] and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return say("{least} to {most}", least=ordered[0], most=ordered[-1])
    return either([str(count) for count in ordered])


def _choice(option: Any, lines: Sequence[Any]) -> Choice:
    """An option. Where the title's numbers of players are told apart by it, each value is for those of its own."""

    def counts(value: str) -> tuple[int, ...]:
        return tuple(sorted({line.players for line in lines if getattr(line, option.id, None) == value}))

    values = tuple(
        Value(value.id, value.label, value.implies, value.excludes, counts(value.id)) for value in option.values
    )
    return Choice(option.id, option.label, option.help, option.default, values, tuple(option.players), option.doubt)


def _any_rules(title: str) -> Any:
    for count in PLAYER_COUNTS:
        try:
            return titles.compose(title, {}, [f"p{n}" for n in range(1, count + 1)])
        except ValueError:
            continue
    return None
