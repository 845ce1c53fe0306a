"""Trying things out: what could this company do here, if it were to decide now? Nothing of it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from towpath.kernel.engine import Engine, Glimpse
from towpath.kernel.offers import Lazy, Offer
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Action, Frame


class Best(msgspec.Struct, frozen=True):
    """What a search found: the action, whether it is ``proved`` the best, by how much it may fall short at most (``spare``;
    ``None`` where that is not known), and the events that it would bring."""

    action: Action
    proved: bool
    spare: int | None
    glimpse: Glimpse


class Sandbox:
    """An entity of a game at one of its positions, imagined to decide. ``steps``: what it can be imagined to do there, by
    names of the title's; none for an entity, or a title, of which nothing can be imagined."""

    def __init__(self, engine: Engine[Any], state: Any, entity: str) -> None:
        self._engine = engine
        self._state = state
        self.entity = entity
        self.steps: tuple[str, ...] = tuple(self._stacks(state))

    def _stacks(self, state: Any) -> Mapping[str, tuple[Frame, ...]]:
        return self._engine.rules.trials(state, self.entity)

    def position(self, step: str, *done: Action) -> Any:
        """The position in which it decides a step, after it has ``done`` some actions (each at the step that has it).
        ``KeyError`` for a step that there is not, ``Refused`` for an action that is not legal."""
        state = self._state
        for action in done:
            state = self._engine.alone(self._home(state, action), action).state
        return msgspec.structs.replace(state, stack=self._stacks(state)[step])

    def _home(self, state: Any, action: Action) -> Any:
        """The position of the step that an action belongs to; the first one when none would have it."""
        positions = [msgspec.structs.replace(state, stack=stack) for stack in self._stacks(state).values()]
        return next((each for each in positions if not self._engine.check(each, action)), positions[0])

    def offers(self, step: str) -> list[Offer]:
        """What it could do."""
        return self._engine.offers(self.position(step))

    def explain(self, step: str, action: Action) -> tuple[Reason, ...]:
        """Why it could not do something."""
        return self._engine.explain(self.position(step), action)

    def glimpse(self, step: str, action: Action) -> Glimpse:
        """What an action would do by itself: nothing that would follow it in a game."""
        state = self.position(step)
        reasons = self._engine.explain(state, action)
        if reasons:
            return Glimpse((), False, reasons)
        outcome = self._engine.alone(state, action)
        return Glimpse(outcome.events, False, (), outcome.state)

    def best(self, *done: Action) -> Best | None:
        """The best of what is searched for (runs), as the position is or after some actions; ``None`` when nothing is."""
        for step in self.steps:
            for offer, search in _searches(self._engine.offers(self.position(step, *done))):
                action = next(offer.actions(0), None)
                if action is not None:
                    state = self.position(step, *done)
                    outcome = self._engine.alone(state, action)
                    glimpse = Glimpse(outcome.events, False, (), outcome.state)
                    return Best(action, bool(search.proved), search.findings.spare, glimpse)
        return None


def _searches(offers: list[Offer]) -> Iterator[tuple[Offer, Lazy]]:
    for offer in offers:
        for domain in offer.domains:
            if isinstance(domain, Lazy):
                yield offer, domain
