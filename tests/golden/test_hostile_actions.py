"""Every kind of action that a stored game has, bent: by another seat, for another company, with absurd values, twice."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.golden import playthrough
from towpath.api import Game
from towpath.kernel import record as records
from towpath.kernel.codec import FormatError, plain
from towpath.kernel.reasons import Reason
from towpath.kernel.record import Act

ABSURD: tuple[Any, ...] = (
    -1,
    0,
    10**15,
    -(10**15),
    1.5,
    True,
    None,
    "",
    "no-such-thing",
    "🚂" * 300,
    [],
    [[]],
    {"a": []},
)


@cache
def firsts(title: str) -> dict[str, tuple[Game, Any, dict[str, Any]]]:
    """kind -> (game, position, the first action of that kind, as it was played there)."""
    game = playthrough.stored(title)
    found: dict[str, tuple[Game, Any, dict[str, Any]]] = {}
    for number, entry in enumerate(game.record.log):
        if isinstance(entry, Act):
            found.setdefault(entry.action["type"], (game, game.position(number), entry.action))
    return found


def refused(game: Game, state: Any, action: dict[str, Any], seat: str | None = None) -> bool:
    """Whether it is no action at all or one with reasons, each a sentence; a legal one must keep everything whole."""
    try:
        made = game.timeline.codec.action(action)
    except FormatError:
        return True
    reasons: tuple[Reason, ...] = game.engine.check(state, made, seat)
    assert all(reason.sentence and "{" not in reason.sentence for reason in reasons), reasons
    if not reasons:
        assert not game.rules.conservation(game.engine.apply(state, made, seat).state)
    return bool(reasons)


def kinds(title: str) -> list[str]:
    """The kinds of actions in the log of a stored game."""
    log = records.load(playthrough.record_path(title).read_bytes()).log
    return sorted({entry.action["type"] for entry in log if isinstance(entry, Act)})


KINDS = [(title, kind) for title in playthrough.PLAYS for kind in kinds(title)]


@pytest.mark.parametrize(("title", "kind"), KINDS)
def test_another_seat_or_entity_is_refused(title: str, kind: str) -> None:
    game, state, action = firsts(title)[kind]
    mine = game.rules.controller(state, action["entity"])
    for seat in game.rules.seats:
        assert refused(game, state, action, seat) == (seat != mine)
    acting = game.engine.actors(state)
    companies = [name for table in ("cells", "privates") for name in getattr(state, table, ())]
    for entity in (*game.rules.seats, *companies, "bank", "pool", "nobody"):
        if entity not in acting:
            assert refused(game, state, {**action, "entity": entity}, mine)


@pytest.mark.parametrize(("title", "kind"), KINDS)
def test_absurd_values_are_refused_or_harmless(title: str, kind: str) -> None:
    game, state, action = firsts(title)[kind]
    for field in action:
        for value in ABSURD:
            bent = {**action, field: value}
            if bent != action:
                harmless = (0, None, True, []) if field not in ("type", "entity") else ()
                assert refused(game, state, bent) or value in harmless, bent
    assert refused(game, state, {**action, "more": 1})


@pytest.mark.parametrize(("title", "kind"), KINDS)
def test_out_of_its_time_it_is_refused(title: str, kind: str) -> None:
    """In the very first position and when the game is over, whatever is no legal action of that moment."""
    game, _, action = firsts(title)[kind]
    assert refused(game, game.state, action)
    first = game.position(0)
    legal = {repr(plain(each)) for each in game.engine.legal_actions(first, ranges=0)}
    assert refused(game, first, action) or repr(plain(game.timeline.codec.action(action))) in legal


@pytest.mark.parametrize(("title", "kind"), KINDS)
def test_the_same_request_twice_is_played_once(title: str, kind: str) -> None:
    """Made after the same entry of the log, the second one is a conflict or is judged anew, and never breaks anything."""
    game, state, action = firsts(title)[kind]
    made = game.timeline.codec.action(action)
    after = game.engine.apply(state, made).state
    assert after != state
    again = refused(game, after, action)
    if not again:
        assert action["type"] in {offer.type for offer in game.engine.offers(after)}
