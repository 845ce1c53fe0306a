"""What a title must bring so that the engine can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from towpath.kernel.draft import Draft
from towpath.kernel.numbers import Earning, Measure
from towpath.kernel.procedure import Procedure
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Action, Event, Frame, GameState
from towpath.language import msg

if TYPE_CHECKING:
    from towpath.kernel.programs import Advice, Program, ProgramOffer

S = TypeVar("S", bound=GameState)


class Rules(Generic[S]):
    """A title composed for one game: its options and number of players are settled.

    ``state_type``: the class of positions. ``procedures``: the code of each kind of frame. ``seats``: the
    player ids in seating order. ``secrets``: whether a seat may be kept from knowing anything but chance (hands, hidden
    actions); a title that redacts says so, and what would betray it stays inside until the game is over.
    """

    title: str
    version: str
    state_type: type[S]
    seats: tuple[str, ...]
    procedures: Mapping[type[Frame], Procedure[Any]]
    secrets: bool = False
    measures: tuple[Measure, ...] = (Measure("score", msg("Score"), money=False),)
    """What seats have amounts of, for tables and curves; see ``measured``."""
    score: str = msg("Worth")
    """What the measures that count add up to is called."""

    def setup(self, seed: str) -> S:
        """The position before the first decision; the engine settles it."""
        raise NotImplementedError

    def draft(self, state: S, preview: bool = False) -> Draft[S]:
        """A draft of the title's own class."""
        return Draft(state, preview)

    def controller(self, pos: Any, entity: str) -> str | None:
        """The seat that decides for an entity (a player for himself, a president for a company)."""
        return entity if entity in self.seats else None

    def exists(self, entity: str) -> bool:
        """Whether there is such a player or company at all."""
        return entity in self.seats

    def redact(self, state: S, seat: str | None) -> S:
        """The state with everything hidden that the seat (``None``: a spectator) may not know."""
        return state

    def redact_event(self, event: Event, seat: str | None) -> Event | None:
        """The event as the seat may see it, or ``None``."""
        return event if event.seen_by is None or seat in event.seen_by else None

    def determinize(self, view: S, rng: Random) -> S:
        """A full position that the holder of a view must think possible: what the view hides is made up at random."""
        return msgspec.structs.replace(view, chance=rng.getrandbits(63))

    def reshuffle(self, draft: Draft[S]) -> None:
        """Shuffle what nobody has seen, after something that was seen is taken back; only for titles with secrets."""

    def conservation(self, state: S) -> list[str]:
        """What was created or lost against the start, in words; empty when all is in its one place."""
        return []

    def cited(self, reason: Reason) -> Reason:
        """The reason with the rule of this title's own ledger: what several titles share speaks of the same matter, but
        each rulebook numbers it in its way."""
        return reason

    def end_now(self, draft: Draft[S], reason: str) -> None:
        """End the game at once (by agreement, by hand)."""
        draft.put("finished", reason)
        draft.put("stack", ())

    def absent_action(self, state: S, entity: str) -> Action | None:
        """What is done for a player who has left: ``None`` lets the engine take the least active legal action."""
        return None

    def canonical(self, pos: Any, action: Action) -> Action:
        """The offered action that does the same as this one, where several ways of writing it are legal (a symmetric
        tile in two rotations)."""
        return action

    def program_types(self) -> tuple[type[Program], ...]:
        """Every class of program of the title."""
        return ()

    def programs(self, state: S, seat: str) -> list[ProgramOffer]:
        """What the seat can have done for it from this position on. It may ask at any time, whoever is to act."""
        return []

    def advise(self, state: S, seat: str, program: Program, events: Sequence[Event]) -> Advice:
        """What a program of the seat says to a position. ``events``: what happened since it was last asked, as the seat may
        know it. It need not ask itself whether its action is legal: ``programs.decide`` does."""
        raise NotImplementedError

    def trials(self, state: S, entity: str) -> Mapping[str, tuple[Frame, ...]]:
        """What an entity can be imagined to decide at any time, if only to try it out: a name for each such step -> the stack
        of frames with which it would. Empty: nothing of the kind."""
        return {}

    def scores(self, state: S) -> dict[str, int]:
        """What each seat would score if the game ended now."""
        return {}

    def ranking(self, state: S) -> tuple[tuple[str, ...], ...]:
        """The seats by place if the game ended now, who would win first; those that share a place stand together."""
        scores = self.scores(state)
        places = sorted(set(scores.values()), reverse=True)
        return tuple(tuple(seat for seat in scores if scores[seat] == score) for score in places)

    def round_of(self, state: S) -> str:
        """The label of the round in progress; empty where the title has no rounds."""
        return ""

    def measured(self, state: S) -> dict[str, dict[str, int]]:
        """Seat -> measure -> amount, for the ids in ``measures``; those that add make up ``scores``."""
        return {seat: {"score": score} for seat, score in self.scores(state).items()}

    def prices(self, state: S) -> dict[str, int]:
        """What has a price that goes up and down (companies, goods) -> its price."""
        return {}

    def earnings(
        self, before: S, events: tuple[Event, ...], held: tuple[Event, ...]
    ) -> tuple[tuple[Earning, ...], tuple[Event, ...]]:
        """What was earned and distributed by the events of one log entry, from the position before it.

        ``held``: earlier events that wait for a distribution (trains have run, nobody has been paid); what waits after this
        entry is given back with the earnings, to be handed in with the next.
        """
        return (), ()

    def action_types(self) -> tuple[type[Action], ...]:
        """Every class of action of the title."""
        found: dict[type[Action], None] = {}
        for procedure in self.procedures.values():
            for move in procedure.all_moves():
                found.setdefault(move.action)
        return tuple(found)
