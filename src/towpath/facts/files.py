"""Reading a title's data files: text from a folder or an overlay, TOML into structs, errors that say what to do."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from towpath.facts import errors
from towpath.facts.errors import brief

Folder: TypeAlias = Traversable | Path
"""Where a title's files lie: a directory, or package data."""

Overlay: TypeAlias = Traversable | Path | Mapping[str, str]
"""Files that replace a title's own: a folder, or file name -> text as a record carries them."""

S = TypeVar("S", bound=msgspec.Struct)

MOST_TEXT = 512 * 1024
"""Characters of a data file; the longest of ours has a tenth of that."""
MOST_PARTS = 12
"""Parts of a key with dots between; those of titles have three."""
PART = r"""(?:(?<![\w-])[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
LONG_KEY = re.compile(rf"(?:{PART}[ \t]*\.[ \t]*){{{MOST_PARTS}}}")


class DataError(errors.DataError):
    """A title's data file is wrong: which file, which key, what value stands there, what would be right.

    It is the map's DataError with the file and key apart, so that one handler answers for all files of a title.
    """

    def __init__(self, file: str, key: str, value: object, wanted: str) -> None:
        self.file = file
        self.key = key
        self.value = value
        self.wanted = wanted
        super().__init__(f"{file}: {key}", value, wanted)
        self.args = (f"{file}: {key} is {errors.shown(value)}; {wanted}",)


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all data structs: immutable, keywords only, unknown keys refused."""


def read_file(folder: Folder, name: str, overlay: Overlay | None = None) -> str:
    """The text of one data file, from the overlay if that has it. Raises DataError if neither has it."""
    if isinstance(overlay, Mapping):
        if name in overlay:
            return overlay[name]
    elif overlay is not None and overlay.joinpath(name).is_file():
        return overlay.joinpath(name).read_text(encoding="utf-8")
    path = folder.joinpath(name)
    if not path.is_file():
        raise DataError(name, "the file", "missing", f"put {name} into the folder of the title")
    return path.read_text(encoding="utf-8")


def read_toml(name: str, text: str) -> dict[str, Any]:
    """The TOML text of file ``name`` as plain data. Raises DataError for what is none, or larger and deeper than any title needs:
    the time to read a dotted key grows with the square of its length, and files come with games from anywhere."""
    if len(text) > MOST_TEXT:
        raise DataError(name, "the file", f"{len(text)} characters", f"no title has a file of more than {MOST_TEXT}")
    long = LONG_KEY.search(text)
    if long:
        line = text.count("\n", 0, long.start()) + 1
        raise DataError(name, f"line {line}", brief(long[0]), f"a key has at most {MOST_PARTS} parts with dots between")
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise DataError(name, "the file", "not TOML", str(error)) from None


def decode(name: str, text: str, shape: type[S]) -> S:
    """Decode the TOML text of file ``name`` into a struct. Raises DataError with the key and the value at fault."""
    raw = read_toml(name, text)
    try:
        return msgspec.convert(raw, shape, str_keys=True)
    except msgspec.ValidationError as error:
        key, value, wanted = _locate(raw, str(error))
        raise DataError(name, key, value, wanted) from None


def _locate(raw: object, message: str) -> tuple[str, object, str]:
    """Split msgspec's message ``what - at `$.a[0].b``` into key, the value that stands there, and what is wanted.

    List entries are named by their id or name, where they have one, as nobody counts entries in a file.
    """
    wanted, _, path = message.rpartition(" - at ") if " - at " in message else (message, "", "")
    wanted = brief(wanted)
    value: Any = raw
    key = ""
    for name, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", path):
        if name and isinstance(value, Mapping):
            value = value.get(name)
            key = f"{key}.{name}" if key else name
        elif index and isinstance(value, list):
            value = value[int(index)]
            label = value.get("id", value.get("name", index)) if isinstance(value, Mapping) else index
            key = f"{key}.{label}"
    unknown = re.search(r"unknown field `(.+?)`", wanted)
    if unknown and isinstance(value, Mapping):
        field = unknown.group(1)
        return (f"{key}.{field}" if key else field), value.get(field), "there is no such key here; check its spelling"
    lacking = re.search(r"missing required field `(.+?)`", wanted)
    if lacking:
        return (f"{key}.{lacking.group(1)}" if key else lacking.group(1)), None, "this key is required here"
    return key or "the file", value, wanted[:1].lower() + wanted[1:]
