"""The games of this server: open ones in memory behind a lock each, every change stored before it is answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from threading import RLock
from typing import Any, TypeAlias

import msgspec

from towpath import language
from towpath.api import BadProgram, Conflict, FormatError, Game, LogError, Outcome, Refused
from towpath.api.names import check_names, check_table_name, is_readable
from towpath.api.numbers import Numbers
from towpath.api.programs import Standing, run
from towpath.kernel.offers import Offer
from towpath.kernel.record import EndAnswer, EndOffer, Entry, Note, Option, Return
from towpath.language import Languages, Text, say
from towpath.server import undoing, wording
from towpath.server.chronicle import Chronicle
from towpath.server.clocks import Clocks
from towpath.server.curtain import Screens
from towpath.server.files import new_seed
from towpath.server.gate import Access
from towpath.server.holding import confirm
from towpath.server.notes import Notes
from towpath.server.notices.addresses import AddressBook
from towpath.server.notices.outbox import GRACE, Outbox
from towpath.server.programming import ProgramShelf, Save, both
from towpath.server.seating import Seating
from towpath.server.settings import MOST_TALK
from towpath.server.store import Listed, NoSuchGame, PlanOf, Said, Store, Summary
from towpath.server.terms import Terms
from towpath.server.undoing import Question

KEPT_PIECES = 48
"""Drawn pieces of pages that an open game keeps; a map is some sixty kilobytes, most others a tenth of that."""
MOST_PLANS = 20
"""Plans of one game that one person can have."""
RETRIES = 30
"""How often a change is tried again on the newest log when another server process wrote first; each time somebody did get on."""
IN_THE_WAY: Text = "This game is being changed from several places at once; look again and repeat."


class OpenGame:
    """A game in memory. Take ``lock`` to read or change it: the pages of one game are made one after the other."""

    def __init__(
        self,
        game_id: str,
        name: str,
        game: Game,
        notes: Notes | None = None,
        shelf: ProgramShelf | None = None,
        begun: datetime | None = None,
    ) -> None:
        """``begun``: when the game came to this table."""
        self._notes = notes
        self.id = game_id
        self.name = name
        self.game = game
        self._shelf = shelf
        self.lock = RLock()
        self._begun = begun
        self._begin()

    def _begin(self) -> None:
        """Everything that is derived from the log, anew."""
        self.chronicle = Chronicle(self.game)
        self.clocks = Clocks(self.game, self._begun)
        self.numbers = Numbers(self.game)
        self._offers: tuple[int, list[Offer]] = (-1, [])
        self._drawn: OrderedDict[tuple[object, ...], str] = OrderedDict()

    @property
    def length(self) -> int:
        """How many entries of the game's log are known here, with those that these rules refuse to play."""
        return self.game.number + len(self.game.timeline.unplayed)

    def follow(self, entries: Sequence[Entry]) -> bool:
        """Take over what another server process has written. ``False`` where that cannot be judged from here: then the game has
        to be read anew, with its stored position."""
        try:
            self.game.timeline.follow(entries)
        except (Refused, LogError):
            return False
        return True

    def back_to(self, number: int) -> None:
        """Give up the entries after the first ``number``, which could not be stored, and whatever was derived from them."""
        if self.game.number > number:
            self.game.timeline.forget(number)
            self._begin()

    @property
    def names(self) -> dict[str, str]:
        """Seat -> the name of who sits there."""
        return {seat.id: seat.name for seat in self.game.seats}

    def notes_of(self, who: str) -> str:
        """What somebody has written down about the game for himself; nothing where no notes are kept."""
        return self._notes.read(self.id, who) if self._notes is not None else ""

    def offers(self) -> list[Offer]:
        """What may be done now; kept, so that what is searched (routes) is searched once a position."""
        if self._offers[0] != self.game.number:
            self._offers = (self.game.number, self.game.offers())
        return self._offers[1]

    def programs(self, seat: str) -> list[Standing]:
        """What a seat has programmed; for whoever holds that seat alone."""
        return [] if self._shelf is None else self._shelf.of(self.id, self.game.rules, seat)

    def drawn(self, key: tuple[object, ...], draw: Callable[[], str]) -> str:
        """A piece of a page that depends on nothing but ``key``: a position's number and what is in hand. Positions never
        change, so what was drawn once is kept for a while."""
        key = (language.current(), *key)
        found = self._drawn.pop(key, None)
        if found is None:
            found = draw()
        self._drawn[key] = found
        while len(self._drawn) > KEPT_PIECES:
            self._drawn.popitem(last=False)
        return found


Listener: TypeAlias = Callable[[str], None]
"""Called with the id of a game after something about it has changed and been stored. It must be quick and raise nothing."""


class Games:
    """Opens, plays and keeps games. ``listeners`` are told of every change, ``openers`` of every game that was read from the
    database because somebody wants to see it."""

    def __init__(
        self,
        store: Store,
        seating: Seating,
        capacity: int = 64,
        grace: float = GRACE,
        languages: Languages | None = None,
    ) -> None:
        """``capacity``: how many games are kept in memory; ``grace``: seconds before notices (see ``notices.outbox``);
        ``languages``: those that lists of games are read in (``None``: English alone)."""
        self.languages = languages or Languages()
        self.store = store
        self.seating = seating
        self.notes = Notes(store.database)
        self.programs = ProgramShelf(store.database)
        self.addresses = AddressBook(store.database)
        self.outbox = Outbox(store.database, grace)
        self.screens = Screens(store.database, self._at_hand, self.get)
        self.listeners: list[Listener] = []
        self.openers: list[Listener] = []
        self._capacity = capacity
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._loading: dict[str, RLock] = {}
        self._lock = RLock()

    # -- the list -----------------------------------------------------------------------------------------------------

    def listed(self, only: Collection[str] | None = None) -> list[Listed]:
        """All games, last changed first; or ``only`` those with these ids and those shown to everybody."""
        return self.store.listed(only)

    def create(
        self,
        title: str,
        players: list[str],
        options: Mapping[str, Option],
        seed: str,
        name: str = "",
        terms: Terms | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> OpenGame:
        """Start a game. ``bots``: which players, counted from 0, are which programs. ``UnknownTitle``, or ``ValueError`` in
        plain words for options that do not go."""
        check_names(players)
        programs = {f"p{index + 1}": bot for index, bot in (bots or {}).items()}
        game = Game.new(title, players, options, seed, bots=[players[index] for index in bots or {}])
        opened = self._add(game, name, terms)
        self.seating.set_bots(opened.id, programs)
        self.tell(opened.id)
        return opened

    def adopt(self, game: Game, name: str = "", note: str = "") -> OpenGame:
        """Take in a game from elsewhere. A ``note`` about it is written into its log."""
        if note:
            game.write(Note(by="table", text=note))
        return self._add(game, name)

    def plan(self, access: Access, number: int, name: str = "") -> OpenGame:
        """A plan: a game of one's own that goes on from the position after ``number`` entries, all seats to be played, that
        nobody else sees. ``LogError`` when there is no such position or it cannot be shown to one person alone."""
        opened, table = self.get(access.table.id), access.table
        with opened.lock:
            if not access.who:
                raise LogError(
                    say("A plan belongs to a browser or to the holder of a token; this request comes from neither.")
                )
            root = table.plan_of or table.id
            if len(self.store.plans(root, (access.pen,))) >= MOST_PLANS:
                raise LogError(say("You have {most} plans of this game; throw one away first.", most=MOST_PLANS))
            twin = _plan_of(opened.game, access, number)
            for seat in sorted(twin.timeline.away):
                twin.write(Return(seat=seat, at=now()))
            at = min(number, table.plan_at) if table.plan_of else number
            shown = name.strip()[:120] or say("Plan from entry {entry}", entry=at)
            plan = PlanOf(root, at, access.pen)
            return self._add(twin, shown, msgspec.structs.replace(table.terms, sitting="screen", listed=False), plan)

    def rename(self, game_id: str, name: str) -> None:
        """Give a game another name. ``FormatError`` for one that cannot be read."""
        check_table_name(name)
        self.store.rename(game_id, name)
        self.tell(game_id)

    def delete(self, game_id: str) -> None:
        """Forget a game for good, with all plans of it."""
        self.store.delete(game_id)
        self.forget(game_id)
        self.tell(game_id)

    def tell(self, game_id: str) -> None:
        """Tell the listeners that something about a game has changed."""
        for listener in self.listeners:
            listener(game_id)

    def forget(self, game_id: str) -> None:
        """Drop a game from memory; it is read again when somebody asks for it."""
        with self._lock:
            self._open.pop(game_id, None)

    # -- one game -----------------------------------------------------------------------------------------------------

    def get(self, game_id: str) -> OpenGame:
        """A game as it stands in the database. ``NoSuchGame``."""
        try:
            name, length = self.store.standing(game_id)
        except NoSuchGame:
            self.forget(game_id)
            raise
        found = self._cached(game_id)
        if found is not None and self._up_to_date(found, length):
            found.name = name
            return found
        with self._lock:
            gate = self._loading.setdefault(game_id, RLock())
        with gate:
            found = self._cached(game_id)
            read = found is None or found.length < length
            if found is None or read:
                name, record, begun = self.store.load(game_id)
                found = self._keep(OpenGame(game_id, name, Game(record), self.notes, self.programs, begun))
        with self._lock:
            self._loading.pop(game_id, None)
        for listener in self.openers if read else ():
            listener(game_id)
        return found

    def _up_to_date(self, opened: OpenGame, length: int) -> bool:
        """Whether a game in memory has as many entries as the database, after those were taken over that other server processes
        have written."""
        # Under the lock: what somebody has just written there and not stored yet does not count.
        with opened.lock:
            return opened.length >= length or opened.follow(self.store.entries(opened.id, opened.length))

    def visit(self, game_id: str) -> None:
        """Somebody looks on at a game that need not be read for him; who waits for that (see ``openers``) is told."""
        if self._cached(game_id) is None:
            for listener in self.openers:
                listener(game_id)

    def act(self, access: Access, action: Mapping[str, Any], after: int | None, seat: str | None = None) -> OpenGame:
        """Play an action for whoever decides for its entity (or ``seat``, if that is he) and store it.

        ``NotYours`` for a seat that the access does not hold, ``Refused`` with all reasons, ``Conflict`` when the decision
        was answered since log entry ``after``.
        """

        def play(game: Game) -> Outcome[Any]:
            return game.play(action, access.seat_for(game, action, seat), after=after, at=now())

        return self.change_as(access, play)

    def undo(self, access: Access, after: int | None, to: int | None = None) -> OpenGame:
        """Take back the last action, or all after entry ``to``; or ask for it, by the policy of the table. ``NotYours``,
        ``NothingToUndo``, ``Conflict``."""
        return self.change_as(access, lambda game: undoing.undo(access, game, after, to, now()))

    def redo(self, access: Access, after: int | None) -> OpenGame:
        """Bring back what the last undo took. ``NotYours``, ``NothingToRedo``, ``Conflict``."""
        return self.change_as(access, lambda game: undoing.redo(access, game, after, now()))

    def answer(self, access: Access, question: Question, agree: bool, after: int | None) -> OpenGame:
        """Answer what the other players have asked. ``NotYours``, ``LogError``, ``Conflict``."""
        return self.change_as(access, lambda game: undoing.answer(access, game, question, agree, after, now()))

    def propose_end(self, access: Access) -> OpenGame:
        """Ask the other players whether the game is to end as it stands. ``NotYours``, ``LogError``."""
        return self.change_as(access, lambda game: undoing.propose_end(access, game, now()))

    def say(self, access: Access, text: str, seat: str = "") -> OpenGame:
        """Say something to the table, for ``seat`` or the first of one's own. ``NotYours``; ``ValueError`` for nothing or too
        much."""
        words = " ".join(text.split())
        if not 0 < len(words) <= MOST_TALK:
            raise ValueError(say("A remark has 1 to {most} characters.", most=MOST_TALK))

        def speak(game: Game) -> Outcome[Any]:
            mine = access.held(game)
            if not mine or (seat and seat not in mine):
                raise access.not_yours(game, seat if seat in game.rules.seats else None)
            return game.write(Note(by=seat or mine[0], at=now(), text=words))

        return self.change_as(access, speak)

    def end(self, access: Access) -> OpenGame:
        """End a game as it stands: all at the screen agree, or the host decides. ``NotYours``; ``LogError`` when it is over
        already."""
        if not access.every:
            access.need_host()
        return self.change_as(access, _all_agree if access.every else _host_ends)

    def change_as(self, access: Access, change: Callable[[Game], Outcome[Any]], also: Save | None = None) -> OpenGame:
        """``change`` for somebody who asks: ``NotYours`` as well when his access has ended by the moment it is stored."""
        held = partial(confirm, access)
        return self.change(access.table.id, change, held if also is None else both(held, also))

    def change(self, game_id: str, change: Callable[[Game], Outcome[Any]], also: Save | None = None) -> OpenGame:
        """Change a game by writing to its log, let the programs of the seats answer, and store what was written, with what
        ``also`` writes, before anybody is told of it. What ``change`` raises goes on to the caller, and nothing is stored; it may
        be called again on a newer log."""
        for _ in range(RETRIES):
            opened = self.get(game_id)
            with opened.lock:
                if self._cached(game_id) is not opened:
                    continue
                known, stored = opened.game.number, False
                try:
                    change(opened.game)
                    save = self.programs.follow(game_id, opened.game, now())
                    save = both(save, self.outbox.follow(game_id, opened.game, known))
                    stored = self._write(opened, known, save if also is None else both(save, also))
                finally:
                    if not stored:
                        # Memory is ahead of the database: what is not stored must not be shown to those who wait here.
                        opened.back_to(known)
            if stored:
                self.tell(game_id)
                return opened
        raise Conflict("", 0, 0, say(IN_THE_WAY))

    def _write(self, opened: OpenGame, known: int, save: Save) -> bool:
        timeline = opened.game.timeline
        entries = timeline.log[known:]
        return self.store.append(opened.id, known, entries, timeline.record().head, self._summary(opened), save)

    # -- programmed actions -------------------------------------------------------------------------------------------

    def program(self, access: Access, seat: str | None, wanted: Mapping[str, Any]) -> OpenGame:
        """Have something done for a seat from now on, at once if it is its moment. Nobody else notices before it acts.

        ``NotYours`` for a seat that the access does not hold, ``LogError`` for what cannot be read or is not on offer.
        """
        for _ in range(RETRIES):
            opened = self.get(access.table.id)
            with opened.lock:
                who = access.seat_of_program(opened.game, seat)
                try:
                    made = self.programs.chosen(opened.id, opened.game, who, wanted)
                except (BadProgram, FormatError) as error:
                    raise LogError(say("That cannot be programmed: {error}", error=error)) from None
                (tried,) = run(opened.game.what_if(), [made])
                acts = tried.acted > made.acted
                if not self.programs.put(opened.id, opened.length, made if acts else tried, partial(confirm, access)):
                    continue
            return self.change_as(access, lambda game: Outcome(game.state, ())) if acts else opened
        raise Conflict("", 0, 0, say(IN_THE_WAY))

    def _summary(self, opened: OpenGame) -> Summary:
        """The summary as it is kept, for readers of every language there is."""
        said = {}
        for code in self.languages.names:
            if code != language.ENGLISH:
                with self.languages.speaking(code):
                    made = summary(opened)
                said[code] = Said(made.moment, made.turn, made.last)
        with language.english():
            return msgspec.structs.replace(summary(opened), said=said)

    def stop_program(self, access: Access, seat: str | None, slot: str) -> OpenGame:
        """Put a program of a seat away, whether it runs or is over. ``NotYours``."""
        opened = self.get(access.table.id)
        self.programs.drop(opened.id, access.seat_of_program(opened.game, seat), slot)
        return opened

    # -- memory -------------------------------------------------------------------------------------------------------

    def _add(self, game: Game, name: str, terms: Terms | None = None, plan: PlanOf | None = None) -> OpenGame:
        called = (
            name if is_readable(name) else f"{game.rules.title}: {', '.join(seat.name for seat in game.seats)}"[:120]
        )
        opened = OpenGame("", called, game, self.notes, self.programs, datetime.now(UTC))
        opened.id = self.store.create(opened.name, game.record, self._summary(opened), terms, plan)
        return self._keep(opened)

    def _at_hand(self, game_id: str) -> tuple[Game, RLock]:
        opened = self._cached(game_id) or self.get(game_id)
        return opened.game, opened.lock

    def _cached(self, game_id: str) -> OpenGame | None:
        with self._lock:
            found = self._open.get(game_id)
            if found is not None:
                self._open.move_to_end(game_id)
            return found

    def _keep(self, opened: OpenGame) -> OpenGame:
        with self._lock:
            self._open[opened.id] = opened
            self._open.move_to_end(opened.id)
            while len(self._open) > self._capacity:
                self._open.popitem(last=False)
        return opened


def _all_agree(game: Game) -> Outcome[Any]:
    persons = [seat.id for seat in game.seats if seat.kind == "person" and seat.id not in game.timeline.away]
    if not persons:
        return _host_ends(game)
    outcome = game.write(EndOffer(by=persons[0], at=now()))
    for seat in persons[1:]:
        outcome = game.write(EndAnswer(by=seat, agree=True, at=now()))
    return outcome


def _host_ends(game: Game) -> Outcome[Any]:
    return game.write(EndOffer(hand="host", at=now()))


def summary(opened: OpenGame) -> Summary:
    """What lists of games show of this one now, in the reader's language."""
    game, names = opened.game, opened.names
    moment = wording.moment_of(game.rules, game.state)
    return Summary(
        players=tuple(names.values()),
        moment=moment.round,
        turn=_result(opened) if game.is_over else moment.line(game.rules, names),
        last=opened.chronicle.last(names),
        finished=game.is_over,
        deciders=game.to_move,
    )


def _result(opened: OpenGame) -> str:
    """The final values, best first; empty for a title that counts none."""
    game, names = opened.game, opened.names
    values = sorted(game.scores.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{names.get(seat, seat)} {wording.score(game.rules, value)}" for seat, value in values)


def _plan_of(game: Game, access: Access, number: int) -> Game:
    """A game that a plan is played on. While one with secrets is running, what its maker may not know is made up: a copy would
    tell it."""
    made_up_already = game.timeline.setup.origin is not None
    if not game.rules.secrets or game.is_over or made_up_already:
        return game.what_if(number)
    held = access.held(game)
    seat = next((seat for seat in game.to_move if seat in held), next(iter(held), None))
    twin = game.plan(seat, new_seed(), number)
    twin.write(Note(by="table", text="What you may not know has been made up at random for this plan."))
    return twin


def now() -> str:
    """The time, as entries carry it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
