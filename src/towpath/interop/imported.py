"""What reading a file of 18xx.games gives: the game, and everything in which the file and our rules differ."""

from __future__ import annotations

from dataclasses import dataclass, field

from towpath.api import Game
from towpath.interop.document import Document, SiteAction
from towpath.kernel.reasons import Reason


@dataclass(frozen=True, slots=True)
class Applied:
    """An action that stands. ``number``: how long our log was once it had been played; ``entries``: the log entries that it
    became (none for what changes no position); ``bid``: the opening bid that still lacks its city."""

    action: SiteAction
    number: int
    entries: tuple[int, ...] = ()
    bid: SiteAction | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A derived figure that the file has otherwise, such as a revenue. It changes nothing."""

    action: SiteAction | None
    what: str
    expected: str
    found: str

    @property
    def sentence(self) -> str:
        """All of it."""
        where = self.action.name if self.action else "end of the file"
        return f"{where}: {self.what}: expected {self.expected}, found {self.found}"


@dataclass(slots=True)
class Import:
    """A game as far as the file could be followed. ``applied``: the actions that stand at the end, in order, automatic ones
    included; ``differences``; ``waived``: reasons that our rules would have had against an action; ``needless``: passes in
    the file where we wait for nobody; ``added``: (action, who) passes that the file lacks."""

    document: Document
    game: Game
    applied: tuple[Applied, ...] = ()
    differences: list[Difference] = field(default_factory=list)
    waived: list[tuple[SiteAction, Reason]] = field(default_factory=list)
    needless: list[SiteAction] = field(default_factory=list)
    added: list[tuple[SiteAction, str]] = field(default_factory=list)

    def groups(self) -> list[list[Applied]]:
        """The standing actions, each with its automatic ones."""
        found: list[list[Applied]] = []
        for each in self.applied:
            if each.action.sub and found:
                found[-1].append(each)
            else:
                found.append([each])
        return found


class Diverged(Exception):
    """The file does what our rules refuse, waivers granted, or what cannot be understood.

    ``imported`` is the game before that action, ready to be looked at or played on.
    """

    def __init__(self, imported: Import, action: SiteAction, expected: str, found: str) -> None:
        super().__init__(f"{action.name}: expected {expected}; found {found}")
        self.imported = imported
        self.action = action
        self.expected = expected
        self.found = found
