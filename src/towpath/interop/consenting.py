"""Games as that site would have had them: it asks no owner for consent, and knows of no refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from towpath.api import Game
from towpath.facts.options import OFF, ON
from towpath.kernel.engine import Engine
from towpath.kernel.record import Act, EndOffer, Entry
from towpath.kernel.state import Action
from towpath.rail.actions import Accept, Decline, Pass
from towpath.rail.composition import CONSENT
from towpath.rail.consent import Consent
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState

MOST_PASSES = 6
"""Passes in a row that bring one book-keeping of who is waited for to the other's."""


def lacking(engine: Engine[Any], state: RailState, wanted: Action) -> list[Pass]:
    """The passes that lead to the moment of an action which belongs to a later one; none when they do not lead there."""
    found: list[Pass] = []
    while any(reason.tier == "moment" for reason in engine.check(state, wanted)):
        passed = _pass(engine, state)
        if passed is None or len(found) == MOST_PASSES:
            return []
        found.append(passed)
        state = engine.apply(state, passed).state
    return found


def assumed(game: Game) -> Game:
    """The game with every consent taken for granted: what was agreed is done at once, what was refused never asked.

    Where we went on because of a refusal the site still waits: there a pass is put in. Without the option the game itself.
    """
    assert isinstance(game.rules, RailRules)
    if game.rules.options[CONSENT] != ON:
        return game
    record = game.timeline.record(head=False)
    twin = Game(msgspec.structs.replace(record, options={**record.options, CONSENT: OFF}, log=()))
    reached = game.position(0)
    for entry, after in _done(game):
        if isinstance(entry, Act):
            action = game.action(entry.action)
            for passed in lacking(twin.engine, twin.state, action):
                twin.play(passed, hand=entry.hand, at=entry.at)
            twin.play(action, hand=entry.hand, at=entry.at)
        elif entry is not None:
            twin.write(EndOffer(by=entry.by, at=entry.at, hand="import"))
        reached = after
    _catch_up(twin, reached)
    return twin


def _done(game: Game) -> Iterator[tuple[Entry | None, RailState]]:
    """What was done in the end, with the position it led to; no entry for a refusal."""
    asked: list[Entry] = []
    for number in game.timeline.standing():
        entry, after = game.timeline.log[number - 1], game.position(number)
        answer = game.action(entry.action) if isinstance(entry, Act) else None
        if isinstance(after.frame, Consent):
            if not isinstance(answer, Accept):
                asked.append(entry)
        elif isinstance(answer, Decline):
            asked.pop()
            yield None, after
        else:
            yield asked.pop() if isinstance(answer, Accept) else entry, after


def _catch_up(twin: Game, reached: RailState) -> None:
    """Pass at the end as well, until the same is asked as in the game itself."""
    for _ in range(MOST_PASSES):
        passed = _pass(twin.engine, twin.state)
        if passed is None or _moment(twin, twin.state) == _moment(twin, reached):
            return
        twin.play(passed)


def _moment(game: Game, state: RailState) -> tuple[object, ...]:
    frame = state.frame
    step = game.engine.procedure(frame).step(state, frame) if frame is not None else ""
    return state.round, type(frame), game.engine.actors(state), step


def _pass(engine: Engine[Any], state: RailState) -> Pass | None:
    """The pass that is open now."""
    for entity in engine.actors(state):
        passed = Pass(entity=entity)
        if not engine.check(state, passed):
            return passed
    return None
