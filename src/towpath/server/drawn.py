"""What a title's drawings give to the pages. Each kind of title has one ``Drawing``; ``server.drawing`` knows which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import htpy as h
import msgspec
from htpy import Node

from towpath.api import Glimpse
from towpath.api.sandbox import Best
from towpath.language import msg, say
from towpath.server import numbers_part
from towpath.server.looking import Look


class Panel(msgspec.Struct, frozen=True):
    """A part of the page with a tab of its own: ``tab`` on the tab, ``heading`` above what is drawn."""

    tab: str
    heading: str
    draw: Callable[[Look], Node]


class Steps(msgspec.Struct, frozen=True):
    """How an action is composed on the board. ``places``: the fields that name a place of it; ``order``: in which order what is
    open is asked; ``card``: the field of the card that is played; ``pair``: the field of a second card that serves with
    it; ``sources``: the fields whose values name other places (where cubes come from)."""

    places: tuple[str, ...]
    order: tuple[str, ...]
    card: str = ""
    pair: str = ""
    sources: tuple[str, ...] = ()


class Lot(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is up for auction: its ``name``, what it is ``worth`` in short, all that it does (``told``), who has bid
    how much for it, what a bid on it does now (``verb``: buy, take, raise or bid; empty before it is up) and the ``step`` of
    its prices."""

    id: str
    name: str
    worth: str
    told: tuple[str, ...] = ()
    bids: tuple[str, ...] = ()
    verb: str = ""
    step: int = 1


class Drawing:
    """What is shown of a title that nothing is drawn of: its offers, log and players."""

    first: ClassVar[Mapping[str, Panel]] = {}
    """The panels whose tabs come before those of players and log."""
    panels: ClassVar[Mapping[str, Panel]] = {"graphs": Panel(msg("Graphs"), msg("Graphs"), numbers_part.graphs_part)}
    steps: Steps | None = None
    """``None``: actions are chosen from lists of what is offered."""
    board_is_open: bool = False
    """Whether the board shows nothing but what everybody may know, so that one drawing serves all who only look at it."""

    def board(self, look: Look, best: Best | None, laid: Any) -> Node:
        """The board with what may be done outlined and what is in hand in its place; or the ``best`` runs, on the position with
        the tile ``laid``."""
        return h.p(".dim")[say("This title has no map.")]

    def place_words(self, look: Look, place: str) -> Node:
        """One place in sentences."""
        return None

    def badge(self, look: Look, entity: str) -> Node:
        """The sign of whoever acts as a small picture."""
        return None

    def lots(self, look: Look) -> list[Lot]:
        """What is up for auction; none where nothing is, or where it is told in another way."""
        return []

    def about(self, look: Look, field: str, value: str) -> tuple[str, ...]:
        """What should be known of a value of an action before it is chosen, in sentences."""
        return ()

    def hand(self, look: Look) -> Node:
        """What whoever acts, or looks, has before him."""
        return None

    def players(self, look: Look) -> Node:
        """All players, those who act marked."""
        return h.ul(".plain-players")[[h.li[name] for name in look.names.values()]]

    def card(self, look: Look, card: str) -> Node:
        """What is on a card."""
        return card

    def consequences(self, look: Look, glimpse: Glimpse) -> Node:
        """What an action in hand changes, in numbers."""
        return None

    def region(self, look: Look, action: Mapping[str, Any]) -> str:
        """The part of the board that an action is about, in words; empty where refusals are not told apart by it."""
        return ""

    def further(self, look: Look, glimpse: Glimpse) -> list[str]:
        """What an action in hand leads to that none of its events says, in sentences."""
        return []

    def tries(self, look: Look, kind: str, place: str) -> Iterator[dict[str, Any]] | None:
        """Actions of a type (at a place, unless it is empty) that could be asked about when it is not offered; ``None``: any that
        the fields allow."""
        return None
