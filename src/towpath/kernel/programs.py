"""Programmed actions: what a seat has asked to be done for it until something happens.

A title says which kinds there are (``Rules.programs``) and what each one advises in a position (``Rules.advise``). Here is what
all of them share: how they are written, offered and read, and the guard that lets no program do what its seat may not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from towpath.facts.errors import brief
from towpath.kernel.codec import FormatError
from towpath.kernel.offers import Domain, Options, Range
from towpath.kernel.reasons import Reason, filled
from towpath.kernel.state import Action, Event, GameState, snake_case
from towpath.language import english, say

if TYPE_CHECKING:
    from towpath.kernel.engine import Engine


class Program(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case, forbid_unknown_fields=True):
    """What a seat has asked for. Subclasses are a title's; their fields say what is wanted and when it is over."""

    @property
    def slot(self) -> str:
        """Two programs of a seat with the same slot exclude each other: the later one takes the place of the earlier."""
        return str(self.__struct_config__.tag)

    @property
    def saying(self) -> tuple[str, dict[str, Any]]:
        """What it does, as an English phrase with ``{names}`` and the values to fill in."""
        return self.slot.replace("_", " "), {}


class Stop(msgspec.Struct, frozen=True):
    """A program is over. ``code`` names why for other programs; ``text`` is an English sentence with ``{names}`` filled from
    ``values``; ``reached``: it has done what it was for. ``reasons``: what forbids the action that it was to do."""

    code: str
    text: str
    values: dict[str, Any] = {}
    reached: bool = False
    reasons: tuple[Reason, ...] = ()

    @property
    def sentence(self) -> str:
        """The text with its values filled in."""
        return filled(self.text, self.values)


Advice: TypeAlias = Action | Stop | None
"""What a program says to a position: do this; I am over; or nothing, it is not its moment."""


class Several(msgspec.Struct, frozen=True):
    """One field with any choice from a list, in the list's order; ``usual``: what is ticked to begin with."""

    field: str
    values: tuple[str, ...]
    usual: tuple[str, ...] = ()

    def assignments(self, ranges: int) -> Iterator[dict[str, Any]]:
        """None, each alone, and all."""
        choices = ((), *((value,) for value in self.values), self.values)
        return ({self.field: choice} for choice in dict.fromkeys(choices))

    def draw(self, rng: Random) -> dict[str, Any]:
        """Each value as likely in as out."""
        return {self.field: tuple(value for value in self.values if rng.random() < 0.5)}

    def described(self) -> dict[str, Any]:
        """Field, values and what is usual."""
        return {
            "domain": "several", "field": self.field, "values": list(self.values), "usual": list(self.usual),
        }  # fmt: skip


class ProgramOffer(msgspec.Struct, frozen=True):
    """A kind of program with the values allowed in it. ``label`` (with ``{names}`` of ``fixed``) and ``about`` say what it does;
    ``fixed``: fields that are settled; ``words``: what a field or a value is called, where its name does not say it."""

    program: type[Program]
    label: str
    about: str
    domains: tuple[Domain, ...]
    fixed: Mapping[str, Any] = {}
    words: Mapping[str, str] = {}

    @property
    def type(self) -> str:
        """The kind's name as written in files."""
        return str(self.program.__struct_config__.tag)

    def draw(self, rng: Random) -> Program:
        """One program of this offer at random."""
        values = dict(self.fixed)
        for domain in self.domains:
            values.update(domain.draw(rng))
        return self.program(**values)

    def faults(self, program: Program) -> list[str]:
        """What in a program of this kind is not offered, in words; empty when all of it is."""
        found = [
            f"{name} is {getattr(program, name)}; here it is {value}"
            for name, value in self.fixed.items()
            if getattr(program, name) != value
        ]
        for domain in self.domains:
            found += _outside(domain, program)
        return found

    def described(self) -> dict[str, Any]:
        """The offer as plain data."""
        return {
            "type": self.type,
            "label": filled(self.label, self.fixed),
            "about": self.about,
            "fixed": msgspec.to_builtins(dict(self.fixed)),
            "domains": [msgspec.to_builtins(domain.described()) for domain in self.domains],
            "words": dict(self.words),
        }


def _outside(domain: Domain, program: Program) -> Iterator[str]:
    match domain:
        case Range(field, least, most, step):
            value = getattr(program, field)
            if not least <= value <= most or (value - least) % step:
                steps = f" in steps of {step}" if step != 1 else ""
                yield f"{field} is {value}; it can be {least} to {most}{steps}"
        case Several(field, values):
            chosen = getattr(program, field)
            strange = [str(value) for value in chosen if value not in values]
            if strange or len(set(chosen)) < len(chosen):
                yield f"{field} takes each of {', '.join(values)} once at most, not {', '.join(map(str, chosen))}"
        case Options(field, values):
            value = getattr(program, field)
            if value not in values:
                yield f"{field} is {value}; it can be {', '.join(map(str, values))}"
        case _:
            names = domain.described()["fields"]
            row = {name: getattr(program, name) for name in names}
            if row not in list(domain.assignments(0)):
                yield f"{' and '.join(names)} do not go together: {', '.join(map(str, row.values()))}"


class BadProgram(ValueError):
    """A program that is not on offer; the message is a sentence for people."""


def read(kinds: Sequence[type[Program]], data: Any) -> Program:
    """A program from plain data. ``FormatError`` names the field that is wrong."""
    known = {str(kind.__struct_config__.tag): kind for kind in kinds}
    tag = data.get("type") if isinstance(data, dict) else None
    if not isinstance(tag, str) or tag not in known:
        raise FormatError(f"unknown program {tag!r:.60}; there are {', '.join(sorted(known)) or 'none'}")
    try:
        return msgspec.convert(data, known[tag])
    except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise FormatError(f"program {tag}: {brief(str(error))}") from None


def check(offers: Sequence[ProgramOffer], program: Program) -> None:
    """``BadProgram`` when a program is not among what is offered."""
    alike = [offer for offer in offers if isinstance(program, offer.program)]
    if not alike:
        raise BadProgram(say("That cannot be programmed here now."))
    faults = [offer.faults(program) for offer in alike]
    if all(faults):
        fewest: list[str] = min(faults, key=len)
        text = "; ".join(fewest)
        raise BadProgram(f"{text[:1].upper()}{text[1:]}.")


def decide(engine: Engine[Any], state: GameState, seat: str, program: Program, events: Sequence[Event]) -> Advice:
    """What a seat's program does now: an action that is legal for that seat and for nobody else, the reason why it is over, or
    nothing. ``events``: what happened since it was last asked, as the seat may know it."""
    if state.finished is not None:
        return Stop("game_over", "The game is over.")
    advice = engine.rules.advise(state, seat, program, events)
    if not isinstance(advice, Action):
        return advice
    reasons = engine.check(state, advice, seat)
    if reasons:
        with english():
            why = " ".join(reason.sentence for reason in reasons)
        return Stop("not_allowed", "What it was to do is not allowed now. {why}", {"why": why}, reasons=reasons)
    return advice
