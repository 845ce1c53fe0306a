"""The numbers of one game: curves by rounds and everything that was earned, made once and extended as the game grows."""

from __future__ import annotations

from typing import Any

import msgspec

from towpath.api.game import Game
from towpath.kernel import views
from towpath.kernel.moments import Unreachable
from towpath.kernel.numbers import Course, Earning, Point
from towpath.kernel.state import Event


class _Step(msgspec.Struct, frozen=True):
    """What one standing action added. ``held``: events that wait for the distribution of what they earned."""

    number: int
    point: Point | None
    earnings: tuple[Earning, ...]
    held: tuple[Event, ...]


class Numbers:
    """Walks the positions of a game as a spectator sees them. The first asking costs a look at every entry, later ones only
    the entries since; what an undo took is forgotten. Use it under the game's lock."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._steps: list[_Step] = []
        self._start = _point(game, 0, "", game.position(0))

    def course(self, number: int | None = None) -> Course:
        """The numbers up to now, or as they were after the first ``number`` log entries.

        ``LogError`` when there is no such entry, ``Unreachable`` when the rules cannot reach the position.
        """
        game = self._game
        at = game.number if number is None else number
        state = game.position(at)
        standing = game.timeline.standing(at)
        shared = 0
        for step, entry in zip(self._steps, standing, strict=False):
            if step.number != entry:
                break
            shared += 1
        steps = self._steps[:shared]
        for before, entry in zip((0, *standing)[shared:], standing[shared:], strict=False):
            steps.append(self._step(before, entry, steps[-1].held if steps else ()))
        if number is None:
            self._steps = steps
        points = [self._start, *(step.point for step in steps if step.point is not None)]
        last = standing[-1] if standing else 0
        if last and points[-1].number != last:
            points.append(_point(game, last, game.rules.round_of(state), state, state.finished is None))
        return Course(tuple(points), tuple(each for step in steps for each in step.earnings))

    def _step(self, before: int, number: int, held: tuple[Event, ...]) -> _Step:
        game, rules = self._game, self._game.rules
        try:
            old, new = game.position(before), game.position(number)
        except Unreachable:
            return _Step(number, None, (), ())
        earned, held = rules.earnings(old, game.events_for(None, number), held)
        label = rules.round_of(old)
        point = _point(game, number, label, new) if rules.round_of(new) != label else None
        return _Step(number, point, tuple(msgspec.structs.replace(each, number=number) for each in earned), held)


def _point(game: Game, number: int, label: str, state: Any, still_open: bool = False) -> Point:
    rules = game.rules
    seen = views.view(rules, state, None)
    return Point(number, label, rules.measured(seen), rules.prices(seen), still_open)
