"""The log in words: one line an entry, grouped by rounds, made once and kept."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import msgspec

from towpath import language
from towpath.api import Game
from towpath.kernel.moments import Unreachable
from towpath.kernel.record import (
    Act,
    Aside,
    EndAnswer,
    EndOffer,
    HandOver,
    Leave,
    Note,
    Redo,
    Return,
    Undo,
    UndoAnswer,
    UndoOffer,
)
from towpath.language import say
from towpath.server import wording


class Line(msgspec.Struct, frozen=True):
    """A log entry. ``number`` is the position it led to, ``who`` decided or spoke, ``hand`` as in the record; ``turn``: whose
    turn it was, in words, where a turn is more than one decision."""

    number: int
    round: str
    who: str
    sentences: tuple[str, ...]
    hand: str = "person"
    is_action: bool = True
    turn: str = ""
    is_talk: bool = False

    @property
    def told_hand(self) -> str:
        """Whose hand it was as everybody may know it: ``bot`` or ``absent``, else nothing. That a seat has a program is its
        secret, so its actions look like any other."""
        return self.hand if self.hand in ("bot", "absent") else ""


class Chapter(msgspec.Struct, frozen=True):
    """The lines of one round."""

    round: str
    lines: tuple[Line, ...]

    @property
    def first(self) -> int:
        """The entry that it begins with."""
        return self.lines[0].number


class Chronicle:
    """The lines of one game, as each seat may know them. They never change once made: the log only grows, and a name given to
    a seat later holds from then on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: dict[tuple[str, str | None], list[Line]] = {}
        self._chapters: dict[tuple[str, str | None], tuple[int, list[Chapter]]] = {}

    def lines(self, names: Mapping[str, str], viewer: str | None = None) -> list[Line]:
        """All entries so far, as ``viewer`` may know them (``None``: a spectator)."""
        made = self._lines.setdefault(self._reader(viewer), [])
        while len(made) < self._game.number:
            made.append(self._line(len(made) + 1, names, viewer))
        return made

    def chapters(self, names: Mapping[str, str], viewer: str | None = None) -> list[Chapter]:
        """The entries by rounds, in order; a round that was gone back to begins anew."""
        lines = self.lines(names, viewer)
        length, made = self._chapters.get(self._reader(viewer), (-1, []))
        if length != len(lines):
            made = [Chapter(name, tuple(each)) for name, each in groupby(lines, lambda line: line.round)]
            self._chapters[self._reader(viewer)] = (len(lines), made)
        return made

    def _reader(self, viewer: str | None) -> tuple[str, str | None]:
        """What the lines depend on besides the log: the language, and where anything is secret the viewer."""
        return (language.current(), viewer if self._game.rules.secrets else None)

    def undone(self) -> frozenset[int]:
        """The entries that do not stand: actions taken back, and the undoing itself."""
        timeline = self._game.timeline
        standing = set(timeline.standing())
        gone = (
            number
            for number, entry in enumerate(timeline.log, 1)
            if number not in standing and isinstance(entry, Act | Undo | Redo)
        )
        return frozenset(gone)

    def last(self, names: Mapping[str, str]) -> str:
        """The last thing that happened, in a sentence or two, as everybody may know it."""
        line = next((line for line in reversed(self.lines(names)) if not line.is_talk), None)
        return " ".join(line.sentences[:2]) if line is not None else say("Nothing has happened yet.")

    def _line(self, number: int, names: Mapping[str, str], viewer: str | None) -> Line:
        game = self._game
        entry = game.timeline.log[number - 1]
        try:
            # The round in which it was done: a round that this very entry closed or opened is told by its sentences.
            label = getattr(game.position(number - 1 if isinstance(entry, Act) else number), "round", "")
        except Unreachable:
            label = ""
        name = wording.round_name(game.rules, label)
        who = names.get(entry.by, entry.by)
        if isinstance(entry, Act):
            told = wording.story(game.rules, game.events_for(viewer, number), names)
            sentences = tuple(told) or (self._bare(entry, number, names, viewer),)
            return Line(number, name, who, sentences, entry.hand, turn=self._turn(number - 1, names))
        told = [_told(entry, who, names)]
        if isinstance(entry, UndoOffer | UndoAnswer) and game.timeline.standing(number) != game.timeline.standing(
            number - 1
        ):
            told.append(say("It is done."))
        turn, talk = self._turn(number, names), isinstance(entry, Note)
        return Line(number, name, who, tuple(told), is_action=False, turn=turn, is_talk=talk)

    def _turn(self, number: int, names: Mapping[str, str]) -> str:
        try:
            return wording.turn_of(self._game.rules, self._game.position(number), names)
        except Unreachable:
            return ""

    def _bare(self, entry: Act, number: int, names: Mapping[str, str], viewer: str | None) -> str:
        """An action that no event tells of."""
        entity = wording.entity_name(self._game.rules, str(entry.action.get("entity", "")), names)
        if self._game.rules.secrets and entry.by != viewer:
            return say("{entity} has decided.", entity=entity)
        try:
            state = self._game.position(number - 1)
        except Unreachable:
            return f"{entity}: {entry.action.get('type')}."
        return f"{entity}: {wording.action_name(self._game.rules, state, entry.action, names, small=True)}."


def _undone(who: str, to: int | None, reshuffled: bool) -> str:
    if to is None and reshuffled:
        return say("{who} takes back one action; what nobody has seen is shuffled anew.", who=who)
    if to is None:
        return say("{who} takes back one action.", who=who)
    if reshuffled:
        return say("{who} goes back to entry {to}; what nobody has seen is shuffled anew.", who=who, to=to)
    return say("{who} goes back to entry {to}.", who=who, to=to)


def _told(entry: object, who: str, names: Mapping[str, str]) -> str:
    match entry:
        case Undo(to=to, reshuffled=reshuffled):
            return _undone(who or say("The table"), to, reshuffled)
        case Redo():
            return say("{who} brings back what was taken back.", who=who or say("The table"))
        case HandOver(seat=seat, name=name):
            return say("{who}'s seat is now played by {name}.", who=names.get(seat, seat), name=name)
        case Leave(seat=seat):
            return say("{who} leaves the table.", who=names.get(seat, seat))
        case Return(seat=seat):
            return say("{who} is back.", who=names.get(seat, seat))
        case EndOffer(hand="host"):
            return say("The host ends the game as it stands.")
        case EndOffer():
            return say("{who} proposes to end the game as it stands.", who=who or say("Somebody"))
        case UndoOffer(what="redo"):
            return say("{who} asks to bring back what was taken back.", who=who)
        case UndoOffer(to=None):
            return say("{who} asks to take back one action.", who=who)
        case UndoOffer(to=to):
            return say("{who} asks to go back to entry {to}.", who=who, to=to)
        case UndoAnswer(agree=agree):
            return say("{who} agrees.", who=who) if agree else say("{who} does not agree to that.", who=who)
        case EndAnswer(agree=agree):
            text = "{who} agrees to end the game." if agree else "{who} does not agree to end the game."
            return say(text, who=who)
        case Note(text=text):
            return text
        case Aside():
            return say("Something that {who} had set on another site, without effect here.", who=who or say("somebody"))
    return ""
