"""The board of one edition, with what is looked up often worked out beforehand."""

from __future__ import annotations

import msgspec

from towpath.brass.data import INDUSTRIES, PERIODS, Edition, Industry, Line, Period, Place, TitleData


class Space(msgspec.Struct, frozen=True):
    """An industry space: ``id`` as ``manchester-1``, its town, and the industries that it takes."""

    id: str
    town: str
    takes: tuple[Industry, ...]


class Road(msgspec.Struct, frozen=True):
    """A line with its ends by name and by number."""

    id: str
    ends: tuple[str, str]
    places: tuple[int, int]


class Board:
    """Places, spaces and lines as an edition has them.

    ``index`` numbers the places for the search along links, ``ends`` gives both ends of a line by these numbers; ``open_to``:
    the lines that take a link of a period.
    """

    def __init__(self, data: TitleData, edition: Edition) -> None:
        self.places: dict[str, Place] = {place.id: place for place in data.places if place.id not in edition.absent}
        lines = (_with_canal(line) if line.id in edition.canals else line for line in data.lines)
        self.lines: dict[str, Line] = {line.id: line for line in lines if set(line.ends) <= set(self.places)}
        self.spaces: dict[str, Space] = {space.id: space for place in self.places.values() for space in _spaces(place)}
        self.taking: dict[Industry, tuple[Space, ...]] = {
            industry: tuple(space for space in self.spaces.values() if industry in space.takes)
            for industry in INDUSTRIES
        }
        self.in_town: dict[str, tuple[Space, ...]] = {
            place: tuple(space for space in self.spaces.values() if space.town == place) for place in self.places
        }
        self.names: tuple[str, ...] = tuple(self.places)
        self.index: dict[str, int] = {place: number for number, place in enumerate(self.names)}
        self.ends: dict[str, tuple[int, int]] = {
            line.id: (self.index[line.ends[0]], self.index[line.ends[1]]) for line in self.lines.values()
        }
        self.where: dict[str, int] = {space.id: self.index[space.town] for space in self.spaces.values()}
        self.external: frozenset[int] = frozenset(
            self.index[place.id] for place in self.places.values() if place.kind == "external"
        )
        roads = {line.id: Road(line.id, line.ends, self.ends[line.id]) for line in self.lines.values()}
        self.open_to: dict[Period, tuple[Road, ...]] = {
            period: tuple(roads[line.id] for line in self.lines.values() if line.takes(period)) for period in PERIODS
        }


def _with_canal(line: Line) -> Line:
    return msgspec.structs.replace(line, canal=True)


def _spaces(place: Place) -> tuple[Space, ...]:
    return tuple(Space(f"{place.id}-{number}", place.id, takes) for number, takes in enumerate(place.spaces, 1))
