"""A player's program beside a position: it is asked after every action, as at a table."""

from __future__ import annotations

from tests.rail.positions import Play
from towpath.kernel import programs
from towpath.kernel.programs import Program, Stop
from towpath.kernel.state import Action, Event


class Watched:
    """A play in which one seat has a program. ``made`` lists what the program did, ``stop`` says why it is over."""

    def __init__(self, play: Play, seat: str, program: Program) -> None:
        programs.check(play.rules.programs(play.state, seat), program)
        self.play = play
        self.seat = seat
        self.program = program
        self.made: list[Action] = []
        self.stop: Stop | None = None
        self.ask([])

    def do(self, *actions: Action) -> Watched:
        """Others act, and the program does what it has to."""
        for action in actions:
            self.play.do(action)
            self.ask(self.play.events)
        return self

    def ask(self, events: list[Event]) -> None:
        """Let the program act until it has nothing to do."""
        while self.stop is None:
            advice = programs.decide(self.play.engine, self.play.state, self.seat, self.program, events)
            if isinstance(advice, Stop):
                assert advice.sentence
                self.stop = advice
            if not isinstance(advice, Action):
                return
            self.made.append(advice)
            self.play.do(advice)
            events = self.play.events

    @property
    def code(self) -> str | None:
        """Why the program is over, as a code."""
        return None if self.stop is None else self.stop.code
