"""Which titles there are, and how one is composed for a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

from towpath.kernel.record import Option
from towpath.kernel.rules import Rules
from towpath.language import say

Compose: TypeAlias = Callable[[Mapping[str, Option], Sequence[str], Mapping[str, str]], Rules[Any]]
"""``compose(options, players, overlays)``: a title's rules for one game. ``players`` are the seat ids in seating order,
``overlays`` file name -> text for data files replaced. ``ValueError`` (or a subclass) in plain words for what it cannot
do: an unknown option, a wrong number of players, a faulty data file."""

_LOADERS: dict[str, Compose | str] = {
    "1856": "towpath.titles.t1856:compose",
    "1861": "towpath.titles.t1861:compose",
    "1867": "towpath.titles.t1867:compose",
    "Brass": "towpath.brass:compose",
}


class UnknownTitle(LookupError):
    """There is no title of that name; the message lists those there are."""


def names() -> tuple[str, ...]:
    """The titles there are."""
    return tuple(sorted(_LOADERS))


def register(name: str, loader: Compose | str) -> None:
    """Add a title: its ``compose`` function, or where it is as ``"package.module:compose"``. The same name replaces."""
    _LOADERS[name] = loader


def folder(name: str) -> Traversable | None:
    """Where the data files of a title lie, its rule ledger among them; ``None`` for one that is no package, or none at all."""
    loader = _LOADERS.get(name)
    return files(loader.partition(":")[0]) if isinstance(loader, str) else None


def compose(
    name: str,
    options: Mapping[str, Option] | None = None,
    players: Sequence[str] = (),
    overlays: Mapping[str, str] | None = None,
) -> Rules[Any]:
    """A title's rules for one game. ``UnknownTitle``, or ``ValueError`` from the title itself."""
    loader = _LOADERS.get(name)
    if loader is None:
        raise UnknownTitle(
            say("there is no title '{title}'; there are {titles}", title=name, titles=", ".join(names()))
        )
    if isinstance(loader, str):
        module, _, attribute = loader.partition(":")
        loader = getattr(import_module(module), attribute)
    rules: Rules[Any] = loader(dict(options or {}), tuple(players), dict(overlays or {}))
    if tuple(rules.seats) != tuple(players):
        raise ValueError(f"{name} composed for seats {rules.seats}, asked for {tuple(players)}")
    return rules
