"""Positions and actions as plain data and JSON, and back."""

from __future__ import annotations

import types
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from towpath.facts.errors import brief
from towpath.kernel.rules import Rules
from towpath.kernel.state import Action, Event, Frame, GameState
from towpath.kernel.table import Table

S = TypeVar("S", bound=GameState)
T = TypeVar("T")

MAX_BYTES = 64 * 1024 * 1024
"""Largest file that is read: a long game is under two megabytes."""


class FormatError(ValueError):
    """Data that is not what it should be; the message says where and what would be right."""


class Codec(Generic[S]):
    """Reads and writes one title's states and actions."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules
        self._frames = {_tag(kind): kind for kind in rules.procedures}
        self._actions = {_tag(kind): kind for kind in rules.action_types()}

    def action(self, data: Any) -> Action:
        """An action from plain data. ``FormatError`` names the field that is wrong."""
        if not isinstance(data, dict):
            raise FormatError(f"an action is an object with a type, not {type(data).__name__}")
        kind = self._actions.get(data.get("type", "")) if isinstance(data.get("type"), str) else None
        if kind is None:
            raise FormatError(_unknown("action type", data.get("type"), self._actions, self.rules.title))
        made = self._convert(data, kind, f"action {data['type']}")
        try:
            # Half a surrogate pair in a text, which only programs can make: no file and no message could hold it.
            msgspec.json.encode(made)
        except UnicodeError:
            raise FormatError(f"action {data['type']}: a text in it is no Unicode") from None
        return made

    def action_json(self, text: bytes | str) -> Action:
        """An action from JSON text."""
        return self.action(parse_json(text))

    def plain(self, value: Any) -> Any:
        """A state, action or event as plain data (dicts, lists, numbers, text)."""
        return plain(value)

    def state(self, data: Any) -> S:
        """A state from plain data, the reverse of ``plain``."""
        if not isinstance(data, dict) or not isinstance(data.get("stack"), list):
            raise FormatError("a position is an object with a stack of frames")
        frames = tuple(self._frame(item) for item in data["stack"])
        self._stray(data)
        try:
            whole = self._convert({**data, "stack": []}, self.rules.state_type, "position")
        except FormatError as error:
            raise self._field_at_fault(data) or error from None
        return msgspec.structs.replace(whole, stack=frames)

    def event(self, data: Any) -> Event:
        """An event from plain data."""
        return self._convert(data, Event, "event")

    def _stray(self, data: dict[str, Any]) -> None:
        stray = set(data) - set(self.rules.state_type.__struct_fields__)
        if stray:
            raise FormatError(f"position: {self.rules.title} has no {', '.join(sorted(stray))}")

    def _field_at_fault(self, data: dict[str, Any]) -> FormatError | None:
        """Tables are read by a hook, which loses the way there: read field by field to name the one that is wrong."""
        for name, kind in get_type_hints(self.rules.state_type).items():
            if name in data and name != "stack":
                try:
                    self._convert(data[name], kind, f"position: {name}")
                except FormatError as error:
                    return error
        return None

    def _frame(self, data: Any) -> Frame:
        tag = data.get("frame") if isinstance(data, dict) else None
        if not isinstance(tag, str) or tag not in self._frames:
            raise FormatError(_unknown("frame", tag, self._frames, self.rules.title))
        return self._convert(data, self._frames[tag], f"frame {tag}")

    def _convert(self, data: Any, kind: type[T], what: str) -> T:
        try:
            return msgspec.convert(data, kind, dec_hook=_decode, str_keys=True)
        except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
            raise FormatError(f"{what}: {brief(str(error))}") from None


def plain(value: Any) -> Any:
    """Any struct or table as plain data: what JSON would give back, so lists where the value has tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def parse_json(text: bytes | str) -> Any:
    """Parse JSON from outside: ``FormatError`` for what is too large, too deep, not UTF-8 or not JSON."""
    if len(text) > MAX_BYTES:
        raise FormatError(f"the file is larger than {MAX_BYTES // (1024 * 1024)} MB, no game is")
    # Editors of some systems put a mark before UTF-8 text; it is no part of it.
    text = text.removeprefix("\ufeff") if isinstance(text, str) else text.removeprefix(b"\xef\xbb\xbf")
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise FormatError("the file is nested too deeply to be a game") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"not readable as JSON: {error}") from None


def _unknown(what: str, tag: Any, known: Iterable[str], title: str) -> str:
    named = f"{tag!r:.60}" if isinstance(tag, str) else "(missing)" if tag is None else f"of type {type(tag).__name__}"
    return f"unknown {what} {named}; {title} has {', '.join(sorted(known))}"


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


@lru_cache(maxsize=256)
def _mapping(kind: Any) -> Any:
    return types.GenericAlias(dict, get_args(kind))


def _decode(kind: Any, data: Any) -> Any:
    if get_origin(kind) is Table or kind is Table:
        target = _mapping(kind) if get_args(kind) else dict[Any, Any]
        return Table(msgspec.convert(data, target, dec_hook=_decode, str_keys=True))
    raise NotImplementedError(f"cannot read {kind}")
