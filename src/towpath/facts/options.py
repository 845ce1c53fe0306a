"""What can be chosen before a game, as a title's data lists it, and settling what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from towpath.facts.files import Facts

ON, OFF = "on", "off"


class OptionValue(Facts, frozen=True, kw_only=True):
    """One value of an option. ``implies``: option -> value it brings; ``excludes``: option -> value it forbids."""

    id: str
    label: str
    implies: dict[str, str] = msgspec.field(default_factory=dict)
    excludes: dict[str, str] = msgspec.field(default_factory=dict)


class Option(Facts, frozen=True, kw_only=True):
    """A choice before the game; ``players``: numbers of players it exists for (empty: all).

    ``doubt``: it settles a point on which sources are silent or differ, so that most players leave it as it is.
    """

    id: str
    label: str
    help: str
    default: str
    values: tuple[OptionValue, ...]
    players: tuple[int, ...] = ()
    rule: str
    """Id in the title's rule ledger."""
    doubt: bool = False


class OptionError(ValueError):
    """An option that the title does not have, a value it cannot take, or values that exclude each other."""


def settle(
    title: str,
    options: Iterable[Option],
    players: int,
    given: Mapping[str, str],
    further: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, str]:
    """All options of a game with defaults filled in and implied values set. ``OptionError`` says what is wrong.

    ``further``: names that may be given besides the title's options, with their values; nothing is filled in for them.
    """
    known = {option.id: option for option in options if not option.players or players in option.players}
    allowed = {name: [value.id for value in option.values] for name, option in known.items()}
    allowed |= {name: list(values) for name, values in (further or {}).items()}
    found = {option.id: option.default for option in known.values()}
    for name, value in given.items():
        if name not in allowed:
            names = ", ".join(sorted(allowed))
            raise OptionError(f"{title} has no option {name!r} for this number of players; it has {names}")
        if value not in allowed[name]:
            raise OptionError(f"option {name} is {value!r}; it can be {', '.join(allowed[name])}")
        found[name] = value
    _apply_implications(known, found, given)
    return found


def as_text(value: bool | int | str) -> str:
    """An option's value as data files write it: yes and no are "on" and "off"."""
    return (ON if value else OFF) if isinstance(value, bool) else str(value)


def _apply_implications(known: Mapping[str, Option], found: dict[str, str], given: Mapping[str, str]) -> None:
    for option in known.values():
        value = next(each for each in option.values if each.id == found[option.id])
        for other, wanted in value.implies.items():
            if given.get(other, wanted) != wanted:
                raise OptionError(
                    f"option {option.id} = {value.id} brings {other} = {wanted}; it cannot be {given[other]}"
                )
            found[other] = wanted
        for other, barred in value.excludes.items():
            if found.get(other) == barred:
                raise OptionError(f"option {option.id} = {value.id} does not go with {other} = {barred}")
