"""What a company could do if it were its turn: the stacks of frames with which it would decide, at any moment of the game."""

from __future__ import annotations

from towpath.kernel.state import Frame
from towpath.rail.frames import Course, OperatingRound, OperatingTurn, Step
from towpath.rail.state import Position

STEPS: tuple[Step, ...] = ("track", "token", "run")


def stacks(pos: Position, company: str, turn: type[OperatingTurn] = OperatingTurn) -> dict[str, tuple[Frame, ...]]:
    """Step -> the stack in which a company that operates would take it, as the first thing of a fresh turn in a round in
    which no train has run. ``turn``: the title's frame for a turn."""
    if pos.standing.get(company) != "started" or company not in pos.cells:
        return {}
    course = next((frame for frame in pos.stack if isinstance(frame, Course)), Course(stage="operating"))
    round_frame = OperatingRound(order=(company,), index=1, due=tuple(sorted(pos.loans.items())))
    return {step: (course, round_frame, turn(company=company, step=step)) for step in STEPS}
