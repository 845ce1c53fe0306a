"""What the first train of a rank brings: the new phase, rust, nationalizations, discards [8.11.1, 11; sheet 18]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from towpath.kernel.draft import Draft
from towpath.kernel.engine import finish
from towpath.kernel.offers import Offer
from towpath.kernel.procedure import Move, Procedure
from towpath.kernel.reasons import Reason
from towpath.kernel.state import Frame
from towpath.rail import charters, discard, ending, national_tokens, nationalization, verbs
from towpath.rail.actions import Nationalize, Pass
from towpath.rail.data import Phase, TrainKind
from towpath.rail.rules import RailRules
from towpath.rail.state import CLOSED, EXPORTED, RUSTED, YARD, Position, RailDraft

RUST = "rust"
DISCARDS = "discards"


class PhaseChange(Frame, frozen=True, kw_only=True):
    """A new phase taking effect. ``kind``: the kind of train that began it; ``steps``: what is still to be done."""

    kind: str
    steps: tuple[str, ...]


class AskMajors(Frame, frozen=True, kw_only=True):
    """Presidents of trainless majors decide one after the other whether theirs is nationalized [10, sheet 17.2]."""

    companies: tuple[str, ...]


Happening = Callable[[RailDraft, PhaseChange], None]
"""What a step of a change of phase does."""


def train_acquired(rules: RailRules, draft: RailDraft, train: str, buyer: str | None) -> None:
    """Call this right after a train has left the yard, bought by a company or exported (``buyer`` ``None``).

    The first of its kind begins the phase of its rank: limits and colours change at once, a frame for the rest is pushed.
    """
    kind = rules.train_kind(train)
    if not _first_out(rules, draft, kind):
        return
    if kind.name == rules.policies.end_on:
        ending.last_train(rules, draft)
    for phase in rules.data.phases:
        if phase.on == kind.name:
            draft.put("phase", phase.name)
            draft.emit("phase_begun", phase=phase.name, train=train, buyer=buyer)
            draft.push(PhaseChange(kind=kind.name, steps=steps_of(rules, phase)))


def _first_out(rules: RailRules, pos: Position, kind: TrainKind) -> bool:
    """Whether exactly one train of the kind has left the yard for good."""
    lent = rules.lent_trains(pos)
    out = (train for train, where in pos.trains.items() if where != YARD and train not in lent)
    return sum(rules.train_kind(train) is kind for train in out) == 1


def steps_of(rules: RailRules, phase: Phase) -> tuple[str, ...]:
    """What a phase brings, in order: rust, its events, discards [sheet 18.1]. Policy C17 pays for the privates first. The
    end of the game is not among them: the policy ``end_on`` says which train brings it."""
    events = [event for event in phase.events if event != "end_trigger"]
    if rules.policies.privates_first and "privates_nationalized" in events:
        events.remove("privates_nationalized")
        events.insert(0, "privates_nationalized")
    return (RUST, *events, DISCARDS)


def trainless(rules: RailRules, pos: Position, kind: str) -> list[str]:
    """The companies of a kind that have operated and own no train, highest price first."""
    found = [c for c in rules.started(pos, kind) if pos.operated.get(c, False) and not rules.trains_of(pos, c)]
    return rules.market.order(pos, found)


class PhaseChangeProcedure(Procedure[PhaseChange]):
    """Carries the steps out one by one; those that need a decision push a frame. ``events``: what a title adds."""

    frame = PhaseChange
    label = "change of phase"

    def __init__(self, rules: RailRules, events: Mapping[str, Happening] = MappingProxyType({})) -> None:
        self.rules = rules
        self._steps: Mapping[str, Happening] = {
            RUST: self._rust,
            "minors_nationalized": self._all_minors,
            "trainless_minors": self._trainless_minors,
            "trainless_majors": self._trainless_majors,
            "privates_nationalized": self._privates,
            "privates_close": self.close_privates,
            "reservations_end": self._reservations_end,
            "reserved_tokens": self._reserved_tokens,
            DISCARDS: self._discards,
            **events,
        }

    def advance(self, draft: Draft[Any], frame: PhaseChange) -> bool:
        """The next step."""
        assert isinstance(draft, RailDraft)
        if not frame.steps:
            finish(draft, self.rules)
            return True
        draft.update(0, steps=frame.steps[1:])
        self._steps[frame.steps[0]](draft, frame)
        return True

    def _rust(self, draft: RailDraft, frame: PhaseChange) -> None:
        """Everywhere: with companies, the national and in the pool."""
        for train in sorted(draft.trains, key=self.rules.train_order):
            if self.rules.train_kind(train).rusts_on == frame.kind and draft.trains[train] not in (RUSTED, EXPORTED):
                verbs.move_train(self.rules, draft, train, RUSTED)

    def _all_minors(self, draft: RailDraft, frame: PhaseChange) -> None:
        self._nationalize(draft, self.rules.market.order(draft, self.rules.started(draft, "minor")))

    def _trainless_minors(self, draft: RailDraft, frame: PhaseChange) -> None:
        self._nationalize(draft, trainless(self.rules, draft, "minor"))

    def _nationalize(self, draft: RailDraft, companies: list[str]) -> None:
        for company in companies:
            nationalization.nationalize(self.rules, draft, company)

    def _trainless_majors(self, draft: RailDraft, frame: PhaseChange) -> None:
        asked = tuple(trainless(self.rules, draft, "major"))
        if asked:
            draft.push(AskMajors(companies=asked))

    def _privates(self, draft: RailDraft, frame: PhaseChange) -> None:
        for private in self.rules.data.privates:
            nationalization.nationalize_private(self.rules, draft, private.id)

    def close_privates(self, draft: RailDraft, frame: PhaseChange) -> None:
        """Every private still in play closes."""
        for private in self.rules.privates:
            if draft.privates[private] != CLOSED:
                verbs.take_private(draft, private, CLOSED)

    def _reservations_end(self, draft: RailDraft, frame: PhaseChange) -> None:
        """Minors that never started go, and with them the places kept for them [sheet 18]."""
        for company in self.rules.data.companies:
            if company.kind == "minor" and draft.standing[company.id] == "unstarted":
                verbs.drop_reservations(draft, company.id)
                charters.set_tokens(draft, company.id, ())
                verbs.set_standing(draft, company.id, "gone")

    def _reserved_tokens(self, draft: RailDraft, frame: PhaseChange) -> None:
        """Places still kept for the national are taken now, unless they are taken with the gray tile (policy C13)."""
        if not self.rules.policies.reserved_on_gray:
            for hex_id in national_tokens.kept_hexes(self.rules):
                national_tokens.place_kept(self.rules, draft, hex_id)

    def _discards(self, draft: RailDraft, frame: PhaseChange) -> None:
        discard.settle(self.rules, draft)


class AskMajorsProcedure(Procedure[AskMajors]):
    """Each president in turn says whether his trainless major is nationalized."""

    frame = AskMajors
    label = "decide about the trainless major"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules
        self.open_moves = (NationalizeMove(rules), KeepMajorMove())

    def actors(self, pos: Position, frame: AskMajors) -> tuple[str, ...]:
        """The next major, through its president."""
        return frame.companies[:1]

    def advance(self, draft: Draft[Any], frame: AskMajors) -> bool:
        """Done when all have been asked."""
        if frame.companies:
            return False
        finish(draft, self.rules)
        return True


class NationalizeMove(Move[AskMajors, Nationalize]):
    """Give the major up."""

    action = Nationalize
    label = "let the major be nationalized"
    rule = "10.e"

    def __init__(self, rules: RailRules) -> None:
        self.rules = rules

    def offers(self, pos: Position, frame: AskMajors) -> Iterator[Offer]:
        """To the president who is asked."""
        yield Offer(Nationalize, {"entity": frame.companies[0]}, rule=self.rule)

    def check(self, pos: Position, frame: AskMajors, action: Nationalize) -> Iterator[Reason]:
        """Whoever is asked may."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: AskMajors, action: Nationalize) -> None:
        """It goes to the national; the next one is asked."""
        assert isinstance(draft, RailDraft)
        draft.update(0, companies=frame.companies[1:])
        nationalization.nationalize(self.rules, draft, action.entity)


class KeepMajorMove(Move[AskMajors, Pass]):
    """Keep the major although it has no train."""

    action = Pass
    label = "keep the major"
    rule = "10.e"

    def offers(self, pos: Position, frame: AskMajors) -> Iterator[Offer]:
        """To the president who is asked."""
        yield Offer(Pass, {"entity": frame.companies[0]}, rule=self.rule)

    def check(self, pos: Position, frame: AskMajors, action: Pass) -> Iterator[Reason]:
        """Whoever is asked may."""
        return iter(())

    def apply(self, draft: Draft[Any], frame: AskMajors, action: Pass) -> None:
        """Ask the next one."""
        draft.emit("major_kept", company=action.entity)
        draft.update(0, companies=frame.companies[1:])
