"""Records of older formats, brought up to the present one step at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from towpath.kernel.codec import FormatError

FORMAT = 1
"""The format that records are written in."""

Migration: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""From a record of one format, as plain data, to the next format. It may change the data it is given."""

MIGRATIONS: Mapping[int, Migration] = {}
"""Format number -> the step to the next one. Format 1 is the first that was ever written."""


def migrate(
    data: dict[str, Any], migrations: Mapping[int, Migration] = MIGRATIONS, current: int = FORMAT
) -> dict[str, Any]:
    """The record in the ``current`` format.

    ``FormatError`` when the format number is missing, newer than this program knows, or older than any step leads from.
    """
    number = data.get("format")
    if not isinstance(number, int) or isinstance(number, bool):
        raise FormatError(f"record: format must be a number such as {current}, not {number!r}")
    if number > current:
        raise FormatError(
            f"record: it has format {number}; this program reads up to format {current}; a newer Towpath opens it"
        )
    while number < current:
        step = migrations.get(number)
        if step is None:
            raise FormatError(f"record: unknown format {number}; this program reads {_readable(migrations)}")
        number += 1
        data = {**step(data), "format": number}
    return data


def _readable(migrations: Mapping[int, Migration]) -> str:
    return ", ".join(str(number) for number in sorted({*migrations, FORMAT}))
