"""Open, play, undo, look at, explain and save games: the door to everything for programs, bots and pages."""

from towpath.api.game import Game, open_game
from towpath.api.sandbox import Sandbox
from towpath.api.titles import UnknownTitle
from towpath.api.titles import names as title_names
from towpath.api.verifying import Check, verify
from towpath.kernel.codec import FormatError
from towpath.kernel.engine import Glimpse, Outcome
from towpath.kernel.moments import Conflict, Divergence, LogError, NothingToRedo, NothingToUndo, Unreachable
from towpath.kernel.programs import BadProgram, Program, ProgramOffer, Stop
from towpath.kernel.reasons import Reason, Refused
from towpath.kernel.record import Record, Seat
from towpath.kernel.state import Action, Event

__all__ = [
    "Action",
    "BadProgram",
    "Check",
    "Conflict",
    "Divergence",
    "Event",
    "FormatError",
    "Game",
    "Glimpse",
    "LogError",
    "NothingToRedo",
    "NothingToUndo",
    "Outcome",
    "Program",
    "ProgramOffer",
    "Reason",
    "Record",
    "Refused",
    "Sandbox",
    "Seat",
    "Stop",
    "UnknownTitle",
    "Unreachable",
    "open_game",
    "title_names",
    "verify",
]
