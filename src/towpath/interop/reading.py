"""Reading a game of 18xx.games into a game of ours, action by action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from towpath.api import Game, LogError, Refused
from towpath.interop.consenting import lacking
from towpath.interop.document import Document, SiteAction, read_document
from towpath.interop.imported import Applied, Difference, Diverged, Import
from towpath.interop.papers import Papers
from towpath.interop.seeds import seed_for
from towpath.interop.site import Site, options_for, site_for, worker
from towpath.interop.translating import PROGRAM, Translator, recorded_revenues
from towpath.kernel.codec import FormatError
from towpath.kernel.record import Act, Aside, EndOffer, Entry, Note, Option, Redo, Undo
from towpath.kernel.state import Action
from towpath.rail.actions import Pass
from towpath.rail.rules import RailRules
from towpath.rail.state import RailState


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """An action that stands, linked to the one before. ``number``: the last log entry up to here that is an action of ours;
    ``length``: the length of the log afterwards; ``bid``: an opening bid that still lacks its city."""

    before: Standing | None
    action: SiteAction | None
    number: int
    papers: Papers
    laid: Mapping[str, str]
    entries: tuple[int, ...] = ()
    bid: SiteAction | None = None


@dataclass(slots=True)
class _Undone:
    """What an undo took: where to come back to, and whether it had any effect on our log."""

    node: Standing
    written: bool


def read_game(
    source: bytes | str | Mapping[str, Any] | Document, options: Mapping[str, Option] | None = None
) -> Import:
    """Read a game file. ``options``: rules to judge it by instead of that site's.

    ``FormatError``: it is no game file, or damaged. ``UnknownTitle``: of a game that we do not have. ``Diverged``: our
    rules cannot follow it; the exception carries the game before that action.
    """
    reader = Reader(source if isinstance(source, Document) else read_document(source), options)
    return reader.read()


@dataclass(slots=True)
class Reader:
    """Reads one document. ``step`` takes the next action, so that a caller may show how far it is."""

    document: Document
    options: Mapping[str, Option] | None = None
    site: Site = field(init=False)
    imported: Import = field(init=False)
    _translator: Translator = field(init=False)
    _rules: RailRules = field(init=False)
    _last: Standing = field(init=False)
    _undone: list[_Undone] = field(init=False, default_factory=list)
    _by_id: dict[int, Standing] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        document = self.document
        self.site = site_for(document.title)
        options = {**options_for(self.site, document.rules), **(self.options or {})}
        names = [name for _, name in document.players]
        game = Game.new(document.title, names, options, seed=seed_for(document, options))
        assert isinstance(game.rules, RailRules)
        self._rules = game.rules
        seats = {player: seat.id for (player, _), seat in zip(document.players, game.seats, strict=True)}
        self._translator = worker(self.site, "translator", Translator)(self._rules, seats, self.site.homes_chosen)
        self.imported = Import(document, game)
        self._last = Standing(None, None, 0, Papers.fresh(self._rules), {})

    def read(self, to: int | None = None) -> Import:
        """Take all actions, or the first ``to`` of the list."""
        for action in self.document.actions[:to]:
            self.step(action)
        return self.finish()

    def finish(self) -> Import:
        """Say what stands, and compare the result if the file has been followed to its end."""
        self._note_applied()
        last = self.document.actions[-1].number if self.document.actions else 0
        reached = max((each.action.number for each in self.imported.applied), default=0)
        game = self.imported.game
        if self.document.result and game.is_over and reached == last:
            for player, value in self.document.result.items():
                found = game.scores[self._translator.seats[player]]
                if found != value:
                    self._differ(None, f"final value of player {player}", value, found)
        return self.imported

    def step(self, action: SiteAction) -> None:
        """Take one action of the list with its automatic ones. ``Diverged`` when our rules cannot follow."""
        if action.type == "undo":
            self._undo(action)
        elif action.type == "redo":
            self._redo(action)
        elif action.type == "message":
            text = action.data.get("message")
            self._write(Note(text=str(text)[:2000] if text is not None else "", **self._origin(action)))
        else:
            self._undone.clear()
            for each in action.group():
                self._take(each)
            if action.id is not None:
                self._by_id[action.id] = self._last

    # actions

    def _take(self, action: SiteAction) -> None:
        node, state = self._last, self._state
        try:
            if action.type == "end_game":
                self._end(action)
            elif self._translator.silent(action):
                if action.type.startswith(PROGRAM):
                    self._write(Aside(data={"type": action.type, **action.data}, **self._origin(action)))
                self._last = Standing(node, action, node.number, node.papers, node.laid, bid=node.bid)
            elif state.finished is not None:
                raise self._diverged(action, "a game that goes on", "it is over")
            elif self._translator.awaits_city(state, action) and node.bid is None:
                self._translator.entity(action)
                self._last = Standing(node, action, node.number, node.papers, node.laid, bid=action)
            else:
                wanted = self._translator.read(state, action, node.laid, node.papers, node.bid)
                self._play(action, wanted)
        except FormatError as error:
            raise self._diverged(action, "an action that can be understood", str(error)) from None

    def _play(self, action: SiteAction, wanted: list[Action]) -> None:
        node = self._last
        before = self._state
        entries: list[int] = []
        for each in wanted:
            if isinstance(each, Pass) and self._needless(each):
                self.imported.needless.append(action)
                continue
            for added in lacking(self.imported.game.engine, self._state, each):
                self.imported.added.append((action, added.entity))
                entries.append(self._append(action, added))
            entries.append(self._append(action, each))
        self._compare_revenues(action, entries)
        laid = node.laid
        if action.type == "lay_tile":
            laid = {**laid, action.text("hex"): action.text("tile")}
        papers = node.papers
        if self._state.certificates is not before.certificates:
            papers = papers.after(self._rules, self._state, self._translator.named_papers(before, action))
        number = entries[-1] if entries else node.number
        self._last = Standing(node, action, number, papers, laid, tuple(entries))

    def _needless(self, action: Pass) -> bool:
        """Whether a pass answers nothing that we ask of anybody."""
        engine = self.imported.game.engine
        return any(reason.tier == "moment" for reason in engine.check(self._state, action))

    def _append(self, action: SiteAction, wanted: Action) -> int:
        game = self.imported.game
        act = Act(action=game.timeline.codec.plain(wanted), hand="import", **self._origin(action, wanted.entity))
        try:
            outcome = game.timeline.append(act, waive=True)
        except Refused as refused:
            raise self._diverged(action, "it to be allowed", str(refused)) from None
        except LogError as error:
            raise self._diverged(action, "a game that goes on", str(error)) from None
        self.imported.waived.extend((action, reason) for reason in outcome.waived)
        return game.number

    def _end(self, action: SiteAction) -> None:
        """The game was ended by hand. Where we hold it to be over already there is nothing left to end."""
        node, game = self._last, self.imported.game
        if game.is_over:
            self._last = Standing(node, action, node.number, node.papers, node.laid)
            return
        self._write(EndOffer(hand="import", **self._origin(action)))
        self._last = Standing(node, action, game.number, node.papers, node.laid, (game.number,))

    def _compare_revenues(self, action: SiteAction, entries: list[int]) -> None:
        if action.type != "run_routes" or not entries:
            return
        ran = [event for event in self.imported.game.events(entries[-1]) if event.kind == "train_ran"]
        for event, recorded in zip(ran, recorded_revenues(action), strict=False):
            if isinstance(recorded, int) and recorded != event.data["revenue"]:
                self._differ(action, f"revenue of train {event.data['train']}", recorded, event.data["revenue"])

    # undo and redo

    def _undo(self, action: SiteAction) -> None:
        target = self._undo_target(action)
        node, self._last = self._last, target
        written = target.number != node.number
        if written:
            self._write(Undo(to=target.number, **self._origin(action)))
        self._undone.append(_Undone(node, written))

    def _undo_target(self, action: SiteAction) -> Standing:
        to = action.data.get("action_id")
        if self._last.before is None:
            raise self._diverged(action, "an action that can be taken back", "none stands")
        if to is None:
            return self._group_start(self._last)
        each: Standing | None = self._last
        if to == 0:
            while each is not None and each.before is not None:
                each = each.before
            return each or self._last
        wanted = self._by_id.get(to) if isinstance(to, int) else None
        while each is not None and each is not wanted:
            each = each.before
        if each is None:
            raise self._diverged(action, f"action {to} among those that stand", "it is not there")
        return each

    def _group_start(self, node: Standing) -> Standing:
        """What stood before the last action with all its automatic ones."""
        number = node.action.number if node.action else 0
        each = node
        while each.before is not None and each.action is not None and each.action.number == number:
            each = each.before
        return each

    def _redo(self, action: SiteAction) -> None:
        if not self._undone:
            raise self._diverged(action, "something that was taken back", "nothing was")
        undone = self._undone.pop()
        self._last = undone.node
        if undone.written:
            self._write(Redo(**self._origin(action)))

    # writing

    @property
    def _state(self) -> RailState:
        state = self.imported.game.state
        assert isinstance(state, RailState)
        return state

    def _write(self, entry: Entry) -> None:
        self.imported.game.timeline.append(entry)

    def _origin(self, action: SiteAction, entity: str | None = None) -> dict[str, Any]:
        """Who did it, when, and where it stands in the file."""
        seat = self._translator.seats.get(action.user or (action.entity if action.kind == "player" else ""))
        if seat is None and entity is not None:
            seat = self._rules.controller(self._state, entity)
        at = None
        if action.at is not None and 0 < action.at < 2**33:
            at = datetime.fromtimestamp(action.at, UTC).isoformat()
        source = f"{action.label}.{action.sub}" if action.sub else action.label
        return {"by": seat or "", "at": at, "source": source}

    def _differ(self, action: SiteAction | None, what: str, expected: object, found: object) -> None:
        self.imported.differences.append(Difference(action, what, str(expected), str(found)))

    def _diverged(self, action: SiteAction, expected: str, found: str) -> Diverged:
        self._note_applied()
        return Diverged(self.imported, action, expected, found)

    def _note_applied(self) -> None:
        found = []
        each: Standing | None = self._last
        while each is not None and each.action is not None:
            found.append(Applied(each.action, each.number, each.entries, each.bid))
            each = each.before
        self.imported.applied = tuple(reversed(found))
