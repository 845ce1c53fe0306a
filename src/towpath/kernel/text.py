"""A position as text for bug reports: a heading, then a line for each table. It reads back to an equal position."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from towpath.kernel.codec import Codec, FormatError, plain
from towpath.kernel.record import Option, Seat
from towpath.kernel.state import GameState

S = TypeVar("S", bound=GameState)

_FIRST = "towpath position 1"
_HEADING = ("title", "rules", "options", "seats", "entry")


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a position belongs to. ``rules``: the version; ``entry``: how many log entries led to it."""

    title: str
    rules: str
    options: dict[str, Option] = {}
    seats: tuple[Seat, ...] = ()
    entry: int = 0


def write(heading: Heading, state: GameState) -> str:
    """The position as text::

        towpath position 1
        title "1867"
        ...

        stack.0 {"frame":"stock_round",...}
        cash {"bank":14250,"p1":120,...}

    One line per field and frame: a name, a space, a JSON value with sorted keys.
    """
    head = plain(heading)
    body = plain(state)
    stack = {f"stack.{depth}": frame for depth, frame in enumerate(body.pop("stack"))}
    lines = [_FIRST, *_lines({name: head[name] for name in _HEADING}), "", *_lines(stack), *_lines(body)]
    return "\n".join(lines) + "\n"


def read(text: str, codec: Codec[S]) -> tuple[Heading, S]:
    """The reverse of ``write``. ``FormatError`` names the line that is wrong."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != _FIRST:
        raise FormatError(f"line 1: it should read {_FIRST!r}, not {lines[0][:40]!r}")
    values: dict[str, Any] = {}
    numbers: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        name, _, rest = line.strip().partition(" ")
        if name in values:
            raise FormatError(f"line {number}: {name} stands on line {numbers[name]} already")
        values[name], numbers[name] = _value(rest, name, number), number
    try:
        heading = msgspec.convert({name: values.pop(name) for name in _HEADING if name in values}, Heading)
    except msgspec.ValidationError as error:
        raise FormatError(f"{_place(str(error), numbers)}: {error}") from None
    if heading.title != codec.rules.title:
        raise FormatError(f"line {numbers['title']}: it is a position of {heading.title}, not of {codec.rules.title}")
    return heading, _state(codec, values, numbers)


def difference(one: Any, other: Any, limit: int = 20) -> list[str]:
    """Where two positions differ, each as ``path: value | other value``; at most ``limit`` places."""
    found: list[str] = []
    _compare("", plain(one), plain(other), found, limit)
    return found


def _state(codec: Codec[S], values: dict[str, Any], numbers: Mapping[str, int]) -> S:
    stack: list[Any] = []
    while (name := f"stack.{len(stack)}") in values:
        stack.append(values.pop(name))
    known = set(codec.rules.state_type.__struct_fields__) - {"stack"}
    for name in values:
        if name not in known:
            raise FormatError(f"line {numbers[name]}: a position of {codec.rules.title} has no {name}")
    for depth, frame in enumerate(stack):
        _checked(codec, {"stack": [frame], "chance": 0}, numbers[f"stack.{depth}"], "frame")
    try:
        return codec.state({**values, "stack": stack})
    except FormatError as error:
        raise FormatError(f"{_place(str(error), numbers)}: {error}") from None


def _checked(codec: Codec[S], data: dict[str, Any], number: int, what: str) -> None:
    """Read a lone frame so that its line can be named; what the rest of the position lacks is not the question."""
    try:
        codec.state(data)
    except FormatError as error:
        if str(error).startswith((f"{what} ", f"unknown {what} ")):
            raise FormatError(f"line {number}: {error}") from None


def _value(text: str, name: str, number: int) -> Any:
    if not text:
        raise FormatError(f"line {number}: {name} has no value; write a name, a space and a JSON value")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise FormatError(f"line {number}: the value of {name} is not JSON: {error}") from None
    except RecursionError:
        raise FormatError(f"line {number}: the value of {name} is nested too deeply") from None


def _place(message: str, numbers: Mapping[str, int]) -> str:
    """The line that a message speaks of: ``position: cash: …``, or msgspec's ``… - at `$.cash[...]```."""
    named = message.removeprefix("position: ").partition(":")[0]
    path = message.rpartition("`$.")[2].split(".")[0].split("[")[0].rstrip("`")
    return next((f"line {numbers[name]}" for name in (named, path) if name in numbers), "the position")


def _lines(values: Mapping[str, Any]) -> list[str]:
    return [f"{name} {_json(value)}" for name, value in values.items()]


def _json(value: Any) -> str:
    # Only ASCII: line separators and the like inside names must not break the one-line form.
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _compare(path: str, one: Any, other: Any, found: list[str], limit: int) -> None:
    if len(found) >= limit or one == other:
        return
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys((*one, *other)):
            _compare(f"{path}.{key}" if path else str(key), one.get(key), other.get(key), found, limit)
    elif _listed(one) and _listed(other) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            _compare(f"{path}[{index}]", left, right, found, limit)
    else:
        found.append(f"{path}: {_json(one)} | {_json(other)}")


def _listed(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
