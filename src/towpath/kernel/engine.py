"""The engine: apply, check, explain, offer, sample and preview, for any title."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from towpath.kernel import chance
from towpath.kernel.draft import Draft, PreviewStopped
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, Refused, moment, shape
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action, Event, Frame, GameState

S = TypeVar("S", bound=GameState)

SETTLE_LIMIT = 10_000
"""Automatic steps after one action before the engine says that a title is stuck in a loop."""


class Outcome(msgspec.Struct, Generic[S], frozen=True):
    """What an action led to: the next state and what happened, in order. ``waived``: the reasons set aside. ``revealed``:
    something came to light that nobody could know before."""

    state: S
    events: tuple[Event, ...]
    waived: tuple[Reason, ...] = ()
    revealed: bool = False


class Glimpse(msgspec.Struct, frozen=True):
    """A preview: the events up to the next decision, and the ``state`` then. ``stopped`` when chance or a secret came first;
    ``until`` is then the position that it stopped at, if the action itself was done by that time."""

    events: tuple[Event, ...]
    stopped: bool
    reasons: tuple[Reason, ...] = ()
    state: GameState | None = None
    until: GameState | None = None


def finish(draft: Draft[Any], rules: Rules[Any], result: Any = None) -> None:
    """End the innermost frame and tell the one below it the result."""
    draft.pop()
    below = draft.frame
    if below is not None:
        rules.procedures[type(below)].resume(draft, below, result)


class Engine(Generic[S]):
    """Plays one composed title. It holds no position: every method takes one."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules

    def start(self, seed: str) -> S:
        """The first position that awaits a decision."""
        draft = self.rules.draft(self.rules.setup(seed))
        self._settle(draft)
        return draft.commit()

    def settled(self, state: S) -> Outcome[S]:
        """Do what needs no decision from a position that somebody has put together, up to the next decision."""
        draft = self.rules.draft(state)
        self._settle(draft)
        return Outcome(draft.commit(), tuple(draft.events))

    def procedure(self, frame: Frame) -> Procedure[Any]:
        """The code of a frame."""
        return self.rules.procedures[type(frame)]

    def actors(self, state: S) -> tuple[str, ...]:
        """The entities whose decision is awaited; empty when the game is over."""
        frame = state.frame
        return () if frame is None or state.finished else self.procedure(frame).actors(state, frame)

    def seats_to_act(self, state: S) -> tuple[str, ...]:
        """The seats that must decide, in the order of the entities, each once."""
        seats = (self.rules.controller(state, entity) for entity in self.actors(state))
        return tuple(dict.fromkeys(seat for seat in seats if seat is not None))

    def offers(self, state: S, seat: str | None = None) -> list[Offer]:
        """What may be done now; with ``seat`` only what that seat may do."""
        return [offer for move in self._moves(state) for offer in self._offers(state, move, seat)]

    def legal_actions(self, state: S, seat: str | None = None, ranges: int = 3) -> Iterator[Action]:
        """The offers written out. Of a range of numbers (bids, prices) at most ``ranges`` values; 0 gives all."""
        for offer in self.offers(state, seat):
            yield from offer.actions(ranges)

    def sample(self, state: S, rng: Random, seat: str | None = None) -> Action:
        """One legal action: a move at random, then one of its offers, then values. Only the offers of moves that are tried are
        worked out. ``LookupError`` when there is none."""
        moves = self._moves(state)
        rng.shuffle(moves)
        for move in moves:
            found = self._offers(state, move, seat)
            if found:
                return rng.choice(found).draw(rng)
        raise LookupError("nobody may act: the game is over or it is not this seat's turn")

    def check(self, state: S, action: Action, seat: str | None = None) -> tuple[Reason, ...]:
        """All reasons of the first tier that fails; empty when the action is legal. ``seat``: who submits it."""
        frame = state.frame
        if frame is None or state.finished:
            return (moment("game_over", "The game is over; nothing more can be done."),)
        procedure = self.procedure(frame)
        open_moves = procedure.moves(state, frame)
        move = _find(open_moves, action)
        cited = self.rules.cited
        shapes = self._shape(state, procedure, move, action)
        if shapes:
            return shapes
        moments = tuple(map(cited, self._moment(state, frame, procedure, open_moves, move, action, seat)))
        if moments or move is None:
            return moments
        return tuple(map(cited, move.check(state, frame, action)))

    def explain(self, state: S, action: Action, seat: str | None = None) -> tuple[Reason, ...]:
        """As ``check``; it also answers for actions that belong to another moment or another title's step."""
        return self.check(state, action, seat)

    def apply(self, state: S, action: Action, seat: str | None = None, waive: bool = False) -> Outcome[S]:
        """Play an action. ``Refused`` with all reasons when it is illegal; ``waive`` (imported entries only) sets
        waivable reasons aside and reports them."""
        reasons = self.check(state, action, seat)
        if reasons and not (waive and all(reason.waivable for reason in reasons)):
            raise Refused(reasons)
        draft = self.rules.draft(state)
        self._perform(draft, action)
        return Outcome(draft.commit(), tuple(draft.events), reasons, draft.revealed)

    def preview(self, state: S, action: Action, seat: str | None = None) -> Glimpse:
        """What the action would lead to, up to the next decision, chance or secret."""
        reasons = self.check(state, action, seat)
        if reasons:
            return Glimpse((), False, reasons)
        draft = self.rules.draft(state, preview=True)
        done = False
        try:
            self._do(draft, action)
            done = True
            self._settle(draft)
        except PreviewStopped:
            return Glimpse(tuple(draft.events), True, until=draft.commit() if done else None)
        return Glimpse(tuple(draft.events), False, (), draft.commit())

    def reshuffled(self, state: S, salt: str) -> Outcome[S]:
        """A position that play goes back to after something was seen: what nobody knew there is shuffled anew. The same
        ``salt`` (any text that no other undo of the game has) gives the same shuffle."""
        draft = self.rules.draft(msgspec.structs.replace(state, chance=chance.start(salt)))
        self.rules.reshuffle(draft)
        return Outcome(draft.commit(), tuple(draft.events), (), True)

    def alone(self, state: S, action: Action) -> Outcome[S]:
        """What an action does by itself: the position before anything that would follow it. ``Refused`` when it is illegal."""
        reasons = self.check(state, action)
        if reasons:
            raise Refused(reasons)
        draft = self.rules.draft(state)
        self._do(draft, action)
        return Outcome(draft.commit(), tuple(draft.events))

    def end_now(self, state: S, reason: str) -> Outcome[S]:
        """End the game by agreement or by hand."""
        draft = self.rules.draft(state)
        self.rules.end_now(draft, reason)
        return Outcome(draft.commit(), tuple(draft.events))

    def quiet_action(self, state: S, entity: str) -> Action:
        """The least active legal action of an entity: a pass where there is one, else what comes first. It is played for
        a player who has left the table. ``LookupError`` when nothing is asked of the entity."""
        chosen = self.rules.absent_action(state, entity)
        if chosen is not None:
            return chosen
        mine = [offer for offer in self.offers(state) if offer.entity == entity]
        passes = [offer for offer in mine if not offer.domains and offer.type in ("pass", "decline")]
        for offer in passes or mine:
            action = next(offer.actions(2), None)
            if action is not None:
                return action
        raise LookupError(f"{entity} has nothing to do now")

    def bears(self, state: S) -> bool:
        """Whether a game can stand in a position that a file holds: nothing in it is created or lost, and somebody can act."""
        rules = self.rules
        # Whatever a file says may stand here, in any place of any frame, so trying is the only test that cannot forget one.
        try:
            if rules.conservation(state):
                return False
            rules.scores(state)
            if state.finished is not None:
                return True
            return all(rules.controller(state, each) in rules.seats for each in self.actors(state)) and bool(
                self.offers(state)
            )
        except Exception:
            return False

    def _moves(self, state: S) -> list[Move[Any, Any]]:
        frame = state.frame
        return [] if frame is None or state.finished else list(self.procedure(frame).moves(state, frame))

    def _offers(self, state: S, move: Move[Any, Any], seat: str | None) -> list[Offer]:
        found = move.offers(state, state.frame)
        if seat is None:
            return list(found)
        return [offer for offer in found if self.rules.controller(state, offer.entity) == seat]

    def _perform(self, draft: Draft[S], action: Action) -> None:
        self._do(draft, action)
        self._settle(draft)

    def _do(self, draft: Draft[S], action: Action) -> None:
        frame = draft.frame
        assert frame is not None
        move = _find(self.procedure(frame).moves(draft, frame), action)
        assert move is not None
        move.apply(draft, frame, action)

    def _settle(self, draft: Draft[S]) -> None:
        for _ in range(SETTLE_LIMIT):
            frame = draft.frame
            if frame is None or draft.finished:
                return
            if not self.procedure(frame).advance(draft, frame):
                return
        raise RuntimeError(f"{self.rules.title}: {type(draft.frame).__name__} never comes to a decision")

    def _shape(
        self, state: S, procedure: Procedure[Any], move: Move[Any, Any] | None, action: Action
    ) -> tuple[Reason, ...]:
        if not self.rules.exists(action.entity):
            return (shape("no_such_entity", "There is no player or company {entity}.", entity=action.entity),)
        known = move or _find(procedure.all_moves(), action) or self._anywhere(action)
        if known is None:
            return (shape("no_such_action", "This title has no action {type}.", type=_tag(action)),)
        return tuple(known.shape(state, action))

    def _anywhere(self, action: Action) -> Move[Any, Any] | None:
        for procedure in self.rules.procedures.values():
            move = _find(procedure.all_moves(), action)
            if move is not None:
                return move
        return None

    def _moment(
        self,
        state: S,
        frame: Frame,
        procedure: Procedure[Any],
        open_moves: Any,
        move: Move[Any, Any] | None,
        action: Action,
        seat: str | None,
    ) -> Iterator[Reason]:
        actors = procedure.actors(state, frame)
        controller = self.rules.controller(state, action.entity)
        if seat is not None and controller != seat:
            yield moment("not_yours", "{entity} is not yours to act for.", entity=action.entity)
        if action.entity not in actors:
            yield moment(
                "not_your_turn",
                "It is not {entity}'s decision now; {actors} must {step}.",
                entity=action.entity,
                actors=list(actors),
                step=procedure.step(state, frame),
            )
        if move is None:
            other = self._anywhere(action)
            yield moment(
                "other_step",
                "You cannot {what} now; the step is: {step}. Open here: {open}.",
                other.rule if other else "",
                what=(other.label if other and other.label else _tag(action).replace("_", " ")),
                step=procedure.step(state, frame),
                open=[each.label or _tag_of(each.action) for each in open_moves],
            )


def _find(moves: Any, action: Action) -> Move[Any, Any] | None:
    kind = type(action)
    for move in moves:
        if move.action is kind:
            return move  # type: ignore[no-any-return]
    return None


def _tag_of(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


def _tag(action: Action) -> str:
    return _tag_of(type(action))
