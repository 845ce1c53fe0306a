"""Immutable mappings with a version number, the building block of every state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_versions = count(1)


class Table(dict[K, V]):
    """A mapping that is frozen once it is part of a state.

    A table is *open* while a draft fills it and *sealed* afterwards. Sealing gives it a version number that no other
    table of the process has, so a fact derived from a table can be cached under the version alone. Writing to a sealed
    table raises ``TypeError``; ``opened()`` gives an open copy.
    """

    __slots__ = ("_version",)

    _version: int

    def __init__(self, content: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        super().__init__(content)
        self._version = next(_versions)

    @property
    def version(self) -> int:
        """The version; asking for it seals an open table."""
        if not self._version:
            self._version = next(_versions)
        return self._version

    @property
    def sealed(self) -> bool:
        """Whether the content can no longer change."""
        return self._version != 0

    def opened(self) -> Table[K, V]:
        """An open copy with the same content."""
        copy: Table[K, V] = Table(self)
        copy._version = 0
        return copy

    def seal(self) -> Table[K, V]:
        """Freeze the table and return it."""
        self.version  # noqa: B018  reading the version is what seals
        return self

    def _refuse(self) -> NoReturn:
        raise TypeError("this table belongs to a state and cannot change; write through a draft")

    def __setitem__(self, key: K, value: V) -> None:
        if self._version:
            self._refuse()
        dict.__setitem__(self, key, value)

    def __delitem__(self, key: K) -> None:
        if self._version:
            self._refuse()
        dict.__delitem__(self, key)

    def pop(self, key: K, *default: Any) -> Any:
        """As ``dict.pop``, for open tables only."""
        if self._version:
            self._refuse()
        return dict.pop(self, key, *default)

    def clear(self) -> NoReturn:
        """Never allowed: a draft replaces a table instead."""
        self._refuse()

    def popitem(self) -> NoReturn:
        """Never allowed: what would go is not named."""
        self._refuse()

    def setdefault(self, key: K, default: Any = None) -> NoReturn:
        """Never allowed: read, then write."""
        self._refuse()

    def update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Never allowed: write key by key."""
        self._refuse()

    def __ior__(self, other: Any) -> NoReturn:  # type: ignore[misc]
        self._refuse()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.version)

    def __copy__(self) -> Table[K, V]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Table[K, V]:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Table, (dict(self),))
