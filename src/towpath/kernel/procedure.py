"""Procedures (the code of a kind of frame) and moves (one kind of action within a procedure)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from towpath.kernel.draft import Draft
from towpath.kernel.offers import Offer
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Action, Frame, GameState
from towpath.language import say

S = TypeVar("S", bound=GameState)
F = TypeVar("F", bound=Frame)
A = TypeVar("A", bound=Action)
Position = Any
"""A state or a draft of one: both read alike. Titles narrow it to their own union."""


class Move(Generic[F, A]):
    """One kind of action: what is offered, what is wrong with one, what it does.

    ``offers`` and ``check`` rest on the same predicates, so they cannot disagree. ``label`` says in a few words what
    the move is ("lay track"); it fills the sentences that explain an action of another moment.
    """

    action: ClassVar[type[Action]]
    label: ClassVar[str] = ""
    rule: str = ""
    only_in_files: ClassVar[bool] = False
    """Whether only records of other programs hold it: nobody is offered it, or told why not."""

    def shape(self, pos: Position, action: A) -> Iterable[Reason]:
        """Reasons of the first tier: does the action name things that exist?"""
        return ()

    def offers(self, pos: Position, frame: F) -> Iterable[Offer]:
        """What is allowed now, for every entity that may act in the frame."""
        raise NotImplementedError

    def check(self, pos: Position, frame: F, action: A) -> Iterable[Reason]:
        """All rules that the action breaks; shape and moment are in order when this is asked."""
        raise NotImplementedError

    def apply(self, draft: Draft[Any], frame: F, action: A) -> None:
        """Do it. The action has passed ``check`` or carries a waiver for what it breaks."""
        raise NotImplementedError


class Procedure(Generic[F]):
    """The code of one kind of frame. It is stateless: everything it needs is in the position and the frame."""

    frame: ClassVar[type[Frame]]
    label: ClassVar[str] = ""
    open_moves: Sequence[Move[Any, Any]] = ()
    """The moves, where they are the same at every moment. A procedure with none and without actors decides nothing: it only
    advances."""

    def actors(self, pos: Position, frame: F) -> tuple[str, ...]:
        """The entities that may act now; several when they decide at the same time."""
        return ()

    def moves(self, pos: Position, frame: F) -> Sequence[Move[Any, Any]]:
        """The moves open at this moment."""
        return self.open_moves

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        """Every move the procedure ever opens, in the order of its steps."""
        return self.open_moves

    def advance(self, draft: Draft[Any], frame: F) -> bool:
        """Do what needs no decision. ``True`` when something changed (it is asked again), ``False`` when a decision is
        awaited. A frame that is done pops itself here."""
        return False

    def resume(self, draft: Draft[Any], frame: F, result: Any) -> None:
        """An inner frame ended with ``result`` (see ``Engine.finish``); the frame given is the current one."""
        return None

    def step(self, pos: Position, frame: F) -> str:
        """What the moment is called, for sentences, in the reader's language: "lay track"."""
        return say(self.label)
