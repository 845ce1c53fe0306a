"""The merger round: each minor in turn converts, merges with others or passes [9; sheet 16]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer, Options
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason, broken, shape
from towpath.kernel.state import Frame
from towpath.language import say
from towpath.rail import consent, formation, merger_groups
from towpath.rail.actions import ChooseMajor, Convert, Merge, Pass
from towpath.rail.rules import ProcedureMaker, RailRules
from towpath.rail.state import Position, RailDraft


class MergerRound(Frame, frozen=True, kw_only=True):
    """One merger round. ``order``: the minors as listed at its start; ``index``: whose turn it is; ``group``: the minors of
    the merger so far, the active one first (empty: none begun); ``converting`` and ``closed``: a major is to be chosen for
    a conversion, or for the group; ``refused``: minors whose owners have refused this merger."""

    order: tuple[str, ...]
    index: int = 0
    group: tuple[str, ...] = ()
    converting: bool = False
    closed: bool = False
    refused: tuple[str, ...] = ()


def open_merger_round(rules: RailRules, draft: RailDraft) -> Frame:
    """List the minors by price [9, sheet 4.4]."""
    return MergerRound(order=tuple(rules.market.order(draft, rules.started(draft, "minor"))))


def active(frame: MergerRound) -> str:
    """The minor whose turn it is."""
    return frame.order[frame.index]


def _members(frame: MergerRound) -> tuple[str, ...]:
    return frame.group or (active(frame),)


def _next_minor(draft: RailDraft, frame: MergerRound) -> None:
    draft.update(0, index=frame.index + 1, group=(), converting=False, closed=False, refused=())


class MergerRoundProcedure(Procedure[MergerRound]):
    """A minor that can neither convert nor merge is skipped (but for a policy); a group that can take no more is closed."""

    frame = MergerRound
    label = "convert or merge"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self._groups = merger_groups.Groups(rules)
        self._convert = ConvertMove(rules)
        self._merge = MergeMove(rules, self._groups)
        self._pass = PassMove(rules)
        self._choose = ChooseMajorMove(rules)

    def actors(self, pos: Position, frame: MergerRound) -> tuple[str, ...]:
        """The active minor, through its owner."""
        return (active(frame),) if frame.index < len(frame.order) else ()

    def moves(self, pos: Position, frame: MergerRound) -> Sequence[Move[Any, Any]]:
        """Convert or merge; once a merger has begun, only merge on; at the end choose the major."""
        if frame.converting or frame.closed:
            return (self._choose,)
        return (self._merge, self._pass) if frame.group else (self._convert, self._merge, self._pass)

    def all_moves(self) -> Sequence[Move[Any, Any]]:
        """All four."""
        return (self._convert, self._merge, self._pass, self._choose)

    def step(self, pos: Position, frame: MergerRound) -> str:
        """What the owner decides."""
        if frame.converting or frame.closed:
            return say("choose the major")
        return say("add minors to the merger") if frame.group else say("convert or merge")

    def advance(self, draft: Draft[Any], frame: MergerRound) -> bool:
        """Skip minors that are gone or have nothing to decide."""
        assert isinstance(draft, RailDraft)
        rules = self.rules
        if frame.index >= len(frame.order):
            finish(draft, rules)
        elif draft.standing[active(frame)] != "started":
            _next_minor(draft, frame)
        elif frame.converting or frame.closed or self._may_act(draft, frame):
            return False
        elif frame.group and merger_groups.viable(rules, draft, frame.group):
            draft.update(0, closed=True)
        else:
            if frame.group:
                draft.emit("merger_given_up", minors=list(frame.group))
            _next_minor(draft, frame)
        return True

    def _may_act(self, draft: RailDraft, frame: MergerRound) -> bool:
        if not frame.group and (
            self.rules.policies.every_minor_asked
            or not any(merger_groups.convert_faults(self.rules, draft, active(frame)))
        ):
            return True
        return bool(self._groups.candidates(draft, _members(frame), frame.refused))

    def resume(self, draft: Draft[Any], frame: MergerRound, result: Any) -> None:
        """An owner who was asked has answered."""
        if isinstance(result, tuple) and result and isinstance(result[1], Merge):
            if result[0] == consent.ACCEPTED:
                self._merge.perform(draft, frame, result[1])
            else:
                draft.update(0, refused=(*frame.refused, result[1].minor))


class ConvertMove(Move[MergerRound, Convert]):
    """A minor in the blue zone becomes a major by itself."""

    action = Convert
    label = "convert the minor"
    rule = "9.1.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: MergerRound) -> Iterator[Offer]:
        """To a minor in the blue zone."""
        if not any(merger_groups.convert_faults(self.rules, pos, active(frame))):
            yield Offer(Convert, {"entity": active(frame)}, rule=self.rule)

    def check(self, pos: Position, frame: MergerRound, action: Convert) -> Iterator[Reason]:
        """Zone, and a major that is left."""
        return merger_groups.convert_faults(self.rules, pos, action.entity)

    def apply(self, draft: Draft[Any], frame: MergerRound, action: Convert) -> None:
        """The major is chosen next."""
        draft.update(0, converting=True)


class MergeMove(Move[MergerRound, Merge]):
    """Add a minor to the merger, its owner agreeing."""

    action = Merge
    label = "add a minor to the merger"
    rule = "9.2.a"

    def __init__(self, rules: RailRules, groups: merger_groups.Groups) -> None:
        self.rules = rules
        self._groups = groups

    def shape(self, pos: Position, action: Merge) -> Iterator[Reason]:
        """Is there such a minor?"""
        company = self.rules.companies.get(action.minor)
        if company is None or company.kind != "minor":
            yield shape("no_such_minor", "There is no minor {minor}.", minor=action.minor)

    def offers(self, pos: Position, frame: MergerRound) -> Iterator[Offer]:
        """Every minor that may join."""
        found = tuple(self._groups.candidates(pos, _members(frame), frame.refused))
        if found:
            yield Offer(Merge, {"entity": active(frame)}, Options("minor", found), rule=self.rule)

    def check(self, pos: Position, frame: MergerRound, action: Merge) -> Iterator[Reason]:
        """Connection, numbers, a major that is left, some hope of a president."""
        return self._groups.faults(pos, _members(frame), action.minor, frame.refused)

    def apply(self, draft: Draft[Any], frame: MergerRound, action: Merge) -> None:
        """Ask the owner if he is another player, else add it."""
        assert isinstance(draft, RailDraft)
        asked = merger_groups.owner(self.rules, draft, action.minor)
        if self.rules.policies.ask_consent and asked != merger_groups.owner(self.rules, draft, active(frame)):
            consent.ask(self.rules, draft, action, (asked,), "merge")
        else:
            self.perform(draft, frame, action)

    def perform(self, draft: Draft[Any], frame: MergerRound, action: Merge) -> None:
        """Add it."""
        draft.emit("joined_merger", minor=action.minor, active=action.entity)
        draft.update(0, group=(*_members(frame), action.minor))


class PassMove(Move[MergerRound, Pass]):
    """Do nothing with the minor; with a merger begun: take no more minors. A merger that could not succeed is given up."""

    action = Pass
    label = "end the choice of minors"
    rule = "9.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: MergerRound) -> Iterator[Offer]:
        """Always."""
        yield Offer(Pass, {"entity": active(frame)}, rule=self.rule)

    def check(self, pos: Position, frame: MergerRound, action: Pass) -> Iterator[Reason]:
        """Nobody has to merge."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: MergerRound, action: Pass) -> None:
        """Choose the major next, or the next minor acts."""
        assert isinstance(draft, RailDraft)
        if frame.group and merger_groups.viable(self.rules, draft, frame.group):
            draft.update(0, closed=True)
            return
        draft.emit("merger_given_up" if frame.group else "minor_passed", minors=list(_members(frame)))
        _next_minor(draft, frame)


class ChooseMajorMove(Move[MergerRound, ChooseMajor]):
    """Name a major that is not in play."""

    action = ChooseMajor
    label = "choose the major"
    rule = "9.2.A.a"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def shape(self, pos: Position, action: ChooseMajor) -> Iterator[Reason]:
        """Is there such a major?"""
        company = self.rules.companies.get(action.major)
        if company is None or company.kind != "major":
            yield shape("no_such_major", "There is no major {major}.", major=action.major)

    def offers(self, pos: Position, frame: MergerRound) -> Iterator[Offer]:
        """Every major that is not in play."""
        majors = tuple(merger_groups.unstarted_majors(self.rules, pos))
        yield Offer(ChooseMajor, {"entity": active(frame)}, Options("major", majors), rule=self.rule)

    def check(self, pos: Position, frame: MergerRound, action: ChooseMajor) -> Iterator[Reason]:
        """It must not be in play."""
        if action.major not in merger_groups.unstarted_majors(self.rules, pos):
            yield broken("major_in_play", self.rule, "{major} is already in play.", major=action.major)

    def apply(self, draft: Draft[Any], frame: MergerRound, action: ChooseMajor) -> None:
        """Form it; afterwards the next minor acts."""
        assert isinstance(draft, RailDraft)
        _next_minor(draft, frame)
        if frame.converting:
            formation.convert(self.rules, draft, action.entity, action.major)
        else:
            formation.merge(self.rules, draft, frame.group, action.major)


def procedures() -> tuple[ProcedureMaker, ...]:
    """The procedures that a merger round needs."""
    return (MergerRoundProcedure, formation.FormationProcedure)
