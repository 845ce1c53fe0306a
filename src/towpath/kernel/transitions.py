"""What each kind of log entry does: from everything that is true before it to everything that is true after it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from towpath.kernel import questions
from towpath.kernel.codec import Codec, FormatError
from towpath.kernel.engine import Engine, Outcome
from towpath.kernel.moments import (
    LogError,
    Moment,
    Node,
    NothingToRedo,
    NothingToUndo,
    Unreachable,
    before,
    changed,
    grown,
)
from towpath.kernel.reasons import Reason, Refused, shape
from towpath.kernel.record import (
    Act,
    EndAnswer,
    EndOffer,
    Entry,
    HandOver,
    Leave,
    Redo,
    Return,
    Seat,
    Undo,
    UndoAnswer,
    UndoOffer,
    entry_fault,
)
from towpath.kernel.state import Action, Event, GameState
from towpath.language import say

S = TypeVar("S", bound=GameState)


class Transitions(Generic[S]):
    """The steps from moment to moment under one engine. It keeps no moments: a timeline does."""

    def __init__(self, engine: Engine[S]) -> None:
        self.engine = engine
        self.codec = Codec(engine.rules)

    def why_dark(self) -> str:
        """Why these rules cannot give a position."""
        return say("these rules cannot reach it")

    def next_moment(self, moment: Moment[S], number: int, entry: Entry, waive: bool = False) -> Moment[S]:
        """What is true after log entry ``number``. ``Refused`` when the rules forbid it, ``LogError`` when it makes no sense."""
        wrong = entry_fault(entry, number, [seat.id for seat in moment.seats])
        if wrong:
            raise LogError(f"{wrong[:1].upper()}{wrong[1:]}.")
        match entry:
            case Act():
                outcome = self._act(moment, entry, waive)
                node = grown(moment.node, number, outcome.state, outcome.revealed)
                return self.moved(moment, node, outcome.events, outcome.waived)
            case Undo():
                return self._undone(moment, entry.to, entry.reshuffled, number)
            case Redo():
                return self._redone(moment)
            case UndoOffer() | UndoAnswer():
                return self._wished(
                    questions.about_undoing(moment, number, entry), number, isinstance(entry, UndoOffer)
                )
            case EndOffer() | EndAnswer():
                return self._ending(moment, number, entry)
            case HandOver() | Leave() | Return():
                return self._wished(self._agreed(self._seated(moment, entry), number), number)
            case _:
                return changed(moment, events=(), waived=())

    def _undone(self, moment: Moment[S], to: int | None, reshuffled: bool, number: int) -> Moment[S]:
        target = before(moment.node, to)
        if target is moment.node:
            if to is None:
                raise NothingToUndo(say("There is no action to take back."))
            raise NothingToUndo(say("No action stands after entry {entry}.", entry=to))
        if target.state is None:
            raise Unreachable(say("What was done cannot be taken back that far: {why}", why=self.why_dark()))
        events: tuple[Event, ...] = ()
        if reshuffled:
            target, events = self._reshuffled(moment, target, target.state, number)
        return self.moved(moment, target, events, (), (moment.node, moment.undone))

    def _reshuffled(
        self, moment: Moment[S], target: Node[S], state: S, number: int
    ) -> tuple[Node[S], tuple[Event, ...]]:
        """Where an undo leads that takes back what was seen. The shuffle depends on all that chance has done by now and on the
        entry, so no two undos lead to the same one, and whoever goes further back from there meets a new one again."""
        now = moment.node.state
        outcome = self.engine.reshuffled(state, f"undo {number}: {now.chance if now is not None else state.chance}")
        return Node(target.number, outcome.state, target.parent, target.depth, True), outcome.events

    def _redone(self, moment: Moment[S]) -> Moment[S]:
        if moment.undone is None:
            raise NothingToRedo(say("There is nothing to bring back: a new action ends what could be redone."))
        node, rest = moment.undone
        return self.moved(moment, node, (), (), rest)

    def _wished(self, moment: Moment[S], number: int, new: bool = False) -> Moment[S]:
        """What somebody asked to take back is taken back once all agree; what cannot be, is not asked for."""
        wish = moment.wish
        agreed = wish is not None and questions.all_agree(moment, wish.agreed)
        if wish is None or not (new or agreed):
            return moment
        redo = wish.what == "redo"
        done = self._redone(moment) if redo else self._undone(moment, wish.to, wish.reshuffled, number)
        return done if agreed else moment

    def moved(
        self,
        moment: Moment[S],
        node: Node[S],
        events: tuple[Event, ...],
        waived: tuple[Reason, ...],
        undone: tuple[Node[S], Any] | None = None,
    ) -> Moment[S]:
        """The moment at another position, with what happened on the way there."""
        # What is asked speaks of the position it was asked in, so it lapses when that changes.
        return Moment(node, undone, moment.seats, moment.away, None, None, events, waived)

    def _act(self, moment: Moment[S], entry: Act, waive: bool) -> Outcome[S]:
        state = moment.node.state
        if state is None:
            raise Unreachable(say("Nothing can be played here: {why}", why=self.why_dark()))
        imported = entry.hand == "import"
        outcome = self.engine.apply(
            state,
            read_action(self.codec, entry.action),
            seat=None if imported else entry.by,
            waive=imported and (waive or bool(entry.waived)),
        )
        if not waive:
            unlisted = tuple(reason for reason in outcome.waived if reason.code not in entry.waived)
            if unlisted:
                raise Refused(unlisted)
        return outcome

    def _ending(self, moment: Moment[S], number: int, entry: EndOffer | EndAnswer) -> Moment[S]:
        if moment.node.state is not None and moment.node.state.finished is not None:
            raise LogError(say("The game is over already."))
        if isinstance(entry, EndOffer) and entry.hand != "person":
            return self._ended(moment, number, "by_hand")
        return self._agreed(questions.about_the_end(moment, entry), number)

    def _agreed(self, moment: Moment[S], number: int) -> Moment[S]:
        return self._ended(moment, number, "agreed") if questions.all_agree(moment, moment.agreed) else moment

    def _ended(self, moment: Moment[S], number: int, reason: str) -> Moment[S]:
        state = moment.node.state
        if state is None:
            return self.moved(moment, grown(moment.node, number, None), (), ())
        outcome = self.engine.end_now(state, reason)
        return self.moved(moment, grown(moment.node, number, outcome.state), outcome.events, ())

    def _seated(self, moment: Moment[S], entry: HandOver | Leave | Return) -> Moment[S]:
        seats, away = moment.seats, moment.away
        if isinstance(entry, HandOver):
            new = Seat(entry.seat, entry.name, entry.kind)
            seats = tuple(new if seat.id == entry.seat else seat for seat in seats)
            away = away - {entry.seat}
        elif isinstance(entry, Leave):
            if entry.seat in away:
                raise LogError(say("{seat} has left already.", seat=entry.seat))
            away = away | {entry.seat}
        else:
            if entry.seat not in away:
                raise LogError(say("{seat} has not left.", seat=entry.seat))
            away = away - {entry.seat}
        return changed(moment, seats=seats, away=away, events=(), waived=())


def read_action(codec: Codec[Any], data: Any) -> Action:
    """An action from plain data; ``Refused`` with a reason of shape when it cannot be read."""
    try:
        return codec.action(data)
    except FormatError as error:
        raise Refused((shape("malformed", "{problem}.", problem=str(error)),)) from None
