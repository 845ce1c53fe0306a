"""Exact best routes. Integers in, integers out; imports nothing else of the project.

:func:`best` finds the set of runs with the greatest revenue and says whether it is proved, :func:`check` tells what is
wrong with a set, :func:`score` what one run pays.
"""

from towpath.routes.check import FAULTS, check
from towpath.routes.memo import recalled
from towpath.routes.model import (
    CITY,
    HALT,
    OFFBOARD,
    TOWN,
    UNLIMITED,
    Answer,
    Fault,
    Given,
    Instance,
    RouteError,
    Run,
    Score,
    Segment,
    Stop,
    Train,
)
from towpath.routes.score import score, score_stops
from towpath.routes.solve import best

__all__ = [
    "CITY",
    "FAULTS",
    "HALT",
    "OFFBOARD",
    "TOWN",
    "UNLIMITED",
    "Answer",
    "Fault",
    "Given",
    "Instance",
    "RouteError",
    "Run",
    "Score",
    "Segment",
    "Stop",
    "Train",
    "best",
    "check",
    "recalled",
    "score",
    "score_stops",
]
