"""What may be done, as shapes with allowed values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from towpath.kernel.state import Action


class Domain(Protocol):
    """The allowed values of one or several fields of an action."""

    def assignments(self, ranges: int) -> Iterator[dict[str, Any]]:
        """All assignments; of a range at most ``ranges`` values (0: all)."""
        ...

    def draw(self, rng: Random) -> dict[str, Any]:
        """One assignment at random."""
        ...

    def described(self) -> dict[str, Any]:
        """The domain as plain data for pages and programs."""
        ...


class Options(msgspec.Struct, frozen=True):
    """One field with a list of values."""

    field: str
    values: tuple[Any, ...]

    def assignments(self, ranges: int) -> Iterator[dict[str, Any]]:
        """One assignment a value."""
        return ({self.field: value} for value in self.values)

    def draw(self, rng: Random) -> dict[str, Any]:
        """A value, each as likely."""
        return {self.field: rng.choice(self.values)}

    def described(self) -> dict[str, Any]:
        """Field and values."""
        return {"domain": "options", "field": self.field, "values": list(self.values)}


class Range(msgspec.Struct, frozen=True):
    """One number field: ``least``, ``least + step``, … up to ``most``."""

    field: str
    least: int
    most: int
    step: int = 1

    def assignments(self, ranges: int) -> Iterator[dict[str, Any]]:
        """All values, or ``ranges`` of them spread evenly with both ends."""
        count = (self.most - self.least) // self.step + 1
        if ranges and count > ranges:
            picks = sorted({round(i * (count - 1) / max(ranges - 1, 1)) for i in range(ranges)})
        else:
            picks = list(range(count))
        return ({self.field: self.least + i * self.step} for i in picks)

    def draw(self, rng: Random) -> dict[str, Any]:
        """A value, each as likely."""
        return {self.field: self.least + self.step * rng.randrange((self.most - self.least) // self.step + 1)}

    def described(self) -> dict[str, Any]:
        """Field, ends and step."""
        return {"domain": "range", "field": self.field, "least": self.least, "most": self.most, "step": self.step}


class Rows(msgspec.Struct, frozen=True):
    """Several fields that depend on each other, one row an allowed combination (hex × tile × rotation)."""

    fields: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def assignments(self, ranges: int) -> Iterator[dict[str, Any]]:
        """One assignment a row."""
        return (dict(zip(self.fields, row, strict=True)) for row in self.rows)

    def draw(self, rng: Random) -> dict[str, Any]:
        """A row, each as likely."""
        return dict(zip(self.fields, rng.choice(self.rows), strict=True))

    def described(self) -> dict[str, Any]:
        """Fields and rows."""
        return {"domain": "rows", "fields": list(self.fields), "rows": [list(row) for row in self.rows]}


class Spare(msgspec.Struct, frozen=True):
    """Fields that say what is given up for an action and change nothing else about it (the card played): one row an allowed
    combination. As it matters little which, at most ``ranges`` of them are written out."""

    fields: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def assignments(self, ranges: int) -> Iterator[dict[str, Any]]:
        """One assignment a row, ``ranges`` of them at most (0: all)."""
        rows = self.rows[:ranges] if ranges else self.rows
        return (dict(zip(self.fields, row, strict=True)) for row in rows)

    def draw(self, rng: Random) -> dict[str, Any]:
        """A row, each as likely."""
        return dict(zip(self.fields, rng.choice(self.rows), strict=True))

    def described(self) -> dict[str, Any]:
        """Fields and rows."""
        return {"domain": "spare", "fields": list(self.fields), "rows": [list(row) for row in self.rows]}


class Findings(NamedTuple):
    """What a search came to: the assignments, whether they are proved to be the best, and by how much at most something
    better could still beat them (``None`` where that means nothing)."""

    assignments: Sequence[dict[str, Any]]
    proved: bool | None = None
    spare: int | None = None


class Lazy:
    """Fields whose values are found only when somebody asks (best routes). ``find`` searches; it is asked once."""

    def __init__(self, fields: tuple[str, ...], find: Callable[[], Findings]) -> None:
        self.fields = fields
        self._find = find
        self._findings: Findings | None = None

    @property
    def findings(self) -> Findings:
        """What the search came to, searched once."""
        if self._findings is None:
            self._findings = self._find()
        return self._findings

    def found(self) -> Sequence[dict[str, Any]]:
        """The assignments."""
        return self.findings.assignments

    @property
    def proved(self) -> bool | None:
        """Whether what was found is proved to be the best."""
        return self.findings.proved

    def assignments(self, ranges: int) -> Iterator[dict[str, Any]]:
        """What was found."""
        return iter(self.found())

    def draw(self, rng: Random) -> dict[str, Any]:
        """One of what was found."""
        return rng.choice(self.found())

    def described(self) -> dict[str, Any]:
        """The field names only: nothing is searched for a description."""
        return {"domain": "lazy", "fields": list(self.fields)}


class Offer:
    """An action's shape: the class, the fields that are fixed, and domains for the others."""

    __slots__ = ("action", "domains", "fixed", "rule")

    def __init__(self, action: type[Action], fixed: Mapping[str, Any], *domains: Domain, rule: str = "") -> None:
        self.action = action
        self.fixed = dict(fixed)
        self.domains = domains
        self.rule = rule

    @property
    def type(self) -> str:
        """The action's name as written in files."""
        return str(self.action.__struct_config__.tag)

    @property
    def entity(self) -> str:
        """Who would act."""
        return str(self.fixed["entity"])

    def actions(self, ranges: int = 3) -> Iterator[Action]:
        """Every action of this offer; of a range at most ``ranges`` values (0: all)."""

        def fill(index: int, values: dict[str, Any]) -> Iterator[Action]:
            if index == len(self.domains):
                yield self.action(**values)
                return
            for part in self.domains[index].assignments(ranges):
                yield from fill(index + 1, {**values, **part})

        return fill(0, self.fixed)

    def draw(self, rng: Random) -> Action:
        """One action of this offer at random."""
        values = dict(self.fixed)
        for domain in self.domains:
            values.update(domain.draw(rng))
        return self.action(**values)

    def described(self) -> dict[str, Any]:
        """The offer as plain data."""
        return {
            "type": self.type,
            "fixed": msgspec.to_builtins(self.fixed),
            "domains": [msgspec.to_builtins(domain.described()) for domain in self.domains],
            "rule": self.rule,
        }

    def __repr__(self) -> str:
        return f"Offer({self.type}, {self.fixed}, {[domain.described() for domain in self.domains]})"
