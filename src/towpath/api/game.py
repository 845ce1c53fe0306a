"""A game: open, play, look, undo, save. Everything a program or a page needs, and nothing a rule knows."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from towpath.api import titles
from towpath.api.sandbox import Sandbox
from towpath.kernel import record as records
from towpath.kernel import text as texts
from towpath.kernel import views
from towpath.kernel.codec import FormatError, plain
from towpath.kernel.commitment import commitment_of, committed
from towpath.kernel.engine import Engine, Glimpse, Outcome
from towpath.kernel.moments import Divergence
from towpath.kernel.offers import Offer
from towpath.kernel.reasons import Reason, Refused, shape
from towpath.kernel.record import Act, Entry, Hand, Option, Record, Seat, Wished
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action, Event, GameState
from towpath.kernel.timeline import Timeline
from towpath.kernel.transitions import read_action

ActionLike = Action | Mapping[str, Any]
"""An action, or one as plain data: ``{"type": "pass", "entity": "p1"}``."""


class Game:
    """One play of a title, with its whole past.

    >>> game = Game.new("1867", players=["Ann", "Bob", "Cleo"], seed="tour")   # doctest: +SKIP
    >>> game.to_move, game.offers()                                            # doctest: +SKIP

    Seats are ``p1``, ``p2``, … in the order of the players' names. Log entries are numbered from 1; ``position(0)`` is
    the start. Reading never changes anything; ``play``, ``undo``, ``redo`` and ``write`` append to the log.
    """

    def __init__(self, record: Record, rules: Rules[Any] | None = None) -> None:
        """Open a record, replaying it with every check. ``rules``: composed already, for a title without a name here.

        ``UnknownTitle``, ``ValueError`` of the title for options it does not have. A record that these rules cannot
        replay is no error: see ``divergence``.
        """
        if rules is None:
            players = [seat.id for seat in record.seats]
            rules = titles.compose(record.title, record.options, players, record.overlays)
        self.timeline: Timeline[Any] = Timeline(Engine(rules), record)

    @classmethod
    def new(
        cls,
        title: str,
        players: Sequence[str] | int,
        options: Mapping[str, Option] | None = None,
        seed: str | int = "0",
        overlays: Mapping[str, str] | None = None,
        bots: Sequence[str] = (),
    ) -> Game:
        """A new game. ``players``: their names, or how many. ``bots``: which of the names are bots. The same seed gives
        the same game everywhere."""
        people = [f"Player {n}" for n in range(1, players + 1)] if isinstance(players, int) else list(players)
        unknown = [name for name in bots if name not in people]
        if unknown:
            raise ValueError(f"no player is called {', '.join(unknown)}; players are {', '.join(people)}")
        seats = tuple(Seat(f"p{n}", name, "bot" if name in bots else "person") for n, name in enumerate(people, 1))
        rules = titles.compose(title, options, [seat.id for seat in seats], overlays)
        record = Record(
            title=title,
            rules_version=rules.version,
            options=dict(options or {}),
            overlays=dict(overlays or {}),
            seats=seats,
            seed=str(seed),
        )
        return cls(committed(record) if rules.secrets else record, rules)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        """Open a saved game. ``FormatError`` for a file that is no record, ``OSError`` for one that cannot be read."""
        with open(path, "rb") as file:
            return cls(records.load(file.read()))

    # -- the position -------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules[Any]:
        """The title as composed for this game."""
        return self.timeline.engine.rules

    @property
    def engine(self) -> Engine[Any]:
        """The engine, for positions that are not the present one."""
        return self.timeline.engine

    @property
    def state(self) -> Any:
        """The present position: a frozen value of the title's own class."""
        return self.timeline.state

    @property
    def number(self) -> int:
        """How many entries the log has; an action may name it as ``after``."""
        return len(self.timeline)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self.timeline.seats

    @property
    def to_move(self) -> tuple[str, ...]:
        """The seats whose decision is awaited; several when they decide at the same time, none when it is over."""
        return self.engine.seats_to_act(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.finished is not None

    @property
    def scores(self) -> dict[str, int]:
        """Seat -> score if the game ended now."""
        return self.rules.scores(self.state)

    @property
    def commitment(self) -> str:
        """What was promised of chance at the start; everybody may know it. Empty in a game without secrets, and in a plan."""
        setup = self.timeline.setup
        return commitment_of(setup) if self.rules.secrets and setup.origin is None else ""

    @property
    def undo_reveals(self) -> bool:
        """Whether taking back the last action takes back something that was seen: what nobody knows is then shuffled anew."""
        return self.timeline.undo_reveals()

    @property
    def divergence(self) -> Divergence | None:
        """Where replaying the record parted from it, if it did."""
        return self.timeline.divergence

    @property
    def record(self) -> Record:
        """The game as a record, with the present position in it."""
        return self.timeline.record()

    # -- what may be done ---------------------------------------------------------------------------------------------

    def offers(self, seat: str | None = None) -> list[Offer]:
        """What may be done now, as shapes with allowed values."""
        return self.engine.offers(self.state, seat)

    def legal_actions(self, seat: str | None = None, ranges: int = 3) -> list[Action]:
        """The offers written out; of a range of numbers at most ``ranges`` values (0: all)."""
        return list(self.engine.legal_actions(self.state, seat, ranges))

    def sample(self, rng: Random | None = None, seat: str | None = None) -> Action:
        """One legal action at random. ``LookupError`` when there is none."""
        return self.engine.sample(self.state, rng or Random(), seat)

    def explain(self, action: ActionLike, seat: str | None = None) -> tuple[Reason, ...]:
        """All reasons against an action; empty when it may be played. Never an exception, whatever is asked."""
        try:
            return self.engine.explain(self.state, self.action(action), seat)
        except Refused as refused:
            return refused.reasons

    def preview(self, action: ActionLike, seat: str | None = None) -> Glimpse:
        """What the action would lead to, up to the next decision, chance or secret. Nothing is written."""
        try:
            return self.engine.preview(self.state, self.action(action), seat)
        except Refused as refused:
            return Glimpse((), False, refused.reasons)

    def action(self, action: ActionLike) -> Action:
        """An action from plain data, or from one whose fields may hold anything. ``Refused`` with a reason of shape."""
        data: Any = action
        if isinstance(action, Action):
            try:
                data = msgspec.to_builtins(action)
            except (TypeError, ValueError, RecursionError) as error:
                raise Refused((shape("malformed", "{problem}.", problem=str(error)),)) from None
        return read_action(self.timeline.codec, data)

    # -- doing --------------------------------------------------------------------------------------------------------

    def play(
        self,
        action: ActionLike,
        seat: str | None = None,
        *,
        hand: Hand = "person",
        after: int | None = None,
        at: str | None = None,
    ) -> Outcome[Any]:
        """Play an action and give the new position and all that happened.

        ``seat``: who submits it; without, whoever decides for its entity. ``after``: the log's length that he had seen
        (``Conflict`` if the decision was answered since). Decisions of players who left are answered at once.
        ``Refused`` with all reasons when it is illegal.
        """
        made = self.action(action)
        if seat is None:
            seat = self.rules.controller(self.state, made.entity) or ""
        return self.write(Act(by=seat, at=at, action=self.timeline.codec.plain(made), hand=hand), after=after)

    def undo(self, by: str = "", to: int | None = None, after: int | None = None) -> Outcome[Any]:
        """Take back the last action, or everything after log entry ``to`` (0: all). ``NothingToUndo``."""
        outcome = self.timeline.undo(by, to, after=after)
        return self._settled(outcome.events)

    def redo(self, by: str = "", after: int | None = None) -> Outcome[Any]:
        """Bring back what the most recent undo took. ``NothingToRedo``."""
        self.timeline.redo(by, after=after)
        return self._settled(())

    def ask(self, what: Wished, by: str, to: int | None = None, after: int | None = None) -> Outcome[Any]:
        """Ask the others at the table whether ``undo`` or ``redo`` may be done; the last one to agree does it."""
        outcome = self.timeline.ask(what, by, to, after=after)
        return self._settled(outcome.events)

    def write(self, entry: Entry, *, after: int | None = None, waive: bool = False) -> Outcome[Any]:
        """Append any entry to the log: a hand-over, a leave, an end proposed, a note, an imported action."""
        outcome = self.timeline.append(entry, after=after, waive=waive)
        return self._settled(outcome.events, outcome.waived)

    def _settled(self, events: tuple[Event, ...], waived: tuple[Reason, ...] = ()) -> Outcome[Any]:
        for answer in self.timeline.answer_absent():
            events += answer.events
        return Outcome(self.state, events, waived)

    # -- looking ------------------------------------------------------------------------------------------------------

    def position(self, number: int) -> Any:
        """The position after the first ``number`` log entries; 0 is the start."""
        return self.timeline.position(number)

    def view(self, seat: str | None, number: int | None = None) -> Any:
        """The position as a seat may know it; ``None`` is a spectator."""
        state: GameState = self.state if number is None else self.position(number)
        return views.view(self.rules, state, seat)

    def view_json(self, seat: str | None, number: int | None = None) -> bytes:
        """The view as JSON."""
        return msgspec.json.encode(self.view(seat, number))

    def events(self, number: int | None = None) -> tuple[Event, ...]:
        """What a log entry (default: the last) made happen, secrets included."""
        return self.timeline.events(self.number if number is None else number)

    def events_for(self, seat: str | None, number: int | None = None) -> tuple[Event, ...]:
        """What a log entry made happen, as a seat may know it; ``None`` is a spectator."""
        return views.events_for(self.rules, self.events(number), seat)

    def happened(self, seat: str | None, since: int) -> tuple[Event, ...]:
        """What the actions that stand have made happen after the first ``since`` log entries, as a seat may know it."""
        numbers = [number for number in self.timeline.standing() if number > since]
        return tuple(event for number in numbers for event in self.events_for(seat, number))

    def what_if(self, number: int | None = None) -> Game:
        """An independent game that goes on from after log entry ``number`` (default: from here)."""
        twin: Game = object.__new__(Game)
        twin.timeline = self.timeline.branch(self.number if number is None else number)
        return twin

    def plan(self, seat: str | None, seed: str | int = "plan", number: int | None = None) -> Game:
        """A game of its own that goes on from what a seat may know after log entry ``number`` (default: now), with everything
        hidden made up at random: to try things without learning anything. It begins with entry 0."""
        made_up = self.rules.determinize(self.view(seat, number), Random(f"{seed}"))
        setup = msgspec.structs.replace(self.timeline.setup, seats=self.seats, seed=str(seed), commitment="")
        return Game(msgspec.structs.replace(setup, origin=plain(made_up)), self.rules)

    def sandbox(self, entity: str, number: int | None = None) -> Sandbox:
        """What an entity could do after log entry ``number`` (default: now) if it were to decide there: for any entity at any
        time, and nothing of it is played. ``LogError`` when there is no such position."""
        return Sandbox(self.engine, self.position(self.number if number is None else number), entity)

    def text(self, number: int | None = None) -> str:
        """The position as text for a bug report; ``read_text`` reads it."""
        count = self.number if number is None else number
        setup = self.timeline.setup
        heading = texts.Heading(self.rules.title, self.rules.version, setup.options, self.seats, count)
        return texts.write(heading, self.position(count))

    def read_text(self, text: str) -> Any:
        """A position of this title from text. ``FormatError`` names the line that is wrong."""
        return texts.read(text, self.timeline.codec)[1]

    # -- files --------------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record. The file is replaced in one step: a crash leaves the old one or the new one."""
        target = Path(path)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(records.dump(self.record))
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o644)
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def __repr__(self) -> str:
        to_move = ", ".join(self.to_move) or "nobody"
        return f"<Game {self.timeline.setup.title}, {len(self.seats)} seats, {self.number} entries, to move: {to_move}>"


def open_game(source: str | os.PathLike[str] | bytes | Record | Mapping[str, Any]) -> Game:
    """Open a game from a path, the bytes of a file, a record, or a record as plain data.

    ``FormatError`` says what is wrong with it.
    """
    if isinstance(source, Record):
        return Game(source)
    if isinstance(source, bytes):
        return Game(records.load(source))
    if isinstance(source, Mapping):
        return Game(records.from_plain(dict(source)))
    return Game.load(source)


__all__ = ["ActionLike", "FormatError", "Game", "open_game"]
