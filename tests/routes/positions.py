"""Random positions over all kinds of train and quirks, and the shared corpus."""

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

from towpath.routes import CITY, HALT, OFFBOARD, TOWN, UNLIMITED, Instance, Segment, Stop, Train


def entries(shared: Path, name: str) -> list[dict[str, Any]]:
    """A file of the shared corpus."""
    with gzip.open(shared / "conformance" / "routes" / f"{name}.json.gz") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def label(entry: dict[str, Any]) -> str:
    return f"{entry['title']} {entry['game']} action {entry['action']} {entry['company']}"


TRAINS = {
    "1867": [
        Train("2", 2, 2),
        Train("3", 3, 3),
        Train("4", 4, 4),
        Train("6", 6, 6),
        Train("2+2", 2, 2, multiplier=2),
        Train("5+5E", 5, 5, 4, 2, True),
        Train("3E", 3, 3, 4, 2, True),
    ],
    "1856": [
        Train("2", 2, 2, 7),
        Train("3", 3, 3, 7),
        Train("5", 5, 5, 7),
        Train("D", UNLIMITED, UNLIMITED, 7),
    ],
    "1860": [
        Train("2+1", 2, 3),
        Train("3+2", 3, 5),
        Train("4+2", 4, 6),
        Train("4", 4, 4),
        Train("3 leased", 3, 3, leased=True),
    ],
    "1761": [Train("2+", 2, UNLIMITED), Train("3+", 3, UNLIMITED), Train("4", 4, 4), Train("5", 5, 5)],
    "boats": [Train(f"{n} boats", UNLIMITED, UNLIMITED, 7, reach=n) for n in (1, 2, 3, 4, 6)],
}


def position(random: Random, style: str, stops: int, ways: int, trains: int) -> Instance:
    """A random position in the manner of a title: ``stops`` stops, ``ways`` tries at a segment."""
    weights = {"1860": [5, 3, 1, 3], "boats": [5, 4, 0, 0]}.get(style, [5, 4, 2, 0])
    kinds = random.choices([CITY, TOWN, OFFBOARD, HALT], weights, k=stops)
    kinds[0] = CITY
    bonus = style == "1867"
    places = tuple(
        Stop(
            kind,
            0 if kind == HALT else 10 * random.randint(1, 2 if kind == TOWN else 7),
            10 * (bonus and random.random() < 0.2),
        )
        for kind in kinds
    )
    where = sorted(random.randrange(max(2, stops - 1)) for _ in range(stops)) if style == "1860" else []
    tracks = ways * 2
    segments = []
    for _ in range(ways):
        a, b = random.randrange(stops), random.randrange(stops)
        if a == b:
            continue
        ids = tuple(random.sample(range(tracks), random.choice([1, 1, 2, 3])))
        hexes: tuple[int, ...] = ()
        if where:
            between = random.sample(range(stops + 3), random.choice([0, 0, 1]))
            hexes = tuple(dict.fromkeys([where[a], *between, where[b]]))
            if where[a] == where[b]:
                hexes = (where[a],)
        segments.append(Segment(min(a, b), max(a, b), ids, hexes, random.choice([-1, len(ids)])))
    cities = [i for i, kind in enumerate(kinds) if kind == CITY]
    tokens = tuple(sorted(random.sample(cities, min(len(cities), 1 if style == "boats" else random.choice([1, 1, 2])))))
    others = [city for city in cities if city not in tokens]
    full = tuple(city for city in others if random.random() < 0.3)
    offboard = [i for i, kind in enumerate(kinds) if kind == OFFBOARD]
    groups = []
    if style != "1860" and random.random() < 0.6:
        groups.append(tuple(sorted(random.sample(range(stops), 2))))
    pairs = []
    if style == "1867" and random.random() < 0.6:
        one, two, three = random.sample(range(stops), 3)
        pairs.append(((one,), (two, three), 40))
    return Instance(
        stops=places,
        segments=tuple(segments),
        tracks=tracks,
        trains=tuple(random.choice(TRAINS[style]) for _ in range(1 if style == "boats" else trains)),
        tokens=tokens,
        full=full,
        one_of=tuple(groups),
        any_bonus=((tuple(random.sample(range(stops), 2)), 20),) if style == "1856" and random.random() < 0.5 else (),
        pair_bonus=tuple(pairs),
        through=tuple(offboard[:1]) if style == "1761" else (),
        home=tokens[0] if style == "1860" and random.random() < 0.7 else -1,
        stop_hex=tuple(where) if style == "1860" and random.random() < 0.7 else (),
        halts_count=random.choice([0, 1]),
        meet=random.choice([15, 3]) if style == "1860" else 0,
        bypass=1 if style == "1860" else 0,
        subsidy=random.choice([0, 10]) if style == "1860" else 0,
    )
