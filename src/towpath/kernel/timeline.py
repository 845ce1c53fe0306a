"""All positions of one game in memory: append, undo, redo, look at any moment, branch off."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from threading import RLock
from typing import TypeVar

import msgspec

from towpath.kernel import questions
from towpath.kernel.codec import FormatError
from towpath.kernel.engine import Engine, Outcome
from towpath.kernel.moments import (
    Agreement,
    Conflict,
    Divergence,
    LogError,
    Moment,
    Node,
    NothingToUndo,
    UndoRequest,
    Unreachable,
    back,
    before,
    changed,
    grown,
    reveals,
)
from towpath.kernel.reasons import Reason, Refused
from towpath.kernel.record import (
    Act,
    EndAnswer,
    Entry,
    Head,
    Note,
    Record,
    Redo,
    Seat,
    Undo,
    UndoAnswer,
    UndoOffer,
    Wished,
)
from towpath.kernel.state import Action, Event, GameState
from towpath.kernel.transitions import Transitions
from towpath.language import say

S = TypeVar("S", bound=GameState)

QUIET_LIMIT = 2_000
"""Decisions in a row answered for players who left, before the others are asked to do something about it."""


class Timeline(Transitions[S]):
    """A game as it was played. Log entries are numbered from 1; moment ``n`` is after the first ``n`` of them.

    Making one replays the record with every check. Where these rules refuse what the log holds, ``divergence`` says so.
    With a stored position (``head``) beyond that entry, play goes on from there; otherwise the timeline stands before
    the entry and refuses new ones until ``cut`` drops the rest.
    """

    def __init__(self, engine: Engine[S], record: Record) -> None:
        super().__init__(engine)
        self.divergence: Divergence | None = None
        self.unplayed: tuple[Entry, ...] = ()
        self._record = msgspec.structs.replace(record, log=(), head=None)
        self._log: list[Entry] = []
        self._lock = RLock()
        first: Node[S] = Node(0, self._start(record), None, 0)
        self._moments: list[Moment[S]] = [Moment(first, None, record.seats)]
        self._replay(record)

    # -- reading ------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """The number of log entries."""
        return len(self._log)

    @property
    def log(self) -> tuple[Entry, ...]:
        """The entries played."""
        return tuple(self._log)

    @property
    def state(self) -> S:
        """The present position."""
        return self.position(len(self._log))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now."""
        return self._moments[-1].seats

    @property
    def away(self) -> frozenset[str]:
        """The seats whose players have left."""
        return self._moments[-1].away

    @property
    def agreement(self) -> Agreement | None:
        """The open proposal to end the game."""
        return questions.agreement(self._moments[-1])

    @property
    def request(self) -> UndoRequest | None:
        """The open question whether something may be taken back or brought back."""
        return questions.request(self._moments[-1])

    @property
    def setup(self) -> Record:
        """What was settled before the first entry: the record without its log."""
        return self._record

    def record(self, head: bool = True) -> Record:
        """The game as a record; with ``head`` it carries the present position."""
        log = (*self._log, *self.unplayed)
        stored = Head(len(self._log), self.codec.plain(self.state)) if head else None
        return msgspec.structs.replace(
            self._record, rules_version=self.engine.rules.version, log=log, head=None if self.unplayed else stored
        )

    def position(self, number: int) -> S:
        """The position after the first ``number`` log entries."""
        state = self._moment(number).node.state
        if state is None:
            raise Unreachable(f"The position after entry {number} cannot be shown: {self.why_dark()}")
        return state

    def position_after(self, action: int) -> S:
        """The position after the standing action of that number, from 1; 0 is the start."""
        nodes = [*back(self._moments[-1].node)][::-1]
        if not 0 <= action < len(nodes):
            raise LogError(f"There is no action {action}; {len(nodes) - 1} are standing.")
        state = nodes[action].state
        return state if state is not None else self.position(nodes[action].number)

    def standing(self, number: int | None = None) -> tuple[int, ...]:
        """The log numbers of the actions that stand (not undone), now or after the first ``number`` entries."""
        moment = self._moment(len(self._log) if number is None else number)
        return tuple(node.number for node in back(moment.node))[-2::-1]

    def events(self, number: int) -> tuple[Event, ...]:
        """What log entry ``number`` made happen, secrets included; 0 gives none."""
        return self._moment(number).events

    def waived(self, number: int) -> tuple[Reason, ...]:
        """The reasons that were set aside for an imported entry."""
        return self._moment(number).waived

    @property
    def can_undo(self) -> bool:
        """Whether an action stands that was not the engine's own answer for somebody absent."""
        return self._last_own(self._moments[-1].node) is not None

    def undo_to(self, to: int | None = None) -> int:
        """The entry after which all actions are taken back by an undo. ``NothingToUndo``."""
        to = self._last(to)
        parent = self._moments[-1].node.parent
        return (parent.number if parent is not None else 0) if to is None else to

    @property
    def can_redo(self) -> bool:
        """Whether an undo can be taken back."""
        return self._moments[-1].undone is not None

    def undo_reveals(self, to: int | None = None) -> bool:
        """Whether an undo (``to`` as there) would take back something that was seen, so that it shuffles anew."""
        node = self._moments[-1].node
        return self.engine.rules.secrets and reveals(node, before(node, self._undone_to(to)))

    def revelations(self) -> int:
        """At how many standing actions chance or a secret came to light."""
        return sum(node.revealed for node in back(self._moments[-1].node))

    def unshuffled_undos(self) -> tuple[int, ...]:
        """The entries that took back something that was seen and did not shuffle; the timeline itself writes none."""
        if not self.engine.rules.secrets:
            return ()
        nodes = [moment.node for moment in self._moments]
        return tuple(
            number
            for number, (was, is_now) in enumerate(pairwise(nodes), 1)
            if is_now.depth < was.depth and reveals(was, is_now) and not self._shuffles(number)
        )

    def _shuffles(self, number: int) -> bool:
        """Whether log entry ``number``, which took something back, shuffled anew."""
        entry = self._log[number - 1]
        if isinstance(entry, Undo | UndoOffer):
            return entry.reshuffled
        wish = self._moments[number - 1].wish
        return wish is not None and wish.reshuffled

    def decision(self, entity: str, number: int | None = None) -> int | None:
        """The moment since which an entity's decision has been open, as seen after ``number`` entries (default: now);
        ``None`` when nothing is asked of it. The number names the decision: once answered, it never comes back."""
        index = len(self._log) if number is None else number
        if not self._awaits(index, entity):
            return None
        while index > 0 and self._same_decision(index, entity):
            index -= 1
        return index

    def branch(self, number: int) -> Timeline[S]:
        """An independent timeline of the first ``number`` entries; it shares the positions and costs little."""
        self._moment(number)
        twin: Timeline[S] = object.__new__(Timeline)
        twin.engine, twin.codec = self.engine, self.codec
        met = self.divergence is not None and self.divergence.number <= number
        twin.divergence, twin.unplayed = (self.divergence if met else None), ()
        twin._record, twin._log, twin._lock = self._record, self._log[:number], RLock()
        twin._moments = self._moments[: number + 1]
        return twin

    # -- writing ------------------------------------------------------------------------------------------------------

    def append(self, entry: Entry, *, after: int | None = None, waive: bool = False) -> Outcome[S]:
        """Write an entry and give the new position with what happened.

        ``after``: the length of the log that its maker had seen. What was added since is no obstacle while the decision
        stays open: the action is then checked against the present position. Otherwise ``Conflict``. ``waive``: an
        imported action's waivable reasons are set aside and written into the entry.

        Nothing is written when the rules forbid the action (``Refused``) or the entry makes no sense (``LogError``).
        """
        with self._lock:
            if self.unplayed:
                raise LogError(
                    say("The game stands before an entry that these rules refuse; cut the rest off to play on.")
                )
            if after is not None and isinstance(entry, Act):
                self._still_open(str(entry.action.get("entity", "")), after)
            elif after is not None and isinstance(entry, Undo | Redo | UndoOffer) and self._done_since(after):
                raise Conflict("", after, len(self._log), say("Something was done in the meantime; look again first."))
            if isinstance(entry, Undo) or (isinstance(entry, UndoOffer) and entry.what == "undo"):
                entry = msgspec.structs.replace(entry, reshuffled=self.undo_reveals(entry.to))
            elif after is not None and isinstance(entry, EndAnswer | UndoAnswer):
                seen = self._moment(min(max(after, 0), len(self._log)))
                questions.same_question(entry, seen, self._moments[-1], after, len(self._log))
            moment = self.next_moment(self._moments[-1], len(self._log) + 1, entry, waive)
            if isinstance(entry, Act) and moment.waived:
                entry = msgspec.structs.replace(entry, waived=tuple(dict.fromkeys(r.code for r in moment.waived)))
            self._log.append(entry)
            self._moments.append(moment)
            return Outcome(self.state, moment.events, moment.waived)

    def undo(self, by: str = "", to: int | None = None, at: str | None = None, after: int | None = None) -> Outcome[S]:
        """Take back the last action (``to``: all after that entry). What the engine, a program or a bot answered after it goes
        with it, as it would only be answered again."""
        with self._lock:
            return self.append(Undo(by=by, at=at, to=self._last(to)), after=after)

    def redo(self, by: str = "", at: str | None = None, after: int | None = None) -> Outcome[S]:
        """Bring back what the most recent undo took."""
        return self.append(Redo(by=by, at=at), after=after)

    def ask(
        self, what: Wished, by: str, to: int | None = None, at: str | None = None, after: int | None = None
    ) -> Outcome[S]:
        """Ask the others whether what ``undo`` (or ``redo``) would do may be done. With nobody else there it is done."""
        with self._lock:
            to = self._last(to) if what == "undo" else None
            return self.append(UndoOffer(by=by, at=at, what=what, to=to), after=after)

    def answer_absent(self, at: str | None = None) -> list[Outcome[S]]:
        """Answer every open decision of players who have left, until somebody present must decide.

        Nothing is done while nobody at all is left at the table.
        """
        done: list[Outcome[S]] = []
        with self._lock:
            while self.away and len(self.away) < len(self.seats) and len(done) < QUIET_LIMIT:
                chosen = self._absent_decision()
                if chosen is None:
                    break
                seat, action = chosen
                done.append(self.append(Act(by=seat, at=at, action=self.codec.plain(action), hand="absent")))
        return done

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take over entries that somebody else who holds this game has written: as a replay would, and nobody who has left is
        answered for. ``Refused`` or ``LogError`` where these rules refuse one; those before it are taken over."""
        with self._lock:
            if self.unplayed:
                raise LogError(say("The game stands before an entry that these rules refuse."))
            for entry in entries:
                moment = self.next_moment(self._moments[-1], len(self._log) + 1, entry)
                self._log.append(entry)
                self._moments.append(moment)

    def forget(self, number: int) -> None:
        """Stand again after the first ``number`` entries, as if those after them had never been written: for entries that could
        not be kept. What was kept is taken back by ``undo`` and never so."""
        with self._lock:
            self._moment(number)
            del self._log[number:], self._moments[number + 1 :]

    def cut(self) -> tuple[Entry, ...]:
        """Give up the entries that could not be played and return them; the game goes on before them."""
        with self._lock:
            dropped, self.unplayed = self.unplayed, ()
            return dropped

    # -- helpers of writing -------------------------------------------------------------------------------------------

    def _absent_decision(self) -> tuple[str, Action] | None:
        state = self.state
        for entity in self.engine.actors(state):
            seat = self.engine.rules.controller(state, entity)
            if seat is not None and seat in self.away:
                return seat, self.engine.quiet_action(state, entity)
        return None

    def _undone_to(self, to: int | None) -> int | None:
        """Where an undo of the last action leads: ``None`` when that is simply the last that stands."""
        last = self._moments[-1].node
        own = self._last_own(last) if to is None else None
        return to if own is None or own is last or own.parent is None else own.parent.number

    def _last(self, to: int | None) -> int | None:
        """As ``_undone_to``; ``NothingToUndo`` when nobody at the table has done anything himself."""
        if to is None and not self.can_undo:
            raise NothingToUndo(say("There is no action to take back."))
        return self._undone_to(to)

    def _last_own(self, node: Node[S]) -> Node[S] | None:
        bots = {seat.id for seat in self.seats if seat.kind == "bot"}
        return next((each for each in back(node) if each.parent and not self._answered(each, bots)), None)

    def _answered(self, node: Node[S], bots: set[str]) -> bool:
        """Whether a standing action would be done again by itself if it were taken back."""
        entry = self._log[node.number - 1]
        if not isinstance(entry, Act):
            return False
        return entry.hand in ("absent", "program") or (entry.hand == "bot" and entry.by in bots)

    # -- decisions and conflicts --------------------------------------------------------------------------------------

    def _still_open(self, entity: str, after: int) -> None:
        now = len(self._log)
        if not 0 <= after <= now:
            raise Conflict(
                entity,
                after,
                now,
                say("The log has {now} entries; the action says it was made after {after}.", now=now, after=after),
            )
        if after == now:
            return
        was, is_now = self.decision(entity, after), self.decision(entity)
        if was is None or was != is_now:
            text = say(
                "This decision of {entity} is no longer open; look at the new position.", entity=entity or say("nobody")
            )
            raise Conflict(entity, after, now, text)

    def _done_since(self, after: int) -> bool:
        """Whether anything but talk was written since the log had so many entries."""
        return not 0 <= after <= len(self._log) or any(not isinstance(entry, Note) for entry in self._log[after:])

    def _awaits(self, number: int, entity: str) -> bool:
        state = self._moment(number).node.state
        return state is not None and entity in self.engine.actors(state)

    def _same_decision(self, number: int, entity: str) -> bool:
        """Whether the decision open after entry ``number`` was the same before it."""
        entry = self._log[number - 1]
        new, old = self._moments[number].node.state, self._moments[number - 1].node.state
        if not isinstance(entry, Act):
            return new is old
        if new is None or old is None or entry.action.get("entity") == entity:
            return False
        if type(new.frame) is not type(old.frame) or new.stack[:-1] != old.stack[:-1]:
            return False
        return self._awaits(number - 1, entity)

    # -- replay -------------------------------------------------------------------------------------------------------

    def _replay(self, record: Record) -> None:
        head = self._read_head(record)
        moment = self._at_head(record, head, 0, self._moments[0])
        self._moments[0] = moment
        for number, entry in enumerate(record.log, 1):
            try:
                moment = self.next_moment(moment, number, entry)
            except (Refused, LogError) as error:
                beyond = head is not None and record.head is not None and record.head.index >= number
                self._diverged(moment, number, entry, error, record.head.index if beyond and record.head else None)
                if not beyond:
                    self.unplayed = record.log[number - 1 :]
                    return
                dark = isinstance(entry, Act)
                moment = self.moved(moment, grown(moment.node, number, None), (), ()) if dark else moment
            moment = self._at_head(record, head, number, moment)
            self._log.append(entry)
            self._moments.append(moment)

    def _start(self, record: Record) -> S:
        """The first position: what the seed gives, or one that was made up. ``FormatError`` for one that nothing can stand in."""
        if record.origin is None:
            return self.engine.start(record.seed)
        origin = self.codec.state(record.origin)
        if not self.engine.bears(origin):
            raise FormatError("record: origin is no position that this title can be played on from")
        return origin

    def _read_head(self, record: Record) -> S | None:
        """The stored position, if this version can read it and go on from it; the log is the truth, so otherwise we do
        without."""
        if record.head is None:
            return None
        try:
            head = self.codec.state(record.head.position)
        except FormatError:
            return None
        return head if self.engine.bears(head) else None

    def _at_head(self, record: Record, head: S | None, number: int, moment: Moment[S]) -> Moment[S]:
        if head is None or record.head is None or number != record.head.index or moment.node.state == head:
            return moment
        if self.divergence is None:
            self.divergence = Divergence(
                number, moment.node.depth, "the stored position", "another one by these rules", resumed_at=number
            )
        node = moment.node
        return changed(moment, node=Node(node.number, head, node.parent, node.depth))

    def _diverged(
        self, moment: Moment[S], number: int, entry: Entry, error: Refused | LogError, resumed: int | None
    ) -> None:
        if self.divergence is not None and resumed is not None:
            return  # the first one is told; what follows from it is no news
        name = f"{entry.action.get('type')!s:.60}" if isinstance(entry, Act) else type(entry).__name__.lower()
        entity = entry.action.get("entity") if isinstance(entry, Act) else None
        who = f" by {entity:.60}" if isinstance(entity, str) else ""
        reasons = error.reasons if isinstance(error, Refused) else ()
        self.divergence = Divergence(
            number,
            moment.node.depth + 1,
            f"{name}{who} to be allowed",
            f"it refused: {str(error).rstrip('.')}",
            reasons,
            resumed,
        )

    def why_dark(self) -> str:
        """Why these rules cannot give a position."""
        return self.divergence.sentence if self.divergence is not None else super().why_dark()

    def _moment(self, number: int) -> Moment[S]:
        if not 0 <= number < len(self._moments):
            raise LogError(
                say("There is no entry {number}; the log has {length}.", number=number, length=len(self._log))
            )
        return self._moments[number]
