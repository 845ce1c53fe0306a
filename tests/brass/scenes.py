"""Positions of Brass put together by hand: what is not said is as at the start, and nothing is created or lost."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from towpath.api.titles import compose
from towpath.brass import BrassRules, BrassState, Counter
from towpath.brass.data import CUBES, INDUSTRIES
from towpath.brass.frames import Game, Round, Turn
from towpath.brass.setup import full_stack
from towpath.brass.state import BANK
from towpath.kernel.codec import Codec
from towpath.kernel.engine import Engine
from towpath.kernel.reasons import Reason, Refused
from towpath.kernel.state import Event
from towpath.kernel.table import Table

SEATS = ("p1", "p2", "p3", "p4")


class Scene:
    """A position and what happens in it."""

    def __init__(self, engine: Engine[BrassState], state: BrassState) -> None:
        self.engine = engine
        self.state = state
        self.codec = Codec(engine.rules)
        self.events: tuple[Event, ...] = ()

    @property
    def rules(self) -> BrassRules:
        """The rules of the scene."""
        rules = self.engine.rules
        assert isinstance(rules, BrassRules)
        return rules

    def play(self, kind: str, entity: str = "p1", **values: Any) -> tuple[Event, ...]:
        """Play an action; what happened is given back and kept."""
        action = self.codec.action({"type": kind, "entity": entity, **values})
        outcome = self.engine.apply(self.state, action)
        assert not self.rules.conservation(outcome.state)
        self.state, self.events = outcome.state, outcome.events
        return self.events

    def against(self, kind: str, entity: str = "p1", **values: Any) -> tuple[Reason, ...]:
        """The reasons against an action."""
        try:
            action = self.codec.action({"type": kind, "entity": entity, **values})
        except ValueError as error:
            raise AssertionError(f"{kind} cannot be read: {error}") from None
        reasons = self.engine.check(self.state, action)
        assert all(reason.sentence for reason in reasons)
        return reasons

    def codes(self, kind: str, entity: str = "p1", **values: Any) -> set[str]:
        """The codes of the reasons against an action; empty when it is legal, and then it is on offer."""
        reasons = self.against(kind, entity, **values)
        action = self.codec.action({"type": kind, "entity": entity, **values})
        canonical = self.rules.canonical(self.state, action)
        offered = any(canonical == each for each in self.engine.legal_actions(self.state, ranges=0))
        assert offered == (not reasons), f"{action}: offered {offered}, reasons {reasons}"
        return {reason.code for reason in reasons}

    def cited(self, kind: str, entity: str = "p1", **values: Any) -> set[str]:
        """The rules that forbid an action."""
        return {reason.rule for reason in self.against(kind, entity, **values)}

    def kinds(self) -> list[str]:
        """The kinds of event of the last action, in order."""
        return [event.kind for event in self.events]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """What the events of a kind say."""
        return [event.data for event in self.events if event.kind == kind]

    def offered(self, kind: str) -> list[Any]:
        """All actions of a kind that are on offer."""
        return [a for a in self.engine.legal_actions(self.state, ranges=0) if type(a).__struct_config__.tag == kind]

    def level(self, seat: str = "p1") -> int:
        """A player's income level."""
        return self.rules.level(self.state, seat)


def rules_for(players: int = 4, **options: Any) -> BrassRules:
    """Brass composed; the first seat begins unless it is said otherwise."""
    composed = compose("Brass", {"first_player": "seat1", **options}, SEATS[:players])
    assert isinstance(composed, BrassRules)
    return composed


def counter(rules: BrassRules, owner: str, industry: str, level: int, cubes: int | None = None) -> Counter:
    """A counter as built. ``cubes``: those left on it; ``-1``: it is flipped."""
    kind = rules.kind(industry, level)  # type: ignore[arg-type]
    left = kind.cubes if cubes is None else cubes
    flipped = left < 0 or bool(kind.cubes and not left)
    return Counter(owner, kind.industry, level, max(0, left) if not flipped else 0, flipped)


def scene(
    players: int = 4,
    *,
    period: str = "canal",
    number: int = 3,
    actions: int = 2,
    player: str = "p1",
    hands: Mapping[str, Sequence[str]] | None = None,
    counters: Mapping[str, tuple[Any, ...]] | None = None,
    links: Mapping[str, str] | None = None,
    cash: Mapping[str, int] | None = None,
    income: Mapping[str, int] | None = None,
    points: Mapping[str, int] | None = None,
    spent: Mapping[str, int] | None = None,
    developed: Mapping[str, int] | None = None,
    demand: Mapping[str, int] | None = None,
    cotton: int = 0,
    distant: Sequence[int] | None = None,
    deck: int | None = None,
    waiting: Sequence[str] | None = None,
    hand_size: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Scene:
    """A turn of ``player`` with ``actions`` left.

    ``counters``: space -> (owner, industry, level[, cubes left, -1 when flipped]); ``developed``: ``p1/cotton`` -> counters
    removed from the top of that stack; ``deck``: how many cards are left to draw; ``waiting``: who is still to have a turn.
    """
    rules = rules_for(players, **(options or {}))
    engine = Engine(rules)
    start = engine.start("scene")
    board = {space: counter(rules, *each) for space, each in (counters or {}).items()}
    stacks, removed = _mats(rules, board, developed or {})
    seats = rules.seats
    money = dict.fromkeys(seats, 30) | dict(cash or {})
    track = {cube: (demand or {}).get(cube, len(rules.prices_of_demand)) for cube in CUBES}
    lying = {cube: sum(each.cubes for each in board.values() if each.industry == cube) for cube in CUBES}
    tiles = _tiles(rules, distant)
    cards = _cards(rules, hands or {}, deck, hand_size)
    at_turn = seats.index(player)
    state = msgspec.structs.replace(
        start,
        stack=(
            Game(),
            Round(stage="turns", waiting=tuple(seats[at_turn + 1 :] if waiting is None else waiting)),
            Turn(player=player, actions=actions),
        ),
        period=period,
        number=number,
        cash=Table({**money, BANK: -sum(money.values())}),
        income=Table(dict.fromkeys(seats, rules.data.start_income) | dict(income or {})),
        points=Table(dict.fromkeys(seats, 0) | dict(points or {})),
        spent=Table(dict.fromkeys(seats, 0) | dict(spent or {})),
        stacks=Table(stacks),
        removed=Table(removed),
        counters=Table(board),
        links=Table(links or {}),
        demand=Table(track),
        stock=Table((cube, rules.edition.cubes[cube] - track[cube] - lying[cube]) for cube in CUBES),
        cotton=cotton,
        distant=tiles[0],
        turned=tiles[1],
        **cards,
    )
    made = Scene(engine, state)
    wrong = rules.conservation(state)
    assert not wrong, wrong
    return made


def _mats(
    rules: BrassRules, board: Mapping[str, Counter], developed: Mapping[str, int]
) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    """What is on the board comes from the stacks, and what was above it has left the game."""
    stacks, removed = {}, {}
    for seat in rules.seats:
        for industry in INDUSTRIES:
            key = rules.stack_key(seat, industry)
            left = list(full_stack(rules, industry))
            for each in board.values():
                if (each.owner, each.industry) == (seat, industry):
                    left.remove(each.level)
            gone = developed.get(key, 0)
            stacks[key], removed[key] = tuple(left[gone:]), tuple(left[:gone])
    return stacks, removed


def _tiles(rules: BrassRules, distant: Sequence[int] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if distant is None:
        return tuple(sorted(rules.tiles)), ()
    rest = Count(rules.tiles) - Count(distant)
    return (*distant, *sorted(rest.elements())), ()


def _cards(rules: BrassRules, hands: Mapping[str, Sequence[str]], deck: int | None, size: int | None) -> dict[str, Any]:
    """The hands wanted, the others dealt from what is left, a deck of the size wanted; the rest has been played."""
    pool = Count(rules.cards)
    for cards in hands.values():
        pool -= Count(cards)
    rest = sorted(pool.elements())
    wanted = {seat: list(cards) for seat, cards in hands.items()}
    default = max(map(len, wanted.values()), default=8) if size is None else size
    dealt = {
        seat: tuple(wanted[seat]) if seat in wanted else tuple(rest.pop() for _ in range(default))
        for seat in rules.seats
    }
    count = len(rest) // 2 if deck is None else deck
    return {"hands": Table(dealt), "deck": tuple(rest[:count]), "aside": (), "discards": tuple(rest[count:])}


def refused(error: Refused) -> set[str]:
    """The codes of a refusal."""
    return {reason.code for reason in error.reasons}
